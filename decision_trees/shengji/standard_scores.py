"""Standard scores (标准分): the difference in levels at the end of a round (A1)."""

from __future__ import annotations

from dataclasses import dataclass

from decision_trees import tables
from decision_trees.functions import RuleInputError
from decision_trees.shengji.regulations import BOOK


@dataclass(frozen=True, slots=True)
class StandardScore:
    """Standard scores of both sides for a difference, the last row standing for all above (10 以上)."""

    difference: int
    winner: int
    loser: int


def standard_score(difference: int) -> StandardScore:
    """The row of 标准分转换表 (A1t) for a difference in levels."""
    if difference < 0:
        raise RuleInputError(f"级数差不能是{difference}。")
    rows = tables.rows(BOOK, "standard-scores")
    row = next(r for r in rows if r["from"] <= difference and (r["to"] is None or difference <= r["to"]))
    return StandardScore(row["from"], row["winner"], row["loser"])


def most() -> int:
    """The highest standard score of a round."""
    return max(int(row["winner"]) for row in tables.rows(BOOK, "standard-scores"))
