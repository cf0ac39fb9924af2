"""What the table remembers of its last ruling, with one tap to say that it is still so, or not; and what is ruled if it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.ruling.remembered import answers, if_still, said, unconfirmed
from app.ruling.whose_deal import DOUBTED
from app.widgets.basics import choice_chip
from app.widgets.columns import stretched
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from app.ruling.walk import Walk
    from app.window.session import Session

LARGE = 1.3  # letters so large leave no room for the answers beside the words


def still_rows(session: Session, walk: Walk) -> Iterator[ft.Control]:
    """Ask what is remembered, a row each, and say how the ruling goes if all of it still holds."""
    left = unconfirmed(walk)
    if not left:
        return
    rows: list[ft.Control] = [_row(session, walk, name, value) for name, value in left.items()]
    if text := if_still(walk, left):
        whole = "都" if len(left) > 1 else ""
        rows.append(sentence(session, f"若{whole}{answers(walk, next(iter(left)))[0]}：{text}", theme.BODY))
    yield ft.Container(
        stretched(rows, spacing=4),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.only(left=16, right=12, top=6, bottom=6),
        key=f"still-{walk.id}",
    )


def _row(session: Session, walk: Walk, name: str, value: Any) -> ft.Control:
    yes, no = answers(walk, name)
    words = said(walk, name, value)
    doubted = DOUBTED if name in session.table.doubted(walk) else ""
    color = session.shade(theme.AMBER)
    icon = ft.Icon(ft.Icons.HISTORY, size=session.px(20), color=color)
    asked: list[ft.Control] = [
        icon,
        ft.Container(sentence(session, f"上次判后：{words}{doubted}", theme.SMALL), expand=True),
    ]
    chips: list[ft.Control] = [
        choice_chip(session, yes, False, on_tap(session.table.say_still, walk, name), True, f"{words}，{yes}"),
        choice_chip(session, no, False, on_tap(session.table.say_over, walk, name), True, f"{words}，{no}"),
    ]
    if session.settings.text_scale > LARGE:
        return ft.Column([ft.Row(asked, spacing=8), ft.Row(chips, spacing=8)], spacing=4)
    return ft.Row([*asked, *chips], spacing=8, vertical_alignment=ft.CrossAxisAlignment.CENTER)
