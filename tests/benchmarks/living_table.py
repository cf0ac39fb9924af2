"""What a step of a living table costs: ``python -m tests.benchmarks.living_table [GAME] [--number 20]``.

Every act shown, every question answered and every ruling given is timed in processor time, refereed as the trees rule. Printed: the
longest, and the median of the longest of each table, in ms (aim: 100 a step on a phone). The first use of a tree loads its rule
functions; it is not counted, one table is played before.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Any

from app.study.table.games import game_of
from app.study.table.living import LivingTable, opened
from app.study.table.model import Address
from decision_trees.engine import Asked


class Watch:
    """The longest of some calls, in ms."""

    def __init__(self) -> None:
        self.longest = 0.0

    def __call__(self, act: Callable[[], Any]) -> Any:
        """Call and time it."""
        began = time.process_time()
        try:
            return act()
        finally:
            self.longest = max(self.longest, 1000 * (time.process_time() - began))


def played(table: LivingTable[Any], watch: Watch) -> None:
    """Play a table to its end and referee it."""
    while not table.over:
        watch(table.step)
        if table.called is None and not table.evident:
            continue
        made = table.stop()
        if made.kind is None or made.incident is None:
            table.dismiss()
            continue
        tree = made.kind.tree
        watch(partial(made.open, tree))
        so = {**made.kind.facts(made.at, made.incident), **made.kind.truth(made.at, made.incident)}
        while isinstance(made.step, Asked) and made.step.name in so:
            value = so[made.step.name]
            watch(partial(made.answer, value))
            if made.fault:
                break
        watch(table.give) if made.final is not None else table.dismiss()


def main(arguments: Sequence[str]) -> None:
    """Print what it costs."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.living_table")
    asked.add_argument("game", nargs="?", default="bridge")
    asked.add_argument("--number", type=int, default=20)
    given = asked.parse_args(arguments)
    game = game_of(given.game)
    if game is None:
        sys.exit("no such game")
    longest = []
    for seed in range(given.number + 1):
        table = opened(Address(game.id, game.version, seed))
        if isinstance(table, str):
            sys.exit(table)
        watch = Watch()
        played(table, watch)
        longest += [watch.longest] if seed else []
    print(
        f"{given.game}: longest step {max(longest):.0f} ms, median of the longest of a table {median(longest):.0f} ms"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
