"""Seats of a table of six: turns run anticlockwise, every other player is of one's side, the opponent sits opposite (1.2, 1.3)."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import rule
from decision_trees.seats import TableSeat, TableSide

SeatCode = Literal["A", "B", "C", "D", "E", "F"]


class Side(TableSide):
    """A side (一方): three players."""

    ACE = "ACE"
    BDF = "BDF"


class Seat(TableSeat):
    """A seat (号位), in the order of play."""

    A = "A"
    B = "B"
    C = "C"
    D = "D"
    E = "E"
    F = "F"

    @property
    def side(self) -> Side:
        """The side this seat plays for (1.2)."""
        return self.of(Side)


@rule("gouji.facing", "gouji-test:1.3", "gouji-test:3.1", title="两人是不是对头")
def facing(seat: SeatCode, other: SeatCode) -> dict[str, Any]:
    """Whether two players sit opposite each other, so that one may beat the other's high play (1.3, 3.1)."""
    return {"facing": Seat(seat).partner is Seat(other), "same_side": Seat(seat).side is Seat(other).side}
