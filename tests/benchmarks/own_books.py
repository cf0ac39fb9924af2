"""Books that users bring: how long one takes, and what they cost a search. ``python -m tests.benchmarks.own_books [books …]``.

A hundred pages are made of the law's own sentences in another order, so that their words are those of such texts; 23 lines of 40
characters are a page. Searches are the judged queries of the suite. Growth: 5, 20 and 100 books of ten pages each.
"""

from __future__ import annotations

import random
import resource
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

from app.base.opened import engine, handbook
from app.brought.book_file import open_books
from app.brought.kept import NAME
from rules_data.brought.making import About, base_of, digest, make
from rules_data.brought.model import Brought
from rules_data.brought.together import together
from search.beside import joined
from search.engine import Engine
from tests.search.asked import judged

PAGE = 23 * 40  # characters
GAMES = ("guandan", "bridge", "shengji")


def regulation(pages: int, seed: int, game: str = "guandan") -> str:
    """A regulation of so many pages: chapters of ten articles, of sentences that stand in the law."""
    chance = random.Random(seed)
    said = [
        p.text for b in handbook().books.values() if b.game == game for p in b.walk() if p.text and len(p.text) > 12
    ]
    lines, length, article = [f"第{seed}届某杯赛竞赛规程"], 0, 0
    while length < pages * PAGE:
        article += 1
        if article % 10 == 1:
            lines.append(f"第{article // 10 + 1}章 第{article // 10 + 1}部分的规定")
        lines.append(f"第{article % 900 + 1}条 规定之{article}")
        lines += chance.choice(said).split("\n")
        lines.append(f"一、{''.join(chance.sample(chance.choice(said), k=10))}{seed}届另行规定。")
        length += sum(map(len, lines[-4:]))
    return "\n".join(lines)


def bring(text: str, game: str) -> Brought:
    """The text as a book."""
    about = About(game=game, base=base_of(game, handbook().books.values()))
    simplified = handbook().script.simplified
    return make(text, digest(text.encode()), "", about, at="2026-12-01T00:00:00Z", by="", simplified=simplified)


def took(search: Engine, queries: Sequence[str]) -> tuple[float, float]:
    """Milliseconds of a search: the median and the 99th of a hundred, after each was asked once."""
    for query in queries:
        search.search(query)
    times = [min(_asked(search, query), _asked(search, query)) for query in queries]
    return median(times), quantiles(times, n=100)[98]


def _asked(search: Engine, query: str) -> float:
    began = time.process_time()
    search.search(query)
    return 1000 * (time.process_time() - began)


def with_books(books: Sequence[Brought]) -> tuple[Engine, float]:
    """A search over the law and these books, and the seconds it took to open."""
    began = time.process_time()
    whole = together(handbook(), [each.book for each in books], {each.book.id: each.base for each in books})
    found = joined(engine(), whole, [each.book for each in books])
    found.search("藏牌")
    return found, time.process_time() - began


def memory() -> float:
    """MB of this process now."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize() / 1e6


def kept(books: Sequence[Brought], folder: Path) -> tuple[float, float]:
    """MB of the file these books are kept in, and the seconds in which a start reads it."""
    store = open_books(folder)
    for each in books:
        store.put(each)
    store.close()
    began = time.process_time()
    again = open_books(folder)
    assert len(again.current()) == len(books)
    took_ = time.process_time() - began
    again.close()
    return (folder / NAME).stat().st_size / 1e6, took_


def main(counts: Sequence[int]) -> None:
    """Print the table."""
    queries = list(dict.fromkeys(each.query for each in judged()))
    engine().search("藏牌")
    p50, p99 = took(engine(), queries)
    print(f"{len(queries)} queries; without books: p50 {p50:.2f} ms, p99 {p99:.1f} ms, {memory():.0f} MB")
    text = regulation(100, 1)
    began = time.process_time()
    one = bring(text, "guandan")
    read = time.process_time() - began
    found, opened = with_books([one])
    own = took(found, queries)
    count = sum(1 for _ in one.book.walk())
    print(
        f"100 pages ({len(text)} characters, {count} provisions): read {read:.2f} s, opened and indexed {opened:.2f} s; "
        f"p50 {own[0]:.2f} ms (x {own[0] / p50:.2f}), p99 {own[1]:.1f} ms (x {own[1] / p99:.2f})"
    )
    for number in counts:
        texts = [(regulation(10, seed, GAMES[seed % 3]), GAMES[seed % 3]) for seed in range(2, 2 + number)]
        began = time.process_time()
        books = [bring(text, game) for text, game in texts]
        read = time.process_time() - began
        before = memory()
        found, opened = with_books(books)
        index = memory() - before
        p50, p99 = took(engine(), queries)
        own = took(found, queries)
        with TemporaryDirectory() as folder:
            size, start = kept(books, Path(folder))
        print(
            f"{number} books of 10 pages: read {read:.2f} s, indexed {opened:.2f} s, index {index:.0f} MB in memory, "
            f"kept {size:.1f} MB, start {start:.2f} s; p50 {own[0]:.2f} ms (x {own[0] / p50:.2f}), "
            f"p99 {own[1]:.1f} ms (x {own[1] / p99:.2f}), {memory():.0f} MB"
        )
        del found, books


if __name__ == "__main__":
    main([int(each) for each in sys.argv[1:]] or [5, 20, 100])
