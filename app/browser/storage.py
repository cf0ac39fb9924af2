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

from app.brought.kept import NAME as BOOKS
from app.brought.kept import BookLog
from app.browser.kept_values import KeptValues
from app.journal.key_file import in_handle
from app.journal.log_file import Handle, LogFile, MemoryHandle
from app.journal.log_store import LogStore, new_log_store, refusal
from app.journal.store import JournalError
from app.study.answers import AnswerLog

JOURNAL = "journal.log"
VALUES = ("values-1.log", "values-2.log")
ANSWERS = "answers.log"  # given in practice
LEARNING = "zhicai.study"  # the key under which windows hear of them
KEY = "journal.key"  # with which the journal is signed
FILES = (JOURNAL, *VALUES, ANSWERS, KEY, BOOKS)
NOT_KEPT = "这个浏览器不让网页存东西（可能是无痕窗口）：答题记录只在这一页里，关掉就没有了。离开前可以导出。"
PATIENCE = 3.0  # seconds in which a tab that has just been closed lets go of its files
AGAIN = 0.1  # seconds between two tries
GRACE = 2.0  # seconds in which a page that is loaded again says so
ENDING = 1.0  # seconds in which the worker of the page before ends


class Browser(Protocol):
    """What a browser does for what is kept in it."""

    async def make(self, names: tuple[str, ...]) -> bool:
        """Have files of these names; whether this browser keeps files at all."""
        ...

    async def open(self, name: str) -> Handle:
        """Open a file to write. Raises ``OSError``: ``EBUSY`` where another tab has it, ``ENOTSUP`` where no file can be."""
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

    def unlock(self) -> None:
        """Be no longer that tab."""
        ...

    @property
    def had(self) -> bool:
        """Whether this page was that tab before it was loaded again."""
        ...

    async def returning(self) -> bool:
        """Whether another page that was that tab is being loaded again."""
        ...

    def remember(self, writes: bool) -> None:
        """Have the page remember whether it is that tab, for when it is loaded again."""
        ...

    async def persisted(self) -> bool:
        """Whether the browser promised not to clear what is kept by itself."""
        ...

    def steal(self) -> None:
        """Be the one tab that writes at once; who was hears of it."""
        ...

    def on_lost(self, lost: Callable[[], None]) -> None:
        """Have it told when another tab has done that."""
        ...

    def hold(self, on: bool) -> None:
        """Show nothing new to the reader, or show it."""
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
        self.books = BookLog()
        self.kept = True  # whether this browser keeps anything
        self.persisted = False  # whether it promised not to clear that by itself
        self.gone = 0  # how many records it kept once and has not any more
        self.cleared = False  # whether it cleared everything while this page was open
        self._asked = False
        self._store: LogStore = new_log_store()
        self._fault: JournalError | None = None
        self._journal_changed: Callable[[], None] = lambda: None
        self._value_changed: Callable[[str], None] = lambda key: None
        self._taken_over: Callable[[bool], None] = lambda writes: None
        self._cleared: Callable[[], None] = lambda: None
        self._doubtful = False  # something was written since it was last looked whether its file is there
        self._checking: asyncio.Task[None] | None = None
        self._waiting: asyncio.Task[None] | None = None
        self._hearing = asyncio.Lock()
        self._at_once = asyncio.Event()  # its reader will not wait for a page that may come back
        self._robbed = False  # it waits for the files, and the lock is another tab's again

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
        self,
        journal: Callable[[], None],
        value: Callable[[str], None],
        taken_over: Callable[[bool], None],
        cleared: Callable[[], None] = lambda: None,
    ) -> None:
        """Have it told what another tab has written, whether this page writes from now on, and of files that were cleared."""
        self._journal_changed, self._value_changed, self._taken_over = journal, value, taken_over
        self._cleared = cleared

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
        self.browser.on_lost(self._lost)
        if await self._first() and await self._write():
            self.browser.remember(self.kept)
            return
        self.browser.remember(False)
        await self._read()
        self._waiting = asyncio.ensure_future(self._take_over())

    async def _first(self) -> bool:
        """Be the tab that writes, if that is free, or was this one before it was loaded again."""
        if not self.browser.had:
            return not await self.browser.returning() and await self.browser.lock(wait=False)
        until = asyncio.get_running_loop().time() + ENDING
        while not await self.browser.lock(wait=False):
            if asyncio.get_running_loop().time() > until:
                return False
            await asyncio.sleep(AGAIN)
        return True

    def open_in_memory(self) -> None:
        """Keep nothing beyond this page, and say so."""
        self.kept = False
        self.browser.remember(False)
        self._store.write_to(MemoryHandle(), kept=False)
        self.values.write_to(MemoryHandle(), MemoryHandle())
        self.answers.write_to(LogFile(MemoryHandle()))
        self.books.write_to(LogFile(MemoryHandle()))
        self.answers.notice = NOT_KEPT

    def ask_to_keep(self, heard: Callable[[bool], object] = lambda persisted: None) -> None:
        """Ask the browser, once in a sitting, not to clear by itself what is kept; ``heard`` is told its answer."""
        if self.persisted or self._asked:
            return
        self._asked = True

        def answered(persisted: bool) -> None:
            self.persisted = persisted
            self._journal_changed()
            heard(persisted)

        self.browser.ask_to_keep(answered)

    async def _write(self) -> bool:
        """Write from now on, in memory where no file can be written; whether the files could be had."""
        try:
            handles = await self._all_opened()
        except OSError:
            self.open_in_memory()
            return True
        if handles is None:
            return False
        self._fault = None
        self._guarded(lambda: self._store.write_to(handles[0], keys=in_handle(handles[4])))
        self._guarded(lambda: self.values.write_to(handles[1], handles[2]))
        self.answers.write_to(LogFile(handles[3]))
        self.books.write_to(LogFile(handles[5]))
        return True

    async def _all_opened(self) -> list[Handle] | None:
        """Every file, to write; None where one of them cannot be had. Raises ``OSError`` where none ever can."""
        handles: list[Handle] = []
        for name in FILES:
            handle = await self._opened(name)
            if handle is None:
                for each in handles:
                    each.close()
                return None
            handles.append(_Watched(handle, self._saved))
        return handles

    async def _opened(self, name: str) -> Handle | None:
        until = asyncio.get_running_loop().time() + PATIENCE
        while True:
            try:
                return await self.browser.open(name)
            except OSError as fault:
                if fault.errno == errno.ENOTSUP:
                    raise
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

    # What is said of what was saved

    def _saved(self) -> None:
        """Something was written: nothing more is shown until it is certain that it lies where it will be looked for."""
        self._doubtful = True
        if self._checking is None and self.kept:
            try:
                loop = asyncio.get_running_loop()
            except RuntimeError:  # nothing runs that could be shown
                return
            self._checking = loop.create_task(self._check())
            self.browser.hold(True)

    async def _check(self) -> None:
        try:
            while self._doubtful and self.writes and self.kept:
                self._doubtful = False
                if not await self._still_there():
                    self.cleared = True
                    self.kept = self._store.kept = False
                    self._cleared()
        finally:
            self._checking = None
            self.browser.hold(False)

    async def certain(self) -> None:
        """Return once what was saved is certain to be in the files a later start will find; see :attr:`cleared`."""
        while self._checking is not None:
            await asyncio.shield(self._checking)

    async def _still_there(self) -> bool:
        """Whether the files are still those that have been opened.

        A file that is cleared while it is open takes what is written to it, and nobody ever reads that. Nor can this page begin
        another: Chromium gives none of that name while the cleared one is open, waits for ever when that is closed, and deletes
        with the page what it writes under other names. What the page has can be given out.
        """
        least = self._store.size
        try:
            return await asyncio.wait_for(self.browser.length(JOURNAL), PATIENCE) >= least
        except (TimeoutError, OSError):
            return True  # nobody knows

    async def _read(self) -> None:
        for name in (JOURNAL, VALUES[0], ANSWERS, BOOKS):
            await self._hear(name)

    async def _hear(self, name: str) -> None:
        """Read what another tab has written to a file; one after the other, so that each goes on where the last came to."""
        async with self._hearing:
            if name == JOURNAL:
                await self._read_journal()
            elif name == ANSWERS:
                with suppress(OSError):
                    data = await self.browser.read(ANSWERS, self.answers.read_to)
                    if not self.writes:
                        self.answers.read_from(data)
                        self._value_changed(LEARNING)
            elif name == BOOKS:
                with suppress(OSError):
                    data = await self.browser.read(BOOKS, self.books.read_to)
                    if not self.writes:
                        self.books.read_from(data)
                        self._value_changed(BOOKS)
            else:
                try:
                    both = [await self.browser.read(each) for each in VALUES]
                except OSError:
                    return
                if not self.writes:
                    for key in self.values.read_from(*both):
                        self._value_changed(key)

    async def _read_journal(self) -> None:
        if self.writes:
            return
        try:
            data = await self.browser.read(JOURNAL, self._store.read_to)
        except OSError as fault:
            self._fault = refusal(fault)
            return
        if self.writes:
            return  # it has read all of it since
        self._fault = None
        self._guarded(lambda: self._store.read_from(data))
        self._journal_changed()

    async def _take_over(self) -> None:
        """Write from now on, once the tab that does is closed, or lets go."""
        while True:
            await self.browser.lock(wait=True)
            if not self._at_once.is_set() and not await self._left_to_us():
                continue
            before = dict(self.values.values)
            self._robbed = False
            if await self._write():
                if not self._robbed:
                    break
                self._let_go()
            await asyncio.sleep(AGAIN)
        self._at_once.clear()
        self.browser.remember(self.kept)
        self._journal_changed()
        for key in before.keys() | self.values.values.keys():
            if before.get(key) != self.values.values.get(key):
                self._value_changed(key)
        self._taken_over(True)

    async def _left_to_us(self) -> bool:
        """Give the tab that wrote the time to come back, where it is only loaded again; whether it has not.

        A page cannot say, when it goes, whether it is closed or loaded again.
        """
        self.browser.unlock()
        waited = asyncio.ensure_future(self._nobody_comes())
        asked = asyncio.ensure_future(self._at_once.wait())
        await asyncio.wait((waited, asked), return_when=asyncio.FIRST_COMPLETED)
        waited.cancel()
        asked.cancel()
        return await self.browser.lock(wait=False)

    async def _nobody_comes(self) -> None:
        await asyncio.sleep(GRACE)
        while await self.browser.returning():
            await asyncio.sleep(AGAIN)

    async def take_over(self) -> bool:
        """Write here, though another tab does: it lets go of the files and reads. Returns whether it has done so by now.

        A tab that the system has frozen does so when it wakes or is closed, and then this page writes: never do both.
        """
        self._at_once.set()
        self.browser.steal()
        until = asyncio.get_running_loop().time() + PATIENCE
        while not self.writes and asyncio.get_running_loop().time() < until:
            await asyncio.sleep(AGAIN / 2)
        return self.writes

    def _lost(self) -> None:
        """Another tab writes from now on. What was saved here is on the disk: no save is ever half done when this is heard."""
        if self._checking is not None:  # it may be opening files
            self._checking.add_done_callback(lambda _: self._lost())
            return
        if self._waiting is not None and not self._waiting.done():
            self._robbed = True  # it had the lock and not the files yet, and waits its turn again
            return
        self._let_go()
        self.browser.remember(False)
        self._at_once.clear()
        self._waiting = asyncio.ensure_future(self._take_over())
        self._journal_changed()
        self._taken_over(False)

    def _let_go(self) -> None:
        self._store.let_go()
        self.values.close()
        self.answers.let_go()
        self.books.let_go()


class _Watched:
    """A file of which it is told when something was written."""

    def __init__(self, handle: Handle, saved: Callable[[], None]) -> None:
        self._handle, self._saved = handle, saved
        self.size, self.read, self.write = handle.size, handle.read, handle.write
        self.truncate, self.close = handle.truncate, handle.close

    def flush(self) -> None:
        """Return once all that was written is on the disk."""
        self._handle.flush()
        self._saved()
