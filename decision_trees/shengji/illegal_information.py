"""Illegal information (传递非法信息): what the other side wins, and who is banker next (26)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import parse_level
from decision_trees.shengji.levels import advance
from decision_trees.shengji.regulations import on_count, printed
from decision_trees.shengji.seats import Side

_J = "shengji-40:"


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


@rule("shengji.illegal_info", _J + "26p3")
def illegal_info(offender_side: str, levels: dict[str, str], count: int) -> dict[str, Any]:
    """Illegal information: the other side goes up two levels; the third time disqualifies (26p3).

    ``count``: times so far, this one included. Beyond A the level is null and ``needs_ruling`` says so (D-18).
    """
    offenders = Side.parse(offender_side)
    known = {Side.parse(side): parse_level(level) for side, level in levels.items()}
    for side in Side:
        if side not in known:
            raise RuleInputError(f"缺少{side.chinese}的级数。")
    result = illegal_information(offenders, known[offenders.opponents], count)
    after = {side: result.level if side == result.beneficiary.value else level for side, level in levels.items()}
    out = {"beneficiary": result.beneficiary.value, "levels": after, "disqualified": result.disqualified}
    return out if result.level is not None else {**out, "needs_ruling": True}


@rule("shengji.information_times", _J + "26p3")
def information_times(before: int) -> dict[str, Any]:
    """连这一次累计第几次传递非法信息，是不是取消比赛资格（第二十六条第3段；D-30-2）。"""
    if before < 0:
        raise RuleInputError(f"此前的次数不能小于0，现在是{before}。")
    times = before + 1
    return {"times": times, "disqualified": times >= on_count("illegal_info_to_disqualification")}


@rule("shengji.information_before", _J + "26p3")
def information_before(
    of_side: int | None = None, in_round: int | None = None, of_player: int | None = None
) -> dict[str, Any]:
    """此前传递非法信息的次数：按赛会数这一方、按轮数这一方，或数这一个人，给了哪一种就是哪一种（D-30-2）。"""
    return {"before": next((n for n in (of_side, in_round, of_player) if n is not None), None)}
