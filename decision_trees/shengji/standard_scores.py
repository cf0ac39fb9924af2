"""Standard scores (标准分): the difference in levels at the end of a round (A1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji import levels
from decision_trees.shengji.cards import RANKS, parse_level
from decision_trees.shengji.regulations import BOOK
from decision_trees.shengji.seats import Side

_J = "shengji-40:"


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


@rule("shengji.standard_score", _J + "A1t")
def standard_score_of(
    diff: int | None = None, a: str | int | None = None, b: str | int | None = None
) -> dict[str, Any]:
    """Standard scores for a difference in levels, or for the two sides' levels ``a`` and ``b`` (A1)."""
    if diff is None:
        if a is None or b is None:
            raise MoreNeeded("请写级数差 diff，或写双方级数 a、b。")
        diff = levels.difference(parse_level(str(a)), parse_level(str(b)))
    elif a is not None or b is not None:
        raise RuleInputError("级数差 diff 和双方级数 a、b 只写一种。")
    score = standard_score(diff)
    return {"diff": score.difference, "winner": score.winner, "loser": score.loser}


@rule("shengji.round_scores", _J + "prep2", _J + "1.3", _J + "1.21", _J + "A1t")
def round_scores(
    level_ns: str, level_ew: str, past_ace: Literal["none", "NS", "EW"] = "none", ace: Literal["fifteen", "ace"] = "ace"
) -> dict[str, Any]:
    """一轮结束时双方差几级、哪一方高、各得几个标准分（规程赛制段，第一条三，标准分转换表）。

    ``past_ace``: the side that has gone past A; with ``ace`` ``fifteen`` that is one level above A, otherwise it counts as A
    (D-18-2). ``winner`` and ``lower`` null: equal.
    """
    height = {
        Side.NS: levels.position(parse_level(level_ns)),
        Side.EW: levels.position(parse_level(level_ew)),
    }
    if past_ace != "none":
        height[Side(past_ace)] = levels.position(RANKS[-1]) + (ace == "fifteen")
    difference = abs(height[Side.NS] - height[Side.EW])
    score = standard_score(difference)
    winner = max(height, key=lambda side: height[side]) if difference else None
    own = {side: score.winner if winner in (side, None) else score.loser for side in Side}
    return {
        "difference": difference,
        "winner": winner.value if winner else None,
        "lower": winner.opponents.value if winner else None,
        "result": "higher" if winner else "equal",
        "NS": own[Side.NS],
        "EW": own[Side.EW],
    }
