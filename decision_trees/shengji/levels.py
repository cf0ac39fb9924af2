"""The result of a deal, levels and the next banker (the table of levels; 1.13, 1.21, 16, 17; 26p3)."""

from __future__ import annotations

from dataclasses import dataclass

from decision_trees import tables
from decision_trees.functions import RuleInputError
from decision_trees.shengji.bottom import clamp, unit_of_points
from decision_trees.shengji.cards import RANKS
from decision_trees.shengji.regulations import BOOK, on_count, printed
from decision_trees.shengji.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class DealResult:
    """What follows from the defenders' total: levels for either side, and who is banker next."""

    text: str  # as printed: 防家上台升一级
    banker_side_delta: int
    defender_side_delta: int
    change: bool  # the defenders take the stage (上台)
    next_banker: Seat


def deal_result(defenders_total: int, banker: Seat) -> DealResult:
    """The row of the table of levels; the partner is banker next, or, the deal lost, the next player (1.13, 16, 17).

    A total beyond the table, possible only with penalty points, counts as its nearest end (D-17).
    """
    unit = unit_of_points()
    if defenders_total % unit:
        raise RuleInputError(f"防家得分是{unit}的倍数，不会是{defenders_total}分（第一条二）。")
    total = clamp(defenders_total)
    for row in tables.rows(BOOK, "level-bands"):
        if row["from"] <= total <= row["to"]:
            change = row["stage_change"] == "是"
            after = banker.next if change else banker.partner
            return DealResult(row["result"], row["banker_delta"], row["defender_delta"], change, after)
    raise LookupError(f"no band for {total}")


def advance(level: str, delta: int) -> str | None:
    """The level so many levels up (1.3, 1.21); None beyond A, which the text does not settle (D-18)."""
    if delta < 0:
        raise RuleInputError(f"升级数不能是{delta}，只升不降。")
    at = RANKS.index(level) + delta
    return RANKS[at] if at < len(RANKS) else None


def difference(a: str, b: str) -> int:
    """How many levels lie between two levels (1.3)."""
    return abs(RANKS.index(a) - RANKS.index(b))


@dataclass(frozen=True, slots=True)
class IllegalInformation:
    """What follows when a side passed illegal information (传递非法信息): the deal ends, lost by that side (26p3)."""

    beneficiary: Side
    level: str | None  # of the other side afterwards; None beyond A (D-18)
    disqualified: bool


def illegal_information(offenders: Side, opponents_level: str, count: int) -> IllegalInformation:
    """The other side goes up two levels, whoever is banker; the third time disqualifies (26p3).

    ``count``: times in the event up to now, this one included (D-30-2).
    """
    if count < 1:
        raise RuleInputError(f"累计次数含本次，至少是1，现在是{count}。")
    up = printed("26p3", r"防守方升(\d+)级")
    return IllegalInformation(
        offenders.opponents, advance(opponents_level, up), count >= on_count("illegal_info_to_disqualification")
    )


def banker_after_illegal_information(offenders: Side, banker: Seat) -> Seat:
    """Who is banker next when illegal information ended the deal: as if its side had lost it (1.13, 17 by analogy; D-30)."""
    return banker.next if offenders is banker.side else banker.partner
