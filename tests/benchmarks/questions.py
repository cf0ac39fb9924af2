"""How long a question takes to be made, by kind: median, nine tenths, the longest.

python -m tests.benchmarks.questions [HOW_MANY_OF_EACH_KIND]
"""

from __future__ import annotations

import sys
import time
from random import Random

from app.study import bank
from decision_trees.games import games


def main(many: int) -> None:
    """Make questions of every kind about subjects by chance, and print."""
    started = time.perf_counter()
    offered = {
        kind: [s for game in games() for s in bank.subjects(game, kind=kind.id)] for kind in bank.kinds()
    }  # fmt: skip
    print(f"all subjects listed in {(time.perf_counter() - started) * 1000:.0f} ms")
    print(f"{'kind':14s}{'subjects':>9s}{'median ms':>11s}{'9/10 ms':>9s}{'longest':>9s}{'none':>6s}")
    rng = Random(1)
    for kind, subjects in offered.items():
        took, none = [], 0
        for _ in range(many):
            at = time.perf_counter()
            try:
                bank.make(kind.id, rng.choice(subjects).id, rng.randrange(bank.SEEDS))
            except bank.NoQuestionError:
                none += 1
            took.append((time.perf_counter() - at) * 1000)
        took.sort()
        middle, high = took[len(took) // 2], took[len(took) * 9 // 10]
        print(f"{kind.id:14s}{len(subjects):9d}{middle:11.2f}{high:9.2f}{took[-1]:9.1f}{none:6d}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 200)
