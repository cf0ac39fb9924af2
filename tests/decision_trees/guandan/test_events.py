"""Schedules, pairings, eliminations, standings and withdrawals: the appendices, and cases worked out by hand."""

from __future__ import annotations

import random
from itertools import combinations
from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.guandan import pairings
from rules_data.handbook import open_handbook


def call(name: str, **given: Any) -> dict[str, Any]:
    return functions.call(f"guandan.{name}", given)


# -- round robins ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("pairs", [7, 8])
@pytest.mark.parametrize("method", ["berger", "rotation"])
def test_rounds_as_in_the_appendices(method: str, pairs: int) -> None:
    table = open_handbook().table("guandan-2017", f"schedule-{method}-{pairs}")
    for round_ in range(1, 8):
        printed = [f"{home}-{away}" for r, _, home, away in table.rows if r == round_]
        assert call("schedule.round", method=method, pairs=pairs, round=round_)["pairings"] == printed


@pytest.mark.parametrize("pairs", range(2, 41))
@pytest.mark.parametrize("method", ["berger", "rotation"])
def test_everybody_meets_everybody_once(method: str, pairs: int) -> None:
    totals = call("schedule.totals", pairs=pairs, cycle="single")
    met, byes = [], []
    for round_ in range(1, totals["rounds"] + 1):
        meetings = call("schedule.round", method=method, pairs=pairs, round=round_)["pairings"]
        numbers = [int(n) for m in meetings for n in m.split("-")]
        assert sorted(n for n in numbers if n) == list(range(1, pairs + 1))
        met += [frozenset(m.split("-")) for m in meetings if "0" not in m.split("-")]
        byes.append(call("schedule.bye", method=method, pairs=pairs, round=round_)["bye"])
    assert len(met) == totals["matches"] == len(set(met)) == pairs * (pairs - 1) // 2
    assert sorted(byes) == list(range(1, pairs + 1)) if pairs % 2 else set(byes) == {None}


def test_byes_of_seven() -> None:
    for method, byes in (("berger", [1, 5, 2, 6, 3, 7, 4]), ("rotation", [1, 6, 4, 2, 7, 5, 3])):
        assert [call("schedule.bye", method=method, pairs=7, round=r)["bye"] for r in range(1, 8)] == byes


@pytest.mark.parametrize(
    ("pairs", "cycle", "rounds", "matches"),
    [(7, "single", 7, 21), (8, "single", 7, 28), (8, "double", 14, 56), (5, "double", 10, 20), (2, "single", 1, 1)],
)
def test_totals(pairs: int, cycle: str, rounds: int, matches: int) -> None:
    assert call("schedule.totals", pairs=pairs, cycle=cycle) == {"rounds": rounds, "matches": matches}


# -- pairing by score -----------------------------------------------------------------------------------------------------
def best_pairing(standing: list[str], met: set[frozenset[str]]) -> list[tuple[str, str]] | None:
    """The first has the highest opponent with which the others can be paired: by trying."""
    if not standing:
        return []
    first, *others = standing
    for opponent in others:
        if frozenset((first, opponent)) not in met:
            rest = best_pairing([o for o in others if o != opponent], met)
            if rest is not None:
                return [(first, opponent), *rest]
    return None


