"""Journal files as they were, are and will be."""

from __future__ import annotations

import hashlib
import json
import shutil
import sqlite3
import zlib
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from app.journal.journal import Journal
from app.journal.json_text import written
from app.journal.records import NO_EVENT, Place, RulingBody
from app.journal.sqlite_store import open_store

VERSION_1 = """
PRAGMA application_id = 0x5A434A4C;
PRAGMA user_version = 1;
CREATE TABLE records (
    id TEXT PRIMARY KEY,
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL,
    about TEXT,
    body TEXT NOT NULL,
    receipt TEXT
);
"""
"""The first schema: the receipt in the row of its record."""


BODY = {
    "game": "guandan",
    "tree": "guandan.slow_play",
    "title": "出牌超时",
    "outcome": "violation",
    "level": "penalty",
    "ruling": "记违例一次。",
    "offenders": ["3"],
    "place": {"round": 2},
}


def write_version_1(path: Path, ids: Iterable[str]) -> None:
    """A journal of the first schema, with a ruling for each id."""
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1)
        connection.executemany(
            "INSERT INTO records VALUES (?, '2025-05-01T09:30:00+08:00', '李裁判', ?, 'ruling', NULL, ?, ?)",
            [(i, NO_EVENT, json.dumps(BODY), json.dumps({"receipt": 1, "of": i})) for i in ids],
        )
        connection.commit()
    path.chmod(0o600)


VERSION_2 = """
PRAGMA page_size = 4096;
PRAGMA journal_mode = WAL;
PRAGMA application_id = 0x5A434A4C;
PRAGMA user_version = 2;
CREATE TABLE records (
    seq INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    at TEXT NOT NULL,
    author TEXT NOT NULL,
    event TEXT NOT NULL,
    kind TEXT NOT NULL,
    about TEXT,
    body TEXT NOT NULL,
    has_receipt INTEGER NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE receipts (
    seq INTEGER PRIMARY KEY REFERENCES records (seq),
    id TEXT NOT NULL,
    receipt BLOB NOT NULL
);
"""
"""The second schema: written with a write-ahead log, without chains."""


def write_version_2(path: Path, ids: Iterable[str], *, killed: bool = False) -> None:
    """A journal of the second schema, with a ruling for each id; as a killed program leaves it: all of it in the log."""
    away = path.with_name(path.name + ".made")
    with closing(sqlite3.connect(away)) as connection:
        connection.executescript(VERSION_2)
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        for id_ in ids:
            body = written(BODY)
            row = (id_, "2025-05-01T09:30:00+08:00", "李裁判", NO_EVENT, "ruling", None, body, 1)
            check = zlib.crc32("\x1f".join(map(str, row)).encode())
            seq = connection.execute(
                "INSERT INTO records (id, at, author, event, kind, about, body, has_receipt, checksum)"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (*row, check),
            ).lastrowid
            receipt = zlib.compress(json.dumps({"receipt": 1, "of": id_}).encode())
            connection.execute("INSERT INTO receipts VALUES (?, ?, ?)", (seq, id_, receipt))
            connection.commit()
        if not killed:
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        take(away, path)
    path.chmod(0o600)


def take(source: Path, to: Path) -> None:
    """Copy a journal with all that lies beside it."""
    for end in ("", "-wal", "-shm", "-journal"):
        if source.with_name(source.name + end).exists():
            shutil.copyfile(source.with_name(source.name + end), to.with_name(to.name + end))
            to.with_name(to.name + end).chmod(0o600)


def write_with_log(path: Path, number: int) -> list[tuple[str, int]]:
    """A journal whose records all lie in a write-ahead log; their ids, each with the length of the log when it was finished."""
    away = path.with_name(path.name + ".made")
    store = open_store(away)
    assert store._connection is not None
    assert store._connection.execute("PRAGMA journal_mode = WAL").fetchone() == ("wal",)
    store._connection.execute("PRAGMA wal_autocheckpoint = 0")
    journal = Journal(store, "李裁判")
    log = away.with_name(away.name + "-wal")
    made = []
    for i in range(number):
        facts = [{"name": f"f{n}", "value": value(i, n)} for n in range(60 if i % 10 else 600)]
        receipt = {"receipt": 1, "number": i, "facts": facts}
        body = RulingBody("guandan", "guandan.slow_play", "出牌超时", "violation", "记违例一次。", "penalty")
        made.append((journal.save_ruling(NO_EVENT, body, receipt).id, log.stat().st_size))
    take(away, path)
    return made


def value(ruling: int, fact: int) -> str:
    """What a receipt of :func:`write_journal` says of a fact."""
    return hashlib.sha256(f"{ruling} {fact}".encode()).hexdigest()[:24]


def write_journal(path: Path, number: int, *, close: bool = True) -> list[str]:
    """A journal with so many rulings, every third corrected; the ids of all records."""
    store = open_store(path)
    journal = Journal(store, "李裁判")
    ids: list[str] = []
    for i in range(number):
        place = Place(str(i % 20 + 1), i % 5 + 1, 1, i % 16 + 1)
        body = RulingBody(
            "guandan", "guandan.slow_play", "出牌超时", "violation", "超时警告后10秒内仍不出牌，记违例一次。", "penalty", place,
            (str(i % 30 + 1),), counts=(("violation", 1),), cites=("guandan-2017:22.1",),
        )  # fmt: skip
        facts = [{"name": f"f{n}", "value": value(i, n)} for n in range(60 if i % 10 else 600)]  # some run over pages
        receipt = {"receipt": 1, "number": i, "facts": facts}
        record = journal.save_ruling(NO_EVENT, body, receipt)
        ids.append(record.id)
        if i % 3 == 0:
            ids.append(journal.correct(record.id, {"remark": f"补记{i}"}).id)
    if close:
        store.close()
    return ids
