"""What was heard in a story: each fact with its words, taken back by one tap; what it is that was heard and is not taken."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import quiet, section_title
from app.widgets.columns import wrapped
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.ruling.heard import Told
    from app.window.session import Session


def heard_parts(session: Session, told: Told, deny: Callable[[str], object], about: str) -> Iterator[ft.Control]:
    """Yield what was heard; ``deny`` takes back a fact, ``about`` says what comes of the rest."""
    if told.said or told.left:
        yield section_title(session, "听到")
    if told.said:
        chips = [_chip(session, each, deny) for each in told.said]
        yield _beside(wrapped(chips, between=0))
        yield _beside(quiet(session, about, theme.BODY))
    for each in told.left:
        yield _beside(quiet(session, each, theme.BODY))


def _beside(control: ft.Control) -> ft.Control:
    return ft.Container(control, padding=ft.Padding.symmetric(horizontal=16))


def _chip(session: Session, heard: tuple[str, str, str], deny: Callable[[str], object]) -> ft.Chip:
    name, said, words = heard
    return ft.Chip(
        label=written(session, said, theme.BODY),
        leading=ft.Icon(ft.Icons.HEARING, size=session.px(16), semantics_label=session.say("听到")),
        tooltip=f"“{words}”",
        on_delete=on_tap(deny, name),
        delete_icon_tooltip=session.say(f"没有说{said}"),
        padding=ft.Padding.symmetric(horizontal=8, vertical=14),
    )
