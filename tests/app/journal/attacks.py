"""Whoever tampers with a journal: he writes to its file with another program, and works out every check that needs no key."""

from __future__ import annotations

import io
import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from ulid import ULID

from app.journal import chain, key_file, rows, signed_tables, signing
from app.journal.exchange import export, merge
from app.journal.growing import Growing, counted, end_of, known_hash
from app.journal.heads import Head, SignedHead, grow, head_of, set_hash
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, UNCHAINED, Link, Place, Record, RulingBody
from app.journal.salvage import checksum
from app.journal.signing import Key
from app.journal.sqlite_store import SQLiteStore, open_store
from tests.app.journal.files import BODY

ATTACKER = Key.of(b"attacker".ljust(32))
RECEIPT = {"receipt": 1, "facts": [{"name": "seconds", "value": 35}]}


def ruling(number: int) -> RulingBody:
    """A violation of one pair."""
    return RulingBody(
        "guandan", "guandan.slow_play", "出牌超时", "violation", "超时警告后10秒内仍不出牌，记违例一次。", "penalty",
        Place("5", 2, 1, number), (str(number),), counts=(("violation", 1),), cites=("guandan-2017:22.1",),
    )  # fmt: skip


def lines(store: Any, ids: list[str] | None = None) -> list[str]:
    """A journal as it is given out."""
    out = io.StringIO()
    export(store, out, ids)
    return out.getvalue().splitlines()


def unsigned(number: int, *, chained: bool) -> list[str]:
    """Records of an earlier version: in a chain of their device without signatures, or in none."""
    made: list[Record] = []
    before = ""
    for at in range(1, number + 1):
        record = Record(
            str(ULID()), "2025-05-01T09:30:00+08:00", "旧裁判", NO_EVENT, "ruling", dict(BODY), None, {"n": at}
        )
        link = chain.link(record, "0123456789abcdef", at, before) if chained else UNCHAINED
        made.append(replace(record, link=link))
        before = link.hash
    head = json.dumps({"file": "zhicai-journal", "format": 1})
    return [head, *(json.dumps(_line(each), ensure_ascii=False) for each in made)]


def _line(record: Record) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": record.id, "at": record.at, "author": record.author, "event": record.event, "kind": record.kind,
        "body": record.body, "receipt": record.receipt,
    }  # fmt: skip
    link = record.link
    if link is not None and link.device:
        plain["link"] = {name: getattr(link, name) for name in ("device", "number", "before", "receipt", "hash")}
    return plain


