"""Clocks that run: when each was begun by the wall clock, and what it says now. Pure; nothing here waits."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any

from decision_trees.clocks import Clock, Step, seconds, starts
from decision_trees.model import Level

MOST = 12  # at once
TABLE = 12  # characters of a table's number
TIMES = ("一", "两", "三", "四", "五", "六", "七", "八", "九")


@dataclass(frozen=True, slots=True)
class Running:
    """A clock that was begun."""

    kind: str  # the id of a clock
    began: float  # seconds of the wall clock
    who: str = ""  # a side, where each has one
    stopped: float | None = None
    minutes: int | None = None  # how long, where the event sets it
    table: str = ""  # where it is; empty where nobody said

    @property
    def whose(self) -> str:
        """At which table and of which side it is, as far as that was said: 3桌 甲方."""
        return " ".join(part for part in (f"{self.table}桌" if self.table else "", self.who) if part)

    def elapsed(self, now: float) -> float:
        """Seconds since it was begun, or between that and its stop; never negative, also where the clock was set back."""
        return max(0.0, (self.stopped if self.stopped is not None else now) - self.began)

    def plain(self) -> dict[str, Any]:
        """What is kept of it."""
        return {
            "kind": self.kind,
            "began": self.began,
            "who": self.who,
            "stopped": self.stopped,
            "minutes": self.minutes,
        } | ({"table": self.table} if self.table else {})


@dataclass(frozen=True, slots=True)
class Reading:
    """What a clock says at a moment."""

    shown: str  # 12, 1:05, +0:40
    said: str
    level: Level
    step: int  # how many steps have begun: it speaks up where that grows
    left: bool  # whether what is shown is what is left; else what has gone since the last step
    cites: tuple[str, ...] = ()


def begin(
    clock: Clock, now: float, sides: Mapping[str, str], minutes: int | None = None, table: str = ""
) -> list[Running]:
    """Begin a clock, or one for each side, at a table where one is said."""
    length = minutes if minutes is not None else clock.minutes
    whose = sides.values() if clock.sides else ("",)
    return [Running(clock.id, now, who, minutes=length, table=table) for who in whose]


def stop(running: Running, now: float) -> Running:
    """Stop a clock: what it says stays as it is."""
    return running if running.stopped is not None else replace(running, stopped=now)


def again(running: Running, now: float) -> Running:
    """Begin a clock anew: the next player, the next hand."""
    return replace(running, began=now, stopped=None)


def lengthened(running: Running, by: int) -> Running:
    """Return a clock whose length the event sets with some minutes more, or fewer; at least one."""
    return replace(running, minutes=max(1, (running.minutes or 0) + by))


@cache
def _steps(clock: Clock, minutes: int | None) -> tuple[tuple[int, Step], ...]:
    return starts(clock, minutes)


def read(clock: Clock, running: Running, now: float) -> Reading:
    """What a clock says now.

    Until its last limit it shows the time left to the next, rounded up; after it, the time since. A step begins when its limit is
    over: 20 seconds are in time, and what follows is not.
    """
    gone = running.elapsed(now)
    steps = _steps(clock, running.minutes)
    begun = [(at, step) for at, step in steps if gone > at or (at == 0 and gone > 0)]
    said, cites, count = clock.about, clock.cites, len(begun)
    level: Level = "none"
    if begun:
        at, step = begun[-1]
        said, level, cites = step.say, step.level, step.cites or clock.cites
        if step.every is not None:
            times = 1 + int((gone - at - 1e-9) // seconds(step.every, running.minutes))
            count += times - 1
            said = said.replace("{times}", TIMES[times - 1] if times <= len(TIMES) else str(times))
    ahead = until_next(clock, running, now)
    if ahead is not None:
        return Reading(spelled(int(-(-ahead // 1))), said, level, count, True, cites)
    return Reading("+" + spelled(int(gone - begun[-1][0])), said, level, count, False, cites)


def since_last(clock: Clock, running: Running, now: float) -> float:
    """Seconds since the last limit of a clock was over; negative before it."""
    return running.elapsed(now) - _steps(clock, running.minutes)[-1][0]


def until_next(clock: Clock, running: Running, now: float) -> float | None:
    """How many seconds are left until the limit after which the next step begins; None where nothing follows."""
    gone = running.elapsed(now)
    steps = _steps(clock, running.minutes)
    begun = [(at, step) for at, step in steps if gone > at or (at == 0 and gone > 0)]
    if begun and (every := begun[-1][1].every) is not None:
        length = seconds(every, running.minutes)
        return begun[-1][0] + length * (1 + int((gone - begun[-1][0] - 1e-9) // length)) - gone
    return min((at - gone for at, _ in steps if at >= gone and at > 0), default=None)


def spelled(number: int) -> str:
    """Return seconds as a clock shows them: 19, 1:05, 1:02:00."""
    if number < 60:
        return str(number)
    hours, rest = divmod(number, 3600)
    return f"{hours}:{rest // 60:02d}:{rest % 60:02d}" if hours else f"{rest // 60}:{rest % 60:02d}"


def restored(kept: Any, clocks: Mapping[str, Clock]) -> list[Running]:
    """Return the clocks that were kept; what cannot be read, and kinds there are no longer, are left out."""
    found = []
    for each in kept if isinstance(kept, list) else []:
        if not isinstance(each, dict) or each.get("kind") not in clocks:
            continue
        began, stopped, minutes = each.get("began"), each.get("stopped"), each.get("minutes")
        if isinstance(began, int | float) and not isinstance(began, bool):
            found.append(
                Running(
                    each["kind"],
                    float(began),
                    str(each.get("who") or ""),
                    float(stopped) if isinstance(stopped, int | float) else None,
                    minutes if isinstance(minutes, int) else None,
                    str(each.get("table") or "")[:TABLE],
                )
            )
    return found[:MOST]
