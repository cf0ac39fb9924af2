"""A hall that is really served, in a thread, and devices that join it."""

from __future__ import annotations

import http.client
import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from app.exams.hall import Scripts
from app.exams.opening import listening
from app.exams.room_server import config
from app.hall.hall_file import HallFile, Role
from app.hall.member import Membership, joined, synced
from app.hall.opening import hall_file
from app.hall.protocol import LONGEST
from app.hall.record_desk import of_file
from app.hall.results import Results
from app.hall.server import Hall, hall_app
from app.journal.journal import Journal
from app.journal.records import EventBody, Place, RulingBody
from app.journal.sqlite_store import SQLiteStore, open_store


class Device:
    """A referee's computer with its journal."""

    def __init__(self, folder: Path, author: str) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.store: SQLiteStore = open_store(folder / "journal.sqlite")
        self.journal = Journal(self.store, author)
        self.membership: Membership | None = None

    def rules(self, event: str, table: str, pair: str, counts: tuple[tuple[str, int], ...] = ()) -> str:
        body = RulingBody(
            "guandan", "guandan.lateness", "迟到", "late", f"{pair}号迟到，记违例。", "penalty",
            Place(table=table, round=1), (pair,), counts=counts,
        )  # fmt: skip
        return self.journal.save_ruling(event, body).id

    def join(self, address: str, code: str) -> None:
        self.membership = joined(address, code)

    def sync(self) -> tuple[int, int]:
        """Meet the hall; what was received and sent."""
        assert self.membership is not None

        def keep(now: Membership) -> None:
            self.membership = now

        done = synced(self.store, self.membership, keep=keep)
        self.membership = done.membership
        return done.received, done.sent

    def ids(self, event: str) -> set[str]:
        return {each.id for each in self.store.records(event)}


class Chief(Device):
    """The chief's computer, which is the hall."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder, "裁判长")
        self.event = self.journal.save_event(EventBody("春季赛", "guandan"))
        self.file = HallFile(hall_file(folder, self.event))
        self.address = ""
        self.port = 0
        self.log: list[str] = []

    @classmethod
    def of(cls, device: Device, event: str) -> Chief:
        """A member's computer that becomes the hall of an event it has."""
        made = cls.__new__(cls)
        made.__dict__.update(device.__dict__)
        made.event, made.file = event, HallFile(hall_file(device.folder, event))
        made.address, made.port, made.log = "", 0, []
        return made

    def invite(self, role: Role, name: str, lasts: float | None = 3600) -> str:
        now = time.time()
        return self.file.invite(role, name, now, None if lasts is None else now + lasts)[1]

    @contextmanager
    def open(
        self, site: Path | None = None, certificate: Path | None = None, key: Path | None = None
    ) -> Iterator[None]:
        import uvicorn

        heard = listening("127.0.0.1", 0, "--port")
        self.port = heard.getsockname()[1]
        self.address = f"{'https' if certificate else 'http'}://127.0.0.1:{self.port}"
        desk = of_file(self.store, self.event, self.file)
        hall = Hall(self.journal, desk, Scripts())
        hall.results = Results(self.journal, self.event)
        self.hall = hall
        server = uvicorn.Server(
            config(hall_app(hall, self.port, site=site, log=self.log.append), LONGEST, certificate, key)
        )
        thread = threading.Thread(target=server.run, kwargs={"sockets": [heard]}, daemon=True)
        thread.start()
        while not server.started:
            time.sleep(0.01)
        try:
            yield
        finally:
            server.should_exit = True
            hall.end()
            thread.join(10)
            heard.close()

    def ask(
        self, method: str, path: str, body: bytes | None = None, code: str = "", **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """One request as anybody may send it."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        own = {"Authorization": f"Bearer {code}"} if code else {}
        line.request(method, path, body, own | {name.replace("_", "-"): value for name, value in headers.items()})
        answer = line.getresponse()
        found = answer.status, {name.lower(): value for name, value in answer.getheaders()}, answer.read()
        line.close()
        return found

    def said(self, method: str, path: str, body: bytes | None = None, code: str = "") -> tuple[int, Any]:
        status, _, data = self.ask(method, path, body, code)
        return status, json.loads(data)
