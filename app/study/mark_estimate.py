"""What mark an examination would give now, with how sure that is: worked out of the answers given in practice.

A question is answered rightly with the chance

    g + (1 - g) · logistic(ability + topic - difficulty + practised)

where g is the chance of guessing among its options, the topic's share is drawn towards nothing, and ``practised`` is nothing for
what was never met; for what was answered rightly last time it grows with the chance that it is still remembered (FSRS), and for
what was answered wrongly it has a share of its own. The difficulty is that of the kind of question, moved by the results of papers
(:func:`hardness_of`). Abilities are found by Fisher scoring with normal priors; their covariance, the chance of which questions a
paper has, and what such a model leaves unsaid (:data:`MISFIT`) make the range.

How well it does is measured with simulated candidates who answer by another model: ``python -m tests.benchmarks.mark_estimate``.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from math import exp, log, sqrt
from typing import TYPE_CHECKING

from app.study.difficulty import KINDS

if TYPE_CHECKING:
    from app.study.bank import Subject
    from app.study.schedule import State

LEAST = 30
"""Answers below which nothing is said."""
PAPER = 50
"""Questions of the paper whose mark is estimated."""
SURE = 0.9
"""How often the mark lies in the range."""
HALF = 60.0
"""Days after which an answer counts half: people learn and forget."""
MOST = 2000
"""Answers that are gone through, the last ones: what is older says little of today."""
MISFIT = 0.015
"""Standard deviation of what the model leaves unsaid, as a share of the full mark."""
_QUANTILE = 1.6449  # of the normal distribution, for nine in ten
_ABILITY, _SPREAD, _TOPIC = (
    -0.4,
    1.0,
    0.4,
)  # prior: mean and standard deviation of ability, deviation of a topic's share
_KNOWN, _MISSED, _LOOSE = 3.5, 2.5, 2.0  # prior means of what practice adds, right and wrong last time; their deviation
_TURNS, _STILL = 40, 1e-6
_WEIGHT = 25.0  # candidates that a difficulty assumed beforehand is worth

Hardness = Callable[[str, str, str], float]
"""The difficulty, in logits, of a kind of question about a topic and a subject."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The mark of a paper of :data:`PAPER` questions, of 100; in nine papers of ten it lies between ``low`` and ``high``."""

    mark: float
    low: float
    high: float
    answers: int  # that it rests on


@dataclass(frozen=True, slots=True)
class ItemResult:
    """How candidates did on one question of one paper."""

    paper: str
    kind: str
    topic: str
    subject: str
    right: float  # the share of the candidates, 0 to 1
    candidates: int


@dataclass(frozen=True, slots=True)
class _Seen:
    """One chance to answer: what adds to the ability, and how much each counts."""

    guess: float
    hard: float
    parts: tuple[tuple[int, float], ...]  # parameter and its factor
    right: bool = False
    weight: float = 1.0


def logistic(x: float) -> float:
    """Return the chance that belongs to logits."""
    return 1 / (1 + exp(-max(-30.0, min(30.0, x))))


def logit(chance: float) -> float:
    """Return the logits that belong to a chance."""
    chance = min(0.98, max(0.02, chance))
    return log(chance / (1 - chance))


def assumed(kind: str) -> float:
    """The difficulty of a kind in logits, as it is assumed beforehand: half know what its share of wrong answers says."""
    about = KINDS[kind]
    return logit(about.wrong / (1 - 1 / about.options))


