"""The journal in one SQLite file: on a phone, on a desktop, on one server."""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import Any, cast

from app.journal import file_lock, salvage
from app.journal.json_text import JsonText, written
from app.journal.records import KINDS, Kind, Record
from app.journal.salvage import checksum
from app.journal.store import JournalError

APPLICATION = 0x5A434A4C  # "ZCJL": this file is a journal
VERSION = 2  # of the schema below
PATIENCE = 10.0  # seconds to wait for another writer

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
    has_receipt INTEGER NOT NULL,
    checksum INTEGER NOT NULL
);
CREATE TABLE receipts (
    seq INTEGER PRIMARY KEY REFERENCES records (seq),
    id TEXT NOT NULL,
    receipt BLOB NOT NULL
);
"""
"""Receipts are large and rarely read: in their own table, compressed, so that lists do not read them."""

_COLUMNS = "id, at, author, event, kind, about, body"
_LOST = 2  # has_receipt: there was one, and it could not be read
_ROW = f"{_COLUMNS}, has_receipt, checksum"
_MAGIC = b"SQLite format 3\x00"


class JournalDamaged(JournalError):
    """The file is damaged. Where it was found on opening, what could be read lies in a new file: open again."""

    def __init__(self, sentence: str, kept: Path | None = None, rescued: int = 0, lost_receipts: int = 0) -> None:
        super().__init__(sentence)
        self.kept = kept  # the damaged file as it was
        self.rescued = rescued  # records read from it
        self.lost_receipts = lost_receipts  # records whose receipt could not be read


class JournalNewer(JournalError):
    """The file was written by a later version of the program; it was not touched."""


class _Malformed(Exception):
    """The file cannot be read as a journal."""


def _pack(receipt: Mapping[str, Any]) -> bytes:
    return zlib.compress(written(receipt).encode(), 6)


def _unpack(packed: bytes) -> dict[str, Any]:
    return cast("dict[str, Any]", json.loads(zlib.decompress(packed)))


def _row(record: Record) -> tuple[Any, ...]:
    if record.kind not in KINDS:
        raise ValueError(record.kind)
    columns = (record.id, record.at, record.author, record.event, record.kind, record.about, written(record.body))
    has = int(record.receipt is not None)
    return (*columns, has, checksum(*columns, has))


def _record(row: Sequence[Any], receipt: Mapping[str, Any] | None = None) -> Record:
    id_, at, author, event, kind, about, body = row
    return Record(id_, at, author, event, cast(Kind, kind), json.loads(body), about, receipt)


class SQLiteStore:
    """A journal file that is open."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: file_lock.FileLock, notice: str = "") -> None:
        self.path = path
        self.notice = notice
        self.read_only = lock.read_only
        self._lock = threading.RLock()  # one connection, one user at a time
        self._file_lock = lock
        self._connection: sqlite3.Connection | None = connection

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._connection is None:
                raise JournalError("日志已经关闭，请重新打开执裁。")
            try:
                yield self._connection
            except UnicodeEncodeError as fault:
                raise JournalError("这条记录里有存不下的字符，没有存；请改掉后再存。") from fault
            except (sqlite3.Error, zlib.error, ValueError) as fault:
                sentence = said(fault, self.path)
                if isinstance(sentence, JournalDamaged):
                    with suppress(OSError):
                        _marker(self.path).touch()  # so that it is rescued when it is opened again
                raise sentence from fault

    def append(self, records: Sequence[Record]) -> None:
        """Add records, all or none; on return they are on the disk."""
        if self.read_only:
            raise JournalError(f"日志所在的文件夹不能写入，这条记录没有存下：请检查 {self.path.parent} 的权限。")
        with self._using() as connection:
            rows = [
                (record, _row(record), None if record.receipt is None else _pack(record.receipt)) for record in records
            ]
            connection.execute("BEGIN IMMEDIATE")  # from here on others wait
            try:
                for record, row, packed in rows:
                    _insert(connection, record, row, packed)
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk may have ended it already
                    connection.execute("ROLLBACK")
                raise

    def records(self, event: str | None = None) -> Iterator[Record]:
        """All records, or those of one event, in the order of their ULIDs and without receipts."""
        where, given = ("", ()) if event is None else (" WHERE event = ?", (event,))
        with self._using() as connection:
            found, _ = _listed(connection.execute(f"SELECT {_ROW}, seq FROM records{where} ORDER BY id", given))
        yield from found

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        """The records that came since ``mark`` in the order they came, without receipts, and the new mark."""
        with self._using() as connection:
            rows = connection.execute(f"SELECT {_ROW}, seq FROM records WHERE seq > ? ORDER BY seq", (mark,))
            found, last = _listed(rows)
            return found, last or mark

    def get(self, id_: str) -> Record | None:
        """One record with its receipt; None when there is none of this name."""
        with self._using() as connection:
            return _get(connection, id_)

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

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = None
                self._file_lock.release()


