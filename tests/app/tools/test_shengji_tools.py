"""Shengji tools, worked out by hand from rules 1, 8, 11, 14, 20 and 28 and the table of standard scores."""

from __future__ import annotations

from typing import Any

import pytest

from app.tools.model import Refused, Wanting
from tests.app.tools.conftest import Ask, Told


def test_the_order_of_trumps(told: Told) -> None:
    """Seven of hearts: jokers, the main level card, three equal level cards, then hearts without the seven (1.7)."""
    answer = told("shengji.order", level="7", trump="H")
    trumps = answer.pictures[0]
    assert trumps.cards[:3] == ("BJ", "LJ", "H7")
    assert set(trumps.cards[3:6]) == {"S7", "D7", "C7"}
    assert trumps.cards[6:] == ("HA", "HK", "HQ", "HJ", "H10", "H9", "H8", "H6", "H5", "H4", "H3", "H2")
    assert trumps.marked == {2, 3, 4, 5}
    assert [len(picture.cards) for picture in answer.pictures] == [18, 12, 12, 12]


def test_a_throw_that_is_blocked(told: Told) -> None:
    """Five cards thrown, the four is beaten by the six: fifty points (28b.2.1 has the same example)."""
    answer = told("shengji.throw", throw=["HQ", "HJ", "H9", "H8", "H4"], east=["H6"])
    assert answer.said == "甩牌不成立，罚 50 分"
    assert any("必须出红心4" in line for line in answer.lines)


def test_a_throw_stands_only_when_all_three_hands_were_seen(told: Told, ask: Ask) -> None:
    seen: dict[str, Any] = {"throw": ["HA", "HK"], "east": ["HQ"], "north": ["D5"]}
    waiting = ask("shengji.throw", **seen)
    assert isinstance(waiting, Wanting) and waiting.names == ("west",)
    assert told("shengji.throw", **seen, west=["H7"]).said == "甩牌成立"


def test_cards_of_two_suits_are_no_throw(told: Told) -> None:
    assert told("shengji.throw", throw=["HQ", "DJ"]).said == "不是甩牌：不是同一门"


def test_an_ace_king_eight_five_throw_is_sixty(told: Told) -> None:
    """The example of 28b.2.2: AK985 thrown, the ace the first to win is heavy and counts twenty."""
    answer = told("shengji.throw", trump="S", throw=["HA", "HK", "H9", "H8", "H5"], east=["H6"])
    assert answer.said == "甩牌不成立，罚 60 分"


@pytest.mark.parametrize(
    ("plays", "said"),
    [
        (("HQ", "HK", "H10", "S3"), "西家赢，20 分"),
        (("HQ", "HK", "H10", "DA"), "东家赢，20 分"),
        (("H2", "D2", "C2", "S3"), "南家赢，0 分"),  # side level cards are equal, the first is higher
        (("SA", "S2", "LJ", "BJ"), "西家赢，0 分"),
    ],
)
def test_who_wins_a_trick(told: Told, plays: tuple[str, ...], said: str) -> None:
    led, second, third, fourth = ([card] for card in plays)
    answer = told("shengji.trick", level="2", trump="S", leader="S", led=led, second=second, third=third, fourth=fourth)
    assert answer.said == said


@pytest.mark.parametrize(
    ("heart", "said"), [("H3", "南家赢，0 分"), ("HJ", "谁赢由裁判长定，0 分")]
)  # the seven of hearts, a trump, is beaten or not
def test_who_wins_the_trick_of_a_bomb(told: Told, heart: str, said: str) -> None:
    hands = {"led": "7777", "second": f"3{heart[1]}33", "third": "4444", "fourth": "8699"}
    cards = {name: [suit + rank for suit, rank in zip("SHDC", ranks, strict=True)] for name, ranks in hands.items()}
    answer = told("shengji.trick", level="2", trump="H", leader="S", **cards)
    assert answer.said == said
    assert "shengji-40:4" in answer.cites


def test_every_hand_plays_as_many_as_were_led(ask: Ask) -> None:
    outcome = ask("shengji.trick", led=["HQ"], second=["HK", "H3"], third=["H4"], fourth=["H5"])
    assert isinstance(outcome, Refused) and outcome.name == "second"


@pytest.mark.parametrize(
    ("values", "said", "line"),
    [
        ({"gathered": 30}, "防守方 30 分，庄家升一级", "南北 3，东西 2；下一副北家坐庄"),
        (
            {"gathered": 75, "last_trick": "defender", "bottom": ["S5", "H10"]},  # 75 and twice 15
            "防守方 105 分，防家上台升一级",
            "南北 2，东西 3；下一副东家坐庄",
        ),
        ({"gathered": 60, "bottom": ["S10", "HK"]}, "防守方 60 分，防家上台", "南北 2，东西 2；下一副东家坐庄"),
        ({"gathered": 0}, "防守方 0 分，庄家升两级", "南北 4，东西 2；下一副北家坐庄"),
    ],
)
def test_the_result_of_a_deal(told: Told, values: dict[str, Any], said: str, line: str) -> None:
    answer = told("shengji.deal", **values)
    assert answer.said == said
    assert line in answer.lines


