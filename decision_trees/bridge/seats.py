"""Seats and sides of a bridge table: turns run clockwise (44B); who plays for which side."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.seats import TableSeat, TableSide

SeatCode = Literal["N", "E", "S", "W"]


PlayerRole = Literal["declarer", "dummy", "defender"]


class Side(TableSide):
    """A side (一方): two partners."""

    NS = "NS"
    EW = "EW"

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two seats."""
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)


class Seat(TableSeat):
    """A seat (方位), in clockwise order."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def lho(self) -> Seat:
        """Left-hand opponent (下家): next in rotation."""
        return self.next

    @property
    def rho(self) -> Seat:
        """Right-hand opponent (上家): before in rotation."""
        return self.previous

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return self.of(Side)


@rule("bridge.seat_beside", "bridge-1999:44B", title="下家、同伴或上家是谁")
def seat_beside(seat: SeatCode, place: Literal["lho", "partner", "rho"]) -> dict[str, Any]:
    """Who sits at somebody's left, opposite or at his right (44B); ``side`` is his own: NS or EW."""
    him = Seat(seat)
    return {"seat": {"lho": him.lho, "partner": him.partner, "rho": him.rho}[place].value, "side": him.side.value}


@rule("bridge.seat_of_side", "bridge-1999:def/同伴", title="一方的一个方位")
def seat_of_side(side: str) -> dict[str, Any]:
    """A seat of a side, so that texts can name the side (def: partner); null for both sides or none."""
    return {"seat": Side(side).seats[0].value if side in ("NS", "EW") else None}


@rule(
    "bridge.players_of",
    "bridge-1999:41A",
    "bridge-1999:def/庄家",
    "bridge-1999:def/明手",
    title="庄家定下的明手和首引人",
)
def players_of(declarer: SeatCode) -> dict[str, Any]:
    """Dummy, opening leader and his partner, and both sides, of a declarer (41A)."""
    seat = Seat(declarer)
    return {
        "dummy": seat.partner.value,
        "leader": seat.lho.value,
        "leader_partner": seat.rho.value,
        "side": seat.side.value,
        "defenders": seat.side.opponents.value,
    }


@rule("bridge.side_of_play", "bridge-1999:def/防家", "bridge-1999:64A", title="他是庄家方还是防守方")
def side_of_play(seat: SeatCode, declarer: SeatCode) -> dict[str, Any]:
    """Does somebody play for declarer's side or defend (64A)? ``hand``: declarer, dummy or defender.

    ``never_exposed``: declarers where no card of his becomes a penalty card (48A), null for a defender, whose cards may.
    """
    him, declaring = Seat(seat), Seat(declarer)
    hand = "declarer" if him is declaring else "dummy" if him is declaring.partner else "defender"
    ours = him.side is declaring.side
    sides = ("declarer", "defenders") if ours else ("defenders", "declarer")
    return {
        "side": sides[0], "other": sides[1], "hand": hand, "whose": "declarer" if ours else "defender",
        "never_exposed": "declarers" if ours else None,
    }  # fmt: skip


@rule("bridge.must_defend", "bridge-1999:def/防家", "bridge-1999:def/庄家", title="违规者要是防家")
def must_defend(seat: SeatCode, declarer: SeatCode) -> dict[str, Any]:
    """Somebody whose case can only be a defender's (def: defender): ``seat`` again.

    Raises RuleInputError where he plays for declarer's side.
    """
    him, declaring = Seat(seat), Seat(declarer)
    if him.side is declaring.side:
        role = "庄家" if him is declaring else "明手"
        raise RuleInputError(f"庄家是{declaring.chinese}，{him.chinese}是{role}，不是防家：请改正违规者或庄家。")
    return {"seat": him.value}


@rule("bridge.plays_after", "bridge-1999:44B", "bridge-1999:58A", title="是不是正好轮在他后面")
def plays_after(first: SeatCode, other: SeatCode) -> dict[str, Any]:
    """Is ``other`` the ``next`` to play after ``first`` (44B)?"""
    return {"next": Seat(first).lho is Seat(other)}
