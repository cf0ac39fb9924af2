"""Guandan tools, worked out by hand from rules 4, 7, 8, 10, 13 and 16 and the supplement."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from app.tools.guandan_plays import made_of
from app.tools.model import Refused, Wanting
from decision_trees.guandan.cards import parse_cards, parse_level
from decision_trees.guandan.patterns import PatternType, recognise
from tests.app.tools.conftest import Ask, Told

DECK = 2 * [
    *(suit + rank for suit in "SHDC" for rank in ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")),
    "BJ",
    "LJ",
]


@pytest.mark.parametrize(
    ("cards", "level", "said"),
    [
        ("S3 S4", "8", "不成牌型"),
        ("S9 C9 D9", "8", "三张9"),
        ("H8 SK", "8", "一对K"),
        ("H8 H8", "8", "一对8"),  # alone they are level cards
        ("BJ BJ LJ LJ", "8", "四大天王"),
        ("S5 C5 D5 H5", "8", "四张5的炸弹"),
    ],
)
def test_what_a_play_is(told: Told, cards: str, level: str, said: str) -> None:
    assert told("guandan.play", cards=cards.split(), level=level).said == said


def test_a_play_of_several_readings_must_be_declared(told: Told) -> None:
    """Two wild cards and three nines: a bomb of five, or three nines and a pair."""
    answer = told("guandan.play", cards=["H8", "H8", "S9", "S9", "C9"], level="8")
    assert answer.said.startswith("2种算法")
    assert any("必须立即说明" in line for line in answer.lines)
    assert "guandan-2017:7.3.2" in answer.cites


@pytest.mark.parametrize(
    ("previous", "play", "said"),
    [
        ("S9 C9", "H8 CA", "压得住"),  # a wild card and an ace are a pair of aces
        ("S9 C9", "S7 C7", "压不住：比前一手小"),
        ("S9 C9", "S9 D9", "压不住：一样大"),
        ("S9 C9", "SA", "压不住：牌型不同"),
        ("BJ BJ", "S3 C3 D3 H3", "压得住"),  # 8.4
        ("S3 C3 D3 H3 S3", "H4 H5 H6 H7 H8", "压得住"),  # a straight flush, the wild card high or low, on five (8.5)
        ("S9 C9", "S7 C6", "后一手不成牌型"),
    ],
)
def test_does_it_beat_that(told: Told, previous: str, play: str, said: str) -> None:
    assert told("guandan.beats", previous=previous.split(), play=play.split(), level="8").said == said


def test_where_the_declaration_decides_each_way_is_shown(told: Told) -> None:
    """7 to J on the table; 8-9-10-J and the wild card are 7 to J, which is as high, or 8 to Q."""
    answer = told(
        "guandan.beats",
        level="2",
        previous=["S7", "C8", "D9", "S10", "SJ"],
        play=["H2", "C8", "C9", "D10", "SJ"],
    )
    assert answer.said == "看后一手怎样说明"
    assert [row[1:] for row in answer.grids[0].rows] == [("顺子7-8-9-10-J", "压不住"), ("顺子8-9-10-J-Q", "压得住")]


@pytest.mark.parametrize("seed", range(12))
def test_all_plays_of_a_hand_are_those_that_trying_every_choice_finds(seed: int) -> None:
    chooser = random.Random(seed)
    level = parse_level(chooser.choice(["2", "8", "A"]))
    size = 11
    hand = parse_cards(chooser.sample(DECK, size - 2) + [f"H{level.code}"] * (seed % 3) + ["S9"] * (seed % 2))
    expected: dict[PatternType, set[Any]] = {}
    for count in range(1, len(hand) + 1):
        for cards in combinations(hand, count):
            for reading in recognise(cards, level).readings:
                expected.setdefault(reading.type, set()).add(reading)
    found = made_of(hand, level)
    assert {type_: {reading for reading, _ in made} for type_, made in found.items()} == expected
    for made in found.values():
        for reading, cards in made:
            assert reading in recognise(cards, level).readings
            assert all(cards.count(card) <= hand.count(card) for card in cards)


@pytest.mark.parametrize(
    ("values", "said", "lines"),
    [
        (
            {"first": "S", "second": "N"},  # double down: three levels (3.10.2)
            "下一副打5，是南北方的级",
            ["南北 5，东西 2", "双贡：东家、西家各贡一张，大的归南家，贡大牌的领出"],
        ),
        (
            {"first": "E", "second": "S", "third": "W"},  # partner third: two
            "下一副打4，是东西方的级",
            ["南北 2，东西 4", "北家贡给东家，北家领出"],
        ),
        (
            {"first": "E", "second": "S", "third": "N"},  # partner last: one, he pays
            "下一副打3，是东西方的级",
            ["南北 2，东西 3", "西家贡给东家，西家领出"],
        ),
    ],
)
def test_after_a_deal(told: Told, values: dict[str, Any], said: str, lines: list[str]) -> None:
    answer = told("guandan.after", **values)
    assert answer.said == said
    assert set(lines) <= set(answer.lines)


def test_after_a_deal_the_supplement_says_who_shuffles(told: Told) -> None:
    """The upper's player on the left shuffles, the upper cuts, the last draws first (supplement 2.1.2)."""
    lines = told("guandan.after", first="S", second="E", third="N", regime="supplement").lines
    assert "西家洗牌，南家切牌，西家先抓" in lines


