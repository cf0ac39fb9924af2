"""Penalties, by how often something happened and by whom they are decided (11.5, 12, 15, 16, 20; supplement 4)."""

from __future__ import annotations

from typing import Any

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


def _ladder(rule: str, prior: int, ruling: str, regime: str = BASE) -> Case:
    given = {"rule": rule, "prior_same_pair_or_player": prior, "regime": regime}
    return "penalty.ladder", given, {"ruling": ruling}


def _foul(prior: int, same: bool, foul: bool) -> Case:
    given = {"prior_recorded_violations_of_pair": prior, "prior_in_same_round": same}
    return "penalty.violation_to_foul", given, {"foul": foul}


RECORD = [
    {"kind": "violation", "pair": "NS", "round": 1, "game": 1, "deal": 3},
    {"kind": "violation", "pair": "NS", "round": 2, "game": 1, "deal": 1},
    {"kind": "foul", "pair": "EW", "round": 2, "game": 1, "deal": 2},
]

WORKED: list[Case] = [
    # within the round, and by the table where no journal counts (16.3.1); within the game (12.2, 16.4)
    ("count.before", {"kind": "violation", "history": RECORD, "pair": "NS", "in_round": 2}, {"count": 1}),
    ("count.before", {"kind": "foul", "history": RECORD, "pair": "EW", "in_round": 2, "in_game": 2}, {"count": 0}),
    ("count.before", {"kind": "foul", "side": "EW", "ns": 0, "ew": 2}, {"count": 2}),
    # 12.3 by person (D-33): what a pair has not, neither partner has; of one that has, this table tells whose it was
    (
        "count.of_person",
        {"kind": "asked_count", "history": RECORD, "pair": "NS", "in_round": 2, "in_game": 2},
        {"count": 0},
    ),
    (
        "count.of_person",
        {
            "kind": "asked_count",
            "history": [{"kind": "asked_count", "pair": "NS", "round": 2, "game": 2}],
            "pair": "NS",
            "in_round": 2,
            "in_game": 2,
            "offender": "N",
            "south": 1,
            "north": 0,
        },
        {"count": 0},
    ),
    ("count.of_person", {"kind": "announced_twice", "offender": "W", "west": 2}, {"count": 2}),
    ("count.carried", {"count": 2}, {"count": 2}),
    ("count.carried", {"count": 2, "ended": True}, {"count": 0}),
    # 11.5
    _ladder("第十一条五 出牌方式", 1, "记违例+停一圈"),
    _ladder("第十一条五 出牌方式", 2, "可判犯规"),
    _ladder("第十一条五 出牌方式", 5, "可判犯规"),
    _ladder("第十一条五 出牌方式", 1, "停牌1次", BOTH),
    _ladder("附件四5 出牌方式", 0, "警告", BOTH),
    _ladder("附件四5 出牌方式", 1, "停牌1次", BOTH),
    _ladder("附件四5 出牌方式", 2, "可判犯规", BOTH),
    # 12.1 to 12.3
    _ladder("第十二条 未报牌", 0, "收回重报（对方要求）+口头警告"),
    _ladder("第十二条 未报牌", 1, "记违例+停一圈"),
    _ladder("第十二条 未报牌", 2, "记违例+停一圈"),
    _ladder("第十二条三 追问张数", 0, "警告"),
    _ladder("第十二条三 追问张数", 1, "记违例+停一圈"),
    _ladder("第十二条三 追问张数", 1, "停牌1次", BOTH),
    # supplement 4.7, 4.8.1
    _ladder("附件四7(1) 二次报牌", 0, "警告", BOTH),
    _ladder("附件四7(1) 二次报牌", 1, "停牌1次", BOTH),
    _ladder("附件四7(2) 二次追问", 0, "警告", BOTH),
    _ladder("附件四7(2) 二次追问", 1, "停牌1次", BOTH),
    _ladder("附件四7(3) 追问未报牌搭档", 0, "停牌1次", BOTH),
    _ladder("附件四7(3) 追问未报牌搭档", 1, "停牌1次", BOTH),
    _ladder("附件四8(1) 未报牌或报错牌", 0, "收回重出+警告", BOTH),
    _ladder("附件四8(1) 未报牌或报错牌", 1, "停牌1次", BOTH),
    # 20.2
    _ladder("第二十条二 非法信号", 0, "警告或记违例"),
    _ladder("第二十条二 非法信号", 1, "记犯规（经裁判长同意）", BOTH),
    # 16.3 to 16.5
    _foul(0, True, False),
    _foul(1, True, True),
    _foul(1, False, False),
    _foul(2, True, True),
    ("penalty.fouls_to_game_loss", {"fouls_of_pair_in_this_game": 2}, {"game_lost": False}),
    ("penalty.fouls_to_game_loss", {"fouls_of_pair_in_this_game": 3}, {"game_lost": True}),
    ("penalty.game_losses", {"games_adjudged_lost_in_event": 2}, {"suspended": True}),
    # 15, 16
    ("penalty.authority", {"sanction": "口头警告"}, {"decided_by": "裁判员"}),
    ("penalty.authority", {"sanction": "记犯规"}, {"decided_by": "裁判长"}),
    ("penalty.authority", {"sanction": "一局判负"}, {"decided_by": "裁判长"}),
    ("penalty.authority", {"sanction": "停赛"}, {"decided_by": "裁判长"}),
    # 16.3.1 counts violations within a round, 16.4 fouls within a game, 16.5 lost games within the event
    ("history_count", {"history": RECORD, "kind": "violation", "pair": "NS", "in_round": 2}, {"count": 1}),
    ("history_count", {"history": RECORD, "kind": "violation", "pair": "NS"}, {"count": 2}),
    ("history_count", {"history": RECORD, "kind": "violation", "pair": "EW", "in_round": 2}, {"count": 0}),
    ("history_count", {"history": RECORD, "kind": "foul", "pair": "EW", "in_game": 1}, {"count": 1}),
    ("history_next", {"prior": 0}, {"number": 1}),
    ("violation_completes_two", {"violations": 1}, {"completes": True}),
    ("violation_completes_two", {"violations": 2}, {"completes": False}),
    ("violation_completes_two", {"violations": 3}, {"completes": True}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    (
        "penalty.ladder",
        {"rule": "附件四5 出牌方式", "prior_same_pair_or_player": 0, "regime": BASE},
        "没有采用附件",
    ),
    ("penalty.ladder", {"rule": "第十二条 未报牌", "prior_same_pair_or_player": 0, "regime": BOTH}, "附件四8"),
    ("penalty.ladder", {"rule": "第十二条 未报牌", "prior_same_pair_or_player": -1, "regime": BASE}, "不能是负数"),
    ("penalty.ladder", {"rule": "第一条", "prior_same_pair_or_player": 0, "regime": BASE}, "rule"),
    ("penalty.fouls_to_game_loss", {"fouls_of_pair_in_this_game": -1}, "不能是负数"),
    ("penalty.authority", {"sanction": "罚款"}, "没有处罚“罚款”"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def test_which_violation_of_the_round_this_one_is() -> None:
    found = [ask("count.with_this", side="NS", ns=before, ew=5) for before in (0, 1, 2)]
    assert [(each["number"], each["case"]) for each in found] == [(1, "first"), (2, "second"), (3, "further")]
    assert ask("count.with_this", side="EW", ns=0, ew=1)["case"] == "second"
    assert ask("count.with_this", side="EW", before=2, ns=0, ew=0)["number"] == 3, "the journal goes before the table"
    assert [each["halts"] for each in found] == [
        None,
        "南北方本轮第2次违例，各家先停着",
        "南北方本轮第3次违例，各家先停着",
    ]
