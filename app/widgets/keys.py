"""A key: a small target with one sign on it, many of which stand in rows."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.window import theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session

HEIGHT = theme.TARGET  # px; as wide as the row allows
LARGEST = 1.7  # signs on keys do not grow further, nor in a row of more than six than by TIGHT
TIGHT = 1.35
LINE = 1.15
AROUND = 12  # px above and below together
SINGLE, GROWS = (
    52,
    0.25,
)  # px up to which a key has one line; it becomes so much higher where letters are twice as large
BELOW = 12  # px of the word below the sign


def signs(
    session: Session, text: str, size: float = theme.LAW, below: str = "", faint: bool = False, largest: float = LARGEST
) -> list[ft.TextSpan]:
    """Return what stands on a key, its suits in colour; a word may stand below."""
    scale = min(session.settings.text_scale, largest)
    quiet = ft.Colors.ON_SURFACE_VARIANT if faint else None
    spans = [
        ft.TextSpan(
            sign,
            style=ft.TextStyle(
                size=size * scale,
                weight=ft.FontWeight.W_600,
                color=session.shade(theme.SUITS[sign]) if sign in theme.SUITS else quiet,
            ),
        )
        for sign in text
    ]
    if below:
        spans.append(ft.TextSpan(f"\n{session.say(below)}", style=ft.TextStyle(size=BELOW * scale)))
    return spans


def two_lines(session: Session, size: float, largest: float = LARGEST) -> float:
    """Return the height of a key with a word below its sign: the others of its row are as high, px."""
    return (size + BELOW) * min(session.settings.text_scale, largest) * LINE + AROUND


def key(
    session: Session,
    text: str,
    on_click: Callable[[Any], Any],
    name: str = "",
    below: str = "",
    size: float = theme.LAW,
    chosen: bool = False,
    faint: bool = False,
    height: float = HEIGHT,
    width: float | None = None,
    largest: float = LARGEST,
    action: ft.ClientAction | None = None,
) -> ft.Control:
    """Return a key; to a screen reader a button with a name in words. What only a touch may do, the client does first."""
    scale = min(session.settings.text_scale, largest)
    lines = (size + (BELOW if below else 0)) * scale * LINE
    part = ft.Container(
        ft.Text(
            spans=signs(session, session.say(text), size, below, faint, largest),
            style=ft.TextStyle(height=LINE),
            text_align=ft.TextAlign.CENTER,
            semantics_label=session.say(name or text),
        ),
        on_click=on_click,
        action=action,
        ink=True,
        bgcolor=ft.Colors.PRIMARY_CONTAINER
        if chosen
        else ft.Colors.SURFACE_CONTAINER_LOW
        if faint
        else ft.Colors.SURFACE_CONTAINER_HIGHEST,
        border=ft.Border.all(2, ft.Colors.PRIMARY) if chosen else ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=10,
        height=max(height, min(height, SINGLE) * (1 + GROWS * (session.settings.text_scale - 1)), lines + AROUND),
        width=width,
        alignment=ft.Alignment.CENTER,
        padding=0,
    )
    return ft.MergeSemantics(ft.Semantics(content=part, selected=chosen), expand=True if width is None else None)
