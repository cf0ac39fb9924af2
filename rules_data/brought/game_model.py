"""What a person says of a game that is brought by its text alone: kept with the book, in words and numbers a form can hold."""

from __future__ import annotations

from typing import Literal

from rules_data.record import record

What = Literal["may", "must", "must_not", "term", "clock"]
"""What a sentence is taken for: a right, a duty, a ban; what a word means; how long something may take."""

Within = Literal["deal", "game", "round", "event"]
Whom = Literal["offender", "all"]
CountedAs = Literal["warning", "violation", "foul"]
RulingLevel = Literal["none", "restriction", "penalty"]


@record
class Mark:
    """What somebody says a sentence is, or (not accepted) is not."""

    what: What
    sentence: str  # as printed: where it stands no more, the mark counts no more
    accepted: bool
    by: str = ""  # who said so
    who: str = ""  # of a right, a duty, a ban: whose
    name: str = ""  # of a term the word, of a clock what is timed
    seconds: int = 0  # of a clock


@record
class LadderStep:
    """What it comes to from one count on."""

    at: int  # the first, the second, the third one
    says: str
    cite: str = ""  # number of a provision of the book


@record
class LadderKind:
    """One kind of what is put on the record, with what its counts come to."""

    kind: CountedAs
    within: Within
    each: Literal["pair", "player"] = "pair"  # of whom they are counted
    steps: tuple[LadderStep, ...] = ()
    by: str = ""  # who confirmed it


@record
class TreeAnswer:
    """An answer to a question, and where it leads."""

    text: str
    to: str = ""  # id of a question or an outcome; empty: nobody has said yet


@record
class TreeQuestion:
    """A question of a tree that somebody began."""

    id: str
    ask: str = ""
    answers: tuple[TreeAnswer, ...] = ()


@record
class TreeOutcome:
    """What is ruled at one end of a tree that somebody began."""

    id: str
    ruling: str = ""
    level: RulingLevel = "none"
    tell: str = ""
    whom: Whom = "offender"
    counts: CountedAs | None = None
    cite: str = ""  # number of a provision; empty: that of the tree


@record
class OwnTree:
    """A tree as a form has it. The first question is the one that is asked first."""

    id: str
    title: str = ""
    heard: str = ""  # how it is told at the table, parted by strokes or commas
    cite: str = ""  # number of the provision it was begun from
    questions: tuple[TreeQuestion, ...] = ()
    outcomes: tuple[TreeOutcome, ...] = ()
    by: str = ""


@record
class OwnGame:
    """A game that was brought by its text alone."""

    name: str  # which is its id too: the same on every device, and readable where the book is not
    seats: int = 4
    sides: bool = False  # whether those who sit opposite each other play together
    marks: tuple[Mark, ...] = ()
    ladder: tuple[LadderKind, ...] = ()
    trees: tuple[OwnTree, ...] = ()
