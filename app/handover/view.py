"""What is being handed over to another phone, as one window shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from app.journal.entries import Entry

SECONDS = 0.8  # each code is shown before the next


@ft.observable
@dataclass
class HandoverView:
    """The choice of what to hand over."""

    ids: tuple[str, ...] = ()  # the rulings there are to choose from
    round: int | None = None  # only those of this round; None: all
    with_event: bool = True  # and the event, for a phone that does not know it
    competition: str = ""  # the event whose rounds and results go over instead of rulings
    books: tuple[str, ...] = ()  # the books of one's own that go over instead of rulings
    with_books: bool = True  # and the books meant for the event of what goes over
    shown: bool = False  # whether codes with books in them are shown: how many they are is said before

    def begin(self, ids: Iterable[str]) -> None:
        """Choose anew, from these rulings."""
        self.ids = tuple(ids)
        self.round = None
        self.competition = ""
        self.books = ()
        self.shown, self.with_books = False, True

    def begin_books(self, ids: Iterable[str]) -> None:
        """Hand over books of one's own."""
        self.begin(())
        self.books = tuple(ids)

    def begin_competition(self, event: str) -> None:
        """Hand over the rounds and results of an event."""
        self.begin(())
        self.competition = event

    def chosen(self, entries: Sequence[Entry]) -> list[str]:
        """Which of the rulings are handed over."""
        return [entry.id for entry in entries if self.round in (None, entry.body.place.round)]


def rounds(entries: Sequence[Entry]) -> dict[int, int]:
    """How many of some rulings were given in each round."""
    found: dict[int, int] = {}
    for entry in entries:
        if entry.body.place.round is not None:
            found[entry.body.place.round] = found.get(entry.body.place.round, 0) + 1
    return dict(sorted(found.items()))
