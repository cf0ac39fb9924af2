"""Suits, ranks, seats, calls and times as people write them: one table for every reader."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import notation, values
from decision_trees.bridge.cards import parse_suits
from decision_trees.bridge.dummy import read_designation
from decision_trees.bridge.reading import read as read_bridge
from decision_trees.guandan.reading import read as read_guandan
from decision_trees.model import Fact
from decision_trees.shengji.reading import read as read_shengji


@pytest.mark.parametrize("heart", ["♥", "♥️", "♡", "H", "h", "Ｈ", "红心", "红桃", "紅心", "紅桃", "红", "紅", "heart"])
def test_a_suit_is_read_the_same_everywhere(heart: str) -> None:
    assert read_bridge("card", f"{heart}K", {}) == "HK"
    assert read_guandan("card", f"{heart}K", {}) == "HK"
    assert read_shengji("card", f"{heart}K", {}) == "HK"
    assert read_bridge("call", f"2{heart}", {}) == "2H"
    assert [s.value for s in parse_suits(heart)] == ["H"]
    said = read_designation(heart).suit
    assert said is not None and said.value == "H"


@pytest.mark.parametrize("ten", ["10", "T", "十", "１０"])
def test_a_ten_is_read_the_same_everywhere(ten: str) -> None:
    assert read_bridge("card", f"黑桃{ten}", {}) == "ST"
    assert read_guandan("card", f"黑桃{ten}", {}) == "S10"
    assert read_shengji("card", f"黑桃{ten}", {}) == "S10"


@pytest.mark.parametrize("east", ["E", "e", "Ｅ", "东", "東", "东家", "東家", "东位", "East"])
def test_a_seat_is_read_the_same_everywhere(east: str) -> None:
    assert [read("seat", east, {}) for read in (read_bridge, read_guandan, read_shengji)] == ["E", "E", "E"]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1黑桃", "1S"), ("一个黑桃", "1S"), ("两无将", "2NT"), ("兩無將", "2NT"), ("３ＮＴ", "3NT"), ("三阶方块", "3D"),
        ("三線方塊", "3D"), ("过", "P"), ("過", "P"), ("派司", "P"), ("加倍", "X"), ("再加倍", "XX"), ("8♣", "8C"),
    ],
)  # fmt: skip
def test_calls_as_they_are_said(text: str, call: str) -> None:
    assert read_bridge("call", text, {}) == call


@pytest.mark.parametrize(
    ("text", "known", "auction"),
    [
        ("北1S 东1H", {}, ("N", ["1S", "1H"])),
        ("北家1黑桃 東家兩無將 過 過", {}, ("N", ["1S", "2NT", "P", "P"])),
        ("N1S E1H SP", {}, ("N", ["1S", "1H", "P"])),
        ("北1S 西1H", {}, ("N", ["1S", {"seat": "W", "call": "1H"}])),
        ("1S P 1H", {"board": 2}, ("E", ["1S", "P", "1H"])),
        ("东1S", {"board": 1}, ("N", [{"seat": "E", "call": "1S"}])),
        ("南 1S", {"board": 1}, ("S", ["1S"])),
    ],
)
def test_an_auction_with_seat_and_call_together(text: str, known: dict[str, Any], auction: tuple[str, Any]) -> None:
    assert read_bridge("auction", text, known) == {"dealer": auction[0], "calls": auction[1]}


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("21:30", "21:30"),
        ("21：30", "21:30"),
        ("9点半", "09:30"),
        ("21時30分", "21:30"),
        ("9点", "09:00"),
        ("21点05", "21:05"),
    ],
)
def test_times(text: str, time: str) -> None:
    assert notation.clock(text) == time
    assert values.read("bridge", "posted", Fact(kind="time", label="公布"), text, {}) == time


@pytest.mark.parametrize("text", ["24:00", "9:5", "21:60", "21", "", "晚上"])
def test_no_time(text: str) -> None:
    assert notation.clock(text) is None


def test_signs_of_suits_are_searched_as_words() -> None:
    assert notation.spelled_out("叫了1♠又改2♡") == "叫了1黑桃又改2红心"