def _insert(connection: sqlite3.Connection, record: Record, row: tuple[Any, ...], packed: bytes | None) -> None:
    marks = ",".join("?" * len(row))
    done = connection.execute(
        f"INSERT INTO records ({_COLUMNS}, has_receipt, checksum) VALUES ({marks}) ON CONFLICT (id) DO NOTHING", row
    )
    if not done.rowcount:
        there = _get(connection, record.id)
        if there is not None and packed is not None and _put_back(connection, there, row, packed):
            return
        if there is None or not same(there, record):
            raise JournalError(f"记录 {record.id} 已经存在而内容不同，没有写入；请不要改动已有的记录。")
    elif packed is not None:
        connection.execute(
            "INSERT INTO receipts (seq, id, receipt) VALUES (?, ?, ?)", (done.lastrowid, record.id, packed)
        )


def _put_back(connection: sqlite3.Connection, there: Record, row: tuple[Any, ...], packed: bytes) -> bool:
    """Give a record the receipt that was lost when its file was damaged."""
    has, seq = connection.execute("SELECT has_receipt, seq FROM records WHERE id = ?", (there.id,)).fetchone()
    if has != _LOST or _row(there)[:7] != row[:7]:
        return False
    connection.execute("UPDATE records SET has_receipt = 1, checksum = ? WHERE seq = ?", (row[8], seq))
    connection.execute("INSERT INTO receipts (seq, id, receipt) VALUES (?, ?, ?)", (seq, there.id, packed))
    return True


def _get(connection: sqlite3.Connection, id_: str) -> Record | None:
    row = connection.execute(
        f"SELECT {_COLUMNS.replace('id,', 'records.id,', 1)}, receipt, has_receipt, checksum"
        " FROM records LEFT JOIN receipts ON receipts.seq = records.seq WHERE records.id = ?",
        (id_,),
    ).fetchone()
    if row is None:
        return None
    *columns, packed, has, check = row
    if checksum(*columns, has) != check or (has == 1 and packed is None):
        raise sqlite3.DatabaseError(f"record {id_} is malformed")
    return _record(columns, None if packed is None else _unpack(packed))


def _listed(rows: Iterable[Sequence[Any]]) -> tuple[list[Record], int]:
    """Rows as records without receipts, and the number of the last."""
    found = []
    seq = 0
    for id_, at, author, event, kind, about, body, has, check, seq in rows:  # noqa: B007
        if checksum(id_, at, author, event, kind, about, body, has) != check:
            raise sqlite3.DatabaseError(f"record {id_} is malformed")
        found.append(Record(id_, at, author, event, kind, JsonText(body), about))
    return found, seq


def same(one: Record, other: Record) -> bool:
    """Whether two records say the same."""
    return _row(one) == _row(other) and written(one.receipt or {}) == written(other.receipt or {})


def said(fault: Exception, path: Path) -> JournalError:
    """One sentence for what SQLite or the system complains of."""
    text = str(fault)
    primary = _primary(fault)
    if "no space" in text.lower() or primary == sqlite3.SQLITE_FULL or "is full" in text:
        return JournalError(f"存储空间已满，这次没有存下；请腾出空间后再存一次。以前的记录都在（{path}）。")
    if primary in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED) or "locked" in text:
        return JournalError("日志正被另一个窗口或程序占用，这次没有存下；请稍候再存一次。")
    if primary in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM, sqlite3.SQLITE_CANTOPEN) or "readonly" in text:
        return JournalError(f"日志不能写入，这次没有存下；请检查 {path.parent} 的权限。")
    if primary == sqlite3.SQLITE_IOERR or "disk I/O" in text:
        return JournalError(f"写日志时存储设备出错，这次没有存下；请检查空间和设备后再存一次（{path}）。")
    return JournalDamaged(f"日志文件有损坏，这次没有读出或存下；请重新打开执裁，读得出的会另存成新文件（{path}）。")


# Opening


