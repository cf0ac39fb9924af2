"""How books that users brought settle, at an event, what the law leaves open or to the organiser."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from rules_data.brought.settling import MARK, agreed, choices, points, settings_of, value_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from decision_trees.engine import Step
    from rules_data.brought.model import Brought, Choice
    from rules_data.brought.settling import Point, Setting
    from rules_data.handbook import Handbook
    from rules_data.model import GameId


ROUNDS, DEALS, BYE, FORFEIT = "event.rounds", "event.deals", "event.bye", "event.forfeit"
"""What the laws leave to the organiser, as their data calls it."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What is settled, by point; ``against``: the pairs of which neither counts, because they say different things."""

    by_point: Mapping[str, Setting] = field(default_factory=dict)
    against: tuple[tuple[Setting, Setting], ...] = ()

    def questions(self) -> dict[str, str]:
        """The open questions that are settled, each with its option."""
        return {point: each.option for point, each in self.by_point.items() if MARK not in point}

    def facts(self, handbook: Handbook) -> dict[str, Any]:
        """What is settled of what the law leaves to the organiser, as trees take it."""
        known = {each.id: each for book in handbook.books.values() if book.left for each in points(book)}
        return {
            known[point].fact: value_of(known[point], each.option)
            for point, each in self.by_point.items()
            if MARK in point and point in known and known[point].takes(each.option)
        }

    def of_fact(self, fact: str) -> Setting | None:
        """By what a fact is settled."""
        return next((each for point, each in self.by_point.items() if point.endswith(f"{MARK}{fact}")), None)


NONE = Settings()


def used(settings: Settings, handbook: Handbook, step: Step) -> tuple[tuple[Point, Setting], ...]:
    """What of it a ruling went by: the open questions it came to that are answered so, and the facts it was told."""
    answers = {each.id: each.answer for each in step.settled if each.source == "event"}
    known = {each.name: each.value for each in step.known}
    found = []
    for id_, setting in settings.by_point.items():
        point = point_of(handbook, id_)
        if point is None or not point.takes(setting.option):
            continue
        so = value_of(point, setting.option) if point.fact else setting.option
        if (known.get(point.fact) if point.fact else answers.get(id_)) == so:
            found.append((point, setting))
    return tuple(found)


def settings_at(books: Iterable[Brought], event: str, game: GameId) -> Settings:
    """What the books of a game that are meant for an event, or for all, settle there."""
    meant = [each for each in books if each.book.game == game and each.event in ("", event)]
    by_point, against = agreed(setting for each in meant for setting in settings_of(each))
    return Settings(by_point, against) if by_point or against else NONE


def laid_down(books: Iterable[Brought], handbook: Handbook, fact: str) -> Iterator[tuple[Brought, Choice, bool]]:
    """What books seem to lay down of a fact, each with whether it was confirmed; not what was refused."""
    for each in books:
        base = handbook.books.get(each.base or "")
        decided = {one.key: one for one in each.decided}
        for choice in choices(each.book, base, handbook.script.simplified, fact):
            state = decided.get(choice.key)
            if state is None and choice.options:
                yield each, choice, False
            elif state is not None and state.accepted and state.settles is not None:
                yield each, replace(choice, options=(state.settles[1],)), True


def point_of(handbook: Handbook, id_: str) -> Point | None:
    """The point of the law with this id; None: there is none any more."""
    book = handbook.books.get(id_.replace(MARK, "/").partition("/")[0])
    return next((each for each in points(book) if each.id == id_), None)


def source_line(handbook: Handbook, setting: Setting) -> str:
    """By which words of which book something is settled."""
    by = handbook.provision(setting.by)
    return f"照《{handbook.book_of(setting.by).short}》{by.label}：“{setting.sentence}”"