def test_past_the_ace_a_game_is_over(told: Told) -> None:
    values = {"first": "S", "second": "N", "level_ns": "A", "level_side": "NS"}
    assert told("guandan.after", **values).said == "南北方过A，本局取胜"


def test_places_that_cannot_be(ask: Ask) -> None:
    outcome = ask("guandan.after", first="S", second="E", third="S")
    assert isinstance(outcome, Refused) and outcome.name == "third"
    assert isinstance(ask("guandan.after", first="S", second="E"), Wanting)  # whether the partner is third or last


def test_who_draws_first_in_the_first_deal(told: Told) -> None:
    """Counted anticlockwise S, E, N, W from the cutter on: seven from south is north (5.1.2)."""
    assert told("guandan.first_deal", cutter="S", flipped=["C7"]).said == "北家先抓"
    assert told("guandan.first_deal", cutter="W", flipped=["SK"]).said == "西家先抓"  # thirteen: three rounds and one
    assert told("guandan.first_deal", cutter="W", flipped=["BJ"]).said == "重切重翻"
    assert told("guandan.first_deal", cutter="S", flipped=["H2"]).said == "东家先抓"
    assert told("guandan.first_deal", cutter="S", flipped=["H2"], regime="supplement").said == "重切重翻"


def test_with_the_supplement_south_cuts_whoever_is_named(told: Told) -> None:
    """附件二1(1)：东家洗牌，南家切牌。从南家数1，逆时针第二家是东家。"""
    found = told("guandan.first_deal", cutter="W", flipped=["C2"], regime="supplement")
    assert found.said == "东家先抓" and "南家切牌" in found.lines[0]


def test_what_the_text_leaves_open_of_the_first_deal_is_said(told: Told) -> None:
    lines = "".join(told("guandan.first_deal", cutter="S", flipped=["CK"]).lines)
    assert lines.count("条文没有写明") == 2 and "K 为 13" in lines and "由谁领出" in lines


def test_who_resists_shows_the_jokers_and_no_card_to_pay(told: Told) -> None:
    """附件三4：大王亮出并置于本方桌面。"""
    found = told("guandan.tribute", kind="single", first="S", last="E", level="5", payer=["BJ", "BJ", "SA"])
    assert found.said.startswith("抗贡") and not found.pictures and "大王亮出" in found.lines[1]


def test_tribute(told: Told) -> None:
    """The highest card but the wild card; two big jokers refuse; of two the higher goes to the upper (10)."""
    assert told("guandan.tribute", first="S", last="W").said == "西家贡给南家，西家领出"
    single = told("guandan.tribute", first="S", last="W", level="2", payer=["H2", "SA", "DA", "S5"])
    assert single.pictures[0].cards == ("DA", "SA")
    assert told("guandan.tribute", first="S", last="W", payer=["BJ", "BJ", "S5"]).said == "抗贡：不贡牌"
    double = told("guandan.tribute", first="S", kind="double", next_hand=["SK", "S3"], previous_hand=["CA"])
    assert set(double.said.split("，")) == {"东家的♠K归北家", "西家的♣A归南家"}
    assert "西家领出" in double.lines
    each = told("guandan.tribute", first="S", kind="double", next_hand=["BJ", "S3"], previous_hand=["BJ"])
    assert each.said == "抗贡：不贡牌"


