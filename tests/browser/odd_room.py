"""An exam room on a disk that fills up or is slow, behind a line that breaks: what a phone in the hall may meet."""

from __future__ import annotations

import asyncio
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from app.exams.paper import Paper
from app.journal.log_file import Handle
from tests.app.exams.hall import Place, serving
from tests.browser.reader import free_port


class OddDisk:
    """A file whose disk can be full or slow."""

    def __init__(self, handle: Handle) -> None:
        self.handle, self.full, self.slow = handle, False, 0.0

    def write(self, data: bytes, at: int) -> int:
        if self.full:
            raise OSError(28, "No space left on device")
        return self.handle.write(data, at)

    def flush(self) -> None:
        time.sleep(self.slow)
        self.handle.flush()

    def __getattr__(self, name: str) -> Any:
        return getattr(self.handle, name)


class OddLine:
    """What lies between the phones and the room: it carries everything, or breaks, or swallows."""

    def __init__(self, to: int) -> None:
        self.to, self.port, self.broken = to, free_port(), False
        self._swallowing: set[socket.socket] = set()
        self._ends: list[socket.socket] = []
        self._listener = socket.create_server(("127.0.0.1", self.port))
        threading.Thread(target=self._accept, daemon=True).start()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                phone, _ = self._listener.accept()
                if self.broken:
                    phone.close()
                    continue
                room = socket.create_connection(("127.0.0.1", self.to))
                self._ends += [phone, room]
                for one, other in ((phone, room), (room, phone)):
                    threading.Thread(target=self._carry, args=(one, other), daemon=True).start()

    def _carry(self, one: socket.socket, other: socket.socket) -> None:
        with suppress(OSError):
            while data := one.recv(1 << 16):
                if one not in self._swallowing:
                    other.sendall(data)
        if one not in self._swallowing:
            for each in (one, other):
                with suppress(OSError):
                    each.shutdown(socket.SHUT_RDWR)

    def cut(self) -> None:
        """Break every line that is open."""
        ends, self._ends = self._ends, []
        for each in ends:
            with suppress(OSError):
                each.shutdown(socket.SHUT_RDWR)

    def swallow(self) -> None:
        """Nothing comes through the lines that are open, and neither end hears that."""
        self._swallowing |= set(self._ends)
        self._ends = []

    def close(self) -> None:
        """End it."""
        self._listener.close()
        self.cut()


class OddRoom:
    """The room in a thread of this program."""

    def __init__(self, place: Place, disk: OddDisk, line: OddLine, loop: asyncio.AbstractEventLoop) -> None:
        self.place, self.disk, self.line, self.loop = place, disk, line, loop

    @property
    def address(self) -> str:
        """Where the phones find it."""
        return f"http://127.0.0.1:{self.line.port}/#{self.place.code}"

    @property
    def desk(self) -> str:
        """The examiner's page."""
        return f"http://127.0.0.1:{self.place.desk}/?token=" + self.place.key.mark("token", self.place.desk, 60)

    def start(self) -> None:
        """Start the exam."""
        hall = self.place.hall

        async def going() -> None:
            await hall.do(lambda: [hall.room.start(hall.now())])
            await hall.tell(questions=True)

        asyncio.run_coroutine_threadsafe(going(), self.loop).result(20)


@contextmanager
def odd_room(made: Paper, folder: Path, **about: Any) -> Iterator[OddRoom]:
    """Open a room whose disk and line the test has in its hand."""
    line, ready, over = OddLine(0), threading.Event(), asyncio.Event()
    found: list[OddRoom] = []

    async def going() -> None:
        async with serving(made, folder, seen_at=line.port, **about) as place:
            line.to = place.port
            disk = OddDisk(place.hall.log._log._handle)
            place.hall.log._log._handle = disk  # type: ignore[assignment]
            found.append(OddRoom(place, disk, line, asyncio.get_running_loop()))
            ready.set()
            await over.wait()
            disk.full, disk.slow = False, 0.0

    thread = threading.Thread(target=lambda: asyncio.run(going()), daemon=True)
    thread.start()
    assert ready.wait(20)
    try:
        yield found[0]
    finally:
        line.close()
        found[0].loop.call_soon_threadsafe(over.set)
        thread.join(20)


def soon(what: Callable[[], bool], seconds: float = 10.0) -> bool:
    """Whether something comes to be within a time."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if what():
            return True
        time.sleep(0.05)
    return False
