"""The rulings made most often, as tiles."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.ruling.usual import common
from app.widgets.basics import quiet
from app.widgets.sentences import sentence
from app.window import theme
from app.window.words import GAMES

if TYPE_CHECKING:
    from app.window.session import Session
    from decision_trees.model import Tree
    from rules_data.model import GameId

NARROW = 170  # px a tile needs at least
HEIGHT = 60


def common_rulings(session: Session, game: GameId | None, width: float) -> ft.Control | None:
    """Return up to six tiles in rows; None where there are no rulings."""
    found = common(session.shelf.rulings, game)
    if not found:
        return None
    columns = max(1, min(3, int(width // (NARROW * session.settings.text_scale))))
    rows = [found[at : at + columns] for at in range(0, len(found), columns)]
    return ft.Container(
        ft.Column(
            [
                ft.Row(
                    [
                        *(_tile(session, tree, game is None, columns == 1) for tree in row),
                        *(ft.Container(expand=True) for _ in range(columns - len(row))),
                    ],
                    spacing=8,
                )
                for row in rows
            ],
            spacing=8,
        ),
        padding=ft.Padding.symmetric(horizontal=16),
    )


def _tile(session: Session, tree: Tree, say_game: bool, alone: bool) -> ft.Control:
    title = sentence(session, tree.title, theme.BODY, bold=True, lines=2)
    part = ft.Container(
        ft.Column(
            [quiet(session, GAMES[tree.game]), title] if say_game else [title],
            spacing=0,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.START,
        ),
        on_click=lambda _: session.begin_ruling(tree.id),
        ink=True,
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=12,
        height=None if alone else (HEIGHT + (22 if say_game else 0)) * max(1.0, session.settings.text_scale * 0.95),
        padding=ft.Padding.symmetric(horizontal=12, vertical=12 if alone else 4),
        alignment=ft.Alignment.CENTER_LEFT,
    )
    return ft.MergeSemantics(part, expand=True, key=f"common-{tree.id}")
