"""Asking a journal that lies in SQLite, in a file or in memory."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterable, Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from app.journal import growing, rows, signed_tables
from app.journal.heads import SignedHead
from app.journal.records import Record
from app.journal.store import Brought

if TYPE_CHECKING:
    from app.journal.findings import Against
    from app.journal.heads import Code, Head
    from app.journal.looking import Looking
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

    def arrived_of(self, event: str, mark: int, most: int) -> tuple[list[Record], int]:
        """At most so many records of an event that came since ``mark``, without receipts, and the mark up to which they go."""
        end, _ = self.end()  # before: what comes meanwhile is not passed over
        with self._using() as connection:
            found, last = rows.listed(
                connection.execute(
                    f"SELECT {rows.ROW}, seq FROM records WHERE seq > ? AND event = ? ORDER BY seq LIMIT ?",
                    (max(mark, 0), event, most),
                )
            )
            return found, last if len(found) == most and last else max(last or 0, mark, end)

    def written_of(self, event: str, device: str, mark: int = 0) -> int:
        """How many records of an event a device wrote that came since ``mark``."""
        with self._using() as connection:
            row = connection.execute(
                "SELECT count(*) FROM records WHERE seq > ? AND event = ? AND device = ?", (max(mark, 0), event, device)
            ).fetchone()
            return int(row[0])

    def end(self, mark: int | None = None) -> tuple[int, str]:
        """The last mark and the name of the record there; of a mark: that, and the record there, empty where there is none."""
        with self._using() as connection:
            if mark is None:
                row = connection.execute(
                    "SELECT seq, id FROM records WHERE seq > 0 ORDER BY seq DESC LIMIT 1"
                ).fetchone()
            else:
                row = connection.execute("SELECT seq, id FROM records WHERE seq = ?", (mark,)).fetchone()
            return (int(row[0]), str(row[1])) if row is not None else (mark or 0, "")

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

    def chained(self, devices: Collection[str] | None = None) -> Iterator[tuple[str, int]]:
        """The places taken in the chains of some devices, or of all: device and number."""
        with self._using() as connection:
            found = connection.execute("SELECT device, number FROM records WHERE number > 0").fetchall()
        yield from (place for place in found if devices is None or place[0] in devices)

    def known(self) -> Brought:
        """The keys of the devices that sign, and their heads as far as they are known: of this one, then of others."""
        with self._using() as connection:
            heads = [
                SignedHead(each.head, each.signature)
                for kind in (signed_tables.NOW, signed_tables.OTHER)
                for each in signed_tables.heads(connection, (kind,))
                if each.head is not None
            ]
            return Brought(signed_tables.signers(connection), tuple(heads))

    def doubts(self, devices: Iterable[str]) -> tuple[str, ...]:
        """What of the chains of some devices, or of this one as they know it, was written anew: one sentence each."""
        from app.journal.doubts import doubts

        with self._using() as connection:
            return doubts(connection, set(devices))

    def content(self) -> bytes:
        """Return the bytes of a copy of the journal as it is now."""
        with self._using() as connection:
            return connection.serialize()

    def _against(self, codes: tuple[Code, ...]) -> Against:
        """What it is held against: the key of its file is read before the file is."""
        from app.journal.findings import Against

        return Against(codes=codes)

    def looking(self, codes: tuple[Code, ...] = ()) -> Looking:
        """Begin to look at every record; see :meth:`look_on`."""
        from app.journal.looking import Looking

        return Looking(self._against(codes))

    def look_on(self, looking: Looking, number: int) -> bool:
        """Look at so many more records; whether there are any left."""
        with self._using() as connection:
            return looking.look(connection, number)

    def end_faults(self) -> tuple[str, ...]:
        """What is wrong with the last records and the head: looked at when a journal is opened."""
        from app.journal.opening_look import end_faults

        against = self._against(())
        with self._using() as connection:
            return end_faults(connection, against)

    def record_faults(self, id_: str) -> tuple[str, ...]:
        """What is wrong with one record: looked at when it is shown."""
        from app.journal.opening_look import record_faults

        against = self._against(())
        with self._using() as connection:
            return record_faults(connection, id_, against)

    def verify(self, codes: tuple[Code, ...] = ()) -> Verification:
        """Look at every record, its receipt, its signature and the chains; ``codes`` are heads that were printed or shared."""
        from app.journal.looking import PIECE

        looking = self.looking(codes)
        while self.look_on(looking, PIECE):
            pass
        return self.looked(looking)

    def looked(self, looking: Looking) -> Verification:
        """What was found, once :meth:`look_on` has nothing left."""
        return looking.found()

    def head(self) -> Head:
        """How far it has come: as it was signed last, where nothing was added since; else worked out and of no device."""
        with self._using() as connection:
            return growing.head_of(connection)
