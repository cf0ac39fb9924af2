"""Scores (77, 78)."""

from __future__ import annotations

import os
from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def _score(level: int, strain: str, doubled: str, vulnerable: bool, tricks: int, score: int) -> Case:
    given = {"level": level, "strain": strain, "doubled": doubled, "vulnerable": vulnerable, "tricks": tricks}
    return "duplicate_score", given, {"score": score}


def _imp(diff: int, imps: int) -> Case:
    return "imp", {"diff": diff}, {"imp": imps}


WORKED: list[Case] = [
    _score(1, "C", "none", False, 7, 70),
    _imp(0, 0),
    ("imp_board", {"ns_score_home_table": 420, "ns_score_other_table": 170}, {"home_ns_team_imp": 6}),
    (
        "score_after_revoke",
        {
            "level": 4,
            "strain": "S",
            "doubled": "none",
            "vulnerable": False,
            "declarer_tricks_at_table": 9,
            "offending_side": "defenders",
            "transfer": 2,
        },
        {"declarer_tricks": 11, "score": 450},
    ),
    (
        "matchpoints",
        {"ns_scores": [420, 450, 420, -50, 170]},
        {"units": [5, 8, 5, 0, 2], "top": 8, "ew_units": [3, 0, 3, 8, 6]},
    ),
    # -- 77: contracts made
    _score(1, "NT", "none", False, 7, 90),
    _score(1, "S", "none", True, 10, 170),  # 30 + 3 x 30 + 50
    _score(2, "H", "X", False, 8, 470),  # E-001: 2 x 60 is game: 120 + 300 + 50
    _score(2, "S", "X", True, 8, 670),
    _score(1, "H", "X", False, 7, 160),  # 60 + 50 + 50
    _score(2, "D", "X", False, 8, 180),  # 80 is a partscore
    _score(3, "C", "X", False, 9, 470),  # 120 is game
    _score(1, "NT", "X", True, 9, 580),  # 80 + 50 + 50 + 2 x 200
    _score(1, "NT", "XX", False, 7, 560),  # 160 is game: 160 + 300 + 100
    _score(1, "C", "XX", False, 7, 230),  # 80 + 50 + 100, not 150
    _score(1, "D", "XX", True, 8, 630),  # 80 + 50 + 100 + 400
    _score(3, "NT", "none", False, 10, 430),
    _score(5, "C", "none", True, 11, 600),
    _score(4, "H", "none", True, 12, 680),
    _score(6, "NT", "none", False, 12, 990),
    _score(6, "S", "X", True, 13, 1860),  # 360 + 500 + 750 + 50 + 200
    _score(7, "NT", "none", True, 13, 2220),
    _score(7, "NT", "XX", True, 13, 2980),  # 880 + 500 + 1500 + 100
    _score(5, "NT", "none", False, 12, 490),  # a slam that was not bid earns nothing
    # -- 77: contracts defeated
    _score(4, "S", "none", False, 9, -50),
    _score(4, "S", "none", True, 7, -300),
    _score(3, "NT", "X", False, 8, -100),
    _score(3, "NT", "X", False, 7, -300),
    _score(3, "NT", "X", False, 6, -500),
    _score(3, "NT", "X", False, 5, -800),
    _score(3, "NT", "X", False, 4, -1100),
    _score(3, "NT", "X", True, 8, -200),
    _score(3, "NT", "X", True, 6, -800),
    _score(3, "NT", "X", True, 5, -1100),
    _score(2, "C", "XX", False, 4, -1600),
    _score(2, "C", "XX", True, 7, -400),
    _score(7, "NT", "XX", True, 0, -7600),
    _score(7, "C", "none", False, 0, -650),
    # -- 78B: both ends of rows, and what lies below the table (D-19)
    *[_imp(d, i) for d, i in [(10, 0), (20, 1), (40, 1), (50, 2), (80, 2), (90, 3), (160, 4), (170, 5), (210, 5)]],
    *[_imp(d, i) for d, i in [(220, 6), (420, 9), (430, 10), (490, 10), (500, 11), (590, 11), (600, 12), (740, 12)]],
    *[_imp(d, i) for d, i in [(750, 13), (1490, 16), (1500, 17), (2490, 20), (2500, 21), (3990, 23), (4000, 24)]],
    _imp(15200, 24),
    ("imp_board", {"ns_score_home_table": -100, "ns_score_other_table": 620}, {"home_ns_team_imp": -12}),
    ("imp_board", {"ns_score_home_table": -50, "ns_score_other_table": -50}, {"home_ns_team_imp": 0}),
    ("imp_board", {"ns_score_home_table": 120, "ns_score_other_table": 110}, {"home_ns_team_imp": 0}),
    # -- 78A
    ("matchpoints", {"ns_scores": [420]}, {"units": [0], "top": 0, "ew_units": [0]}),
    ("matchpoints", {"ns_scores": [50, 50, 50]}, {"units": [2, 2, 2], "top": 4, "ew_units": [2, 2, 2]}),
    ("matchpoints", {"ns_scores": [-100, 620]}, {"units": [0, 2], "top": 2, "ew_units": [2, 0]}),
    # -- 64 and 77
    *[
        (
            "score_after_revoke",
            {
                "level": 3,
                "strain": "NT",
                "doubled": doubled,
                "vulnerable": True,
                "declarer_tricks_at_table": at_table,
                "offending_side": side,
                "transfer": moved,
            },
            {"declarer_tricks": tricks, "score": score},
        )
        for doubled, at_table, side, moved, tricks, score in [
            ("none", 9, "declarer", 1, 8, -100),
            ("none", 8, "defenders", 1, 9, 600),
            ("X", 10, "declarer", 2, 8, -200),
            ("none", 9, "defenders", 0, 9, 600),
            ("none", 11, "defenders", 2, 13, 720),
        ]
    ],
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("duplicate_score", _score(4, "S", "none", False, 14, 0)[1], "0 至 13"),
    ("duplicate_score", _score(4, "S", "none", False, -1, 0)[1], "0 至 13"),
    ("duplicate_score", _score(8, "S", "none", False, 10, 0)[1], "1 至 7"),
    ("duplicate_score", _score(0, "S", "none", False, 10, 0)[1], "1 至 7"),
    ("duplicate_score", _score(4, "X", "none", False, 10, 0)[1], "strain"),
    ("imp", {"diff": -10}, "负数"),
    ("imp", {"diff": 45}, "45"),
    ("imp", {"diff": "20"}, "整数"),
    ("matchpoints", {"ns_scores": []}, "至少"),
    (
        "score_after_revoke",
        {
            **_score(1, "C", "none", False, 7, 0)[1],
            "declarer_tricks_at_table": 1,
            "offending_side": "declarer",
            "transfer": 2,
        },
        "没有参数",
    ),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("at_table", "side", "moved"), [(1, "declarer", 2), (12, "defenders", 2), (9, "declarer", -1), (14, "declarer", 1)]
)
def test_more_tricks_than_the_offending_side_has_cannot_move(at_table: int, side: str, moved: int) -> None:
    with pytest.raises(RuleInputError):
        functions.call(
            "bridge.score_after_revoke",
            {
                "level": 1,
                "strain": "C",
                "doubled": "none",
                "vulnerable": False,
                "declarer_tricks_at_table": at_table,
                "offending_side": side,
                "transfer": moved,
            },
        )


