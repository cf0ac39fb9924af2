"""The journal in one SQLite file: on a phone, on a desktop, on one server.

What is acknowledged lies in that file, not beside it: SQLite writes with a rollback journal, which is empty when a save returns,
so that a copy of the one file holds every acknowledged record. Somebody who reads for long keeps others from saving, which is
said; with a write-ahead log emptied after each save, which takes as long, he would keep a saved record out of the file.
"""

from __future__ import annotations

import json
import os
import shutil
import sqlite3
import threading
import zlib
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from app.journal import file_guard, file_lock, interrupted, key_file, rows, salvage, signed_tables
from app.journal.growing import Growing
from app.journal.queries import Queries
from app.journal.records import UNCHAINED, Record
from app.journal.rows import VERSION
from app.journal.salvage import Chain, Signatures, checksum
from app.journal.store import Brought, JournalError

if TYPE_CHECKING:
    from app.journal.findings import Against
    from app.journal.heads import Code

PATIENCE = 10.0  # seconds to wait for another writer, or for somebody who reads
_WRITE_VERSION, _WAYS_TO_WRITE = 18, 2  # the byte of the header that says how a file is written, and the most it may be
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


class JournalMoved(JournalError):
    """The file was deleted or another put in its place while it was open; nothing was saved."""


class _Malformed(Exception):
    """The file cannot be read as a journal."""


class SQLiteStore(Queries):
    """A journal file that is open."""

    def __init__(self, path: Path, connection: sqlite3.Connection, lock: file_lock.FileLock, notice: str = "") -> None:
        self.path = path
        self.notice = notice
        self.read_only = lock.read_only
        self._lock = threading.RLock()  # one connection, one user at a time
        self._file_lock = lock
        self._connection: sqlite3.Connection | None = connection
        self._file = _identity(path)
        self._last = (0, "")  # the last row that was seen: its number and the name of its record
        self._kept: Path | None = None  # where the contents of a file that was moved away were written
        self._keys = key_file.beside(path)

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
                sentence = refusal(fault, self.path)
                if isinstance(sentence, JournalDamaged):
                    with suppress(OSError):
                        _marker(self.path).touch()  # so that it is rescued when it is opened again
                raise sentence from fault

    def append(self, records: Sequence[Record], brought: Brought | None = None) -> None:
        """Add records, all or none; on return they are on the disk, in the journal file itself."""
        if self.read_only:
            raise JournalError(f"日志所在的文件夹不能写入，这条记录没有存下：请检查 {self.path.parent} 的权限。")
        with self._using() as connection:
            self._require_own_file(connection)
            connection.execute("BEGIN IMMEDIATE")  # from here on others wait
            try:
                self._require_last_row(connection)
                end = Growing(connection, str(self._file[1]), self._keys)
                if brought:
                    end.remember(brought)
                last = self._last
                for record in records:
                    last = rows.insert(connection, record, end) or last
                end.write()
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):  # a full disk may have ended it already
                    connection.execute("ROLLBACK")
                raise
            self._require_own_file(connection)  # it may have been taken away between the two
            self._last = last
            end.note()
            if self._keys.notice not in self.notice:
                self.notice += self._keys.notice

    def _require_own_file(self, connection: sqlite3.Connection) -> None:
        """Raise :class:`JournalMoved` where the path no longer leads to the file that is open."""
        if _identity(self.path) == self._file:
            return
        if self._kept is None:  # what was in it can still be read: it is written beside
            with suppress(OSError, sqlite3.Error, JournalError):
                content = connection.serialize()
                file_guard.require_room(self.path.parent, len(content))
                kept = _free_name(self.path, f"移走前-{datetime.now():%Y-%m-%d-%H%M%S}")
                file_guard.make_file(kept)
                kept.write_bytes(content)
                _to_disk(kept)
                self._kept = kept
        saved = f"原来的记录另存为 {self._kept.name}；" if self._kept is not None else ""
        raise JournalMoved(
            f"日志文件在打开期间被删除或换掉了，这条记录没有存下；{saved}请把原文件放回，或重新打开执裁后再存（{self.path}）。"
        )

    def _require_last_row(self, connection: sqlite3.Connection) -> None:
        """Raise :class:`JournalMoved` where other contents were copied into the file that is open."""
        seq, id_ = self._last
        if seq and connection.execute("SELECT id FROM records WHERE seq = ?", (seq,)).fetchone() != (id_,):
            raise JournalMoved(
                f"日志文件在打开期间被换成了别的内容，这条记录没有存下；请重新打开执裁后再存（{self.path}）。"
            )

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        """The records that came since ``mark`` in the order they came, without receipts, and the new mark."""
        with self._lock:
            found, last = super().arrived(mark)
            if found and last > self._last[0]:
                self._last = (last, found[-1].id)
            return found, last

    def _against(self, codes: tuple[Code, ...]) -> Against:
        from app.journal.findings import Against

        return Against(self._keys.read(), str(self._file[1]), codes)

    def backup(self, to: Path) -> int:
        """Write a copy of the journal as it is now to where nothing is yet; returns how many records it holds."""
        from app.journal.backup import write_copy

        with self._using() as connection:
            return write_copy(connection, to)

    def close(self) -> None:
        """Let go of the files."""
        with self._lock:
            if self._connection is not None:
                with suppress(sqlite3.Error):
                    if not self.read_only and _identity(self.path) == self._file:
                        self._connection.execute("PRAGMA journal_mode = DELETE")  # takes the empty file beside away
                with suppress(sqlite3.Error):
                    self._connection.close()
                self._connection = None
                self._keys.close()
                self._file_lock.release()


