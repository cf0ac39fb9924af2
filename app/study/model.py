"""A question as it is asked in practice and on papers: made from the law, never stored with its answer."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.ruling.picture import Picture
    from app.study.parts import Oral, Part
    from rules_data.model import GameId


@dataclass(frozen=True, slots=True)
class Option:
    """One of the answers offered."""

    text: str
    why: str = ""  # of a wrong one: where it would be right, or why it is not; of the right one: nothing more than Question.why
    cites: tuple[str, ...] = ()  # ids of provisions that say so


@dataclass(frozen=True, slots=True)
class Drawn:
    """What is drawn above the stem: at most one kind of it, each with a text for screen readers."""

    cards: tuple[str, ...] = ()  # codes of the game's pack: H10, SJ
    auction: tuple[str, ...] = ()  # calls from the dealer on
    dealer: str = ""
    picture: Picture | None = None  # the table of a worked case
    said: str = ""


@dataclass(frozen=True, slots=True)
class Question:
    """One question with one right answer among several; or, on papers, one that is answered in parts and has no options.

    It is named by its kind, its subject and the seed it was made with: the same three make the same question again, as long as
    the books and trees are the same.
    """

    kind: str  # which generator made it
    game: GameId
    subject: str  # what is to be known, spaced over time: "clause:bridge-1999:64A1", "tree:bridge.revoke", "term:…", "table:…"
    seed: int
    topic: str  # a stage or chapter, by which one chooses: an id of app.study's topics
    stem: str  # readable without the options
    options: tuple[Option, ...]
    right: int  # which of the options
    why: str  # the working, in sentences
    cites: tuple[str, ...]  # ids of the provisions that decide it, never empty
    drawn: Drawn = field(default_factory=Drawn)
    difficulty: float = 0.5  # 0: everybody knows it, 1: nobody does; an estimate until there are answers
    settled: tuple[tuple[str, Any], ...] = ()  # open questions the stem settles
    parts: tuple[Part, ...] = ()
    oral: Oral | None = None  # of one that is put by word of mouth

    @property
    def id(self) -> str:
        """The name under which it is made again."""
        return f"{self.kind}/{self.subject}/{self.seed}"

    @property
    def answer(self) -> Option:
        """The right one."""
        return self.options[self.right]
