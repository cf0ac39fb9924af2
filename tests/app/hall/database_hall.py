"""A hall in a database, served by two workers in threads; and the trial of faults upon it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import replace
from pathlib import Path

import uvicorn

from app.exams.hall import Scripts
from app.exams.opening import listening
from app.exams.room_server import config
from app.hall.database.hall_tables import HallTables
from app.hall.database.opening import connected, open_database
from app.hall.database.record_store import DatabaseStore
from app.hall.database.serving import hall_in, put_in
from app.hall.hall_file import Role
from app.hall.member import joined
from app.hall.protocol import LONGEST, HallError
from app.hall.server import hall_app
from app.journal.journal import Journal
from app.journal.store import JournalError
from tests.app.hall.halls import Device
from tests.app.hall.postgres import Server
from tests.app.hall.trial import Trial

WORKERS = 2


class DatabaseHall:
    """What the trial sees of a hall in a database."""

    def __init__(self, database: str, event: str) -> None:
        self.database, self.event = database, event
        engine = connected(database)
        self.store, self.file = DatabaseStore(engine, event), HallTables(engine, event)
        self.journal = Journal(self.store)
        self.addresses: list[str] = []

    @property
    def address(self) -> str:
        """The first worker's."""
        return self.addresses[0]

    def invite(self, role: Role, name: str) -> str:
        return self.file.invite(role, name, time.time(), None)[1]

    @contextmanager
    def open(self) -> Iterator[None]:
        HallTables(open_database(self.database), self.event).opened()
        with ExitStack() as stack:
            self.addresses = [stack.enter_context(self._worker()) for _ in range(WORKERS)]
            yield

    @contextmanager
    def _worker(self) -> Iterator[str]:
        """One worker, with connections of its own; where it answers."""
        heard = listening("127.0.0.1", 0, "--port")
        port = heard.getsockname()[1]
        hall, waking = hall_in(connected(self.database), self.event, Scripts())
        server = uvicorn.Server(config(hall_app(hall, port), LONGEST))
        thread = threading.Thread(target=server.run, kwargs={"sockets": [heard]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield f"http://127.0.0.1:{port}"
        finally:
            server.should_exit = True
            hall.end()
            thread.join(10)
            heard.close()
            waking.close()
            hall.file.close()


class DatabaseTrial(Trial):
    """The trial, with the hall in a real PostgreSQL whose power goes, which is restored from a dump, and moved to another."""

    def __init__(self, server: Server, folder: Path, seed: int, records: int) -> None:
        self.server = server
        super().__init__(folder, seed, records)
        self.dump = self.server.folder / f"dump-{self.seed}"
        chief = self.hall
        database = self.server.database()
        put_in(open_database(database), chief.store, self.event)
        chief.file.close()
        chief.store.close()
        self.hall = DatabaseHall(database, self.event)  # type: ignore[assignment]

    def _meet(self, device: Device) -> None:
        one = device.membership
        assert one is not None
        device.membership = replace(one, address=self.dice.choice(self.hall.addresses))  # type: ignore[attr-defined]
        super()._meet(device)

    def _restart(self) -> None:
        """The workers, and every other time the database, whose power goes while somebody sends."""
        if self.dice.random() < 0.5:
            self._power_goes()
        else:
            self._end()
            self._begin()
        self.report.restarts += 1

    def _power_goes(self) -> None:
        device = self.devices[self.dice.randrange(self.clients)]
        sending = threading.Thread(target=self._sent, args=(device,))
        sending.start()
        time.sleep(self.dice.random() * 0.05)
        self.server.end("immediate")
        self.server.begin()
        sending.join()

    def _sent(self, device: Device) -> None:
        with suppress(HallError, JournalError):
            device.sync()

    def _take_copy(self) -> None:
        self.copy = self.dump
        self.server.run(
            "pg_dump", "-Fc", "-h", str(self.server.folder), "-U", "postgres", "-f", str(self.dump), self._name()
        )

    def _restore(self) -> None:
        self._end()
        self._into(self.server.database(), self.dump)
        self._begin()
        self.report.restores += 1

    def _name(self) -> str:
        return connected(self.hall.database).url.database or ""  # type: ignore[attr-defined]

    def _into(self, database: str, dump: Path) -> None:
        name = connected(database).url.database or ""
        self.server.run("pg_restore", "-h", str(self.server.folder), "-U", "postgres", "-d", name, str(dump))
        self.hall.file.close()
        self.hall = DatabaseHall(database, self.event)  # type: ignore[assignment]

    def _move(self) -> None:
        """The database is lost; another is the hall from what one of the referees has, and codes are given anew."""
        able = [each for each in self.devices if self._knows(each)]
        if not able:
            return
        self._end()
        self.report.moves += 1
        self.copy = None
        database = self.server.database()
        put_in(open_database(database), self.dice.choice(able).store, self.event)
        self.hall.file.close()
        self.hall = DatabaseHall(database, self.event)  # type: ignore[assignment]
        self._begin()
        for number, device in enumerate(self.devices):
            device.membership = joined(self.hall.address, self.hall.invite("referee", f"裁判{number}"))

    def _chain_faults(self, device: Device) -> int:
        return 0 if isinstance(device, DatabaseHall) else super()._chain_faults(device)
