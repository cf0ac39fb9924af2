"""Looking at a whole journal: whether anything in it was changed, taken out or cannot be read, and what has not been merged yet.

It goes on piece by piece, so that a phone looks at the rest while it is used, and a save waits for one piece at most. What is
read is held against itself (checksums, chains, signatures) and against what lies elsewhere (:mod:`app.journal.anchors`).
"""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from app.journal import chain, ed25519, rows, signed_tables, signing
from app.journal.anchors import Anchors
from app.journal.findings import Against, Findings
from app.journal.growing import counted_as
from app.journal.heads import grow, head_of
from app.journal.salvage import LOST, PUT_BACK, checksum
from app.journal.verification import Verification, gap_sentences, gaps, span_words

if TYPE_CHECKING:
    from app.journal.records import Record

PIECE = 200  # records looked at at once
TOGETHER = 64  # signatures looked at at once


def verify(connection: sqlite3.Connection, against: Against | None = None) -> Verification:
    """Look at every record of a journal file of the present schema. Raises ``sqlite3.Error`` where it cannot be read at all."""
    looking = Looking(against or Against())
    while looking.look(connection):
        pass
    return looking.found()


def rows_after(connection: sqlite3.Connection, after: int, last: int, number: int) -> list[Any]:
    """Some rows of records, as :meth:`Reading.row` takes them."""
    columns = rows.of_records(f"seq, {rows.ROW}")
    signed = signed_tables.exist(connection)
    mark, join = ("signature", " LEFT JOIN signatures ON signatures.seq = records.seq") if signed else ("NULL", "")
    return connection.execute(
        f"SELECT {columns}, receipt, {mark} FROM records LEFT JOIN receipts ON receipts.seq = records.seq{join}"
        " WHERE records.seq > ? AND records.seq <= ? ORDER BY records.seq LIMIT ?",
        (after, last, number),
    ).fetchall()


@contextmanager
def lenient(connection: sqlite3.Connection) -> Iterator[None]:
    """Read texts that are none as well: whoever wrote them there is to be found out."""
    before = connection.text_factory
    connection.text_factory = lambda data: data.decode("utf-8", "replace")
    try:
        yield
    finally:
        connection.text_factory = before


class Looking:
    """A journal that is being looked at, as far as it went when that was begun."""

    def __init__(self, against: Against) -> None:
        self._reading = Reading(Findings(against))
        self._gaps: tuple[str, ...] = ()
        self._begun = False
        self._refused = ""
        self._own: list[Any] = []
        self.looked = 0  # records
        self.total = 0

    def look(self, connection: sqlite3.Connection, number: int = PIECE) -> bool:
        """Look at some more records; whether there are any left."""
        with lenient(connection):
            if not self._begun:
                connection.execute("BEGIN")  # as it is at one moment, whoever adds to it
                try:
                    self._begin(connection)
                finally:
                    connection.execute("COMMIT")
                return not self._refused
            if self._refused:
                return False
            found = rows_after(connection, self._reading.seq, self._last, number)
        for row in found:
            self._reading.row(*row)
        self.looked += len(found)
        if len(found) < number:
            self._end()
        return len(found) == number

    def _end(self) -> None:
        self._reading.end()
        found = self._reading.found
        anchors = Anchors(found)
        anchors.hold([row[:3] for row in self._own], self._own[-1][3] if self._own else None)
        places = ((device, number) for device, places in found.chains.items() for number in places)
        missing = gaps(places, anchors.known_to_go.items())
        self._gaps = gap_sentences({device: spans for device, spans in missing.items() if device not in anchors.own})

    def _begin(self, connection: sqlite3.Connection) -> None:
        self._begun = True
        version = connection.execute("PRAGMA user_version").fetchone()[0]
        if connection.execute("PRAGMA application_id").fetchone()[0] != rows.APPLICATION or version < 1:
            self._refused = "这不是执裁的日志文件；请选 journal.sqlite 或它的备份。"
        elif version != rows.VERSION:
            self._refused = (
                f"日志是格式 {version}，本程序核对的是格式 {rows.VERSION}；请用相应版本的执裁打开一次再核对。"
            )
        if self._refused:
            return
        self._reading.found.faults += [
            f"文件的结构有损坏（{row[0]}）；请重新打开执裁，读得出的会另存。"
            for row in connection.execute("PRAGMA integrity_check(5)")
            if row[0] != "ok"
        ]
        self._last, self.total = connection.execute(
            "SELECT coalesce(max(seq), 0), count(*) FROM records WHERE seq > 0"
        ).fetchone()
        own = connection.execute("SELECT device, number, hash, held FROM chains ORDER BY rowid").fetchall()
        self._own = [each for each in own if [type(value) for value in each] == [str, int, str, int]]
        if len(own) != len(self._own):
            self._reading.found.faults.append("文件里记着链到哪里的一行不是执裁写的样子，被改过。")
        self._reading.found.faults += _labels(connection)
        self._reading.know(connection)

    @property
    def sentence(self) -> str:
        """How far it has come."""
        return f"已核对 {self.looked} 条，共 {self.total} 条"

    def found(self) -> Verification:
        """What was found, once all was looked at."""
        if self._refused:
            return Verification(0, 0, 0, (self._refused,), ())
        read = self._reading.found
        lost = [f"有 {read.lost} 条裁决的凭据在文件损坏时失落，从别的副本并入可以补回。"] if read.lost else []
        unchained = [f"有 {read.unchained} 条是旧版本记的，没有连成链，不能核对有没有被改。"] if read.unchained else []
        return Verification(
            read.number,
            read.number - read.unchained,
            len(read.chains),
            tuple(read.faults),
            self._gaps,
            tuple(unchained + lost + read.remarks),
            tuple(read.anchors),
            read.signed,
        )


