"""Warnings and violations adding up, and illegal information (19, 26)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.history import Record, escalate


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


@pytest.mark.parametrize(("before", "times", "disqualified"), [(0, 1, False), (1, 2, False), (2, 3, True)])
def test_the_third_illegal_information_disqualifies(before: int, times: int, disqualified: bool) -> None:
    found = call("shengji.information_times", {"before": before})
    assert (found["times"], found["disqualified"]) == (times, disqualified)
    assert found["said"] == ("累计第3次，由裁判长宣布取消其比赛资格" if disqualified else None)


@pytest.mark.parametrize(
    ("offenders", "levels", "count", "expected"),
    [
        ("EW", {"NS": "9", "EW": "10"}, 2, ("NS", {"NS": "J", "EW": "10"}, False)),
        ("NS", {"NS": "9", "EW": "10"}, 3, ("EW", {"NS": "9", "EW": "Q"}, True)),  # the third time
        ("NS", {"EW": "2", "NS": "2"}, 1, ("EW", {"EW": "4", "NS": "2"}, False)),
    ],
)
def test_illegal_info(offenders: str, levels: dict[str, str], count: int, expected: tuple[Any, ...]) -> None:
    out = call("shengji.illegal_info", {"offender_side": offenders, "levels": levels, "count": count})
    assert out == dict(zip(("beneficiary", "levels", "disqualified"), expected, strict=True))


def test_illegal_info_beyond_ace_is_open() -> None:
    asked = {"offender_side": "NS", "levels": {"NS": "2", "EW": "K"}, "count": 1}
    out = call("shengji.illegal_info", asked)
    assert (out["levels"], out["needs_ruling"]) == ({"NS": "2", "EW": None}, True)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("escalate", {"warnings": -1, "violations": 0, "forfeits_event": 0, "events": []}),
        ("escalate", {"warnings": 0, "violations": 0, "forfeits_event": 0, "events": ["foul"]}),
        ("illegal_info", {"offender_side": "N", "levels": {"NS": "2", "EW": "2"}, "count": 1}),
        ("illegal_info", {"offender_side": "NS", "levels": {"NS": "2"}, "count": 1}),
        ("illegal_info", {"offender_side": "NS", "levels": {"NS": "2", "EW": "2"}, "count": 0}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(("before", "out"), [(None, False), (0, False), (1, False), (2, True), (3, True)])
def test_the_third_time_disqualifies(before: int | None, out: bool) -> None:  # 26p3
    assert call("shengji.out_for_information", {"before": before} if before is not None else {}) == {"out": out}


NOBODY: dict[str, int | None] = {}


@pytest.mark.parametrize(
    ("kind", "warnings", "violations", "expected"),
    [  # the offender is west: (who, times, state, violations)
        ("warning", {"EW": 0}, NOBODY, ("东西方", 1, "first", None)),
        ("warning", {"EW": 1}, NOBODY, ("东西方", 2, "turns", None)),
        ("warning", {"EW": 1, "NS": 0}, {"EW": 1}, ("东西方", 2, "turns_counted", 2)),
        ("warning", {"EW": 1}, {"EW": 2}, ("东西方", 2, "turns_forfeit", 3)),
        ("warning", {"EW": 2}, {"EW": 1}, ("东西方", 3, "further", None)),  # open: D-34
        ("warning", {"EW": 1, "W": 0}, NOBODY, ("西家", 1, "first", None)),  # persons are counted
        ("violation", NOBODY, {"EW": 1}, ("东西方", 2, "violation", 2)),
        ("violation", NOBODY, {"EW": 2}, ("东西方", 3, "forfeit", 3)),
        ("violation", NOBODY, {"EW": 3}, ("东西方", 4, "forfeited_before", 4)),
    ],
)
def test_which_time_it_is_and_what_that_comes_to(
    kind: str, warnings: dict[str, int], violations: dict[str, int], expected: tuple[Any, ...]
) -> None:
    found = call(
        "shengji.count_with_this", {"kind": kind, "offender": "W", "warnings": warnings, "violations": violations}
    )
    assert (found["who"], found["times"], found["state"], found["violations"]) == expected


def test_nothing_is_said_of_a_count_that_nobody_knows() -> None:
    asked = {"kind": "warning", "offender": "W", "warnings": {"NS": 1}, "violations": {"EW": 1}}
    with pytest.raises(RuleInputError, match="没有记着"):
        call("shengji.count_with_this", asked)


def test_of_a_person() -> None:
    record = [{"kind": "warning", "pair": "EW", "round": 1, "player": "W"}]
    within = {"kind": "warning", "history": record, "pair": "EW", "in_round": 1, "player": "W", "offender": "W"}
    assert call("shengji.count_of_person", within) == {"count": 1}
    assert call("shengji.count_of_person", {"kind": "violation", "offender": "W", "west": 2}) == {"count": 2}
    with pytest.raises(RuleInputError, match="日志和这一桌都没有"):
        call("shengji.count_of_person", {"kind": "violation", "offender": "E", "west": 2})


def test_what_the_journal_counts_goes_before_what_the_table_counts() -> None:
    """19.2p2: the second warning of a round is a violation, wherever the first one was given."""
    none: dict[str, int | None] = {"EW": None}
    asked = {"kind": "warning", "offender": "W", "warnings": {"EW": 0}, "violations": none}
    assert call("shengji.count_with_this", asked)["state"] == "first"
    found = call("shengji.count_with_this", {**asked, "warnings_before": 1, "violations_before": 1})
    assert (found["state"], found["times"], found["violations"], found["who"]) == ("turns_counted", 2, 2, "东西方")
