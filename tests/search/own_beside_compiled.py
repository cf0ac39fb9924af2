"""Sixty judged queries over two regulations, searched twice: brought by a user, and compiled with the law.

``python -m tests.search.own_beside_compiled`` compiles the same texts into an index of its own, asks both, and writes what each
answers first, and among its first three, into ``own_beside_compiled.txt`` with the commit. A query is asked with the game of its
text chosen, as on the screen of a game. In the suite only what was brought is asked again, and held against the file.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import yaml

from app.base.opened import engine, handbook
from decision_trees.library import open_library
from rules_data.brought.model import Brought
from rules_data.brought.together import together
from search.beside import joined
from search.build import build_index
from search.engine import Engine, open_engine
from tests.rules_data.brought.making import BRIDGE, GAMES, GUANDAN, brought

JUDGED = Path(__file__).with_name("judged_own.yaml")
RESULT = Path(__file__).with_name("own_beside_compiled.txt")
WITHIN = 3


@dataclass(frozen=True, slots=True)
class Asked:
    """A query, the text it is about, and the clauses that answer it."""

    text: str
    query: str
    accept: tuple[str, ...]


@cache
def asked() -> tuple[Asked, ...]:
    """The judged queries."""
    return tuple(
        Asked(each["text"], each["query"], tuple(each["accept"]))
        for each in yaml.safe_load(JUDGED.read_text(encoding="utf-8"))
    )


@cache
def books() -> dict[str, Brought]:
    """The two regulations, by the name of their text."""
    return {name: brought(name) for name in (GUANDAN, BRIDGE)}


def beside() -> Engine:
    """The search over the law and the two as a user has brought them."""
    texts = [each.book for each in books().values()]
    return joined(engine(), together(handbook(), texts, {b.book.id: b.base for b in books().values()}), texts)


def positions(search: Engine) -> list[int | None]:
    """Where the first clause that answers stands for each query, among the clauses of all books; None: not in the first ten."""
    found = []
    for one in asked():
        book = books()[one.text].book.id
        game = GAMES[one.text][0]
        hits = [hit.id for hit in search.search(one.query, game=game, kind="provision", limit=10).hits]  # type: ignore[arg-type]
        accept = {f"{book}:{number}" for number in one.accept}
        found.append(next((at for at, id_ in enumerate(hits, 1) if id_ in accept), None))
    return found


def counted(found: Sequence[int | None]) -> tuple[int, int]:
    """How many are answered first, and how many among the first three."""
    return sum(at == 1 for at in found), sum(at is not None and at <= WITHIN for at in found)


def main() -> None:
    """Compile, ask, write."""
    mine = positions(beside())
    texts = [each.book for each in books().values()]
    whole = together(handbook(), texts, {b.book.id: b.base for b in books().values()})
    with TemporaryDirectory() as folder:
        build_index(whole, open_library(), Path(folder))
        compiled = positions(open_engine(Path(folder)))
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True)
    lines = [f"commit {commit.stdout.strip()}, {len(mine)} queries over {len(texts)} texts"]
    for name, found in (("brought", mine), ("compiled", compiled)):
        first, three = counted(found)
        lines.append(f"{name}: first {first}, among three {three}")
    lines += [
        f"{one.query}: brought {a or '-'}, compiled {b or '-'}"
        for one, a, b in zip(asked(), mine, compiled, strict=True)
        if a != b
    ]
    RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    sys.stdout.write(RESULT.read_text(encoding="utf-8"))


if __name__ == "__main__":
    main()
