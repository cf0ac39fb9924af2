"""Seats and sides of a shengji table: turns run anticlockwise, S, E, N, W (1.9, 1.10, 9p2)."""

from __future__ import annotations

from collections.abc import Mapping
from enum import StrEnum
from typing import Any

from decision_trees.functions import RuleInputError, rule


class Side(StrEnum):
    """A side (一方): two partners (1.11)."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> Side:
        """The other side."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def chinese(self) -> str:
        """南北方, 东西方."""
        return {"NS": "南北方", "EW": "东西方"}[self.value]

    @classmethod
    def parse(cls, text: str) -> Side:
        """Side of NS or EW."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有“{text}”这一方，应为 NS（南北）、EW（东西）之一。") from None


class Seat(StrEnum):
    """A seat (方位), in anticlockwise order: who plays next sits on the right (下家, 1.10)."""

    S = "S"
    E = "E"
    N = "N"
    W = "W"

    @property
    def next(self) -> Seat:
        """The next player (下家), on the right, an opponent (1.10)."""
        return self.after(1)

    @property
    def partner(self) -> Seat:
        """The partner (对家), opposite (1.12)."""
        return self.after(2)

    @property
    def previous(self) -> Seat:
        """The previous player (上家), on the left, an opponent (1.9)."""
        return self.after(3)

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def chinese(self) -> str:
        """南家, 东家, 北家, 西家."""
        return {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}[self.value]

    def after(self, turns: int) -> Seat:
        """The seat so many turns later."""
        seats = list(Seat)
        return seats[(seats.index(self) + turns) % len(seats)]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Seat of a letter S, E, N or W."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有方位“{text}”，应为 S、E、N、W 之一。") from None


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
