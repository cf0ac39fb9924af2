"""The search beside SQLite FTS5 over the same words: quality, latency, memory. Run: python -m tests.benchmarks.search_against_fts5

Same corpus (every provision but the second witness's), same judged queries, one run. FTS5 gets the same segmentation (words of
the small dictionary), the noise words removed, titles and places weighted above text (bm25), and every word joined by OR. What
it does not get is what the search adds: sayings, everyday words, pinyin, English, clause numbers, the other script.

Targets for the search: warm p99 at most 10 ms; a fresh process from import to first result at most 80 ms; at most 30 MB
over the bare process after all judged queries.
"""

from __future__ import annotations

import os
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

from rules_data.handbook import Handbook, open_handbook
from search.compiled_index import compiled_index
from search.engine import Engine, open_engine
from tests.search.test_judged import Judged, judged_queries

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5

OURS = """
import sys, time
def resident():
    import psutil
    return psutil.Process().memory_info().rss / 2**20
bare = resident()
start = time.perf_counter()
from pathlib import Path
from search.engine import open_engine
imported = time.perf_counter()
engine = open_engine(Path(sys.argv[1]))
opened = time.perf_counter()
engine.search(sys.argv[2])
first = time.perf_counter()
one = resident()
for line in Path(sys.argv[3]).read_text(encoding="utf-8").splitlines():
    engine.search(line)
print((imported - start) * 1e3, (opened - imported) * 1e3, (first - opened) * 1e3, one - bare, resident() - bare)
"""

FTS5 = """
import sys, time
def resident():
    import psutil
    return psutil.Process().memory_info().rss / 2**20
bare = resident()
start = time.perf_counter()
import sqlite3
from pathlib import Path
from search.language import Language
imported = time.perf_counter()
database = sqlite3.connect(sys.argv[4])
language = Language.load(Path(sys.argv[1]))
opened = time.perf_counter()
def search(query):
    words = [w for w in language.segmenter.words(query) if w not in language.noise]
    match = " OR ".join('"' + w + '"' for w in dict.fromkeys(words))
    if not match:
        return []
    return [row[0] for row in database.execute(
        "SELECT id FROM provisions WHERE provisions MATCH ? ORDER BY bm25(provisions, 0, 3, 1, 1) LIMIT 10", (match,))]
search(sys.argv[2])
first = time.perf_counter()
one = resident()
for line in Path(sys.argv[3]).read_text(encoding="utf-8").splitlines():
    search(line)
print((imported - start) * 1e3, (opened - imported) * 1e3, (first - opened) * 1e3, one - bare, resident() - bare)
"""


def fill(file: Path, handbook: Handbook, engine: Engine) -> None:
    """Put the same provisions, cut into the same words, into an FTS5 table."""
    database = sqlite3.connect(file)
    database.execute(
        "CREATE VIRTUAL TABLE provisions USING fts5(id UNINDEXED, title, place, text, tokenize='unicode61')"
    )
    cut = engine.language.segmenter.every_word
    for book in handbook.books.values():
        if book.witness_of:
            continue
        for provision in book.walk():
            place = " ".join(p.title or "" for p in handbook.path(provision.id))
            row = (provision.id, *(" ".join(cut(t)) for t in (provision.title or "", place, provision.text or "")))
            database.execute("INSERT INTO provisions VALUES (?, ?, ?, ?)", row)
    database.commit()
    database.close()


def fts5_search(file: Path, engine: Engine) -> Callable[[Judged], list[str]]:
    """A search function over the FTS5 table."""
    database = sqlite3.connect(file)
    language = engine.language

    def search(judged: Judged) -> list[str]:
        words = [w for w in language.segmenter.words(judged.query) if w not in language.noise]
        match = " OR ".join(f'"{w}"' for w in dict.fromkeys(words))
        if not match:
            return []
        book = {"bridge": "bridge-%", "guandan": "guandan-%", "shengji": "shengji-%", None: "%"}[judged.game]
        rows = database.execute(
            "SELECT id FROM provisions WHERE provisions MATCH ? AND id LIKE ? ORDER BY bm25(provisions, 0, 3, 1, 1) LIMIT 10",
            (match, book),
        )
        return [row[0] for row in rows]

    return search


