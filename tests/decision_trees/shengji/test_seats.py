"""Seats and sides (1.9 to 1.14)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.seats import Seat, Side


def test_seats_run_anticlockwise() -> None:
    """下家 sits on the right (1.10), 上家 on the left (1.9): S, E, N, W."""
    assert [s.value for s in (Seat.S, Seat.S.next, Seat.S.next.next, Seat.S.previous)] == ["S", "E", "N", "W"]
    for seat in Seat:
        assert seat.next.previous is seat
        assert seat.next.side is seat.previous.side is seat.side.opponents
        assert seat.partner.side is seat.side
    assert call("shengji.seat", {"seat": "W"}) == {"next": "S", "prev": "N", "partner": "E"}
    assert Side.parse("EW").opponents is Side.NS


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("seat", {"seat": "X"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


def test_whose_turn_it_was() -> None:
    """Nobody acts out of turn when it is his (7, 9p2); a seat not known tells nothing."""
    assert call("shengji.own_turn", {}) == {"own": False}
    assert call("shengji.own_turn", {"offender": "E"}) == {"own": False}
    assert call("shengji.own_turn", {"offender": "E", "due": "W"}) == {"own": False}
    assert call("shengji.own_turn", {"offender": "E", "due": "E"}) == {"own": True}


def test_who_plays_after_somebody() -> None:
    """South leads: east, north, west follow (9p2); after west the four have played."""
    after = [call("shengji.plays_next", {"offender": seat, "leader": "S"}) for seat in "SENW"]
    assert [each["next"] for each in after] == ["E", "N", "W", None]
    assert [each["last"] for each in after] == [False, False, False, True]
