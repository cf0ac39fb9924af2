"""Withdrawals and forfeits (18, 19.4)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.withdrawals import half_played


@pytest.mark.parametrize(
    ("form", "standard", "played", "opponents", "expected"),
    [
        ("round_robin", True, 3, 8, ("void", "none", [])),
        ("round_robin", True, 4, 8, ("valid", "forfeit", [11, 12, 12])),  # half counts (达到或超过半数)
        ("round_robin", True, 4, 9, ("void", "none", [])),
        ("round_robin", True, 5, 9, ("valid", "forfeit", [11, 12, 12])),
        ("round_robin", False, 3, 8, ("void", "none", [])),
        ("round_robin", False, 4, 8, ("valid", "forfeit", [])),  # the opponents simply win (18p4)
        ("swiss", True, 1, 8, ("valid", "forfeit", [12])),  # 18p6, whether half or not
        ("swiss", False, 7, 8, ("valid", "forfeit", [12])),
    ],
)
def test_withdrawal(form: str, standard: bool, played: int, opponents: int, expected: tuple[Any, ...]) -> None:
    asked = {"format": form, "standard_score": standard, "played": played, "opponents": opponents}
    out = call("shengji.withdrawal", asked | {"opponent_avg": 11.0, "withdrawer_avg": 8.0})
    assert out == dict(zip(("played_results", "rest", "opponent_gets"), expected, strict=True))


def test_averages_are_asked_for_only_when_needed() -> None:
    asked = {"format": "round_robin", "standard_score": True, "played": 0, "opponents": 8}
    assert call("shengji.withdrawal", asked)["played_results"] == "void"


_WITHDRAWAL = {
    "format": "swiss",
    "standard_score": True,
    "played": 3,
    "opponents": 8,
    "opponent_avg": 11.0,
    "withdrawer_avg": 8.0,
}


def test_candidates_for_the_opponent_of_a_forfeit() -> None:
    found = call("shengji.forfeit_candidates", {"opponent_avg": 11.5, "offender_avg": 6})
    assert (found["own"], found["twenty_minus"], found["twelve"], found["highest"]) == (11.5, 14, 12, 14)
    with_record = {"opponent_avg": 11, "offender_avg": 12, "recorded": 16}
    assert call("shengji.forfeit_candidates", with_record)["highest"] == 16


@pytest.mark.parametrize(
    ("played", "opponents", "half", "left"),
    [(3, 7, "fewer", 4), (4, 7, "more", 3), (4, 8, "half", 4), (0, 1, "fewer", 1)],
)
def test_half_of_the_opponents_is_counted_in_whole_opponents(played: int, opponents: int, half: str, left: int) -> None:
    said = half_played(played, opponents)
    assert (said["half"], said["left"]) == (half, left)


def test_more_cannot_have_been_met_than_there_are() -> None:
    with pytest.raises(RuleInputError, match="全部8"):
        half_played(9, 8)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("withdrawal", _WITHDRAWAL | {"played": 9}),
        ("withdrawal", _WITHDRAWAL | {"opponents": 0, "played": 0}),
        ("withdrawal", _WITHDRAWAL | {"format": "round_robin", "played": 4, "opponent_avg": 21}),
        ("withdrawal", _WITHDRAWAL | {"format": "round_robin", "played": 4, "opponent_avg": None}),
        ("withdrawal", _WITHDRAWAL | {"withdrawer_avg": -1}),  # A1t: 0 to 20, also where it decides nothing
        ("withdrawal", _WITHDRAWAL | {"format": "round_robin", "withdrawer_avg": float("nan")}),
        ("withdrawal", _WITHDRAWAL | {"format": "knockout"}),
        ("forfeit_candidates", {"opponent_avg": -1, "offender_avg": 4}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)
