"""The tables of a journal file, and records as their rows."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, cast

from app.journal import chain
from app.journal.json_text import JsonText, written
from app.journal.records import UNCHAINED, Kind, Link, Record
from app.journal.salvage import LOST, checksum
from app.journal.store import JournalError

APPLICATION = 0x5A434A4C  # "ZCJL": this file is a journal
VERSION = 3  # of the schema below

SCHEMA = """
CREATE TABLE records (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL,
    about TEXT,
    body TEXT NOT NULL,
    device TEXT NOT NULL,
    number INTEGER NOT NULL,
    before TEXT NOT NULL,
    receipt_hash TEXT NOT NULL,
    hash TEXT NOT NULL,
    has_receipt INTEGER NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE receipts (
    seq INTEGER PRIMARY KEY REFERENCES records (seq),
    id TEXT NOT NULL,
    receipt BLOB NOT NULL
);
CREATE TABLE chains (
    device TEXT NOT NULL,
    file TEXT NOT NULL,
    number INTEGER NOT NULL,
    hash TEXT NOT NULL,
    held INTEGER NOT NULL
);
"""
"""Receipts are large and rarely read: in their own table, compressed, so that lists do not read them. ``chains`` are those begun
in this file, the present one last: ``file`` is the file it was begun in, ``number`` and ``hash`` its end, ``held`` how many records
there were when it was written last."""

FOOTING = """
INSERT INTO records VALUES (-1, '-1', '', '', '', '', NULL, zeroblob(3000), '', 0, '', '', '', 0, 0);
INSERT INTO records VALUES (0, '0', '', '', '', '', NULL, zeroblob(3000), '', 0, '', '', '', 0, 0);
INSERT INTO receipts VALUES (-1, '', zeroblob(3000));
INSERT INTO receipts VALUES (0, '', zeroblob(3000));
"""
"""Rows that are no records: from the beginning no table fits one page. Else SQLite would one day move the rows of that page to
another, and who was killed between writing the two would leave a file that holds the rows only together with what lies beside."""

CONTENT = "id, at, author, event, kind, about, body"
LINK = "device, number, before, receipt_hash, hash"
ROW = f"{CONTENT}, {LINK}, has_receipt, checksum"


def of_records(columns: str) -> str:
    """Name columns so that they are not taken for those of receipts."""
    return ", ".join(f"records.{name}" for name in columns.split(", "))


def pack(receipt: Mapping[str, Any]) -> bytes:
    """A receipt as it is kept."""
    return zlib.compress(written(receipt).encode(), 6)


def unpack(packed: bytes) -> dict[str, Any]:
    """A receipt as it was."""
    return cast("dict[str, Any]", json.loads(zlib.decompress(packed)))


def _columns(record: Record) -> tuple[Any, ...]:
    return (record.id, record.at, record.author, record.event, record.kind, record.about, written(record.body))


def _row(record: Record, link: Link, *, lost: bool = False) -> tuple[Any, ...]:
    has = LOST if lost else int(record.receipt is not None)
    row = (*_columns(record), link.device, link.number, link.before, link.receipt, link.hash, has)
    return (*row, checksum(*row))


def record_of(columns: Sequence[Any], receipt: Mapping[str, Any] | None = None) -> Record:
    """A record from what its row says: CONTENT, and LINK where there is one."""
    id_, at, author, event, kind, about, body, *place = columns
    return Record(id_, at, author, event, cast(Kind, kind), json.loads(body), about, receipt, _link(place))


def _link(place: Sequence[Any]) -> Link:
    return Link(*place) if place and place[0] else UNCHAINED


class ChainEnd:
    """The end of this device's chain, to which records are added; begun anew in a file that was copied or restored."""

    def __init__(self, connection: sqlite3.Connection, file: int) -> None:
        self._file = str(file)
        row = connection.execute(
            "SELECT rowid, device, file, number, hash, held FROM chains ORDER BY rowid DESC LIMIT 1"
        ).fetchone()
        self._row: int | None = None
        self.device, self.number, self.hash = "", 0, ""
        if row is not None and row[2] == self._file:
            self._row, self.device, _, self.number, self.hash, self.held = row
        else:
            self.held = connection.execute("SELECT count(*) FROM records WHERE seq > 0").fetchone()[0]
        self._before = (self.number, self.held)

    def link(self, record: Record) -> Link:
        """Put a record at the end."""
        self.device = self.device or chain.new_device()
        made = chain.link(record, self.device, self.number + 1, self.hash)
        self.number, self.hash = made.number, made.hash
        return made

    def write(self, connection: sqlite3.Connection) -> None:
        """Note how far the chain has come."""
        if (self.number, self.held) == self._before:
            return
        if self._row is None:
            connection.execute(
                "INSERT INTO chains VALUES (?, ?, ?, ?, ?)",
                (self.device or chain.new_device(), self._file, self.number, self.hash, self.held),
            )
        else:
            connection.execute(
                "UPDATE chains SET number = ?, hash = ?, held = ? WHERE rowid = ?",
                (self.number, self.hash, self.held, self._row),
            )


def insert(connection: sqlite3.Connection, record: Record, end: ChainEnd) -> tuple[int, str] | None:
    """Add one record, unless it is there; returns its row and name."""
    there = get(connection, record.id)
    if there is not None:
        if not _put_back(connection, there, record) and not same(there, record):
            raise JournalError(f"记录 {record.id} 已经存在而内容不同，没有写入；请不要改动已有的记录。")
        return None
    link = end.link(record) if record.link is None else record.link
    end.held += 1
    return write(connection, record, link, lost=record.receipt is None and bool(link.receipt)), record.id


def write(connection: sqlite3.Connection, record: Record, link: Link, *, lost: bool = False) -> int:
    """Write a record and its receipt; returns its row."""
    row = _row(record, link, lost=lost)
    marks = ",".join("?" * len(row))
    seq = connection.execute(f"INSERT INTO records ({ROW}) VALUES ({marks})", row).lastrowid
    assert seq is not None
    if record.receipt is not None:
        _write_receipt(connection, seq, record)
    return seq


def _write_receipt(connection: sqlite3.Connection, seq: int, record: Record) -> None:
    assert record.receipt is not None
    connection.execute(
        "INSERT INTO receipts (seq, id, receipt) VALUES (?, ?, ?)", (seq, record.id, pack(record.receipt))
    )


def _put_back(connection: sqlite3.Connection, there: Record, record: Record) -> bool:
    """Give a record what it lacks and another copy has: the receipt that was lost to damage, or its link."""
    has, seq = connection.execute("SELECT has_receipt, seq FROM records WHERE id = ?", (there.id,)).fetchone()
    if _columns(there) != _columns(record):
        return False
    own = there.link or UNCHAINED
    link = own if own.device or record.link is None else record.link
    if has == LOST:
        if record.receipt is None or (link.device and chain.receipt_hash(record.receipt) != link.receipt):
            return False
        _write_receipt(connection, seq, record)
    elif link == own or written(there.receipt or {}) != written(record.receipt or {}):
        return False
    row = _row(record, link)
    names = ", ".join(f"{name} = ?" for name in f"{LINK}, has_receipt, checksum".split(", "))
    connection.execute(f"UPDATE records SET {names} WHERE seq = ?", (*row[7:], seq))
    return True


def get(connection: sqlite3.Connection, id_: str) -> Record | None:
    """One record with its receipt; None when there is none of this name. Raises ``sqlite3.DatabaseError`` for a damaged one."""
    row = connection.execute(
        f"SELECT {of_records(ROW)}, receipt"
        " FROM records LEFT JOIN receipts ON receipts.seq = records.seq WHERE records.id = ? AND records.seq > 0",
        (id_,),
    ).fetchone()
    if row is None:
        return None
    *columns, has, check, packed = row
    if checksum(*columns, has) != check or (has == 1 and packed is None):
        raise sqlite3.DatabaseError(f"record {id_} is malformed")
    return record_of(columns, None if packed is None else unpack(packed))


def listed(rows: Iterable[Sequence[Any]]) -> tuple[list[Record], int]:
    """Rows as records without receipts, and the number of the last."""
    found = []
    seq = 0
    for *columns, check, seq in rows:  # noqa: B007
        if checksum(*columns) != check:
            raise sqlite3.DatabaseError(f"record {columns[0]} is malformed")
        id_, at, author, event, kind, about, body, *place, _ = columns
        found.append(Record(id_, at, author, event, kind, JsonText(body), about, None, _link(place)))
    return found, seq


def same(one: Record, other: Record) -> bool:
    """Whether two records say the same; a link that only one of them has is not held against them."""
    if _columns(one) != _columns(other) or written(one.receipt or {}) != written(other.receipt or {}):
        return False
    return len({each.link for each in (one, other) if each.link is not None and each.link.device}) < 2
