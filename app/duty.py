"""On duty: the event a referee works at, and where he was last called. What rulings know before anything is asked."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.records import NO_EVENT, Place
from app.library import trees
from app.walk import Context

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from app.journal.entries import Entry
    from app.journal.journal import Journal
    from app.journal.records import EventBody


@ft.observable
@dataclass
class Duty:
    """The event at hand, who is on duty, and where he was last called; kept across restarts."""

    event: str = NO_EVENT
    author: str = ""
    place: Place = field(default_factory=Place)
    pair: str = ""  # against whom, while a ruling is being made
    version: int = 0  # counts what was written to the journal

    def go_to(self, place: Place, pair: str | None = None) -> None:
        """Note where one was called, and against whom."""
        self.place = place
        if pair is not None:
            self.pair = pair

    def written(self) -> None:
        """Note that the journal has grown."""
        self.version += 1


def adopted(event: EventBody, game: str, supplements: Collection[str]) -> dict[str, Any]:
    """What an event's choice of books answers in the trees of a game.

    ``supplements`` names the supplements known. A default event, which adopted nothing, answers nothing.
    """
    if event.game != game or not event.books:
        return {}
    return {"regime": "supplement" if any(book in supplements for book in event.books) else "base"}


def history_of(journal: Journal, duty: Duty, game: str, leaving_out: str | None = None) -> list[dict[str, Any]] | None:
    """What the rulings of an event count; None where a record of the pair at the table does not say its round.

    ``leaving_out`` is a record whose incident does not count: the one being ruled on.
    """
    ladder = trees().ladders.get(game)
    if ladder is None or not ladder.kinds or not duty.pair:
        return None
    recorded: Sequence[Mapping[str, Any]] = journal.history(duty.event, game, leaving_out=leaving_out)
    records = [r for r in recorded if r["kind"] in ladder.kinds]  # a later version may count more
    if duty.place.round is not None and any(r["pair"] == duty.pair and r.get("round") is None for r in records):
        return None
    return [dict(r) for r in records]


def context(
    journal: Journal, duty: Duty, game: str, supplements: Collection[str], leaving_out: str | None = None
) -> Context:
    """What a ruling of this game knows before anything is asked."""
    event = journal.event(duty.event).body
    facts: dict[str, Any] = adopted(event, game, supplements)
    place = duty.place
    if (history := history_of(journal, duty, game, leaving_out)) is not None:
        facts |= {"history": history, "pair": duty.pair}
        facts |= {name: value for name, value in (("round", place.round), ("game", place.game)) if value is not None}
    return Context(facts, dict(event.settled))


def said(entry: Entry) -> str:
    """Where a ruling was given, in a few words: 第5桌 第2轮 第3副."""
    return place_words(entry.body.place)


def place_words(place: Place) -> str:
    """A place in a few words; empty when nothing is known."""
    words = (
        f"{place.table}桌" if place.table else "",
        f"第{place.round}轮" if place.round is not None else "",
        f"第{place.game}局" if place.game is not None else "",
        f"第{place.deal}副" if place.deal is not None else "",
    )
    return " ".join(word for word in words if word)


def pair_words(event: EventBody, pair: str) -> str:
    """A pair as one would call it: 1号 红队; a bare number is not to be taken for a count."""
    name = next((each.name for each in event.entrants if each.number == pair and each.name != pair), "")
    return f"{pair}号 {name}".rstrip() if pair.isdigit() else f"{pair} {name}".rstrip()
