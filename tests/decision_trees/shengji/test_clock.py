"""Lateness and time limits (20, 27p2)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("minutes", "expected"),
    [(0, "none"), (5, "none"), (5.5, "warning"), (6, "warning"), (15, "warning"), (15.1, "forfeit"), (40, "forfeit")],
)
def test_lateness(minutes: float, expected: str) -> None:
    assert call("shengji.lateness", {"A": minutes, "B": 0}) == {"A": expected, "B": "none"}
    assert call("shengji.lateness", {"A": 16, "B": minutes}) == {"A": "forfeit", "B": expected}


@pytest.mark.parametrize(
    ("action", "limit"), [("lead", 20), ("first_lead", 20), ("follow", 10), ("discard", 10), ("bottom", 60)]
)
def test_time_check(action: str, limit: int) -> None:
    """The limit itself is in time (27p2); who is slow with the bottom has drawn all."""
    for seconds, delay in ((0, False), (limit, False), (limit + 0.5, True), (limit + 1, True)):
        out = call("shengji.time_check", {"action": action, "seconds": seconds})
        assert out == {"limit": limit, "delay": delay, "stage": "drawn" if action == "bottom" else None}


@pytest.mark.parametrize(
    ("started", "arrived", "said", "late"),
    [
        ("9:00", "9:15", "15分钟", "warning"),
        ("9:00", "9:15:40", "15分40秒", "forfeit"),  # 超过15分钟
        ("9:00", "9:05", "5分钟", "none"),
        ("9:00:30", "9:05:31", "5分1秒", "warning"),
    ],
)
def test_lateness_by_the_clock(started: str, arrived: str, said: str, late: str) -> None:
    found = call("shengji.late_by", {"started": started, "arrived": arrived})
    assert (found["said"], found["late"]) == (said, late)


def test_arriving_before_the_start_cannot_be() -> None:
    with pytest.raises(RuleInputError, match="早于"):
        call("shengji.late_by", {"started": "9:00", "arrived": "8:59"})


@pytest.mark.parametrize(
    ("late_for", "late"), [("15分40秒", "forfeit"), ("15分", "warning"), ("5分钟", "none"), ("5分1秒", "warning")]
)
def test_lateness_as_told(late_for: str, late: str) -> None:
    assert call("shengji.late_by", {"late_for": late_for})["late"] == late


def test_whose_lateness_it_is() -> None:
    sides = {"ns": "forfeit", "ew": "warning"}
    assert call("shengji.late_sides", sides) == {"warned": "EW", "forfeits": "NS", "opponents": "EW"}
    assert call("shengji.late_sides", {"ns": "warning", "ew": "warning"})["warned"] is None


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("time_check", {"action": "lead", "seconds": 10**400}, "“seconds”的数太大了。"),
    ],
)
def test_a_wrong_type_is_named(name: str, given: dict[str, Any], message: str) -> None:
    """Something that may be left out is not said to have to be empty."""
    with pytest.raises(RuleInputError) as raised:
        call(f"shengji.{name}", given)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("lateness", {"A": -1, "B": 0}),
        ("lateness", {"A": float("nan"), "B": 0}),
        ("time_check", {"action": "lead", "seconds": -1}),
        ("time_check", {"action": "think", "seconds": 1}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)
