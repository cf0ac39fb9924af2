"""How this device stands with the hall it has joined, in a line at the top of every screen; and the tables that call."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import flet as ft

from app.widgets.sentences import GROUNDS
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.hall_sight import called
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.hall_desk import Standing
    from app.window.session import Session

STEP = 5.0  # seconds: how long ago it was is said in these
CALLS = 3  # shown at once; the others are on the page of the hall


@component
def HallBar() -> ft.Control:
    """Show how many records are here and how many are there; nothing where no hall was joined, or on its own page."""
    session = use_session()
    ft.use_state(session.hall)
    _, tick = ft.use_state(0)
    shown = session.hall.standings if routes.parse(session.trail.here).kind != "hall" else ()

    async def follow() -> None:
        while shown:
            await asyncio.sleep(STEP)
            tick(int(time.time()))

    ft.use_effect(follow, [bool(shown)], cleanup=lambda: None)  # with a cleanup Flet ends what waits
    if not shown:
        return ft.Container(visible=False)
    now = time.time()
    return ft.Column([line for each in shown for line in _lines(session, each, now)], spacing=0, tight=True)


def _lines(session: Session, standing: Standing, now: float) -> Iterator[ft.Control]:
    troubled = bool(standing.why or standing.refused)
    icon = ft.Icons.SYNC_PROBLEM if troubled else ft.Icons.SYNC
    yield _line(session, icon, standing.sentence(now), GROUNDS["restriction" if troubled else "none"])
    waiting = [call for call in standing.calls if call["taken_by"] is None]
    for call in waiting[:CALLS]:
        said = f"{called(call)}，等了{waited(now - standing.ahead - call['at'])}"
        yield _line(session, ft.Icons.NOTIFICATIONS_ACTIVE_OUTLINED, said, GROUNDS["penalty"])


def _line(session: Session, icon: ft.IconData, said: str, ground: tuple[str, str]) -> ft.Control:
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(icon, size=session.px(18)),
                    ft.Text(
                        session.say(said),
                        size=min(session.px(theme.SMALL), 24),
                        expand=True,
                        max_lines=1,
                        overflow=ft.TextOverflow.ELLIPSIS,
                    ),
                ],
                spacing=8,
            ),
            on_click=on_tap(session.go, routes.tab_address("hall")),
            ink=True,
            bgcolor=session.shade(ground),
            height=max(theme.TARGET, session.px(32)),
            padding=ft.Padding.symmetric(horizontal=16),
        )
    )


def waited(seconds: float) -> str:
    """Say how long a table has waited."""
    minutes, rest = divmod(max(0, int(seconds)), 60)
    return f"{minutes}分{rest:02}秒" if minutes else f"{rest}秒"
