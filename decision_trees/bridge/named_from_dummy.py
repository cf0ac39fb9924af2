"""Which case of law 46 a declarer's words to dummy are, and the card they stand for."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge.cards import Card, Suit, parse_cards, parse_hand
from decision_trees.bridge.dummy import Designation, Saying, designation, read_saying
from decision_trees.bridge.tricks import parse_trump
from decision_trees.functions import RuleInputError, rule

_B = "bridge-1999:"

_CASE = {"46B2": "suit_only", "46B3a": "rank_last_trick", "46B4": "not_held", "46B5": "anything", "44C": "must_follow"}


def _case(said: Saying, found: Designation, fourth_hand: bool) -> str:
    if found.law == "46A":
        return "complete" if found.card is not None else "suit_not_named"
    if found.law == "46B3b":
        return "rank_only_one" if found.card is not None else "rank_several"
    if found.law != "46B1":
        return _CASE[found.law]
    if said.extreme == "low":
        return "low"
    if found.open_question is not None:
        return "high_cannot_win"
    return "high_fourth_hand" if fourth_hand else "high"


@rule(
    "bridge.card_named_from_dummy",
    _B + "46A",
    _B + "46B1",
    _B + "46B2",
    _B + "46B3a",
    _B + "46B3b",
    _B + "46B4",
    _B + "46B5",
)
def card_named_from_dummy(
    dummy: list[str],
    say: str,
    trick: list[str],
    trump: Literal["S", "H", "D", "C", "NT"],
    last_trick_won_with: Literal["S", "H", "D", "C"] | None = None,
) -> dict[str, Any]:
    """The case of law 46 that declarer's words are, and the card of dummy they stand for.

    ``trick``: the cards already played to this trick, in order; empty when dummy leads. ``last_trick_won_with``: the suit
    with which dummy won the last trick (46B3a). Returns ``case``; ``card`` and its ``name`` in Chinese where the law
    fixes one; ``because``. Whether declarer's different intention was clear is for the director to say first (46B).
    """
    cards, before = parse_hand(dummy, "明手"), parse_cards(trick, "这一墩里")
    if len(before) > 3:
        raise RuleInputError(f"明手打牌以前这一墩最多出了3张牌，现在是{len(before)}张。")
    twice = next((c for c in before if c in cards), None)
    if twice is not None:
        raise RuleInputError(f"{twice.chinese}已打在这一墩里，不会还在明手。")
    said, led = read_saying(say), before[0].suit if before else None
    fourth_hand = len(before) == 3
    won_with = Suit(last_trick_won_with) if last_trick_won_with is not None and led is None else None
    found = designation(cards, said, before, led, fourth_hand, parse_trump(trump), won_with)
    name = found.card.chinese if isinstance(found.card, Card) else None
    card = str(found.card) if isinstance(found.card, Card) else None
    return {"case": _case(said, found, fourth_hand), "card": card, "name": name, "because": found.because}
