"""Match points, level points, forfeits (13.3, 14, 16.4, 16.5; supplement 1.3, 4.6.1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError
from decision_trees.guandan.levels import names
from rules_data.handbook import open_handbook
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


WORKED: list[Case] = [
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
    # 13.3, appendix 4: 9 against 6 is three levels, 16 to 10
    (
        "score.of_sides",
        {"offender": "S", "level_ns": "9", "level_ew": "6"},
        {"opponents": 10, "own": 16, "difference": -6, "level_ns": "9", "level_ew": "6"},
    ),
    (
        "score.of_sides",
        {"offender": "E", "level_ns": "9", "level_ew": "6"},
        {"opponents": 16, "own": 10, "difference": 6, "level_ns": "9", "level_ew": "6"},
    ),
    # supplement 4.6.1: one point
    (
        "score.deducted",
        {"offender": "S", "level_ns": "9", "level_ew": "6"},
        {"points_ns": 15, "points_ew": 10, "match_ns": 2, "match_ew": 0},
    ),
    (
        "score.deducted",
        {"offender": "E", "level_ns": "A+", "level_ew": "2"},
        {"points_ns": 26, "points_ew": 0, "match_ns": 2, "match_ew": 0},
    ),
    ("score.carried", {"deducted": 1}, {"deducted": 1}),
    ("score.carried", {"deducted": 1, "ended": True}, {"deducted": None}),
    # appendix 4: equal levels are 13 each, less what supplement 4.6.1 takes
    (
        "score.drawn",
        {},
        {
            "case": "draw",
            "deducted": None,
            "winner": None,
            "match_ns": 1,
            "match_ew": 1,
            "points_ns": 13,
            "points_ew": 13,
            "points": "13:13",
            "said": "各13分",
        },
    ),
    (
        "score.drawn",
        {"deducted_ew": 2},
        {
            "case": "draw_deducted",
            "deducted": "东西方2分",
            "winner": None,
            "match_ns": 1,
            "match_ew": 1,
            "points_ns": 13,
            "points_ew": 11,
            "points": "13:11平",
            "said": "南北方13分、东西方11分（已扣东西方2分）",
        },
    ),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("score.level_points", {"own": "1", "opp": "2"}, "没有级数“1”"),
    ("score.game", {"mode": "计局制", "levels": ["A", "K"]}, "都没有过A"),
    ("score.game", {"mode": "计副制", "levels": ["A+", "A+"]}, "双方不会都过A"),
    ("score.game", {"mode": "计副制", "levels": ["5", "5"], "format": "淘汰赛"}, "必须分出胜负"),
    ("score.game", {"mode": "计副制", "levels": ["5"]}, "应是两项"),
    ("score.forfeit", {"kind": "迟到弃权", "regime": BOTH, "minutes_late": 8}, "还不到弃权"),
    ("score.forfeit", {"kind": "一局判负", "regime": BASE, "opp_actual_level_points": 27}, "级分应为 0 至 26"),
    ("score.deduct", {"own_pts": -1, "opp_pts": 1, "wrong_tribute_before_play": 1, "regime": BOTH}, "不能是负数"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def test_level_points_follow_the_difference_everywhere() -> None:
    rows = open_handbook().table("guandan-2017", "level-points-by-difference").rows
    by_difference = {row[0]: (row[1], row[2]) for row in rows}
    for i, own in enumerate(names()):
        for j, opp in enumerate(names()):
            out = ask("score.level_points", own=own, opp=opp)
            assert (out["own_pts"], out["opp_pts"]) == by_difference[i - j]


def test_scores_of_a_game_and_of_a_forfeit() -> None:
    final = ask("score.final", level_ns="9", level_ew="6")  # appendix 4: 16 to 10
    assert [final[k] for k in ("winner", "match_ns", "match_ew", "points_ns", "points_ew")] == ["NS", 2, 0, 16, 10]
    assert ask("score.final", level_ns="J", level_ew="J")["case"] == "draw"
    ahead = ask("score.forfeited", offender="W", kind="一局判负", regime="base", level_ns="K", level_ew="2")
    assert (ahead["opponents_match"], ahead["opponents_points"], ahead["own_points"]) == (2, 24, 0)  # 16.4: 24 above 18
    read = ask("score.forfeited", offender="W", kind="一局判负", regime="base", opponents_points=20)
    assert (read["opponents_points"], read["own_points"]) == (20, 0)  # 16.4: read off the sheet, no levels
    few = ask("score.forfeited", offender="W", kind="一局判负", regime="base", opponents_points=17)
    assert (few["opponents_points"], few["own_points"]) == (18, 0)
    kept = ask("score.forfeited", offender="W", kind="一局判负", regime="base", opponents_points=23, loser_keeps=True)
    assert (kept["opponents_points"], kept["own_points"]) == (23, 3)  # D-08b; the two sides share 26
    late = ask("score.forfeited", offender="W", kind="迟到弃权", regime="supplement")
    assert (late["opponents_points"], late["own_match"]) == (17, 0)  # supplement 1.3
    with pytest.raises(RuleInputError, match="不会都过A"):
        ask("score.final", level_ns="A+", level_ew="A+")


def test_the_points_of_a_game_as_people_write_them() -> None:
    assert ask("score.final", level_ns="10", level_ew="7", deducted_ew=1)["points"] == "16:9"
    assert ask("score.final", level_ns="7", level_ew="7", deducted_ew=1)["points"] == "13:12平"
    assert ask("score.final", level_ns="9", level_ew="8", deducted_ns=3)["points"] == "11:12先胜"
    assert ask("score.final", level_ns="8", level_ew="9", deducted_ew=2)["points"] == "12:12后胜"
    assert ask("score.drawn")["points"] == "13:13"
    lost = {"kind": "一局判负", "regime": "base", "level_ns": "4", "level_ew": "8"}
    assert ask("score.forfeited", offender="N", **lost)["points"] == "0:18"
    assert ask("score.forfeited", offender="EW", **lost)["points"] == "18:0"
    assert ask("score.forfeited", offender="N", kind="中途弃权", regime="base")["points"] == "0:18"
