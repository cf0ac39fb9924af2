"""Adjusted scores where the laws give a figure: artificial scores (12C1, 86A, 88), unbalanced ones (86B), caps (25B2(b)(2)).

An assigned adjusted score (12C2) is the director's judgement: no function gives it.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Literal

from decision_trees.bridge import limit
from decision_trees.functions import MoreNeeded, RuleInputError, rule

Responsibility = Literal["direct", "partial", "none"]


Bound = Literal["at_most", "exact", "at_least"]


ArtificialKind = Literal["average_plus", "average", "average_minus"]


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
        return ArtificialScore(limit("average-minus-pct"), "at_most", "12C1")
    if responsibility == "partial":
        return ArtificialScore(limit("average-pct"), "exact", "12C1")
    if session_pct is None:
        raise MoreNeeded("无责任的一方要看其本节其余各牌的百分率，请给出那个百分率（第88条）。")
    least = limit("compensation-pct")
    if session_pct > least:
        return ArtificialScore(session_pct, "at_least", "88")
    return ArtificialScore(limit("average-plus-pct"), "at_least", "12C1")


def artificial_imps(kind: ArtificialKind) -> int:
    """Law 86A: average plus and average minus in IMPs. Average, which 86A does not list, lies between them (D-13)."""
    plus, minus = limit("average-plus-imp"), limit("average-minus-imp")
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
    capped = min(actual, limit("average-minus-pct")) if option == "25B2(b)(2)" else actual
    return ChangeOfCallScore(capped, float(100 - Fraction(str(actual))))


def _number(value: float) -> int | float:
    """Whole numbers without a decimal point."""
    return int(value) if value == int(value) else value


@rule(
    "bridge.change_of_call_cap",
    "bridge-1999:25B2b2",
    "bridge-1999:25B2b1",
    "bridge-1999:12C1",
    title="更改叫牌后的得分上限",
)
def change_of_call_cap(
    option: Literal["25B2(b)(1)", "25B2(b)(2)", "25A", "25B1", "25B2(a)"], offender_actual_pct: float
) -> dict[str, Any]:
    """Percentages after a changed call: average minus at most for the offending side (25B2b2).

    ``offender_actual_pct``: what the offending side really scored, in percent. Raises RuleInputError outside 0 to 100.
    """
    found = change_of_call_score(option, offender_actual_pct)
    return {"offender_pct": found.offender_pct, "non_offender_pct": found.non_offender_pct}


@rule("bridge.artificial_pairs", "bridge-1999:12C1", "bridge-1999:88", title="双人赛的人为调整分")
def artificial_pairs(
    responsibility: Literal["direct", "partial", "none"], session_pct_other_boards: float | None = None
) -> dict[str, Any]:
    """Artificial adjusted score at pairs: a percentage by responsibility (12C1), or the pair's own when that is higher (88).

    ``session_pct_other_boards``: the pair's percentage on the other boards of the session. ``bound``: whether the
    director may give less (at_most) or more (at_least). Raises MoreNeeded while that percentage is missing for a pair
    that is not at fault, RuleInputError outside 0 to 100.
    """
    found = artificial_score(responsibility, session_pct_other_boards)
    return {"pct": float(found.pct), "bound": found.bound}


@rule("bridge.artificial_imps", "bridge-1999:86A", title="队式赛的人为调整分")
def artificial_imps_of(kind: Literal["average_plus", "average_minus", "average"]) -> dict[str, Any]:
    """Artificial adjusted score in IMPs: average plus, average minus (86A), or average, which lies between them (D-13)."""
    return {"imp": artificial_imps(kind)}


@rule("bridge.average_minus", "bridge-1999:12C1", "bridge-1999:86A", title="平均负分是多少")
def average_minus(scoring: str | None = None) -> dict[str, Any]:
    """What average minus comes to: at most ``pct`` of the matchpoints at pairs (12C1), ``imp`` at teams scored by IMPs (86A).

    ``form`` of scoring: pairs (individual events too), imps, other, or unknown.
    """
    forms = {"pairs": "pairs", "individual": "pairs", "imps": "imps", "knockout_imps": "imps", None: "unknown"}
    imp = artificial_imps_of("average_minus")["imp"]
    return {"form": forms.get(scoring, "other"), "pct": float(limit("average-minus-pct")), "imp": imp}


@rule("bridge.knockout_unbalanced", "bridge-1999:86B", "bridge-1999:12C", title="淘汰赛不平衡调整分的平均")
def knockout_unbalanced(team_a_imp_by_a_result: float, team_a_imp_by_b_result: float) -> dict[str, Any]:
    """Unbalanced adjusted scores in a knockout: both results as team A has them, in IMPs, averaged (86B)."""
    mean = _number(knockout_score(team_a_imp_by_a_result, team_a_imp_by_b_result))
    return {"team_a_imp": mean, "team_b_imp": 0 - mean}


_KIND: dict[Responsibility, ArtificialKind] = {"direct": "average_minus", "partial": "average", "none": "average_plus"}


_KIND_CHINESE: dict[ArtificialKind, str] = {
    "average_minus": "平均负分",
    "average": "平均分",
    "average_plus": "平均正分",
}


_BOUND_CHINESE: dict[Bound, str] = {"at_most": "至多", "exact": "", "at_least": "至少"}


@dataclass(frozen=True, slots=True)
class SideAward:
    """What one side is given."""

    amount: float
    text: str  # in Chinese
    law: str


def _awards_data(ns: SideAward, ew: SideAward) -> dict[str, Any]:
    return {
        "ns": ns.text,
        "ns_amount": ns.amount,
        "ns_law": ns.law,
        "ew": ew.text,
        "ew_amount": ew.amount,
        "ew_law": ew.law,
    }


def _pairs_award(responsibility: Responsibility, session_pct: float | None) -> SideAward:
    found = artificial_score(responsibility, session_pct)
    name = _KIND_CHINESE[_KIND[responsibility]]
    bound = _BOUND_CHINESE[found.bound]
    text = f"{name}（{found.pct:g}%，条文写{bound}{found.pct:g}%）" if bound else f"{name}（{found.pct:g}%）"
    if found.law == "88":
        text = f"{name}（照其本节百分率{found.pct:g}%）"
    return SideAward(found.pct, text, found.law)


def _individual_award(responsibility: Responsibility) -> SideAward:
    """In an individual each of the two not at fault has a percentage of his own to compare (88)."""
    found = _pairs_award(responsibility, 0.0)
    if responsibility != "none":
        return found
    return SideAward(found.amount, f"{found.text[:-1]}，本节超过{found.amount:g}%的照本人百分率）", found.law)


def _imps_award(responsibility: Responsibility) -> SideAward:
    kind = _KIND[responsibility]
    amount = artificial_imps(kind)
    return SideAward(amount, f"{_KIND_CHINESE[kind]}（{amount:g} IMP）", "12C1" if kind == "average" else "86A")


@rule(
    "bridge.artificial_awards",
    "bridge-1999:12C1",
    "bridge-1999:86A",
    "bridge-1999:86B",
    "bridge-1999:88",
    title="双方的人为调整分",
)
def artificial_awards(
    scoring: Literal["pairs", "individual", "imps", "knockout_imps"],
    ns_responsibility: Responsibility,
    ew_responsibility: Responsibility,
    ns_session_pct: float | None = None,
    ew_session_pct: float | None = None,
) -> dict[str, Any]:
    """Artificial adjusted scores of both sides, which need not balance (12C1); average at IMPs is 0 (D-13).

    ``ns_session_pct``, ``ew_session_pct``: percentages of the session on the other boards, needed at pairs for a side
    that is not at fault (88). Amounts are percentages at pairs and in an individual, IMPs else. In a knockout an
    unbalanced result is averaged: ``knockout`` is what North-South's team gets, in IMPs, East-West's the opposite
    (86B). Raises MoreNeeded while a percentage is missing, RuleInputError for one that is none.
    """
    if scoring == "pairs":
        return _awards_data(
            _pairs_award(ns_responsibility, ns_session_pct), _pairs_award(ew_responsibility, ew_session_pct)
        )
    if scoring == "individual":
        return _awards_data(_individual_award(ns_responsibility), _individual_award(ew_responsibility))
    ns, ew = _imps_award(ns_responsibility), _imps_award(ew_responsibility)
    out = _awards_data(ns, ew)
    if scoring == "knockout_imps":
        share = knockout_score(ns.amount, -ew.amount)
        out["knockout"] = share
        if share == 0:
            out["text"] = "两队在这副牌均得0 IMP"
        else:
            winner, loser = ("南北方", "东西方") if share > 0 else ("东西方", "南北方")
            out["text"] = f"{winner}的队得{abs(share):g} IMP，{loser}的队失{abs(share):g} IMP"
    return out


@rule("bridge.awards_balance", "bridge-1999:86A", "bridge-1999:86B", title="两队的人为调整分是否平衡")
def awards_balance(ns_responsibility: Responsibility, ew_responsibility: Responsibility) -> dict[str, Any]:
    """Do the artificial adjusted scores of two teams at IMPs balance: what one wins the other loses (86A)?

    Then a knockout has nothing to average (86B).
    """
    return {"balanced": _imps_award(ns_responsibility).amount == -_imps_award(ew_responsibility).amount}


@rule(
    "bridge.side_award",
    "bridge-1999:15B",
    "bridge-1999:12C1",
    "bridge-1999:86A",
    "bridge-1999:88",
    title="一方的人为调整分",
)
def side_award(
    scoring: Literal["pairs", "individual", "imps", "knockout_imps"],
    responsibility: Responsibility,
    session_pct: float | None = None,
) -> dict[str, Any]:
    """The artificial adjusted score of one side alone: the one deprived of a fair score (15B, 12C1, 86A, 88).

    ``session_pct``: percentage on the other boards of the session, needed at pairs for a side that is not at fault
    (88). ``amount``: a percentage at pairs and in an individual, IMPs else. Raises MoreNeeded while that percentage is
    missing, RuleInputError for one that is none.
    """
    if scoring == "pairs":
        found = _pairs_award(responsibility, session_pct)
    elif scoring == "individual":
        found = _individual_award(responsibility)
    else:
        found = _imps_award(responsibility)
    return {"award": found.text, "amount": found.amount, "law": found.law}
