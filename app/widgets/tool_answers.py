"""Tables and pictures of what a tool says."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import quiet
from app.widgets.columns import stretched, wrapped
from app.widgets.keys import signs
from app.widgets.sentences import sentence
from app.window import theme
from decision_trees.notation import JOKER_NAMES, PIPS

if TYPE_CHECKING:
    from app.tools.model import Grid, Shown
    from app.window.session import Session

ROWS = 60  # at once
CARD = (35, 48)  # px
GROUND = ("#FFFFFF", "#2C3034")
LARGEST = 1.5


def grid(session: Session, table: Grid) -> ft.Control:
    """Return a small table; the row that is the answer stands out."""

    def line(cells: tuple[str, ...], head: bool, here: bool) -> ft.Control:
        texts: list[ft.Control] = [
            ft.Container(
                sentence(
                    session,
                    cell,
                    theme.SMALL if head else theme.BODY,
                    bold=head or here,
                    color=ft.Colors.ON_SURFACE_VARIANT if head else None,
                ),
                expand=max(2, *(len(row[column]) for row in (table.head, *table.rows[:ROWS]))),
                padding=ft.Padding.symmetric(horizontal=6),
            )
            for column, cell in enumerate(cells)
        ]
        return ft.Container(
            ft.Row(texts, spacing=0, vertical_alignment=ft.CrossAxisAlignment.START),
            bgcolor=ft.Colors.PRIMARY_CONTAINER if here else ft.Colors.SURFACE_CONTAINER if head else None,
            padding=ft.Padding.symmetric(vertical=5),
            border=ft.Border.only(bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        )

    rows = [line(row, False, at == table.here) for at, row in enumerate(table.rows[:ROWS])]
    parts: list[ft.Control] = [sentence(session, table.title, theme.BODY, bold=True)] if table.title else []
    parts.append(stretched([line(table.head, True, False), *rows], spacing=0))
    if len(table.rows) > ROWS:
        parts.append(quiet(session, f"共 {len(table.rows)} 行，此处列出前 {ROWS} 行；复制的文字里有总数。"))
    return stretched(parts, spacing=6)


def shown(session: Session, picture: Shown) -> ft.Control:
    """Return cards in a row, said in words to a screen reader."""
    scale = min(session.settings.text_scale, LARGEST)
    cards: list[ft.Control] = [
        ft.Container(
            ft.Text(
                spans=signs(session, _sign(card), theme.SMALL, largest=LARGEST),
                style=ft.TextStyle(height=1.1),
                text_align=ft.TextAlign.CENTER,
            ),
            width=CARD[0] * scale if card not in JOKER_NAMES else CARD[0] * 1.3 * scale,
            height=CARD[1] * scale,
            alignment=ft.Alignment.CENTER,
            bgcolor=session.shade(GROUND),
            border=ft.Border.all(
                2 if at in picture.marked else 1,
                ft.Colors.PRIMARY if at in picture.marked else ft.Colors.OUTLINE_VARIANT,
            ),
            border_radius=6,
        )
        for at, card in enumerate(picture.cards)
    ]
    parts: list[ft.Control] = [sentence(session, picture.title, theme.BODY, bold=True)]
    if cards:
        said = f"{picture.title}：{'、'.join(_sign(card) for card in picture.cards)}"
        parts.append(
            ft.Semantics(
                content=wrapped(cards, gap=4),
                label=session.say(said),
                image=True,
                exclude_semantics=True,
            )
        )
    if picture.below:
        parts.append(quiet(session, picture.below, theme.SMALL))
    return stretched(parts, spacing=4)


def _sign(card: str) -> str:
    return JOKER_NAMES.get(card) or PIPS[card[0]] + card[1:].replace("T", "10")
