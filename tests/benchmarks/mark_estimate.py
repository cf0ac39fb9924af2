"""How well the mark of an examination is foretold: ``python -m tests.benchmarks.mark_estimate [--write] [NUMBER]``.

Simulated candidates practise as the app has them practise, day by day, until they have answered 80 questions, and then sit papers.
They do not answer by the model that estimates (``app/study/mark_estimate.py``):

* a thing is known or not; how likely, is the candidate's own for each chapter, and chapters differ within a candidate;
* what is known is forgotten after a half-life of its own, which grows when it is recalled, and is learnt again or not from the
  explanation;
* who knows a thing slips, by the kind of question; who does not sees through some wrong options, the more the more he knows
  besides;
* some candidates are careless in practice and not in the examination, some learn something besides before it.

Printed: the mean absolute error of the mark expected against that which the candidate has over many papers (aim 5 of 100), and how
often the mark of one paper lies in the range said (aim 87 to 93 of 100). The constants of the estimate were looked at with other
seeds than that of the file kept beside this.
"""

from __future__ import annotations

import argparse
import hashlib
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import fmean

from app.study import bank, mark_estimate, schedule
from app.study.answers import Answer
from app.study.bank import Subject
from app.study.difficulty import KINDS
from app.study.mark_estimate import PAPER, estimate
from decision_trees.games import games

RESULT = Path(__file__).with_suffix(".txt")
SEED = 20261128
CANDIDATES = 300  # a game
ANSWERS = 80
BEGUN = datetime(2026, 3, 2, 18, 0, tzinfo=UTC)
CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
PAPERS = 40  # sat to find what a candidate's mark is over many


@dataclass
class Memory:
    """One thing, as a candidate has it."""

    known: bool
    since: datetime
    half: float  # days


class Candidate:
    """Somebody who knows some things, forgets and learns."""

    def __init__(self, rng: Random, subjects: Sequence[Subject]) -> None:
        self.rng = rng
        level = rng.betavariate(2.2, 2.2)
        spread = rng.uniform(10, 40)
        self.share = {
            topic: rng.betavariate(spread * level + 0.2, spread * (1 - level) + 0.2)
            for topic in sorted({each.topic for each in subjects})
        }
        self.level = fmean(self.share.values())
        self.slips = {
            kind: min(0.5, max(0.01, rng.gauss(0.5 * (about.wrong - 0.2), 0.06))) for kind, about in KINDS.items()
        }
        self.learns = rng.uniform(0.55, 0.95)
        self.careless = 0.15 if rng.random() < 0.15 else 0.0
        self.memory: dict[str, Memory] = {}

    def recall(self, subject: Subject, now: datetime) -> Memory:
        """What he has of a thing now."""
        if subject.id not in self.memory:
            known = self.rng.random() < self.share[subject.topic]
            self.memory[subject.id] = Memory(known, now, self.rng.lognormvariate(4.2, 0.8))
        held = self.memory[subject.id]
        days = (now - held.since).total_seconds() / 86400
        if held.known and self.rng.random() > 0.5 ** (days / held.half):
            held.known = False
        held.since = now
        return held

    def answers(self, subject: Subject, kind: str, now: datetime, careless: float = 0.0) -> bool:
        """Whether he answers rightly."""
        if self.recall(subject, now).known and self.rng.random() >= careless:
            return self.rng.random() >= self.slips[kind]
        options = KINDS[kind].options
        left = max(2, options - (self.rng.random() < self.level) - (self.rng.random() < self.level / 2))
        return self.rng.random() < 1 / left

    def explained(self, subject: Subject, right: bool) -> None:
        """He reads why."""
        held = self.memory[subject.id]
        if held.known and right:
            held.half *= 1.9
        elif self.rng.random() < self.learns:
            held.known, held.half = True, max(4.0, held.half * 0.6)


def name_of(at: datetime, number: int) -> str:
    """A name as answers have it, that says when."""
    value, out = (round(at.timestamp() * 1000) << 80) | number, []
    for _ in range(26):
        value, digit = divmod(value, 32)
        out.append(CROCKFORD[digit])
    return "".join(reversed(out))


