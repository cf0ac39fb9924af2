"""How long learning takes: working out what is due from many answers, the next question, a scenario, keeping one answer.

python -m tests.benchmarks.practice [answers]
"""

from __future__ import annotations

import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random

from ulid import ULID

from app.study import bank, practice, scenarios
from app.study.answer_file import FileAnswers
from app.study.answers import Answer
from app.study.guided import guided
from app.study.schedule import replayed

GAME = "bridge"


def history(number: int) -> list[Answer]:
    """Return answers over half a year, to every subject of a game."""
    subjects, rng = bank.subjects(GAME), Random(1)
    begin = datetime.now(UTC) - timedelta(days=180)
    out = []
    for n in range(number):
        subject = rng.choice(subjects)
        name = str(ULID.from_datetime(begin + timedelta(days=180) * n / number))
        out.append(
            Answer(name, "", GAME, subject.topic, subject.id, f"term/{subject.id}/1", "term", rng.random() < 0.8, 9000)
        )
    return out


def timed(work: Callable[[], object]) -> float:
    """Return the milliseconds something takes."""
    begin = time.perf_counter()
    work()
    return (time.perf_counter() - begin) * 1000


def say(what: str, times: list[float]) -> None:
    """Print the median and the longest."""
    print(f"{what:<58}{statistics.median(times):10.2f} ms{max(times):10.2f} ms")


def main() -> None:
    """Measure."""
    number = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
    given = history(number)
    print(f"{'':<58}{'median':>13}{'longest':>13}")
    say(f"due worked out from {number} answers", [timed(lambda: replayed(given)) for _ in range(3)])
    state = replayed(given[:-1])
    say("and after one more answer", [timed(lambda: replayed(given, after=state)) for _ in range(20)])
    now, full = datetime.now(UTC), replayed(given)
    times = [timed(lambda seed=seed: practice.coming(full, now, GAME, Random(seed))) for seed in range(100)]  # type: ignore[misc]
    say("the next question", times)
    cases = Random(2).sample(scenarios.offered(GAME), 100)
    say("a scenario made", [timed(lambda case=case: guided(case)) for case in cases])  # type: ignore[misc]
    with tempfile.TemporaryDirectory() as folder:
        store = FileAnswers(Path(folder) / "study.log")
        say("an answer kept, on the disk", [timed(lambda each=each: store.add([each])) for each in given[:200]])  # type: ignore[misc]
        store.add(given)
        say(
            f"the record of {number} answers opened",
            [timed(FileAnswers(Path(folder) / "study.log").all) for _ in range(3)],
        )


if __name__ == "__main__":
    main()
