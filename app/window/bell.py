"""The bell of a window: it follows the clocks that run, whatever is on the screen, and keeps that awake meanwhile."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

from app.tools.alarms import Alarms, pause, watched
from app.window.library import trees
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
        if not self._follows and self._there() and any(each.stopped is None for each in self.session.clocks.running):
            self._follows = True
            self.session.page.run_task(self._follow)

    def _there(self) -> bool:
        return self.session.page is not None and self.session.page.session.connection is not None

    async def _follow(self) -> None:
        desk, senses, clocks = self.session.clocks, self.session.senses, trees().clocks
        try:
            while self._there():
                running, now = tuple(desk.running), time.time()
                ring = self.alarms.look(running, clocks, now)
                await senses.stay_awake(watched(running, clocks, now))
                if ring is not None and desk.sound:
                    await senses.ring(ring)
                if all(each.stopped is not None for each in running):
                    break
                await asyncio.sleep(pause(running, clocks, time.time()))
        finally:
            self._follows = False
