"""How many taps a ruling takes, from the bar to the outcome, on a device that has ruled nothing yet.

    python -m tests.benchmarks.taps

Eleven rulings: those that are common everywhere, four of bridge, four of guandan, three of shengji. One tap for the bar, one for
the game where it is not the first, one for the tile, one for each answer, one for each figure of a number; what mostly happens is
said by one. Counted over the worked cases of the tree, answering what is asked; who it was, where, and which cards may be said
besides, and need not.
"""

from __future__ import annotations

import statistics
from collections.abc import Iterator
from typing import TYPE_CHECKING

from app.base.opened import handbook, trees
from app.ruling.usual import common
from app.ruling.walk import start
from decision_trees.engine import Asked, Ruled, advance
from decision_trees.games import games
from decision_trees.law import Law

if TYPE_CHECKING:
    from decision_trees.model import Case

MANY = {"bridge": 4, "guandan": 4, "shengji": 3}
BAR, GAME, TILE = 1, 1, 1


def law_of(case: Case) -> Law:
    """What a worked case is ruled by."""
    return Law(trees().trees, handbook().books, case.settled)


def answers(case: Case) -> int | None:
    """Return the taps from the first question to the ruling; None where it is asked what the case does not say."""
    ruled = advance(trees().tree(case.tree), case.facts, law_of(case))
    if not isinstance(ruled, Ruled):
        return None
    facts = {known.name: known.value for known in ruled.known}
    walk, taps = start(case.tree), 0
    for usual in walk.usual():
        if usual.facts.items() <= facts.items() and walk.answer_usual(usual):
            taps += 1
            break
    while isinstance(step := walk.standing.step, Asked):
        if step.name not in facts or not walk.answer(step.name, facts[step.name]):
            return None
        value = facts[step.name]
        taps += len(str(value)) if isinstance(value, int | float) and not isinstance(value, bool) else 1
    return taps if isinstance(step, Ruled) else None


def rows() -> Iterator[tuple[str, list[int]]]:
    """Yield each ruling with the taps of its cases."""
    for first, game in enumerate(games().values()):
        for tree in common({}, game.id)[: MANY.get(game.id, 0)]:
            cases = (case for case in trees().cases.values() if case.tree == tree.id)
            found = [taps for case in cases if (taps := answers(case)) is not None]
            assert found, tree.id
            yield f"{game.name} {tree.title}", [BAR + (GAME if first else 0) + TILE + taps for taps in found]


def main() -> None:
    """Print the figures."""
    every = []
    for title, found in rows():
        every.append(statistics.median(found))
        print(f"{title}: {min(found)} to {max(found)}, median {statistics.median(found):g} ({len(found)} cases)")
    print(f"median of the {len(every)}: {statistics.median(every):g}, {min(every):g} to {max(every):g}")


if __name__ == "__main__":
    main()
