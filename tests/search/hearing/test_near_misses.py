"""Facts heard in sentences made for it, beside their near misses: what is denied, asked, supposed, claimed or somebody's belief."""

from __future__ import annotations

import re
from typing import Any

import pytest

from decision_trees.hearing import UNLESS, TemplateError, template
from search.hearing.facts import heard


def facts(tree: str, text: str) -> dict[str, Any]:
    return {fact.name: fact.value for fact in heard(text, tree, tree.partition(".")[0])}


def shown(tree: str, text: str, names: dict[str, Any]) -> dict[str, Any]:
    found = facts(tree, text)
    return {name: found[name] for name in names if name in found}


EVERY = {f"{seat}_cards": 12 for seat in ("north", "east", "south", "west")}

HEARD: list[tuple[str, str, dict[str, Any]]] = [
    ("shengji.wrong_number_in_bottom", "抓好了各人都是十二张，底一数是五张", {**EVERY, "bottom_cards": 5}),
    (
        "shengji.wrong_number_before_lead",
        "底扣好了，头一张还没出，南家说他十三张",
        {"stage": "discarded", "south_cards": 13},
    ),
    ("shengji.wrong_number_in_play", "出了五圈，西家少了一张", {"stage": "play", "short": "W"}),
    ("shengji.revoke", "东家垫了方块，过了两圈又打出一张红心9", {"noticed": "after_next_lead", "withheld": ["H9"]}),
    ("shengji.wrong_count_played", "我甩三张，西家只放了两张", {"offender": "W", "short_by": 1, "state": "fewer_now"}),
    ("shengji.private_settlement", "他们私下商量好了罚十分，没叫裁判", {"settled": "already"}),
    ("shengji.right_to_penalise", "东家越序，旁边看牌的人先喊出来了", {"pointed_out": "outsider"}),
    ("shengji.bomb", "东家把四条7往桌上一拍", {"bomb_cards": ["S7", "H7", "D7", "C7"]}),
    ("shengji.forfeit_score", "对方被裁判长判负了，南北打到9", {"forfeit_reason": "forfeited", "level_ns": "9"}),
    ("shengji.score_dispute", "标准分那一栏填反了", {"dispute": "standard"}),
    ("bridge.missed_turn_to_call", "西家那轮被人跳过了，三个派司就打上了", {"missed": "W", "three_passes": True}),
    ("bridge.handling_of_cards", "收牌的时候牌插错了口袋", {"what": "wrong_pocket"}),
    ("bridge.information_from_elsewhere", "上厕所路过听见隔壁桌说这副满贯", {"source": "other_table"}),
    ("bridge.simultaneous_calls", "我下家同时放了张加倍", {"other_call": "double"}),
    ("bridge.deceptive_manner", "东家迟疑了半天才跟小牌", {"by_what": "manner", "offender": "E"}),
    ("bridge.defender_lead_out_of_turn", "该明手引，西家抢着甩了张方块", {"offender": "W", "lead_suit": "D"}),
    ("bridge.established_revoke", "他有梅花没跟，之后他们又得两墩", {"led_suit": "C", "side_tricks_after": 2}),
    ("guandan.draw_out_of_turn", "东家抢在南家前头摸了一张，插进手里了", {"due": "S", "card_state": "inserted"}),
    ("guandan.lead_after_finishing", "上游最后一手没人要", {"place": "first", "beaten": False}),
    ("guandan.return_missed", "北家收了贡忘了还牌，打了两圈了", {"what": "not_returned", "found": "during"}),
    ("guandan.other_delay", "南家离席没报告", {"what": "left", "permitted": False, "offender": "S"}),
    (
        "guandan.wrong_number_of_cards",
        "南北两家都是27张，东家28张",
        {"north_cards": 27, "south_cards": 27, "east_cards": 28},
    ),
]

