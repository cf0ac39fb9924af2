"""What stands over every screen while the browser has no room for what is entered."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.widgets.columns import wrapped
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import keeping, routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session


@component
def NoRoom() -> ft.Control:
    """Say what is only on this page, and how it is saved; nothing while all is kept."""
    session = use_session()
    ft.use_state(session.room)
    if not session.room.refused:
        return ft.Container(width=0, height=0)
    amber = session.shade(theme.AMBER)
    return ft.Container(
        ft.Column(
            [
                ft.Semantics(
                    content=ft.Row(
                        [
                            ft.Icon(ft.Icons.WARNING_AMBER, color=amber, size=session.px(20)),
                            ft.Container(sentence(session, session.room.refused, theme.SMALL), expand=True),
                        ],
                        spacing=8,
                        vertical_alignment=ft.CrossAxisAlignment.START,
                    ),
                    live_region=True,
                ),
                wrapped(
                    [
                        _button(session, "再存一次", lambda _: keeping.try_again(session)),
                        _button(session, "到日志存成文件", on_tap(session.go, routes.tab_address("journal"))),
                    ]
                ),
            ],
            spacing=2,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border=ft.Border(bottom=ft.BorderSide(1, amber)),
        padding=ft.Padding.only(left=16, right=16, top=8, bottom=4),
    )


def _button(session: Session, text: str, on_click: Callable[[Any], Any]) -> ft.Control:
    return ft.TextButton(
        written(session, text, theme.BODY),
        on_click=on_click,
        height=max(theme.TARGET, session.px(40)),
    )
