"""Cards named from dummy (46)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def _dummy(dummy: str, say: str, answer: str, **given: Any) -> Case:
    """``answer``: a card, or specify, either, invalid."""
    result = {"specify": "declarer_must_specify", "either": "either_defender_chooses", "invalid": "invalid_redesignate"}
    if "trick" in given:
        given["trick"] = given["trick"].split()
    out = {"result": result[answer]} if answer in result else {"card": answer}
    return "dummy_designation", {"dummy": dummy.split(), "say": say, **given}, out


HAND = "HA HQ H5 S3"


WORKED: list[Case] = [
    # 46B1: "high" is the highest of the suit; in fourth hand the lowest that wins
    _dummy(HAND, "大", "HA", led="H", position=3, trick="H2 HK"),
    _dummy(HAND, "大", "HA", led="H", position=2, trick="H2"),
    _dummy(HAND, "大", "HA", led="H", position=2),
    _dummy(HAND, "大", "HQ", led="H", position=4, trick="H2 H3 HJ"),
    _dummy(HAND, "最大的", "HA", led="H", position=4, trick="H2 H3 HK"),
    _dummy(HAND, "大", "H5", led="H", position=4, trick="H2 H3 H4"),
    _dummy("HQ H5 S3", "大", "HQ", led="H", position=4, trick="H2 HK HA"),  # D-20: cannot win
    _dummy("HA HQ H5", "大", "HA", led="H", position=4, trick="HK S2 H3", trump="S"),  # ruffed: cannot win
    _dummy("HA HQ H5", "大", "HA", led="H", position=4, trick="HK S2 H3", trump="NT"),
    _dummy("HA HQ H5", "大", "HQ", led="H", position=4, trick="HJ S2 H3"),
    _dummy("CK C4 D2", "大", "C4", position=4, trick="C3 C2 HA"),  # the suit led is that of the first card
    _dummy(HAND, "HIGH", "HA", led="H", position=2),
    # 46B1: "low" is the lowest of the suit
    _dummy(HAND, "小", "H5", led="H", position=3, trick="H2 HK"),
    _dummy(HAND, "小", "H5", led="H", position=4, trick="H2 HK H4"),
    _dummy(HAND, "打小的", "H5", led="H", position=2),
    _dummy(HAND, "low", "H5", led="H", position=2),
    # with a suit named: leading, discarding
    _dummy(HAND, "红心大", "HA", leading=True),
    _dummy(HAND, "小红心", "H5", leading=True),
    _dummy("S9 S4 C7", "大黑桃", "S9", led="H", position=4, trick="HK HQ H2", trump="NT"),
    # neither suit nor lead to tell the suit: not settled, declarer must say; the suit dummy just won with tells
    _dummy(HAND, "大", "specify", leading=True),
    _dummy(HAND, "大", "HA", leading=True, last_trick_won_by_dummy_suit="H"),
    _dummy("S3 C2", "大", "invalid", led="H", position=2),  # no card of the suit led (46B4)
    # 46B2: a suit alone is its lowest card
    _dummy(HAND, "红心", "H5", leading=True),
    _dummy(HAND, "红桃", "H5", led="H", position=2),
    _dummy(HAND, "H", "H5", led="H", position=4, trick="H2 HK H4"),
    _dummy(HAND, "黑桃", "S3", leading=True),
    _dummy(HAND, "黑桃", "S3", led="D", position=2),
    _dummy(HAND, "方块", "invalid", leading=True),  # 46B4
    _dummy(HAND, "梅花", "invalid", led="D", position=2),
    _dummy(HAND, "黑桃", "invalid", led="H", position=2),  # 44C: he must follow
    _dummy(HAND, "将牌", "S3", led="D", position=2, trump="S"),
    # 46B3(a): a rank, leading: the suit dummy won the last trick with, if it has the rank
    _dummy("CK DK D2", "K", "CK", leading=True, last_trick_won_by_dummy_suit="C"),
    _dummy("CK DK D2", "K", "DK", leading=True, last_trick_won_by_dummy_suit="D"),
    _dummy("CK DQ D2", "K", "CK", leading=True, last_trick_won_by_dummy_suit="D"),  # (b): the only one
    _dummy("CK HK D2", "K", "specify", leading=True, last_trick_won_by_dummy_suit="D"),
    _dummy("CK HK D2", "K", "specify", leading=True),
    _dummy("CK HK D2", "2", "D2", leading=True),
    _dummy("CT HK D2", "10", "CT", leading=True),
    _dummy("CT HK D2", "十", "CT", leading=True),
    # 46B3(b): otherwise the only one legally playable; two or more: declarer must say
    _dummy("HA SA D2", "A", "HA", led="H", position=2),
    _dummy("HA SA D2", "A", "specify", led="C", position=3, trick="C2 C3"),
    _dummy("HQ SA D2", "A", "invalid", led="H", position=2),  # the ace cannot legally be played
    _dummy("HQ SA D2", "A", "SA", led="C", position=2),
    _dummy("HQ SA D2", "J", "invalid", led="C", position=2),  # 46B4
    _dummy("HA HK D2", "K", "HK", led="H", position=2, last_trick_won_by_dummy_suit="D"),  # (a) is for leads only
    _dummy("CK HK D2", "老K", "specify", led="S", position=4, trick="S2 S3 S4"),
    # 46B4: dummy has not the card
    _dummy(HAND, "红心K", "invalid", led="H", position=2),
    _dummy(HAND, "HJ", "invalid", leading=True),
    # a full designation
    _dummy(HAND, "红心Q", "HQ", led="H", position=2),
    _dummy(HAND, "出红心5", "H5", leading=True),
    _dummy(HAND, "黑桃3", "invalid", led="H", position=2),  # 44C
    _dummy("ST S3", "黑桃10", "ST", leading=True),
    # 46B5: neither suit nor rank: either defender
    _dummy(HAND, "随便", "either", leading=True),
    _dummy(HAND, "随便", "either", led="H", position=2),
    _dummy(HAND, "随便", "either"),
    _dummy(HAND, "随便打一张", "either", led="H", position=2),
    _dummy(HAND, "打吧", "either", led="H", position=4, trick="H2 H3 H4"),
    _dummy(HAND, "大小都行", "either", led="H", position=2),
    _dummy(HAND, "", "either", leading=True),
    _dummy(HAND, "随便一张红心", "H5", leading=True),  # a suit was named
    _dummy(HAND, "哪一张都行", "either", led="H", position=2),
    _dummy(HAND, "怎么打都行", "either", leading=True),
    # other ways to say it
    _dummy(HAND, "跟小的", "H5", led="H", position=2),
    _dummy(HAND, "大点的", "HA", led="H", position=2),
    _dummy(HAND, "play low", "H5", led="H", position=2),
    _dummy(HAND, "随便一张小的", "H5", led="H", position=2),
    _dummy(HAND, "♥Q", "HQ", leading=True),
    _dummy(HAND, "Ｈ Ｑ", "HQ", leading=True),
    _dummy(HAND, "the queen of hearts", "HQ", leading=True),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("card_named_from_dummy", {"dummy": ["H2"], "say": "大", "trick": ["H2"], "trump": "NT"}, "不会还在明手"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大"}, "引牌花色"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "position": 4}, "三家"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "position": 5}, "第1至第4"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "position": 2, "trick": ["H2", "H3"]}, "trick"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "S", "trick": ["H2"]}, "引牌花色"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "trick": ["HA"]}, "红心A"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大", "led": "H", "leading": True}, "引牌"),
    ("dummy_designation", {"dummy": ["HA"], "say": "唱个歌", "leading": True}, "看不懂"),
    ("dummy_designation", {"dummy": ["HA"], "say": "红心黑桃", "leading": True}, "两个花色"),
    ("dummy_designation", {"dummy": ["HA"], "say": "大小", "leading": True}, "又大又小"),
    ("dummy_designation", {"dummy": ["HA"], "say": "将牌", "leading": True}, "trump"),
    ("dummy_designation", {"dummy": [], "say": "随便", "leading": True}, "没有牌"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("dummy", "say", "trick", "more", "case", "name"),
    [
        (["HA", "HQ", "H5"], "大", ["H2", "HJ", "H3"], {}, "high_fourth_hand", "红心Q"),  # 46B1
        (["HA", "HQ", "H5"], "大", ["H2", "HK"], {}, "high", "红心A"),  # 46B1
        (["HQ", "H5"], "大", ["H2", "HK", "H3"], {}, "high_cannot_win", "红心Q"),  # D-20
        (["HQ", "H5"], "小", ["H2"], {}, "low", "红心5"),  # 46B1
        (["HQ", "H5", "S2"], "红心", [], {}, "suit_only", "红心5"),  # 46B2
        (["HQ", "DQ"], "Q", [], {"last_trick_won_with": "D"}, "rank_last_trick", "方块Q"),  # 46B3a
        (["HQ", "DQ"], "Q", ["H2"], {"last_trick_won_with": "D"}, "rank_only_one", "红心Q"),  # he follows: 46B3b
        (["HQ", "DQ"], "Q", [], {}, "rank_several", None),  # 46B3b
        (["HQ", "DQ"], "黑桃A", [], {}, "not_held", None),  # 46B4
        (["HQ", "D3"], "方块", ["H4"], {}, "must_follow", None),  # 44C
        (["HQ", "D3"], "随便", [], {}, "anything", None),  # 46B5
        (["HQ", "D3"], "大", [], {}, "suit_not_named", None),  # 46A
        (["HQ", "D3"], "红心Q", [], {}, "complete", "红心Q"),  # 46A
    ],
)
def test_card_named_from_dummy(
    dummy: list[str], say: str, trick: list[str], more: dict[str, str], case: str, name: str | None
) -> None:
    found = call("bridge.card_named_from_dummy", {"dummy": dummy, "say": say, "trick": trick, "trump": "NT", **more})
    assert (found["case"], found["name"]) == (case, name)


@pytest.mark.parametrize(
    ("given", "card"),
    [
        ({"say": "红心J"}, "HJ"),  # named in full (46A)
        ({"say": "小黑桃"}, None),  # which that is nobody said
        ({"say": "小黑桃", "dummy": ["SQ", "S6", "S2"], "trick": ["S5"]}, "S2"),  # 46B1
        (
            {"say": "小黑桃", "dummy": ["S6", "S2"], "trick": ["S5", "SQ", "S7"], "leader": "W", "seat": "N"},
            "S2",
        ),  # SQ put down
        (
            {"say": "大", "dummy": ["SA", "S6"], "trick": ["S5", "S2", "S7"], "leader": "W", "seat": "N"},
            "SA",
        ),  # S2 put down by dummy, second to play: the highest, whatever is trumps (46B1)
        ({"say": "大", "dummy": ["SA", "SQ"], "trick": ["S5", "SJ", "S7"], "leader": "E", "seat": "N"}, "SQ"),
        (
            {"say": "大", "dummy": ["SA", "SQ"], "trick": ["S5", "H2", "S7"], "leader": "E", "seat": "N"},
            None,
        ),  # were hearts trumps it would be no winner
        ({"say": "大", "dummy": ["SA", "S6"], "trick": ["S5"], "trump": "NT"}, "SA"),
        (
            {"say": "红心J", "dummy": ["H4"], "trick": ["H5", "H4"], "leader": "W", "seat": "N", "trump": "H"},
            None,
        ),  # 46B4
        ({"say": "Q", "dummy": ["HQ", "DQ"], "trick": [], "last_trick_won_with": "D"}, "DQ"),  # 46B3a
    ],
)
def test_the_card_declarers_words_mean(given: dict[str, Any], card: str | None) -> None:
    assert call("bridge.card_meant_from_dummy", given)["card"] == card
