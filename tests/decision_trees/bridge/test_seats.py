"""Seats and sides."""

from __future__ import annotations

import pytest

from decision_trees.functions import call


@pytest.mark.parametrize(("place", "seat"), [("lho", "W"), ("partner", "N"), ("rho", "E")])
def test_play_runs_clockwise(place: str, seat: str) -> None:
    assert call("bridge.seat_beside", {"seat": "S", "place": place}) == {"seat": seat, "side": "NS"}


def test_the_next_to_play_is_the_player_on_the_left() -> None:
    assert call("bridge.plays_after", {"first": "W", "other": "N"}) == {"next": True}
    assert call("bridge.plays_after", {"first": "W", "other": "E"}) == {"next": False}


@pytest.mark.parametrize(
    ("seat", "side", "hand"),
    [("S", "declarer", "declarer"), ("N", "declarer", "dummy"), ("E", "defenders", "defender")],
)
def test_which_side_somebody_plays_for(seat: str, side: str, hand: str) -> None:
    found = call("bridge.side_of_play", {"seat": seat, "declarer": "S"})
    assert (found["side"], found["hand"]) == (side, hand)
    assert {found["side"], found["other"]} == {"declarer", "defenders"}
