"""Trumps and side suits of a deal, and which card is higher (1.4 to 1.8, 11)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import BIG_JOKER, DECK, LITTLE_JOKER, RANKS, Card, Suit, parse_level

SuitClass = Literal["T", "S", "H", "D", "C"]
"""What is followed together: trumps (将牌) or one side suit (副牌花色)."""

Comparison = Literal["a", "b", "tie", "neither"]


def parse_class(text: str) -> SuitClass:
    """A class of T (trumps), S, H, D or C."""
    for known in ("T", "S", "H", "D", "C"):
        if text == known:
            return known
    raise RuleInputError(f"没有“{text}”这一门，应为 T（将牌）、S、H、D、C 之一。")


def class_chinese(suit_class: SuitClass) -> str:
    """将牌, or the name of the side suit."""
    return "将牌" if suit_class == "T" else Suit(suit_class).chinese


@dataclass(frozen=True, slots=True)
class Trumps:
    """The level (级数) and the trump suit (将牌花色) of a deal: everything that decides which card is what."""

    level: str
    suit: Suit
    lowest: frozenset[Card] = frozenset()  # count as the lowest of their class, whatever they are (28b.3)

    @classmethod
    def parse(cls, level: str, trump: str) -> Trumps:
        """Level 2 to A and trump suit S, H, D or C."""
        return cls(parse_level(level), Suit.parse(trump))

    @property
    def main_level_card(self) -> Card:
        """The level card of the trump suit (主级牌, 1.5)."""
        return Card(self.suit, self.level)

    def class_of(self, card: Card) -> SuitClass:
        """Trumps: jokers, level cards of any suit, the trump suit (1.4 to 1.7); otherwise the card's own suit (1.8)."""
        if card.suit is None or card.rank == self.level or card.suit is self.suit:
            return "T"
        return parse_class(card.suit.value)

    def is_trump(self, card: Card) -> bool:
        """A trump (将牌, 1.7)."""
        return self.class_of(card) == "T"

    def cards_of(self, suit_class: SuitClass) -> tuple[Card, ...]:
        """All cards of a class in the deck, the highest first (11.1; D-25 for jokers and level cards)."""
        return tuple(sorted((c for c in DECK if self.class_of(c) == suit_class), key=self.height, reverse=True))

    def height(self, card: Card) -> int:
        """Height within the card's class, higher is better (11.1).

        Trumps go in the order in which 1.7 lists them (D-25): big joker, little joker, main level card, the three other
        level cards (副级牌), then the trump suit from A to 2. The other level cards are of equal height (D-24). Cards of an
        established revoke are below all of their class (28b.3).
        """
        above_suits = len(RANKS)
        if card in self.lowest:
            return -1
        if card == BIG_JOKER:
            return above_suits + 3
        if card == LITTLE_JOKER:
            return above_suits + 2
        if card == self.main_level_card:
            return above_suits + 1
        if card.rank == self.level:
            return above_suits
        return RANKS.index(card.rank)

    def highest(self, cards: Iterable[Card]) -> Card:
        """The highest of some cards of one class, the first of equals."""
        return max(cards, key=self.height)

    def beats(self, card: Card, other: Card) -> bool:
        """Is a card strictly higher than another of its class (11.1)? Equal cards do not beat each other."""
        return self.class_of(card) == self.class_of(other) and self.height(card) > self.height(other)

    def one_class(self, cards: Sequence[Card]) -> SuitClass | None:
        """The class all these cards are of; None when they are of several, or there are none."""
        found = {self.class_of(c) for c in cards}
        return found.pop() if len(found) == 1 else None


def compare(a: Card, b: Card, trumps: Trumps, led: SuitClass) -> Comparison:
    """Which of two cards in a trick is higher (11).

    ``tie``: of equal height, the one played first is the higher (11.1). ``neither``: both are discards (11.3).
    """
    if a == b:
        raise RuleInputError(f"两张都是{a.chinese}，一副牌每张只有一张。")

    def strength(card: Card) -> tuple[int, int]:
        own = trumps.class_of(card)
        if own == "T":
            return (2, trumps.height(card))
        return (1, trumps.height(card)) if own == led else (0, 0)

    mine, other = strength(a), strength(b)
    if mine == other:
        return "neither" if mine == (0, 0) else "tie"
    return "a" if mine > other else "b"


@rule(
    "shengji.suit_class",
    "shengji-40:1.4",
    "shengji-40:1.5",
    "shengji-40:1.6",
    "shengji-40:1.7",
    "shengji-40:1.8",
    title="这张牌是将牌还是哪门副牌",
)
def suit_class(card: str, level: str, trump: str) -> dict[str, Any]:
    """Is a card a trump (``T``), or of which side suit (1.4 to 1.8)?"""
    return {"class": Trumps.parse(level, trump).class_of(Card.parse(card))}


@rule("shengji.trump_count", "shengji-40:1.7", "shengji-40:1.8", title="将牌和一门副牌各有几张")
def trump_count(level: str, trump: str, side_suit: str) -> dict[str, Any]:
    """How many trumps there are, and how many cards of a side suit (1.7, 1.8).

    Raises RuleInputError for the trump suit, which is no side suit.
    """
    of, suit = Trumps.parse(level, trump), Suit.parse(side_suit)
    if suit is of.suit:
        raise RuleInputError(f"{suit.chinese}是将牌花色，不是副牌（第一条八）。")
    side = sum(of.class_of(c) == suit.value for c in DECK)
    return {"trumps": sum(map(of.is_trump, DECK)), "in_suit": side}


@rule(
    "shengji.compare",
    "shengji-40:11",
    "shengji-40:11.1",
    "shengji-40:11.2",
    "shengji-40:11.3",
    "shengji-40:1.7",
    title="一圈里两张牌谁大",
)
def compare_of(a: str, b: str, level: str, trump: str, led_class: str) -> dict[str, Any]:
    """Which of two cards in a trick is higher (11).

    ``led_class``: T for trumps, or the side suit led. ``tie``: equal, the one played first is higher (11.1);
    ``neither``: both are discards. Raises RuleInputError for one card twice, or the trump suit as a class of its own.
    """
    led = parse_class(led_class)
    of = Trumps.parse(level, trump)
    if led == of.suit.value:
        raise RuleInputError(f"{of.suit.chinese}是将牌花色，领出它就是领出将牌，led_class 应写 T（第一条七）。")
    return {"result": compare(Card.parse(a), Card.parse(b), of, led)}
