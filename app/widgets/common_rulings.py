"""The rulings made most often, as tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import GAMES
from app.ruling.usual import common
from app.widgets.basics import quiet
from app.widgets.sentences import sentence
from app.window import theme

if TYPE_CHECKING:
    from app.window.session import Session
    from decision_trees.model import Tree
    from rules_data.model import GameId

NARROW = 170  # px a tile needs at least
HEIGHT = 60
SIDE, GAP, INSIDE = 16, 8, 12  # px beside the tiles, between them, and in them beside their words


def common_rulings(session: Session, game: GameId | None, width: float) -> ft.Control | None:
    """Return up to six tiles in rows; None where there are no rulings."""
    found = common(session.shelf.rulings, game)
    if not found:
        return None
    columns = max(1, min(3, int(width // (NARROW * session.settings.text_scale))))
    room = (width - 2 * SIDE - (columns - 1) * GAP) / columns - 2 * INSIDE  # px for a title
    letters = None if columns == 1 else room / session.px(theme.BODY)
    rows = [found[at : at + columns] for at in range(0, len(found), columns)]
    return ft.Container(
        ft.Column(
            [
                ft.Row(
                    [
                        *(_tile(session, tree, game is None, letters) for tree in row),
                        *(ft.Container(expand=True) for _ in range(columns - len(row))),
                    ],
                    spacing=GAP,
                )
                for row in rows
            ],
            spacing=GAP,
        ),
        padding=ft.Padding.symmetric(horizontal=SIDE),
    )


def short_title(title: str, room: float) -> str:
    """A title in two lines of so many characters: without what is in brackets, where there is no room for it."""
    return title if len(title) <= 2 * int(room) else title.partition("（")[0]


def _tile(session: Session, tree: Tree, say_game: bool, room: float | None) -> ft.Control:
    alone = room is None
    said = tree.title if room is None else short_title(tree.title, room)
    title = sentence(session, said, theme.BODY, bold=True, lines=2)
    part = ft.Container(
        ft.Column(
            [quiet(session, GAMES[tree.game]), title] if say_game else [title],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.START,
        ),
        on_click=lambda _: session.desk.begin(tree.id),
        ink=True,
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=12,
        height=None if alone else (HEIGHT + (22 if say_game else 0)) * max(1.0, session.settings.text_scale * 0.95),
        padding=ft.Padding.symmetric(horizontal=INSIDE, vertical=12 if alone else 4),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return ft.MergeSemantics(part, expand=True, key=f"common-{tree.id}")
