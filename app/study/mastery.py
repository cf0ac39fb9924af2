"""How firmly each thing of a game is known now: by stage, and by law."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import TYPE_CHECKING, Literal

from app.base.opened import handbook, trees
from app.study import bank
from app.study.schedule import scheduler

if TYPE_CHECKING:
    from app.study.bank import Subject
    from app.study.schedule import State
    from rules_data.model import GameId

Grade = Literal["firm", "shaky", "new"]
GRADES: dict[Grade, str] = {"firm": "牢", "shaky": "不牢", "new": "没练过"}
FIRM_DAYS = 14.0  # days after which it is still known with a chance of nine in ten: from there on it is firm
FIRM_NOW = 0.8  # chance of knowing it today


@dataclass(frozen=True, slots=True)
class Part:
    """A stage or a law, and how many of its things are known how firmly."""

    id: str
    title: str
    firm: int
    shaky: int
    new: int

    @property
    def total(self) -> int:
        """How many things it has."""
        return self.firm + self.shaky + self.new

    @property
    def grade(self) -> Grade:
        """How the whole of it stands: firm where all of it is, new where nothing was asked yet."""
        return "new" if self.new == self.total else "firm" if self.firm == self.total else "shaky"


def graded(state: State, subject: str, now: datetime) -> Grade:
    """How firmly one thing is known."""
    card = state.cards.get(subject)
    if card is None:
        return "new"
    still = scheduler().get_card_retrievability(state.kept[subject], now)
    return "firm" if card.known and card.stability >= FIRM_DAYS and still >= FIRM_NOW else "shaky"


def stages(state: State, game: GameId, now: datetime) -> list[Part]:
    """The stages and other topics of a game, in order."""
    return [
        _part(t.id, t.title, (graded(state, s.id, now) for s in bank.subjects(game, t.id))) for t in bank.topics(game)
    ]


def laws(state: State, game: GameId, now: datetime) -> list[Part]:
    """The laws of a game that are asked about, in the order of its books."""
    return [
        _part(id_, handbook().provision(id_).label, (graded(state, s.id, now) for s in those))
        for id_, those in _by_law(game)
    ]


def _part(id_: str, title: str, grades: Iterable[Grade]) -> Part:
    found = list(grades)
    return Part(id_, title, found.count("firm"), found.count("shaky"), found.count("new"))


@cache
def _by_law(game: GameId) -> Sequence[tuple[str, Sequence[Subject]]]:
    """The things of a game by the law they belong to: a clause to its own, a tree to that it names first."""
    found: dict[str, list[Subject]] = {}
    book = handbook()
    for each in bank.subjects(game):
        sort, _, name = each.id.partition(":")
        cite = (
            name
            if sort == "clause"
            else trees().trees[name].cites[0]
            if sort == "tree" and name in trees().trees
            else ""
        )
        if cite and cite in book:
            found.setdefault(book.article(cite).id, []).append(each)
    order = {each.id: n for n, each in enumerate(book.walk())}
    return sorted(found.items(), key=lambda each: order.get(each[0], len(order)))
