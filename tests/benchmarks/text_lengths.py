"""The longest things said: first sentences of rulings and words to players.

Run: python -m tests.benchmarks.text_lengths [GAME]

Aims: the first sentence of a ruling and who acts next at most 60 characters, each thing said to a player at most 80. Counted are
all outcomes as
said without seats, and the worked cases, where seats are known.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

from decision_trees.engine import Ruled, advance
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.model import Outcome, Tree
from decision_trees.roles import PLACEHOLDER, Cast, is_path, roles_of
from rules_data.handbook import open_handbook

RULING, TELL, NEXT, SHOWN = 60, 80, 60, 15


def said(outcome: Outcome) -> Iterator[tuple[str, int, str]]:
    """What, how long it may be, and the words."""
    yield "ruling", RULING, re.split("[。！]", outcome.ruling)[0]
    for who, words in outcome.tell.items():
        yield f"tell {who}", TELL, words
    for number, entry in enumerate(outcome.next, 1):
        if entry.say is not None:
            yield f"next {number}", NEXT, entry.say


def without_seats(tree: Tree, words: str) -> str:
    """A text with the roles in words."""
    roles = roles_of(tree)

    def put(m: re.Match[str]) -> str:
        if tree.deal is None or not is_path(m["name"], tree.deal, roles):
            return m["name"]
        return Cast(tree.deal, roles, lambda _: None).say(m["name"])

    return PLACEHOLDER.sub(put, words)


def main(game: str | None) -> None:
    """Print what is too long, the longest first, and how many."""
    library, books = open_library(), open_handbook().books
    found: dict[tuple[str, str], str] = {}
    total = 0
    for tree in library.trees.values():
        if game not in (None, tree.game):
            continue
        for name, outcome in tree.outcomes.items():
            for what, most, words in said(outcome):
                text = without_seats(tree, words)
                total += 1
                if len(text) > most:
                    found[f"{tree.id} {name}", what] = text
    for case in library.cases.values():
        tree = library.trees[case.tree]
        if game not in (None, tree.game):
            continue
        step = advance(tree, case.facts, Law(library.trees, books, case.settled))
        if isinstance(step, Ruled):
            for what, most, words in said(step.outcome):
                if len(words) > most:
                    found.setdefault((f"{step.tree.id} {step.outcome_id}", what), words)
    for (where, what), text in sorted(found.items(), key=lambda each: -len(each[1]))[:SHOWN]:
        print(f"{len(text):4d}  {where}  {what}: {text}")
    print(f"{len(found)} of {total} too long")


if __name__ == "__main__":
    main(next(iter(sys.argv[1:]), None))
