"""What one window knows of the halls this device has joined; it rings where a table calls."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING
from weakref import WeakValueDictionary

import flet as ft

from app.base.form import Form
from app.window.preferences import BOOKS, JOURNAL

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from app.hall.member import Invitation
    from app.window.hall_desk import HallDesk, Standing
    from app.window.session import Session


HALLS = "zhicai.halls"  # in a browser: under which they are kept
WINDOWS: WeakValueDictionary[int, Session] = WeakValueDictionary()
"""Every window there is, to be told how this device stands with its halls."""


def ever_joined() -> bool:
    """Whether this device has ever joined a hall: where it has not, nothing of that is loaded."""
    from app.hall import MEMBERSHIPS
    from app.window import keeping

    kept = keeping.storage()
    if kept is not None:
        return HALLS in kept.values.values
    from app.base.data_folder import data_folder

    return (data_folder() / MEMBERSHIPS).exists()


@ft.observable
@dataclass
class HallSight:
    """How this device stands with the halls, as the window shows it."""

    standings: tuple[Standing, ...] = ()
    refused: str = ""
    asked: Invitation | None = None  # a hall that was greeted, and is not joined yet
    greeting: Mapping[str, Any] | None = None  # what it said
    busy: bool = False
    form: Form = field(default_factory=Form)
    rang: frozenset[tuple[str, int]] = frozenset()  # calls that were rung for: event and number

    def take(self, desk: HallDesk) -> None:
        """Take over how things stand."""
        self.standings, self.refused = tuple(desk.standings.values()), desk.refused

    def changed(self, session: Session, desk: HallDesk) -> None:
        """Show on its own page how things stand now, wherever that was found out."""

        def show(_: str) -> None:
            self.take(desk)
            self._ring(session)

        session.preferences.on_page(show, JOURNAL)

    def received(self, session: Session) -> None:
        """Show what others recorded."""
        session.preferences.on_page(session.hear, JOURNAL)

    def books_came(self, session: Session, lines: tuple[str, ...]) -> None:
        """Show the event's own books as the hall gave them."""

        def show(_: str) -> None:
            session.own.heard(session)
            session.tell("会场的规程：" + "；".join(lines), 6)

        session.preferences.on_page(show, BOOKS)

    def _ring(self, session: Session) -> None:
        new = [
            (each, call)
            for each in self.standings
            for call in each.calls
            if call["taken_by"] is None and (each.membership.event, call["id"]) not in self.rang
        ]
        if not new:
            return
        self.rang |= {(each.membership.event, call["id"]) for each, call in new}
        session.tell("，".join(called(call) for _, call in new), 6)
        session.page.run_task(session.senses.ring, "end")


def called(call: Mapping[str, Any]) -> str:
    """Say of a call which table, and about what: 3桌叫裁判（出牌）."""
    about = f"（{call['about']}）" if call["about"] else ""
    return f"{call['table']}桌叫裁判{about}"
