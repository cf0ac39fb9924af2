"""Cards, suits and ranks (law 1): as the rules know them, and as people write suits."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum
from typing import Any, Literal

from decision_trees.bridge import limit
from decision_trees.functions import RuleInputError, rule
from decision_trees.notation import SUITS, any_of, half_width

SuitCode = Literal["C", "D", "H", "S"]


class Suit(StrEnum):
    """A suit (花色), from the lowest to the highest (law 1)."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"

    @property
    def order(self) -> int:
        """Clubs 0 to spades 3."""
        return "CDHS".index(self.value)

    @property
    def chinese(self) -> str:
        """梅花, 方块, 红心, 黑桃."""
        return {"C": "梅花", "D": "方块", "H": "红心", "S": "黑桃"}[self.value]

    @classmethod
    def parse(cls, text: str) -> Suit:
        """Suit of a letter C, D, H or S."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有花色“{text}”，应为 S、H、D、C 之一。") from None


class Rank(IntEnum):
    """A rank (牌点), from 2 to A (law 1)."""

    TWO = 2
    THREE = 3
    FOUR = 4
    FIVE = 5
    SIX = 6
    SEVEN = 7
    EIGHT = 8
    NINE = 9
    TEN = 10
    JACK = 11
    QUEEN = 12
    KING = 13
    ACE = 14

    @property
    def letter(self) -> str:
        """2 to 9, T, J, Q, K, A."""
        return "23456789TJQKA"[self - 2]

    @property
    def is_honor(self) -> bool:
        """An honor (大牌): A, K, Q, J, 10 (definitions)."""
        return self >= Rank.TEN

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Rank of A, K, Q, J, T (or 10), 9 to 2."""
        found = "23456789TJQKA".find("T" if text == "10" else text) if text else -1
        if found < 0 or (len(text) != 1 and text != "10"):
            raise RuleInputError(f"没有牌点“{text}”，应为 A、K、Q、J、T、9 至 2 之一。")
        return cls(found + 2)


@dataclass(frozen=True, slots=True)
class Card:
    """A card (牌张), written suit first: ``HA``, ``ST``."""

    suit: Suit
    rank: Rank

    def __str__(self) -> str:
        return self.suit.value + self.rank.letter

    @property
    def chinese(self) -> str:
        """红心A, 黑桃10."""
        return self.suit.chinese + ("10" if self.rank is Rank.TEN else self.rank.letter)

    @classmethod
    def parse(cls, text: str) -> Card:
        """Card of ``HA``, ``ST`` or ``S10``."""
        try:
            return cls(Suit(text[:1]), Rank.parse(text[1:]))
        except (ValueError, RuleInputError):
            raise RuleInputError(f"没有“{text}”这张牌，牌写作花色加牌点，如 HA、ST（黑桃10）。") from None


def hand_size() -> int:
    """How many cards each hand is dealt (law 6B)."""
    return limit("hand-cards")


def tricks_in_deal() -> int:
    """How many tricks a deal has: as many as each hand has cards (44)."""
    return hand_size()


def parse_cards(texts: Iterable[str], whose: str = "") -> tuple[Card, ...]:
    """Cards in the order given; raises when one is there twice."""
    cards = tuple(Card.parse(t) for t in texts)
    for i, card in enumerate(cards):
        if card in cards[:i]:
            raise RuleInputError(f"{whose}有两张{card.chinese}，一副牌每张只有一张。")
    return cards


def parse_hand(texts: Iterable[str], whose: str = "这手牌") -> tuple[Card, ...]:
    """A hand or what remains of it: at most thirteen different cards (law 6B)."""
    cards = parse_cards(texts, whose)
    if len(cards) > hand_size():
        raise RuleInputError(f"{whose}有{len(cards)}张，一手牌最多{hand_size()}张。")
    return cards


def card_codes(cards: Iterable[Card]) -> list[str]:
    """Cards as they are written: ``HA``, ``ST``."""
    return [str(c) for c in cards]


_NO_SUIT = ("无", "没有", "不关联", "NONE")


def parse_suits(text: str) -> tuple[Suit, ...]:
    """The suits a person wrote, each once: ``红心、黑桃``, ``♥♠``, ``H S``; none for 无. Raises for anything else."""
    plain = half_width(text).strip()
    if plain in _NO_SUIT:
        return ()
    words = any_of(SUITS)
    if not plain or re.sub(rf"{words}|[\s,、;/和与及+]", "", plain):
        raise RuleInputError(f"看不懂花色“{text}”，应写成“红心、黑桃”或“♥♠”，不关联特定花色的写“无”。")
    return tuple(dict.fromkeys(Suit(SUITS[w]) for w in re.findall(words, plain)))


def suit_names(suits: Iterable[Suit]) -> str:
    """Suits as a sentence lists them, in Chinese."""
    return "、".join(s.chinese for s in suits)


@rule("bridge.suit_of_card", "bridge-1999:1", "bridge-1999:50D2a", title="一张牌的花色")
def suit_of_card(card: str) -> dict[str, Any]:
    """Suit and name of a card: the suit declarer may require or forbid (50D2).

    Raises RuleInputError when there is no such card.
    """
    found = Card.parse(card)
    return {"suit": found.suit.value, "name": found.chinese}


@rule(
    "bridge.exposed_cards",
    "bridge-1999:24A",
    "bridge-1999:24B",
    "bridge-1999:24C",
    "bridge-1999:def/大牌",
    title="暴露的张数和有没有大牌",
)
def exposed_cards(cards: list[str]) -> dict[str, Any]:
    """How many cards were exposed, and is there an honor among them (24)?

    ``which``: ``several`` cards, or one that is an ``honor`` or ``small``, nine or below (50B). Raises RuleInputError for
    no card or a card that is there twice.
    """
    exposed = parse_cards(cards, "暴露的牌里")
    if not exposed:
        raise RuleInputError("没有写暴露了哪张牌。")
    honor = any(c.rank.is_honor for c in exposed)
    which = "several" if len(exposed) > 1 else "honor" if honor else "small"
    return {"count": len(exposed), "has_honor": honor, "which": which}
