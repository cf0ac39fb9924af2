"""Artificial adjusted scores of both sides."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError, call


def awards(scoring: str, ns: str, ew: str, **more: float) -> dict[str, object]:
    return call(
        "bridge.artificial_awards", {"scoring": scoring, "ns_responsibility": ns, "ew_responsibility": ew, **more}
    )


def test_pairs() -> None:
    found = awards("pairs", "none", "direct", ns_session_pct=64.5)
    assert (found["ns_amount"], found["ns_law"]) == (64.5, "88")
    assert (found["ew_amount"], found["ew_law"]) == (40, "12C1")
    found = awards("pairs", "none", "partial", ns_session_pct=60)
    assert (found["ns_amount"], found["ns_law"], found["ew_amount"]) == (60, "12C1", 50)


def test_pairs_need_the_percentage_of_a_side_not_at_fault() -> None:
    with pytest.raises(RuleInputError, match="百分率"):
        awards("pairs", "none", "direct")


def test_individual_names_each_players_own_percentage() -> None:
    found = awards("individual", "none", "direct")
    assert "本人百分率" in str(found["ns"])
    assert "本人" not in str(found["ew"])


@pytest.mark.parametrize(
    ("ns", "ew", "share"),
    [
        ("none", "direct", 3),
        ("none", "partial", 1.5),
        ("none", "none", 0),
        ("direct", "direct", 0),
        ("direct", "partial", -1.5),
    ],
)
def test_knockout_takes_the_average(ns: str, ew: str, share: float) -> None:
    assert awards("knockout_imps", ns, ew)["knockout"] == share


def test_imps_need_not_balance() -> None:
    found = awards("imps", "direct", "direct")
    assert (found["ns_amount"], found["ew_amount"]) == (-3, -3)
    assert "knockout" not in found