def _labels(connection: sqlite3.Connection) -> list[str]:
    """What the tables say twice, so that it can be read where one is damaged, and say otherwise the second time."""
    wrong = connection.execute(
        "SELECT count(*) FROM receipts LEFT JOIN records ON records.seq = receipts.seq"
        " WHERE receipts.seq > 0 AND receipts.id IS NOT records.id"
    ).fetchone()[0]
    faults = [f"有 {wrong} 份凭据写着别的记录，或它的记录不在了：被改过，或记录被拿走。"] if wrong else []
    if signed_tables.exist(connection):
        wrong = connection.execute(
            "SELECT count(*) FROM signatures LEFT JOIN records ON records.seq = signatures.seq WHERE signatures.seq > 0"
            " AND (signatures.id IS NOT records.id OR signatures.device IS NOT records.device)"
        ).fetchone()[0]
        faults += [f"有 {wrong} 个签名写着别的记录，或它的记录不在了：被改过，或记录被拿走。"] if wrong else []
        wrong = sum(
            (held, row) != (head.held, head.row)
            for held, row, said in connection.execute("SELECT held, row, said FROM heads")
            if (head := head_of(said)) is not None
        )
        faults += [f"有 {wrong} 个日志头旁边写的条数与它自己说的不同，被改过。"] if wrong else []
    return faults


_TYPES: tuple[tuple[str, type], ...] = (
    ("id", str), ("at", str), ("author", str), ("event", str), ("kind", str), ("about", str), ("body", str),
    ("device", str), ("number", int), ("before", str), ("receipt_hash", str), ("hash", str), ("has_receipt", int),
    ("checksum", int),
)  # fmt: skip


