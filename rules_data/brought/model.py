"""What is kept of a book that somebody brought, beside the book itself."""

from __future__ import annotations

from typing import Literal

from rules_data.brought.game_model import OwnGame
from rules_data.model import Amendment, Book
from rules_data.record import record

As = Literal["heading", "continues", "own", "row", "text"]
"""What a person says a line is: a heading, the end of the line above, a point of its own, a row of a table, plain text."""


@record
class Mend:
    """What a person said of one line of a text."""

    line: int  # counted from 1
    text: str  # the line as it stood, so that it is found again in a text that has changed
    what: As


@record
class Doubtful:
    """A line that was not understood, or not with confidence."""

    line: int  # counted from 1
    text: str
    why: str  # in Chinese


@record
class LineRead:
    """What became of one line of a text."""

    line: int  # counted from 1
    text: str
    what: Literal["blank", "title", "heading", "number", "text", "continues", "own", "row", "contents"]
    provision: str = ""  # id of the provision it is in; none for a blank line
    mended: bool = False  # a person said so


@record
class Proposal:
    """What a sentence of a book seems to do to a clause of the law. Nothing of it is in force until a person confirms it."""

    key: str  # the same for the same words of the same clause, so that what was decided stays decided
    by: str  # provision of the brought book
    sentence: str  # as printed
    effect: Literal["replaces", "adds", "repeals"]
    base: tuple[str, ...]  # provisions of the law; empty: named, and not found
    named: str  # the clause as the sentence names it
    whole: bool = False  # all of the clause, not a part of it


@record
class Choice:
    """What a sentence of a book seems to decide of a point that the law leaves open, or to the organiser."""

    key: str
    by: str  # provision of the brought book
    sentence: str
    question: str  # book/number of the open question; book#fact of what is left to the organiser
    options: tuple[str, ...]  # keys of the options it may mean, or the number; empty: it speaks of the point only


@record
class Confirmed:
    """What a person decided of a proposal."""

    key: str
    accepted: bool
    amendment: Amendment | None = None  # what is in force then
    settles: tuple[str, str] | None = None  # a point and the option it is settled with; an empty one: refused


@record
class Brought:
    """One version of a book that somebody brought."""

    book: Book
    version: int  # counted from 1
    at: str  # when: ISO 8601, UTC
    by: str  # who, as he calls himself; may be empty
    did: str  # what was done, in Chinese
    source: str  # SHA-256 of the file or the pasted text as it was brought
    name: str  # of the file; empty: pasted
    event: str = ""  # id of the event it is meant for; empty: for all
    base: str | None = None  # the book whose clauses it speaks of
    mends: tuple[Mend, ...] = ()
    doubts: tuple[Doubtful, ...] = ()
    decided: tuple[Confirmed, ...] = ()
    withdrawn: bool = False
    edition_of: str = ""  # the text, mostly a law, of which it is another edition; empty: it is a regulation
    aligned: tuple[tuple[str, str], ...] = ()  # which clause of that law a person says one of these is, by number
    own_game: OwnGame | None = None  # of a game that came with a text alone: what was said of it
    aligned_with: tuple[tuple[str, str, str], ...] = ()  # the same of another text, whose id stands first
