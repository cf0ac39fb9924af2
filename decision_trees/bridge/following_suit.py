"""Whether a play followed suit or complied, from the hand it was played from (laws 44C, 59, 61A)."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, parse_hand
from decision_trees.bridge.compliance import Demand
from decision_trees.bridge.revoke import check_revoke
from decision_trees.bridge.tricks import FREE, Requirement
from decision_trees.functions import MoreNeeded, rule

_B = "bridge-1999:"

Led = Literal["none", "S", "H", "D", "C"]
"""The suit led to the trick; none: he was the one to lead."""

_REQUIREMENT: dict[str, Literal["require", "forbid", "highest", "lowest"]] = {
    "lead": "require",
    "not_lead": "forbid",
    "highest": "highest",
    "lowest": "lowest",
    "not_play": "forbid",
}


def requirement_of(demand: Demand | None, suit: str | None) -> Requirement:
    """A lead or play penalty as the rules of play know it; none: free."""
    if demand is None:
        return FREE
    kind = _REQUIREMENT[demand]
    if kind in ("highest", "lowest"):
        return Requirement(kind)
    if suit is None:
        raise MoreNeeded("请说明所要求或禁止的是哪一门花色。")
    return Requirement(kind, (Suit.parse(suit),))


@rule("bridge.failure_to_follow", _B + "61A", _B + "44C", _B + "59")
def failure_to_follow(
    hand: list[str], card: str, led: Led, demand: Demand | None = None, suit: str | None = None
) -> dict[str, Any]:
    """Did this play revoke, 是不是藏牌: by not following ``suit``, by not complying with a ``penalty``, or ``none`` (61A).

    ``hand`` is what he held when he played, with or without the card played; ``demand`` and ``suit`` are a lead or play
    penalty chosen. Raises :class:`RuleInputError` for cards that cannot be.
    """
    played = Card.parse(card)
    held = parse_hand(hand)
    before = held if played in held else (*held, played)
    suit_led = None if led == "none" else Suit(led)
    requirement = requirement_of(demand, suit)
    found = check_revoke(before, played, suit_led, requirement)
    what = "none"
    if found.revoke:
        what = "suit" if check_revoke(before, played, suit_led).revoke else "penalty"
    return {"what": what, "because": found.because}
