"""Penalties, the clock, levels and scores, against cases worked out by hand from the law text."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.guandan.levels import names
from rules_data.handbook import open_handbook

BASE, BOTH = "base", "base+supplement"
Case = tuple[str, dict[str, Any], dict[str, Any]]


def _wrong(order: str, offender: str, finish: str, place: int, advance: int) -> Case:
    given = {"actual_order": list(order), "offender": offender, "regime": BASE}
    out: dict[str, Any] = {"finish_order": list(finish)} if len(finish) == 4 else {}
    out |= {"upper": finish[0], "partner_place": place, "advance": advance, "double_down": place == 2}
    return "penalty.wrong_tribute_after_start", given, out


def _ladder(rule: str, prior: int, ruling: str, regime: str = BASE) -> Case:
    given = {"rule": rule, "prior_same_pair_or_player": prior, "regime": regime}
    return "penalty.ladder", given, {"ruling": ruling}


def _foul(prior: int, same: bool, foul: bool) -> Case:
    given = {"prior_recorded_violations_of_pair": prior, "prior_in_same_round": same}
    return "penalty.violation_to_foul", given, {"foul": foul}


def _late(minutes: float, regime: str, out: dict[str, Any]) -> Case:
    return "time.late", {"minutes": minutes, "regime": regime}, out


def _round_end(state: str, seconds: float | None, regime: str, deal: str) -> Case:
    return "time.round_end", {"state": state, "finish_seconds_after_time": seconds, "regime": regime}, {"deal": deal}


def _appeal(minutes: float, signed: bool, paid: bool, result: str) -> Case:
    given = {"minutes_after_round": minutes, "written_and_signed": signed, "fee_paid": paid}
    return "appeal.admissible", given, {"result": result}


def _advance(level: str, place: int, own_ace: bool, to: str) -> Case:
    return "level.advance", {"level": level, "partner_place": place, "own_ace_deal": own_ace}, {"level": to}


def _points(own: str, opp: str, a: int, b: int) -> Case:
    return "score.level_points", {"own": own, "opp": opp}, {"own_pts": a, "opp_pts": b}


def _game(mode: str, levels: str, match: list[int], points: list[int]) -> Case:
    given = {"mode": mode, "levels": levels.split(), "format": "积分编排或循环"}
    return "score.game", given, {"match_points": match, "level_points": points}


def _forfeit(kind: str, points: list[int], regime: str = BASE, **more: Any) -> Case:
    keys = ("opp_match_points", "opp_level_points", "own_match_points", "own_level_points")
    return "score.forfeit", {"kind": kind, "regime": regime, **more}, dict(zip(keys, points, strict=False))


def _deduct(own: int, opp: int, times: int, regime: str, left: int) -> Case:
    given = {"own_pts": own, "opp_pts": opp, "wrong_tribute_before_play": times, "regime": regime}
    return "score.deduct", given, {"own_pts": left, "opp_pts": opp}


CASES: list[Case] = [
    # 19.4: the payer is last, the others move up
    _wrong("WSNE", "W", "SNEW", 2, 3),
    _wrong("SWNE", "S", "WNES", 3, 2),
    _wrong("SENW", "S", "ENWS", 3, 2),
    _wrong("SWEN", "S", "WENS", 2, 3),
    _wrong("SENW", "W", "SENW", 3, 2),
    _wrong("SEWN", "E", "SWNE", 3, 2),
    _wrong("SENW", "N", "SEWN", 4, 1),
    _wrong("SEN", "E", "SNWE", 2, 3),
    _wrong("SN", "N", "S", 4, 1),  # the others were not played out (D-53)
    _wrong("SN", "S", "N", 4, 1),
    _wrong("SNEW", "N", "S", 4, 1),
    _wrong("SN", "E", "SNWE", 2, 3),
    (
        "penalty.wrong_tribute_after_start",
        {"actual_order": ["W", "S", "N", "E"], "offender": "W", "regime": BOTH},
        {"upper": None, "partner_place": 2, "advance": 3, "double_down": True},
    ),
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
    ("time.tribute", {"step": "tribute", "seconds": 20}, {"ruling": "口头警告"}),
    ("time.tribute", {"step": "tribute", "seconds": 31}, {"ruling": "记违例一次"}),
    ("time.tribute", {"step": "tribute", "seconds": 44}, {"ruling": "记违例一次"}),
    ("time.tribute", {"step": "tribute", "seconds": 46}, {"ruling": "记违例两次"}),
    ("time.tribute", {"step": "return", "seconds": 29}, {"ruling": "正常"}),
    ("time.tribute", {"step": "return", "seconds": 44}, {"ruling": "口头警告"}),
    ("time.tribute", {"step": "return", "seconds": 50}, {"ruling": "记违例一次"}),
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
    # 3.10, 14.1.1
    _advance("2", 3, False, "4"),
    _advance("2", 4, False, "3"),
    _advance("9", 2, False, "Q"),
    _advance("10", 3, False, "Q"),
    _advance("Q", 2, False, "A"),  # A must be played
    _advance("K", 2, False, "A"),
    _advance("K", 4, False, "A"),
    _advance("A", 2, True, "A+"),
    _advance("A", 3, True, "A+"),
    _advance("A", 4, True, "A"),
    _advance("A", 2, False, "A"),  # the opponents' deal (D-12)
    (
        "level.advance",
        {"level": "5", "partner_place": 2, "own_ace_deal": False, "via": "对方判负双下"},
        {"level": "8"},
    ),
    ("level.sequence", {"start": "10", "partner_places": [4, 4, 4, 4, 4, 2]}, {"levels": [*"JQKAA", "A+"]}),
    ("level.sequence", {"start": "2", "partner_places": []}, {"levels": []}),
    # 13.3 and appendix 4
    _points("A+", "2", 26, 0),
    _points("2", "A+", 0, 26),
    _points("K", "J", 15, 11),
    _points("10", "J", 12, 14),
    _game("计局制", "A+ K", [2, 0], [15, 11]),
    _game("计局制", "4 A+", [0, 2], [2, 24]),
    _game("计时制", "7 7", [1, 1], [13, 13]),
    _game("计副制", "3 10", [0, 2], [6, 20]),
    _game("计时计副制", "A+ A", [2, 0], [14, 12]),
    # 16.4, 16.5, 24.2; supplement 1.3
    _forfeit("一局判负", [2, 18, 0, 0]),
    _forfeit("一局判负", [2, 21, 0, 0], opp_actual_level_points=21),
    _forfeit("一局判负", [2, 18, 0, 0], opp_actual_level_points=15),
    _forfeit("一局判负", [2, 22, 0, 0], levels_opp_own=["J", "2"]),
    _forfeit("中途弃权", [2, 20, 0, 0], BOTH, opp_actual_level_points=20),
    _forfeit("中途弃权", [2, 18, 0, 0], BOTH),
    _forfeit("停赛（恶意犯规，直接宣布）", [2, 18, 0, 0], opp_actual_level_points=24),
    _forfeit("循环赛过半后退赛的未赛轮次", [2, 18]),
    _forfeit("积分编排赛当轮退赛", [2, 18], BOTH, opp_actual_level_points=24),
    _forfeit("迟到弃权", [2, 17, 0, 0], BOTH),
    _forfeit("迟到弃权", [2, 18, 0, 0]),
    # supplement 4.6.1
    _deduct(15, 11, 2, BOTH, 13),
    _deduct(15, 11, 2, BASE, 15),
    _deduct(1, 25, 2, BOTH, 0),
    # 14.1
]


@pytest.mark.parametrize(("name", "given", "expected"), CASES)
def test_case(name: str, given: dict[str, Any], expected: dict[str, Any]) -> None:
    assert functions.call(f"guandan.{name}", given) == expected


def test_level_points_follow_the_difference_everywhere() -> None:
    rows = open_handbook().table("guandan-2017", "level-points-by-difference").rows
    by_difference = {row[0]: (row[1], row[2]) for row in rows}
    for i, own in enumerate(names()):
        for j, opp in enumerate(names()):
            out = functions.call("guandan.score.level_points", {"own": own, "opp": opp})
            assert (out["own_pts"], out["opp_pts"]) == by_difference[i - j]


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
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
        ("time.late", {"minutes": -1, "regime": BASE}, "应是 0 或更大的数"),
        ("time.tribute", {"step": "tribute", "seconds": float("inf")}, "“seconds”应是有限的数"),
        ("time.play", {"seconds": float("nan")}, "“seconds”应是有限的数"),
        ("time.play", {"seconds": "五"}, "seconds"),
        ("time.tribute", {"step": "x", "seconds": 5}, "step"),
        ("level.advance", {"level": "A+", "partner_place": 2, "own_ace_deal": False}, "已经过A"),
        ("level.advance", {"level": "1", "partner_place": 2, "own_ace_deal": False}, "没有级数“1”"),
        ("level.advance", {"level": "2", "partner_place": 1, "own_ace_deal": False}, "现在是 1"),
        ("level.advance", {"level": "K", "partner_place": 2, "own_ace_deal": True}, "不会是本方打A"),
        ("level.sequence", {"start": "A", "partner_places": [2, 2]}, "已经过A"),
        ("score.level_points", {"own": "1", "opp": "2"}, "没有级数“1”"),
        ("score.game", {"mode": "计局制", "levels": ["A", "K"]}, "都没有过A"),
        ("score.game", {"mode": "计副制", "levels": ["A+", "A+"]}, "双方不会都过A"),
        ("score.game", {"mode": "计副制", "levels": ["5", "5"], "format": "淘汰赛"}, "必须分出胜负"),
        ("score.game", {"mode": "计副制", "levels": ["5"]}, "应是两项"),
        ("score.forfeit", {"kind": "迟到弃权", "regime": BOTH, "minutes_late": 8}, "还不到弃权"),
        ("score.forfeit", {"kind": "一局判负", "regime": BASE, "opp_actual_level_points": 27}, "级分应为 0 至 26"),
        ("score.deduct", {"own_pts": -1, "opp_pts": 1, "wrong_tribute_before_play": 1, "regime": BOTH}, "不能是负数"),
        (
            "penalty.wrong_tribute_after_start",
            {"actual_order": ["S", "E"], "offender": "S", "regime": BASE},
            "名次应写出",
        ),
    ],
)
def test_bad_input(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleInputError, match=message):
        functions.call(f"guandan.{name}", given)
