"""What keeps the journal, the settings and the answers of practice in a browser: one tab writes, others read and take over.

The files are made when the app is opened for the first time, so that their names have long been on the disk when something is
saved: what a browser keeps of names, it keeps in a way that a power cut within the same second can undo.
"""

from __future__ import annotations

import asyncio
import errno
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Protocol

from app.browser.kept_values import KeptValues
from app.journal.log_file import Handle, LogFile, MemoryHandle
from app.journal.log_store import LogStore, new_log_store, refusal
from app.journal.store import JournalError
from app.study.answers import AnswerLog

JOURNAL = "journal.log"
VALUES = ("values-1.log", "values-2.log")
ANSWERS = "answers.log"  # given in practice
LEARNING = "zhicai.study"  # the key under which windows hear of them
FILES = (JOURNAL, *VALUES, ANSWERS)
NOT_KEPT = "这个浏览器不让网页存东西（可能是无痕窗口）：答题记录只在这一页里，关掉就没有了。离开前可以导出。"
PATIENCE = 3.0  # seconds in which a tab that has just been closed lets go of its files
AGAIN = 0.1  # seconds between two tries


class Browser(Protocol):
    """What a browser does for what is kept in it."""

    async def make(self, names: tuple[str, ...]) -> bool:
        """Have files of these names; whether this browser keeps files at all."""
        ...

    async def open(self, name: str) -> Handle:
        """Open a file to write. Raises ``OSError``: ``EBUSY`` where another tab has it."""
        ...

    async def length(self, name: str) -> int:
        """How many bytes the file of this name has; -1: there is none."""
        ...

    async def read(self, name: str, start: int = 0) -> bytes:
        """The bytes of a file from a place on, whoever has it open. Raises ``OSError``."""
        ...

    async def lock(self, *, wait: bool) -> bool:
        """Be the one tab that writes, until the page is closed; without waiting: whether that was free."""
        ...

    async def persisted(self) -> bool:
        """Whether the browser promised not to clear what is kept by itself."""
        ...

    def ask_to_keep(self, answered: Callable[[bool], None]) -> None:
        """Ask for that promise; only a page can, and some browsers ask the reader."""
        ...

    def listen(self, heard: Callable[[str], Awaitable[None]]) -> None:
        """Have it told which file another tab has written."""
        ...


class Storage:
    """The journal and the settings of one page."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser
        self.values = KeptValues()
        self.answers = AnswerLog()
        self.kept = True  # whether this browser keeps anything
        self.persisted = False  # whether it promised not to clear that by itself
        self.gone = 0  # how many records it kept once and has not any more
        self.cleared = False  # whether it cleared everything while this page was open
        self._asked = False
        self._store: LogStore = new_log_store()
        self._fault: JournalError | None = None
        self._journal_changed: Callable[[], None] = lambda: None
        self._value_changed: Callable[[str], None] = lambda key: None
        self._taken_over: Callable[[], None] = lambda: None
        self._waiting: asyncio.Task[None] | None = None

    @property
    def writes(self) -> bool:
        """Whether this page writes."""
        return not self._store.read_only

    def store(self) -> LogStore:
        """Return the journal. Raises :class:`JournalError` where it cannot be read."""
        if self._fault is not None:
            raise self._fault
        return self._store

    def on_change(
        self, journal: Callable[[], None], value: Callable[[str], None], taken_over: Callable[[], None]
    ) -> None:
        """Have it told what another tab has written, and when this page writes from now on."""
        self._journal_changed, self._value_changed, self._taken_over = journal, value, taken_over

    async def open(self) -> None:
        """Open what is kept: to write, or to read where another tab writes; in memory where this browser keeps nothing."""
        try:
            kept = await self.browser.make(FILES)
        except OSError:
            kept = False
        if not kept:
            self.open_in_memory()
            return
        self.persisted = await self.browser.persisted()
        self.browser.listen(self._hear)
        if await self.browser.lock(wait=False) and await self._write():
            return
        await self._read()
        self._waiting = asyncio.ensure_future(self._take_over())

    def open_in_memory(self) -> None:
        """Keep nothing beyond this page, and say so."""
        self.kept = False
        self._store.write_to(MemoryHandle(), kept=False)
        self.values.write_to(MemoryHandle(), MemoryHandle())
        self.answers.write_to(LogFile(MemoryHandle()))
        self.answers.notice = NOT_KEPT

    def ask_to_keep(self) -> None:
        """Ask the browser, once in a sitting, not to clear by itself what is kept."""
        if self.persisted or self._asked:
            return
        self._asked = True

        def answered(persisted: bool) -> None:
            self.persisted = persisted
            self._journal_changed()

        self.browser.ask_to_keep(answered)

    async def _write(self) -> bool:
        """Write from now on; whether the files could be had."""
        handles: list[Handle] = []
        for name in FILES:
            handle = await self._opened(name)
            if handle is None:
                for each in handles:
                    each.close()
                return False
            handles.append(handle)
        self._guarded(lambda: self._store.write_to(handles[0]))
        self._guarded(lambda: self.values.write_to(handles[1], handles[2]))
        self.answers.write_to(LogFile(handles[3]))
        return True

    async def _opened(self, name: str) -> Handle | None:
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await self.browser.open(name)
            except OSError as fault:
                if fault.errno != errno.EBUSY:
                    self._fault = refusal(fault)
                    return None
            if asyncio.get_running_loop().time() > until:
                return None
            await asyncio.sleep(AGAIN)

    def _guarded(self, work: Callable[[], object]) -> None:
        """Do something with what is kept; what it complains of is said where the journal is asked for."""
        try:
            work()
        except JournalError as fault:
            self._fault = fault
        except OSError as fault:
            self._fault = refusal(fault)

    async def still_there(self) -> bool:
        """Whether the file of what is saved is still there; where the browser has cleared it, nothing is kept from now on.

        A file that was cleared while it is open takes what is written to it, and nobody ever reads that.
        """
        if not self.kept or not self.writes:
            return True
        try:
            there = await asyncio.wait_for(self.browser.length(JOURNAL), PATIENCE) >= 0
        except (TimeoutError, OSError):
            return True  # nobody knows
        if not there:
            self.cleared = True
            self.kept = self._store.kept = False
        return there

    async def _read(self) -> None:
        for name in (JOURNAL, VALUES[0], ANSWERS):
            await self._hear(name)

    async def _hear(self, name: str) -> None:
        """Read what another tab has written to a file."""
        if self.writes:
            return
        if name == JOURNAL:
            try:
                data = await self.browser.read(JOURNAL, self._store.read_to)
            except OSError as fault:
                self._fault = refusal(fault)
                return
            self._guarded(lambda: self._store.read_from(data))
            self._journal_changed()
        elif name == ANSWERS:
            with suppress(OSError):
                self.answers.read_from(await self.browser.read(ANSWERS, self.answers.read_to))
            self._value_changed(LEARNING)
        else:
            try:
                both = [await self.browser.read(each) for each in VALUES]
            except OSError:
                return
            for key in self.values.read_from(*both):
                self._value_changed(key)

    async def _take_over(self) -> None:
        """Write from now on, once the tab that does is closed."""
        while True:
            await self.browser.lock(wait=True)
            before = dict(self.values.values)
            if await self._write():
                break
            await asyncio.sleep(PATIENCE)
        self._journal_changed()
        for key in before.keys() | self.values.values.keys():
            if before.get(key) != self.values.values.get(key):
                self._value_changed(key)
        self._taken_over()
