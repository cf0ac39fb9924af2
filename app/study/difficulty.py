"""How hard questions are, from the answers given on this device: the estimate a question comes with gives way to what happened.

A question is one of many about its subject, so answers count for all questions of the same kind about the same subject.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.study.model import Question

if TYPE_CHECKING:
    from app.study.answers import Answer

WEIGHT = 6.0
"""Answers that an estimate made beforehand is worth."""


@dataclass(frozen=True, slots=True)
class Usual:
    """What a kind of question is like before anybody has answered one."""

    wrong: float  # the share of wrong answers its questions come with, on the average
    options: int  # that it mostly has


KINDS: Mapping[str, Usual] = MappingProxyType(
    {
        "outcome": Usual(0.5, 4),
        "clause": Usual(0.59, 4),
        "irregularity": Usual(0.43, 4),
        "chooser": Usual(0.47, 4),
        "choice": Usual(0.48, 4),
        "error": Usual(0.62, 4),
        "claim": Usual(0.45, 4),
        "number": Usual(0.38, 4),
        "beats": Usual(0.3, 4),
        "legal": Usual(0.31, 3),
        "card": Usual(0.33, 4),
        "meaning": Usual(0.3, 4),
        "term": Usual(0.3, 4),
        "right": Usual(0.35, 2),
        "where": Usual(0.55, 4),
    }
)
"""Kept here because making questions to find out takes seconds; a test holds it against questions that are made."""


def observed(answers: Iterable[Answer]) -> Callable[[Question], float]:
    """How hard a question is, 0 to 1: its own estimate, moved towards the share of wrong answers as these become many."""
    asked: Counter[tuple[str, str]] = Counter()
    wrong: Counter[tuple[str, str]] = Counter()
    for answer in answers:
        key = (answer.kind, answer.subject)
        asked[key] += 1
        wrong[key] += not answer.right

    def hardness(question: Question) -> float:
        key = (question.kind, question.subject)
        return (question.difficulty * WEIGHT + wrong[key]) / (WEIGHT + asked[key])

    return hardness
