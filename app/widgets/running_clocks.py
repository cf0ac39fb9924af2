"""The clock that runs, in one line at the top of every screen: a tap goes to it."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.base.plain_text import shown
from app.ruling import open_rulings
from app.tools.in_sight import Limit, Sight, in_sight
from app.widgets.sentences import GROUNDS
from app.window import routes, theme
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.window.session import Session

CLOCKS = "clocks"  # their page among the tools
WHERE = 24  # characters of the place of a ruling
TICK = 0.02  # seconds after a full one, so that it is surely over


@component
def RunningClocks() -> ft.Control:
    """Show the clock that is over next, and how many run besides; nothing where none runs, or on their own page."""
    session = use_session()
    ft.use_state(session.clocks)
    ft.use_state(session.open_rulings)
    _, tick = ft.use_state(0)
    now = time.time()
    there = session.trail.here == routes.tool_address(CLOCKS)
    seen = [] if there else _seen(session, now)

    async def follow() -> None:
        while seen:
            await asyncio.sleep(1 - time.time() % 1 + TICK)
            tick(int(time.time()))

    ft.use_effect(follow, [bool(seen)], cleanup=lambda: None)  # with a cleanup Flet ends what waits
    return _line(session, seen[0], seen[1:]) if seen else ft.Container(visible=False)


def _seen(session: Session, now: float) -> list[Sight]:
    kept = session.open_rulings.kept
    limits = [
        Limit(
            " ".join(
                part for part in (trees().tree(tree).title, shown(str(kept[name].get("where") or ""), WHERE)) if part
            ),
            ends,
            routes.tree_address(tree, name),
        )
        for name, tree, ends in open_rulings.limits(kept)
    ]
    return in_sight(
        [each for each in session.clocks.running if each.kind in trees().clocks], trees().clocks, limits, now
    )


def _line(session: Session, sight: Sight, others: Sequence[Sight]) -> ft.Control:
    size = min(session.px(theme.BODY), 26)
    said, more = "，".join((f"{sight.title}，{sight.words}", *besides(others))), len(others)
    over = any(not each.left for each in others)
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(ft.Icons.TIMER_OUTLINED, size=session.px(20)),
                    ft.Text(
                        session.say(sight.title),
                        size=size,
                        expand=True,
                        max_lines=1,
                        overflow=ft.TextOverflow.ELLIPSIS,
                        semantics_label=session.say(said),
                    ),
                    _unread(ft.Text(session.say(sight.words), size=size, weight=ft.FontWeight.W_600)),
                    *([_unread(ft.Text(f"+{more}" + ("，也有超时的" if over else ""), size=size))] if more else []),
                ],
                spacing=10,
            ),
            on_click=lambda _: session.go(sight.address or routes.tool_address(CLOCKS)),
            ink=True,
            bgcolor=session.shade(GROUNDS[sight.level]),
            height=max(theme.TARGET, session.px(36)),
            padding=ft.Padding.symmetric(horizontal=16),
        )
    )


def besides(others: Sequence[Sight]) -> list[str]:
    """What is said of the clocks that do not stand in the line: how many came to their end, too, and how many run."""
    over = sum(not each.left for each in others)
    numbers = ((over, "也超时了"), (len(others) - over, "在走"))
    return [f"另有{number}个{words}" for number, words in numbers if number]


def _unread(control: ft.Control) -> ft.Control:
    """What a screen reader has heard with the title."""
    return ft.Semantics(content=control, exclude_semantics=True)
