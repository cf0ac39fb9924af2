"""Leads out of turn: who made the opening lead, and the suit of the card led (laws 41A, 50D2, 54)."""

from __future__ import annotations

from typing import Any

from decision_trees.bridge.auction import Flag
from decision_trees.bridge.cards import Card
from decision_trees.bridge.irregular_calls import made_calls
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.withdrawn_calls import finished
from decision_trees.functions import rule

_B = "bridge-1999:"


@rule("bridge.opening_lead_by", _B + "41A", _B + "54", _B + "24")
def opening_lead_by(auction: dict[str, Any], leader: str) -> dict[str, Any]:
    """Who made the opening lead, 首引是谁引的: the right leader, his partner, declarer's side; or it was still the auction.

    Raises :class:`RuleInputError` when the board was passed out.
    """
    made = made_calls(auction)
    seat = Seat.parse(leader)
    if not made or made[-1].flags != (Flag.LEGAL,) or not made[-1].before.with_call(made[-1].call).is_over:
        return {"led_by": "in_auction"}
    _, contract = finished(auction)
    if seat.side is contract.declarer.side:
        return {"led_by": "declaring_side"}
    return {"led_by": "right_leader" if seat is contract.opening_leader else "wrong_defender"}


@rule("bridge.suit_of_card", _B + "1", _B + "50D2a")
def suit_of_card(card: str) -> dict[str, Any]:
    """Suit and name of a card, 一张牌的花色: the suit declarer may require or forbid (50D2)."""
    found = Card.parse(card)
    return {"suit": found.suit.value, "name": found.chinese}
