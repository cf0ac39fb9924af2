"""Cards of one deck: suits, ranks, jokers, and the points on them (1.1, 1.2)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from decision_trees import tables
from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.numbers import BOOK

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""Ranks from the lowest to the highest; the levels (级数) run the same way (1.3, 11.1)."""


class Suit(StrEnum):
    """A suit (花色); none is higher than another (1.1)."""

    S = "S"
    H = "H"
    D = "D"
    C = "C"

    @property
    def chinese(self) -> str:
        """黑桃, 红心, 方块, 梅花."""
        return {"S": "黑桃", "H": "红心", "D": "方块", "C": "梅花"}[self.value]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Suit of a letter S, H, D or C."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有花色“{text}”，应为 S、H、D、C 之一。") from None


@dataclass(frozen=True, slots=True)
class Card:
    """A card (牌张), written suit first: ``S10``, ``HA``; the jokers are ``BJ`` and ``LJ``, ``DJ`` is a jack."""

    suit: Suit | None  # None: a joker
    rank: str  # one of RANKS, or BJ, LJ

    def __str__(self) -> str:
        return self.rank if self.suit is None else self.suit.value + self.rank

    @property
    def is_joker(self) -> bool:
        """The big or the little joker (大王, 小王)."""
        return self.suit is None

    @property
    def points(self) -> int:
        """Points on the card (分): 5, 10 and K count, whatever is trumps (1.2, 13p1)."""
        return _points().get(self.rank, 0)

    @property
    def chinese(self) -> str:
        """黑桃10, 大王."""
        if self.suit is None:
            return "大王" if self == BIG_JOKER else "小王"
        return self.suit.chinese + self.rank

    @classmethod
    def parse(cls, text: str) -> Card:
        """Card of ``S10``, ``HA``, ``BJ`` (大王) or ``LJ`` (小王)."""
        for joker in (BIG_JOKER, LITTLE_JOKER):
            if text == joker.rank:
                return joker
        if text[:1] in list(Suit) and text[1:] in RANKS:
            return cls(Suit(text[:1]), text[1:])
        raise RuleInputError(f"没有“{text}”这张牌，牌写作花色加牌点，如 HA、S10，大王 BJ，小王 LJ。")


BIG_JOKER = Card(None, "BJ")
LITTLE_JOKER = Card(None, "LJ")
DECK = (BIG_JOKER, LITTLE_JOKER, *(Card(s, r) for s in Suit for r in reversed(RANKS)))
"""The whole deck (1.1)."""

Written = str | list[str]
"""Cards as they are given to a rule function: ``"S5 H10 BJ"``, or a list of them."""


def _points() -> dict[str, int]:
    return {row["rank"]: row["points"] for row in tables.rows(BOOK, "card-points")}


def points(cards: Iterable[Card]) -> int:
    """Points on all of these cards (1.2)."""
    return sum(card.points for card in cards)


def check_once(cards: Sequence[Card], where: str) -> None:
    """One deck: every card is there once."""
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise RuleInputError(f"{where}有两张{card.chinese}，一副牌每张只有一张。")
        seen.add(card)


def parse_cards(written: Written, where: str = "这些牌里") -> tuple[Card, ...]:
    """Cards in the order given; raises when one is there twice."""
    words = [w for w in re.split(r"[\s,，、]+", written) if w] if isinstance(written, str) else written
    for word in words:
        if not isinstance(word, str):
            raise RuleInputError(f"{where}有“{word}”，不是一张牌，牌写作花色加牌点，如 HA、S10。")
    cards = tuple(Card.parse(w) for w in words)
    check_once(cards, where)
    return cards


def texts(cards: Iterable[Card]) -> list[str]:
    """Cards as they are given back: ``S5``, ``BJ``."""
    return [str(card) for card in cards]


def parse_level(text: str) -> str:
    """A level (级数): 2 to 10, J, Q, K, A (1.3)."""
    if text not in RANKS:
        raise RuleInputError(f"没有“{text}”这一级，应为 {'、'.join(RANKS)} 之一。")
    return text


@rule("shengji.points", "shengji-40:1.2", "shengji-40:13p1", title="这些牌的分")
def points_of(cards: Written) -> dict[str, Any]:
    """Points on these cards: every 5, 10 and K counts, trumps or not (1.2, 13p1)."""
    return {"points": points(parse_cards(cards))}
