"""Bombs (炸弹): four cards of one rank (4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import Card, Suit, Written, parse_cards
from decision_trees.shengji.regulations import printed

_J = "shengji-40:"


def is_bomb(cards: Sequence[Card]) -> bool:
    """Four cards of one rank, in one deck one of every suit (4); jokers never are."""
    size = printed("4", r"(\d+)\s*张相同")
    return len(cards) == size and len({c.rank for c in cards}) == 1 and not cards[0].is_joker


@dataclass(frozen=True, slots=True)
class BombFollowing:
    """What one hand owes to a bomb, every card by the suit printed on it (4; D-26-3, D-26-4)."""

    must: tuple[Suit, ...]  # suits of which a card is to be played
    free: int  # how many other cards make up the number


def owed_to_bomb(hand: Sequence[Card]) -> BombFollowing:
    """One card of every suit the hand has, and any card for a suit it lacks (4, 10p1 by analogy, 9p2; D-26-3).

    Whether the level card and the trump suit are followed by the suit printed on them is open (D-26-4): this is the answer
    when they are.
    """
    if len(hand) < len(Suit):
        raise RuleInputError(f"跟炸弹要{len(Suit)}张，这手牌只有{len(hand)}张，不够跟。")
    must = tuple(s for s in Suit if any(c.suit is s for c in hand))
    return BombFollowing(must, len(Suit) - len(must))


@rule("shengji.is_bomb", _J + "4")
def is_bomb_of(cards: Written) -> dict[str, Any]:
    """Are these cards a bomb: four of one rank (4)?"""
    return {"bomb": is_bomb(parse_cards(cards))}


@rule("shengji.owed_to_bomb", _J + "4", _J + "9p2", _J + "10p1")
def owed_by(hand: Written) -> dict[str, Any]:
    """Of which suits a hand has to play a card to a bomb, and how many cards are free (4; D-26-3; D-26-4 is open).

    ``way``: ``all`` four suits, ``some`` of them, or ``none``.
    """
    owed = owed_to_bomb(parse_cards(hand, "这手牌"))
    way = "all" if not owed.free else "some" if owed.must else "none"
    return {"must": [s.value for s in owed.must], "free": owed.free, "way": way, "open": ["D-26-4"]}
