"""The hall under faults, in its long form: many runs, each with a seed of its own.

    python -m tests.benchmarks.hall_trial [--runs 50] [--records 10000] [--seed 1] [--database]

Each run is that of ``tests/app/hall/trial.py``: five members, lost and doubled requests, lost answers, requests that come late,
clocks wrong by ±23 hours, restarts of hall and members, the hall put back to a copy and moved to another laptop. A line of JSON for
each run goes to ``hall_trial.txt`` beside this file as it ends; the status is 1 where a run lost, doubled or differed.

``--database``: the hall lies in a PostgreSQL of its own with two workers; its power goes while somebody sends, it is restored from
a dump, and lost and made anew from a member (``tests/app/hall/database_hall.py``); ``hall_trial_database.txt``.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from contextlib import nullcontext
from functools import partial
from pathlib import Path

from tests.app.hall.database_hall import DatabaseTrial
from tests.app.hall.postgres import served
from tests.app.hall.trial import Trial
from tests.app.study.many import digest
from tests.browser.record import commit

RESULT = Path(__file__).with_suffix(".txt")
DATABASE_RESULT = RESULT.with_name("hall_trial_database.txt")
ROOT = Path(__file__).resolve().parents[2]


def measured(*, database: bool = False) -> str:
    """What was tried: the hall, and how records are taken in and kept."""
    kept = [ROOT / "app" / "journal" / f"{name}.py" for name in ("exchange", "sqlite_store", "store")]
    there = sorted((ROOT / "app" / "hall" / "database").rglob("*.py")) if database else []
    return digest([*(ROOT / "app" / "hall").glob("*.py"), *kept, *there])


def main(arguments: list[str]) -> int:
    """Run them; return what the shell is told."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.hall_trial")
    asked.add_argument("--runs", type=int, default=50)
    asked.add_argument("--records", type=int, default=10_000)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--database", action="store_true")
    given = asked.parse_args(arguments)
    bad = 0
    of = measured(database=given.database)
    lines = [f"commit {commit()}, {given.runs} runs of {given.records} records, from seed {given.seed}, of {of}"]
    with served() if given.database else nullcontext() as server:
        for seed in range(given.seed, given.seed + given.runs):
            with tempfile.TemporaryDirectory(prefix="zhicai-trial-") as folder:
                made = Trial if server is None else partial(DatabaseTrial, server)
                report = made(Path(folder), seed, given.records).run()
            bad += not report.good
            lines.append(report.line)
            print(report.line, flush=True)
            result = DATABASE_RESULT if given.database else RESULT
            result.write_text("\n".join([*lines, f"bad runs so far: {bad}"]) + "\n", encoding="utf-8")
    print(f"{given.runs} runs, {bad} bad")
    return int(bad > 0)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