def test_more_points_than_a_deck_has_are_refused(ask: Ask) -> None:
    outcome = ask("shengji.deal", gathered=90, bottom=["H10", "SK"])
    assert isinstance(outcome, Refused) and outcome.name == "gathered"


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"kind": "revoke"}, "罚 40 分"),
        ({"kind": "out_of_turn", "count": 3}, "罚 30 分"),
        ({"kind": "wrong_cards", "count": 12}, "罚 80 分"),  # eighty at most
        ({"kind": "wrong_bottom"}, "罚 40 分"),
        ({"kind": "exposed", "cards": ["H3", "H4"]}, "罚 20 分"),
    ],
)
def test_penalty_points(told: Told, values: dict[str, Any], said: str) -> None:
    assert told("shengji.penalty", **values).said == said


@pytest.mark.parametrize(
    ("values", "said"),
    [
        ({"ns": "9", "ew": "5"}, "标准分 14：6"),
        ({"ns": "5", "ew": "9"}, "标准分 6：14"),
        ({"ns": "K", "ew": "K"}, "标准分 10：10"),
        ({"ns": "2", "ew": "A"}, "标准分 0：20"),
        ({"ns": "9", "ew": "A", "past_ace": "EW", "ace": "ace"}, "标准分 5：15"),
        ({"ns": "9", "ew": "A", "past_ace": "EW", "ace": "fifteen"}, "标准分 4：16"),
    ],
)
def test_standard_scores(told: Told, values: dict[str, Any], said: str) -> None:
    assert told("shengji.standard", **values).said == said


def test_what_past_the_ace_counts_is_asked_and_not_supposed(ask: Ask) -> None:
    assert ask("shengji.standard", ns="9", ew="A", past_ace="EW") == Wanting(("ace",))


def test_lateness_of_both_sides(told: Told) -> None:
    answer = told("shengji.late", ns=6, ew=16)
    assert answer.said == "南北方：警告；东西方：算弃权，记 0 分"
    assert told("shengji.late", ns=5, ew=15).said == "南北方：不处理；东西方：警告"


def test_some_seconds_more_than_the_limit_are_late(told: Told) -> None:
    answer = told("shengji.late", ns=5, ns_seconds="yes", ew=15, ew_seconds="yes")
    assert answer.said == "南北方：警告；东西方：算弃权，记 0 分"  # 20: more than 5, more than 15
    assert answer.lines == ("南北方的得分按对方判负论（第二十条、第十九条四）。",)


def test_the_working_of_a_failed_throw(told: Told) -> None:
    """28b.2: A, K, 9, 8, 5 are 60: the ace as a heavy exposed card, the others ten each."""
    answer = told("shengji.penalty", kind="throw", level="2", trump="S", cards=["HA", "HK", "H9", "H8", "H5"])
    assert answer.said == "罚 60 分"
    assert answer.working == ("第一进手张红心A 20＋其余 10×4＝60",)


def test_who_is_past_the_ace_has_the_ace(ask: Ask) -> None:
    refused = ask("shengji.standard", ns="5", ew="2", past_ace="NS", ace="ace")
    assert isinstance(refused, Refused) and refused.name == "ns"


def test_what_the_text_leaves_open_of_a_throw_is_said_as_open(told: Told) -> None:
    """Rule 8 has the smallest led, rule 23.1 lets the next player name one; with the partner holding more it is open too."""
    two = told("shengji.throw", trump="H", throw=["SA", "S9", "S8"], east=["S10"])
    line = next(each for each in two.lines if "两条不一" in each)
    assert "黑桃8" in line and "东家指定" in line and "由裁判员定" in line
    assert not any("必须出" in each for each in two.lines)
    partner = told("shengji.throw", trump="H", throw=["SA", "S8"], north=["S10"])
    assert any("由裁判长定" in each and "东家在整手甩牌里" in each for each in partner.lines)


def test_whether_the_ace_may_be_skipped_is_open(told: Told) -> None:
    """No points: two levels up from K. From A the banker's side has gone past it; the defenders have not been banker there."""
    over = told("shengji.deal", banker="E", gathered=0, last_trick="banker", level_ew="K")
    assert any("停在A还是打过A" in each and "由裁判长定" in each for each in over.lines)
    assert not any(each.endswith("东西打过A") for each in over.lines)
    past = told("shengji.deal", banker="E", gathered=0, last_trick="banker", level_ew="A")
    assert past.lines[-1].endswith("打过A")
    defenders = told("shengji.deal", banker="E", gathered=100, last_trick="banker", level_ns="A", level_ew="4")
    assert "由裁判长定" in defenders.lines[-1]


def test_more_than_the_table_of_levels_has_is_open(told: Told) -> None:
    answer = told("shengji.deal", gathered=80, last_trick="banker", banker_penalty=160)
    assert any("240分不在升级表里" in each for each in answer.lines)
