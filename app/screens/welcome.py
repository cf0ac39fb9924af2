"""The first start: what this is, and the game; one tap and the reader is at work."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import GAMES
from app.widgets.basics import heading, no_wider, quiet
from app.widgets.readiness import ReadinessBox
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.published import IS_SITE

if TYPE_CHECKING:
    from app.window.session import Session

ON_THE_MACHINE = "规则全文收录，断网也能用，记录只留在本机。"
ON_A_SITE = "规则全文收录，记录只留在本机。"  # what is said of the network comes when it is true
HIGH = 56  # px of a game to choose
SAID = (
    (ft.Icons.SEARCH, "查找：输入条文号、术语，或牌桌上的说法。"),
    (ft.Icons.GAVEL, "裁决：几问几答，得到判罚、该说的话和依据的条文。"),
    (ft.Icons.BALANCE, "权利：自己可以做什么，别人能要求什么。"),
    (ft.Icons.SCHOOL, "学习：练习、情景、试卷。"),
    (ft.Icons.CONSTRUCTION, "工具：日志、赛程、计时、算分。"),
)


def welcome(session: Session) -> ft.Control:
    """Return what is shown once, in place of the front page: what one can do here, and which game it is about."""
    games = [(game, name) for game, name in GAMES.items()]
    return ft.ListView(
        [
            ft.Container(heading(session, "执裁：裁判的随身手册"), padding=ft.Padding.only(top=16, bottom=4)),
            quiet(session, ON_A_SITE if IS_SITE else ON_THE_MACHINE, theme.BODY),
            *([ReadinessBox("welcome")] if IS_SITE else []),
            *(_line(session, icon, text) for icon, text in SAID),
            ft.Container(heading(session, "你打什么、裁什么？", theme.LAW), padding=ft.Padding.only(top=20)),
            *(_choice(session, name, game) for game, name in games),
            *([_choice(session, "不止一种", None)] if len(games) > 1 else []),
            ft.Container(quiet(session, "以后随时可以在各页上方换。"), padding=ft.Padding.only(top=4)),
        ],
        spacing=8,
        expand=True,
        padding=ft.Padding.only(left=16, right=16, bottom=24),
        key="welcome",
    )


def _line(session: Session, icon: ft.IconData, text: str) -> ft.Control:
    return ft.Row(
        [
            ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(24)),
            written(session, text, theme.BODY, expand=True),
        ],
        spacing=12,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )


def _choice(session: Session, name: str, game: str | None) -> ft.Control:
    return no_wider(
        session,
        ft.FilledTonalButton(
            written(session, name, theme.LAW),
            on_click=on_tap(session.choose_game, game),
            height=max(HIGH, session.px(HIGH * 0.8)),
        ),
    )
