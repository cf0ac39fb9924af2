"""The tables of a journal file that hold signatures: of records, the keys of those who signed, and heads.

They came later than the others and are made when something is signed for the first time: a journal without them is one of an
earlier version.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from app.journal import signing
from app.journal.heads import Head, SignedHead, head_of

SCHEMA = (
    """CREATE TABLE signatures (
        seq INTEGER PRIMARY KEY, id TEXT NOT NULL, device TEXT NOT NULL, signature BLOB NOT NULL
    )""",
    "INSERT INTO signatures VALUES (-1, '', '', zeroblob(3000))",  # as of the other tables, see rows.FOOTING
    "INSERT INTO signatures VALUES (0, '', '', zeroblob(3000))",
    "CREATE TABLE signers (device TEXT NOT NULL, key TEXT NOT NULL)",
    """CREATE TABLE heads (
        kind TEXT NOT NULL, device TEXT NOT NULL, held INTEGER NOT NULL, row INTEGER NOT NULL, said TEXT NOT NULL,
        signature BLOB NOT NULL
    )""",
)
KINDS = BEGUN, NOW, OTHER = "begun", "now", "other"
"""Kinds of heads: with which a chain of this file began, how far it has come, and how far other devices had."""


@dataclass(frozen=True, slots=True)
class KeptHead:
    """A head as it lies in the file; what is none any more has no head."""

    kind: str
    device: str
    head: Head | None
    signature: bytes


def exist(connection: sqlite3.Connection) -> bool:
    """Whether a journal has these tables."""
    return connection.execute("SELECT 1 FROM sqlite_schema WHERE name = 'heads'").fetchone() is not None


def make(connection: sqlite3.Connection) -> None:
    """Make the tables where there are none, within the transaction that is going on."""
    if not exist(connection):
        for statement in SCHEMA:
            connection.execute(statement)


def put_signature(connection: sqlite3.Connection, seq: int, id_: str, device: str, signature: bytes) -> None:
    """Keep the signature of a record."""
    connection.execute("INSERT OR REPLACE INTO signatures VALUES (?, ?, ?, ?)", (seq, id_, device, signature))


def signature(connection: sqlite3.Connection, seq: int) -> bytes | None:
    """The signature of a record; None where it has none."""
    if not exist(connection):
        return None
    row = connection.execute("SELECT signature FROM signatures WHERE seq = ?", (seq,)).fetchone()
    return bytes(row[0]) if row is not None and isinstance(row[0], bytes) else None


def signers(connection: sqlite3.Connection) -> dict[str, bytes]:
    """The public keys that are known, by device; what is no key of its device is left out."""
    if not exist(connection):
        return {}
    found = connection.execute("SELECT device, key FROM signers").fetchall()
    return {device: key for device, text in found if (key := signing.key_of(device, text)) is not None}


def put_signer(connection: sqlite3.Connection, device: str, key: bytes) -> bool:
    """Keep the key of a device; whether it was not known."""
    text = signing.written(key)
    if connection.execute("SELECT 1 FROM signers WHERE device = ? AND key = ?", (device, text)).fetchone():
        return False
    connection.execute("INSERT INTO signers VALUES (?, ?)", (device, text))
    return True


def heads(connection: sqlite3.Connection, kinds: Iterable[str] = KINDS) -> Iterator[KeptHead]:
    """The heads in a file, in the order they were written."""
    if not exist(connection):
        return
    wanted = tuple(kinds)
    rows = connection.execute("SELECT kind, device, said, signature FROM heads ORDER BY rowid").fetchall()
    for kind, device, said, mark in rows:
        if kind in wanted:
            yield KeptHead(kind, str(device), head_of(said), mark if isinstance(mark, bytes) else b"")


def put_head(connection: sqlite3.Connection, kind: str, signed: SignedHead) -> None:
    """Keep a head; of each device one that says how far it has come."""
    head = signed.head
    said = (head.held, head.row, head.text, signed.signature)
    if kind != BEGUN:
        changed = connection.execute(
            "UPDATE heads SET held = ?, row = ?, said = ?, signature = ? WHERE kind = ? AND device = ?",
            (*said, kind, head.device),
        )
        if changed.rowcount:
            return
    elif connection.execute("SELECT 1 FROM heads WHERE kind = ? AND said = ?", (kind, head.text)).fetchone():
        return  # a log that is read again
    connection.execute("INSERT INTO heads VALUES (?, ?, ?, ?, ?, ?)", (kind, head.device, *said))


def latest(found: Iterable[KeptHead]) -> Head | None:
    """How far a file had come when it was signed last, by its own word: the head of the chain that no other came after."""
    every = [(each.kind, each.head) for each in found if each.head is not None]
    former = {head.former[0] for kind, head in every if kind == BEGUN and head.former is not None}
    now = [head for kind, head in every if kind == NOW]
    return next((head for head in reversed(now) if head.device not in former), now[-1] if now else None)


def is_by(kept: KeptHead, public: bytes | None) -> bool:
    """Whether a head is signed with the key of the device it is of."""
    if kept.head is None or public is None or kept.head.device != signing.device_of(public):
        return False
    return signing.is_signed(public, signing.HEAD, kept.head.text, kept.signature)
