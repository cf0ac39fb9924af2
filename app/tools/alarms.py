"""When clocks that run speak up: at each step that begins, whatever is on the screen. Pure; nothing here waits."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Literal

from app.tools.clocks import Running, read, until_next
from decision_trees.clocks import Clock

Ring = Literal["step", "end"]  # something begins, and something follows it; the last has begun
AT_MOST = 1.0  # seconds between two looks: the wall clock may be set, and a device may sleep
AFTERWARDS = 300  # seconds for which a clock that has come to its end is still watched
A_LITTLE = 0.02  # seconds after a limit, so that it is surely over


class Alarms:
    """What has rung already. A clock that is seen for the first time, or was begun anew, rings from its next step on."""

    def __init__(self) -> None:
        """Nothing was seen yet."""
        self._begun: dict[tuple[str, str, float], int] = {}

    def look(self, running: Iterable[Running], clocks: Mapping[str, Clock], now: float) -> Ring | None:
        """Return what is to be heard now: the end of a clock rather than a step of another; mostly nothing."""
        rings: list[Ring] = []
        seen: dict[tuple[str, str, float], int] = {}
        for each in running:
            if each.stopped is not None:
                continue
            reading, name = read(clocks[each.kind], each, now), (each.kind, each.who, each.began)
            seen[name] = reading.step
            if reading.step > self._begun.get(name, reading.step):
                rings.append("step" if reading.left else "end")
        self._begun = seen
        return max(rings, key=lambda ring: ring == "end", default=None)


def pause(running: Iterable[Running], clocks: Mapping[str, Clock], now: float) -> float:
    """How many seconds to wait before the next look."""
    ahead = [until_next(clocks[each.kind], each, now) for each in running if each.stopped is None]
    return min([AT_MOST, *(each + A_LITTLE for each in ahead if each is not None)])


def watched(running: Iterable[Running], clocks: Mapping[str, Clock], now: float) -> bool:
    """Whether somebody is looking at a clock: one runs that has a step ahead, or came to its end minutes ago."""
    return any(
        each.stopped is None
        and (
            until_next(clocks[each.kind], each, now) is not None
            or until_next(clocks[each.kind], each, now - AFTERWARDS) is not None
        )
        for each in running
    )
