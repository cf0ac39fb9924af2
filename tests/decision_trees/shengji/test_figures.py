"""Figures of outcomes: penalties in the score, levels, the trick, the throw (worked out by hand from the text)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


def test_penalty_of_the_bankers_side_goes_to_the_defenders() -> None:
    found = call(
        "shengji.penalty_applied",
        {"penalty": 40, "offender": "S", "banker": "N", "gathered": 35},
    )
    assert (found["defenders"], found["to"], found["change"], found["before"], found["total"]) == (
        "EW",
        "EW",
        40,
        35,
        75,
    )
    assert found["way"] == "total"
    assert (found["banker_charge"], found["defender_charge"]) == (40, 0)


def test_penalty_of_a_defender_is_taken_off_even_below_nothing() -> None:
    given = {"penalty": 40, "offender": "W", "banker": "N", "gathered": 25, "banker_penalty": 10}
    found = call("shengji.penalty_applied", given)
    assert (found["to"], found["change"], found["before"], found["total"], found["way"]) == ("NS", -40, 35, -5, "below")
    assert call("shengji.penalty_applied", {"penalty": 40, "offender": "EW", "banker": "N"})["way"] == "change"


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


def test_who_shuffles_cuts_and_draws_first() -> None:
    # banker south: the partner opposite shuffles, the previous player on his left cuts; turns run S, E, N, W
    assert call("shengji.deal_start", {"banker": "S"}) == {"shuffler": "N", "cutter": "W", "first": "S", "second": "E"}


def test_candidates_for_the_opponent_of_a_forfeit() -> None:
    found = call("shengji.forfeit_candidates", {"opponent_avg": 11.5, "offender_avg": 6})
    assert (found["own"], found["twenty_minus"], found["twelve"], found["highest"]) == (11.5, 14, 12, 14)
    with_record = {"opponent_avg": 11, "offender_avg": 12, "recorded": 16}
    assert call("shengji.forfeit_candidates", with_record)["highest"] == 16


@pytest.mark.parametrize(
    ("started", "arrived", "said", "late"),
    [
        ("9:00", "9:15", "15分钟", "warning"),
        ("9:00", "9:15:40", "15分40秒", "forfeit"),  # 超过15分钟
        ("9:00", "9:05", "5分钟", "none"),
        ("9:00:30", "9:05:31", "5分1秒", "warning"),
    ],
)
def test_lateness_by_the_clock(started: str, arrived: str, said: str, late: str) -> None:
    found = call("shengji.late_by", {"started": started, "arrived": arrived})
    assert (found["said"], found["late"]) == (said, late)


def test_arriving_before_the_start_cannot_be() -> None:
    with pytest.raises(RuleInputError, match="早于"):
        call("shengji.late_by", {"started": "9:00", "arrived": "8:59"})


def _throw(**given: Any) -> dict[str, Any]:
    return call("shengji.throw_shown", {"level": "7", "trump": "C", **given})


def test_an_equal_card_does_not_beat_a_throw() -> None:
    found = _throw(throw="H7 S7", thrower="S", west="D7")
    assert (found["check"], found["beaten"]) == (None, [])
    assert found["equal"] == "西家的方块7与红心7同样大；西家的方块7与黑桃7同样大"


def test_a_higher_card_beats_a_throw_whoever_has_it() -> None:
    found = _throw(throw="HA H9 H4", thrower="S", west="H6", north="HJ")
    assert (found["check"], found["beaten"], found["blockers"]) == ("higher", ["H9", "H4"], ["N", "W"])
    assert (found["by_partner"], found["blocked"], found["smallest"]) == (True, "partner", "H4")
    one = _throw(throw="HA HK H4", thrower="S", west="H6")
    assert (one["blocked"], one["rest"], one["several"]) == ("one", ["HA", "HK"], False)


def test_cards_of_two_classes_are_no_throw() -> None:
    assert _throw(throw="HA S9", thrower="S")["check"] == "several_classes"


def _trick(**given: Any) -> dict[str, Any]:
    return call("shengji.trick_of", {"level": "5", "trump": "S", **given})


def test_two_level_cards_of_equal_height_the_first_wins() -> None:
    found = _trick(leader="W", led="D9", second="H5", third="C5", fourth="DK", banker="S", gathered=10)
    assert (found["winner"], found["points"], found["side"], found["how"]) == ("S", 20, "NS", "ruff")
    assert found["kinds"] == {"W": "lead", "S": "ruff", "E": "low_trump", "N": "follow"}
    assert found["tie"] is True
    assert found["equal"] == "东家的梅花5与南家的红心5同样大，先出的为大"
    assert (found["role"], found["total"]) == ("banker", 10)


def test_an_over_ruff_by_a_defender() -> None:
    found = _trick(leader="N", led="H10", second="S3", third="HK", fourth="S9", banker="N", gathered=15)
    assert (found["winner"], found["how"], found["points"], found["total"]) == ("E", "over_ruff", 20, 35)
    assert found["way"] == "defender_total"


def test_too_few_trumps_to_a_throw_are_a_discard() -> None:
    found = _trick(leader="S", led="HA HK", second="S3 D2", third="H3 H4", fourth="S2 S8")
    assert (found["winner"], found["kinds"]["E"], found["how"], found["way"]) == ("W", "discard", "ruff", "plain")


def _numbers(bottom: int, banker: str | None = None, **hands: int) -> dict[str, Any]:
    return call("shengji.wrong_number_between", {"hands": hands, "bottom": bottom, "banker": banker})


def test_numbers_once_the_banker_has_taken_the_bottom() -> None:
    right = _numbers(0, S=18, E=12, N=12, W=12)
    assert (right["between"], right["bottom_seen"]) == ("nobody", True)
    wrong = _numbers(0, banker="S", S=18, E=11, N=12, W=13)
    assert (wrong["between"], wrong["over"], wrong["short"]) == ("two_hands", "W", "E")
    assert wrong["said"] == "东家11张、西家13张"
    with pytest.raises(RuleInputError, match="庄家写的是"):
        _numbers(0, banker="N", S=18, E=12, N=12, W=12)


def test_numbers_before_the_bottom_is_taken() -> None:
    assert _numbers(6, S=12, E=11, N=12, W=13)["bottom_seen"] is None
    assert _numbers(7, S=12, E=11, N=12, W=12)["short"] == "E"
    assert _numbers(5, S=12, E=12, N=12, W=12)["between"] == "bottom_only"


@pytest.mark.parametrize(("before", "times", "disqualified"), [(0, 1, False), (1, 2, False), (2, 3, True)])
def test_the_third_illegal_information_disqualifies(before: int, times: int, disqualified: bool) -> None:
    assert call("shengji.information_times", {"before": before}) == {"times": times, "disqualified": disqualified}


@pytest.mark.parametrize(
    ("late_for", "late"), [("15分40秒", "forfeit"), ("15分", "warning"), ("5分钟", "none"), ("5分1秒", "warning")]
)
def test_lateness_as_told(late_for: str, late: str) -> None:
    assert call("shengji.late_by", {"late_for": late_for})["late"] == late


def test_whose_lateness_it_is() -> None:
    sides = {"ns": "forfeit", "ew": "warning"}
    assert call("shengji.late_sides", sides) == {"warned": "EW", "forfeits": "NS", "opponents": "EW"}
    assert call("shengji.late_sides", {"ns": "warning", "ew": "warning"})["warned"] is None
