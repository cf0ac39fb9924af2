"""One check of a question: its name, what it is called, and what it finds."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from app.study.model import Option, Question


@dataclass(frozen=True, slots=True)
class Check:
    """One kind of fault."""

    name: str  # by which faults are counted
    title: str  # in Chinese
    find: Callable[[Question], Iterable[str]]  # what is wrong, a sentence each


def wrong_ones(question: Question) -> tuple[Option, ...]:
    """The options that are not the answer."""
    return tuple(option for i, option in enumerate(question.options) if i != question.right)


def texts(question: Question) -> tuple[str, ...]:
    """Everything a question says, before and after it is answered."""
    options = question.options
    return (question.stem, *(o.text for o in options), question.why, *(o.why for o in options))
