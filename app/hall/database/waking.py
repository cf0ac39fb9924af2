"""Waking the workers of a hall: each listens to what the database says has changed, and looks for itself now and then."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from contextlib import suppress

import psycopg
from sqlalchemy import Engine

from app.hall.database.record_store import CHANNEL

PIECE = 0.2  # seconds between two looks at whether the hall ends
SILENT = 2.0  # seconds without a word after which one looks all the same: a line may be dead without saying so


class Waking:
    """Who waits for the word that something of an event has changed."""

    def __init__(self, engine: Engine, event: str) -> None:
        self.engine, self.event = engine, event
        self._line: psycopg.Connection | None = None
        self._lock = threading.Lock()
        self.ending: Callable[[], bool] = lambda: False  # whether nobody waits any more

    async def woken(self) -> None:
        """Return when the database says that something has changed, or has been silent for a while."""
        if not await asyncio.to_thread(self._wait) and not self.ending():
            await asyncio.sleep(SILENT)

    def _wait(self) -> bool:
        """Whether the line held."""
        with self._lock:
            try:
                if self._line is None:
                    self._line = self._connected()
                until = time.monotonic() + SILENT
                while time.monotonic() < until and not self.ending():
                    if any([each.payload == self.event for each in self._line.notifies(timeout=PIECE, stop_after=1)]):
                        break
                return True
            except psycopg.Error:
                self._let_go()
                return False

    def _connected(self) -> psycopg.Connection:
        url = self.engine.url.set(drivername="postgresql")
        line = psycopg.connect(
            url.render_as_string(hide_password=False), autocommit=True, application_name="zhicai-hall"
        )
        line.execute(f"LISTEN {CHANNEL}")
        return line

    def close(self) -> None:
        """Let go of the line."""
        with self._lock:
            self._let_go()

    def _let_go(self) -> None:
        if self._line is not None:
            with suppress(psycopg.Error):
                self._line.close()
            self._line = None
