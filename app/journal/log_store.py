"""The journal as a file of checked lines: in a browser, whose private file system has nothing else that keeps what it took.

A line is a record as a row of the journal's tables, with its receipt; what the file comes to lies in tables in memory, made when
it is opened and asked like those of a journal on a disk. A record is acknowledged once its line is on the disk, and only then put
into the tables. The file is never rewritten and never renamed. Lines are::

    zhicai-journal 1
    head begun 7w0Ks3yJq1Y… {"device":"0123456789abcdef",…}
    signer 0123456789abcdef 11qYAYKxCrf…
    1 ["01J…", …, 1, 3735928559] eJyrVkrLz1eyUkpKLFKqBQAdegQ0
    sign 1 q83vEjRWeJ…
    head now ASNFZ4mrze8… {"device":"0123456789abcdef",…}

The first says what the file is; a record has its number, its row, and its receipt (``-`` where there is none); ``sign`` is the
signature of the record of that number, ``signer`` the key of a device, ``head`` a signed head (:mod:`app.journal.heads`), of which
the last of its kind and device counts. A record that comes again under its number has got back what it lacked. ``device`` begins
a chain without signatures, as earlier versions wrote it; they pass over the lines they do not know.
"""

from __future__ import annotations

import base64
import binascii
import errno
import json
import sqlite3
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.journal import key_file, rows, salvage, signed_tables, signing
from app.journal.ed25519 import SIGNATURE
from app.journal.growing import Growing
from app.journal.heads import MOST, SignedHead, head_of
from app.journal.interrupted import PAGE
from app.journal.log_file import Damage, Handle, LogFile, Read, read
from app.journal.queries import Queries
from app.journal.records import Record
from app.journal.rows import VERSION
from app.journal.salvage import LOST, checksum
from app.journal.store import Brought, JournalError

if TYPE_CHECKING:
    from app.journal.findings import Against
    from app.journal.heads import Code
    from app.journal.key_file import KeyFile
    from app.journal.looking import Looking
    from app.journal.verification import Verification

FORMAT = 1
_HEADER, _DEVICE = b"zhicai-journal ", b"device "
_SIGN, _SIGNER, _HEAD = b"sign ", b"signer ", b"head "
_BEGUN = b"head begun "
_FILE = 0  # there is one file in one place: it is not copied with its chain
_HAS, _CHECK = -2, -1  # columns of a row
READ_ONLY = "执裁已在另一个标签页打开：这里只能看、不能记。关掉那一页，或到“日志”点“在这里接着记”。"
NOT_KEPT = "这个浏览器不让网页存东西（可能是无痕窗口）：记的只在这一页里，关掉就没有了。离开前请导出日志。"
_NO_RECEIPT = b"-"


class LogNewer(JournalError):
    """The file was written by a later version of the program; it was not touched."""


