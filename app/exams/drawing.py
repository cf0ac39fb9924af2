"""What is drawn above a stem, as one picture for paper, screen and page, and in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.ruling.picture import Picture
    from app.study.model import Question


def drawn_picture(question: Question) -> Picture | None:
    """Return what is drawn of a question; None where nothing is."""
    drawn = question.drawn
    if drawn.picture is not None:
        return drawn.picture
    if not drawn.cards and not drawn.auction and not drawn.dealer:
        return None
    from app.ruling.pack import name
    from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place, call_name
    from decision_trees.games import games
    from decision_trees.values import say

    game = games()[question.game]
    order = tuple(game.seats)
    laid = (
        (Laid("table", "", tuple(Card(code, say(code, "card", None), name(code)) for code in drawn.cards)),)
        if drawn.cards
        else ()
    )
    auctions: tuple[Calls, ...] = ()
    if drawn.auction:
        first = order.index(drawn.dealer) if drawn.dealer in order else 0
        order = (*order[first:], *order[:first])
        calls = tuple(
            Call(order[at % len(order)], say(call, "call", None), call_name(call))
            for at, call in enumerate(drawn.auction)
        )
        auctions = (Calls("叫牌", order[0], calls, order),)
    places = tuple(Place(seat, words) for seat, words in game.seats.items())
    return Picture(game.id, game.clockwise, places, laid, (), auctions)


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
