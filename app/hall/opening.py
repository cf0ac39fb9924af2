"""Opening a hall on the chief referee's computer: the journal there, the hall's file, the address, the server."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.exams.hall import Scripts
from app.exams.opening import listening
from app.exams.paper import PaperError
from app.exams.room_server import config, own_addresses, run
from app.hall.hall_file import HallError, HallFile
from app.hall.protocol import LONGEST
from app.hall.record_desk import RecordDesk
from app.hall.results import Results
from app.hall.server import Hall, hall_app
from app.hall.site import site_of
from app.journal.journal import Journal

if TYPE_CHECKING:
    from app.journal.sqlite_store import SQLiteStore

PORT = 8610


def hall_file(folder: Path, event: str) -> Path:
    """Where what a hall knows besides the records is kept."""
    return folder / "halls" / f"{event}.sqlite"


def serve_hall(
    store: SQLiteStore,
    event: str,
    file: HallFile,
    scripts: Scripts,
    port: int,
    names: tuple[str, ...] = (),
    certificate: Path | None = None,
    key: Path | None = None,
    ready: Callable[[str], None] = print,
    site: Path | None = None,
    results: bool = False,
    log: Callable[[str], object] | None = None,
) -> None:
    """Serve the hall until Ctrl+C, and a published site beside it; ``ready`` is told the address.

    ``results``: the event's results are public; ``log`` is told of each answer, without names.

    Raises:
        HallError: the port is taken, or the certificate cannot be used.
    """
    scheme = "http" if certificate is None else "https"
    if site is not None:
        site_of(site)
    hall = Hall(Journal(store), RecordDesk(store, store.path, event, file), scripts)
    hall.desk.epoch()
    if results:
        hall.results = Results(hall.journal, event)
    try:
        with closing(listening("0.0.0.0", port, "--port")) as heard:
            try:
                settings = config(
                    hall_app(hall, port, names, certificate is not None, site, log), LONGEST, certificate, key
                )
                settings.load()
            except (OSError, ValueError) as fault:
                raise HallError(f"证书用不了：{fault}；请核对 --certificate 和 --key。") from None
            address = f"{scheme}://{(names or tuple(own_addresses()))[0]}:{port}"
            with suppress(KeyboardInterrupt):
                asyncio.run(run([(settings, heard)], lambda: ready(address), hall.end))
    except PaperError as fault:
        raise HallError(str(fault)) from None


def code_picture(text: str) -> str:
    """Return a QR code for a terminal."""
    import segno

    out = io.StringIO()
    segno.make_qr(text, error="m").terminal(out, compact=True)
    return out.getvalue()
