"""Whose turn it is at a guandan table, and whose play must be beaten, worked out from the table alone.

A small model of its own. It uses none of the rule functions that the trees use, so that who acts next as the trees say it and
as the table has it can be held against each other. Where a ruling leaves open what the table looks like, it says nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from decision_trees.guandan.seats import Seat


@dataclass(frozen=True, slots=True)
class Table:
    """A circle as it stands (第六条): whose play must be beaten, who acted last, who has no cards, who is stopped how often."""

    to_beat: Seat | None  # None: a circle begins
    acted: Seat | None = None  # who played or passed last; None: nobody yet
    leader: Seat | None = None  # of a circle that begins
    finished: tuple[Seat, ...] = ()  # in order: 上游, 二游, 三游
    stopped: Mapping[Seat, int] = field(default_factory=dict)
    may_lead: frozenset[Seat] = (
        frozenset()
    )  # of those stopped, who may not follow in this circle, but may lead (18.3.1)


@dataclass(frozen=True, slots=True)
class Turn:
    """Who acts, how, and whose play he must beat."""

    act: Literal["lead", "play", "none"]
    seat: Seat | None
    over: Seat | None = None


def turn(table: Table) -> Turn | None:
    """Whose turn it is: anticlockwise, past whoever has no cards (6.1); once nobody beats a play its maker leads (6.3), or his
    partner where he was the first to finish (9). None where the text leaves it open."""
    if len(table.finished) >= len(Seat) - 1:
        return Turn("none", None)
    if table.to_beat is None:
        if table.leader is None:
            return None
        return Turn("lead", table.leader) if table.leader not in table.finished else None
    stopped = dict(table.stopped)
    seat = table.acted if table.acted is not None else table.to_beat
    for _ in range(2 * len(Seat)):
        seat = seat.next
        if seat is table.to_beat:
            return _unless_stopped(_nobody_beat_it(table), stopped, table)
        if seat in table.finished:
            continue
        if stopped.get(seat, 0):
            stopped[seat] -= 1
            continue
        return Turn("play", seat, table.to_beat)
    return None


def _unless_stopped(turn_: Turn | None, stopped: Mapping[Seat, int], table: Table) -> Turn | None:
    """Who is stopped does not lead either (16.2): the lead goes on anticlockwise. Who may only not follow does (18.3.1)."""
    away = {seat for seat, times in stopped.items() if times and seat not in table.may_lead}
    if turn_ is None or turn_.seat is None or turn_.seat not in away:
        return turn_
    for turns in range(1, len(Seat)):
        seat = turn_.seat.after(turns)
        if seat not in table.finished and seat not in away:
            return Turn("lead", seat)
    return turn_


def _nobody_beat_it(table: Table) -> Turn | None:
    assert table.to_beat is not None
    if table.to_beat not in table.finished:
        return Turn("lead", table.to_beat)
    if table.to_beat is table.finished[0] and table.to_beat.partner not in table.finished:
        return Turn("lead", table.to_beat.partner)  # 借风
    return None  # of the second to finish the text says nothing


def taken_back(table: Table, due: Seat) -> Table:
    """The table once a play out of turn was taken back: he whose turn it was acts (18.2)."""
    return replace(table, acted=due.previous)


def finished_of(places: Sequence[str | None]) -> tuple[Seat, ...]:
    """Who has no cards, of the places as they are told, in order."""
    return tuple(Seat(place) for place in places if place is not None)
