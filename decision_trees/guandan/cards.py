"""Two packs, level cards (参谋) and wild cards (红心参谋): rules 2, 3.3, 7.1, 7.2 and 8.1."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import IntEnum, StrEnum
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.numbers import at_most

_B = "guandan-2017:"


class Suit(StrEnum):
    """A suit (花色); suits are equal in every comparison (8.1)."""

    S = "S"
    H = "H"
    C = "C"
    D = "D"

    @property
    def chinese(self) -> str:
        """黑桃, 红心, 梅花, 方块."""
        return {"S": "黑桃", "H": "红心", "C": "梅花", "D": "方块"}[self.value]


class Rank(IntEnum):
    """A rank (牌点) in its natural order, 2 to A, then the jokers."""

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
    LITTLE_JOKER = 15
    BIG_JOKER = 16

    @property
    def code(self) -> str:
        """2 to 10, J, Q, K, A, LJ, BJ."""
        return _CODES[self]

    @property
    def is_joker(self) -> bool:
        """Little joker (小王) or big joker (大王)."""
        return self >= Rank.LITTLE_JOKER

    @property
    def points(self) -> int:
        """Face value for counting: A is 1, J 11, Q 12, K 13 (5.1.2; D-16)."""
        return 1 if self is Rank.ACE else int(self)

    @classmethod
    def parse(cls, text: str) -> Rank:
        """Rank of its code."""
        found = _RANKS.get(text)
        if found is None:
            raise RuleInputError(f"没有牌点“{text}”，应为 2 至 10、J、Q、K、A、LJ（小王）、BJ（大王）之一。")
        return found


_CODES = {r: {11: "J", 12: "Q", 13: "K", 14: "A", 15: "LJ", 16: "BJ"}.get(r, str(int(r))) for r in Rank}
_RANKS = {code: rank for rank, code in _CODES.items()}
SUITED = tuple(r for r in Rank if not r.is_joker)


@dataclass(frozen=True, slots=True)
class Card:
    """A card (牌张): ``S2``, ``H10``, ``BJ``. Both packs have it."""

    suit: Suit | None  # None for jokers
    rank: Rank
    index: int = field(init=False, repr=False, compare=False)  # 0 to 53, for fast look-up

    def __post_init__(self) -> None:
        if self.suit is None:
            index = len(SUITED) * len(Suit) + self.rank - Rank.LITTLE_JOKER
        else:
            index = (self.rank - Rank.TWO) * len(Suit) + list(Suit).index(self.suit)
        object.__setattr__(self, "index", index)

    def __str__(self) -> str:
        return self.rank.code if self.suit is None else self.suit.value + self.rank.code

    @property
    def chinese(self) -> str:
        """红心10, 大王."""
        if self.suit is None:
            return "大王" if self.rank is Rank.BIG_JOKER else "小王"
        return self.suit.chinese + self.rank.code

    @classmethod
    def parse(cls, text: str) -> Card:
        """Card of its code."""
        found = _PACK.get(text)
        if found is None:
            raise RuleInputError(
                f"没有“{text}”这张牌，牌写作花色加牌面，如 H10（红心10）、SJ（黑桃J），大王写 BJ，小王写 LJ。"
            )
        return found


PACK = (
    *(Card(suit, rank) for rank in SUITED for suit in Suit),
    Card(None, Rank.LITTLE_JOKER),
    Card(None, Rank.BIG_JOKER),
)
_PACK = {str(card): card for card in PACK}


def parse_cards(texts: Iterable[str], whose: str = "这些牌") -> tuple[Card, ...]:
    """Cards in the order given; raises when there are more of one than both packs have, or more than a whole hand."""
    cards = tuple(Card.parse(t) for t in texts)
    card, copies = Counter(cards).most_common(1)[0] if cards else (None, 0)
    if card is not None and copies > at_most("decks"):
        raise RuleInputError(f"{whose}里有 {copies} 张{card.chinese}，两副牌里同一张只有 {at_most('decks')} 张。")
    if len(cards) > at_most("full-hand"):
        raise RuleInputError(f"{whose}有 {len(cards)} 张，全手牌只有 {at_most('full-hand')} 张。")
    return cards


def parse_level(text: str) -> Rank:
    """Rank of the level being played (所打级数), 2 to A: past A the game is over (14.1.1)."""
    found = _RANKS.get(text)
    if found is None or found.is_joker:
        why = "过A以后一局已经结束，" if text == "A+" else ""
        raise RuleInputError(f"所打级数不能是“{text}”，{why}应为 2 至 10、J、Q、K、A 之一。")
    return found


def is_wild(card: Card, level: Rank) -> bool:
    """Whether the card is a wild card (红心参谋): the heart of the level (7.2)."""
    return card.suit is Suit.H and card.rank is level


def strength(rank: Rank, level: Rank) -> int:
    """Place of a rank in the order of 8.1: big joker, little joker, level card, A, K, ... 2; higher is stronger."""
    if rank is level:
        return Rank.ACE + 1
    return rank + 1 if rank.is_joker else int(rank)


def compare(a: Card, b: Card, level: Rank) -> int:
    """1, 0 or -1 as the first card is stronger than, equal to or weaker than the second; suits do not count (8.1)."""
    first, second = strength(a.rank, level), strength(b.rank, level)
    return (first > second) - (first < second)


@rule("guandan.card.same_rank", _B + "8.1", title="两张牌是不是一样大")
def card_same_rank(a: str, b: str) -> dict[str, Any]:
    """Whether two cards are equally high, whatever the level (8.1): only cards of one rank are.

    Raises :class:`RuleInputError` for a card there is not.
    """
    return {"same": Card.parse(a).rank is Card.parse(b).rank}


@rule("guandan.card.compare", _B + "7.1", _B + "8.1", title="两张单牌比大小")
def card_compare(a: str, b: str, level: str) -> dict[str, Any]:
    """Which of two single cards is higher at this level (7.1, 8.1): 1 the first, -1 the second, 0 neither.

    Suits do not count. Raises :class:`RuleInputError` for a card or level there is not.
    """
    return {"cmp": compare(Card.parse(a), Card.parse(b), parse_level(level))}
