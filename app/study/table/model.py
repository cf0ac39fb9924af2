"""What a living table is made of: addresses, acts, positions, players, irregularities. How they work together: see the package."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

if TYPE_CHECKING:
    from datetime import date

    from decision_trees.engine import Ruled

P = TypeVar("P")  # a position of a game
ActKind = Literal["call", "play", "show", "say", "pass", "referee"]
"""What somebody does: makes a call, plays cards to the trick, shows cards without playing them, says something, does not play,
calls the referee."""
_ADDRESS = re.compile(r"(\w+)/(\d{1,6})/(\d{1,18})(?:/([\w.,]{1,400}))?", re.ASCII)
_TAIL = re.compile(r"(\d{1,6})-(\d{1,18})(?:-([\w~,]{1,400}))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class Address:
    """Which table: the same address makes the same table for everybody, while the generator is the same."""

    game: str
    version: int
    seed: int
    kinds: tuple[str, ...] = ()  # irregularities that come first; none: all alike

    @property
    def text(self) -> str:
        """The address as it is shared: ``bridge/1/20261128`` and the kinds, where there are any."""
        kinds = f"/{','.join(self.kinds)}" if self.kinds else ""
        return f"{self.game}/{self.version}/{self.seed}{kinds}"

    @property
    def tail(self) -> str:
        """The address within its game, as one part of a path: ``1-20261128``, with kinds ``1-7-revoke~established``."""
        kinds = [each.removeprefix(f"{self.game}.").replace(".", "~") for each in self.kinds]
        return f"{self.version}-{self.seed}{'-' + ','.join(kinds) if kinds else ''}"

    @classmethod
    def of_tail(cls, game: str, tail: str) -> Address:
        """The address of :attr:`tail`. Raises ``ValueError`` where it is none."""
        found = _TAIL.fullmatch(tail)
        if found is None:
            raise ValueError(tail)
        kinds = tuple(f"{game}.{each.replace('~', '.')}" for each in (found[3] or "").split(",") if each)
        return cls(game, int(found[1]), int(found[2]), kinds)

    @classmethod
    def read(cls, text: str) -> Address:
        """The address of :attr:`text`. Raises ``ValueError`` where it is none."""
        found = _ADDRESS.fullmatch(text.strip())
        if found is None:
            raise ValueError(text)
        kinds = tuple(each for each in (found[4] or "").split(",") if each)
        return cls(found[1], int(found[2]), int(found[3]), kinds)


def daily(game: str, version: int, day: date) -> Address:
    """The table of a day, for everybody the same."""
    return Address(game, version, int(day.strftime("%Y%m%d")))


@dataclass(frozen=True, slots=True)
class Act:
    """What one player is seen to do."""

    seat: str
    kind: ActKind
    what: tuple[str, ...] = ()  # calls or cards, as the facts of the game write them
    text: str = ""  # as it is read: 北家叫 1♠


class Player(Protocol):
    """Somebody at the table: sees his view and chooses a legal act."""

    def choose(self, view: Any, random: Random) -> Act:
        """What he does. ``view`` is what :meth:`Game.view` gives his seat."""
        ...


@dataclass(frozen=True, slots=True)
class Said:
    """What a player answers when the referee asks him."""

    seat: str
    text: str  # in his words
    value: Any = None  # of the fact he was asked for; None: he does not know, or speaks of something else
    true: bool = True


@dataclass(frozen=True, slots=True)
class Incident(Generic[P]):
    """One irregularity as it happened."""

    kind: str  # of its irregularity
    offender: str
    acts: tuple[Act, ...]  # what is seen, one after the other
    after: tuple[P, ...]  # the position after each
    before: P  # the position it happened in
    truth: Mapping[str, Any] = field(default_factory=dict)  # facts that players know and the table does not show
    called_by: str | None = None  # who calls the referee once it is evident; None: nobody does
    patience: int = 0  # acts after it is evident, before he calls
    more: Any = None  # what else the game keeps of it


@dataclass(frozen=True, slots=True)
class Irregularity(Generic[P]):
    """A kind of irregularity. The functions are pure; ``random`` is all the chance there is."""

    id: str  # bridge.insufficient_bid; a tree may have several: bridge.revoke.established
    tree: str
    title: str  # in Chinese
    bend: Callable[[P, Act, Random], Incident[P] | None]  # the position, and the legal act he would have made
    evident: Callable[[Sequence[Act], Incident[P]], bool]
    facts: Callable[[P, Incident[P]], Mapping[str, Any]]  # of its tree, seen on the table
    truth: Callable[[P, Incident[P]], Mapping[str, Any]]  # of its tree, known to somebody at the table
    answer: Callable[[P, Incident[P], str, str], Said | None]  # a fact, a seat; None: he has nothing to say to it
    lapsed: Callable[[P, Incident[P]], bool] = lambda at, incident: False
    begins: tuple[int, int] = (1, 40)  # acts of the deal between which it is first tried


@dataclass(frozen=True, slots=True)
class Given(Generic[P]):
    """A ruling as the game has to carry it out."""

    ruled: tuple[Ruled, ...]  # the last is the one that stands; those before it sent to it
    table: Mapping[str, Any]  # the facts of the deal as the rulings leave them, also those of rulings before
    left: Mapping[str, Any]  # those that this ruling changed
    told: Mapping[str, Any]  # what it rests on, what players chose included
    offender: str | None
    incident: Incident[P] | None  # None: there was none
    random: Random


@dataclass(frozen=True, slots=True)
class Score:
    """What a deal came to."""

    text: str  # in one sentence
    lines: tuple[str, ...] = ()
    value: int = 0


@dataclass(frozen=True, slots=True)
class Pile:
    """Cards or calls at one place, for the screen: ``cards`` as the facts write them."""

    seat: str
    title: str
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Shown:
    """What the referee sees of a position: nothing that is hidden from him."""

    notes: tuple[str, ...] = ()  # 牌号 3, 定约 4♠ 南家
    calls: tuple[tuple[str, str], ...] = ()  # seat, call
    trick: tuple[tuple[str, tuple[str, ...]], ...] = ()  # seat, cards
    piles: tuple[Pile, ...] = ()  # dummy, penalty cards, table
    counts: Mapping[str, str] = field(default_factory=dict)  # beside a seat: cards left, tricks


class Game(Protocol[P]):
    """One game, as the living table plays it.

    One in which something is ruled only when a deal is over (tricks moved after a revoke) also has
    ``owed(at) -> tuple[Irregularity, Incident] | None``, asked then, and ``at_the_end``, the irregularities it may give.
    """

    id: str
    version: int
    seats: Mapping[str, str]  # in the order of play: N: 北家
    irregularities: tuple[Irregularity[P], ...]
    number: tuple[int, ...]  # how many irregularities a deal has, each as likely: (1, 2, 2)

    def begun(self, random: Random) -> P:
        """A deal."""
        ...

    def turn(self, at: P) -> str | None:
        """Whose turn it is; None: the deal is over."""
        ...

    def view(self, at: P, seat: str) -> Any:
        """What a player knows."""
        ...

    def player(self, seat: str) -> Player:
        """Whoever sits there."""
        ...

    def after(self, at: P, act: Act) -> P:
        """The position after a legal act."""
        ...

    def seen(self, at: P) -> Mapping[str, Any]:
        """What lies open of the position, as facts of the deal (deal.yaml): what the referee knows without asking."""
        ...

    def choose_option(
        self, at: P, seat: str | None, options: Sequence[str], given: Mapping[str, Any], random: Random
    ) -> str:
        """What a player chooses among the options of a ruling, by their keys."""
        ...

    def settle_later(self, at: P, fact: str, seat: str | None, given: Mapping[str, Any], random: Random) -> Any:
        """What somebody does once it is ruled, as the value of a fact (corrected_to); None: nothing is known of it."""
        ...

    def ruled(self, at: P, given: Given[P]) -> P:
        """The position a ruling left, a wrong one too."""
        ...

    def score(self, at: P, table: Mapping[str, Any]) -> Score:
        """What it came to; ``table`` is what rulings left (tricks moved)."""
        ...

    def shown(self, at: P) -> Shown:
        """The position as the referee sees it."""
        ...