def open_store(path: Path, *, now: datetime | None = None) -> SQLiteStore:
    """Open the journal of this path, made when there is none.

    A file of an older schema is copied aside and rewritten. A damaged one is copied aside, what can be read of it is put in
    its place, and :class:`JournalDamaged` says so: opening again opens what was rescued. A file of a newer schema is left
    alone (:class:`JournalNewer`). In a folder that cannot be written to the journal opens for reading only.
    """
    path = Path(os.path.abspath(path))
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as fault:
        raise JournalError(f"日志的文件夹 {path.parent} 建不成，请换一个位置或检查权限。") from fault
    if path.is_dir():
        raise JournalError(f"{path} 是文件夹而不是日志文件，请换一个位置。")
    lock = file_lock.FileLock(path.with_name(path.name + ".lock"))
    try:
        return _open(path, lock, stamp)
    except BaseException as fault:
        lock.release()
        if isinstance(fault, OSError | sqlite3.Error):
            raise said(fault, path) from fault
        raise


def _open(path: Path, lock: file_lock.FileLock, stamp: str) -> SQLiteStore:
    lock.share()
    notice = ""
    if lock.read_only or (path.exists() and not os.access(path, os.W_OK)):
        lock.read_only = True
        return _open_for_reading(path, lock)
    if _needs_work(path):
        lock.alone()
        notice = _work(path, stamp)
        lock.share()
    connection = _connect(f"{path.as_uri()}?mode=rw")
    try:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
    except BaseException:
        connection.close()
        raise
    return SQLiteStore(path, connection, lock, notice)


def _connect(uri: str) -> sqlite3.Connection:
    return sqlite3.connect(uri, uri=True, timeout=PATIENCE, isolation_level=None, check_same_thread=False)


def _open_for_reading(path: Path, lock: file_lock.FileLock) -> SQLiteStore:
    if not path.exists():
        raise JournalError(f"日志的文件夹 {path.parent} 不能写入，建不成日志；请换一个位置或检查权限。")
    beside = path.with_name(path.name + "-wal").exists()
    connection = _connect(f"{path.as_uri()}?{'mode=ro' if beside else 'immutable=1'}")
    try:
        version = _check(connection)
    except (_Malformed, sqlite3.Error) as fault:
        connection.close()
        raise JournalDamaged(
            f"日志文件 {path} 读不出，文件夹又不能写入，不能抢救；请把它复制到能写的文件夹再打开。", path
        ) from fault
    if version != VERSION:
        connection.close()
        raise _older_or_newer(version, path)
    return SQLiteStore(path, connection, lock, f"日志只能看、不能记：文件夹 {path.parent} 不能写入，请检查权限。")


def _older_or_newer(version: int, path: Path) -> JournalError:
    if version > VERSION:
        return JournalNewer(
            f"这份日志是更新版本的执裁写的（格式 {version}，本程序只认到 {VERSION}），没有改动；请更新执裁后再打开（{path}）。"
        )
    return JournalError(f"日志是旧格式（{version}），要改写而文件夹不能写入；请检查 {path.parent} 的权限。")


def _next(path: Path) -> Path:
    return path.with_name(path.name + ".next")


def _marker(path: Path) -> Path:
    """What says that damage was found while the journal was open."""
    return path.with_name(path.name + ".damaged")


def _needs_work(path: Path) -> bool:
    """Whether the file has to be made, finished, rewritten or rescued; raises when it is of a newer schema."""
    if _next(path).exists() or not path.exists() or _marker(path).exists():
        return True
    try:
        version = _inspect(path)
    except _Malformed:
        return True
    if version > VERSION:
        raise _older_or_newer(version, path)
    return version != VERSION


def _inspect(path: Path) -> int:
    """The schema of a file, which is not changed by looking; raises :class:`_Malformed`."""
    with path.open("rb") as file:
        if file.read(16) != _MAGIC:
            raise _Malformed("header")
    try:
        return _look(path, "ro")
    except sqlite3.OperationalError as fault:
        if _primary(fault) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
        return _look(path, "rw")  # somebody was interrupted while writing: SQLite takes that back first


def _look(path: Path, mode: str) -> int:
    try:
        with closing(_connect(f"{path.as_uri()}?mode={mode}")) as connection:
            return _check(connection)
    except sqlite3.DatabaseError as fault:
        if _primary(fault) in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR):
            raise _Malformed(str(fault)) from fault
        raise


def _primary(fault: Exception) -> int:
    return (getattr(fault, "sqlite_errorcode", None) or 0) & 0xFF


def _check(connection: sqlite3.Connection) -> int:
    application = connection.execute("PRAGMA application_id").fetchone()[0]
    version = int(connection.execute("PRAGMA user_version").fetchone()[0])
    if application != APPLICATION or version < 1:
        raise _Malformed("not a journal")
    if version <= VERSION:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _Malformed(found)
        if version == VERSION:
            connection.execute(f"SELECT {_COLUMNS}, has_receipt, checksum FROM records LIMIT 1").fetchone()
            connection.execute("SELECT seq, id, receipt FROM receipts LIMIT 1").fetchone()
    return version