def test_every_score_agrees_with_an_independent_library() -> None:
    if os.environ.get("CI"):
        import endplay.types as endplay
    else:
        endplay = pytest.importorskip("endplay.types", reason="endplay is not installed (test extra)")
    denominations = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "nt"}
    penalties = {"none": "passed", "X": "doubled", "XX": "redoubled"}
    for level in range(1, 8):
        for strain, denom in denominations.items():
            for doubled, penalty in penalties.items():
                for vulnerable in (False, True):
                    for tricks in range(14):
                        theirs = endplay.Contract(
                            level=level,
                            denom=getattr(endplay.Denom, denom),
                            declarer=endplay.Player.north,
                            penalty=getattr(endplay.Penalty, penalty),
                            result=tricks - 6 - level,
                        ).score(endplay.Vul.both if vulnerable else endplay.Vul.none)
                        name, given, _ = _score(level, strain, doubled, vulnerable, tricks, 0)
                        assert functions.call(f"bridge.{name}", given) == {"score": theirs}, given


def test_imp_table_leaves_no_difference_out() -> None:
    before = 0
    for diff in range(0, 15210, 10):
        imps = functions.call("bridge.imp", {"diff": diff})["imp"]
        assert before <= imps <= before + 1
        before = imps
    assert before == 24


def test_units_of_a_board_add_up() -> None:
    found = functions.call("bridge.matchpoints", {"ns_scores": [420, 450, 420, -50, 170, 420, -50]})
    assert sum(found["units"]) == 7 * 6
    assert [n + e for n, e in zip(found["units"], found["ew_units"], strict=True)] == [12] * 7