class Reading:
    """Reads records one after the other, from a row on."""

    def __init__(self, found: Findings, after: int = 0) -> None:
        self.found = found
        self.seq = after
        self._grown = ""
        self._signing: set[str] = set()  # devices that sign what they write
        self._waiting: list[tuple[str, ed25519.Signed]] = []

    def know(self, connection: sqlite3.Connection) -> None:
        """Read who signs, and what was signed of the file."""
        found = self.found
        found.signers = signed_tables.signers(connection)
        found.heads = list(signed_tables.heads(connection))
        said = [each.head for each in found.heads if each.head is not None]
        kept = found.against.kept
        wanted = [each.held for each in said] + [each.former[3] for each in said if each.former is not None]
        wanted += [code.held for code in found.against.codes] + [end[3] for end in (kept.ends if kept else ())]
        found.grown_at |= {held: "" for held in wanted if held}
        self._signing = {each.device for each in found.heads} | set(found.signers)
        self._signing |= {each.device for one in said for each in one.others if each.signed}
        self._signing |= {end[0] for end in (kept.ends if kept else ())}

    def row(self, seq: int, *row: Any) -> None:
        """Look at one record."""
        *columns, has, check, packed, mark = row
        found, name = self.found, str(columns[0])
        told = f"{name}（记于 {str(columns[1])[:40]}）"
        if seq != self.seq + 1:
            found.faults.append(f"文件里第 {span_words([(self.seq + 1, seq - 1)])[2:]}被拿走了，在 {told}之前。")
        self.seq = seq
        found.number += 1
        strange = _strange((*columns, has, check))
        if strange:
            found.faults.append(f"记录 {told}的“{strange}”不是执裁写的样子，被改过。")
        elif checksum(*columns, has) != check:
            found.faults.append(f"记录 {told}的内容被改过，或已损坏。")
        self._grow(columns, has, packed)
        self._receipt(columns, has, packed, told)
        record = None if strange else self._record(columns, packed, told)
        device = str(columns[7])
        if not device:
            found.unchained += 1
        elif not strange:
            if record is not None:
                self._hold(record, told, mark)
            number, before, hash_ = columns[8], columns[9], columns[11]
            there = found.chains[device].setdefault(number, (name, before, hash_))
            if there[0] != name:
                found.faults.append(
                    f"记录 {there[0]} 和 {name} 都接在同一条之后：其中一条是后来放进去的，或日志文件被复制到两处各自续写。"
                )

    def _grow(self, columns: Sequence[Any], has: object, packed: object) -> None:
        found = self.found
        text = counted_as(columns[:7], str(columns[7]), str(columns[10]), has, packed)
        self._grown = grow(self._grown, text)
        if found.number in found.grown_at:
            found.grown_at[found.number] = self._grown
        if not columns[7]:
            found.bare.append(text)

    def _receipt(self, columns: Sequence[Any], has: object, packed: object, told: str) -> None:
        if has == LOST:
            self.found.lost += 1
        elif packed is None and (has in (1, PUT_BACK) or columns[10]):
            self.found.faults.append(f"记录 {told}的凭据被拿走了。")
        elif packed is not None and has not in (1, PUT_BACK):
            self.found.faults.append(f"记录 {told}的凭据是后来放进去的。")

    def _record(self, columns: Sequence[Any], packed: Any, told: str) -> Record | None:
        try:
            return rows.record_of(columns, None if packed is None else rows.unpack(packed))
        except (zlib.error, ValueError, TypeError, json.JSONDecodeError, RecursionError):
            self.found.faults.append(f"记录 {told}的内容或凭据读不出。")
            return None

    def _hold(self, record: Record, told: str, mark: object) -> None:
        """Hold a record against its link and its signature."""
        found, link = self.found, record.link
        assert link is not None
        if not chain.holds(record, link) and not any(record.id in fault for fault in found.faults[-2:]):
            found.faults.append(f"记录 {record.id} 的内容与它在链里的校验不符，被改过。")
        device, public = f"设备 {link.device[:6]} ", found.signers.get(link.device)
        if link.device not in self._signing:
            if mark is not None:
                found.faults.append(f"记录 {told}有签名，而{device}的公钥不在了：被拿走。")
        elif not isinstance(mark, bytes):
            found.faults.append(f"记录 {told}没有签名，而{device}记的每条都有：签名被拿走，或记录是放进去的。")
        elif public is None:
            found.faults.append(f"{device}的公钥不在了，记录 {told}的签名不能核对：公钥被拿走。")
        else:
            found.first_signed = found.first_signed or told
            text = chain.said(record, link.device, link.number, link.before, link.receipt)
            message = signing.RECORD + text.encode("utf-8", "surrogatepass")
            self._waiting.append((told, (public, message, mark)))
            if len(self._waiting) >= TOGETHER:
                self._look_at_signatures()

    def _look_at_signatures(self) -> None:
        waiting, self._waiting = self._waiting, []
        if ed25519.verify_all([each for _, each in waiting]):
            self.found.signed += len(waiting)
            return
        for told, each in waiting:
            if ed25519.verify(*each):
                self.found.signed += 1
            else:
                self.found.faults.append(f"记录 {told}的签名不对：不是那台设备记的，或被改过。")

    def end(self) -> None:
        """Look at the chains as wholes, once every record was read."""
        self._look_at_signatures()
        for places in self.found.chains.values():
            for number, (name, before, _) in sorted(places.items()):
                former = places.get(number - 1)
                if (number == 1 and before) or (former is not None and former[2] != before):
                    told = f"与前一条 {former[0]} " if former else ""
                    self.found.faults.append(f"记录 {name} {told}接不上，其中一条被改过或换过。".replace("  ", " "))


def _strange(values: Sequence[object]) -> str:
    """The first of a record's columns that is of a type nobody here writes; empty where none is."""
    for (name, type_), value in zip(_TYPES, values, strict=True):
        if type(value) is not type_ and not (name == "about" and value is None):
            return name
    if isinstance(values[8], int) and not 0 <= values[8] < 1 << 53:
        return "number"
    return ""