def test_swiss_against_trying_everything() -> None:
    at = random.Random(28)
    impossible = 0
    for _ in range(300):
        names = [f"P{i}" for i in range(1, at.choice([4, 6, 8, 10]) + 1)]
        all_ = list(combinations(names, 2))
        met = {frozenset(m) for m in at.sample(all_, at.randint(0, len(all_) * 3 // 4))}
        expected = best_pairing(names, met)
        if expected is None:
            impossible += 1
            with pytest.raises(RuleInputError, match="排不出来"):
                pairings.swiss_round(names, met)
        else:
            assert sorted(pairings.swiss_round(names, met)) == sorted(expected)
    assert impossible


def test_swiss_a_whole_event_without_a_second_meeting() -> None:
    at = random.Random(1)
    names = [f"P{i}" for i in range(30)]
    met: set[frozenset[str]] = set()
    for _ in range(9):
        at.shuffle(names)
        drawn = pairings.swiss_round(names, met)
        assert sorted(n for p in drawn for n in p) == sorted(names)
        assert not met & {frozenset(p) for p in drawn}
        met |= {frozenset(p) for p in drawn}


def test_swiss_odd_numbers_need_a_bye() -> None:
    with pytest.raises(RuleInputError, match="谁轮空"):
        call("swiss.pair", standing=["A", "B", "C"], already_met=[])
    assert call("swiss.pair", standing=["A", "B", "C"], already_met=["A-B"], bye="B")["pairings"] == ["A-C"]


def test_swiss_four() -> None:
    standing = ["A", "B", "C", "D"]
    assert call("swiss.pair", standing=standing, already_met=[])["pairings"] == ["A-B", "C-D"]
    assert call("swiss.pair", standing=standing, already_met=["A-B"])["pairings"] == ["A-C", "B-D"]
    assert call("swiss.pair", standing=standing, already_met=["C-D"])["pairings"] == ["A-C", "B-D"]
    assert call("swiss.pair", standing=standing, already_met=["A-B", "B-D"])["pairings"] == ["A-D", "B-C"]


# -- elimination ----------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("pairs", "bracket", "byes", "rounds", "first"),
    [(2, 2, 0, 1, 1), (3, 4, 1, 2, 1), (16, 16, 0, 4, 8), (17, 32, 15, 5, 1), (32, 32, 0, 5, 16), (20, 32, 12, 5, 4)],
)
def test_single_elimination(pairs: int, bracket: int, byes: int, rounds: int, first: int) -> None:
    out = {"bracket": bracket, "byes": byes, "rounds": rounds, "matches": pairs - 1, "first_round_matches": first}
    assert call("knockout.single", pairs=pairs) == out


def test_double_elimination() -> None:
    out = {"winners_matches": 7, "losers_matches": 6, "final_matches_min": 1}
    assert call("knockout.double", pairs=8) == out


def test_first_round_from_a_bracket_the_event_supplies() -> None:
    meetings = pairings.first_round(["A", "B", "C"], [1, 4, 3, 2])
    assert meetings == (("A", None), ("C", "B"))
    with pytest.raises(RuleInputError, match="各写一次"):
        pairings.first_round(["A", "B", "C"], [1, 2, 3])
    with pytest.raises(RuleInputError, match="轮空应分给实力较优者"):
        pairings.first_round(["A", "B", "C", "D", "E"], [1, 2, 3, 4, 5, 6, 7, 8])


# -- leaving --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("opponents", "played", "results"),
    [
        (7, 0, "全部注销（对手成绩保留）"),
        (7, 4, "有效，余作弃权"),
        (8, 3, "全部注销（对手成绩保留）"),
        (8, 4, "有效，余作弃权"),
    ],
)
def test_leaving_a_round_robin(opponents: int, played: int, results: str) -> None:
    assert call("withdrawal.round_robin", opponents=opponents, played=played) == {"own_results": results}


def test_leaving_otherwise() -> None:
    assert call("withdrawal.swiss", rounds=7, played=6) == {"own_results": "有效", "current_round_opp": [2, 18]}
    assert call("withdrawal.before_start", format="循环赛", remaining=8) == {"handling": "重新抽签"}
    assert call("withdrawal.before_start", format="积分编排赛", remaining=9) == {"handling": "可考虑补足双数"}


# -- standings ------------------------------------------------------------------------------------------------------------
def ranks(out: dict[str, Any]) -> list[tuple[int, list[str]]]:
    return [(place["rank"], place["pairs"]) for place in out["ranking"]]


def test_match_points_go_before_level_points() -> None:
    out = call("standings", pairs=["A", "B", "C"], matches=[["A", "B", 14, 12], ["A", "C", 14, 12], ["B", "C", 26, 0]])
    assert ranks(out) == [(1, ["A"]), (2, ["B"]), (3, ["C"])]
    assert out["totals"] == {"A": [4, 28, 50], "B": [2, 38, 40], "C": [0, 12, 66]}


def test_equal_level_points_go_to_the_match_between_them() -> None:
    # A and B: 4 points, 41 each; A beat B
    matches = [
        ["A", "B", 15, 11],
        ["A", "C", 16, 10],
        ["D", "A", 16, 10],
        ["B", "C", 15, 11],
        ["B", "D", 15, 11],
        ["C", "D", 15, 11],
    ]
    out = call("standings", pairs=["D", "C", "B", "A"], matches=matches)
    assert out["totals"]["A"] == [4, 41, 115] and out["totals"]["B"] == [4, 41, 115]
    assert ranks(out) == [(1, ["A"]), (2, ["B"]), (3, ["D"]), (4, ["C"])]


def test_three_in_a_ring_share_the_rank() -> None:
    out = call("standings", pairs=["A", "B", "C"], matches=[["A", "B", 15, 11], ["B", "C", 15, 11], ["C", "A", 15, 11]])
    assert ranks(out) == [(1, ["A", "B", "C"])]


def test_those_still_equal_are_compared_again_among_themselves() -> None:
    # A, B, C: 4 points, 42 each; between the three A has 28, B and C 25 each, and B beat C (D-26)
    matches = [
        ["A", "B", 16, 10],
        ["C", "A", 14, 12],
        ["B", "C", 15, 11],
        ["A", "D", 14, 12],
        ["B", "D", 17, 9],
        ["C", "D", 17, 9],
    ]
    out = call("standings", pairs=["D", "C", "B", "A"], matches=matches)
    assert {tuple(out["totals"][n][:2]) for n in "ABC"} == {(4, 42)}
    assert ranks(out) == [(1, ["A"]), (2, ["B"]), (3, ["C"]), (4, ["D"])]


def test_opponents_points_decide_between_pairs_that_have_not_met() -> None:
    matches = [["A", "C", 16, 10], ["B", "D", 16, 10], ["C", "E", 20, 6], ["D", "F", 14, 12]]
    out = call("standings", pairs=["B", "A", "C", "D", "E", "F"], matches=matches)
    assert out["totals"]["A"] == [2, 16, 30] and out["totals"]["B"] == [2, 16, 24]
    assert ranks(out)[:4] == [(1, ["C"]), (2, ["D"]), (3, ["A"]), (4, ["B"])]


def test_shared_ranks_leave_a_gap() -> None:
    out = call("standings", pairs=["A", "B", "C", "D"], matches=[["A", "B", 13, 13], ["C", "D", 12, 14]])
    assert ranks(out) == [(1, ["D"]), (2, ["A", "B"]), (4, ["C"])]


# -- several games --------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("mode", "games", "out"),
    [
        ("累计级分2局", [[15, 11], [13, 13]], {"totals": [28, 24], "winner": 1}),
        ("累计级分2局", [[15, 11], [11, 15]], {"totals": [26, 26], "winner": None}),
        ("累计级分3局", [[20, 6], [11, 15], [9, 17]], {"totals": [40, 38], "winner": 1}),
        ("3局2胜", [[15, 11], [14, 12]], {"winner": 1}),
        ("3局2胜", [[15, 11], [0, 26], [12, 14]], {"winner": 2}),
        ("3局2胜", [[15, 11], [0, 26], [13, 13]], {"winner": None, "extra_deal": True}),
        ("3局2胜", [[15, 11]], {"winner": None}),
        ("5局3胜", [[15, 11], [11, 15], [15, 11], [14, 12]], {"winner": 1}),
    ],
)
def test_series(mode: str, games: list[list[int]], out: dict[str, Any]) -> None:
    assert call("match.series", mode=mode, games=games) == out


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("schedule.round", {"method": "berger", "pairs": 8, "round": 8}, "没有第 8 轮"),
        ("schedule.round", {"method": "berger", "pairs": 1, "round": 1}, "至少要两对"),
        ("schedule.bye", {"method": "x", "pairs": 7, "round": 1}, "method"),
        ("swiss.pair", {"standing": ["A", "A"], "already_met": []}, "出现两次"),
        ("swiss.pair", {"standing": ["A", "B"], "already_met": ["AB"]}, "看不懂“AB”"),
        ("swiss.pair", {"standing": ["A", "B"], "already_met": ["A-B"]}, "排不出来"),
        ("knockout.single", {"pairs": 1}, "至少要两对"),
        ("knockout.double", {"pairs": 0}, "至少要两对"),
        ("withdrawal.round_robin", {"opponents": 7, "played": 8}, "已赛"),
        ("withdrawal.swiss", {"rounds": 0, "played": 0}, "已赛"),
        ("withdrawal.before_start", {"format": "淘汰赛", "remaining": 7}, "没有写"),
        ("standings", {"pairs": ["A", "A"], "matches": []}, "出现两次"),
        ("standings", {"pairs": ["A", "B"], "matches": [["A", "C", 13, 13]]}, "没有“C”"),
        ("standings", {"pairs": ["A", "B"], "matches": [["A", "A", 13, 13]]}, "不能与自己比赛"),
        ("standings", {"pairs": ["A", "B"], "matches": [["A", "B", 13]]}, "应写作"),
        ("match.series", {"mode": "累计级分2局", "games": [[13, 13]]}, "应有 2 局"),
        ("match.series", {"mode": "3局2胜", "games": [[13]]}, "应是两项"),
        ("match.series", {"mode": "3局2胜", "games": [[13, 13]] * 4}, "现在有 4 局"),
    ],
)
def test_bad_input(name: str, given: dict[str, Any], message: str) -> None:
    with pytest.raises(RuleInputError, match=message):
        functions.call(f"guandan.{name}", given)
