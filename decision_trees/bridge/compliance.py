"""Can a player do what a lead or play penalty demands of him (law 59)?"""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, parse_hand
from decision_trees.functions import RuleInputError, rule

Demand = Literal["lead", "not_lead", "highest", "lowest", "not_play"]
"""Lead a suit, do not lead it (26A2, 26B, 50D2a, 51B); play the highest or lowest card of the suit led, or no card of another
suit (57A)."""


def fulfilling(hand: tuple[Card, ...], demand: Demand, suit: Suit) -> tuple[Card, ...]:
    """The cards of a hand that do what is demanded; none: the player is unable to comply (laws 57B and 59)."""
    if demand in ("not_lead", "not_play"):
        return tuple(c for c in hand if c.suit is not suit)
    of_suit = tuple(c for c in hand if c.suit is suit)
    if demand == "lead" or not of_suit:
        return of_suit
    best = max if demand == "highest" else min
    return (best(of_suit, key=lambda c: c.rank),)


@rule("bridge.can_comply", "bridge-1999:59", "bridge-1999:57A", "bridge-1999:57B", "bridge-1999:44C")
def can_comply(hand: list[str], demand: Demand, suit: str) -> dict[str, Any]:
    """Can a player comply with a lead or play penalty? If not, he may play any legal card (law 59).

    ``suit`` is the suit demanded or forbidden; for ``highest`` and ``lowest`` the suit led. ``not_play`` forbids a suit other
    than the one led (57A3), so following suit never breaks it. Returns ``able`` and, when able, the cards that ``fulfil`` it
    (for ``not_play``, any of them that is otherwise legal). Raises :class:`RuleInputError` for cards that do not exist.
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手里没有牌了，谈不上履行判罚。")
    good = fulfilling(cards, demand, Suit.parse(suit))
    return {"able": bool(good), "fulfil": [str(c) for c in good]}
