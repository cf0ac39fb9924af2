"""Standings and matches of several games (27.4, 28.2, 30.3)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded
from tests.decision_trees.guandan.asking import Refusal, ask, check_refused, refusals

REFUSED: list[Refusal] = [
    ("standings", {"pairs": ["A", "A"], "matches": []}, "出现两次"),
    ("standings", {"pairs": ["A", "B"], "matches": [["A", "C", 13, 13]]}, "没有“C”"),
    ("standings", {"pairs": ["A", "B"], "matches": [["A", "A", 13, 13]]}, "不能与自己比赛"),
    ("standings", {"pairs": ["A", "B"], "matches": [["A", "B", 13]]}, "应写作"),
    ("match.series", {"mode": "累计级分2局", "games": [[13, 13]]}, "应有 2 局"),
    ("match.series", {"mode": "3局2胜", "games": [[13]]}, "应是两项"),
    ("match.series", {"mode": "3局2胜", "games": [[13, 13]] * 4}, "现在有 4 局"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("mode", "games", "state"),
    [
        ("累计级分2局", "15:11 10:16", "second"),
        ("累计级分2局", "15:11", "open"),
        ("累计级分2局", "15:11 11:15", "equal"),
        ("3局2胜", "16:10 14:12", "first"),
        ("3局2胜", "16:10 12:14 13:13", "extra"),
    ],
)
def test_a_round_of_several_games(mode: str, games: str, state: str) -> None:
    assert ask("match.of_games", series_mode=mode, games=games)["state"] == state


def ranks(out: dict[str, Any]) -> list[tuple[int, list[str]]]:
    return [(place["rank"], place["pairs"]) for place in out["ranking"]]


def test_match_points_go_before_level_points() -> None:
    out = ask("standings", pairs=["A", "B", "C"], matches=[["A", "B", 14, 12], ["A", "C", 14, 12], ["B", "C", 26, 0]])
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
    out = ask("standings", pairs=["D", "C", "B", "A"], matches=matches)
    assert out["totals"]["A"] == [4, 41, 115] and out["totals"]["B"] == [4, 41, 115]
    assert ranks(out) == [(1, ["A"]), (2, ["B"]), (3, ["D"]), (4, ["C"])]


def test_three_in_a_ring_share_the_rank() -> None:
    out = ask("standings", pairs=["A", "B", "C"], matches=[["A", "B", 15, 11], ["B", "C", 15, 11], ["C", "A", 15, 11]])
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
    out = ask("standings", pairs=["D", "C", "B", "A"], matches=matches)
    assert {tuple(out["totals"][n][:2]) for n in "ABC"} == {(4, 42)}
    assert ranks(out) == [(1, ["A"]), (2, ["B"]), (3, ["C"]), (4, ["D"])]


def test_opponents_points_decide_between_pairs_that_have_not_met() -> None:
    matches = [["A", "C", 16, 10], ["B", "D", 16, 10], ["C", "E", 20, 6], ["D", "F", 14, 12]]
    out = ask("standings", pairs=["B", "A", "C", "D", "E", "F"], matches=matches)
    assert out["totals"]["A"] == [2, 16, 30] and out["totals"]["B"] == [2, 16, 24]
    assert ranks(out)[:4] == [(1, ["C"]), (2, ["D"]), (3, ["A"]), (4, ["B"])]


def test_shared_ranks_leave_a_gap() -> None:
    out = ask("standings", pairs=["A", "B", "C", "D"], matches=[["A", "B", 13, 13], ["C", "D", 12, 14]])
    assert ranks(out) == [(1, ["D"]), (2, ["A", "B"]), (4, ["C"])]


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
    assert ask("match.series", mode=mode, games=games) == out


def test_a_game_from_which_points_were_taken_is_won_by_whoever_won_it() -> None:
    """By games won (30.3.2); the sums of level points (30.3.1) are of what is left."""
    drawn = ask("match.of_games", series_mode="3局2胜", games="13:12平 14:12")
    assert (drawn["state"], drawn["first"], drawn["second"]) == ("open", 1, 0)
    won = ask("match.of_games", series_mode="3局2胜", games="11:12先胜 14:12")
    assert (won["state"], won["first"]) == ("first", 2)
    lost = ask("match.of_games", series_mode="3局2胜", games="12:11后胜 12:14")
    assert (lost["state"], lost["second"]) == ("second", 2)
    assert ask("match.of_games", series_mode="累计级分2局", games="13:12平 13:13")["state"] == "first"


def test_the_games_of_a_table() -> None:
    assert ask("match.played", before="16:9", now="10:16")["games"] == "16:9 10:16"
    assert ask("match.played", now="10:16") == {
        "games": "10:16",
        "written": "NS",
        "first": "南北方",
        "second": "东西方",
    }
    assert ask("match.played", games="16:9  10:16", before="16:9", now="10:16")["first"] == "南北方"
    other = ask("match.played", games="9:16 10:16", before="16:9", now="10:16")
    assert (other["games"], other["first"], other["second"]) == ("9:16 10:16", None, None), "who wrote that first?"
    unknown: tuple[dict[str, Any], ...] = ({}, {"before": "16:9 ?"}, {"before": "?", "now": "10:16"})
    for nothing in unknown:
        with pytest.raises(MoreNeeded, match="没有记下"):
            ask("match.played", **nothing)


def test_a_game_that_is_over_goes_before_the_next() -> None:
    assert ask("match.carried", before="16:9", now="10:16", ended=True) == {"games": "16:9 10:16"}
    assert ask("match.carried", now="10:16", ended=True) == {"games": "10:16"}
    assert ask("match.carried", before="16:9", ended=True) == {"games": "16:9 ?"}, "nobody said how it ended"
    assert ask("match.carried", before="16:9", now="10:16", ended=False) == {"games": "16:9"}
    assert ask("match.carried", before="16:9") == {"games": "16:9"}
    assert ask("match.carried", ended=False) == {"games": None}