class LogStore(Queries):
    """A journal file of lines that is open, or that another tab has open and is read here."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._said = ""  # of what cannot be read
        self.kept = True  # whether what is saved outlives this page
        self._lock = threading.RLock()
        self._connection: sqlite3.Connection | None = connection
        self._log: LogFile | None = None
        self._keys = key_file.in_memory()
        self._damaged = False  # something of the file could not be read
        self._read_to = 0  # bytes of the file that were read while another tab had it
        self._faults: tuple[str, ...] = ()

    @property
    def read_only(self) -> bool:
        """Whether nothing can be saved here: another tab has the file."""
        return self._log is None

    @property
    def notice(self) -> str:
        """What the user should know of how the journal was opened."""
        where = READ_ONLY if self.read_only else "" if self.kept else NOT_KEPT
        return where + self._said

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        with self._lock:
            if self._connection is None:
                raise JournalError("日志已经关闭，请重新打开执裁。")
            try:
                yield self._connection
            except UnicodeEncodeError as fault:
                raise JournalError("这条记录里有存不下的字符，没有存；请改掉后再存。") from fault
            except OSError as fault:
                raise refusal(fault) from fault
            except (sqlite3.Error, zlib.error, ValueError) as fault:
                raise JournalError("日志读不出，这次没有存下；请重新打开执裁，仍不行请先导出日志。") from fault

    def append(self, records: Sequence[Record], brought: Brought | None = None) -> None:
        """Add records, all or none, and what came with them of other devices; on return their lines are on the disk."""
        with self._using() as connection:
            if self._log is None:
                raise JournalError(f"这条记录没有存下。{READ_ONLY}")
            connection.execute("BEGIN")
            try:
                end = Growing(connection, str(_FILE), self._keys, damaged=self._damaged)
                known = set(signed_tables.signers(connection))
                if brought:
                    end.remember(brought)
                changed: dict[int, None] = {}
                for record in records:
                    before = connection.total_changes
                    new = rows.insert(connection, record, end)
                    if new is not None or connection.total_changes != before:  # what it lacked was put back
                        changed[_number(connection, record.id)] = None
                end.write()
                signers = signed_tables.signers(connection).items()
                bodies = [_head(kind, signed) for kind, signed in end.heads if kind == signed_tables.BEGUN]
                bodies += [_signer(device, key) for device, key in signers if device not in known]
                bodies += [body for number in changed for body in _bodies(connection, number)]
                bodies += [_head(kind, signed) for kind, signed in end.heads if kind != signed_tables.BEGUN]
                self._log.add(bodies)
                connection.execute("COMMIT")
            except BaseException:
                with suppress(sqlite3.Error):
                    connection.execute("ROLLBACK")
                raise
            end.note()
            self._damaged = self._damaged and end.key is None

    def _against(self, codes: tuple[Code, ...]) -> Against:
        from app.journal.findings import Against

        return Against(self._keys.read() if self._log is not None else None, str(_FILE), codes)

    def looked(self, looking: Looking) -> Verification:
        """What was found, and what of the file cannot be read."""
        found = super().looked(looking)
        return replace(found, faults=self._faults + found.faults)

    # Reading the file

    def write_to(self, handle: Handle, *, kept: bool = True, keys: KeyFile | None = None) -> None:
        """Have the file from now on; what is in it is read, and what an interrupted save left is cut off.

        ``keys`` is the file of its key; without one it is signed with a key for as long as the page is open.
        Raises :class:`JournalError`; of a file of a later version :class:`LogNewer`, and it is not touched.
        """
        with self._using() as connection:
            log = LogFile(handle)
            _require_known(handle.read(0, 64))
            found = log.open()
            self._read_to, self._faults, self._said = 0, (), ""
            self._take(connection, found)
            if not found.bodies:
                log.add([_header()])
            self._log = log
            self.kept = kept
            self._keys = key_file.in_memory() if keys is None else keys

    def let_go(self) -> None:
        """Leave the file to another tab, and read what that one writes."""
        with self._lock:
            if self._log is not None:
                self._read_to = self._log.size
                self._log.close()
                self._log = None
                self._keys.close()

    @property
    def size(self) -> int:
        """How many bytes of its file it knows."""
        return self._read_to if self._log is None else self._log.size

    def read_from(self, data: bytes) -> bool:
        """Read what another tab has written, from the byte :attr:`read_to` on; whether there was anything new."""
        with self._using() as connection:
            if not self._read_to:
                _require_known(data[:64])
            found = read(data)
            self._take(connection, found)
            self._read_to += found.end
            return bool(found.bodies)

    @property
    def read_to(self) -> int:
        """How many bytes of the file were read while another tab has it."""
        return self._read_to

    def _take(self, connection: sqlite3.Connection, found: Read) -> None:
        """Put lines into the tables; those that are there already change nothing."""
        connection.execute("BEGIN")
        try:
            begun = -1  # where the last chain begins
            damage = list(found.damage)
            signed: list[bytes] = []
            for start, body in zip(found.starts, found.bodies, strict=True):
                if body.startswith(_DEVICE):
                    begun = start
                    self._begin(connection, body.removeprefix(_DEVICE).decode(errors="replace"))
                elif body[:1].isdigit():
                    try:
                        _put(connection, *_parsed(body))
                    except (ValueError, RecursionError):  # whole, and yet no record
                        damage.append(Damage(start, body))
                elif body.startswith((_SIGN, _SIGNER, _HEAD)):
                    signed.append(body)
                    begun = start if body.startswith(_BEGUN) else begun
            damage.sort(key=lambda each: each.at)
            whole = [_salvaged(connection, each.body) for each in damage]
            for body in signed:
                with suppress(ValueError, OverflowError):  # of a later version
                    _put_signed(connection, body)
            _write_ends(connection)
            unknown = bool(damage) and damage[-1].at > begun
            if unknown:
                connection.execute("UPDATE chains SET file = ''")  # nobody knows how far it had come: another begins
                self._damaged = True
            connection.execute("COMMIT")
        except BaseException:
            connection.execute("ROLLBACK")
            raise
        if damage:
            self._say(connection, damage, whole, unknown)

    def _begin(self, connection: sqlite3.Connection, device: str) -> None:
        connection.execute("DELETE FROM chains WHERE device = ?", (device,))
        connection.execute("INSERT INTO chains VALUES (?, ?, 0, '', 0)", (device, str(_FILE)))

    def _say(self, connection: sqlite3.Connection, damage: list[Damage], whole: list[int | None], aloud: bool) -> None:
        """Say what of the file cannot be read: when it is opened, until something is saved after it; when verified, always."""
        self._faults += tuple(
            f"文件第 {self._read_to + each.at} 字节起有 {len(each.data)} 字节损坏，{_WORDS[what]}"
            for each, what in zip(damage, whole, strict=True)
        )
        if aloud:
            number = connection.execute("SELECT count(*) FROM records WHERE seq > 0").fetchone()[0]
            lost, receipts = whole.count(None), whole.count(LOST)
            said = f"日志有 {len(damage)} 处损坏，读出了 {number} 条记录"
            said += f"，{lost} 处没有读出" if lost else ""
            said += f"，{receipts} 条的裁决凭据读不出" if receipts else ""
            self._said = f"{said}；损坏处原样留着，从别的副本并入可以补回。请先导出一份日志。"

    def close(self) -> None:
        """Let go of the file."""
        with self._lock:
            if self._connection is not None:
                if self._log is not None:
                    self._log.close()
                    self._keys.close()
                self._connection.close()
                self._connection = None


_WORDS = {None: "读不出。", 1: "内容仍读出了。", 0: "内容仍读出了。", LOST: "只读出记录，凭据失落。"}


def refusal(fault: OSError) -> JournalError:
    """One sentence for what the storage of a browser complains of."""
    if fault.errno == errno.ENOSPC:
        return JournalError("浏览器的存储空间已满，这次没有存下；请腾出空间后再存一次。以前的记录都在。")
    if fault.errno == errno.EBUSY:
        return JournalError(READ_ONLY)
    return JournalError("浏览器的存储出错，这次没有存下；请先导出日志，再重新打开执裁。")


def open_log_store(handle: Handle, *, kept: bool = True, keys: KeyFile | None = None) -> LogStore:
    """Open the journal that lies in a file, made when there is nothing in it; ``kept``: whether the file outlives this page."""
    store = new_log_store()
    try:
        store.write_to(handle, kept=kept, keys=keys)
    except BaseException:
        store.close()
        raise
    return store


def new_log_store() -> LogStore:
    """A journal of which nothing is read yet; it is read only until it is given its file."""
    return LogStore(_tables())


def _tables() -> sqlite3.Connection:
    connection = sqlite3.connect(":memory:", isolation_level=None, check_same_thread=False)
    connection.executescript(
        f"PRAGMA page_size = {PAGE};PRAGMA application_id = {rows.APPLICATION};PRAGMA user_version = {VERSION};"
        f"BEGIN;{rows.SCHEMA};{rows.FOOTING};COMMIT;"
    )
    return connection


def _require_known(start: bytes) -> None:
    head = read(start.split(b"\n")[0] + b"\n").bodies
    if head and head[0].startswith(_HEADER):
        version = head[0].removeprefix(_HEADER)
        if version.isdigit() and int(version) > FORMAT:
            raise LogNewer("这里的日志是更新版本的执裁写的，没有改动；请重新载入网页，更新执裁后再打开。")


# Lines


def _header() -> bytes:
    return _HEADER + str(FORMAT).encode()


def _number(connection: sqlite3.Connection, id_: str) -> int:
    number: int = connection.execute("SELECT seq FROM records WHERE id = ?", (id_,)).fetchone()[0]
    return number


def _body(connection: sqlite3.Connection, number: int) -> bytes:
    """The line of a record that lies in the tables."""
    *row, packed = connection.execute(
        f"SELECT {rows.of_records(rows.ROW)}, receipt FROM records LEFT JOIN receipts ON receipts.seq = records.seq"
        " WHERE records.seq = ?",
        (number,),
    ).fetchone()
    text = json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode()
    return b"%d %s %s" % (number, text, _NO_RECEIPT if packed is None else base64.b64encode(packed))


def _bodies(connection: sqlite3.Connection, number: int) -> Iterator[bytes]:
    """The line of a record, and that of its signature."""
    yield _body(connection, number)
    signature = signed_tables.signature(connection, number)
    if signature is not None:
        yield b"%s%d %s" % (_SIGN, number, base64.b64encode(signature))


def _signer(device: str, key: bytes) -> bytes:
    return f"{_SIGNER.decode()}{device} {signing.written(key)}".encode()


def _head(kind: str, signed: SignedHead) -> bytes:
    return f"{_HEAD.decode()}{kind} {signing.written(signed.signature)} {signed.head.text}".encode()


def _put_signed(connection: sqlite3.Connection, body: bytes) -> None:
    """Put in a line of what was signed; raises ValueError for what is none."""
    signed_tables.make(connection)
    what, rest = body.decode().split(" ", 1)
    if what == "sign":
        number, text = rest.split(" ")
        row = connection.execute("SELECT id, device FROM records WHERE seq = ?", (int(number),)).fetchone()
        signature = signing.read(text, SIGNATURE)
        if row is not None and signature is not None:
            signed_tables.put_signature(connection, int(number), row[0], row[1], signature)
    elif what == "signer":
        device, text = rest.split(" ")
        key = signing.key_of(device, text)
        if key is not None:
            signed_tables.put_signer(connection, device, key)
    else:
        kind, text, said = rest.split(" ", 2)
        head, signature = head_of(said), signing.read(text, SIGNATURE)
        if kind in signed_tables.KINDS and head is not None and signature is not None:
            signed_tables.put_head(connection, kind, SignedHead(head, signature))


def _parsed(body: bytes) -> tuple[int, list[Any], bytes | None]:
    """The number, the row and the receipt of a line; raises ValueError."""
    number, rest = body.split(b" ", 1)
    text, receipt = rest.rsplit(b" ", 1)
    seq, row = int(number), json.loads(text)
    if not _is_row(seq, row):
        raise ValueError("no row of a record")
    return seq, row, None if receipt == _NO_RECEIPT else base64.b64decode(receipt)


def _is_row(seq: int, row: object) -> bool:
    """Whether a row is as it is written: somebody may have written another into a line whose check is right."""
    return (
        0 < seq < MOST
        and isinstance(row, list)
        and len(row) == _COLUMNS
        and rows.is_whole(row[:_HAS], row[_HAS], row[_CHECK])
        and row[_HAS] in (0, 1, LOST, salvage.PUT_BACK)
        and 0 <= row[_NUMBER] < MOST
    )


def _put(connection: sqlite3.Connection, number: int, row: Sequence[Any], packed: bytes | None) -> None:
    marks = ",".join("?" * (len(row) + 1))
    connection.execute(f"INSERT OR REPLACE INTO records (seq, {rows.ROW}) VALUES ({marks})", (number, *row))
    if packed is not None:
        connection.execute("INSERT OR REPLACE INTO receipts VALUES (?, ?, ?)", (number, row[0], packed))


def _salvaged(connection: sqlite3.Connection, body: bytes) -> int | None:
    """Put in what is whole of a damaged line; whether it has its receipt, LOST where that is damaged, None: nothing."""
    number, _, rest = body.partition(b" ")
    text = rest.decode(errors="replace")
    try:
        row, at = json.JSONDecoder().raw_decode(text)
        seq = int(number)
    except (ValueError, RecursionError):
        return None
    if not _is_row(seq, row) or not salvage.whole((seq, *row)):
        return None
    there = connection.execute("SELECT id, has_receipt FROM records WHERE seq = ? OR id = ?", (seq, row[0])).fetchall()
    if any(each != (row[0], LOST) for each in there):
        return None
    packed: bytes | None = None
    if row[_HAS] == 1:
        try:
            packed = base64.b64decode(text[at:].strip(), validate=True)
            rows.unpack(packed)
        except (binascii.Error, zlib.error, ValueError):
            packed, row[_HAS] = None, LOST
            row[_CHECK] = checksum(*row[:_CHECK])
    _put(connection, seq, row, packed)
    return int(row[_HAS])


_COLUMNS = len(rows.ROW.split(", "))
_NUMBER = rows.ROW.split(", ").index("number")


def _write_ends(connection: sqlite3.Connection) -> None:
    """Note how far the chains without signatures have come that were begun in this file, as their records say."""
    first = next((each.head for each in signed_tables.heads(connection, (signed_tables.BEGUN,))), None)
    held = connection.execute("SELECT max(seq) FROM records").fetchone()[0] if first is None else first.held
    for (device,) in connection.execute("SELECT device FROM chains").fetchall():
        end = connection.execute(
            "SELECT number, hash FROM records WHERE device = ? ORDER BY number DESC LIMIT 1", (device,)
        ).fetchone()
        number, hash_ = end or (0, "")
        connection.execute(
            "UPDATE chains SET number = ?, hash = ?, held = ? WHERE device = ?", (number, hash_, held, device)
        )
