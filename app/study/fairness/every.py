"""All the checks of what is asked."""

from __future__ import annotations

from app.study.fairness import giving_away, grounds, options, words
from app.study.fairness.check import Check
from app.study.model import Question

CHECKS: tuple[Check, ...] = (*options.CHECKS, *giving_away.CHECKS, *words.CHECKS, *grounds.CHECKS)


def fair(question: Question) -> bool:
    """Does no check find anything wrong?"""
    return not any(True for check in CHECKS for _ in check.find(question))
