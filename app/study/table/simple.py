"""A game whose players act on what lies on the table and their own cards, and nothing else."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from random import Random
from typing import Any, Generic, Protocol, TypeVar

from app.study.table.model import Act, Given, Irregularity, Player, Score, Shown


class OnTurn(Protocol):
    """A position that says whose turn it is."""

    @property
    def turn(self) -> StrEnum | None:
        """Who acts next; None: the deal is over."""
        ...


P = TypeVar("P", bound=OnTurn)


@dataclass(frozen=True, slots=True)
class _Simple:
    """A simple player."""

    action: Callable[[Any], Act]

    def choose(self, view: Any, random: Random) -> Act:
        """His act."""
        return self.action(view)


@dataclass(frozen=True)
class SimpleGame(Generic[P]):
    """The game as the living table plays it: see :class:`~app.study.table.model.Game`."""

    id: str
    version: int
    number: tuple[int, ...]
    seats: Mapping[str, str]
    irregularities: tuple[Irregularity[P], ...]
    begun: Callable[[Random], P]
    seen_by: Callable[[P, str], P]  # what a player knows: his hand, what lies there, how many cards the others hold
    action: Callable[[P], Act]
    after: Callable[[P, Act], P]
    seen: Callable[[P], Mapping[str, Any]]
    ruled: Callable[[P, Given[P]], P]
    score: Callable[[P, Mapping[str, Any]], Score]
    shown: Callable[[P], Shown]
    usual: Mapping[str, Sequence[str]] = field(
        default_factory=dict
    )  # what is mostly so, of what is chosen: fact → keys

    def turn(self, at: P) -> str | None:
        """Whose turn it is; None: the deal is over."""
        return at.turn.value if at.turn is not None else None

    def view(self, at: P, seat: str) -> P:
        """What a player knows."""
        return self.seen_by(at, seat)

    def player(self, seat: str) -> Player:
        """Whoever sits there."""
        return _Simple(self.action)

    def choose_option(
        self, at: P, seat: str | None, options: Sequence[str], given: Mapping[str, Any], random: Random
    ) -> str:
        """What a player chooses among the options of a ruling."""
        usual = self.usual.get(str(given.get("choice")), ())
        return next((key for key in usual if key in options), None) or random.choice(list(options))

    def settle_later(self, at: P, fact: str, seat: str | None, given: Mapping[str, Any], random: Random) -> Any:
        """What somebody does once it is ruled: nothing that a ruling goes by."""
        return None
