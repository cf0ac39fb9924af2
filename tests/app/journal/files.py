"""Journal files as they were, are and will be."""

from __future__ import annotations

import hashlib
import json
import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from app.journal.journal import Journal
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


def write_version_1(path: Path, ids: Iterable[str]) -> None:
    """A journal of the first schema, with a ruling for each id."""
    body = {
        "game": "guandan",
        "tree": "guandan.slow_play",
        "ruling": "记违例一次。",
        "offenders": ["3"],
        "place": {"round": 2},
    }
    with closing(sqlite3.connect(path)) as connection:
        connection.executescript(VERSION_1)
        connection.executemany(
            "INSERT INTO records VALUES (?, '2025-05-01T09:30:00+08:00', '李裁判', ?, 'ruling', NULL, ?, ?)",
            [(i, NO_EVENT, json.dumps(body), json.dumps({"receipt": 1, "of": i})) for i in ids],
        )
        connection.commit()


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
