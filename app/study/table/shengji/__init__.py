"""Shengji at the living table: trumps declared, the bottom buried, the tricks played by simple players, to the result."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from app.study.table.model import Act, Given, Irregularity, Player, Score, Shown
from app.study.table.shengji import position, rulings
from app.study.table.shengji.acts import action
from app.study.table.shengji.irregularities import IRREGULARITIES
from app.study.table.shengji.position import At
from decision_trees.shengji.seats import Seat

_USUAL = {
    "gravity": ("enough",),  # of a revoke: no more than the points
    "played_after": ("nobody",),
    "blocked": ("one",),  # of a throw: one card is beaten, where that may be
}


class _Simple:
    """A simple player: he acts on what lies on the table and his own cards."""

    def choose(self, view: Any, random: Random) -> Act:
        """His act."""
        return action(view)


class Shengji:
    """The game as the living table plays it."""

    id = "shengji"
    version = 1
    seats: Mapping[str, str] = {seat.value: seat.chinese for seat in Seat}
    irregularities: tuple[Irregularity[At], ...] = IRREGULARITIES
    number = (1, 2, 2)

    def begun(self, random: Random) -> At:
        """A deal."""
        return position.begun(random)

    def turn(self, at: At) -> str | None:
        """Whose turn it is; None: the deal is over."""
        return at.turn.value if at.turn is not None else None

    def view(self, at: At, seat: str) -> At:
        """What a player knows: his hand, the trick, what is over, how many cards the others hold."""
        return position.seen_by(at, Seat(seat))

    def player(self, seat: str) -> Player:
        """Whoever sits there."""
        return _Simple()

    def after(self, at: At, act: Act) -> At:
        """The position after a legal act."""
        return position.after(at, act)

    def seen(self, at: At) -> Mapping[str, Any]:
        """What lies open of the position, as facts of the deal."""
        return position.seen(at)

    def choose_option(
        self, at: At, seat: str | None, options: Sequence[str], given: Mapping[str, Any], random: Random
    ) -> str:
        """What a player chooses among the options of a ruling."""
        usual = _USUAL.get(str(given.get("choice")), ())
        return next((key for key in usual if key in options), None) or random.choice(list(options))

    def settle_later(self, at: At, fact: str, seat: str | None, given: Mapping[str, Any], random: Random) -> Any:
        """What somebody does once it is ruled: nothing that a ruling goes by."""
        return None

    def ruled(self, at: At, given: Given[At]) -> At:
        """The position a ruling left."""
        return rulings.ruled(at, given)

    def score(self, at: At, table: Mapping[str, Any]) -> Score:
        """Which side goes up to which level."""
        return position.score(at, table)

    def shown(self, at: At) -> Shown:
        """The position as the referee sees it."""
        return position.shown(at)


GAME = Shengji()
