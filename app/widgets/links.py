"""Clauses as chips that lead to them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import label_chip
from app.widgets.columns import wrapped
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.window.session import Session
    from rules_data.model import Provision


def provision_links(session: Session, ids: Iterable[str]) -> ft.Control:
    """Return chips of clauses in a row; a clause named twice once, one that no longer exists not at all."""
    found = [provision for each in dict.fromkeys(ids) if (provision := session.find(each))]
    return wrapped(_link(session, provision) for provision in found)


def _link(session: Session, provision: Provision) -> ft.Control:
    return ft.MergeSemantics(
        ft.Container(
            label_chip(session, f"{session.book_of(provision.id).short} {provision.label}"),
            on_click=on_tap(session.go_clause, provision.id),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(vertical=12),
        )
    )
