"""A few choices side by side; with large letters in rows, many of them in one that scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import choice_chip
from app.widgets.columns import wrapped
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.window.session import Session

SIDE_BY_SIDE = 7
LEAST = 2  # letters of a segment: none is narrower
AROUND = 34  # px at both sides of the bar, and its frame
SEEN = 5  # choices that all stand in view, also where letters are large


def segments(
    session: Session, options: Sequence[tuple[str, str]], chosen: str, choose: Callable[[str], None]
) -> ft.Control:
    """Return the choices as one bar, of which one is chosen."""
    parts = sum(_share(title) for _, title in options)
    narrow = not session.layout.wide and AROUND + parts / LEAST * theme.TARGET > (session.layout.pane or AROUND * 100)
    if session.settings.text_scale > 1.1 or len(options) > SIDE_BY_SIDE or narrow:
        chips = [choice_chip(session, title, id_ == chosen, on_tap(choose, id_)) for id_, title in options]
        if len(options) <= SEEN:
            return wrapped(chips, gap=6)
        return ft.Row(chips, spacing=6, scroll=ft.ScrollMode.HIDDEN)
    return ft.Container(
        ft.Row([_segment(session, title, id_ == chosen, id_, choose) for id_, title in options], spacing=0),
        border=ft.Border.all(1, ft.Colors.OUTLINE),
        border_radius=24,
        clip_behavior=ft.ClipBehavior.ANTI_ALIAS,
    )


def _segment(session: Session, title: str, chosen: bool, id_: str, choose: Callable[[str], None]) -> ft.Control:
    weight = ft.FontWeight.W_600 if chosen else None
    part = ft.Container(
        written(session, title, theme.BODY, weight=weight, no_wrap=True),
        on_click=lambda _: choose(id_),
        ink=True,
        bgcolor=ft.Colors.SECONDARY_CONTAINER if chosen else None,
        height=theme.TARGET,
        alignment=ft.Alignment.CENTER,
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen), expand=_share(title))


def _share(title: str) -> int:
    """What a segment has of the bar."""
    return max(LEAST, len(title))
