"""The bracket on a screen: boxes and lines at their places, scrolled sideways."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft
import flet.canvas as cv

from app.tools.competition import pictures
from app.widgets.basics import quiet
from app.window import theme
from decision_trees.games import games

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Round
    from app.tools.competition.pictures import Drawing
    from app.window.session import Session

SCALE = 1.5  # px of a unit
WORD, MARK = 14, 11  # px
SEAT = 160  # px of the words at a seat


def bracket(session: Session, found: Competition) -> ft.Control:
    """Return the bracket, or nothing where there is none yet."""
    return _under(session, "对阵图（粗体是胜者）", pictures.bracket(found))


def seating(session: Session, found: Competition, each: Round) -> ft.Control:
    """Return where the tables of a round stand, who sits where and which way the turn goes round."""
    game = games().get(found.event.game or "")
    return drawn(session, pictures.table_plan(found, each, game.clockwise if game is not None else True))


def course(session: Session, found: Competition) -> ft.Control:
    """Return how ranks moved from round to round, or nothing where there is nothing to compare."""
    return _under(session, "名次走势", pictures.course(found))


def _under(session: Session, heading: str, drawing: Drawing | None) -> ft.Control:
    """A picture with what it shows."""
    if drawing is None:
        return ft.Container()
    return ft.Container(
        ft.Column([quiet(session, heading, theme.BODY), drawn(session, drawing)], spacing=6), padding=16
    )


def drawn(session: Session, drawing: Drawing) -> ft.Control:
    """Return a picture."""
    scale = SCALE * min(session.settings.text_scale, 1.6)
    parts: list[ft.Control] = []
    pen = ft.Paint(color=ft.Colors.OUTLINE, stroke_width=1.5)
    strokes: list[cv.Shape] = [
        cv.Line(x1 * scale, y1 * scale, x2 * scale, y2 * scale, paint=pen) for x1, y1, x2, y2 in drawing.lines
    ]
    parts.append(cv.Canvas(strokes, width=drawing.width * scale, height=drawing.height * scale))
    size = WORD * min(session.settings.text_scale, 1.6)
    for x, y, text in drawing.words:
        parts.append(ft.Container(quiet(session, text), left=x * scale, top=y * scale))
    for box in drawing.boxes:
        lines = [
            ft.Text(
                session.say(text), size=size, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS,
                weight=ft.FontWeight.W_700 if bold else None,
            )
            for text, bold in box.lines
        ]  # fmt: skip
        content: list[ft.Control] = [ft.Column(list(lines), spacing=0, tight=True)]
        if box.mark:
            content.append(
                ft.Container(
                    ft.Text(
                        session.say(box.mark),
                        size=MARK * min(session.settings.text_scale, 1.6),
                        color=ft.Colors.PRIMARY,
                    ),
                    right=0,
                    bottom=0,
                )
            )
        parts.append(
            ft.Container(
                ft.Stack(content, expand=True),
                left=box.x * scale,
                top=box.y * scale,
                width=box.width * scale,
                height=box.height * scale,
                border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
                border_radius=6,
                bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
                padding=ft.Padding.symmetric(horizontal=6, vertical=3),
            )
        )
        for x, y, text in pictures.seat_words(box):
            seat = ft.Text(session.say(text), size=MARK * min(session.settings.text_scale, 1.6), no_wrap=True)
            place = ft.Alignment.CENTER
            parts.append(ft.Container(seat, left=x * scale - SEAT / 2, top=y * scale - 2, width=SEAT, alignment=place))
    stack = ft.Stack(parts, width=drawing.width * scale + 8, height=drawing.height * scale + 8)
    return ft.Row([stack], scroll=ft.ScrollMode.AUTO)
