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


def test_whose_turn_tells_who_has_played_after_somebody() -> None:
    """West leads, then south, east, north (9p2): north's turn means that east has played after south."""

    def after(offender: str, **seats: str) -> str:
        return str(call("shengji.played_after", {"offender": offender, **seats})["after"])

    assert after("S", leader="W", whose_turn="E") == "nobody"
    assert after("S", leader="W", whose_turn="N") == "somebody"
    assert after("S", whose_turn="E") == "nobody", "his next player is to play, whoever led"
    assert after("N", leader="W", whose_turn="W") == "last"
    assert after("W", leader="W", whose_turn="N") == "somebody"
    assert after("E", leader="W", whose_turn="S") == "unknown", "before him in this trick"
    assert after("S", leader="W") == after("S", whose_turn="N") == "unknown"
    assert call("shengji.played_after", {})["after"] == "unknown"


def test_a_lead_is_followed_once_it_is_a_later_players_turn() -> None:
    """9p2: south leads, east is next."""
    followed = [call("shengji.followed_lead", {"offender": "S", "whose_turn": turn})["followed"] for turn in "SENW"]
    assert followed == [None, False, True, True]
    assert call("shengji.led_by_him", {"offender": "S", "leader": "S"}) == {"led": True}
    assert call("shengji.led_by_him", {"offender": "S", "leader": "E"}) == {"led": False}
    assert call("shengji.led_by_him", {"offender": "S"}) == {"led": None}
