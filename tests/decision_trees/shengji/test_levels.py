"""Totals of a deal, levels, the next banker, standard scores (the table of levels; 1.13, 13, 14, 16, 17, A1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.cards import RANKS
from decision_trees.shengji.levels import known_past_ace


@pytest.mark.parametrize(
    ("change", "banker_up", "defender_up", "ns", "ew", "banker", "side", "climb", "to", "next_banker", "next_level"),
    [
        (False, 2, 0, "7", "5", "S", "NS", "plain", "9", "N", "9"),
        (False, 1, 0, "7", "5", "E", "EW", "plain", "6", "W", "6"),
        (True, 0, 0, "7", "5", "S", "EW", "none", "5", "E", "5"),
        (True, 0, 2, "9", "10", "W", "NS", "plain", "J", "S", "J"),  # 26p3: the defenders go up two
        (False, 1, 0, "A", "5", "S", "NS", "past_ace", None, "N", None),
        (False, 2, 0, "K", "5", "S", "NS", "over_ace", None, "N", None),  # D-18
        (False, 2, 0, "Q", "5", "S", "NS", "plain", "A", "N", "A"),
    ],
)
def test_levels_after_a_deal(
    change: bool,
    banker_up: int,
    defender_up: int,
    ns: str,
    ew: str,
    banker: str,
    side: str,
    climb: str,
    to: str | None,
    next_banker: str,
    next_level: str | None,
) -> None:
    given = {
        "change": change, "banker_up": banker_up, "defender_up": defender_up,
        "level_ns": ns, "level_ew": ew, "banker": banker,
    }  # fmt: skip
    found = call("shengji.settled_levels", given)
    assert (found["side"], found["climb"], found["to"]) == (side, climb, to)
    assert (found["next_banker"], found["next_level"]) == (next_banker, next_level)


def test_the_banker_plays_the_level_of_his_side() -> None:
    levels = {"level_ns": "7", "level_ew": "10"}
    assert call("shengji.level_played", {"banker": "N"} | levels) == {"level": "7"}
    assert call("shengji.level_played", {"banker": "W"} | levels) == {"level": "10"}


def test_the_bottom_counts_double_only_when_the_defenders_win_the_last_trick() -> None:
    won = call("shengji.deal_total", {"trick_points": 35, "last_trick_side": "defender", "bottom": "SK H5 D3"})
    assert (won["bottom"], won["doubled"], won["total"]) == (15, 30, 65)
    kept = call("shengji.deal_total", {"trick_points": 35, "last_trick_side": "banker", "banker_penalty": 40})
    assert (kept["doubled"], kept["total"]) == (0, 75)
    below = call("shengji.deal_total", {"trick_points": 20, "last_trick_side": "banker", "defender_penalty": 40})
    assert (below["total"], below["counts"]) == (-20, 0)
    unknown = call("shengji.deal_total", {"trick_points": 20, "last_trick_side": "defender"})
    assert unknown["total"] is None


def test_scores_of_a_round_by_sides() -> None:
    # 9 and 5 are four levels apart: 14 to 6
    found = call("shengji.round_scores", {"level_ns": "5", "level_ew": "9"})
    assert (found["difference"], found["winner"], found["NS"], found["EW"]) == (4, "EW", 6, 14)
    equal = call("shengji.round_scores", {"level_ns": "J", "level_ew": "J"})
    assert (equal["winner"], equal["NS"], equal["EW"], equal["result"]) == (None, 10, 10, "equal")
    past = {"level_ns": "A", "level_ew": "K", "past_ace": "NS"}
    assert call("shengji.round_scores", past | {"ace": "fifteen"})["NS"] == 12
    assert call("shengji.round_scores", past | {"ace": "ace"})["NS"] == 11


_BANKER, _DEFENDER = {"offender": "banker", "points": 40}, {"offender": "defender", "points": 40}


@pytest.mark.parametrize(
    ("trick_points", "bottom", "last", "penalties", "expected"),
    [
        (35, "S5 H10 C2 D3 C7 C9", "defender", None, (15, 65, None)),
        (35, "S5 H10 C2 D3 C7 C9", "banker", None, (15, 35, None)),  # 保底: nothing
        (40, "SK HK DK CK S10 H10", "defender", None, (60, 160, None)),  # the highest without penalties
        (0, "BJ LJ C2 D3 C7 C9", "defender", [], (0, 0, None)),
        (35, "C2 D3 C7 C9 S2 S3", "banker", [_BANKER], (0, 75, None)),  # wrong bottom: 35 + 40
        (45, "C2 D3 C7 C9 S2 S3", "banker", [_DEFENDER], (0, 5, None)),  # a defender's revoke: 45 - 40
        (45, "C2 D3 C7 C9 S2 S3", "banker", [_DEFENDER, _BANKER], (0, 45, None)),
        (20, "C2 D3 C7 C9 S2 S3", "banker", [_DEFENDER], (0, -20, 0)),  # D-17
        (40, "SK HK DK CK S10 H10", "defender", [_BANKER], (60, 200, 160)),
    ],
)
def test_final_total(
    trick_points: int, bottom: str, last: str, penalties: Any, expected: tuple[int, int, int | None]
) -> None:
    asked = {"trick_points": trick_points, "bottom": bottom, "last_trick_side": last}
    out = call("shengji.final_total", asked | ({} if penalties is None else {"penalties": penalties}))
    in_bottom, total, clamped = expected
    extra = {} if clamped is None else {"clamped": clamped}
    assert out == {"bottom_points": in_bottom, "defenders_total": total} | extra


@pytest.mark.parametrize("total", range(0, 165, 5))
@pytest.mark.parametrize(("banker", "following", "partner"), [("S", "E", "N"), ("W", "S", "E")])
def test_every_total_of_the_table(total: int, banker: str, following: str, partner: str) -> None:
    """0; 5-35; 40-75; 80-115; 120-160 as printed."""
    band = (total >= 5) + (total >= 40) + (total >= 80) + (total >= 120)
    assert call("shengji.deal_result", {"defenders_total": total, "banker": banker}) == {
        "banker_side_delta": (2, 1, 0, 0, 0)[band],
        "defender_side_delta": (0, 0, 0, 1, 2)[band],
        "change": band >= 2,
        "next_banker": following if band >= 2 else partner,
    }


def test_a_total_beyond_the_table_counts_as_its_end() -> None:
    for beyond, end in ((-40, 0), (165, 160), (240, 160)):
        ends = [call("shengji.deal_result", {"defenders_total": t, "banker": "N"}) for t in (beyond, end)]
        assert ends[0] == ends[1]


@pytest.mark.parametrize(
    ("level", "delta", "expected"),
    [
        ("2", 0, {"level": "2"}),
        ("9", 1, {"level": "10"}),
        ("10", 2, {"level": "Q"}),
        ("Q", 2, {"level": "A"}),
        ("K", 1, {"level": "A"}),
        ("K", 2, {"needs_ruling": True}),  # D-18
        ("A", 1, {"level": "A+"}),  # 1.21: past A, the game is over
        ("A", 2, {"level": "A+"}),
        ("A", 0, {"level": "A"}),
    ],
)
def test_advance_level(level: str, delta: int, expected: dict[str, Any]) -> None:
    assert call("shengji.advance_level", {"level": level, "delta": delta}) == expected


@pytest.mark.parametrize("diff", range(0, 15))
def test_standard_scores_by_difference(diff: int) -> None:
    within = min(diff, 10)
    expected = {"diff": within, "winner": 10 + within, "loser": 10 - within}
    assert call("shengji.standard_score", {"diff": diff}) == expected
    if diff < len(RANKS):
        for a, b in ((RANKS[0], RANKS[diff]), (RANKS[diff], RANKS[0])):
            assert call("shengji.standard_score", {"a": a, "b": b}) == expected


_TOTAL = {"trick_points": 35, "bottom": "S5 H10 C2 D3 C7 C9", "last_trick_side": "defender"}


@pytest.mark.parametrize(
    ("total", "banker", "ns", "ew", "after"),
    [
        (65, "S", "7", "5", ("E", "7", "5")),  # 40-75: the defenders take the stage, nobody goes up; the next of S is E
        (0, "N", "7", "7", ("S", "9", "7")),  # nothing: two levels, the partner is banker
        (85, "W", "9", "10", ("S", "10", "10")),  # 80-115: on the stage and a level up
        (20, "E", "4", "A", (None, "4", None)),  # past A: the game is over (1.21)
        (125, "S", "8", "K", (None, "8", None)),  # from K over A: not settled (D-18)
        (65, "S", None, "5", ("E", None, "5")),  # of the side that stays down nothing need be known
        (85, "S", "5", None, ("E", None, None)),  # of the side that goes up it must
    ],
)
def test_after_a_deal(total: int, banker: str, ns: str | None, ew: str | None, after: tuple[Any, ...]) -> None:
    """Who is banker next and what both sides play (table of levels; 1.13, 16, 17)."""
    known = {"level_ns": ns, "level_ew": ew}
    found = call(
        "shengji.after_deal",
        {"defenders_total": total, "banker": banker} | {n: v for n, v in known.items() if v is not None},
    )
    assert (found["banker"], found["level_ns"], found["level_ew"]) == after


@pytest.mark.parametrize(
    ("lost_by", "banker", "ns", "ew", "stays", "after"),
    [  # 26p3: the deal ends at once, the other side goes up two
        ("N", "S", "4", "5", False, ("E", "4", "7")),  # of the banker's side: the next player is banker (D-30)
        ("E", "S", "4", "5", False, ("N", "6", "5")),  # of the defenders: the banker's partner
        ("W", "S", "4", "5", True, ("S", "6", "5")),  # the event has it that the banker does not change (D-30)
        ("E", "S", "K", "5", False, (None, None, "5")),  # from K over A: not settled (D-18)
        ("N", "S", None, None, False, ("E", None, None)),
    ],
)
def test_after_a_deal_lost_for_illegal_information(
    lost_by: str, banker: str, ns: str | None, ew: str | None, stays: bool, after: tuple[Any, ...]
) -> None:
    """Points picked up before it count for nothing."""
    known = {"level_ns": ns, "level_ew": ew, "defenders_total": 35}
    given = {"banker": banker, "lost_by": lost_by, "lost_up": 2, "banker_stays": stays}
    found = call("shengji.after_deal", given | {n: v for n, v in known.items() if v is not None})
    assert (found["banker"], found["level_ns"], found["level_ew"]) == after


def test_after_a_deal_of_unknown_score() -> None:
    found = call("shengji.after_deal", {"banker": "S", "level_ns": "4", "level_ew": "5"})
    assert found == {"banker": None, "level_ns": None, "level_ew": None}


@pytest.mark.parametrize(
    ("change", "banker_up", "defender_up", "ns", "ew", "after", "side"),
    [
        (False, 1, 0, "5", "A", "past_ace", "EW"),  # the banker's side plays A and goes up (1.21)
        (False, 2, 0, "5", "K", "over_ace", "EW"),  # K up two: the text does not say whether A is skipped (D-18)
        (True, 0, 0, "A", "9", "not_past_ace", None),  # on stage without going up
        (True, 0, 1, "A", "9", "past_ace", "NS"),
        (False, 1, 0, "A", "Q", "not_past_ace", None),  # the others play A
    ],
)
def test_past_ace_is_known_only_of_who_plays_ace_and_goes_up(
    change: bool, banker_up: int, defender_up: int, ns: str, ew: str, after: str, side: str | None
) -> None:
    assert known_past_ace(change, banker_up, defender_up, ns, ew, "E") == {"after": after, "side": side}


def test_without_the_levels_past_ace_is_not_claimed() -> None:
    assert known_past_ace(False, 1, 0, "A", None, "E") == {"after": "not_past_ace", "side": None}
    assert known_past_ace(False, 1, 0, None, "A", "E") == {
        "after": "past_ace",
        "side": "EW",
    }  # of the others nothing is wanted


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("standard_score", {"diff": 1.5}, "“diff”应是整数，现在是 1.5。"),
        ("standard_score", {"a": [2], "b": "3"}, "“a”应是文字或整数，现在是 [2]。"),
        (
            "final_total",
            {"trick_points": 0, "bottom": "", "last_trick_side": "banker", "penalties": "none"},
            "“penalties”应是列表，现在是 'none'。",
        ),
        (
            "final_total",
            {"trick_points": 0, "bottom": "", "last_trick_side": "banker", "penalties": [None]},
            "“penalties[0]”应是一组“名: 值”，现在是 None。",
        ),
    ],
)
def test_a_wrong_type_is_named(name: str, given: dict[str, Any], message: str) -> None:
    """Something that may be left out is not said to have to be empty."""
    with pytest.raises(RuleInputError) as raised:
        call(f"shengji.{name}", given)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("final_total", _TOTAL | {"trick_points": 33}),
        ("final_total", _TOTAL | {"trick_points": -5}),
        ("final_total", _TOTAL | {"trick_points": 90}),  # with 15 in the bottom more than there are
        ("final_total", _TOTAL | {"bottom": "S5 H10 C2 D3 C7 C9 CJ"}),
        ("final_total", _TOTAL | {"last_trick_side": "N"}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "N", "points": 40}]}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker"}]}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker", "points": 7}]}),  # pret: no row for 42
        ("final_total", _TOTAL | {"bottom": "S5 S5 C2 D3 C7 C9"}),  # 1.1: there is one S5
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker", "points": -10}]}),
        ("final_total", _TOTAL | {"penalties": [{"offender": "banker", "points": 10, "why": "x"}]}),
        ("deal_result", {"defenders_total": 42, "banker": "S"}),
        ("deal_result", {"defenders_total": 40, "banker": "X"}),
        ("advance_level", {"level": "1", "delta": 1}),
        ("advance_level", {"level": "2", "delta": -1}),
        ("standard_score", {}),
        ("standard_score", {"a": "2"}),
        ("standard_score", {"diff": -1}),
        ("standard_score", {"diff": 1, "a": "2", "b": "3"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(("other", "same"), [("4", True), ("5", False), ("3", True), ("9", False), (None, False)])
def test_past_ace_with_the_same_scores_either_way(other: str | None, same: bool) -> None:
    # A1: ten levels and more are 20 to 0; A to 4 is ten, to 5 is nine
    given = {"level_ns": "A", "level_ew": other, "past_ace": "NS"}
    assert call("shengji.scores_past_ace_agree", given) == {"same": same}


def test_no_next_deal_after_a_plain_climb() -> None:
    given = {"change": False, "banker_up": 2, "defender_up": 0, "level_ns": "5", "level_ew": "9", "banker": "W"}
    assert call("shengji.settled_levels", given)["key"] == "plain"
    assert call("shengji.settled_levels", given | {"no_next_deal": "取消比赛资格"})["key"] == "last"


@pytest.mark.parametrize(
    ("given", "otherwise"), [({}, False), ({"standard_scoring": True}, False), ({"standard_scoring": False}, True)]
)
def test_only_an_event_known_to_do_without_standard_scores(given: dict[str, bool], otherwise: bool) -> None:
    assert call("shengji.scored_otherwise", given) == {"otherwise": otherwise}


def test_after_a_deal_that_goes_over_ace_where_ace_must_be_played() -> None:
    """D-18 settled: from K two levels up is A, and the winner's partner plays it (1.13)."""
    given = {"banker": "S", "level_ns": "K", "level_ew": "9", "stops_at_ace": True}
    found = call("shengji.after_deal", given | {"defenders_total": 0})
    assert found == {"banker": "N", "level_ns": "A", "level_ew": "9"}
    found = call("shengji.after_deal", given | {"level_ns": "A", "defenders_total": 0})
    assert found == {"banker": None, "level_ns": None, "level_ew": "9"}  # past A the game is over all the same


def test_another_game_begins_at_two_with_its_first_deal() -> None:
    found = call("shengji.after_deal", {"banker": "S", "level_ns": "A", "level_ew": "9", "new_game": True})
    assert found == {"banker": None, "level_ns": "2", "level_ew": "2"}
    assert call("shengji.later_deal", {"new_game": True}) == {"first_deal": True}
    assert call("shengji.later_deal", {}) == {"first_deal": False}


@pytest.mark.parametrize(("rises", "banker"), [("NS", "N"), ("EW", "E")])
def test_the_next_banker_follows_from_the_side_that_rises(rises: str, banker: str) -> None:
    """1.13: of the banker's side, his partner; of the other, the next player."""
    assert call("shengji.after_deal", {"banker": "S", "rises": rises})["banker"] == banker


def test_whether_a_deal_is_over() -> None:
    """1.19: it ends with its score recorded; 26p3: or where it is lost for passing illegal information."""
    assert call("shengji.deal_ended", {"stage": "play"}) == {"over": False}
    assert call("shengji.deal_ended", {"stage": "recorded"}) == {"over": True}
    assert call("shengji.deal_ended", {"defenders_total": 0}) == {"over": True}
    assert call("shengji.deal_ended", {"lost_by": "W"}) == {"over": True}
