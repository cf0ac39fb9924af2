"""Seats and sides of a shengji table: turns run anticlockwise, S, E, N, W (1.9, 1.10, 9p2)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

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


After = Literal["last", "nobody", "somebody", "unknown"]


@rule("shengji.played_after", "shengji-40:9p2", "shengji-40:1.20", title="一家出完以后有没有人出过牌")
def played_after(
    offender: str | None = None, leader: str | None = None, whose_turn: str | None = None
) -> dict[str, Any]:
    """Has anybody played to the trick after this player, by whose turn it now is (9p2, 1.20)?

    ``after``: ``last`` where he is the last of the four; ``nobody`` where it is the turn of the player after him; ``somebody``
    where it is the turn of one further on in the trick that ``leader`` led; ``unknown`` where the seats do not tell it.
    Raises RuleInputError for what is no seat.
    """
    if offender is None:
        return {"after": "unknown"}
    he = Seat.parse(offender)
    first = Seat.parse(leader) if leader is not None else None
    turn = Seat.parse(whose_turn) if whose_turn is not None else None
    after: After = "unknown"
    if first is he.next:
        after = "last"
    elif turn is he.next:
        after = "nobody"
    elif first is not None and turn is not None:
        order = [first.after(n) for n in range(len(Seat))]
        after = "somebody" if order.index(turn) > order.index(he) else "unknown"
    return {"after": after}


@rule("shengji.led_by_him", "shengji-40:7", title="这一圈是不是他领出的")
def led_by_him(offender: str | None = None, leader: str | None = None) -> dict[str, Any]:
    """Did this player lead to the trick (7)? ``led`` is null while a seat is not known.

    Raises RuleInputError for what is no seat.
    """
    if offender is None or leader is None:
        return {"led": None}
    return {"led": Seat.parse(offender) is Seat.parse(leader)}


@rule("shengji.followed_lead", "shengji-40:9p2", "shengji-40:1.10", title="他领出以后有没有人跟过牌")
def followed_lead(offender: str, whose_turn: str) -> dict[str, Any]:
    """Has anybody followed what this player led, by whose turn it now is (9p2)?

    ``followed`` is null where it is said to be his own turn: that does not tell it. Raises RuleInputError for what is no seat.
    """
    he, turn = Seat.parse(offender), Seat.parse(whose_turn)
    return {"followed": None if turn is he else turn is not he.next}