IN_DOUBT: list[tuple[str, str, str]] = [
    ("shengji.wrong_number_in_bottom", "大家都十二张，就我多一张", "north_cards"),  # not everybody
    ("shengji.wrong_number_in_bottom", "四家一张不少，底剩四张", "north_cards"),  # “一张” is no count of a hand
    ("shengji.wrong_discard", "庄家多扣了一张", "discarded"),  # one too many, not one
    ("shengji.withdrawal_before_start", "没经组委会批准就走了", "approved_yes"),
    ("shengji.violation_count", "这是第二次还是第三次违例", "violations_this_round"),  # asked
    ("shengji.illegal_information", "南家咳嗽了一声", "information"),  # whether it tells anything is for the referee
    ("shengji.game_result", "打Q升三级跨过A了", "ace_matter"),
    ("shengji.failed_throw", "他这一甩到底成不成", "check"),
    ("shengji.revolution", "庄家坐庄首引以前提出革命", "revolt_when"),  # whether he has taken the bottom is asked
    ("shengji.score_dispute", "上一副记错了一级", "first_deal"),  # the deal in dispute may be the first
    ("bridge.opening_lead_face_down", "首引的是东家", "opening_leader"),  # who led, not who should have
    ("bridge.declarer_lead_out_of_turn", "该从手里引的", "led_from"),  # from which he should have
    ("bridge.card_exposed_in_auction", "打到第10墩才说竞叫时掉过牌", "has_honor"),  # a trick, no ten
    ("bridge.insufficient_bid", "北家叫矮了，问怎么改", "natural"),  # he asks; nobody's bid asks for anything
    ("bridge.mistaken_explanation_noticed", "首引翻明以前才更正的", "declaring_side"),
    ("guandan.wrong_number_of_cards", "南北55张，东西53张", "north_cards"),  # both hands together
    ("guandan.lead_after_finishing", "我可明明是头游对门", "place"),  # spoken of, not who went out
    ("guandan.slow_tribute", "他还想再打一副", "step"),  # “还想” is no return
    ("guandan.right_to_penalise", "西家是观众，先喊出来的", "offender"),
    ("guandan.tribute_shown_not_due", "没轮到他贡他抢着亮", "since"),  # not that he has not led a single yet
    ("guandan.slow_play", "西家想了三十多秒才出，这桌前面已经警告过一次了", "warned"),  # of this play is asked (22.1)
    ("guandan.slow_play", "上次超时提醒过他，这回又磨了半分钟才跟", "warned"),
    ("guandan.illegal_signals", "南家非讲我咳嗽是暗号", "offender"),  # who complains
]


@pytest.mark.parametrize(("tree", "text", "expected"), HEARD)
def test_what_is_said_beyond_doubt_is_heard(tree: str, text: str, expected: dict[str, Any]) -> None:
    assert shown(tree, text, expected) == expected


@pytest.mark.parametrize(("tree", "text", "name"), IN_DOUBT)
def test_a_near_miss_is_not_heard(tree: str, text: str, name: str) -> None:
    name, _, value = name.partition("_yes") if name.endswith("_yes") else (name, "", "")
    found = facts(tree, text)
    assert name not in found or (value == "" and found[name] is False), found


# -- how far a doubt reaches -----------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    "text",
    [
        "我以为外头没大的了就把黑桃A、K甩了",  # what he believed ends with what he did
        "问一下裁判 我甩黑桃A、K",  # a polite opening is no question
        "东家说北家没跟 其实是南家甩黑桃A、K",
    ],
)
def test_a_belief_or_an_opening_ends_before_what_was_done(text: str) -> None:
    assert facts("shengji.failed_throw", text)["throw"] == ["SA", "SK"]


@pytest.mark.parametrize(
    "text",
    [
        "要是我甩黑桃A、K呢",
        "南家说他甩黑桃A、K",
        "我想甩黑桃A、K",
        "北家没甩黑桃A、K",
        "是不是可以甩黑桃A、K",
    ],
)
def test_what_is_supposed_told_intended_denied_or_asked_is_not_heard(text: str) -> None:
    assert "throw" not in facts("shengji.failed_throw", text)


def test_whose_turn_it_was_makes_no_doubt_of_what_the_next_did() -> None:
    found = facts("bridge.defender_lead_out_of_turn", "这墩该北家引的南家先引了张方块3")
    assert found["offender"] == "S"
    assert facts("bridge.declarer_lead_out_of_turn", "该从南家手里引的").get("led_from") is None


# -- templates -------------------------------------------------------------------------------------------------------------
def test_a_pause_by_itself_as_one_of_several_must_be_there_or_the_end() -> None:
    pattern = re.compile(template("打( |呢)", {}, True).pattern)
    assert pattern.search("打 了") and pattern.search("打呢") and pattern.search("他打")
    assert not pattern.search("打牌")


def test_a_template_that_leaves_a_fact_unheard_takes_nothing() -> None:
    assert template("就我", {}, UNLESS).unless
    with pytest.raises(TemplateError):
        template("{=seat}", {}, UNLESS)
