"""Seats and sides of a shengji table: turns run anticlockwise, S, E, N, W (1.9, 1.10, 9p2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.seats import TableSeat, TableSide


class Side(TableSide):
    """A side (一方): two partners (1.11)."""

    NS = "NS"
    EW = "EW"


class Seat(TableSeat):
    """A seat (方位), in anticlockwise order: next sits on the right, an opponent (1.10), previous on the left (1.9), the partner
    opposite (1.12)."""

    S = "S"
    E = "E"
    N = "N"
    W = "W"

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return self.of(Side)


def by_seat(given: Mapping[str, Any]) -> dict[Seat, Any]:
    """What is given under the letters of seats, under the seats."""
    return {Seat.parse(seat): value for seat, value in given.items()}


@rule("shengji.seat", "shengji-40:1.9", "shengji-40:1.10", "shengji-40:1.12", title="一家的上家、下家和对家")
def seat(seat: str) -> dict[str, Any]:
    """The next player on the right, the previous on the left, and the partner (1.9, 1.10, 1.12).

    Raises RuleInputError for what is no seat.
    """
    of = Seat.parse(seat)
    return {"next": of.next.value, "prev": of.previous.value, "partner": of.partner.value}


@rule("shengji.side_of", "shengji-40:1.13", "shengji-40:1.14", title="这一家是庄家方还是防守方")
def side_of(seat: str, banker: str) -> dict[str, Any]:
    """Is this player of the banker's side or a defender (1.13, 1.14)?

    Raises RuleInputError for what is no seat.
    """
    return {"side": "banker" if Seat.parse(seat).side is Seat.parse(banker).side else "defender"}


@rule("shengji.own_turn", "shengji-40:7", "shengji-40:9p2", title="写明的轮到者是不是他自己")
def own_turn(offender: str | None = None, due: str | None = None) -> dict[str, Any]:
    """Whether the player said to have acted out of turn is the one whose turn it was (7, 9p2); no while a seat is not known."""
    if offender is None or due is None:
        return {"own": False}
    return {"own": Seat.parse(offender) is Seat.parse(due)}


@rule("shengji.upper_of", "shengji-40:1.9", "shengji-40:1.12", title="两家中谁是另一人的上家")
def upper_of(a: str, b: str) -> dict[str, Any]:
    """Which of two players sits on the other's left, as the player before him; partners have none (1.9, 1.12).

    Raises RuleInputError for one player named twice.
    """
    one, other = Seat.parse(a), Seat.parse(b)
    if one is other:
        raise RuleInputError(f"两家都写了{one.chinese}，应是两家。")
    partners = one.partner is other
    upper = None if partners else one if one.next is other else other
    return {"partners": partners, "upper": upper.value if upper else None}


@rule("shengji.plays_next", "shengji-40:9p2", "shengji-40:1.20", title="一家出完以后轮到谁出牌")
def plays_next(offender: str, leader: str) -> dict[str, Any]:
    """Whose turn it is in a trick once a player has played: ``next``, null where he is the ``last`` of the four (9p2, 1.20).

    ``leader``: who led to the trick. Raises RuleInputError for what is no seat.
    """
    after = Seat.parse(offender).next
    last = after is Seat.parse(leader)
    return {"next": None if last else after.value, "last": last}
