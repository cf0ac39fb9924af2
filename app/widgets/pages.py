"""A page of the tools: a head with the way back, and below it what scrolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import heading, icon_button
from app.widgets.columns import stretched
from app.window import theme

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.window.session import Session


def page(
    session: Session,
    title: str,
    parts: Sequence[ft.Control],
    actions: Sequence[ft.Control] = (),
    pinned: Sequence[ft.Control] = (),
    state: str = "",
) -> ft.Control:
    """Return a page of the tools: head, what scrolls below, and what stays at the foot whatever is scrolled.

    ``state`` names what the page shows: where that becomes another, it is shown from its beginning.
    """
    aside = beside_text(session)
    head = ft.Container(
        ft.Row(
            [
                icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back()),
                ft.Container(heading(session, title, theme.TITLE, beside=bool(actions)), expand=True),
                *actions,
            ],
            spacing=4,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
    )
    return stretched(
        [
            head,
            stretched(
                [
                    ft.Container(
                        stretched(list(parts), spacing=0),
                        padding=ft.Padding.only(left=aside, right=aside, bottom=32),
                    )
                ],
                scroll=ft.ScrollMode.AUTO,
                expand=True,
                key=f"page-{state}" if state else None,
            ),
            *([foot(pinned, aside)] if pinned else []),
        ],
        spacing=0,
        expand=True,
    )


def beside_text(session: Session) -> float:
    """Return the room left and right of what is read on a wide window, where lines do not get longer, px."""
    return max(0, (session.layout.pane - theme.READING_WIDTH) / 2)


def foot(pinned: Sequence[ft.Control], aside: float = 0) -> ft.Control:
    """Return what stays at the foot of a page."""
    return ft.Container(
        stretched(list(pinned), spacing=8),
        padding=ft.Padding.symmetric(horizontal=16 + aside, vertical=10),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
    )