def our_search(engine: Engine) -> Callable[[Judged], list[str]]:
    """A search function over our engine."""

    def search(judged: Judged) -> list[str]:
        hits = engine.search(judged.query, game=judged.game, limit=10).hits  # type: ignore[arg-type]
        return [hit.id for hit in hits if hit.kind == "provision"]

    return search


def quality(search: Callable[[Judged], list[str]], queries: Sequence[Judged]) -> tuple[float, float]:
    """Shares of the queries with an acceptable provision first, and among the first three."""
    first = three = 0
    for judged in queries:
        found = search(judged)[:3]
        first += bool(found) and found[0] in judged.accept
        three += any(id in judged.accept for id in found)
    return first / len(queries), three / len(queries)


def latency(search: Callable[[Judged], list[str]], queries: Sequence[Judged]) -> list[float]:
    """Milliseconds for each query, warm, in order of size."""
    took = []
    for _ in range(ROUNDS):
        for judged in queries:
            start = time.perf_counter()
            search(judged)
            took.append((time.perf_counter() - start) * 1e3)
    return sorted(took)


def fresh(program: str, *arguments: str) -> list[float]:
    """Medians of what a fresh process prints."""
    runs = []
    for _ in range(ROUNDS):
        run = subprocess.run(
            [sys.executable, "-c", program, *arguments], cwd=ROOT, check=True, capture_output=True, text=True,
            env=os.environ | {"PYTHONPATH": str(ROOT)},
        )  # fmt: skip
        runs.append([float(value) for value in run.stdout.split()])
    return [statistics.median(column) for column in zip(*runs, strict=True)]


def main() -> None:
    """Print the comparison."""
    folder = compiled_index()
    engine = open_engine(folder)
    queries = judged_queries()
    with tempfile.TemporaryDirectory() as scratch:
        table = Path(scratch) / "fts5.db"
        lines = Path(scratch) / "queries.txt"
        lines.write_text("\n".join(judged.query for judged in queries), encoding="utf-8")
        fill(table, open_handbook(), engine)
        ours, theirs = our_search(engine), fts5_search(table, engine)

        print(f"{'':18}{'queries':>8}   {'ours: first / in 3':>20}   {'FTS5: first / in 3':>20}")
        kinds = dict.fromkeys(judged.kind for judged in queries)
        for name in (*kinds, "all"):
            group = [judged for judged in queries if name in {judged.kind, "all"}]
            a, b = quality(ours, group), quality(theirs, group)
            print(f"{name:18}{len(group):8}   {a[0]:11.1%} {a[1]:8.1%}   {b[0]:11.1%} {b[1]:8.1%}")

        print(f"\n{'':34}{'ours':>10}{'FTS5':>10}   target")
        warm = [latency(search, queries) for search in (ours, theirs)]
        for name, share, target in (("warm p50, ms", 0.5, ""), ("warm p99, ms", 0.99, "10")):
            print(f"{name:34}" + "".join(f"{took[int(len(took) * share)]:10.2f}" for took in warm) + f"   {target}")
        cold = [fresh(program, str(folder), "藏牌", str(lines), str(table)) for program in (OURS, FTS5)]
        rows = (
            ("fresh process: import, ms", [c[0] for c in cold], ""),
            ("fresh process: open, ms", [c[1] for c in cold], ""),
            ("fresh process: first query, ms", [c[2] for c in cold], ""),
            ("fresh process: all three, ms", [sum(c[:3]) for c in cold], "80"),
            ("memory after one query, MB", [c[3] for c in cold], "30"),
            ("memory after all queries, MB", [c[4] for c in cold], "30"),
        )
        for name, values, target in rows:
            print(f"{name:34}" + "".join(f"{value:10.1f}" for value in values) + f"   {target}")


if __name__ == "__main__":
    main()
