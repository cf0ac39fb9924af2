"""Opening a hall on the chief referee's computer: the journal there, the hall's file, the address, the server."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from app.brought.by_hall import EventBooks
from app.exams.hall import Scripts
from app.exams.opening import listening
from app.exams.paper import PaperError
from app.exams.room_server import config, own_addresses, run
from app.hall import HALLS
from app.hall.hall_file import HallError, HallFile
from app.hall.protocol import LONGEST
from app.hall.record_desk import of_file
from app.hall.results import Results
from app.hall.server import Hall, hall_app
from app.hall.site import site_of
from app.journal.ed25519 import use_library
from app.journal.journal import Journal

if TYPE_CHECKING:
    import socket

    from app.brought.opened import Opened
    from app.journal.sqlite_store import SQLiteStore

PORT = 8610


def hall_file(folder: Path, event: str) -> Path:
    """Where what a hall knows besides the records is kept."""
    return folder / HALLS / f"{event}.sqlite"


def serve_hall(
    store: SQLiteStore,
    event: str,
    file: HallFile,
    scripts: Scripts,
    door: Door,
    ready: Callable[[str], None] = print,
    *,
    results: bool = False,
    log: Callable[[str], object] | None = None,
    books: Opened | None = None,
) -> None:
    """Serve the hall until Ctrl+C, and a published site beside it; ``ready`` is told the address.

    ``results``: the event's results are public; ``log`` is told of each answer, without names. ``books``: the chief's own books:
    those of the event go to whoever joins, and what they settle is so in the results.

    Raises:
        HallError: the port is taken, or the certificate cannot be used.
    """
    if door.site is not None:
        site_of(door.site)
    hall = Hall(Journal(store), of_file(store, event, file), scripts)
    hall.desk.epoch()
    if books is not None:
        with_books(hall, books)
    if results:
        hall.results = Results(hall.journal, event, books=hall.of_books)
    with door.opened() as heard:
        serve_on(heard, hall, door, lambda: ready(door.address), log)


@dataclass(frozen=True, slots=True)
class Door:
    """How a hall is reached: port, its names, certificate with key, and the folder of a published site it serves, too."""

    port: int
    names: tuple[str, ...] = ()
    certificate: Path | None = None
    key: Path | None = None
    site: Path | None = None

    @property
    def address(self) -> str:
        """The address to give to members."""
        scheme = "http" if self.certificate is None else "https"
        return f"{scheme}://{(self.names or tuple(own_addresses()))[0]}:{self.port}"

    @contextmanager
    def opened(self) -> Iterator[socket.socket]:
        """Listen at the port. Raises :class:`HallError` where it is taken."""
        try:
            heard = listening("0.0.0.0", self.port, "--port")
        except PaperError as fault:
            raise HallError(str(fault)) from None
        with closing(heard):
            yield heard


def serve_on(
    heard: socket.socket,
    hall: Hall,
    door: Door,
    ready: Callable[[], None],
    log: Callable[[str], object] | None = None,
) -> None:
    """Serve a hall on a socket until this process is asked to end.

    Raises :class:`HallError` for a certificate that cannot be used.
    """
    secure = door.certificate is not None
    use_library()  # each record that comes in is signed
    try:
        app = hall_app(hall, door.port, door.names, secure, door.site, log)
        settings = config(app, LONGEST, door.certificate, door.key)
        settings.load()
    except (OSError, ValueError) as fault:
        raise HallError(f"证书用不了：{fault}；请核对 --certificate 和 --key。") from None
    with suppress(KeyboardInterrupt):
        asyncio.run(run([(settings, heard)], ready, hall.end))


def with_books(hall: Hall, books: Opened) -> None:
    """Have a hall give the event's own books to whoever joins, and know what they settle."""
    event = hall.journal.event(hall.desk.event)
    hall.books = EventBooks(books.store, event.id, event.body.game)
    hall.journal.beside = lambda id_, game: books.settings(id_, game).questions()


def code_picture(text: str) -> str:
    """Return a QR code for a terminal."""
    import segno

    out = io.StringIO()
    segno.make_qr(text, error="m").terminal(out, compact=True)
    return out.getvalue()
