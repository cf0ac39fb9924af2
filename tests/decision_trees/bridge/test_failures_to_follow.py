"""Failures to follow or comply (61A, 59), defective tricks (67), several revokes (64B2) and correction times (79C)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("data", "what"),
    [
        ({"hand": ["H7", "SA", "C3"], "card": "C3", "led": "H"}, "suit"),
        ({"hand": ["H7", "SA"], "card": "C3", "led": "H"}, "suit"),  # the card played need not be in the hand
        ({"hand": ["SA", "C3"], "card": "C3", "led": "H"}, "none"),  # 44D
        ({"hand": ["H7", "H2"], "card": "H2", "led": "H"}, "none"),
        ({"hand": ["H7", "D2"], "card": "D2", "led": "none", "demand": "lead", "suit": "H"}, "penalty"),
        ({"hand": ["S7", "D2"], "card": "D2", "led": "none", "demand": "lead", "suit": "H"}, "none"),  # 59
        ({"hand": ["S7", "S2"], "card": "S2", "led": "none", "demand": "not_lead", "suit": "S"}, "none"),  # 59
        ({"hand": ["HK", "H2"], "card": "H2", "led": "H", "demand": "highest"}, "penalty"),
        ({"hand": ["C3", "D2"], "card": "D2", "led": "H", "demand": "not_play", "suit": "D"}, "penalty"),
        ({"hand": ["H3", "C2"], "card": "C2", "led": "H", "demand": "highest"}, "suit"),  # 44C comes first
    ],
)
def test_failure_to_follow(data: dict[str, Any], what: str) -> None:
    assert call("bridge.failure_to_follow", data)["what"] == what


def test_the_suit_of_a_demand_must_be_said() -> None:
    with pytest.raises(RuleInputError, match="哪一门花色"):
        call("bridge.failure_to_follow", {"hand": ["H7"], "card": "H7", "led": "none", "demand": "lead"})


@pytest.mark.parametrize(
    ("held", "others", "fault", "cards"), [(6, 5, "missing", 1), (3, 5, "extra", 2), (4, 4, "none", 0)]
)
def test_defective_trick_fault(held: int, others: int, fault: str, cards: int) -> None:
    assert call("bridge.defective_trick_fault", {"held": held, "others_hold": others}) == {
        "fault": fault,
        "cards": cards,
    }


def test_no_hand_holds_fourteen() -> None:
    with pytest.raises(RuleInputError, match="0 至 13"):
        call("bridge.defective_trick_fault", {"held": 14, "others_hold": 13})


def test_no_trick_moves_twice() -> None:
    assert call("bridge.revokes_together", {"first": 2, "second": 1}) == {"transfer": 3}
    assert call("bridge.revokes_together", {"first": 2, "second": 1, "counted_twice": 1}) == {"transfer": 2}
    with pytest.raises(RuleInputError, match="重复"):
        call("bridge.revokes_together", {"first": 2, "second": 1, "counted_twice": 2})


@pytest.mark.parametrize(
    ("posted", "raised", "organizer", "when"),
    [
        ("16:00", "16:29", None, "in"),
        ("16:00", "16:30", None, "last"),  # D-18
        ("16:00", "16:31", None, "late"),
        ("16:00", "15:50", None, "in"),  # not yet posted
        ("23:45", "00:15", None, "last"),
        ("23:45", "00:16", None, "late"),
        ("16:00", "16:50", 60, "in"),
        ("16:00", "16:15", 10, "late"),
    ],
)
def test_correction_time(posted: str, raised: str, organizer: int | None, when: str) -> None:
    data = {"official_score_time": posted, "raised_time": raised, "organizer_minutes": organizer}
    assert call("bridge.correction_time", data) == {"when": when}
