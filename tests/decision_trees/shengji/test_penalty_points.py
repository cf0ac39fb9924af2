"""Penalty points and whose score they go to (28b, 19.3)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import tables
from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.penalty_points import early_charges


def test_penalty_of_the_bankers_side_goes_to_the_defenders() -> None:
    found = call(
        "shengji.penalty_applied",
        {"penalty": 40, "offender": "S", "banker": "N", "gathered": 35},
    )
    assert (found["defenders"], found["to"], found["change"], found["before"], found["total"]) == (
        "EW",
        "EW",
        40,
        35,
        75,
    )
    assert found["way"] == "total"
    assert (found["banker_charge"], found["defender_charge"]) == (40, 0)


def test_penalty_of_a_defender_is_taken_off_even_below_nothing() -> None:
    given = {"penalty": 40, "offender": "W", "banker": "N", "gathered": 25, "banker_penalty": 10}
    found = call("shengji.penalty_applied", given)
    assert (found["to"], found["change"], found["before"], found["total"], found["way"]) == ("NS", -40, 35, -5, "below")
    assert call("shengji.penalty_applied", {"penalty": 40, "offender": "EW", "banker": "N"})["way"] == "change"


@pytest.mark.parametrize(
    ("kind", "n", "penalty"),
    [
        ("revoke", 1, 40),
        ("revoke", 2, 40),  # two cards withheld in one play are one revoke
        ("wrong_bottom", 1, 40),
        ("wrong_bottom", 2, 40),
        ("out_of_turn", 1, 10),
        ("out_of_turn", 3, 30),
        ("out_of_turn", 9, 90),  # 28b.5 has no cap
        ("wrong_cards", 1, 10),
        ("wrong_cards", 8, 80),
        ("wrong_cards", 9, 80),  # 28b.1: 最多不超过80分
    ],
)
def test_flat_penalty(kind: str, n: int, penalty: int) -> None:
    assert call("shengji.flat_penalty", {"kind": kind, "n": n}) == {"penalty": penalty}


def test_table_4_is_lost() -> None:
    assert [(row["grade"], row["amount"]) for row in tables.rows("shengji-40", "penalty-grades")] == [
        (grade, None) for grade in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("flat_penalty", {"kind": "revoke", "n": 0}),
        ("flat_penalty", {"kind": "wrong_cards", "n": 19}),
        ("flat_penalty", {"kind": "foul", "n": 1}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


def test_penalty_points_are_never_below_nothing() -> None:
    with pytest.raises(RuleInputError, match="罚分不能小于0"):
        call("shengji.penalty_applied", {"penalty": -5, "offender": "E", "banker": "S"})
    with pytest.raises(RuleInputError, match="罚分不能小于0"):
        call("shengji.deal_total", {"trick_points": 40, "last_trick_side": "banker", "defender_penalty": -5})


def test_without_points_gathered_what_was_charged_before_is_added_up() -> None:
    """28b.6, 19.3p1: east's side is the banker's; 10 before and 20 now are 30 for the others, 40 against 10 are 30."""
    given = {"penalty": 20, "offender": "W", "banker": "E"}
    assert call("shengji.penalty_applied", given)["way"] == "change"
    out = call("shengji.penalty_applied", given | {"banker_penalty": 10})
    assert (out["way"], out["change"], out["so_far"]) == ("change_so_far", 20, 30)
    out = call("shengji.penalty_applied", {"penalty": 10, "offender": "S", "banker": "E", "banker_penalty": 40})
    assert (out["way"], out["change"], out["so_far"]) == ("change_so_far", -10, 30)


def test_what_was_charged_before_anybody_was_banker_is_charged_when_one_is() -> None:
    """28b.6: to the banker's side or to the defenders; until then it waits."""
    assert call("shengji.waits_for_banker", {"penalty": 10}) == {"points": 10}
    assert call("shengji.waits_for_banker", {"penalty": 10, "banker": "S"}) == {"points": None}
    assert early_charges("S", ew=10) == {"banker": None, "defender": 10}
    assert early_charges("E", ew=10, ns=20) == {"banker": 10, "defender": 20}