def _identity(path: Path) -> tuple[int, int]:
    """Which file a path leads to; none: zeros."""
    try:
        found = os.stat(path)
    except OSError:
        return (0, 0)
    return (found.st_dev, found.st_ino)


def refusal(fault: Exception, path: Path) -> JournalError:
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

    A link, also one in the place of the file, is followed: everything then happens beside the file it leads to. What is no
    ordinary file is not opened. Folder and file are for their owner only; where they were not, that is changed and said.
    """
    path = Path(os.path.realpath(path))
    stamp = (now or datetime.now()).strftime("%Y-%m-%d-%H%M%S")
    try:
        file_guard.make_folder(path.parent)
    except OSError as fault:
        raise JournalError(f"日志的文件夹 {path.parent} 建不成，请换一个位置或检查权限。") from fault
    file_guard.require_regular(path)
    narrowed = file_guard.narrow(path)
    lock = file_lock.FileLock(path.with_name(path.name + ".lock"))
    try:
        store = _open(path, lock, stamp)
        store.notice += narrowed
        return store
    except BaseException as fault:
        lock.release()
        if isinstance(fault, OSError | sqlite3.Error):
            raise refusal(fault, path) from fault
        raise


def _open(path: Path, lock: file_lock.FileLock, stamp: str) -> SQLiteStore:
    lock.share()
    notice = ""
    if lock.read_only or (path.exists() and not os.access(path, os.W_OK)):
        lock.read_only = True
        return _open_for_reading(path, lock)
    if interrupted.left_over(path) and path.exists() and not _next(path).exists() and lock.try_alone():
        if not _sound_as_left(path):
            raise _rescue(path, stamp)
        lock.share()
    if _needs_work(path):
        lock.alone()
        notice = _work(path, stamp)
        lock.share()
    connection = _connect(f"{path.as_uri()}?mode=rw")
    try:
        mode = connection.execute("PRAGMA journal_mode = TRUNCATE").fetchone()[0]
        if mode != "truncate":  # somebody changed it and has it open
            raise JournalError("日志正被另一个窗口或程序使用，现在不能打开；请先关闭它再打开。")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA fullfsync = ON")
    except BaseException:
        connection.close()
        raise
    return SQLiteStore(path, connection, lock, notice)


def _sound_as_left(path: Path) -> bool:
    """Whether what an interrupted program left can be put right by SQLite alone; looked at before SQLite touches it."""
    if not interrupted.log_is_whole(path):
        return False
    if not file_guard.size(path.with_name(path.name + "-journal")):
        return True
    with closing(sqlite3.connect(":memory:")) as connection:
        try:
            connection.deserialize(interrupted.rolled_back(path))
            version = _check(connection)
            if connection.execute("PRAGMA integrity_check(1)").fetchone()[0] != "ok":
                return False
            if version == VERSION:
                for (id_,) in connection.execute("SELECT id FROM records WHERE seq > 0").fetchall():
                    rows.get(connection, id_)
        except (_Malformed, sqlite3.DatabaseError, zlib.error, ValueError):
            return False
    return True


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
    if _header(path)[: len(_MAGIC)] != _MAGIC:
        raise _Malformed("header")
    try:
        version = _look(path, "ro")
    except sqlite3.OperationalError as fault:
        if _primary(fault) not in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN):
            raise
        version = _look(path, "rw")  # somebody was interrupted while writing: SQLite takes that back first
    if _header(path)[_WRITE_VERSION] > _WAYS_TO_WRITE:
        raise _Malformed("header")  # SQLite would only read it, and say that it may not be written
    return version


def _header(path: Path) -> bytes:
    with path.open("rb") as file:
        return file.read(100)


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
    if application != rows.APPLICATION or version < 1:
        raise _Malformed("not a journal")
    if version <= VERSION:
        found = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
        if found != "ok":
            raise _Malformed(found)
        if version == VERSION:
            connection.execute(f"SELECT {rows.ROW} FROM records LIMIT 1").fetchone()
            connection.execute("SELECT seq, id, receipt FROM receipts LIMIT 1").fetchone()
            _look_at_the_end(connection)
    return version


def _look_at_the_end(connection: sqlite3.Connection) -> None:
    """Raise :class:`_Malformed` where the last save is only partly there: a copy made while it was being written."""
    number = connection.execute("SELECT count(*) FROM records NOT INDEXED").fetchone()
    indexed = connection.execute("SELECT count(*) FROM records INDEXED BY sqlite_autoindex_records_1").fetchone()
    if number != indexed:
        raise _Malformed("index")
    last = connection.execute("SELECT id FROM records WHERE seq > 0 ORDER BY seq DESC LIMIT 1").fetchone()
    if last is None:
        return
    try:
        rows.get(connection, last[0])
    except (sqlite3.DatabaseError, zlib.error, ValueError) as fault:
        raise _Malformed("last record") from fault


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
    _require_room(path)
    with closing(_connect(f"{path.as_uri()}?mode=ro")) as connection:
        try:
            read = list(_READERS[version](connection))
        except (sqlite3.DatabaseError, zlib.error, ValueError, TypeError, RecursionError) as fault:
            if _primary(fault) in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_IOERR):
                raise
            raise _rescue(path, stamp) from fault
    kept = _keep_aside(path, f"旧格式{version}-{stamp}")
    _write_next(path, [record for record, _ in read], frozenset(record.id for record, lost in read if lost))
    _put_in_place(path)
    return f"日志已由旧格式改为新格式，共 {len(read)} 条；原文件保存为 {kept.name}。"


def _version_1(connection: sqlite3.Connection) -> Iterator[tuple[Record, bool]]:
    """The first schema: the receipt in the row of its record."""
    for *columns, receipt in connection.execute(f"SELECT {rows.CONTENT}, receipt FROM records ORDER BY id"):
        yield rows.record_of(columns, None if receipt is None else json.loads(receipt)), False


def _version_2(connection: sqlite3.Connection) -> Iterator[tuple[Record, bool]]:
    """The second schema, without chains; of some records the receipt was lost."""
    found = connection.execute(
        f"SELECT {rows.of_records(rows.CONTENT)}, has_receipt, checksum, receipt"
        " FROM records LEFT JOIN receipts ON receipts.seq = records.seq ORDER BY records.seq"
    )
    for *columns, has, check, packed in found:
        if checksum(*columns, has) != check or (has == 1 and packed is None):
            raise sqlite3.DatabaseError(f"record {columns[0]} is malformed")
        yield rows.record_of(columns, None if packed is None else rows.unpack(packed)), has == salvage.LOST


_READERS = {1: _version_1, 2: _version_2}


def _rescue(path: Path, stamp: str) -> JournalDamaged:
    _require_room(path)
    kept = _keep_aside(path, f"损坏-{stamp}")
    rescued = salvage.read(path)
    records = rescued.records
    _write_next(path, records, rescued.without_receipt, rescued.chains, rescued.signatures)
    keys = key_file.beside(path)
    keys.note_rescue()
    keys.close()
    _put_in_place(path)
    sentence = f"日志文件有损坏，已读出 {len(records)} 条记录存成新文件，再打开即可使用"
    if not records:
        sentence = "日志文件有损坏，一条记录也没有读出，已另建一份空的日志，再打开即可使用"
    if rescued.without_receipt:
        sentence += f"，其中 {len(rescued.without_receipt)} 条的裁决凭据读不出"
    return JournalDamaged(
        f"{sentence}；损坏的原文件原样保存为 {kept.name}，请不要删。", kept, len(records), len(rescued.without_receipt)
    )


_WITH_IT = ("-wal", "-journal")  # what belongs to the contents of a journal


def _require_room(path: Path) -> None:
    """Raise :class:`JournalError` unless a copy of the journal and a new one fit into its folder; nothing was changed then."""
    there = sum(file_guard.size(path.with_name(path.name + end)) for end in ("", *_WITH_IT))
    file_guard.require_room(path.parent, 2 * there)


def _free_name(path: Path, why: str) -> Path:
    """A name beside a journal that nothing has yet."""
    kept = path.with_name(f"{path.stem}-{why}{path.suffix}")
    number = 1
    while kept.exists():
        number += 1
        kept = path.with_name(f"{path.stem}-{why}-{number}{path.suffix}")
    return kept


def _keep_aside(path: Path, why: str) -> Path:
    """Copy a journal aside, byte by byte, with what SQLite keeps beside it."""
    kept = _free_name(path, why)
    for end in (*_WITH_IT, ""):  # the journal itself last: where it is, all of it is
        source = path.with_name(path.name + end)
        if source.exists() and (not end or source.stat().st_size):
            partial = kept.with_name(kept.name + end + ".partial")
            shutil.copy2(source, partial)
            os.chmod(partial, file_guard.OWNER_FILE)
            _to_disk(partial)
            os.replace(partial, kept.with_name(kept.name + end))
    _to_disk(path.parent)
    return kept


def _write_next(
    path: Path,
    records: Iterable[Record],
    without_receipt: frozenset[str] = frozenset(),
    chains: Iterable[Chain] = (),
    signatures: Signatures | None = None,
) -> None:
    """Write a new journal beside the old one, complete before it has its name."""
    partial = path.with_name(path.name + ".partial")
    for end in ("", "-journal", "-wal", "-shm"):
        partial.with_name(partial.name + end).unlink(missing_ok=True)
    file_guard.make_file(partial)
    with closing(_connect(f"{partial.as_uri()}?mode=rw")) as connection:
        connection.execute(f"PRAGMA page_size = {interrupted.PAGE}")
        connection.execute("PRAGMA synchronous = FULL")
        connection.executescript(
            f"PRAGMA application_id = {rows.APPLICATION};PRAGMA user_version = {VERSION};"
            f"BEGIN;{rows.SCHEMA};{rows.FOOTING};COMMIT;"
        )
        connection.execute("BEGIN")
        signed_tables.make(connection)
        held = 0
        for record in records:
            held += 1
            lost = record.id in without_receipt
            rows.write(connection, record, record.link or UNCHAINED, record.signature, lost=lost)
        for device, key in signatures.signers.items() if signatures is not None else ():
            signed_tables.put_signer(connection, device, key)
        for kind, head in signatures.heads if signatures is not None else ():
            signed_tables.put_head(connection, kind, head)
        signed = signatures is not None and bool(signatures.heads)
        for each in chains:
            connection.execute(
                "INSERT INTO chains VALUES (?, ?, ?, ?, ?)",
                (each.device, each.file, each.number, each.hash, each.held if signed else held),
            )
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
