"""Lateness, clocks, warnings adding up, withdrawals (18, 19, 20, 27)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.history import Record, escalate


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
    """The limit itself is in time (27p2)."""
    for seconds, delay in ((0, False), (limit, False), (limit + 0.5, True), (limit + 1, True)):
        out = call("shengji.time_check", {"action": action, "seconds": seconds})
        assert out == {"limit": limit, "delay": delay}


@pytest.mark.parametrize(
    ("before", "events", "after"),
    [
        ((0, 0, 0), "w", (1, 0, False, False)),
        ((1, 0, 0), "w", (2, 1, False, False)),  # the second warning is a violation too (19.2p2)
        ((0, 0, 0), "ww", (2, 1, False, False)),
        ((2, 1, 0), "w", (3, 1, False, False)),  # the text says nothing of a third (D-34)
        ((0, 0, 0), "vv", (0, 2, False, False)),
        ((0, 2, 0), "v", (0, 3, True, False)),  # 19.4
        ((1, 2, 0), "w", (2, 3, True, False)),
        ((0, 2, 1), "v", (0, 3, True, True)),  # the second forfeit (19.5)
        ((0, 3, 1), "v", (0, 4, True, False)),  # this round was forfeited already
        ((0, 0, 2), "", (0, 0, False, True)),
        ((0, 0, 1), "wv", (1, 1, False, False)),
    ],
)
def test_escalate(before: tuple[int, int, int], events: str, after: tuple[int, int, bool, bool]) -> None:
    names = ("warnings", "violations", "forfeits_event")
    asked: dict[str, Any] = dict(zip(names, before, strict=True))
    asked["events"] = [{"w": "warning", "v": "violation"}[e] for e in events]
    out = call("shengji.escalate", asked)
    assert tuple(out[k] for k in ("warnings", "violations", "round_forfeit", "suspended")) == after


def test_a_third_warning_is_marked_unsettled() -> None:
    assert not escalate(Record(1, 0, 0), ["warning"]).unsettled
    assert escalate(Record(2, 1, 0), ["warning"]).unsettled


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


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("lateness", {"A": -1, "B": 0}),
        ("lateness", {"A": float("nan"), "B": 0}),
        ("time_check", {"action": "lead", "seconds": -1}),
        ("time_check", {"action": "think", "seconds": 1}),
        ("escalate", {"warnings": -1, "violations": 0, "forfeits_event": 0, "events": []}),
        ("escalate", {"warnings": 0, "violations": 0, "forfeits_event": 0, "events": ["foul"]}),
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
