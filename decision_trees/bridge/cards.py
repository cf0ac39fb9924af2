"""Cards, suits and ranks (law 1)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import IntEnum, StrEnum

from decision_trees import tables
from decision_trees.functions import RuleInputError


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
            raise RuleInputError(f"没有“{text}”这张牌，牌写作花色加牌点，如 HA、ST(黑桃10)。") from None


def hand_size() -> int:
    """How many cards each hand is dealt (law 6B)."""
    return int(tables.value("bridge-1999", "limits", "hand-cards"))


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
