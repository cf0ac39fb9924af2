"""Leaving an event (rule 24)."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.guandan.numbers import Regime
from decision_trees.guandan.scoring import Forfeit, forfeit

_B = "guandan-2017:"


class OwnResults(StrEnum):
    """What becomes of the results of the pair that left."""

    CANCELLED = "全部注销（对手成绩保留）"
    KEPT_REST_FORFEITED = "有效，余作弃权"
    KEPT = "有效"


class EventSystem(StrEnum):
    """The system of an event."""

    ROUND_ROBIN = "循环赛"
    SWISS = "积分编排赛"
    KNOCKOUT = "淘汰赛"


def _check_numbers(all_: int, played: int) -> None:
    if not 0 <= played <= all_ or all_ < 1:
        raise RuleInputError(f"已赛 {played}、共 {all_}，已赛不能是负数，也不能比总数多。")


def round_robin(opponents: int, played: int) -> OwnResults:
    """Leaving a round robin (24.2.1): fewer than half the opponents met, or at least half."""
    _check_numbers(opponents, played)
    return OwnResults.CANCELLED if 2 * played < opponents else OwnResults.KEPT_REST_FORFEITED


@dataclass(frozen=True, slots=True)
class SwissWithdrawal:
    """Leaving a Swiss event: own results stand, the opponent of the current round wins by forfeit."""

    own_results: OwnResults
    current_round_opponent: tuple[int, int]  # match points and level points


def swiss(rounds: int, played: int) -> SwissWithdrawal:
    """Leaving a Swiss event, however many rounds have been played (24.2.2)."""
    _check_numbers(rounds, played)
    score = forfeit(Forfeit.SWISS, Regime.BASE)
    return SwissWithdrawal(OwnResults.KEPT, (score.opponents_match_points, score.opponents_level_points))


def knockout() -> str:
    """Leaving a knockout: the opponent goes on (24.2.3)."""
    return "进入下一轮"


def before_start(event: EventSystem, remaining: int) -> str:
    """Leaving before the first round, so many being left (24.1)."""
    if remaining < 1:
        raise RuleInputError(f"剩余对数至少是 1，现在是 {remaining}。")
    if event is EventSystem.SWISS:
        return "可考虑补足双数"
    if event is EventSystem.KNOCKOUT:
        raise MoreNeeded("开赛前退出淘汰赛怎么办，第二十四条没有写，看比赛规程。")
    return "轮空" if remaining % 2 else "重新抽签"


@rule("guandan.withdrawal.round_robin", _B + "24.2.1", title="循环赛中退赛的成绩")
def withdrawal_round_robin(opponents: int, played: int) -> dict[str, Any]:
    """What becomes of the results of a pair that leaves a round robin, by how many opponents it has met (24.2.1).

    Raises :class:`RuleInputError` for numbers there cannot be.
    """
    return {"own_results": round_robin(opponents, played).value}


@rule("guandan.withdrawal.swiss", _B + "24.2.2", title="积分编排赛中退赛的成绩")
def withdrawal_swiss(rounds: int, played: int) -> dict[str, Any]:
    """What becomes of results when a pair leaves an event paired by score, and what its opponent of the round gets (24.2.2).

    ``current_round_opp``: match points and level points. Raises :class:`RuleInputError` for numbers there cannot be.
    """
    found = swiss(rounds, played)
    return {"own_results": found.own_results.value, "current_round_opp": list(found.current_round_opponent)}


@rule("guandan.withdrawal.knockout", _B + "24.2.3", title="淘汰赛中退赛，对手怎样")
def withdrawal_knockout() -> dict[str, Any]:
    """What the opponent of a pair that leaves a knockout gets: he goes on (24.2.3)."""
    return {"opponent": knockout()}


@rule("guandan.withdrawal.before_start", _B + "24.1", title="开赛前退赛怎样安排")
def withdrawal_before_start(format: Literal["循环赛", "积分编排赛", "淘汰赛"], remaining: int) -> dict[str, Any]:
    """What to do when a pair leaves before the first round (24.1).

    ``remaining``: pairs that are left. Raises :class:`MoreNeeded` for a knockout, of which the text says nothing,
    :class:`RuleInputError` for a number there cannot be.
    """
    return {"handling": before_start(EventSystem(format), remaining)}
