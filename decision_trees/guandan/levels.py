"""Levels (级数), advancing and passing A; when a game ends (rules 3.10, 3.11, 14.1, 19.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from decision_trees import tables
from decision_trees.functions import RuleInputError
from decision_trees.guandan.quantities import BASE
from decision_trees.guandan.seats import Seat, Side, is_double_down

ACE = "A"
PAST_ACE = "A+"


def names() -> tuple[str, ...]:
    """All levels from the lowest to past A (3.11)."""
    return tuple(str(row["level"]) for row in sorted(tables.rows(BASE, "levels"), key=lambda row: int(row["order"])))


def first_level() -> str:
    """The level every game begins with (3.10.1)."""
    return names()[0]


def order(level: str) -> int:
    """Place of a level in the order (3.11). Raises :class:`RuleInputError` when there is none of this name."""
    if level not in names():
        raise RuleInputError(f"没有级数“{level}”，应为 2 至 10、J、Q、K、A、A+（过A）之一。")
    return names().index(level)


def steps(partner_place: int) -> int:
    """Levels gained by the side that finished first, by its other player's place (3.10.2)."""
    for row in tables.rows(BASE, "advance"):
        if row["partner_place"] == partner_place:
            return int(row["levels"])
    raise RuleInputError(f"上游的搭档只能是二游、三游或下游（2、3、4），现在是 {partner_place}。")


def _last_place() -> int:
    return max(int(row["partner_place"]) for row in tables.rows(BASE, "advance"))


def advance(level: str, partner_place: int, own_ace_deal: bool) -> str:
    """The level of the side that finished first, after the deal (3.10, 14.1.1).

    A must be played: no advance goes past it. It is passed by finishing first in a deal of one's own A when the partner is
    not last. A deal adjudged a double down counts as partner second (16.3; D-12).
    Raises :class:`RuleInputError` when the game is over already, or A is said to be played by a side below it.
    """
    gained = steps(partner_place)
    at = order(level)
    if level == PAST_ACE:
        raise RuleInputError("已经过A，一局结束，不再升级。")
    if own_ace_deal and level != ACE:
        raise RuleInputError(f"本方还在打 {level}，这一副不会是本方打A。")
    if level == ACE:
        return PAST_ACE if own_ace_deal and partner_place != _last_place() else ACE
    return names()[min(at + gained, order(ACE))]


def sequence(start: str, partner_places: Sequence[int]) -> tuple[str, ...]:
    """Levels after each of the deals this side won one after another; at A each is a deal of its own A."""
    found = []
    level = start
    for place in partner_places:
        level = advance(level, place, level == ACE)
        found.append(level)
    return tuple(found)


@dataclass(frozen=True, slots=True)
class Reordered:
    """A deal after a player's hand was made void and he last (19.4)."""

    upper: Seat
    partner_place: int
    finish: tuple[Seat, ...] | None  # None: second and third were not played out (D-53)

    @property
    def double_down(self) -> bool:
        """Whether the first two are now partners."""
        return self.partner_place == min(int(row["partner_place"]) for row in tables.rows(BASE, "advance"))

    @property
    def advance(self) -> int:
        """Levels gained by the side of the first."""
        return steps(self.partner_place)


def made_last(finish: Sequence[Seat], offender: Seat) -> Reordered:
    """A wrong tribute found after play began: the payer is last, the others move up (19.4; erratum E-01)."""
    ended_early = is_double_down(finish)  # the deal ended with two still holding cards (3.5)
    others = [s for s in (finish[:2] if ended_early else finish) if s is not offender]
    upper = others[0]
    if not ended_early:
        order_ = (*others, offender)
        return Reordered(upper, order_.index(upper.partner) + 1, order_)
    if offender in finish[:2]:
        return Reordered(upper, len(Seat), None)
    return Reordered(upper, 2, (*others, offender.partner, offender))


class GameMode(StrEnum):
    """How a game ends (14.1)."""

    BY_GAME = "计局制"
    BY_DEALS = "计副制"
    BY_TIME = "计时制"
    BY_TIME_AND_DEALS = "计时计副制"


@dataclass(frozen=True, slots=True)
class GameEnd:
    """Whether a game is over, why, and which side is ahead (None: level)."""

    over: bool
    because: str = ""
    ahead: Side | None = None


def game_end(
    mode: GameMode,
    levels: dict[Side, str],
    deals_played: int = 0,
    deals_set: int | None = None,
    time_is_up: bool = False,
) -> GameEnd:
    """Whether the game is over (14.1.1 to 14.1.4): a side past A ends any, else deals or time as the mode says.

    Raises :class:`RuleInputError` when both sides are past A, or the number of deals an event must set is missing.
    """
    north, east = order(levels[Side.NS]), order(levels[Side.EW])
    ahead = None if north == east else Side.NS if north > east else Side.EW
    if PAST_ACE in levels.values():
        if ahead is None:
            raise RuleInputError("双方不会都过A，一方过A时一局已经结束。")
        return GameEnd(True, "过A", ahead)
    by_deals = mode in (GameMode.BY_DEALS, GameMode.BY_TIME_AND_DEALS)
    if by_deals and deals_set is None:
        raise RuleInputError(f"{mode.value}打多少副由比赛规程规定，请给出规定的副数。")
    if by_deals and deals_set is not None and deals_played >= deals_set:
        return GameEnd(True, "已打满规定的副数", ahead)
    if mode in (GameMode.BY_TIME, GameMode.BY_TIME_AND_DEALS) and time_is_up:
        return GameEnd(True, "规定的时间已到", ahead)
    return GameEnd(False, ahead=ahead)
