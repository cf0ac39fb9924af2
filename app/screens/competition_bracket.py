"""The bracket on a screen: boxes and lines at their places, scrolled sideways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft
import flet.canvas as cv

from app.tools.competition import pictures
from app.widgets.basics import quiet
from app.window import theme
from decision_trees.games import every_game

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition
    from app.tools.competition.meetings import Round
    from app.tools.competition.pictures import Box, Drawing
    from app.window.session import Session

SCALE = 1.5  # px of a unit
MOST = 1.6  # times: pictures grow no further
WORD, MARK = 14, 11  # px
SEAT = 160  # px of the words at a seat


def bracket(session: Session, found: Competition) -> ft.Control:
    """Return the bracket, or nothing where there is none yet."""
    return _under(session, "对阵图（粗体是胜者）", pictures.bracket(found))


def seating(session: Session, found: Competition, each: Round) -> ft.Control:
    """Return where the tables of a round stand, who sits where and which way the turn goes round."""
    game = every_game().get(found.event.game or "")
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


@dataclass(frozen=True, slots=True)
class Measure:
    """How large a picture is drawn: px of a unit, and the letters on it, both larger for somebody who reads large letters."""

    unit: float
    word: float
    mark: float


def drawn(session: Session, drawing: Drawing) -> ft.Control:
    """Return a picture."""
    larger = min(session.settings.text_scale, MOST)
    of = Measure(SCALE * larger, WORD * larger, MARK * larger)
    width, height = drawing.width * of.unit, drawing.height * of.unit
    pen = ft.Paint(color=ft.Colors.OUTLINE, stroke_width=1.5)
    strokes: list[cv.Shape] = [
        cv.Line(x1 * of.unit, y1 * of.unit, x2 * of.unit, y2 * of.unit, paint=pen) for x1, y1, x2, y2 in drawing.lines
    ]
    parts: list[ft.Control] = [cv.Canvas(strokes, width=width, height=height)]
    parts += [ft.Container(quiet(session, text), left=x * of.unit, top=y * of.unit) for x, y, text in drawing.words]
    for box in drawing.boxes:
        parts.append(_box(session, box, of))
        parts += [_seat(session, x, y, text, of) for x, y, text in pictures.seat_words(box)]
    return ft.Row([ft.Stack(parts, width=width + 8, height=height + 8)], scroll=ft.ScrollMode.AUTO)


def _box(session: Session, box: Box, of: Measure) -> ft.Control:
    """A box at its place with its lines, and its mark in the corner."""
    lines: list[ft.Control] = [
        ft.Text(
            session.say(text), size=of.word, no_wrap=True, overflow=ft.TextOverflow.ELLIPSIS,
            weight=ft.FontWeight.W_700 if bold else None,
        )
        for text, bold in box.lines
    ]  # fmt: skip
    content: list[ft.Control] = [ft.Column(lines, spacing=0, tight=True)]
    if box.mark:
        mark = ft.Text(session.say(box.mark), size=of.mark, color=ft.Colors.PRIMARY)
        content.append(ft.Container(mark, right=0, bottom=0))
    return ft.Container(
        ft.Stack(content, expand=True),
        left=box.x * of.unit,
        top=box.y * of.unit,
        width=box.width * of.unit,
        height=box.height * of.unit,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=6,
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        padding=ft.Padding.symmetric(horizontal=6, vertical=3),
    )


def _seat(session: Session, x: float, y: float, text: str, of: Measure) -> ft.Control:
    """Who sits at one side of a table."""
    words = ft.Text(session.say(text), size=of.mark, no_wrap=True)
    left, top = x * of.unit - SEAT / 2, y * of.unit - 2
    return ft.Container(words, left=left, top=top, width=SEAT, alignment=ft.Alignment.CENTER)
