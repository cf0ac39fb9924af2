"""Lateness, slow play, time up, appeals (21, 22, 39; supplement 1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError
from tests.decision_trees.guandan.asking import (
    BASE,
    BOTH,
    Case,
    Refusal,
    ask,
    cases,
    check_answer,
    check_refused,
    refusals,
)


def _late(minutes: float, regime: str, out: dict[str, Any]) -> Case:
    return "time.late", {"minutes": minutes, "regime": regime}, out


def _round_end(state: str, seconds: float | None, regime: str, deal: str) -> Case:
    return "time.round_end", {"state": state, "finish_seconds_after_time": seconds, "regime": regime}, {"deal": deal}


def _appeal(minutes: float, signed: bool, paid: bool, result: str) -> Case:
    given = {"minutes_after_round": minutes, "written_and_signed": signed, "fee_paid": paid}
    return "appeal.admissible", given, {"result": result}


WORKED: list[Case] = [
    # supplement 1.1 to 1.3; 21
    _late(0, BOTH, {"forfeit": False, "opp_level_up": 0}),
    _late(4.5, BOTH, {"forfeit": False, "opp_level_up": 1}),
    _late(7, BOTH, {"forfeit": False, "opp_level_up": 2}),
    _late(10.5, BOTH, {"forfeit": True}),
    _late(30, BOTH, {"forfeit": True}),
    _late(30, BASE, {"forfeit": False, "opp_level_up": None}),
    # 22.1, 22.2
    ("time.play", {"seconds": 5}, {"ruling": "正常"}),
    ("time.play", {"seconds": 25}, {"ruling": "口头警告"}),
    ("time.play", {"seconds": 31}, {"ruling": "记违例+停本圈一次"}),
    ("time.after_warning", {"seconds": 15}, {"period": "warning"}),  # 22.2: each further 15 seconds is one violation
    ("time.after_warning", {"seconds": 16}, {"period": "violation"}),
    ("time.after_warning", {"seconds": 31}, {"period": "later"}),
    ("time.recorded", {"offender": "S", "recorded": "S"}, {"recorded": True}),
    ("time.recorded", {"offender": "S", "recorded": "N"}, {"recorded": False}),
    ("time.recorded", {"offender": "S"}, {"recorded": False}),
    ("time.tribute", {"step": "tribute", "seconds": 20}, {"ruling": "口头警告", "period": "warning"}),
    ("time.tribute", {"step": "tribute", "seconds": 31}, {"ruling": "记违例一次", "period": "violation"}),
    ("time.tribute", {"step": "tribute", "seconds": 44}, {"ruling": "记违例一次", "period": "violation"}),
    ("time.tribute", {"step": "tribute", "seconds": 46}, {"ruling": "记违例两次", "period": "later"}),
    ("time.tribute", {"step": "return", "seconds": 29}, {"ruling": "正常", "period": "in_time"}),
    ("time.tribute", {"step": "return", "seconds": 44}, {"ruling": "口头警告", "period": "warning"}),
    ("time.tribute", {"step": "return", "seconds": 50}, {"ruling": "记违例一次", "period": "violation"}),
    # supplement 1.4; the base rules end the game when time is up
    _round_end("抓牌中", 0, BOTH, "取消"),
    _round_end("已开打", 170, BOTH, "有效"),
    _round_end("已开打", 190, BOTH, "取消"),
    _round_end("已开打", None, BOTH, "取消"),
    _round_end("已开打", 60, BASE, "取消"),
    _round_end("已贡还、未领出", 60, BASE, "取消"),
    # 39.1
    _appeal(29, True, True, "受理"),
    _appeal(31, True, True, "不受理"),
    _appeal(10, False, True, "不受理"),
    _appeal(10, True, False, "不受理"),
    # supplement 1.1 to 1.3, each side by its own minutes
    (
        "time.late_both",
        {"minutes_ns": 3, "minutes_ew": 12},
        {"said": "东西方自然升1级；东西方以弃权论", "forfeit": True},
    ),
    (
        "time.late_both",
        {"minutes_ns": 7, "minutes_ew": 2},
        {"said": "东西方自然升2级；南北方自然升1级", "forfeit": False},
    ),
    # supplement 1.4: within three minutes
    ("time.last_deal_until", {"ends_at": "21:30"}, {"ends_at": "21:30", "until": "21:33"}),
    ("time.still_playing", {}, {"playing": None}),
    # 22.1: ten seconds after the warning at 20; 22.2: fifteen after that at 15, at 30; supplement 1.4: three minutes
    ("time.left", {"step": "play", "seconds": 24}, {"left": 6}),
    ("time.left", {"step": "play", "seconds": 20}, {"left": 10}),
    ("time.left", {"step": "play", "seconds": 30}, {"left": 0}),
    ("time.left", {"step": "play", "seconds": 19}, {"left": None}),
    ("time.left", {"step": "play", "seconds": 31}, {"left": None}),
    ("time.left", {"step": "play", "seconds": 33, "after_warning": 3}, {"left": 7}),
    ("time.left", {"step": "tribute", "seconds": 20}, {"left": 10}),
    ("time.left", {"step": "return", "seconds": 44}, {"left": 1}),
    ("time.left", {"step": "return", "after_warning": 15}, {"left": 0}),
    ("time.left", {"step": "last_deal", "seconds": 70}, {"left": 110}),
    ("time.left", {"step": "tribute"}, {"left": None}),
    ("time.still_playing", {"in_three_minutes": True}, {"playing": False}),
    # 14.1.1: A must be played; 3.10.1: a game begins at 2
    (
        "level.raised",
        {"offender": "S", "by": 2},
        {"side": "EW", "from": "2", "to": "4", "gained": 2, "said": "由2升到4"},
    ),
    (
        "level.raised",
        {"offender": "E", "by": 2, "level_ns": "K", "level_ew": "3"},
        {"side": "NS", "from": "K", "to": "A", "gained": 1, "said": "由K升到A"},
    ),
    (
        "level.raised",
        {"offender": "E", "by": 1, "level_ns": "A", "level_ew": "3"},
        {"side": "NS", "from": "A", "to": "A", "gained": 0, "said": "已到A，不再升"},
    ),
    ("level.raised_for", {"offender": "S", "minutes": 4}, {"said": "由2升到3", "to": "3", "raised": True}),
    ("level.raised_for", {"offender": "S", "minutes": 0}, {"said": None, "to": None, "raised": False}),
    ("level.raised_for", {"offender": "S", "minutes": 11}, {"said": None, "to": None, "raised": False}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("time.late", {"minutes": -1, "regime": BASE}, "应是 0 或更大的数"),
    ("time.tribute", {"step": "tribute", "seconds": float("inf")}, "“seconds”应是有限的数"),
    ("time.play", {"seconds": float("nan")}, "“seconds”应是有限的数"),
    ("time.play", {"seconds": "五"}, "seconds"),
    ("time.tribute", {"step": "x", "seconds": 5}, "step"),
    ("level.raised", {"offender": "S", "by": -3}, "至少升 1 级"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(("text", "minutes"), [("5分20秒", 5 + 20 / 60), ("40秒", 40 / 60), ("7分", 7), ("5:30", 5.5)])
def test_lateness_keeps_its_seconds(text: str, minutes: float) -> None:
    assert ask("time.minutes", text=text)["minutes"] == pytest.approx(minutes)


def test_clock_times() -> None:
    assert ask("time.elapsed", start="9:00:00", end="9:04:50") == {"text": "4分50秒"}
    assert ask("time.between", start="23:45", end="00:16") == {"minutes": 31}
    assert ask("appeal.until", round_ended="23:45")["until"] == "00:15"  # 39.1.2
    for name, given in (("time.minutes", {"text": "很久"}), ("time.elapsed", {"start": "9点", "end": "9:01"})):
        with pytest.raises(RuleInputError, match="看不懂"):
            ask(name, **given)
