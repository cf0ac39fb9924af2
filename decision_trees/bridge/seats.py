"""Seats and sides of a bridge table: turns run clockwise (轮转顺序)."""

from __future__ import annotations

from enum import StrEnum

from decision_trees.functions import RuleInputError


class Side(StrEnum):
    """A side (一方): two partners."""

    NS = "NS"
    EW = "EW"

    @property
    def opponents(self) -> Side:
        """The other side."""
        return Side.EW if self is Side.NS else Side.NS

    @property
    def seats(self) -> tuple[Seat, Seat]:
        """Its two seats."""
        return (Seat.N, Seat.S) if self is Side.NS else (Seat.E, Seat.W)

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
            raise RuleInputError(f"没有“{text}”这一方，应为 NS(南北)、EW(东西)之一。") from None


class Seat(StrEnum):
    """A seat (方位), in clockwise order."""

    N = "N"
    E = "E"
    S = "S"
    W = "W"

    @property
    def lho(self) -> Seat:
        """Left-hand opponent (下家): next in rotation."""
        return _AFTER[self][0]

    @property
    def partner(self) -> Seat:
        """Partner (同伴), opposite."""
        return _AFTER[self][1]

    @property
    def rho(self) -> Seat:
        """Right-hand opponent (上家): before in rotation."""
        return _AFTER[self][2]

    @property
    def side(self) -> Side:
        """The side this seat plays for."""
        return Side.NS if self in (Seat.N, Seat.S) else Side.EW

    @property
    def chinese(self) -> str:
        """北家, 东家, 南家, 西家."""
        return {"N": "北家", "E": "东家", "S": "南家", "W": "西家"}[self.value]

    def after(self, turns: int) -> Seat:
        """The seat so many turns later."""
        seats = list(Seat)
        return seats[(seats.index(self) + turns) % 4]

    @classmethod
    def parse(cls, text: str) -> Seat:
        """Seat of a letter N, E, S or W."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有方位“{text}”，应为 N、E、S、W 之一。") from None


_AFTER = {s: [list(Seat)[(i + n) % 4] for n in (1, 2, 3)] for i, s in enumerate(Seat)}
