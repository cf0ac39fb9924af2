"""What is kept across restarts: in the browser's or the device's own preferences, never on a server.

The client reads its preferences once and then only from its own memory: a second window does not see there what the first has
written. What is kept is therefore changed in what all windows of a browser share (:mod:`app.base.shared_preferences`), and
written from there; the other windows are told.
"""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import TYPE_CHECKING, Any, Protocol

import flet as ft

from app.base.shared_preferences import SharedPreferences, shared_of

if TYPE_CHECKING:
    from collections.abc import Callable, Coroutine

    from app.base.shared_preferences import Change, Kept

BROWSER = "zhicai.browser"  # a name of its own, by which windows of one browser know each other
SETTINGS = "zhicai.settings"
SHELF = "zhicai.shelf"
NOTES = "zhicai.notes"  # notes of one's own on clauses
ASSIGNMENT = "zhicai.assignment"
RIGHTS_VIEW = "zhicai.rights_view"
RULINGS = "zhicai.rulings"  # which rulings are open
RULING = "zhicai.ruling."  # and one of them
STUDY = "zhicai.study"  # who learns here, and what
DEALS = "zhicai.deals"  # what is known of the deals at the tables: see app.ruling.deal_sheet
TOOLS = "zhicai.tools"  # what was last entered into the tools, read when the first is opened
CLOCKS = "zhicai.clocks"  # when each was begun
OWN_TREES = "zhicai.own_trees"  # trees that somebody has begun and not kept yet, by book and tree
AT_ONCE = (
    SETTINGS,
    SHELF,
    NOTES,
    ASSIGNMENT,
    RIGHTS_VIEW,
    RULINGS,
    DEALS,
    STUDY,
    OWN_TREES,
)  # read before the first screen
PATIENCE = 3.0  # seconds to wait for the client before starting with defaults
ANSWER = 2.0  # seconds to wait for the client before it is asked again
TRIES = 300  # as long as a window that is away is waited for
JOURNAL = "journal"  # told to all windows: it has grown
BOOKS = "books.log"  # told to all windows: a book of one's own has changed


class Values(Protocol):
    """Texts by key, as Flet's preferences keep them."""

    async def get(self, key: str) -> Any:
        """Return a value."""
        ...

    async def set(self, key: str, value: str) -> object:
        """Keep a value."""
        ...

    async def remove(self, key: str) -> object:
        """Keep it no longer."""
        ...


@dataclass(repr=False)
class Preferences:
    """The preferences of one window."""

    page: ft.Page
    preferences: Values = field(default_factory=ft.SharedPreferences)
    shared: SharedPreferences = field(default_factory=SharedPreferences)
    browser: str = ""

    async def open(self, heard: Callable[[str], None]) -> None:
        """Read what was kept, and listen to what other windows change; ``heard`` is told the key.

        What takes too long comes later, as if another window had changed it.
        """
        reading = asyncio.ensure_future(self._read_all(heard))
        done, _ = await asyncio.wait([reading], timeout=PATIENCE)
        if not done:
            reading.add_done_callback(lambda read: None if read.cancelled() else self._hear_all(heard))

    async def _read_all(self, heard: Callable[[str], None]) -> None:
        browser, *values = await asyncio.gather(*(self.read(key) for key in (BROWSER, *AT_ONCE)))
        found = {key: value for key, value in zip(AT_ONCE, values, strict=True) if value}
        known = browser.get("name")
        self.browser = known if isinstance(known, str) and known else token_hex(8)
        own, self.shared = self.shared, shared_of(self.browser, self.shared)
        if self.shared is own:
            own.fill(found)
        else:
            own.hand_over(self.shared)
        self._listen(heard)
        if known != self.browser:
            self.put(BROWSER, {"name": self.browser})

    def _listen(self, heard: Callable[[str], None]) -> None:
        async def told(_: str, key: str) -> None:
            self.on_page(heard, key)

        async def told_all(key: str) -> None:
            self.on_page(heard, key)

        self.page.pubsub.subscribe_topic(self.browser, told)
        self.page.pubsub.subscribe(told_all)

    def _hear_all(self, heard: Callable[[str], None]) -> None:
        for key in AT_ONCE:
            self.on_page(heard, key)

    def on_page(self, heard: Callable[[str], None], key: str) -> None:
        """Have something heard on this window's page."""

        async def hear() -> None:
            heard(key)

        self._run(hear)

    def _run(self, task: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Run something on this window's page; one that is away for a moment catches up when it is back."""
        if self.page.session.connection is not None:
            self.page.run_task(task)

    def catch_up(self, heard: Callable[[str], None]) -> None:
        """Take over what was changed while this window was away, and write what could not be written."""
        for key in (*AT_ONCE, JOURNAL, BOOKS, *(key for key in tuple(self.shared.values) if key.startswith(RULING))):
            heard(key)
        self._run(self._write)

    async def read(self, key: str) -> Kept:
        """Return what the client keeps under a key; nothing where that cannot be read.

        A page that is loaded again while it is asked never answers: it is asked again.
        """
        raw = None
        for _ in range(TRIES):
            with suppress(TimeoutError):
                raw = await asyncio.wait_for(self.preferences.get(key), ANSWER)
                break
        with suppress(TypeError, ValueError, RecursionError):
            value = json.loads(raw)  # type: ignore[arg-type]
            if isinstance(value, dict):
                return value
        return {}

    async def fetch(self, key: str) -> None:
        """Read what is not read at once, if no window of this browser has read it yet."""
        await self.shared.filled.wait()
        with suppress(RuntimeError):  # the window has just been closed
            value = await self.read(key)
            if value:
                self.shared.values.setdefault(key, value)

    def kept(self, key: str) -> Kept:
        """Return what is kept under a key now."""
        return self.shared.values.get(key, {})

    def change(self, key: str, change: Change) -> None:
        """Change what is kept under a key, starting from what stands there now, whichever window wrote it."""
        self.shared.change(key, change)
        self._changed(key)

    def put(self, key: str, value: dict[str, Any]) -> None:
        """Keep a value that belongs together, instead of the one before."""

        def replace(kept: Kept) -> None:
            kept.clear()
            kept.update(value)

        self.change(key, replace)

    def remove(self, key: str) -> None:
        """Let go of what is kept under a key."""
        self.shared.remove(key)
        self._changed(key)

    def _changed(self, key: str) -> None:
        if self.browser:
            self.page.pubsub.send_others_on_topic(self.browser, key)
        self._run(self._write)

    async def written(self) -> None:
        """Return once what was changed is written, or was refused."""
        await self._write()

    def tell_all(self, what: str) -> None:
        """Tell all other windows, of whichever browser, that something they share has changed."""
        self.page.pubsub.send_others(what)

    async def _write(self) -> None:
        """Write what is not written yet, also for a window that was closed before it could."""
        shared = self.shared
        await shared.filled.wait()
        async with shared.writing:
            for key in tuple(shared.unwritten):
                del shared.unwritten[key]
                value = shared.values.get(key)
                try:
                    if value is None:
                        await asyncio.wait_for(self.preferences.remove(key), PATIENCE)
                    else:
                        text = json.dumps(value, ensure_ascii=False)
                        await asyncio.wait_for(self.preferences.set(key, text), PATIENCE)
                except (TimeoutError, AttributeError, RuntimeError):  # this window has just been closed
                    shared.unwritten[key] = None
                    return