def hardness_of(results: Iterable[ItemResult] = ()) -> Hardness:
    """Difficulties by kind, topic and subject: those assumed beforehand, moved by what papers showed, as far as many showed it.

    Who sat a paper may be good or bad: on each the difficulties assumed are right on the average, and what an item differs by
    counts.
    """
    papers: dict[str, list[ItemResult]] = defaultdict(list)
    for each in results:
        if each.kind in KINDS and each.candidates:
            papers[each.paper].append(each)
    differs: list[tuple[ItemResult, float]] = []
    for items in papers.values():
        group = _group(items)
        for each in items:
            guess = 1 / KINDS[each.kind].options
            seen = group - logit((each.right - guess) / (1 - guess))
            differs.append((each, seen - assumed(each.kind)))
    levels: list[Callable[[ItemResult], tuple[str, ...]]] = [
        lambda r: (r.kind,),
        lambda r: (r.kind, r.topic),
        lambda r: (r.kind, r.topic, r.subject),
    ]
    moved: dict[tuple[str, ...], float] = {}
    for level in levels:
        total: dict[tuple[str, ...], float] = defaultdict(float)
        number: dict[tuple[str, ...], float] = defaultdict(float)
        for each, by in differs:
            key = level(each)
            rest = by - sum(moved.get(key[:n], 0.0) for n in range(1, len(key)))
            total[key] += rest * each.candidates
            number[key] += each.candidates
        moved |= {key: total[key] / (number[key] + _WEIGHT) for key in total}

    def hardness(kind: str, topic: str, subject: str) -> float:
        key = (kind, topic, subject)
        return assumed(kind) + sum(moved.get(key[:n], 0.0) for n in (1, 2, 3))

    return hardness


def _group(items: Sequence[ItemResult]) -> float:
    """The ability with which a paper would have gone on the average as it went, were all difficulties those assumed."""
    aim = sum(each.right for each in items)
    low, high = -6.0, 6.0
    for _ in range(40):
        middle = (low + high) / 2
        said = 0.0
        for each in items:
            guess = 1 / KINDS[each.kind].options
            said += guess + (1 - guess) * logistic(middle - assumed(each.kind))
        low, high = (middle, high) if said < aim else (low, middle)
    return (low + high) / 2


def estimate(
    state: State,
    subjects: Sequence[Subject],
    game: str,
    now: datetime,
    hardness: Hardness | None = None,
    kinds: Mapping[str, float] | None = None,
    paper: int = PAPER,
) -> Estimate | None:
    """Return the mark to be expected now in a game; None below :data:`LEAST` answers.

    ``kinds`` says which part of the paper is of which kind; without it each is as likely as another, as in a paper drawn by chance.
    """
    from fsrs import Card as Kept
    from fsrs import Rating

    from app.study.schedule import scheduler

    hard = hardness or hardness_of()
    given = [each for each in state.answers if each.game == game][-MOST:]
    if sum(each.kind in KINDS for each in given) < LEAST:
        return None
    topics = sorted({each.topic for each in subjects})
    at = {topic: n for n, topic in enumerate(topics, 3)}
    known, missed = 1, 2
    plan, cards, last = scheduler(), dict[str, Kept](), dict[str, bool]()

    def parts(subject: str, topic: str, when: datetime) -> tuple[tuple[int, float], ...]:
        found = [(0, 1.0), *([(at[topic], 1.0)] if topic in at else [])]
        if subject in cards:
            still = plan.get_card_retrievability(cards[subject], when)
            found.append((known, still) if last[subject] else (missed, 1.0))
        return tuple(found)

    seen: list[_Seen] = []
    for each in given:
        when = datetime.fromtimestamp(each.at / 1000, UTC)
        if each.kind in KINDS:
            guess = 1 / KINDS[each.kind].options
            age = max(0.0, (now - when).total_seconds() / 86400)
            seen.append(
                _Seen(
                    guess,
                    hard(each.kind, each.topic, each.subject),
                    parts(each.subject, each.topic, when),
                    each.right,
                    0.5 ** (age / HALF),
                )
            )
        before = cards.get(each.subject) or Kept(card_id=len(cards), due=when)
        cards[each.subject], _ = plan.review_card(before, Rating.Good if each.right else Rating.Again, when)
        last[each.subject] = each.right
    means = [_ABILITY, _KNOWN, _MISSED, *(0.0 for _ in topics)]
    spreads = [_SPREAD, _LOOSE, _LOOSE, *(_TOPIC for _ in topics)]
    found, covariance = _fitted(seen, means, spreads)
    return _expected(
        found, covariance, _asked(subjects, kinds, hard, lambda s: parts(s.id, s.topic, now)), len(seen), paper
    )


