"""A question answered in parts: what each part asks, in which form, what is right, and what it is worth.

Several parts share one situation and one diagram. A text is marked by its key points: what a marker finds in it is proposed
(:mod:`app.exams.proposing`), and the examiner decides; every other form is marked by itself.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Form = Literal["text", "several", "one", "order", "fill"]
FORMS: tuple[Form, ...] = ("text", "several", "one", "order", "fill")


@dataclass(frozen=True, slots=True)
class Point:
    """Something a text has to say, and what it weighs in its part."""

    text: str  # as the examiner reads it: 北家永远不叫
    weight: float = 1.0
    cites: tuple[str, ...] = ()  # of a clause to be named: the ids that will do; empty: something to be said


@dataclass(frozen=True, slots=True)
class Part:
    """One of the things a question asks."""

    ask: str
    form: Form
    weight: float  # of the whole question
    model: str = ""  # the answer as it would be written
    points: tuple[Point, ...] = ()  # of a text
    options: tuple[str, ...] = ()  # of several, one, order
    right: tuple[int, ...] = ()  # the options that are right; of order: all of them, in their right order
    accepted: tuple[str, ...] = ()  # of fill: what is right, each way of writing it
    against: tuple[str, ...] = ()  # of a ruling: other rulings of the same tree, which are wrong here
    also: tuple[str, ...] = ()  # ids of clauses that may be named and are not asked for
    lines: int = 4  # to write on, on paper


@dataclass(frozen=True, slots=True)
class Oral:
    """How a question is put by word of mouth: the examiner plays the table and tells what he is asked for."""

    situation: str  # all of it, for the examiner alone
    tells: tuple[str, ...]  # what can be found out at the table: 不足的叫牌：1♥
    claims: tuple[str, ...]  # what players may say that is not so
    seconds: int  # for the ruling, from when he is called
