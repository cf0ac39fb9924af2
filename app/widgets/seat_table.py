"""The seats as they sit, north up, with the direction in which the turn goes round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.ruling.walk import SEATS
from app.widgets.basics import quiet
from app.widgets.sentences import answer_button
from app.window import theme
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from app.window.session import Session
    from rules_data.model import GameId

SIDE = 104  # px, of the table in the middle
SEAT = 116  # px, of a seat with who sits there


def seat_table(
    session: Session,
    game: GameId,
    give: Callable[[str], Callable[[Any], Any]],
    now: Any = None,
    about: Mapping[str, str] | None = None,
) -> ft.Control:
    """Return the four seats to choose from; ``about`` says who sits there."""
    width = max(SEAT, session.px(96))

    def seat(letter: str) -> ft.Control:
        said = (about or {}).get(letter, "").replace("、", "\n") or None  # one under the other: there is no more room
        return ft.Container(
            answer_button(session, SEATS[letter], give(letter), said, chosen=now == letter, centred=True), width=width
        )

    turns = games()[game].clockwise
    middle = ft.Container(
        ft.Column(
            [
                ft.Icon(ft.Icons.ROTATE_RIGHT if turns else ft.Icons.ROTATE_LEFT, size=40, color=ft.Colors.PRIMARY),
                quiet(
                    session,
                    "顺时针" if turns else "逆时针",
                    min(session.px(theme.SMALL), 20) / session.settings.text_scale,
                ),
            ],
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
            spacing=0,
        ),
        width=SIDE,
        height=SIDE,
        border=ft.Border.all(2, ft.Colors.OUTLINE_VARIANT),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=12,
    )
    return ft.Column(
        [
            seat("N"),
            ft.Row([seat("W"), middle, seat("E")], alignment=ft.MainAxisAlignment.CENTER, spacing=10),
            seat("S"),
        ],
        horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=10,
    )
