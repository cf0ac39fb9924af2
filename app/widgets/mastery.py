"""The map of what is known how firmly: a bar for each stage, a field for each law; told by a sign and in words too."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import flet as ft

from app.study.mastery import GRADES, Grade, Part, laws, stages
from app.widgets.basics import quiet, row
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import fold
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from app.window.session import Session

BAR = 10  # px
FIELD = 60  # px of a law's field
SIGNS: dict[Grade, str] = {"firm": "●", "shaky": "△", "new": "○"}
LAWS = "laws"  # whether the laws are unfolded, in the form of the screen


@component
def MasteryMap() -> ft.Control:
    """Show the map of the game that is learnt."""
    session = use_session()
    studying = session.studying
    ft.use_state(studying)
    ft.use_state(studying.unfolded)
    ft.use_state(session.settings)
    state, game, now = studying.state(), studying.game, datetime.now(UTC)
    parts: list[ft.Control] = [
        _stage(session, each, on_tap(session.go, routes.practice_address(game, each.id)))
        for each in stages(state, game, now)
    ]
    open_, unfold = fold(session, studying.unfolded, LAWS, "按条文看", ft.Icons.GRID_VIEW)
    below: list[ft.Control] = [unfold]
    if open_:
        signs = "　".join(f"{SIGNS[grade]} {said}" for grade, said in GRADES.items())
        below.append(quiet(session, f"{signs}。点一条看条文。", theme.BODY))
        fields = [_law(session, each) for each in laws(state, game, now)]
        below.append(wrapped(fields, gap=6))
    parts.append(ft.Container(stretched(below, spacing=8), padding=ft.Padding.symmetric(horizontal=16, vertical=4)))
    return stretched(parts, spacing=0)


def counted(part: Part) -> str:
    """A part in words: 牢 3，不牢 5，没练过 26."""
    numbers: dict[Grade, int] = {"firm": part.firm, "shaky": part.shaky, "new": part.new}
    return "，".join(f"{GRADES[grade]} {number}" for grade, number in numbers.items() if number)


def _stage(session: Session, part: Part, act: Callable[[Any], Any]) -> ft.Control:
    colors = ((part.firm, ft.Colors.PRIMARY), (part.shaky, ft.Colors.TERTIARY), (part.new, ft.Colors.OUTLINE_VARIANT))
    bar = ft.Row(
        [ft.Container(height=BAR, expand=number, bgcolor=color) for number, color in colors if number],
        spacing=2,
    )
    return row(
        stretched(
            [
                sentence(session, part.title, theme.LAW, bold=True),
                ft.Container(bar, border_radius=BAR / 2, clip_behavior=ft.ClipBehavior.ANTI_ALIAS),
                quiet(session, counted(part), 15),
            ],
            spacing=4,
            tight=True,
        ),
        act,
    )


def _law(session: Session, part: Part) -> ft.Control:
    said = f"{part.title}：{counted(part)}"
    short = re.sub(r"[第条]", "", part.title)
    wide = FIELD * theme.grown(session.settings.text_scale)
    fill = {"firm": ft.Colors.PRIMARY_CONTAINER, "shaky": ft.Colors.TERTIARY_CONTAINER, "new": None}[part.grade]
    return ft.Semantics(
        content=ft.Container(
            ft.Column(
                [
                    quiet(session, SIGNS[part.grade], theme.SMALL),
                    written(session, short, theme.SMALL, text_align=ft.TextAlign.CENTER),
                ],
                spacing=0,
                tight=True,
                horizontal_alignment=ft.CrossAxisAlignment.CENTER,
                alignment=ft.MainAxisAlignment.CENTER,
            ),
            width=wide,
            height=max(theme.TARGET, wide * 0.9),
            bgcolor=fill,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
            border_radius=8,
            on_click=on_tap(session.go, routes.clause_address(part.id)),
            ink=True,
        ),
        label=session.say(said),
        button=True,
        container=True,
        exclude_semantics=True,
    )