def _work(path: Path, stamp: str) -> str:
    """Make, finish, rewrite or rescue, alone with the file; the notice to give."""
    if _next(path).exists():
        _put_in_place(path)
        return ""
    if not path.exists():
        _write_next(path, ())
        _put_in_place(path)
        return ""
    try:
        version = _inspect(path)
    except _Malformed as fault:
        raise _rescue(path, stamp) from fault
    if _marker(path).exists():
        raise _rescue(path, stamp)
    if version == VERSION:
        return ""
    kept = _keep_aside(path, f"旧格式{version}-{stamp}")
    with closing(_connect(f"{path.as_uri()}?mode=ro")) as connection:
        records = list(_READERS[version](connection))
    _write_next(path, records)
    _put_in_place(path)
    return f"日志已由旧格式改为新格式，共 {len(records)} 条；原文件保存为 {kept.name}。"


def _version_1(connection: sqlite3.Connection) -> Iterator[Record]:
    """The first schema: the receipt in the row of its record."""
    for *columns, receipt in connection.execute(f"SELECT {_COLUMNS}, receipt FROM records ORDER BY id"):
        yield _record(columns, None if receipt is None else json.loads(receipt))


_READERS = {1: _version_1}


def _rescue(path: Path, stamp: str) -> JournalDamaged:
    kept = _keep_aside(path, f"损坏-{stamp}")
    rescued = salvage.read(path)
    records = rescued.records
    _write_next(path, records, rescued.without_receipt)
    _put_in_place(path)
    sentence = f"日志文件有损坏，已读出 {len(records)} 条记录存成新文件，再打开即可使用"
    if not records:
        sentence = "日志文件有损坏，一条记录也没有读出，已另建一份空的日志，再打开即可使用"
    if rescued.without_receipt:
        sentence += f"，其中 {len(rescued.without_receipt)} 条的裁决凭据读不出"
    return JournalDamaged(
        f"{sentence}；损坏的原文件原样保存为 {kept.name}，请不要删。", kept, len(records), len(rescued.without_receipt)
    )


def _keep_aside(path: Path, why: str) -> Path:
    """Copy a journal aside, byte by byte, with what SQLite keeps beside it."""
    kept = path.with_name(f"{path.stem}-{why}{path.suffix}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.stem}-{why}-{number}{path.suffix}")
    for end in ("-wal", ""):  # the journal itself last: where it is, all of it is
        source = path.with_name(path.name + end)
        if source.exists():
            partial = kept.with_name(kept.name + end + ".partial")
            shutil.copy2(source, partial)
            _to_disk(partial)
            os.replace(partial, kept.with_name(kept.name + end))
    _to_disk(path.parent)
    return kept


def _write_next(path: Path, records: Iterable[Record], without_receipt: frozenset[str] = frozenset()) -> None:
    """Write a new journal beside the old one, complete before it has its name."""
    partial = path.with_name(path.name + ".partial")
    for end in ("", "-journal", "-wal", "-shm"):
        partial.with_name(partial.name + end).unlink(missing_ok=True)
    with closing(_connect(f"{partial.as_uri()}?mode=rwc")) as connection:
        connection.execute(f"PRAGMA page_size = {salvage.PAGE}")
        connection.execute("PRAGMA journal_mode = WAL")  # so that it need not be changed where others look on
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(
            f"PRAGMA application_id = {APPLICATION};PRAGMA user_version = {VERSION};BEGIN;{SCHEMA};COMMIT;"
        )
        connection.execute("BEGIN")
        for record in records:
            row = _row(record)
            if record.id in without_receipt:
                row = (*row[:7], _LOST, checksum(*row[:7], _LOST))
            _insert(connection, record, row, None if record.receipt is None else _pack(record.receipt))
        connection.execute("COMMIT")
    _to_disk(partial)
    os.replace(partial, _next(path))
    _to_disk(path.parent)


def _put_in_place(path: Path) -> None:
    """Let the new journal take the place of the old one; begun again where it was interrupted."""
    for end in ("-wal", "-shm", "-journal"):  # of the old one: they must not be applied to the new one
        path.with_name(path.name + end).unlink(missing_ok=True)
    os.replace(_next(path), path)
    _marker(path).unlink(missing_ok=True)
    _to_disk(path.parent)


def _to_disk(path: Path) -> None:
    if path.is_dir() and os.name == "nt":
        return
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    except OSError:
        if not path.is_dir():  # some systems cannot write out a folder by itself
            raise
    finally:
        os.close(handle)
