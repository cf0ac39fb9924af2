"""Seats of a table, as many as a game has: who comes after whom, who is whose partner, who sits where on a picture.

Which seats a game has, in which order and with whom they play stands in its ``game.yaml``. The enums of a game's own module
(``class Seat(TableSeat)``) hold its letters for rule functions, and take what all tables share from here.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Self, TypeVar

from decision_trees import notation
from decision_trees.functions import RuleInputError
from decision_trees.games import Game, games

Member = TypeVar("Member", bound=StrEnum)
Side = TypeVar("Side", bound="TableSide")

COMPASS = frozenset("NESW")
NEAREST = "S"  # of a compass: below on a picture, as on a map


def short(name: str) -> str:
    """The name of a seat as an answer: 北 of 北家."""
    return name.removesuffix("家")


def named(text: str, seats: Mapping[str, str]) -> str | None:
    """The letter of a seat as people write it: by its letter, its name, or as a point of the compass; None when it is none."""
    plain = notation.plain(text)
    for letter, name in seats.items():
        if plain in (letter, notation.plain(name), notation.plain(short(name))):
            return letter
    point = notation.seat(text)
    return point if point in seats and seats.keys() >= COMPASS else None


def read(value: object, seats: Mapping[str, str]) -> str:
    """As :func:`named`. Raises :class:`RuleInputError` for what is no seat of the game."""
    found = named(value, seats) if isinstance(value, str) else None
    if found is None:
        raise RuleInputError(f"没有方位“{value}”，应为 {'、'.join(seats)} 或 {'、'.join(map(short, seats.values()))}。")
    return found


@dataclass(frozen=True, slots=True)
class Around:
    """Seats as they are drawn around a table: one below, those at its sides from above down, and one above where they are even."""

    top: str | None
    left: tuple[str, ...]
    right: tuple[str, ...]
    bottom: str


def around(seats: Iterable[str], clockwise: bool) -> Around:
    """Where seats, given in the order of play, are drawn: south below, or the first where there is no south."""
    order = list(seats)
    at = order.index(NEAREST) if NEAREST in order else 0
    bottom, *others = order[at:] + order[:at]
    half = len(others) // 2
    near, far = (
        tuple(reversed(others[:half])),
        tuple(others[len(others) - half :]),
    )  # before and after the seat opposite
    top = others[half] if len(others) % 2 else None
    return Around(top, near, far, bottom) if clockwise else Around(top, far, near, bottom)


@cache
def _members(of: type[Member]) -> tuple[Member, ...]:
    return tuple(of)


def _game(of: type[StrEnum]) -> Game:
    """The game in whose folder an enum stands."""
    return games()[of.__module__.split(".")[1]]


class TableSide(StrEnum):
    """A side (一方) of a game with two of them; a member is written with the letters of its seats: ``NS``."""

    @property
    def opponents(self) -> Self:
        """The other side."""
        other: Self = next(side for side in _members(type(self)) if side is not self)
        return other

    @property
    def chinese(self) -> str:
        """As the game calls it: 南北方."""
        return _game(type(self)).sides[self.value]

    @classmethod
    def parse(cls, text: str) -> Self:
        """Side of its letters."""
        try:
            return cls(text)
        except ValueError:
            known = "、".join(f"{side}（{side.chinese.removesuffix('方')}）" for side in cls)
            raise RuleInputError(f"没有“{text}”这一方，应为 {known}之一。") from None


class TableSeat(StrEnum):
    """A seat (方位); members stand in the order of play."""

    def after(self, turns: int) -> Self:
        """The seat so many turns later."""
        order = _members(type(self))
        seat: Self = order[(order.index(self) + turns) % len(order)]
        return seat

    @property
    def next(self) -> Self:
        """Who plays next (下家)."""
        return self.after(1)

    @property
    def partner(self) -> Self:
        """Who sits opposite (对家, 同伴, 搭档)."""
        return self.after(len(_members(type(self))) // 2)

    @property
    def previous(self) -> Self:
        """Who played before (上家)."""
        return self.after(-1)

    @property
    def chinese(self) -> str:
        """As the game calls it: 北家."""
        return _game(type(self)).seats[self.value]

    def of(self, sides: type[Side]) -> Side:
        """The side for which a seat plays."""
        found: Side = next(side for side in _members(sides) if self.value in side.value)
        return found

    @classmethod
    def written(cls, value: object) -> str:
        """The letter of a seat as people write it (``南``, ``南家``, ``S``). Raises :class:`RuleInputError` for what is none."""
        return read(value, _game(cls).seats)

    @classmethod
    def parse(cls, text: str) -> Self:
        """Seat of a letter."""
        try:
            return cls(text)
        except ValueError:
            raise RuleInputError(f"没有方位“{text}”，应为 {'、'.join(cls)} 之一。") from None
