"""A clause in a list: its number and heading, with the beginning of its text or without."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import game_name
from app.reading.quoting import beginning, read_as
from app.widgets.basics import label_chip, labelled, quiet, row
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.state import Sheet

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.model import Provision


def clause_rows(session: Session, ids: Sequence[str]) -> list[ft.Control]:
    """Return clauses with the beginning of their text; a tap opens one in a sheet."""
    found = [provision for each in dict.fromkeys(ids) if (provision := session.find(each)) is not None]
    return [_quoted(session, provision) for provision in found]


def clause_line(session: Session, provision: Provision) -> ft.Control:
    """Return a clause of any game in one line; a tap goes to it."""
    name = written(
        session, _heading(session, provision), theme.BODY, expand=True, max_lines=1, overflow=ft.TextOverflow.ELLIPSIS
    )
    game = game_name(session.book_of(provision.id).game)
    return row(
        ft.Row([label_chip(session, f"{game} {provision.label}"), name], spacing=10),
        on_tap(session.go_clause, provision.id),
    )


def _quoted(session: Session, provision: Provision) -> ft.Control:
    head = labelled(session, provision.label, _heading(session, provision))
    text = beginning(provision)
    quoted = [sentence(session, text, theme.BODY, lines=3)] if text else []
    return row(
        ft.Column([head, *quoted, *_errata(session, provision)], spacing=4),
        on_tap(session.show, Sheet("reference", (provision.id,))),
    )


def _errata(session: Session, provision: Provision) -> Iterator[ft.Control]:
    for erratum in session.handbook.errata(provision.id):
        if erratum.printed and erratum.reading:
            yield quiet(session, f"勘：{read_as(erratum)}")


def _heading(session: Session, provision: Provision) -> str:
    return provision.title or session.handbook.article(provision.id).title or ""
