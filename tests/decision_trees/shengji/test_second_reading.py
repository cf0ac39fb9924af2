"""Two players show a level card at once (3p1), half of the opponents met (18), and past A (1.21)."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError
from decision_trees.shengji.declaring import earlier_in_draw, showing_prevails
from decision_trees.shengji.levels import known_past_ace
from decision_trees.shengji.withdrawals import half_played


@pytest.mark.parametrize(
    ("first", "earlier"),
    [("S", "E"), ("E", "E"), ("N", "W"), ("W", "W")],  # anticlockwise S, E, N, W (1.10): E and W show
)
def test_the_order_of_drawing_runs_anticlockwise_from_who_drew_first(first: str, earlier: str) -> None:
    assert earlier_in_draw("E", "W", first)["earlier"] == earlier
    assert earlier_in_draw("W", "E", first)["earlier"] == earlier


def test_from_the_second_deal_on_the_banker_drew_first() -> None:
    assert earlier_in_draw("E", "S", first_deal=False, banker="N")["earlier"] == "S"


def test_in_the_first_deal_nobody_is_banker_before_the_draw() -> None:
    assert earlier_in_draw("E", "S", first_deal=True, banker="N")["earlier"] is None


def test_one_seat_is_not_two_players() -> None:
    with pytest.raises(RuleInputError, match="应是两家"):
        earlier_in_draw("E", "E", "S")


def test_there_is_one_level_card_of_a_suit() -> None:
    with pytest.raises(RuleInputError, match="同一花色"):
        showing_prevails("E", "E", "N", "H", "H", first_deal=True)


def test_who_prevails_is_one_of_the_two() -> None:
    with pytest.raises(RuleInputError, match="其中一家为先"):
        showing_prevails("S", "E", "N", "H", "C", first_deal=True)


@pytest.mark.parametrize(
    ("played", "opponents", "half", "left"),
    [(3, 7, "fewer", 4), (4, 7, "more", 3), (4, 8, "half", 4), (0, 1, "fewer", 1)],
)
def test_half_of_the_opponents_is_counted_in_whole_opponents(played: int, opponents: int, half: str, left: int) -> None:
    said = half_played(played, opponents)
    assert (said["half"], said["left"]) == (half, left)


def test_more_cannot_have_been_met_than_there_are() -> None:
    with pytest.raises(RuleInputError, match="全部8"):
        half_played(9, 8)


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
    assert known_past_ace(False, 1, 0, None, "A", "E") == {"after": "not_past_ace", "side": None}