class Hall:
    """The journals of two referees: ours, and another's, who merged ours and whom we merged."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.path = folder / "ours", folder / "ours" / "journal.sqlite"
        self.theirs = folder / "theirs" / "journal.sqlite"
        ours, theirs = open_store(self.path), open_store(self.theirs)
        mine, other = Journal(ours, "甲"), Journal(theirs, "乙")
        merge(ours, unsigned(3, chained=True))
        merge(ours, unsigned(3, chained=False))
        made = [mine.save_ruling(NO_EVENT, ruling(n), RECEIPT | {"n": n}) for n in range(1, 5)]
        mine.correct(made[0].id, {"remark": "补记"})
        for n in range(11, 16):
            other.save_ruling(NO_EVENT, ruling(n), RECEIPT | {"n": n})
        merge(ours, lines(theirs))
        mine.save_ruling(NO_EVENT, ruling(5), RECEIPT | {"n": 5})
        merge(theirs, lines(ours))
        merge(ours, lines(theirs))  # what they signed of us comes back
        mine.save_ruling(NO_EVENT, ruling(6), RECEIPT | {"n": 6})
        ours.close()
        theirs.close()


@contextmanager
def opened(path: Path) -> Iterator[SQLiteStore]:
    with closing(open_store(path)) as store:
        yield store


class File:
    """A journal file in the attacker's hands."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.connection = sqlite3.connect(path)
        self.connection.create_function("check_row", -1, lambda *columns: checksum(*columns))

    def run(self, *statements: str) -> None:
        for statement in statements:
            self.connection.execute(statement)

    def checked(self) -> None:
        """Every checksum right again."""
        columns = f"{rows.CONTENT}, {rows.LINK}, has_receipt"
        self.run(f"UPDATE records SET checksum = check_row({columns}) WHERE seq > 0")

    def device(self, signs: bool = True) -> str:
        """Our device, or the one of an earlier version."""
        if not signs:
            return "0123456789abcdef"
        found = self.connection.execute("SELECT device FROM heads WHERE kind = 'now' ORDER BY rowid DESC").fetchone()
        return str(found[0])

    def other(self) -> str:
        """The other referee's device."""
        ours = self.device()
        (found,) = (d for (d,) in self.connection.execute("SELECT device FROM signers") if d != ours)
        return str(found)

    def seqs(self, device: str) -> list[int]:
        found = self.connection.execute(
            "SELECT seq FROM records WHERE device = ? AND seq > 0 ORDER BY number", (device,)
        )
        return [seq for (seq,) in found]

    def record(self, seq: int) -> Record:
        (id_,) = self.connection.execute("SELECT id FROM records WHERE seq = ?", (seq,)).fetchone()
        found = rows.get(self.connection, id_)
        assert found is not None
        return found

    def rechained(self, device: str, key: Key | None = None) -> None:
        """Every hash of a chain right again, and the numbers without a gap; signed with a key where there is one."""
        before = ""
        self.checked()
        for number, seq in enumerate(self.seqs(device), 1):
            record = self.record(seq)
            receipt = chain.receipt_hash(record.receipt)
            hash_ = chain.digest(record, device, number, before, receipt)
            self.connection.execute(
                "UPDATE records SET number = ?, before = ?, receipt_hash = ?, hash = ? WHERE seq = ?",
                (number, before, receipt, hash_, seq),
            )
            if key is not None:
                mark = key.sign(signing.RECORD, chain.said(record, device, number, before, receipt))
                signed_tables.put_signature(self.connection, seq, record.id, device, mark)
            before = hash_
        self.checked()

    def closed_up(self) -> None:
        """No row number is missing, and nothing is left of those that are gone."""
        for table in ("receipts", "signatures"):
            self.run(f"DELETE FROM {table} WHERE seq > 0 AND seq NOT IN (SELECT seq FROM records)")
        order = [seq for (seq,) in self.connection.execute("SELECT seq FROM records WHERE seq > 0 ORDER BY seq")]
        for now, seq in enumerate(order, 1):
            for table in ("records", "receipts", "signatures"):
                self.connection.execute(f"UPDATE {table} SET seq = ? WHERE seq = ?", (now, seq))

    def headed(self, key: Key) -> Head:
        """The last head made to fit what is there now, and signed with a key."""
        found = self.connection.execute("SELECT said FROM heads WHERE kind = 'now' ORDER BY rowid DESC").fetchone()
        head = head_of(found[0])
        assert head is not None
        held, row, grown = 0, 0, ""
        bare = []
        for seq, device, text in counted(self.connection):
            held, row, grown = held + 1, seq, grow(grown, text)
            bare += [] if device else [text]
        number, hash_ = self.connection.execute(
            "SELECT number, hash FROM records WHERE device = ? ORDER BY number DESC", (head.device,)
        ).fetchone() or (0, "")
        others = Growing(self.connection, "", key_file.in_memory())._others(head.device)
        made = replace(
            head, number=number, hash=hash_, held=held, row=row, grown=grown, others=others,
            bare=(len(bare), set_hash(bare)), known=known_hash(self.connection),
        )  # fmt: skip
        signed_tables.put_head(self.connection, "now", SignedHead(made, key.sign(signing.HEAD, made.text)))
        return made

    def add(self, record: Record, link: Link, signature: bytes | None = None) -> None:
        rows.write(self.connection, record, link, signature)

    def close(self) -> None:
        self.connection.commit()
        self.connection.close()


class Folder(File):
    """The journal file and the key beside it: everything can be signed anew."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self.keys = key_file.beside(path)
        self.kept = self.keys.read()
        assert self.kept.key is not None
        self.key = self.kept.key

    def signed(self) -> None:
        """All of it made to fit, and what speaks against it taken away."""
        self.run("DELETE FROM heads WHERE kind = 'other'")
        self.closed_up()
        self.rechained(self.key.device, self.key)
        self.run("DELETE FROM signatures WHERE seq > 0 AND seq NOT IN (SELECT seq FROM records)")
        self.keys._write(self.kept)
        self.keys.see(end_of(self.headed(self.key)))
        self.keys.close()


def settle(path: Path) -> None:
    """A journal that was copied with its key is taken for what was written here: it is in its place."""
    keys = key_file.beside(path)
    kept = keys.read()
    assert kept.seen is not None
    keys._write(replace(kept, file=str(path.stat().st_ino)))
    keys.see(kept.seen)
    keys.close()


def change(file: File, seq: int, word: str = "犯规") -> None:
    """What a ruling says, another."""
    file.connection.execute("UPDATE records SET body = replace(body, '违例', ?) WHERE seq = ?", (word, seq))


def forged(author: str = "甲") -> Record:
    return Record(str(ULID()), "2026-11-21T09:30:00+08:00", author, NO_EVENT, "ruling", dict(BODY), None, {"n": 99})


Attack = Callable[[File], None]
