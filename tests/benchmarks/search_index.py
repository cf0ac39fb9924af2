"""The compiled index beside the Whoosh index it is compiled from. Run: python -m tests.benchmarks.search_index [EVERY]

Both are built anew and read by the same search: that they find the same, for every judged query and every EVERY-th (10) of some
ninety thousand others (titles, sayings, terms, pinyin, queries letter by letter, nonsense, both scripts); how fast; how large;
and the same in the Pyodide that flet-web brings along, where there is a Node.js.

Targets: warm p50 1 ms, p99 5 ms; a fresh process from import to first result 80 ms; 3 MB with brotli; in Pyodide p99 25 ms.
Fresh processes run from bytecode, as an installed package does.
"""

from __future__ import annotations

import gzip
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from decision_trees import games
from decision_trees.library import open_library
from rules_data import compiled
from rules_data.handbook import open_handbook
from search.build import build_both
from search.engine import Engine, open_engine
from search.light import LIGHT_FILE
from tests.search.asked import Asked, every_query
from tests.search.test_compact import over_whoosh
from tests.search.test_judged import judged_queries

ROOT = Path(__file__).resolve().parents[2]
ROUNDS = 5

FRESH = """
import sys, time
def resident():
    import psutil
    return psutil.Process().memory_info().rss / 2**20
bare = resident()
start = time.perf_counter()
from pathlib import Path
from search.engine import Engine, open_engine
from search.light import LIGHT_FILE
engine = open_engine(Path(sys.argv[1]))
if WHOOSH:
    from search.rulings import Rulings
    from search.whoosh_index import WhooshIndex
    folder = Path(sys.argv[2])
    texts, rulings = WhooshIndex.open(folder / "texts"), WhooshIndex.open(folder / "rulings")
    engine = Engine(texts, engine.language, Rulings(rulings, engine.rulings.table), engine.tools)
engine.search("藏牌")
first = time.perf_counter()
one = resident()
for line in Path(sys.argv[3]).read_text(encoding="utf-8").splitlines():
    engine.search(line)
print((first - start) * 1e3, one - bare, resident() - bare)
"""


def brotli_size(content: bytes) -> str:
    """Bytes with brotli, where the package is installed (nothing else needs it)."""
    try:
        import brotli  # type: ignore[import-not-found]
    except ImportError:
        return "(pip install brotli)"
    return f"{len(brotli.compress(content)):,}"


def differing(ours: Engine, theirs: Engine, queries: list[Asked]) -> list[Asked]:
    """The queries for which two searches do not give the same: ids, order, reasons, snippets, marks, suggestions."""
    return [asked for asked in queries if ours.search(*asked) != theirs.search(*asked)]  # type: ignore[arg-type]


def latency(search: Callable[[Asked], object]) -> list[float]:
    """Milliseconds for each judged query, warm, in order of size."""
    queries = [Asked(one.query, one.game, limit=10) for one in judged_queries()]
    took = []
    for turn in range(ROUNDS + 1):
        for asked in queries:
            start = time.perf_counter()
            search(asked)
            if turn:
                took.append((time.perf_counter() - start) * 1e3)
    return sorted(took)


def fresh(whoosh: bool, *arguments: str) -> list[float]:
    """Medians of what a fresh process prints: ms to its first result, MB after it, MB after every judged query."""
    with tempfile.TemporaryDirectory() as bytecode:
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": bytecode}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        command = [sys.executable, "-c", FRESH.replace("WHOOSH", str(whoosh)), *arguments]
        runs = []
        for _ in range(ROUNDS + 1):
            done = subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True, env=environment)
            runs.append([float(value) for value in done.stdout.split()])
    return [statistics.median(column) for column in zip(*runs[1:], strict=True)]


def in_pyodide(folder: Path, scratch: Path) -> dict[str, float | str] | None:
    """What the search takes in Pyodide; None without Node.js."""
    import flet_web

    node = shutil.which("node")
    if node is None:
        return None
    held = scratch / "held"
    shutil.copytree(folder, held / "search-here")
    register = compiled.find(games.NAME, games.version())
    assert register is not None
    shutil.copytree(register, held / register.name)
    queries = scratch / "asked" / "queries.json"
    queries.parent.mkdir()
    queries.write_text(json.dumps([[one.query, one.game] for one in judged_queries()]), encoding="utf-8")
    (scratch / "bytecode").mkdir()
    program = Path(__file__).with_name("search_in_pyodide.mjs")
    pyodide = Path(flet_web.__file__).parent / "web" / "pyodide"
    command = [node, str(program), str(pyodide), str(ROOT), str(held), str(scratch / "bytecode"), str(queries)]
    for _ in range(2):  # the first run leaves its bytecode for the second
        done = subprocess.run(command, check=True, capture_output=True, text=True)
    found: dict[str, float | str] = json.loads(done.stdout.splitlines()[-1])
    return found


def main(every: int) -> None:
    """Print the comparison."""
    with tempfile.TemporaryDirectory() as name:
        scratch = Path(name)
        folder, whoosh = scratch / "search", scratch / "whoosh"
        build_both(open_handbook(), open_library(), folder, whoosh)
        ours = open_engine(folder)
        theirs = over_whoosh(ours, whoosh)

        print(f"{'bytes':24}{'raw':>12}{'gzip':>12}{'brotli':>12}")
        files = sorted(file for file in folder.iterdir() if file.name != LIGHT_FILE)
        for file in files:
            content = file.read_bytes()
            print(f"{file.name:24}{len(content):12,}{len(gzip.compress(content)):12,}{brotli_size(content):>12}")
        together = b"".join(file.read_bytes() for file in files)
        print(f"{'together (3 MB)':24}{len(together):12,}{len(gzip.compress(together)):12,}{brotli_size(together):>12}")
        peer = b"".join(file.read_bytes() for file in sorted(whoosh.rglob("*")) if file.is_file())
        print(f"{'Whoosh':24}{len(peer):12,}{len(gzip.compress(peer)):12,}{brotli_size(peer):>12}")

        print(f"\n{'':34}{'compiled':>10}{'Whoosh':>10}   target")
        warm = [latency(lambda asked, engine=engine: engine.search(*asked)) for engine in (ours, theirs)]
        for label, share, target in (("warm p50, ms", 0.5, "1"), ("warm p99, ms", 0.99, "5")):
            print(f"{label:34}" + "".join(f"{took[int(len(took) * share)]:10.2f}" for took in warm) + f"   {target}")
        lines = scratch / "queries.txt"
        lines.write_text("\n".join(one.query for one in judged_queries()), encoding="utf-8")
        cold = [fresh(is_whoosh, str(folder), str(whoosh), str(lines)) for is_whoosh in (False, True)]
        rows = (
            ("fresh process to first result, ms", "80"),
            ("memory after one query, MB", ""),
            ("after all queries, MB", ""),
        )
        for place, (label, target) in enumerate(rows):
            print(f"{label:34}" + "".join(f"{one[place]:10.1f}" for one in cold) + f"   {target}")

        found = in_pyodide(folder, scratch)
        print(f"\nin Pyodide (warm p99 25 ms): {'no Node.js here' if found is None else ''}")
        for label, value in (found or {}).items():
            print(f"  {label:32}{value if isinstance(value, str) else format(value, '.1f'):>10}")

        queries = every_query(ours)[::every]
        wrong = differing(ours, theirs, [Asked(one.query, one.game) for one in judged_queries()] + queries)
        print(f"\n{len(judged_queries())} judged queries and {len(queries)} others: {len(wrong)} found otherwise")
        for asked in wrong[:20]:
            print("  ", asked)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10)
