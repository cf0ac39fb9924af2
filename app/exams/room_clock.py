"""The room's clock: it goes on from the last record, by a clock nobody sets, and only while the room is open."""

from __future__ import annotations

import time
from collections.abc import Callable

STALLED = 5.0  # seconds without a tick after which the machine was asleep or stopped, and nobody could answer


class RoomClock:
    """Seconds since 1970 when the room was first opened; later behind the time of day by as long as it was shut."""

    def __init__(self, at: float, steady: Callable[[], float] = time.monotonic) -> None:
        """Go on from a time."""
        self._at, self._steady = at, steady
        self._ticked = steady()

    def now(self) -> float:
        """The time; it stands still when nobody ticks."""
        return self._at + min(self._steady() - self._ticked, STALLED)

    def tick(self) -> None:
        """The room is open."""
        self._at, self._ticked = self.now(), self._steady()


def begun(alive: float, started: bool) -> float:
    """The time at which a room's clock begins: a running exam goes on from its last record, whatever the time of day is."""
    return alive if started else max(alive, time.time())
