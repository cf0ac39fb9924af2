"""Withdrawing during the event (中途退出): the results played, the rounds left (18)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.levels import highest_standard_score
from decision_trees.shengji.numbers import printed

Format = Literal["round_robin", "swiss"]
"""循环赛, or 积分编排赛."""


@dataclass(frozen=True, slots=True)
class Withdrawal:
    """What becomes of the results played and of the rounds left, and what the opponents of these may get."""

    played_results: Literal["valid", "void"]
    rest: Literal["forfeit", "none"]
    opponent_gets: tuple[float, ...]  # standard scores, as the text lists them; empty: nothing, or simply a win


def withdrawal(
    form: Format,
    standard_score: bool,
    played: int,
    opponents: int,
    opponent_average: float | None = None,
    withdrawer_average: float | None = None,
) -> Withdrawal:
    """Withdrawing after so many opponents of all (18p4, 18p5, 18p6).

    Round robin: before half of the opponents everything is void; from half on what was played stands and the rest is
    forfeited, to win, or with standard scores for one of three amounts that the text lists without saying which (D-28).
    Swiss: always valid, and 12 for the rest.
    """
    if opponents < 1 or not 0 <= played <= opponents:
        raise RuleInputError(f"已赛对手数应是0至全部对手数，现在已赛{played}、全部{opponents}。")
    if standard_score:
        _check(*(a for a in (opponent_average, withdrawer_average) if a is not None))
    if form == "swiss":
        return Withdrawal("valid", "forfeit", (printed("18p6", r"得(\d+)标准分"),))
    if played + played < opponents:
        return Withdrawal("void", "none", ())
    if not standard_score:
        return Withdrawal("valid", "forfeit", ())
    if opponent_average is None or withdrawer_average is None:
        raise MoreNeeded("请写双方已赛平均标准分，对手的得分可能按它们算（第十八条第5段）。")
    return Withdrawal("valid", "forfeit", forfeit_scores(opponent_average, withdrawer_average))


def forfeit_scores(opponent_average: float, offender_average: float) -> tuple[float, ...]:
    """Standard scores the opponent of a forfeit may get: own average, 20 less the other's, 12 (18p5, 19.4; D-28)."""
    _check(opponent_average, offender_average)
    whole = printed("18p5", r"②(\d+)减去")
    return (opponent_average, whole - offender_average, printed("18p5", r"③(\d+)标准分"))


def _check(*averages: float) -> None:
    for average in averages:
        if not math.isfinite(average) or not 0 <= average <= highest_standard_score():
            raise RuleInputError(f"平均标准分应是0至{highest_standard_score()}，现在是{average:g}。")


@rule(
    "shengji.withdrawal", "shengji-40:18p4", "shengji-40:18p5", "shengji-40:18p6", title="中途退出：已赛成绩和余下各轮"
)
def withdrawal_of(
    format: Format,
    standard_score: bool,
    played: int,
    opponents: int,
    opponent_avg: float | None = None,
    withdrawer_avg: float | None = None,
) -> dict[str, Any]:
    """Withdrawing during the event: do the results played stand, and what may the later opponents get (18p4 to 18p6; D-28)?

    ``played``: opponents met, of all the ``opponents``. ``opponent_gets``: standard scores, as the text lists them; the
    averages are needed only where one of them may be what the opponents get. Raises MoreNeeded while they are,
    RuleInputError for numbers that cannot be.
    """
    result = withdrawal(format, standard_score, played, opponents, opponent_avg, withdrawer_avg)
    return {
        "played_results": result.played_results,
        "rest": result.rest,
        "opponent_gets": list(result.opponent_gets),
    }


@rule("shengji.half_played", "shengji-40:18p4", "shengji-40:18p5", title="中途退出时已赛是否满半数")
def half_played(played: int, opponents: int) -> dict[str, Any]:
    """Has somebody who withdraws met fewer than half of his opponents, half, or more, and how many are left (18p4, 18p5)?

    Raises RuleInputError for more opponents met than there are.
    """
    if opponents < 1 or not 0 <= played <= opponents:
        raise RuleInputError(f"已赛对手数应是0至全部对手数，现在已赛{played}、全部{opponents}。")
    twice = played + played
    half = "fewer" if twice < opponents else "half" if twice == opponents else "more"
    return {"half": half, "played": played, "opponents": opponents, "left": opponents - played}


@rule("shengji.left_by_suspension", "shengji-40:19.5", title="中途退出是否因为停赛")
def left_by_suspension(reason: str) -> dict[str, Any]:
    """Did somebody leave because he was suspended: later rounds then count as withdrawn from (19.5)?"""
    return {"suspended": reason == "suspended"}


@rule(
    "shengji.forfeit_candidates",
    "shengji-40:18p5",
    "shengji-40:19.4",
    "shengji-40:20",
    title="判负、弃权时对手得分的各候选",
)
def forfeit_candidates(opponent_avg: float, offender_avg: float, recorded: float | None = None) -> dict[str, Any]:
    """Standard scores that the opponent of a forfeit may get, and the highest of them (18p5, 19.4, 20; D-28).

    His own average, 20 less the offender's, 12, and ``recorded``: the score by what the original record shows, only for
    a forfeit ruled during the round (19.4). Raises RuleInputError for what is no average.
    """
    own, rest, fixed = forfeit_scores(opponent_avg, offender_avg)
    if recorded is not None:
        _check(recorded)
    highest = max(c for c in (own, rest, fixed, recorded) if c is not None)

    def plain(score: float | None) -> float | int | None:
        return int(score) if score is not None and score == int(score) else score

    return {
        "own": plain(own),
        "twenty_minus": plain(round(rest, 6)),
        "twelve": plain(fixed),
        "recorded": plain(recorded),
        "highest": plain(round(highest, 6)),
        "which": "with_record" if recorded is not None else "three",
    }
