"""Seats and sides of a guandan table: turns run anticlockwise, S E N W (rules 3.2 and 6.1)."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule

_B = "guandan-2017:"
SeatCode = Literal["S", "E", "N", "W"]
SideCode = Literal["NS", "EW"]


class Side(StrEnum):
    """A side (一方): two partners."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> Side:
        """The other side (对方)."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two seats."""
        return (Seat.S, Seat.N) if self is Side.NS else (Seat.E, Seat.W)

    @property
    def chinese(self) -> str:
        """南北方, 东西方."""
        return {"NS": "南北方", "EW": "东西方"}[self.value]


class Seat(StrEnum):
    """A seat (方位), in the order of play."""

    S = "S"
    E = "E"
    N = "N"
    W = "W"

    @property
    def next(self) -> Seat:
        """The player on the right (下家), next to play (3.2)."""
        return self.after(1)

    @property
    def partner(self) -> Seat:
        """The partner (对家, 搭档), opposite (3.1)."""
        return self.after(2)

    @property
    def previous(self) -> Seat:
        """The player on the left (上家), who plays before (3.2)."""
        return self.after(3)

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return Side.NS if self in (Seat.S, Seat.N) else Side.EW

    @property
    def chinese(self) -> str:
        """南家, 东家, 北家, 西家."""
        return {"S": "南家", "E": "东家", "N": "北家", "W": "西家"}[self.value]

    def after(self, turns: int) -> Seat:
        """The seat so many turns later, anticlockwise."""
        seats = list(Seat)
        return seats[(seats.index(self) + turns) % len(seats)]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Seat of a letter S, E, N or W."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有方位“{text}”，应为 S、E、N、W 之一。") from None


def parse_finish(texts: Sequence[str]) -> tuple[Seat, ...]:
    """The order of finishing of a deal (上游 first): all four seats, or the two partners of a double down (双下).

    Three seats leave no doubt about the fourth (3.9). Raises :class:`RuleInputError` when the order cannot be.
    """
    order = tuple(Seat.parse(t) for t in texts)
    if len(set(order)) != len(order):
        raise RuleInputError("名次里有同一方位出现两次。")
    if len(order) == 2 and order[0].partner is order[1]:
        return order
    if len(order) == len(Seat):
        return order
    if len(order) == len(Seat) - 1:
        return (*order, next(s for s in Seat if s not in order))
    raise RuleInputError("名次应写出四家的先后，双下可以只写上游和二游（同一方）。")


def is_double_down(order: Sequence[Seat]) -> bool:
    """Whether partners finished first and second (双下, 3.9)."""
    return order[0].partner is order[1]


@rule("guandan.seat.relations", _B + "3.2", _B + "6.1")
def seat_relations(seat: SeatCode) -> dict[str, Any]:
    """下家、对家、上家：逆时针轮转。"""
    s = Seat(seat)
    return {"xiajia": s.next.value, "duijia": s.partner.value, "shangjia": s.previous.value}


@rule("guandan.seat.same_side", _B + "3.1")
def seat_same_side(a: SeatCode, b: SeatCode) -> dict[str, Any]:
    """两家是不是同一方。"""
    return {"same": Seat(a).side is Seat(b).side}
