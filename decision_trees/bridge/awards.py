"""What an artificial adjusted score comes to for the two sides of a table (12C1, 86A, 86B, 88)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.adjusted_scores import (
    ArtificialKind,
    Bound,
    Responsibility,
    artificial_imps,
    artificial_score,
    knockout_score,
)
from decision_trees.functions import rule

KIND: dict[Responsibility, ArtificialKind] = {"direct": "average_minus", "partial": "average", "none": "average_plus"}
CHINESE: dict[ArtificialKind, str] = {"average_minus": "平均负分", "average": "平均分", "average_plus": "平均正分"}
BOUND: dict[Bound, str] = {"at_most": "至多", "exact": "", "at_least": "至少"}


@dataclass(frozen=True, slots=True)
class Award:
    """What one side is given."""

    amount: float
    text: str  # in Chinese
    law: str


def _flat(ns: Award, ew: Award) -> dict[str, Any]:
    return {
        "ns": ns.text,
        "ns_amount": ns.amount,
        "ns_law": ns.law,
        "ew": ew.text,
        "ew_amount": ew.amount,
        "ew_law": ew.law,
    }


def _percentage(responsibility: Responsibility, session_pct: float | None) -> Award:
    found = artificial_score(responsibility, session_pct)
    name = CHINESE[KIND[responsibility]]
    text = f"{name}（{BOUND[found.bound]}{found.pct:g}%）"
    if found.law == "88":
        text = f"{name}（照其本节百分率 {found.pct:g}%）"
    return Award(found.pct, text, found.law)


def _each_player(responsibility: Responsibility) -> Award:
    """In an individual each of the two not at fault has a percentage of his own to compare (88)."""
    found = _percentage(responsibility, 0.0)
    if responsibility != "none":
        return found
    return Award(found.amount, f"{found.text[:-1]}，本节超过{found.amount:g}%的照本人百分率）", found.law)


def _imps(responsibility: Responsibility) -> Award:
    kind = KIND[responsibility]
    amount = artificial_imps(kind)
    return Award(amount, f"{CHINESE[kind]}（{amount:g} IMP）", "12C1" if kind == "average" else "86A")


@rule("bridge.artificial_awards", "bridge-1999:12C1", "bridge-1999:86A", "bridge-1999:86B", "bridge-1999:88")
def artificial_awards(
    scoring: Literal["pairs", "individual", "imps", "knockout_imps"],
    ns_responsibility: Responsibility,
    ew_responsibility: Responsibility,
    ns_session_pct: float | None = None,
    ew_session_pct: float | None = None,
) -> dict[str, Any]:
    """Artificial adjusted scores of both sides, 双方的人为调整分: they need not balance (12C1); average 0 IMP is D-13.

    ``ns_session_pct``, ``ew_session_pct``: percentages of the session, needed at pairs for a side that is not at fault
    (88). In a knockout an unbalanced result is averaged: ``knockout`` is what North-South's team gets, East-West's the
    opposite (86B).
    """
    if scoring == "pairs":
        return _flat(_percentage(ns_responsibility, ns_session_pct), _percentage(ew_responsibility, ew_session_pct))
    if scoring == "individual":
        return _flat(_each_player(ns_responsibility), _each_player(ew_responsibility))
    ns, ew = _imps(ns_responsibility), _imps(ew_responsibility)
    out = _flat(ns, ew)
    if scoring == "knockout_imps":
        share = knockout_score(ns.amount, -ew.amount)
        out["knockout"] = share
        if share == 0:
            out["text"] = "两队在这副牌均得 0 IMP"
        else:
            winner, loser = ("南北方", "东西方") if share > 0 else ("东西方", "南北方")
            out["text"] = f"{winner}的队得 {abs(share):g} IMP，{loser}的队失 {abs(share):g} IMP"
    return out


@rule("bridge.side_award", "bridge-1999:15B", "bridge-1999:12C1", "bridge-1999:86A", "bridge-1999:88")
def side_award(
    scoring: Literal["pairs", "individual", "imps", "knockout_imps"],
    responsibility: Responsibility,
    session_pct: float | None = None,
) -> dict[str, Any]:
    """The artificial adjusted score of one side alone, 一方的人为调整分: the one deprived of a fair score (15B, 12C1, 86A, 88).

    ``session_pct``: percentage on the other boards of the session, needed at pairs for a side that is not at fault (88).
    """
    if scoring == "pairs":
        found = _percentage(responsibility, session_pct)
    elif scoring == "individual":
        found = _each_player(responsibility)
    else:
        found = _imps(responsibility)
    return {"award": found.text, "amount": found.amount, "law": found.law}
