"""Tables by the hundred: ``python -m tests.app.study.table.many GAME [--number 300] [--write]``.

Every table is refereed as its trees rule of what was so, every second one only where the referee is called. Looked at: nothing is
illegal but what is bent, every irregularity can be told from the acts shown when it counts as seen, the trees ask nothing that
nobody knows, what the ruling says comes next comes next, and every deal has all its cards and comes to a score. What came of it
stands in ``many_GAME.txt`` beside it, with the digest of what makes the tables.
"""

from __future__ import annotations

import argparse
import hashlib
import importlib
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

from tests.app.study.table.refereed import opened_at, refereed

ROOT = Path(__file__).parents[4]
NUMBER, FIRST = 300, 1000
CHECKS = (
    "test_only_what_is_bent_is_illegal",
    "test_turns_run_as_the_model_of_turns_says",
    "test_every_irregularity_can_be_seen_before_the_trainee_is_faulted",
    "test_what_was_so_is_all_a_tree_asks_and_play_goes_on_from_its_ruling",
)


def result(game: str) -> Path:
    """Where it is written what came of it."""
    return Path(__file__).with_name(f"many_{game}.txt")


def measured(game: str) -> str:
    """The digest of what deals, plays, bends and carries rulings out."""
    table = ROOT / "app" / "study" / "table"
    playing = ROOT / "decision_trees" / game / "playing.py"
    files = [
        *sorted((table / game).glob("*.py")),
        *sorted(table.glob("*.py")),
        *([playing] if playing.exists() else ()),
    ]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


def looked_at(game: str, seed: int) -> tuple[list[str], list[str]]:
    """What is wrong with one table, and how its irregularities were dealt with."""
    tests: Any = importlib.import_module(f"tests.app.study.table.test_{game}")
    seen = refereed(opened_at(game, seed), waits=bool(seed % 2))
    faults = []
    for name in CHECKS:
        try:
            getattr(tests, name)([seen])
        except AssertionError as fault:
            faults.append(f"{game}/{seed} {name}: {str(fault).splitlines()[0][:200]}")
    return faults, [f"{finding.kind} {finding.verdict}" for finding in seen.findings]


def main(arguments: Sequence[str]) -> None:
    """Print what came of it, and write it where asked."""
    asked = argparse.ArgumentParser(prog="python -m tests.app.study.table.many")
    asked.add_argument("game")
    asked.add_argument("--number", type=int, default=NUMBER)
    asked.add_argument("--first", type=int, default=FIRST, help="the first seed")
    asked.add_argument("--processes", type=int, default=1)
    asked.add_argument("--write", action="store_true")
    given = asked.parse_args(arguments)
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
    counted: Counter[str] = Counter()
    found: list[str] = []
    seeds = range(given.first, given.first + given.number)
    with ProcessPoolExecutor(given.processes) as pool:
        for faults, dealt_with in pool.map(partial(looked_at, given.game), seeds, chunksize=5):
            found += faults
            counted.update(dealt_with)
            for fault in faults:
                print(fault, flush=True)
    last = given.first + given.number - 1
    lines = [
        f"commit {commit} measured {measured(given.game)} seeds {given.first} to {last}: {len(found)} faults",
        *(f"{number:4} {kind}" for kind, number in sorted(counted.items())),
        *found,
    ]
    print("\n".join(lines))
    if given.write:
        result(given.game).write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
