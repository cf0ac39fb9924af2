"""The clock of a time limit."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import flet as ft

from app.ruling.timer import Timer, length
from app.widgets.text import written
from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from app.ruling.walk import Walk


@component
def Countdown(walk: Walk, limit: int) -> ft.Control:
    """Show a button that begins a time limit of so many seconds, then what is left of it.

    It runs on while other pages are shown.
    """
    session = use_session()
    ft.use_state(walk)
    now, set_now = ft.use_state(time.time())

    async def tick() -> None:
        while walk.timer is not None:
            await asyncio.sleep(1 - time.time() % 1)
            set_now(time.time())

    ft.use_effect(tick, [walk.timer is None])
    ft.use_effect(session.bell.hear, [walk.timer])
    if walk.timer is None:

        def begin(_: object) -> None:
            set_now(time.time())
            walk.timer = Timer(time.time(), *divmod(limit, 60))

        return ft.OutlinedButton(
            written(session, f"开始计时 {length(limit)}", theme.BODY),
            icon=ft.Icons.PLAY_ARROW,
            on_click=begin,
            action=session.senses.unlocking(),
            height=max(52, session.px(48)),
        )

    def stop(_: object) -> None:
        walk.timer = None

    left = walk.timer.left(now)
    return ft.Row(
        [
            written(
                session,
                walk.timer.shown(now),
                theme.HEADLINE,
                weight=ft.FontWeight.W_600,
                color=session.shade(theme.RED) if left <= 0 else None,
                expand=True,
            ),
            ft.TextButton(written(session, "重新计时", theme.BODY), on_click=stop, height=theme.TARGET),
        ],
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
    )
