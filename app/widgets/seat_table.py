"""The seats as they sit around the table, with the direction in which the turn goes round."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.widgets.basics import quiet
from app.widgets.sentences import answer_button
from app.window import theme
from decision_trees.games import every_game
from decision_trees.seats import around, short

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
    """Return the seats to choose from; ``about`` says who sits there."""
    width = max(SEAT, session.px(96))
    registered = every_game()[game]
    at = around(registered.seats, registered.clockwise)

    def seat(letter: str) -> ft.Control:
        said = (about or {}).get(letter, "").replace("、", "\n") or None  # one under the other: there is no more room
        name = short(registered.seats[letter])
        return ft.Container(
            answer_button(session, name, give(letter), said, chosen=now == letter, centred=True), width=width
        )

    def beside(letters: tuple[str, ...]) -> ft.Control:
        return ft.Column(list(map(seat, letters)), spacing=10, tight=True)

    middle = ft.Row(
        [beside(at.left), _table(session, registered.clockwise), beside(at.right)],
        alignment=ft.MainAxisAlignment.CENTER,
        vertical_alignment=ft.CrossAxisAlignment.CENTER,
        spacing=10,
    )
    above = [seat(at.top)] if at.top is not None else []
    return ft.Column([*above, middle, seat(at.bottom)], horizontal_alignment=ft.CrossAxisAlignment.CENTER, spacing=10)


def _table(session: Session, clockwise: bool) -> ft.Control:
    """The table between the seats, and which way the turn goes round it."""
    sign = ft.Icons.ROTATE_RIGHT if clockwise else ft.Icons.ROTATE_LEFT
    size = min(session.px(theme.SMALL), 20) / session.settings.text_scale
    return ft.Container(
        ft.Column(
            [
                ft.Icon(sign, size=40, color=ft.Colors.PRIMARY),
                quiet(session, "顺时针" if clockwise else "逆时针", size),
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
