"""How the irregularities of a game with simple players are made: what is asked of all of them alike is said once."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any, Generic, TypeVar

from app.study.table.asked import answered
from app.study.table.model import Act, Incident, Irregularity, Said

P = TypeVar("P")
Facts = dict[str, Any]
LATER = 4  # actions after an irregularity after which nobody comes back to it


def shown(acts: Sequence[Act], incident: Incident[Any]) -> bool:
    """Were the acts of the irregularity shown, one after the other?"""
    size = len(incident.acts)
    return any(tuple(acts[at : at + size]) == incident.acts for at in range(len(acts) - size + 1))


def nothing_more(at: Any, incident: Incident[Any]) -> Facts:
    """Nothing that only somebody there knows."""
    return {}


@dataclass(frozen=True, slots=True)
class Kinds(Generic[P]):
    """The irregularities of one game.

    ``acted``: how many acts there were; ``over``: is the deal over? ``told`` and ``known``: facts that every one of its trees asks.
    """

    game: str
    seats: tuple[str, ...]
    acted: Callable[[P], int]
    over: Callable[[P], bool]
    begins: tuple[int, int]  # acts of the deal between which one is first tried, where it says nothing else
    told: Callable[[Incident[P]], Mapping[str, Any]] = field(default=lambda incident: {})
    known: Mapping[str, Any] = field(default_factory=dict)

    def lapsed(self, at: P, incident: Incident[P]) -> bool:
        """The deal is over, or so many acts have gone by that nobody comes back to it."""
        return self.over(at) or self.acted(at) - self.acted(incident.after[-1]) >= LATER

    def kind(
        self,
        name: str,
        title: str,
        bend: Callable[[P, Act, Random], Incident[P] | None],
        facts: Callable[[P, Incident[P]], Facts],
        truth: Callable[[P, Incident[P]], Facts] = nothing_more,
        *,
        evident: Callable[[Sequence[Act], Incident[P]], bool] = shown,
        lapsed: Callable[[P, Incident[P]], bool] | None = None,
        begins: tuple[int, int] | None = None,
    ) -> Irregularity[P]:
        """One of them: ``name`` is its tree within the game."""
        tree = f"{self.game}.{name}"

        def told(at: P, incident: Incident[P]) -> Facts:
            return {**self.told(incident), **facts(at, incident)}

        def known(at: P, incident: Incident[P]) -> Facts:
            return {**self.known, **truth(at, incident)}

        def answer(at: P, incident: Incident[P], fact: str, seat: str) -> Said | None:
            chance = f"{self.acted(incident.before)}/{incident.offender}"
            all_of_it = {**told(at, incident), **known(at, incident)}
            return answered(tree, all_of_it, fact, seat, incident.offender, self.seats, chance)

        return Irregularity(
            tree, tree, title, bend, evident, told, known, answer, lapsed or self.lapsed, begins or self.begins
        )
