"""What the pages of an event's rounds share: what is being filled in, writing to the journal, the round that is looked at."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.form import Form
from app.journal.competition import written
from app.journal.store import JournalError
from app.widgets.basics import choice_chip
from app.window.components import on_tap

if TYPE_CHECKING:
    from app.journal.competition import Body
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Round
    from app.window.session import Session


def form_of(session: Session, record: str) -> Form:
    """What is being filled in about the rounds of an event."""
    return session.event_forms.setdefault(f"competition {record}", Form())


def write(session: Session, record: str, *bodies: Body) -> bool:
    """Put something into the journal; whether it was kept."""
    try:
        session.duty.journal().save_competition(record, [written(body) for body in bodies])
    except JournalError as refused:
        form_of(session, record).fault = str(refused)
        return False
    session.duty.written()
    return True


def chosen_round(found: Competition, form: Form) -> Round | None:
    """The round that is looked at: the one chosen, else the one that is played."""
    number = form.number("round")
    return (found.round(number) if number is not None else None) or found.current


def round_chips(session: Session, found: Competition, form: Form) -> ft.Control:
    """Return the rounds to choose from; those with all results have a mark."""
    now = chosen_round(found, form)

    def name(each: Round) -> str:
        return each.title + ("✓" if not found.waiting(each) else "")

    return ft.Container(
        ft.Row(
            [
                choice_chip(session, name(each), each is now, on_tap(form.put, "round", each.number))
                for each in found.rounds
            ],
            spacing=8,
            scroll=ft.ScrollMode.AUTO,
        ),
        padding=ft.Padding.symmetric(horizontal=16, vertical=8),
    )
