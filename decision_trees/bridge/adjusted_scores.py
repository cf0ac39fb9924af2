"""Adjusted scores where the laws give a figure: artificial scores (12C1, 86A, 88), unbalanced ones (86B), caps (25B2(b)(2)).

An assigned adjusted score (12C2) is the director's judgement: no function gives it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, rule

BOOK = "bridge-1999"

Responsibility = Literal["direct", "partial", "none"]
Bound = Literal["at_most", "exact", "at_least"]
ArtificialKind = Literal["average_plus", "average", "average_minus"]


def _limit(name: str) -> int:
    return int(tables.value(BOOK, "limits", name))


def percentage(value: float, what: str) -> float:
    """A percentage of matchpoints. Raises :class:`RuleInputError` outside 0 to 100."""
    if not 0 <= value <= 100:
        raise RuleInputError(f"{what}应为 0 至 100 的百分率，现在是 {value:g}。")
    return value


@dataclass(frozen=True, slots=True)
class ArtificialScore:
    """An artificial adjusted score (人为调整分) at matchpoints, and whether the director may give less or more (D-14)."""

    pct: float
    bound: Bound
    law: str


def artificial_score(responsibility: Responsibility, session_pct: float | None) -> ArtificialScore:
    """Law 12C1 at pairs: average minus, average, or average plus; 88: the pair's own percentage when that is higher.

    ``session_pct``: matchpoint percentage on the other boards of the session. Raises :class:`RuleInputError` when it is
    no percentage, or missing for a pair that is not at fault.
    """
    if session_pct is not None:
        percentage(session_pct, "本节其余各牌的得分")
    if responsibility == "direct":
        return ArtificialScore(_limit("average-minus-pct"), "at_most", "12C1")
    if responsibility == "partial":
        return ArtificialScore(_limit("average-pct"), "exact", "12C1")
    if session_pct is None:
        raise MoreNeeded("无责任的一方要看其本节其余各牌的百分率，请给出 session_pct_other_boards（第88条）。")
    least = _limit("compensation-pct")
    if session_pct > least:
        return ArtificialScore(session_pct, "at_least", "88")
    return ArtificialScore(_limit("average-plus-pct"), "at_least", "12C1")


def artificial_imps(kind: ArtificialKind) -> int:
    """Law 86A: average plus and average minus in IMPs. Average, which 86A does not list, lies between them (D-13)."""
    plus, minus = _limit("average-plus-imp"), _limit("average-minus-imp")
    if kind == "average":
        return (plus + minus) // 2
    return plus if kind == "average_plus" else minus


def knockout_score(by_a: float, by_b: float) -> float:
    """Law 86B: in a knockout both teams get the average of the two sides' results, each seen from the same team."""
    return float((Fraction(by_a) + Fraction(by_b)) / 2)


@dataclass(frozen=True, slots=True)
class ChangeOfCallScore:
    """Percentages after a changed call (25B): the two need not add up to a hundred."""

    offender_pct: float
    non_offender_pct: float


def change_of_call_score(option: str, offender_actual_pct: float) -> ChangeOfCallScore:
    """Law 25B2(b)(2): the offending side scores no more than average minus, the others what they really scored.

    Under the other ways of law 25 nothing is capped.
    """
    actual = percentage(offender_actual_pct, "违规方的实际得分")
    capped = min(actual, _limit("average-minus-pct")) if option == "25B2(b)(2)" else actual
    return ChangeOfCallScore(capped, float(100 - Fraction(str(actual))))


def _number(value: float) -> int | float:
    """Whole numbers without a decimal point."""
    return int(value) if value == int(value) else value


@rule("bridge.change_of_call_cap", "bridge-1999:25B2b2", "bridge-1999:25B2b1", "bridge-1999:12C1")
def change_of_call_cap(
    option: Literal["25B2(b)(1)", "25B2(b)(2)", "25A", "25B1", "25B2(a)"], offender_actual_pct: float
) -> dict[str, Any]:
    """Percentages after a changed call, 更改叫牌后的得分上限: average minus at most for the offending side (25B2(b)(2))."""
    found = change_of_call_score(option, offender_actual_pct)
    return {"offender_pct": found.offender_pct, "non_offender_pct": found.non_offender_pct}


@rule("bridge.artificial_pairs", "bridge-1999:12C1", "bridge-1999:88")
def artificial_pairs(
    responsibility: Literal["direct", "partial", "none"], session_pct_other_boards: float | None = None
) -> dict[str, Any]:
    """Artificial adjusted score at pairs, 双人赛人为调整分: percentage by responsibility (12C1, 88)."""
    found = artificial_score(responsibility, session_pct_other_boards)
    return {"pct": float(found.pct), "bound": found.bound}


@rule("bridge.artificial_imps", "bridge-1999:86A")
def artificial_imps_of(kind: Literal["average_plus", "average_minus", "average"]) -> dict[str, Any]:
    """Artificial adjusted score in IMPs, 队式赛人为调整分 (86A)."""
    return {"imp": artificial_imps(kind)}


@rule("bridge.knockout_unbalanced", "bridge-1999:86B", "bridge-1999:12C")
def knockout_unbalanced(team_a_imp_by_a_result: float, team_a_imp_by_b_result: float) -> dict[str, Any]:
    """Unbalanced adjusted scores in a knockout, 淘汰赛不平衡调整分: both results from team A's side, averaged (86B)."""
    mean = _number(knockout_score(team_a_imp_by_a_result, team_a_imp_by_b_result))
    return {"team_a_imp": mean, "team_b_imp": 0 - mean}