def practised(
    candidate: Candidate, rng: Random, game: str, subjects: Sequence[Subject]
) -> tuple[schedule.State, datetime]:
    """Practise day by day as the app plans it, until enough was answered; return what followed, and when."""
    by_id = {each.id: each for each in subjects}
    topics: dict[str, list[Subject]] = {}
    for each in subjects:
        topics.setdefault(each.topic, []).append(each)
    given: list[Answer] = []
    state, now = schedule.replayed([], UTC), BEGUN
    while len(given) < ANSWERS:
        due = [by_id[card.subject] for card in state.due(now, [game]) if card.subject in by_id]
        new = []
        while len(new) < schedule.NEW_A_DAY and any(topics.values()):
            topic = rng.choice([name for name, left in sorted(topics.items()) if left])
            new.append(topics[topic].pop(rng.randrange(len(topics[topic]))))
        for subject in [*due, *new][: ANSWERS - len(given)]:
            kind = rng.choice([each for each in subject.kinds if each in KINDS])
            right = candidate.answers(subject, kind, now, candidate.careless)
            candidate.explained(subject, right)
            about = {"subject": subject.id, "question": f"{kind}/{subject.id}/1", "kind": kind, "topic": subject.topic}
            given.append(Answer(name_of(now, len(given)), "one", game=game, right=right, took=9000, **about))
            now += timedelta(seconds=rng.randrange(20, 60))
        state = schedule.replayed(given, UTC)
        now = BEGUN + timedelta(days=(now - BEGUN).days + rng.choice((1, 1, 1, 2, 3)))
    return state, now


def paper_of(candidate: Candidate, rng: Random, offered: dict[str, list[Subject]], now: datetime) -> float:
    """Sit a paper; return the mark of 100. What is known is not changed by it."""
    held = {name: Memory(m.known, m.since, m.half) for name, m in candidate.memory.items()}
    right, taken = 0, set()
    names = sorted(offered)
    while len(taken) < PAPER:
        kind = rng.choice(names)
        subject = rng.choice(offered[kind])
        if subject.id not in taken:
            taken.add(subject.id)
            right += candidate.answers(subject, kind, now)
    candidate.memory = held
    return 100 * right / PAPER


@dataclass(frozen=True)
class Foretold:
    """How one candidate's mark was foretold."""

    error: float
    inside: bool
    width: float


def one(game: str, seed: str) -> Foretold:
    """Let one candidate practise and sit papers."""
    rng = Random(seed)
    subjects = [each for each in bank.subjects(game) if any(kind in KINDS for kind in each.kinds)]
    candidate = Candidate(Random(f"{seed}/who"), subjects)
    state, now = practised(candidate, rng, game, subjects)
    found = estimate(state, subjects, game, now)
    assert found is not None
    offered: dict[str, list[Subject]] = {}
    for subject in subjects:
        for kind in subject.kinds:
            if kind in KINDS:
                offered.setdefault(kind, []).append(subject)
    marks = [paper_of(candidate, rng, offered, now) for _ in range(PAPERS)]
    return Foretold(abs(found.mark - fmean(marks)), found.low <= marks[0] <= found.high, found.high - found.low)


def foretold(game: str, number: int, seed: int) -> tuple[float, float, float]:
    """The mean absolute error, the share inside the range in hundred, and the mean width of the range."""
    found = [one(game, f"{seed}/{game}/{n}") for n in range(number)]
    return fmean(f.error for f in found), 100 * fmean(f.inside for f in found), fmean(f.width for f in found)


def measured() -> str:
    """The digest of what is measured, and of what measures it."""
    study = Path(mark_estimate.__file__).parent
    files = [*(study / name for name in ("mark_estimate.py", "difficulty.py", "schedule.py")), Path(__file__)]
    return hashlib.sha256(b"".join(each.read_bytes() for each in files)).hexdigest()[:16]


def main(arguments: Sequence[str]) -> None:
    """Print the figures, and write them where asked."""
    asked = argparse.ArgumentParser(prog="python -m tests.benchmarks.mark_estimate")
    asked.add_argument("--number", type=int, default=CANDIDATES, help="candidates a game")
    asked.add_argument("--seed", type=int, default=SEED)
    asked.add_argument("--write", action="store_true", help=f"into {RESULT.name}")
    given = asked.parse_args(arguments)
    commit = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True).stdout.strip()
    lines = [f"commit {commit} seed {given.seed} measured {measured()}"]
    for game in games():
        error, inside, width = foretold(game, given.number, given.seed)
        lines.append(
            f"{game}: {given.number} candidates, {ANSWERS} answers each; mark off by {error:.1f} in the mean (aim 5), "
            f"a paper inside the range {inside:.1f} % (aim 87-93), range {width:.0f} wide"
        )
        print(lines[-1], flush=True)
    if given.write:
        RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
