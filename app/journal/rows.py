"""The tables of a journal file, and records as their rows."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

from app.journal import chain, signed_tables
from app.journal.json_text import JsonText, written
from app.journal.records import UNCHAINED, Kind, Link, Record
from app.journal.salvage import LOST, PUT_BACK, checksum
from app.journal.store import JournalError

if TYPE_CHECKING:
    from app.journal.growing import Growing

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
"""Receipts are large and rarely read: in their own table, compressed, so that lists do not read them. ``chains`` are those that
versions without signatures began in this file: ``number`` and ``hash`` are its end, ``held`` how many records there were when it
was written last. What is signed lies in other tables, :mod:`app.journal.signed_tables`."""

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
    return _checked(*_columns(record), link.device, link.number, link.before, link.receipt, link.hash, has)


def _checked(*row: Any) -> tuple[Any, ...]:
    return (*row, checksum(*row))


def record_of(columns: Sequence[Any], receipt: Mapping[str, Any] | None = None) -> Record:
    """A record from what its row says: CONTENT, and LINK where there is one."""
    id_, at, author, event, kind, about, body, *place = columns
    return Record(id_, at, author, event, cast(Kind, kind), json.loads(body), about, receipt, _link(place))


def _link(place: Sequence[Any]) -> Link:
    return Link(*place) if place and place[0] else UNCHAINED


def insert(connection: sqlite3.Connection, record: Record, end: Growing) -> tuple[int, str] | None:
    """Add one record, unless it is there; returns its row and name."""
    there = get(connection, record.id)
    if there is not None:
        if _lacks(there, record):
            end.begin()
            if _put_back(connection, there, record):
                end.mended()
                return None
        if not same(there, record):
            raise JournalError(f"记录 {record.id} 已经存在而内容不同，没有写入；请不要改动已有的记录。")
        return None
    end.begin()
    link, signature = end.link(record) if record.link is None else (record.link, record.signature)
    seq = write(connection, record, link, signature, lost=record.receipt is None and bool(link.receipt))
    end.came(record, link, seq, own=record.link is None)
    return seq, record.id


def write(
    connection: sqlite3.Connection, record: Record, link: Link, signature: bytes | None, *, lost: bool = False
) -> int:
    """Write a record with its receipt and its signature; returns its row."""
    row = _row(record, link, lost=lost)
    marks = ",".join("?" * len(row))
    seq = connection.execute(f"INSERT INTO records ({ROW}) VALUES ({marks})", row).lastrowid
    assert seq is not None
    if record.receipt is not None:
        _write_receipt(connection, seq, record)
    if signature is not None and link.device:
        signed_tables.put_signature(connection, seq, record.id, link.device, signature)
    return seq


def _write_receipt(connection: sqlite3.Connection, seq: int, record: Record) -> None:
    assert record.receipt is not None
    connection.execute(
        "INSERT INTO receipts (seq, id, receipt) VALUES (?, ?, ?)", (seq, record.id, pack(record.receipt))
    )


def _lacks(there: Record, record: Record) -> bool:
    """Whether another copy may have what a record lacks: its receipt, its link, its signature."""
    receipt = there.receipt is None and record.receipt is not None
    link = not (there.link or UNCHAINED).device and bool((record.link or UNCHAINED).device)
    return receipt or link or (there.signature is None and record.signature is not None)


def _put_back(connection: sqlite3.Connection, there: Record, record: Record) -> bool:
    """Give a record what it lacks and another copy has: the receipt that was lost to damage, its link, or its signature.

    A receipt is marked as put back: what the running hash takes of the record stays what it was.
    """
    has, seq = connection.execute("SELECT has_receipt, seq FROM records WHERE id = ?", (there.id,)).fetchone()
    if _columns(there) != _columns(record):
        return False
    own = there.link or UNCHAINED
    given = record.link or UNCHAINED
    if has == LOST:
        if record.receipt is None or (own.device and chain.receipt_hash(record.receipt) != own.receipt):
            return False
        _write_receipt(connection, seq, record)
        row = _checked(*_row(record, own)[:-2], PUT_BACK)
    elif written(there.receipt or {}) != written(record.receipt or {}):
        return False
    elif not own.device and given.device and has in (0, 1) and given.receipt == chain.receipt_hash(there.receipt):
        row = _checked(*_row(there, given)[:-2], has)
    elif own.device and own == given and there.signature is None and record.signature is not None:
        signed_tables.make(connection)
        signed_tables.put_signature(connection, seq, record.id, own.device, record.signature)
        return True
    else:
        return False
    names = ", ".join(f"{name} = ?" for name in f"{LINK}, has_receipt, checksum".split(", "))
    connection.execute(f"UPDATE records SET {names} WHERE seq = ?", (*row[7:], seq))
    if row[7] and row[7] == given.device and record.signature is not None and there.signature is None:
        signed_tables.make(connection)
        signed_tables.put_signature(connection, seq, record.id, given.device, record.signature)
    return True


def get(connection: sqlite3.Connection, id_: str) -> Record | None:
    """One record with its receipt; None when there is none of this name. Raises ``sqlite3.DatabaseError`` for a damaged one."""
    row = connection.execute(
        f"SELECT records.seq, {of_records(ROW)}, receipt"
        " FROM records LEFT JOIN receipts ON receipts.seq = records.seq WHERE records.id = ? AND records.seq > 0",
        (id_,),
    ).fetchone()
    if row is None:
        return None
    seq, *columns, has, check, packed = row
    if not is_whole(columns, has, check) or (has in (1, PUT_BACK) and packed is None):
        raise sqlite3.DatabaseError(f"record {id_} is malformed")
    try:
        found = record_of(columns, None if packed is None else unpack(packed))
    except (zlib.error, ValueError, TypeError, RecursionError) as fault:
        raise sqlite3.DatabaseError(f"record {id_} is malformed") from fault
    return replace(found, signature=signed_tables.signature(connection, seq))


_TEXT = (str,) * 5
_SHAPES = {(*_TEXT, about, str, str, int, str, str, str) for about in (str, type(None))}  # CONTENT and LINK


def is_whole(columns: Sequence[Any], has: object, check: object) -> bool:
    """Whether a row is as it was written; somebody may have written another with a checksum that fits."""
    return tuple(map(type, columns)) in _SHAPES and type(has) is int and checksum(*columns, has) == check


def listed(rows: Iterable[Sequence[Any]]) -> tuple[list[Record], int]:
    """Rows as records without receipts, and the number of the last."""
    found = []
    seq = 0
    for *columns, check, seq in rows:  # noqa: B007
        if not is_whole(columns[:-1], columns[-1], check):
            raise sqlite3.DatabaseError(f"record {columns[0]} is malformed")
        id_, at, author, event, kind, about, body, *place, _ = columns
        found.append(Record(id_, at, author, event, kind, JsonText(body), about, None, _link(place)))
    return found, seq


def same(one: Record, other: Record) -> bool:
    """Whether two records say the same; a link that only one of them has is not held against them."""
    if _columns(one) != _columns(other) or written(one.receipt or {}) != written(other.receipt or {}):
        return False
    return len({each.link for each in (one, other) if each.link is not None and each.link.device}) < 2
