"""A living table for two phones that was opened in the app: served by this program, beside its windows, until it is closed."""

from __future__ import annotations

import asyncio
import threading
from contextlib import closing
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from app.exams.opening import listening
from app.exams.paper import PaperError
from app.exams.room_server import config
from app.exams.table_room import LONGEST, TableRoom, addresses_of, table_app

if TYPE_CHECKING:
    from socket import socket

    import uvicorn

    from app.study.table.model import Address

PORT = 8602  # as ``zhicai study together``; where it is taken, any that is free
FOLDER = "tables"
PATIENCE = 10.0  # seconds until a server has begun or ended


@dataclass(slots=True)
class TableForTwo:
    """The table that is open."""

    room: TableRoom
    addresses: list[str]  # the likeliest first
    port: int
    _server: uvicorn.Server
    _thread: threading.Thread

    def seat(self, host: str, learner: str) -> str:
        """Where a learner of this machine sits down, whose window finds it as ``host``."""
        return f"http://{host}:{self.port}/#{self.room.code}/{learner}"

    def close(self) -> None:
        """Put the table away; what was played is on the disk."""
        self._server.should_exit = True
        self._thread.join(PATIENCE)


_open: list[TableForTwo] = []
_lock = threading.Lock()


def standing() -> TableForTwo | None:
    """The table that is open on this machine; None where none is."""
    return next((each for each in _open if each._thread.is_alive()), None)


def put_away() -> None:
    """Close the table, if one is open."""
    with _lock:
        while _open:
            _open.pop().close()


def opened(address: Address, **about: Any) -> TableForTwo:
    """Serve a table, or return the one that is open. Raises :class:`PaperError` where it cannot be served."""
    from app.base.data_folder import data_folder

    with _lock:
        found = standing()
        if found is not None:
            return found
        name = f"{address.game}-{address.tail}".replace("/", "-").replace(",", "-")
        room = TableRoom.opened(address, data_folder() / FOLDER / name, **about)
        listener = _listening()
        _open[:] = [_serving(room, listener)]
        return _open[0]


def _listening() -> socket:
    try:
        return listening("0.0.0.0", PORT, "--port")
    except PaperError:
        return listening("0.0.0.0", 0, "--port")


def _serving(room: TableRoom, listener: socket) -> TableForTwo:
    import uvicorn

    port = int(listener.getsockname()[1])
    server = uvicorn.Server(config(table_app(room, port), LONGEST * 4))

    def run() -> None:
        with closing(listener):
            asyncio.run(server.serve(sockets=[listener]))

    thread = threading.Thread(target=run, name="table-for-two", daemon=True)
    thread.start()
    return TableForTwo(room, addresses_of(room, port), port, server, thread)
