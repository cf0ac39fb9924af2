"""Adjusted scores (12C, 25B2b2, 86, 88)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def awards(scoring: str, ns: str, ew: str, **more: float) -> dict[str, object]:
    return call(
        "bridge.artificial_awards", {"scoring": scoring, "ns_responsibility": ns, "ew_responsibility": ew, **more}
    )


WORKED: list[Case] = [
    (
        "artificial_pairs",
        {"responsibility": "direct", "session_pct_other_boards": 55.0},
        {"pct": 40.0, "bound": "at_most"},
    ),
    ("artificial_imps", {"kind": "average_plus"}, {"imp": 3}),
    (
        "knockout_unbalanced",
        {"team_a_imp_by_a_result": 8, "team_a_imp_by_b_result": 2},
        {"team_a_imp": 5, "team_b_imp": -5},
    ),
    (
        "change_of_call_cap",
        {"option": "25B2(b)(2)", "offender_actual_pct": 35.0},
        {"offender_pct": 35.0, "non_offender_pct": 65.0},
    ),
    # -- 25B2
    (
        "change_of_call_cap",
        {"option": "25B2(b)(2)", "offender_actual_pct": 55.5},
        {"offender_pct": 40, "non_offender_pct": 44.5},
    ),
    (
        "change_of_call_cap",
        {"option": "25B2(b)(1)", "offender_actual_pct": 55},
        {"offender_pct": 55, "non_offender_pct": 45},
    ),
    (
        "change_of_call_cap",
        {"option": "25B2(b)(2)", "offender_actual_pct": 40},
        {"offender_pct": 40, "non_offender_pct": 60},
    ),
    # -- 12C1, 86, 88
    *[
        (
            "artificial_pairs",
            {"responsibility": who, "session_pct_other_boards": pct},
            {"pct": given, "bound": bound},
        )
        for who, pct, given, bound in [
            ("direct", 30.0, 40.0, "at_most"),
            ("partial", 70.0, 50.0, "exact"),
            ("none", 45.0, 60.0, "at_least"),
            ("none", 60.0, 60.0, "at_least"),
            ("none", 63.25, 63.25, "at_least"),
        ]
    ],
    ("artificial_imps", {"kind": "average_minus"}, {"imp": -3}),
    ("artificial_imps", {"kind": "average"}, {"imp": 0}),
    (
        "knockout_unbalanced",
        {"team_a_imp_by_a_result": 3, "team_a_imp_by_b_result": -8},
        {"team_a_imp": -2.5, "team_b_imp": 2.5},
    ),
    (
        "knockout_unbalanced",
        {"team_a_imp_by_a_result": 6, "team_a_imp_by_b_result": -6},
        {"team_a_imp": 0, "team_b_imp": 0},
    ),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("artificial_pairs", {"responsibility": "none", "session_pct_other_boards": 101}, "0 至 100"),
    ("artificial_pairs", {"responsibility": "none"}, "其余各牌的百分率"),
    ("artificial_pairs", {"responsibility": "all", "session_pct_other_boards": 50}, "responsibility"),
    ("change_of_call_cap", {"option": "25B2(b)(2)", "offender_actual_pct": -5}, "0 至 100"),
    ("change_of_call_cap", {"option": "25Z", "offender_actual_pct": 50}, "option"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


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