def test_what_may_be_returned(told: Told) -> None:
    """To the partner ten or lower; to an opponent any card, by the supplement ten or lower."""
    hand = ["SA", "H10", "C8", "H3"]
    assert told("guandan.return_card", level="2", hand=hand).said == "哪一张都可以还"
    assert told("guandan.return_card", level="2", hand=hand, to="partner").pictures[0].cards == ("H10", "C8", "H3")
    assert told("guandan.return_card", level="2", hand=hand, regime="supplement").pictures[0].cards == (
        "H10",
        "C8",
        "H3",
    )


@pytest.mark.parametrize(
    ("ns", "ew", "said", "match"),
    [
        ("9", "6", "级分 16：10", "南北方胜，场分 2：0（南北在前）"),
        ("6", "9", "级分 10：16", "东西方胜，场分 0：2（南北在前）"),
        ("Q", "Q", "级分 13：13", "平级，场分 1：1（南北在前）"),
        ("A+", "2", "级分 26：0", "南北方胜，场分 2：0（南北在前）"),
    ],
)
def test_points_of_a_game(told: Told, ns: str, ew: str, said: str, match: str) -> None:
    answer = told("guandan.points", ns=ns, ew=ew)
    assert (answer.said, answer.lines[0]) == (said, match)
    (table,) = answer.grids
    assert table.here is not None
    assert {*table.rows[table.here][1:]} == set(said.removeprefix("级分 ").split("："))


def test_where_the_event_gives_seventeen_for_every_forfeit(told: Told) -> None:
    """D-09 settled as all-17: supplement 1.3 instead of the eighteen of 16.4."""
    every = told("guandan.forfeit", regime="supplement", seventeen="all-17")
    assert every.said == "对手：场分 2，级分 17"
    assert told("guandan.forfeit", regime="supplement").said == "对手：场分 2，级分 18"


def test_forfeits(told: Told) -> None:
    assert told("guandan.forfeit").said == "对手：场分 2，级分 18"
    assert told("guandan.forfeit", kind="迟到弃权", regime="supplement").said == "对手：场分 2，级分 17"
    actual = told("guandan.forfeit", played="yes", opponent="A+", own="5")  # ten levels apart: 23
    assert actual.said == "对手：场分 2，级分 23"
    assert told("guandan.forfeit", played="yes", opponent="7", own="5").said == "对手：场分 2，级分 18"


@pytest.mark.parametrize(
    ("minutes", "said"), [(3, "对方自然升 1 级"), (7, "对方自然升 2 级"), (11, "以弃权论：对手场分 2，级分 17")]
)
def test_lateness(told: Told, minutes: int, said: str) -> None:
    assert told("guandan.late", minutes=minutes).said == said


def test_some_seconds_more_are_the_next_band_and_the_limit_itself_is_open(told: Told) -> None:
    assert told("guandan.late", minutes=5, seconds="yes").said == "对方自然升 2 级"  # supplement 1.2
    assert told("guandan.late", minutes=10, seconds="yes").said == "以弃权论：对手场分 2，级分 17"  # supplement 1.3
    assert any("恰好 5 分钟归哪一档条文没有写明" in line for line in told("guandan.late", minutes=5).lines)  # D-10
    assert not any("恰好" in line for line in told("guandan.late", minutes=4).lines)


def test_what_may_be_returned_is_said_with_the_tribute(told: Told) -> None:
    to_partner = told("guandan.tribute", first="E", last="W")
    assert "10以下（含10）" in to_partner.lines[0]  # 10.1
    assert "任意牌" in told("guandan.tribute", first="E", last="S").lines[0]


def test_both_past_the_ace_is_no_forfeit(ask: Ask) -> None:
    refused = ask("guandan.forfeit", played="yes", opponent="A+", own="A+")
    assert isinstance(refused, Refused) and refused.name == "own"


def test_the_place_that_is_wanting_is_named(ask: Ask) -> None:
    wanting = ask("guandan.after", first="E", second="S")
    assert isinstance(wanting, Wanting)
    assert (wanting.names, wanting.why) == (("third",), "上游的搭档不是二游，还要录入三游。")
