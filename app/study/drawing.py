"""What is drawn of a question, as one picture: a table, some cards, an auction."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from app.ruling.bidding import ACTIONS
from app.ruling.pack import name
from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place
from decision_trees.games import games
from decision_trees.notation import CALL_NAMES, spelled_out
from decision_trees.values import say

if TYPE_CHECKING:
    from app.study.model import Question


TELLING = re.compile("(?<!应贡)(?<!切牌)者$|的人$|赛员$|错误家|缺牌人|^[少多]牌$|受罚|另一人|越序|应出未出|缺的牌|错误")
"""What somebody or a card is called because of what happened: 被剥夺者, 少牌, 应出未出; not 庄家, 应贡者."""
PLAIN = "牌"  # of cards that lie on the table, where no more may be said


def picture_of(question: Question) -> Picture | None:
    """The picture of a question; None where nothing is drawn."""
    drawn = question.drawn
    if drawn.picture is not None:
        return drawn.picture
    if not drawn.cards and not drawn.auction:
        return None
    game = games()[question.game]
    places = tuple(Place(seat, words) for seat, words in game.seats.items())
    cards = tuple(Card(code, say(code, "card", None), name(code)) for code in drawn.cards)
    laid = (Laid("table", "牌", cards),) if cards else ()
    return Picture(game.id, game.clockwise, places, laid, (), _auction(question) if drawn.auction else ())


def without_answers(found: Picture | None) -> Picture | None:
    """A picture without what gives the answer away: who did it, what he did, which call was wrong, what somebody is by it."""
    if found is None:
        return None
    bare = replace(
        found,
        places=tuple(
            replace(place, doer=(), turn=(), marks=tuple(m for m in place.marks if not TELLING.search(m)))
            for place in found.places
        ),
        laid=tuple(
            replace(each, act="", words=PLAIN if TELLING.search(each.words) else each.words) for each in found.laid
        ),
        auctions=tuple(
            replace(auction, calls=tuple(replace(call, wrong="") for call in auction.calls))
            for auction in found.auctions
        ),
    )
    return bare if bare.seated or bare.laid or bare.auctions else None


def _auction(question: Question) -> tuple[Calls, ...]:
    drawn = question.drawn
    order = list(games()[question.game].seats)
    first = order.index(drawn.dealer or order[0])
    turns = tuple(order[(first + turn) % len(order)] for turn in range(len(order)))
    calls = tuple(
        Call(
            turns[at % len(turns)],
            ACTIONS.get(call) or say(call, "call", None),
            CALL_NAMES.get(call) or spelled_out(call),
        )
        for at, call in enumerate(drawn.auction)
    )
    return (Calls("叫牌", turns[0], calls, turns),)
