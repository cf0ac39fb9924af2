"""Small charts drawn with the controls every screen is made of: bars of days, and a ring of how far one has come."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.window import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.window.session import Session

TALL = 96  # px of the highest bar
LEAST = 3  # px of a bar that is not nothing
LABEL, DIGIT = 12, 0.6  # px of the letters at a bar; of that the width of a digit


def bars(
    session: Session, values: Sequence[int], labels: Sequence[str], said: str, color: str | None = None
) -> ft.Control:
    """Return one bar for each value, with the number above it; ``said`` is the chart in words.

    Where letters are so large that the labels would touch, only every second or third bar has one, from its left edge on.
    """
    most = max(values, default=0) or 1
    step = apart(labels, session.px(LABEL), (session.layout.pane or theme.READING_WIDTH) - 32)
    columns: list[ft.Control] = [
        stretched(
            [
                _under(session, str(value) if value else ""),
                ft.Container(
                    height=max(LEAST, TALL * value / most) if value else 1,
                    bgcolor=(color or ft.Colors.PRIMARY) if value else ft.Colors.OUTLINE_VARIANT,
                    border_radius=ft.BorderRadius.only(top_left=4, top_right=4),
                ),
                *([_under(session, label)] if step == 1 else []),
            ],
            spacing=2,
            tight=True,
            expand=True,
            alignment=ft.MainAxisAlignment.END,
        )
        for value, label in zip(values, labels, strict=True)
    ]
    return ft.Semantics(
        content=ft.Container(
            ft.Column(
                [
                    ft.Row(columns, spacing=4, vertical_alignment=ft.CrossAxisAlignment.END),
                    *_below(session, labels, step),
                ],
                spacing=2,
            ),
            padding=ft.Padding.symmetric(horizontal=16, vertical=4),
        ),
        label=session.say(said),
        image=True,
        container=True,
        exclude_semantics=True,
    )


def apart(labels: Sequence[str], letters: float, width: float) -> int:
    """Return at how many bars one label stands, so that none touches the next in this width; letters and width in px."""
    longest = max(map(len, labels), default=0) * letters * DIGIT + 4
    return max(1, ceil(longest * len(labels) / width)) if width > 0 else 1


def _below(session: Session, labels: Sequence[str], step: int) -> list[ft.Control]:
    if step == 1:
        return []
    row = [
        ft.Container(quiet(session, label, LABEL), expand=min(step, len(labels) - at * step))
        for at, label in enumerate(labels[::step])
    ]
    return [ft.Row(list[ft.Control](row), spacing=0)]


def _under(session: Session, text: str) -> ft.Text:
    said = quiet(session, text, LABEL)
    said.text_align, said.no_wrap = ft.TextAlign.CENTER, True
    return said


def ring(session: Session, part: float, said: str, size: float = 44) -> ft.Control:
    """Return a ring that is full as far as ``part`` (0 to 1) says, with the percentage in it."""
    wide = size * theme.grown(session.settings.text_scale)
    return ft.Semantics(
        content=ft.Stack(
            [
                ft.ProgressRing(
                    value=part,
                    width=wide,
                    height=wide,
                    stroke_width=5,
                    color=ft.Colors.PRIMARY,
                    bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
                ),
                ft.Container(
                    quiet(session, f"{round(part * 100)}%" if part < 1 else "✓", 12),
                    width=wide,
                    height=wide,
                    alignment=ft.Alignment.CENTER,
                ),
            ],
            width=wide,
            height=wide,
        ),
        label=session.say(said),
        container=True,
        exclude_semantics=True,
    )
