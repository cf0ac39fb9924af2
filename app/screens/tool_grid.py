"""The tools as tiles, by game, with a field that keeps those looked for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.words import GAMES
from app.tools.finding import matching
from app.widgets.basics import out_of, quiet, section_title, typed_into
from app.widgets.columns import stretched
from app.widgets.search_box import clear_button
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from app.window.tool_desk import tools_by_name
from search.tools import ABOUT_ROUNDS, CALLED_ROUNDS, ROUNDS

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session
    from decision_trees.tools import Tool

NARROW = 165  # px a tile needs at least
HEIGHT = 66
FIELD = "tools"
TIMING = ("计时", "时钟", "秒表", "倒计时", "20秒", "迟到", "申诉", "本轮时间")


def tiles(session: Session, width: float, made: list[ft.Control]) -> ft.Control:
    """Return tiles in rows of equal width."""
    columns = max(1, min(4, int(width // (NARROW * session.settings.text_scale))))
    rows = [made[at : at + columns] for at in range(0, len(made), columns)]
    return ft.Container(
        ft.Column(
            [
                ft.Row([*row, *(ft.Container(expand=True) for _ in range(columns - len(row)))], spacing=8)
                for row in rows
            ],
            spacing=8,
        ),
        padding=ft.Padding.symmetric(horizontal=16),
    )


def tile(session: Session, title: str, about: str, on_click: Callable[[Any], Any], key: str = "") -> ft.Control:
    """Return one tile."""
    part = ft.Container(
        ft.Column(
            [
                sentence(session, title, theme.BODY, bold=True, lines=1),
                written(
                    session,
                    about,
                    13,
                    color=ft.Colors.ON_SURFACE_VARIANT,
                    max_lines=2,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
            ],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.START,
        ),
        on_click=on_click,
        ink=True,
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=12,
        height=(HEIGHT + 14) * max(1.0, session.settings.text_scale),
        padding=ft.Padding.symmetric(horizontal=12, vertical=4),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return ft.MergeSemantics(part, expand=True, key=key or None)


def of_games(session: Session, found: list[Tool], width: float) -> list[ft.Control]:
    """Return the tools by game, the game that is played first."""
    order = sorted(GAMES, key=lambda game: game != session.settings.game)
    parts: list[ft.Control] = []
    for game in order:
        own = [tool for tool in found if tool.game == game]
        if own:
            parts.append(section_title(session, GAMES[game]))
            made = [
                tile(
                    session,
                    each.title,
                    each.about,
                    on_tap(session.go, routes.tool_address(each.name)),
                    f"tool-{each.id}",
                )
                for each in own
            ]
            parts.append(tiles(session, width, made))
    return parts


@memo
@component
def ToolField(find: Callable[[str], None], emptied: int, script: str, scale: float) -> ft.Control:
    """Show the field; the text in it belongs to the keyboard, so it is built anew only when it is ``emptied`` once more."""
    session = use_session()
    field = ft.TextField(
        hint_text=session.say("找工具：算分、贡牌、甩牌……"),
        prefix_icon=ft.Icon(ft.Icons.SEARCH, size=session.icon),
        text_size=session.px(theme.BODY),
        dense=True,
        border_radius=24,
        on_change=lambda event: find(event.control.value),
        key=f"{FIELD}-{emptied}",
    )
    typed_into(session, field, FIELD)
    ft.use_effect(lambda: None, [], cleanup=lambda: out_of(session, FIELD))
    return field


@component
def ToolGrid(width: float) -> ft.Control:
    """Show the tools that fit what is looked for."""
    session = use_session()
    query, set_query = ft.use_state("")
    emptied, empty = ft.use_state(0)
    find = ft.use_memo(lambda: set_query, [])
    found = matching(tools_by_name().values(), query)

    def clear() -> None:
        set_query("")
        empty(emptied + 1)

    parts = of_games(session, found, width)
    if not query.strip() or any(query.strip() in word or word in query for word in TIMING):
        timing = tile(
            session,
            "计时",
            "出牌、贡牌、迟到、本轮、申诉，几个一起走",
            on_tap(session.go, routes.tool_address("clocks")),
        )
        parts.insert(0, tiles(session, width, [timing]))
        found = found or [*tools_by_name().values()][:1]
    if query.strip() and any(query.strip() in word or word in query for word in CALLED_ROUNDS):
        rounds = tile(session, ROUNDS, ABOUT_ROUNDS, on_tap(session.go, routes.tab_address("events")))
        parts.insert(0, tiles(session, width, [rounds]))
        found = found or [*tools_by_name().values()][:1]
    if not found:
        parts = [ft.Container(quiet(session, f"没有叫“{query}”的工具。", theme.BODY), padding=16)]
    field = ToolField(find, emptied, session.settings.script, session.settings.text_scale)
    asking = ft.Row([ft.Container(field, expand=True), clear_button(session, query, clear)], spacing=4)
    return stretched(
        [ft.Container(asking, padding=ft.Padding.only(left=16, right=4, top=8, bottom=8)), *parts], spacing=0
    )
