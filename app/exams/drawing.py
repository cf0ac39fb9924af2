"""What is drawn above a stem, as one picture for paper, screen and page, and in words."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.ruling.picture import Card, Laid, Picture
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


def plain_parts(picture: Picture, said: str, stem: str = "") -> dict[str, Any]:
    """A picture as a plain page can draw it; ``said`` is it in words, and what the stem says is not said twice."""
    names = {place.seat: place.name for place in picture.places}

    def cards(group: Iterable[Card]) -> list[list[str]]:
        return [[card.sign, "red" if card.code[0] in "HD" else "", card.name] for card in group]

    def words(group: Laid) -> str:
        own = "" if group.words in stem else group.words
        return names.get(group.seat or "", "") + own + (f"（{group.act}）" if group.act else "")

    laid = [{"words": words(each), "cards": cards(each.cards)} for each in picture.laid]
    seats = [
        {"name": place.name, "words": "、".join((*place.doer, *place.marks, *place.turn))}
        for place in picture.places
        if place.doer or place.marks or place.turn
    ]
    auctions = [
        {
            "words": each.words,
            "order": [names[seat] for seat in each.order],
            "rows": [[" ".join(call.sign for call in place) for place in row] for row in each.rows],
        }
        for each in picture.auctions
    ]
    notes = [f"{what} {value}".strip() for what, value in picture.notes]
    return {"said": said, "seats": seats, "laid": laid, "auctions": auctions, "notes": notes}
