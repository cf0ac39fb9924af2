"""The picture of a living table: what the referee sees of it, as the pictures of incidents are drawn."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.ruling.pack import name
from app.ruling.picture import Call, Calls, Card, Laid, Picture, Place, call_name
from decision_trees.games import games
from decision_trees.values import say

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.study.table.living import LivingTable

FEW = 4  # cards that lie before a seat; more stand below the table
ACTIONS = {"P": "不叫", "X": "加倍", "XX": "再加倍"}


def drawn(table: LivingTable[Any]) -> Picture:
    """The table as it stands: nobody's turn is marked, for that is what the referee is to see."""
    game = games()[table.game.id]
    shown = table.game.shown(table.position)
    laid = [
        Laid("played" if turn else "led", "打出" if turn else "引出", _cards(cards), seat)
        for turn, (seat, cards) in enumerate(shown.trick)
        if cards
    ]
    for pile in shown.piles:
        whose = game.seats.get(pile.seat, "")
        few = len(pile.cards) <= FEW
        title = pile.title if few else f"{whose}（{pile.title}）" if whose else pile.title
        laid.append(Laid("exposed", title, _cards(pile.cards), pile.seat if few and whose else None))
    order = tuple(game.seats)
    dealer = shown.calls[0][0] if shown.calls else order[0]
    first = order.index(dealer)
    calls = Calls(
        "竞叫", dealer,
        tuple(Call(seat, ACTIONS.get(call) or say(call, "call", None), call_name(call)) for seat, call in shown.calls),
        tuple(order[(first + turn) % len(order)] for turn in range(len(order))),
    )  # fmt: skip
    return Picture(
        game.id, game.clockwise,
        tuple(
            Place(seat, words, marks=(shown.counts[seat],) if seat in shown.counts else ())
            for seat, words in game.seats.items()
        ),
        tuple(laid), tuple(("", note) for note in shown.notes), (calls,) if shown.calls else (),
    )  # fmt: skip


def _cards(codes: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card(code, say(code, "card", None), name(code)) for code in codes)
