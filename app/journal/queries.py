"""Asking a journal that lies in SQLite, in a file or in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from app.journal import rows
from app.journal.records import Record

if TYPE_CHECKING:
    from app.journal.verification import Verification


class Queries:
    """What every store asks that keeps its records in the tables of :mod:`app.journal.rows`."""

    def _using(self) -> AbstractContextManager[sqlite3.Connection]:
        """The connection, for one user at a time; what it complains of is said as a :class:`JournalError`."""
        raise NotImplementedError

    def records(self, event: str | None = None) -> Iterator[Record]:
        """All records, or those of one event, in the order of their ULIDs and without receipts."""
        where, given = ("", ()) if event is None else (" AND event = ?", (event,))
        with self._using() as connection:
            found, _ = rows.listed(
                connection.execute(f"SELECT {rows.ROW}, seq FROM records WHERE seq > 0{where} ORDER BY id", given)
            )
        yield from found

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        """The records that came since ``mark`` in the order they came, without receipts, and the new mark."""
        with self._using() as connection:
            found, last = rows.listed(
                connection.execute(f"SELECT {rows.ROW}, seq FROM records WHERE seq > ? ORDER BY seq", (max(mark, 0),))
            )
            return found, last or mark

    def get(self, id_: str) -> Record | None:
        """One record with its receipt; None when there is none of this name."""
        with self._using() as connection:
            return rows.get(connection, id_)

    def missing(self, ids: Iterable[str]) -> set[str]:
        """Which of these names are not in the journal."""
        wanted = set(ids)
        with self._using() as connection:
            known: set[str] = set()
            names = sorted(wanted)
            for i in range(0, len(names), 500):
                some = names[i : i + 500]
                marks = ",".join("?" * len(some))
                known |= {row[0] for row in connection.execute(f"SELECT id FROM records WHERE id IN ({marks})", some)}
        return wanted - known

    def chained(self) -> Iterator[tuple[str, int]]:
        """The places taken in the chains of all devices: device and number."""
        with self._using() as connection:
            found = connection.execute("SELECT device, number FROM records WHERE number > 0").fetchall()
        yield from found

    def content(self) -> bytes:
        """Return the bytes of a copy of the journal as it is now."""
        with self._using() as connection:
            return connection.serialize()

    def verify(self) -> Verification:
        """Look at every record, its receipt, and the chains."""
        from app.journal.verification import verify

        with self._using() as connection:
            return verify(connection)
