"""The bottom cards (底牌) and what the defenders score in a deal: 保底, 抠底 (13, 14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import DECK, Card, points
from decision_trees.shengji.numbers import BOOK, card_count, printed

Role = Literal["banker", "defender"]
"""The banker's side (庄家方) or the defenders (防守方)."""


@dataclass(frozen=True, slots=True)
class Total:
    """What the defenders have in the end: bottom points as printed on the cards, and the total with doubling and penalties."""

    bottom_points: int
    defenders_total: int
    clamped: int  # the total brought into the table of levels (D-17)


def check_bottom(bottom: Sequence[Card]) -> None:
    """At most the six cards of the bottom (6p1)."""
    size = card_count("bottom")
    if len(bottom) > size:
        raise RuleInputError(f"底牌写了{len(bottom)}张，底牌只有{size}张（第六条）。")


def unit_of_points() -> int:
    """Every point on a card, and so every total, is a multiple of this (1.2)."""
    return min(int(row["points"]) for row in tables.rows(BOOK, "card-points"))


def doubled(bottom_points: int, last_trick: Role) -> int:
    """What the bottom brings the defenders: double when they win the last trick, else nothing (14p2)."""
    return bottom_points * printed("14p2", r"要(\d+)倍地归防守方") if last_trick == "defender" else 0


def clamp(total: int) -> int:
    """A total beyond the table of levels counts as its nearest end (D-17)."""
    bands = tables.rows(BOOK, "level-bands")
    return max(int(bands[0]["from"]), min(total, int(bands[-1]["to"])))


def final_total(trick_points: int, bottom: Sequence[Card], last_trick: Role, to_defenders: int = 0) -> Total:
    """The defenders' final score of a deal (13, 14; D-16, D-17).

    ``trick_points``: points in the tricks they won; ``bottom``: at least those of its cards that carry points;
    ``to_defenders``: penalty points, those of the banker's side added and their own taken off (D-16).
    """
    check_bottom(bottom)
    in_bottom = points(bottom)
    unit, in_deck = unit_of_points(), points(DECK)
    if trick_points < 0 or trick_points % unit:
        raise RuleInputError(f"拣分是{unit}的倍数，不会是{trick_points}分（第一条二）。")
    if trick_points + in_bottom > in_deck:
        raise RuleInputError(
            f"拣分{trick_points}分加底牌{in_bottom}分超过{in_deck}分，一副牌总共{in_deck}分（第一条二）。"
        )
    total = trick_points + doubled(in_bottom, last_trick) + to_defenders
    return Total(in_bottom, total, clamp(total))


@rule("shengji.deal_over", "shengji-40:1.19", "shengji-40:15p1", title="这一副打完没有")
def deal_over(stage: str) -> dict[str, Any]:
    """Have all hands been played out: yes once the deal is recorded, no before the first lead, null in between (1.19, 15p1).

    ``stage``: ``drawing``, ``drawn``, ``discarded``, ``play`` or ``recorded``.
    """
    return {"over": None if stage == "play" else stage == "recorded"}


@rule(
    "shengji.bottom_to_right",
    "shengji-40:28b.6",
    "shengji-40:6p1",
    "shengji-40:6p2",
    title="扣底张数不对时应还、应补几张",
)
def bottom_to_right(discarded: int) -> dict[str, Any]:
    """With so many cards put into the bottom, how many go back to the hand or are still to be put down (6p1, 6p2, 28b.6).

    ``discarded``: cards in the bottom now. ``back`` and ``more``: numbers of cards, 0 where none; ``said``: the same in
    Chinese, null when the number is right. Raises RuleInputError for a number that the banker cannot have put down.
    """
    most = card_count("hand") + card_count("bottom")
    if not 0 <= discarded <= most:
        raise RuleInputError(f"扣下的牌是0至{most}张，现在是{discarded}张。")
    over = discarded - card_count("bottom")
    said = f"还{over}张到手里" if over > 0 else f"补扣{-over}张" if over else None
    return {"back": max(over, 0), "more": max(-over, 0), "said": said}
