"""Many questions looked at, in one command: ``python -m tests.app.study.many [NUMBER]``, 50,000 where nothing is said.

What came of it stands in ``many.txt`` beside it, with commit, seed and the digests of all it rests on: what makes and checks
questions and what rules them, the trees and cases, the law. When one of these has changed, a test fails until this command has
renewed the file. ``python -m tests.app.study.many every`` looks at one question of every kind about every subject and
writes ``every.txt``: also how many subjects of each kind and each tree make one, and how many did before (``every_before.json``).
In the suite a few dozen are looked at.
"""

from __future__ import annotations

import hashlib
import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterable
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

from app.study import bank, lint, scenario_lint
from decision_trees.games import games
from decision_trees.loader import ROOT
from rules_data.loader import BOOKS

RESULT = Path(__file__).with_name("many.txt")
EVERY = Path(__file__).with_name("every.txt")
BEFORE = Path(__file__).with_name("every_before.json")
STUDY = Path(lint.__file__).parent
SEED = 20261128
NUMBER = 50_000
PIECE = 500  # questions of one piece of the work, each with a seed of its own
PROCESSES = 1
APART = (
    "guided.py",
    "scenarios.py",
    "answers.py",
    "answer_file.py",
    "schedule.py",
    "anki.py",
    "practice.py",
    "plan.py",
    "mastery.py",
    "mark_estimate.py",
)  # make no question
TABLE = STUDY / "table"  # nor does the living table


def digest(files: Iterable[Path]) -> str:
    """The digest of some files."""
    return hashlib.sha256(b"".join(each.read_bytes() for each in sorted(files))).hexdigest()[:16]


def makers() -> str:
    """The digest of what makes questions, what rules and words them, and what looks at them."""
    study = (each for each in STUDY.glob("**/*.py") if each.name not in APART and TABLE not in each.parents)
    ruling = [*ROOT.glob("*.py"), *ROOT.glob("*/*.py")]
    return digest([*study, *ruling])


def data() -> str:
    """The digest of the trees, cases, rights and exercises they are made from."""
    return digest(each for each in ROOT.glob("*/**/*.yaml") if "said" not in each.parts and each.name != "hearing.yaml")


def law() -> str:
    """The digest of the books: provisions, errata, tables, terms and what they leave open."""
    return digest(BOOKS.glob("*/**/*.yaml"))


def measured(commit: str, seed: int) -> str:
    """The first line of a record: what was looked at."""
    return f"commit {commit} seed {seed} {of_today()}"


def of_today() -> str:
    """The digests of what questions are made from and by."""
    return f"makers {makers()} data {data()} law {law()}"


def piece(seed: int) -> lint.Report:
    """Some questions of every game and kind."""
    return lint.check(PIECE, seed)


def each_subject(pair: tuple[str, str]) -> tuple[str, str, list[str], list[str], list[tuple[str, str, str]]]:
    """One question about every subject of a game and kind: those that made one, those that did not, and what is wrong."""
    game, kind = pair
    made, none, faults = [], [], []
    for subject in bank.subjects(game, kind=kind):
        try:
            question = bank.make(kind, subject.id, 0)
        except bank.NoQuestionError:
            none.append(subject.id)
            continue
        made.append(subject.id)
        faults += [(question.id, check, what) for check, what in lint.found(question)]
    return game, kind, made, none, faults


def every(commit: str) -> list[str]:
    """Every subject once: how many make a question, by kind and by tree, beside how many did before."""
    before = json.loads(BEFORE.read_text(encoding="utf-8"))
    pairs = [(game, kind.id) for game in games() for kind in bank.kinds() if bank.subjects(game, kind=kind.id)]
    with ProcessPoolExecutor(PROCESSES) as pool:
        found = list(pool.map(each_subject, pairs))
    faults = [fault for one in found for fault in one[4]]
    total = sum(len(one[2]) for one in found)
    lines = [measured(commit, 0), f"{total} questions, {len(faults)} faults"]
    trees_now: Counter[str] = Counter()
    for game, kind, made, none, _ in found:
        lines.append(
            f"{game} {kind}: {len(made)} subjects make one, {len(none)} not; before {before['kinds'].get(f'{game} {kind}', 0)}"
        )
        trees_now.update(each.removeprefix("tree:") for each in made if each.startswith("tree:"))
    for tree, number in sorted(before["trees"].items()):
        lines.append(f"{tree}: {trees_now[tree]} kinds ask about it, before {number}")
    return lines + [f"  {id_}: {check}: {what}" for id_, check, what in faults]


def told(reports: Iterable[lint.Report], number: int, commit: str) -> list[str]:
    """What came of it, line by line."""
    made: Counter[tuple[str, str]] = Counter()
    none: Counter[tuple[str, str]] = Counter()
    found: Counter[tuple[str, str, str]] = Counter()
    faults: list[lint.Fault] = []
    milliseconds: dict[str, list[float]] = {}
    for report in reports:
        made += report.made
        none += report.none
        found += report.found
        faults += report.faults
        for name, times in report.milliseconds.items():
            milliseconds.setdefault(name, []).extend(times)
    lines = [measured(commit, SEED)]
    lines.append(f"{sum(made.values())} questions of {number}, {len(faults)} faults")
    for check in lint.checks():
        counts = {(game, kind): n for (name, game, kind), n in sorted(found.items()) if name == check.name}
        lines.append(
            " ".join([f"check {check.name}: {sum(counts.values())}", *(f"{g}/{k} {n}" for (g, k), n in counts.items())])
        )
    for game in games():
        for kind in bank.kinds():
            if made[game, kind.id] or none[game, kind.id]:
                lines.append(f"{game} {kind.id}: {made[game, kind.id]} made, {none[game, kind.id]} not")
    for kind in bank.kinds():
        took = sorted(milliseconds.get(kind.id, ()))
        if took:
            lines.append(
                f"{kind.id}: {took[len(took) // 2]:.1f} ms to make one, {took[len(took) * 9 // 10]:.1f} for nine of ten"
            )
    return lines + [f"  {fault.question}: {fault.check}: {fault.what}" for fault in faults[:60]]


def scenarios() -> list[str]:
    """Every scenario that is taught, looked at."""
    walked = scenario_lint.check(None)
    counted = ", ".join(f"{game}: {number}" for game, number in walked.looked.items())
    head = f"scenarios {counted}, {len(walked.faults)} faults"
    return [head, *(f"  scenario {each.scenario}: {each.what}" for each in walked.faults)]


def main() -> int:
    """Look at many questions and write down what came of it."""
    run = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True)
    commit = run.stdout.strip()
    if sys.argv[1:] == ["every"]:
        lines = every(commit)
        EVERY.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print("\n".join(lines))
        return 0 if " 0 faults" in lines[1] else 1
    number = int(sys.argv[1]) if len(sys.argv) > 1 else NUMBER
    with ProcessPoolExecutor(PROCESSES) as pool:
        reports = list(pool.map(piece, range(SEED, SEED + -(-number // PIECE))))
    lines = [*told(reports, number, commit), *(scenarios() if number >= NUMBER else [])]
    RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print("\n".join(lines))
    return 1 if any(report.faults for report in reports) else 0


if __name__ == "__main__":
    sys.exit(main())