@pytest.mark.parametrize(
    ("given", "after", "words", "scores"),
    [
        # 4S vulnerable made exactly: 120 + 500; two tricks to the defenders: two down, 200 (77)
        (("4S", "none", True, 10, 2, "declarer"), 8, ("正好做成", "宕2墩"), (620, -200)),
        # 3NT not vulnerable one down, 50; a trick from the defenders: made, 100 + 300
        (("3NT", "none", False, 8, 1, "defenders"), 9, ("宕1墩", "正好做成"), (-50, 400)),
        # 4H doubled vulnerable with an overtrick: 240 + 500 + 50 + 200; one trick back: made
        (("4H", "X", True, 11, 1, "declarer"), 10, ("超1墩", "正好做成"), (990, 790)),
    ],
)
def test_results_before_and_after_tricks_move(
    given: tuple[Any, ...], after: int, words: tuple[str, str], scores: tuple[int, int]
) -> None:
    names = ("contract", "doubled", "vulnerable", "declarer_tricks", "moved", "moved_from")
    found = call("bridge.results_compared", dict(zip(names, given, strict=True)))
    assert found["after"] == after
    assert (found["result_before"], found["result_after"]) == words
    assert (found["score_before"], found["score_after"]) == scores


def test_a_side_that_won_more_tricks_than_it_has_is_refused() -> None:
    given = {"contract": "4H", "doubled": "none", "vulnerable": False, "declarer_tricks": 10, "moved": 1}
    given["moved_from"] = "defenders"
    assert functions.call("bridge.results_compared", {**given, "won_after": 3})["after"] == 11
    with pytest.raises(RuleInputError, match="一共只有3墩，却填了从藏牌墩起赢4墩"):
        functions.call("bridge.results_compared", {**given, "won_after": 3, "won_revoke_trick": True})


@pytest.mark.parametrize(
    ("declarer", "tricks", "other", "moved", "ns", "imp"),
    [
        ("S", 10, 420, 0, 620, 5),  # 620 - 420 = 200
        ("S", 9, 620, 0, -100, -12),  # -100 - 620 = -720
        ("E", 10, -620, 0, -420, 5),  # north-south vulnerable only: east makes 420
        ("S", 10, 620, 0, 620, 0),
        ("S", 10, -100, 1, -100, 0),  # one trick moved: down one
    ],
)
def test_a_board_is_compared_with_the_other_table(
    declarer: str, tricks: int, other: int, moved: int, ns: int, imp: int
) -> None:
    found = call(
        "bridge.imps_of_board",
        {
            "contract": "4S", "doubled": "none", "declarer": declarer, "tricks": tricks, "vulnerability": "NS",
            "other_table_ns": other, "moved": moved, "moved_from": "declarer",
        },
    )  # fmt: skip
    assert (found["ns"], found["imp_ns"]) == (ns, imp)


def test_the_team_that_gains_is_named_by_how_it_sits_here() -> None:
    given = {
        "contract": "4S",
        "doubled": "none",
        "declarer": "S",
        "tricks": 9,
        "vulnerability": "NS",
        "other_table_ns": 620,
    }
    assert call("bridge.imps_of_board", given)["said"] == "南北方-100，另一桌+620：本桌坐东西的队得12 IMP"
    given["tricks"], given["other_table_ns"] = 10, 620
    assert call("bridge.imps_of_board", given)["said"] == "南北方+620，另一桌+620：0 IMP"


def test_where_nobody_said_whether_it_was_doubled_each_state_is_scored() -> None:  # 77
    board = {"contract": "4S", "declarer": "S", "tricks": 9, "vulnerability": "none"}
    found = call("bridge.score_of_result", board)
    assert found["ns"] is None
    assert found["said"].endswith(
        "没有加倍的南北方-50，东西方+50；加倍的南北方-100，东西方+100；再加倍的南北方-200，东西方+200"
    )
    assert call("bridge.score_of_result", board | {"not_said": "none"})["ns"] == -50
    assert call("bridge.score_of_result", board | {"not_said": "none", "doubled": "X"})["ns"] == -100
    against = call("bridge.imps_of_board", board | {"other_table_ns": 420})
    assert against["imp_ns"] is None
    assert [each.rpartition("得")[2] for each in against["said"].split("；")] == ["10 IMP", "11 IMP", "12 IMP"]
    moved = {"contract": "3NT", "vulnerable": False, "declarer_tricks": 8, "moved": 1, "moved_from": "defenders"}
    # 3NT made: 400; doubled 200 + 300 + 50; redoubled 400 + 300 + 100
    assert call("bridge.results_compared", moved)["scored"] == "没有加倍的得分+400，加倍的得分+550，再加倍的得分+800"
    assert call("bridge.results_compared", moved | {"doubled": "X"})["rescored"] == "得分由-100改为+550"


def test_what_several_rulings_moved_is_not_what_one_did() -> None:  # 64A
    ask = "bridge.moved_already"
    assert call(ask, {"to_declarer": 2, "side": "defenders", "at_most": 2})["moved"] == 2
    assert call(ask, {"to_declarer": 4, "side": "defenders", "at_most": 2})["moved"] is None
    assert call(ask, {"to_declarer": -1, "side": "defenders", "at_most": 2})["moved"] is None
