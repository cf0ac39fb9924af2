"""What may be led or played (44, 50, 57, 59)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded, call
from tests.decision_trees.bridge.asking import (
    LAW,
    Case,
    Refusal,
    cases,
    check_answer,
    check_refused,
    check_what_matters,
    refusals,
)


def _play(hand: str, penalty: str, led: str | None, legal: str, chooser: bool = False, wanted: Any = None) -> Case:
    """Penalty cards as ``S5- HK+``: minus minor, plus major. ``led`` None: he leads."""
    cards = [{"card": c[:-1], "cls": "minor" if c[-1] == "-" else "major"} for c in penalty.split()]
    given: dict[str, Any] = {"hand": hand.split(), "penalty": cards}
    given |= {"led": led} if led else {"on_lead": True}
    if wanted is not None:
        given["lead_penalty"] = wanted
    return "penalty_card_play", given, {"legal": legal.split()} | ({"chooser": "declarer"} if chooser else {})


WORKED: list[Case] = [
    # 50C: before the minor penalty card no other card of its suit from nine down; honors may be played
    _play("S5 S7 SJ H3", "S5-", "S", "S5 SJ"),
    _play("S5 S9 ST H3", "S5-", "S", "S5 ST"),
    _play("S5 S2 H3", "S5-", "S", "S5"),
    _play("S5 S7 SJ H3", "S5-", "H", "H3"),  # following suit comes first
    _play("S5 S7 SJ H3", "S5-", "D", "S5 SJ H3"),  # void: discards too
    _play("S5 S7 SJ H3", "S5-", None, "S5 SJ H3"),
    _play("S5 H7 H3", "S5-", None, "S5 H7 H3"),
    _play("S5 S7 SJ H3", "S5-", None, "S5 SJ", wanted="require:S"),
    _play("S5 S7 SJ H3", "S5-", None, "H3", wanted="forbid:S"),
    _play("S5 S7 SJ", "S5-", None, "S5 SJ", wanted="forbid:S"),  # 59: unable, but 50C still holds
    _play("S9 S8 H3", "S9-", "C", "S9 H3"),
    # 50D1: a major penalty card at the first legal opportunity, following, discarding, ruffing or leading
    _play("HK H2 S4", "HK+", "H", "HK"),
    _play("HK H2 S4", "HK+", "S", "S4"),
    _play("HK H2 S4", "HK+", "D", "HK"),
    _play("HK H2 S4", "HK+", None, "HK"),
    _play("H4 H2 S4", "H4+", None, "H4"),
    # 50D1: a lead penalty comes before it
    _play("HK H2 S4", "HK+", None, "S4", wanted="require:S"),
    _play("HK H2 S4", "HK+", None, "S4", wanted="forbid:H"),
    _play("HK H2 S4 D5", "HK+", None, "S4 D5", wanted="forbid:H"),
    _play("HK H2 S4", "HK+", None, "HK", wanted="require:H"),
    _play("HK H2 S4", "HK+", None, "HK", wanted="require:D"),  # 59: unable, so the penalty card is due
    _play("HK H2", "HK+", None, "HK", wanted="forbid:H"),
    _play("HK H2 S4 D5", "HK+", None, "S4", wanted="forbid:H+D"),
    _play("HK H2 S4 D5", "HK+", None, "S4", wanted={"forbid": ["H", "D"]}),
    _play("HK H2 S4 D5", "HK+", None, "D5", wanted={"require": "D"}),
    _play("HK H2 S4", "HK+", None, "HK", wanted="none"),
    _play("HK H2 S4", "HK+", "H", "HK", wanted="forbid:H"),  # following suit comes first
    # 51A: with two he can play, declarer chooses
    _play("HK DQ C2", "HK+ DQ+", "S", "HK DQ", chooser=True),
    _play("HK DQ C2", "HK+ DQ+", None, "HK DQ", chooser=True),
    _play("HK DQ C2", "HK+ DQ+", "D", "DQ"),
    _play("HK DQ C2", "HK+ DQ+", "C", "C2"),
    _play("HK H3 H2", "HK+ H3+", "H", "HK H3", chooser=True),
    _play("HK DQ C2", "HK+ DQ+", None, "DQ", wanted="forbid:H"),
    _play("HK DQ C2", "HK+ DQ+", None, "C2", wanted="require:C"),
    _play("HK DQ C2", "HK+ DQ+", None, "HK DQ", chooser=True, wanted="require:S"),
    # 50B: two small ones are both major whatever they were called
    _play("S5 H4 C2", "S5- H4-", "D", "S5 H4", chooser=True),
    _play("S5 S9 H4 C2", "S5- H4+", "S", "S5"),
    # no penalty card: law 44
    _play("S5 S9 H4", "", "S", "S5 S9"),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


IN_PART: list[Case] = [
    # legal plays (44, 57A, 59)
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "H"}, {"legal": ["H2", "HA"]}),
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "D"}, {"legal": ["H2", "HA", "S3"]}),
    ("legal_plays", {"hand": ["H2", "S3"], "on_lead": True}, {"legal": ["H2", "S3"], "laws": [LAW + "44A"]}),
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "H", "requirement": "highest"}, {"legal": ["HA"]}),
    ("legal_plays", {"hand": ["H2", "HA", "S3"], "led": "H", "requirement": "lowest"}, {"legal": ["H2"]}),
    (
        "legal_plays",
        {"hand": ["C2", "S3"], "led": "H", "requirement": "highest"},
        {"legal": ["C2", "S3"], "laws": [LAW + "44D", LAW + "59"]},
    ),
    ("legal_plays", {"hand": ["C2", "S3"], "led": "H", "requirement": "forbid:S"}, {"legal": ["C2"]}),
    ("legal_plays", {"hand": ["H4", "S3"], "led": "H", "requirement": "forbid:S"}, {"legal": ["H4"]}),
]


@cases(IN_PART)
def test_what_matters_of_the_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_what_matters(name, given, answer)


REFUSED: list[Refusal] = [
    ("legal_plays", {"hand": ["HA", "HA"], "led": "H"}, "两张红心A"),
    ("legal_plays", {"hand": ["HA", "HK"]}, "引牌花色"),
    ("legal_plays", {"hand": [f"{s}{r}" for s in "SH" for r in "AKQJT98"], "led": "H"}, "14张"),
    ("legal_plays", {"hand": [], "led": "H"}, "没有牌"),
    ("legal_plays", {"hand": ["HA"], "led": "NT"}, "led"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [{"card": "HK", "cls": "major"}], "led": "S"}, "不在"),
    ("penalty_card_play", {"hand": ["SK"], "penalty": [{"card": "SK", "cls": "minor"}], "led": "S"}, "轻罚张"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [{"card": "S5", "cls": "small"}], "led": "S"}, "small"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": []}, "引牌花色"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "led": "S", "on_lead": True}, "不能既"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "on_lead": True, "lead_penalty": "lead a heart"}, "看不懂"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "on_lead": True, "lead_penalty": 7}, "看不懂"),
    ("penalty_card_play", {"hand": ["S5"], "penalty": [], "on_lead": True, "lead_penalty": "require:H+D"}, "一门"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("given", "case", "cards"),
    [
        ({"demand": "lead", "suit": "H", "hand": ["S2", "D4"], "own_penalty_cards": ["DQ"]}, "own", ["DQ"]),
        ({"demand": "lead", "suit": "H", "hand": ["H2", "D4"], "own_penalty_cards": ["DQ"]}, "able_keeps", ["H2"]),
        ({"demand": "highest", "suit": "H", "hand": ["H9", "H4", "S2"]}, "able", ["H9"]),
        ({"demand": "lowest", "suit": "H", "hand": ["S2", "C3"]}, "unable", ["S2", "C3"]),
        ({"demand": "not_play", "suit": "S", "hand": ["S2", "H3"], "led": "H"}, "able", ["H3"]),
        ({"demand": "lead", "suit": "H", "own_penalty_cards": ["DQ"]}, "unknown_own", None),
    ],
)
def test_a_demand_comes_before_the_penalty_card_and_following_suit_before_both(
    given: dict[str, Any], case: str, cards: list[str] | None
) -> None:
    found = call("bridge.plays_under_demand", given)
    assert (found["case"], found["cards"]) == (case, cards)


def test_cards_open_follow_suit_and_show_the_highest_first() -> None:
    hand = {"hand": ["H2", "H9", "SA"], "led": "H"}
    assert call("bridge.cards_open", hand) == {"cards": ["H9", "H2"], "count": 2}
    assert call("bridge.cards_open", {**hand, "led": "D"})["cards"] == ["SA", "H9", "H2"]  # 44D
    assert call("bridge.cards_open", {**hand, "led": "D", "penalty_cards": ["C4"]})["cards"] == ["C4"]  # 50D1


@pytest.mark.parametrize(
    ("suit", "said"),
    [("D", "（黑桃、红心、梅花中的一门）"), ("S", "（红心、方块、梅花中的一门）"), ("none", None)],
)
def test_the_suits_declarer_may_forbid(suit: str, said: str | None) -> None:  # 57A3: another suit
    assert call("bridge.suits_besides", {"suit": suit}) == {"said": said}


def test_two_suits_may_be_forbidden_at_once() -> None:  # 51B2b; the lead penalty before the penalty card, 50D1
    hand = {"hand": ["SQ", "S8", "CA", "C5"], "led": "none", "demand": "not_lead", "requirement": "不引方块、梅花"}
    assert call("bridge.cards_open", hand)["cards"] == ["SQ", "S8"]
    assert call("bridge.cards_open", {**hand, "penalty_cards": ["CA"]})["cards"] == ["SQ", "S8"]
    due = {"hand": ["SQ"], "penalty_cards": ["CA"], "led": "none"}
    # two penalties, each requiring one suit, and a third: what can be met is (59, 61A)
    assert call("bridge.penalty_cards_due", {**due, "requirement": "引方块、梅花"})["cards"] == ["CA"]
    assert call("bridge.penalty_cards_due", {**due, "requirement": "引红心，不引梅花"})["cards"] == []


def test_the_withdrawn_card_does_not_replace_itself() -> None:  # 62B
    hand = {
        "hand": ["D7", "H2"],
        "led": "none",
        "demand": "not_lead",
        "suit": "S",
        "withdrawn": "D7",
        "penalty_cards": ["D7"],
    }
    assert call("bridge.cards_open", hand)["cards"] == ["H2"]
    with pytest.raises(MoreNeeded, match="方块7"):
        call("bridge.cards_open", {**hand, "hand": ["D7"]})
    with pytest.raises(MoreNeeded, match="判罚"):
        call("bridge.cards_open", {"hand": ["D7", "H2"], "led": "none", "fault": "penalty"})


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({"led": "H", "fault": "suit"}, "跟红心"),  # 44C
        ({"led": "none", "demand": "lead", "suit": "S"}, "引黑桃"),  # 50D2a
        ({"led": "none", "requirement": "不引方块、梅花"}, "引黑桃、红心，不得引方块、梅花"),  # 51B2b
        ({"led": "H", "demand": "lowest", "fault": "penalty"}, "打红心中最小的一张"),  # 57A2
        ({"led": "H", "demand": "not_play", "suit": "C", "fault": "penalty"}, "打梅花以外的牌"),  # 57A3
        ({"led": "H", "requirement": "不引方块"}, "跟红心"),  # about leads only
        ({"led": "none"}, None),
        ({"led": "none", "demand": "not_lead"}, None),
    ],
)
def test_what_is_legal_in_words(given: dict[str, Any], said: str | None) -> None:
    assert call("bridge.legal_in_words", given) == {"said": said, "after": f"：{said}" if said else None}
