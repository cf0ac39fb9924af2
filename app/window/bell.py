"""The bell of a window: it follows the clocks that run, and the time limits of rulings, whatever is on the screen.

Meanwhile the screen is kept awake.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from app.base.opened import trees
from app.tools.alarms import AT_MOST, Alarms, pause, watched
from app.window.preferences import CLOCKS

if TYPE_CHECKING:
    from app.window.session import Session


class Bell:
    """Rings where a step of a clock begins. It ends with the last clock and with the window, and is begun again by :meth:`hear`."""

    def __init__(self, session: Session) -> None:
        """Follow nothing yet."""
        self.session = session
        self.alarms = Alarms()
        self._follows = False

    async def open(self) -> None:
        """Learn of the clocks that are kept: they ran on while no window was open."""
        session = self.session
        if not session.clocks.opened:
            await session.preferences.fetch(CLOCKS)
            if session.preferences.kept(CLOCKS):
                session.clocks.take(session.preferences.kept(CLOCKS))
        self.hear()

    def hear(self) -> None:
        """Follow the clocks from now on, where one runs."""
        if not self._follows and self._there() and self._runs(time.time()):
            self._follows = True
            self.session.page.run_task(self._follow)

    def _there(self) -> bool:
        return self.session.page is not None and self.session.page.session.connection is not None

    def _runs(self, now: float) -> bool:
        return any(each.stopped is None for each in self.session.clocks.running) or bool(self._limits(now))

    def _limits(self, after: float) -> list[float]:
        """When the time limits of the rulings are over that are not yet."""
        timers = [walk.timer for walk in self.session.rulings.walks.values() if walk.timer is not None]
        return [end for timer in timers if (end := timer.ends) > after]

    async def _follow(self) -> None:
        desk, senses = self.session.clocks, self.session.senses
        before = time.time()
        try:
            while self._there():
                clocks, now = trees().clocks, time.time()
                running = tuple(each for each in desk.running if each.kind in clocks)
                ring = self.alarms.look(running, clocks, now)
                if any(end <= now for end in self._limits(before)):
                    ring = "end"
                limits = self._limits(now)
                await senses.stay_awake(bool(limits) or watched(running, clocks, now))
                if ring is not None and desk.sound:
                    await senses.ring(ring)
                if not self._runs(now):
                    break
                before, now = now, time.time()
                await asyncio.sleep(min(pause(running, clocks, now), *(max(0.0, end - now) for end in limits), AT_MOST))
        finally:
            self._follows = False
