"""What is drawn above a stem, as one picture for paper, screen and page, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ruling.picture import Picture
    from app.study.model import Question


def drawn_picture(question: Question) -> Picture | None:
    """Return what is drawn of a question; None where nothing is."""
    drawn = question.drawn
    if drawn.picture is None and not drawn.cards and not drawn.auction:
        return None
    from app.study.drawing import picture_of

    return picture_of(question)


def drawn_words(question: Question) -> str:
    """Return what is drawn in words; empty where nothing is."""
    if question.drawn.said:
        return question.drawn.said
    picture = drawn_picture(question)
    return picture.said.removesuffix(f"座位按{'顺' if picture.clockwise else '逆'}时针轮转。") if picture else ""


def whole_stem(question: Question) -> str:
    """Return the stem with what is drawn in words before it, for formats without drawings."""
    words = drawn_words(question)
    return f"〔{words}〕\n{question.stem}" if words else question.stem
