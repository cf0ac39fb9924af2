"""A hall that lies in a database: its workers, and what is put into it and asked of it by commands."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from app.brought.opened import Opened, opened_text
from app.hall.database.hall_tables import HallTables, events, founded
from app.hall.database.opening import connected, open_database
from app.hall.database.record_store import DatabaseStore
from app.hall.database.waking import Waking
from app.hall.opening import Door, serve_on
from app.hall.protocol import HallError
from app.hall.record_desk import RecordDesk
from app.hall.results import Results
from app.hall.server import Hall
from app.hall.site import site_of
from app.journal.entries import Event
from app.journal.exchange import export, merge
from app.journal.journal import Journal

if TYPE_CHECKING:
    import socket
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from sqlalchemy import Engine

    from app.exams.hall import Scripts
    from app.hall.kept_by import HallBooks
    from app.journal.exchange import MergeReport
    from app.journal.sqlite_store import SQLiteStore

LOOK, LEAVING, BEGINNING = 0.5, 10.0, 60.0  # seconds: between two looks at the workers, to end in, to begin in


def put_in(engine: Engine, store: SQLiteStore, event: str, books: HallBooks | None = None) -> MergeReport:
    """Put the records of an event into a database, with its own books; make its hall where there is none."""
    founded(engine, event)
    if books is not None:
        HallTables(engine, event).keep_books(books.text(), books.digest())
    out = io.StringIO()
    export(store, out, [each.id for each in store.records(event)])
    return merge(DatabaseStore(engine, event), out.getvalue().splitlines())


def halls_in(engine: Engine) -> list[Event]:
    """The events that have a hall in a database."""
    return [Journal(DatabaseStore(engine, event)).event(event) for event in events(engine)]


def hall_in(engine: Engine, event: str, scripts: Scripts, *, results: bool = False) -> tuple[Hall, Waking]:
    """The hall of an event, for one worker, and what wakes it."""
    tables, waking = HallTables(engine, event), Waking(engine, event)
    store = DatabaseStore(engine, event)
    hall = Hall(Journal(store), RecordDesk(store, event, tables, tables), scripts, woken=waking.woken)
    waking.ending = lambda: hall.ending
    hall.books = tables
    hall.journal.beside = _Settled(tables).questions
    if results:
        hall.results = Results(hall.journal, event, books=hall.of_books)
    return hall, waking


class _Settled:
    """What the event's own books settle, as they lie in the database."""

    def __init__(self, tables: HallTables) -> None:
        self.tables = tables
        self._known: tuple[str, Opened | None] = "", None  # of which books, and these
        self._lock = threading.Lock()

    def questions(self, event: str, game: str) -> Mapping[str, str]:
        """The open questions they decide at an event; none where they cannot be read."""
        with self._lock:
            digest = self.tables.digest()
            if digest != self._known[0]:
                self._known = digest, opened_text(self.tables.text())
            opened = self._known[1]
            return opened.settings(event, game).questions() if opened is not None else {}


@dataclass(frozen=True, slots=True)
class Work:
    """What a worker serves; sent to its process."""

    database: str
    event: str
    door: Door
    results: bool = False
    log: Path | None = None


def serve_database(
    work: Work,
    workers: int,
    prepared: Callable[[], Scripts],
    ready: Callable[[str], None] = print,
    said: Callable[[str], object] = print,
) -> None:
    """Serve a hall out of a database by so many workers until Ctrl+C; SIGUSR1 has new ones take over, one after another.

    ``prepared`` is called in each worker; ``said`` is told where a new one did not come up.

    Raises :class:`HallError`: the port is taken, the database cannot be reached.
    """
    if work.door.site is not None:
        site_of(work.door.site)
    HallTables(open_database(work.database), work.event).opened()
    with work.door.opened() as heard:
        _Workers(work, heard, prepared, said).run(workers, lambda: ready(work.door.address))


class _Workers:
    """The workers of one hall, on one socket."""

    def __init__(
        self, work: Work, heard: socket.socket, prepared: Callable[[], Scripts], said: Callable[[str], object]
    ) -> None:
        self.work, self.heard, self.prepared, self.said = work, heard, prepared, said
        self.running: list[BaseProcess] = []
        self.ending = self.renewing = False

    def run(self, number: int, ready: Callable[[], None]) -> None:
        """Keep so many running until this process is asked to end."""
        for name, what in (
            ("SIGINT", self._end),
            ("SIGTERM", self._end),
            ("SIGHUP", self._end),
            ("SIGUSR1", self._renew),
        ):
            if hasattr(signal, name):
                signal.signal(getattr(signal, name), what)
        try:
            self.running = [self._begun() for _ in range(number)]
            ready()
            while not self.ending:
                time.sleep(LOOK)
                self._look()
        finally:
            self._left(self.running)

    def _look(self) -> None:
        """Have new ones take over where that was asked for, and begin another for one that ended by itself."""
        renewing, self.renewing = self.renewing, False
        for at, old in enumerate(self.running):
            if self.ending or not (renewing or not old.is_alive()):
                continue
            try:
                self.running[at] = self._begun()  # before the old one ends: somebody always answers
            except HallError as fault:  # those that run go on; one that is gone is begun again at the next look
                self.said(str(fault))
                return
            self._left([old])

    def _begun(self) -> BaseProcess:
        """Begin one, and wait until it answers. Raises :class:`HallError` where it does not."""
        context = multiprocessing.get_context("spawn")
        here, there = context.Pipe(duplex=False)
        made = context.Process(target=_worked, args=(self.work, self.heard, self.prepared, there), daemon=True)
        made.start()
        there.close()
        said = "它没有答复"
        with suppress(EOFError):
            said = here.recv() if here.poll(BEGINNING) else said
        here.close()
        if said:
            self._left([made])
            raise HallError(f"会场的一个进程没有起来：{said}")
        return made

    def _left(self, them: Iterable[BaseProcess]) -> None:
        """End some: those who wait for an answer get it."""
        them = list(them)
        for each in them:
            each.terminate()
        for each in them:
            each.join(LEAVING)
            if each.is_alive():
                each.kill()

    def _end(self, *_: Any) -> None:
        self.ending = True

    def _renew(self, *_: Any) -> None:
        self.renewing = True


def _end_with_parent() -> None:
    """Ask this process to end once the one that began it is gone, however that happened: nobody else would."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os.kill(os.getpid(), signal.SIGTERM)


def _worked(work: Work, heard: socket.socket, prepared: Callable[[], Scripts], said: Connection) -> None:
    """Serve in a process of its own; what is wrong is said through ``said``, nothing once it answers."""
    for name in ("SIGINT", "SIGHUP"):  # of the terminal: the one who began it says what is to be done
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()
    try:
        hall, waking = hall_in(connected(work.database), work.event, prepared(), results=work.results)
        stream = work.log.open("a", encoding="utf-8", buffering=1) if work.log is not None else None
        try:
            log = None if stream is None else lambda line: stream.write(line + "\n")
            serve_on(heard, hall, work.door, lambda: said.send(""), log)
        finally:
            waking.close()
            if stream is not None:
                stream.close()
    except (HallError, OSError) as fault:
        with suppress(OSError):
            said.send(str(fault))
