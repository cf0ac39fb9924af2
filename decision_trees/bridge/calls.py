"""Calls: bids, pass, double, redouble; which bid is sufficient (laws 18, 19, 38; 定义: 叫牌, 实质叫牌)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees.bridge import limit
from decision_trees.bridge.cards import Suit
from decision_trees.functions import RuleInputError, rule

StrainCode = Literal["C", "D", "H", "S", "NT"]


DoublingCode = Literal["none", "X", "XX"]


class Strain(StrEnum):
    """A denomination (定约名目), from the lowest to the highest (law 18E)."""

    C = "C"
    D = "D"
    H = "H"
    S = "S"
    NT = "NT"

    @property
    def order(self) -> int:
        """Clubs 0 to no trumps 4."""
        return list(Strain).index(self)

    @property
    def suit(self) -> Suit | None:
        """The trump suit; None at no trumps."""
        return None if self is Strain.NT else Suit(self.value)

    @property
    def chinese(self) -> str:
        """梅花, 方块, 红心, 黑桃, 无将."""
        return "无将" if self.suit is None else self.suit.chinese

    @classmethod
    def parse(cls, text: str) -> Strain:
        """Strain of C, D, H, S or NT."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有定约名目“{text}”，应为 C、D、H、S、NT 之一。") from None


class Doubling(StrEnum):
    """Whether the last bid stands undoubled, doubled or redoubled (laws 19C, 19D)."""

    NONE = "none"
    DOUBLED = "X"
    REDOUBLED = "XX"

    @property
    def chinese(self) -> str:
        """未加倍, 加倍, 再加倍."""
        return {"none": "未加倍", "X": "加倍", "XX": "再加倍"}[self.value]


class Action(StrEnum):
    """A call that is no bid."""

    PASS = "P"
    DOUBLE = "X"
    REDOUBLE = "XX"

    @property
    def chinese(self) -> str:
        """不叫, 加倍, 再加倍."""
        return {"P": "不叫", "X": "加倍", "XX": "再加倍"}[self.value]


def highest_level() -> int:
    """The highest level a contract can be played at (laws 18A, 38)."""
    return limit("highest-level")


@dataclass(frozen=True, slots=True)
class Bid:
    """A bid (实质叫牌): a number of odd tricks in a denomination."""

    level: int
    strain: Strain

    def __str__(self) -> str:
        return f"{self.level}{self.strain.value}"

    @property
    def chinese(self) -> str:
        """2红心, 3无将."""
        return f"{self.level}{self.strain.chinese}"

    @property
    def is_over_seven(self) -> bool:
        """A bid of more than seven, that can never stand (超过7线, law 38)."""
        return self.level > highest_level()

    def supersedes(self, last: Bid | None) -> bool:
        """Is it sufficient (足够叫牌) over the last bid? Law 18B, C: the same level in a higher strain, or a higher level."""
        return last is None or (self.level, self.strain.order) > (last.level, last.strain.order)


Call = Bid | Action
"""A call (叫牌): any bid, double, redouble or pass."""


def parse_call(text: object, *, over_seven: bool = False) -> Call:
    """The call written ``1C`` to ``7NT``, ``P``, ``X`` or ``XX``.

    ``over_seven`` lets a bid one level above the highest through, to be examined under law 38. Raises
    :class:`RuleInputError` when there is no such call.
    """
    if isinstance(text, str):
        if text in ("P", "X", "XX"):
            return Action(text)
        if text[:1].isascii() and text[:1].isdigit() and text[1:] in list(Strain):
            bid = Bid(int(text[0]), Strain(text[1:]))
            if 1 <= bid.level <= highest_level() or (over_seven and bid.level == highest_level() + 1):
                return bid
            if bid.is_over_seven:
                raise RuleInputError(f"“{text}”超过{highest_level()}线，不能成立（第38条）。")
    raise RuleInputError(f"没有“{text}”这种叫牌，应为 1C 至 {highest_level()}NT、P（不叫）、X（加倍）、XX（再加倍）。")


def parse_bid(text: object) -> Bid:
    """The bid written ``1C`` to ``7NT``. Raises :class:`RuleInputError` for anything else."""
    call = parse_call(text)
    if isinstance(call, Action):
        raise RuleInputError(f"“{text}”（{call.chinese}）不是实质叫牌，应为 1C 至 {highest_level()}NT。")
    return call


def lowest_sufficient(last: Bid | None, strain: Strain) -> Bid | None:
    """The lowest sufficient bid (最低的足够叫牌) in a strain; None when even the highest level is not enough (27B1, 18B)."""
    for level in range(1, highest_level() + 1):
        bid = Bid(level, strain)
        if bid.supersedes(last):
            return bid
    return None


@rule(
    "bridge.lowest_sufficient", "bridge-1999:18B", "bridge-1999:18C", "bridge-1999:27B1", title="同名目最低的足够叫牌"
)
def lowest_sufficient_of(last_bid: str | None, strain: StrainCode) -> dict[str, Any]:
    """Lowest sufficient bid in a strain; null when there is none (18B, 27B1).

    ``last_bid``: the bid to be exceeded, null when nobody has bid. Raises RuleInputError for what is no bid.
    """
    bid = lowest_sufficient(parse_bid(last_bid) if last_bid is not None else None, Strain(strain))
    return {"bid": str(bid) if bid else None}


@rule("bridge.trump_of", "bridge-1999:22B", "bridge-1999:def/将牌", title="定约的将牌")
def trump_of(contract: str) -> dict[str, Any]:
    """The trump suit of a contract and its level (22B): S, H, D, C or NT.

    Raises RuleInputError for what is no bid.
    """
    return {"trump": parse_bid(contract).strain.value, "level": parse_bid(contract).level}