def _asked(
    subjects: Sequence[Subject],
    kinds: Mapping[str, float] | None,
    hard: Hardness,
    parts: Callable[[Subject], tuple[tuple[int, float], ...]],
) -> list[_Seen]:
    """Everything a paper may ask, each with how likely it is to be asked."""
    offered: dict[str, list[Subject]] = defaultdict(list)
    for subject in subjects:
        for kind in subject.kinds:
            if kind in KINDS and (kinds is None or kind in kinds):
                offered[kind].append(subject)
    shares = {kind: 1.0 if kinds is None else kinds[kind] for kind in offered}
    total = sum(shares.values())
    return [
        _Seen(
            1 / KINDS[kind].options,
            hard(kind, subject.topic, subject.id),
            parts(subject),
            weight=shares[kind] / total / len(offered[kind]),
        )
        for kind in sorted(offered)
        for subject in offered[kind]
    ]


def _chance(each: _Seen, found: Sequence[float]) -> tuple[float, float]:
    """The chance of a right answer, and how it grows with the logits."""
    known = logistic(sum(found[at] * factor for at, factor in each.parts) - each.hard)
    return each.guess + (1 - each.guess) * known, (1 - each.guess) * known * (1 - known)


def _expected(
    found: Sequence[float], covariance: Sequence[Sequence[float]], asked: Sequence[_Seen], answers: int, paper: int
) -> Estimate:
    mark, drawn, slope = 0.0, 0.0, [0.0] * len(found)
    for each in asked:
        chance, grows = _chance(each, found)
        mark += each.weight * chance
        drawn += each.weight * chance * chance
        for at, factor in each.parts:
            slope[at] += each.weight * grows * factor
    ability = sum(a * b * covariance[i][j] for i, a in enumerate(slope) for j, b in enumerate(slope))
    by_chance = mark * (1 - mark) / paper  # which questions, and how each is answered
    away = _QUANTILE * sqrt(ability + by_chance + MISFIT**2)
    return Estimate(100 * mark, max(0.0, 100 * (mark - away)), min(100.0, 100 * (mark + away)), answers)


def _fitted(
    seen: Sequence[_Seen], means: Sequence[float], spreads: Sequence[float]
) -> tuple[list[float], list[list[float]]]:
    """The most likely parameters, and their covariance."""
    found = list(means)
    covariance: list[list[float]] = []
    for _ in range(_TURNS):
        slope = [(m - f) / s**2 for m, f, s in zip(means, found, spreads, strict=True)]
        information = [[1 / s**2 if i == j else 0.0 for j in range(len(found))] for i, s in enumerate(spreads)]
        for each in seen:
            chance, grows = _chance(each, found)
            pull = each.weight * (each.right - chance) * grows / (chance * (1 - chance))
            told = each.weight * grows * grows / (chance * (1 - chance))
            for i, one in each.parts:
                slope[i] += pull * one
                for j, other in each.parts:
                    information[i][j] += told * one * other
        covariance = _inverse(information)
        step = [sum(row[j] * slope[j] for j in range(len(found))) for row in covariance]
        found = [f + max(-1.0, min(1.0, s)) for f, s in zip(found, step, strict=True)]
        if max(map(abs, step)) < _STILL:
            break
    return found, covariance


def _inverse(matrix: Sequence[Sequence[float]]) -> list[list[float]]:
    """The inverse of a small positive definite matrix, by Gauss and Jordan."""
    size = len(matrix)
    rows = [[*row, *(float(i == j) for j in range(size))] for i, row in enumerate(matrix)]
    for at in range(size):
        pivot = rows[at][at]
        rows[at] = [value / pivot for value in rows[at]]
        for other in range(size):
            if other != at and (factor := rows[other][at]):
                rows[other] = [a - factor * b for a, b in zip(rows[other], rows[at], strict=True)]
    return [row[size:] for row in rows]
