"""Seats, calls, auctions and cards as a referee types them."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from decision_trees.bridge.cards import Rank, Suit
from decision_trees.bridge.reading import read
from decision_trees.functions import RuleInputError

PLAIN = {"dealer": "N", "calls": ["1S", "P", "1H"]}
CALLS = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]


@pytest.mark.parametrize(
    "text",
    [
        "N 1S P 1H",
        "n 1s p 1h",
        "N: 1♠ 不叫 1♥",
        "N：1♠，不叫，1♥",
        "dealer N 1S pass 1H",
        "发牌人北 1黑桃 不叫 1红心",
        "北家发牌 一黑桃、派司、一红桃",
        "北 1黑不叫1红",
        "N 1 S P 1 H",
        "N 1S-P-1H",
        "N (1♠️) P 1♥️!",
        "N 1S E:P S:1H",
        {"dealer": "N", "calls": ["1S", "P", "1H"]},
        {"dealer": "北", "calls": ["1♠", "不叫", {"seat": "S", "call": "1♥"}]},
        {"dealer": "N", "calls": "1S P 1H"},
    ],
)
def test_one_auction_written_in_many_ways(text: Any) -> None:
    assert read("auction", text, {}) == PLAIN


@pytest.mark.parametrize("text", ["W E:1H", "W: E 1H", "W: E: 1H", "西：东 1红心", "西家发牌 东1H"])
def test_the_first_call_may_be_out_of_rotation(text: str) -> None:
    assert read("auction", text, {}) == {"dealer": "W", "calls": [{"seat": "E", "call": "1H"}]}


@pytest.mark.parametrize(
    ("text", "calls"),
    [
        ("dealer N 1S P E:1H", ["1S", "P", {"seat": "E", "call": "1H"}]),
        ("N 1S 东家：2♦ P", ["1S", "2D", "P"]),
        ("N 1S 西:2方块 P", ["1S", {"seat": "W", "call": "2D"}, "P"]),
        ("N 1S E 2H W 3C", ["1S", "2H", {"seat": "W", "call": "3C"}]),
        ("N 1S S:P E:2H", ["1S", {"seat": "S", "call": "P"}, {"seat": "E", "call": "2H"}]),
        ("N 1N X XX", ["1NT", "X", "XX"]),
        ("N 1NT D R", ["1NT", "X", "XX"]),
        ("N 1无将 加倍 再加倍", ["1NT", "X", "XX"]),
        ("N 一无将 加倍再加倍", ["1NT", "X", "XX"]),
        ("N PPPP", ["P", "P", "P", "P"]),
        ("N 7NT 8C", ["7NT", "8C"]),
        ("N 1S P P P E:2S", ["1S", "P", "P", "P", {"seat": "E", "call": "2S"}]),
        ("N 1S X X", ["1S", "X", "X"]),
        ("N", []),
    ],
)
def test_calls_regular_or_not(text: str, calls: list[Any]) -> None:
    assert read("auction", text, {}) == {"dealer": "N", "calls": calls}


def test_acceptance_is_kept() -> None:
    given_ = {"dealer": "N", "calls": ["1S", {"call": "1H", "accepted": True}, "P"]}
    assert read("auction", given_, {}) == given_


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("1S P 1H", "发牌人"),
        ("", "发牌人"),
        ("N 1S P 9H", "第3个叫牌"),
        ("N 0S", "第1个叫牌"),
        ("N 1S 1Z", "1Z"),
        ("N 1S XXX", "XXX"),
        ("N 1S P E:", "东家"),
        ("N 1S P P P 2S", "请写明是谁叫的"),
        ("N 1S P P P P P P P P", "竞叫在第4个叫牌就已结束"),
        ("N P P P P E:1S S:2S W:3S N:4S E:5S", "竞叫在第4个叫牌就已结束"),
        (5, "竞叫过程"),
        ({"calls": ["1S"]}, "dealer"),
        ({"dealer": "Q", "calls": ["1S"]}, "没有方位“Q”"),
        ({"dealer": "N", "calls": ["1S", {"seat": "Q", "call": "P"}]}, "第2个叫牌"),
        ({"dealer": "N", "calls": ["1S", {"seat": "E"}]}, "第2个叫牌"),
        ({"dealer": "N", "calls": [7]}, "第1个叫牌"),
        ({"dealer": "N", "calls": 7}, "列表"),
        ({"dealer": "N", "calls": [], "board": 3}, "board"),
    ],
)
def test_impossible_auctions_say_what_and_where(value: Any, words: str) -> None:
    with pytest.raises(RuleInputError) as refused:
        read("auction", value, {})
    message = str(refused.value)
    assert words in message
    assert message.endswith("。") and "\n" not in message


@pytest.mark.parametrize(
    ("text", "cards"),
    [
        ("♠AK5 ♥Q", ["SA", "SK", "S5", "HQ"]),
        ("SA SK S5 HQ", ["SA", "SK", "S5", "HQ"]),
        ("sak5,hq", ["SA", "SK", "S5", "HQ"]),
        ("♠A、K、5；♥Q", ["SA", "SK", "S5", "HQ"]),
        ("黑桃A 黑桃K 黑桃5 红心Q", ["SA", "SK", "S5", "HQ"]),
        (["SA", "SK", "♠5", "红心Q"], ["SA", "SK", "S5", "HQ"]),
        ("♦10", ["DT"]),
        ("D10 C 10 9", ["DT", "CT", "C9"]),
        ("梅花J 方块2", ["CJ", "D2"]),
        ([], []),
    ],
)
def test_cards(text: Any, cards: list[str]) -> None:
    assert read("cards", text, {}) == cards


@pytest.mark.parametrize(
    ("value", "words"),
    [
        ("SA SA", "两张黑桃A"),
        ("♠A10 ST", "两张黑桃10"),
        (["HA", "♥A"], "两张红心A"),
        ("♠AKQJT98765432 ♥A", "14张"),
        ("A♠", "前面没有花色"),
        ("♠", "没有牌点"),
        ("S1", "1"),
        ("♠A 大王", "大"),
        (["SA", "SK SQ"], "第2张"),
        (["SA", 5], "第2张"),
        (7, "牌"),
    ],
)
def test_impossible_cards_say_what(value: Any, words: str) -> None:
    with pytest.raises(RuleInputError) as refused:
        read("cards", value, {})
    assert words in str(refused.value) and str(refused.value).endswith("。")


def test_one_card() -> None:
    assert read("card", "♥10", {}) == "HT"
    assert read("card", "红心A", {}) == "HA"
    for wrong in ("HA HK", "", "A", 3, None):
        with pytest.raises(RuleInputError):
            read("card", wrong, {})


def test_seats_and_calls() -> None:
    assert [read("seat", s, {}) for s in ("N", "e", "南家", "West", "北")] == ["N", "E", "S", "W", "N"]
    assert [read("call", c, {}) for c in ("1♠", "3无将", "加倍", "再加倍", "pass", "七NT", "2n", "D")] == [
        "1S", "3NT", "X", "XX", "P", "7NT", "2NT", "X",
    ]  # fmt: skip
    for kind, wrong in (("seat", "中"), ("seat", None), ("call", "1"), ("call", "H2"), ("call", 3), ("call", "9C")):
        with pytest.raises(RuleInputError):
            read(kind, wrong, {})


def test_other_kinds_are_left_alone() -> None:
    assert read("history", [1], {}) == [1]


@given(st.sampled_from("NESW"), st.lists(st.tuples(st.sampled_from([None, *"NESW"]), st.sampled_from(["P", *CALLS]))))
def test_reading_what_was_read_changes_nothing(dealer: str, made: list[tuple[str | None, str]]) -> None:
    calls = [call if seat is None else {"seat": seat, "call": call} for seat, call in made]
    try:
        once = read("auction", {"dealer": dealer, "calls": calls}, {})
    except RuleInputError:
        return
    assert read("auction", once, {}) == once
    text = " ".join(c if isinstance(c, str) else f"{c['seat']}:{c['call']}" for c in once["calls"])
    assert read("auction", f"{dealer} {text}", {}) == once


@given(st.lists(st.tuples(st.sampled_from(list(Suit)), st.sampled_from(list(Rank))), unique=True, max_size=13))
def test_any_hand_is_read_back(hand: list[tuple[Suit, Rank]]) -> None:
    codes = [suit.value + rank.letter for suit, rank in hand]
    assert read("cards", codes, {}) == codes
    assert read("cards", " ".join(codes), {}) == codes
