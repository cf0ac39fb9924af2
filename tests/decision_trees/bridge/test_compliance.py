"""Law 59: who can do what a lead or play penalty demands; and how late something was raised (79C, 92B)."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("hand", "demand", "suit", "fulfil"),
    [
        (["H2", "S3", "SK"], "lead", "S", ["S3", "SK"]),
        (["H2", "D4"], "lead", "S", []),  # does not hold the suit demanded
        (["H2", "D4"], "not_lead", "H", ["D4"]),
        (["HA", "H7"], "not_lead", "H", []),  # holds only the suit forbidden
        (["H2", "HT", "H9", "SA"], "highest", "H", ["HT"]),
        (["H2", "HT", "H9", "SA"], "lowest", "H", ["H2"]),
        (["SA", "D4"], "highest", "H", []),
        (["H2", "S3"], "not_play", "S", ["H2"]),
        (["S3", "S4"], "not_play", "S", []),
    ],
)
def test_who_can_comply(hand: list[str], demand: str, suit: str, fulfil: list[str]) -> None:
    assert call("bridge.can_comply", {"hand": hand, "demand": demand, "suit": suit}) == {
        "able": bool(fulfil),
        "fulfil": fulfil,
    }


@pytest.mark.parametrize(
    "given",
    [
        {"hand": [], "demand": "lead", "suit": "S"},
        {"hand": ["S3", "S3"], "demand": "lead", "suit": "S"},
        {"hand": ["S3"], "demand": "lead", "suit": "NT"},
        {"hand": ["S3"], "demand": "claim", "suit": "S"},
    ],
)
def test_input_that_cannot_be(given: dict[str, object]) -> None:
    with pytest.raises(RuleInputError):
        call("bridge.can_comply", given)


@pytest.mark.parametrize(
    ("posted", "raised", "minutes"),
    [
        ("17:00", "17:30", 30),
        ("17:00", "17:00", 0),
        ("23:45", "00:20", 35),
        ("17:00", "16:50", -10),
        ("00:05", "23:55", -10),
    ],
)
def test_minutes_after_the_score(posted: str, raised: str, minutes: int) -> None:
    given = {"official_score_time": posted, "raised_time": raised}
    assert call("bridge.minutes_after_score", given) == {"minutes": minutes}
