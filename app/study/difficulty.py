"""How hard questions are, from the answers given on this device: the estimate a question comes with gives way to what happened.

A question is one of many about its subject, so answers count for all questions of the same kind about the same subject.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from app.study.model import Question

if TYPE_CHECKING:
    from app.study.answers import Answer

WEIGHT = 6.0
"""Answers that an estimate made beforehand is worth."""


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
