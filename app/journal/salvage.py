"""What can be read of a damaged journal file: its pages one by one, whatever has become of the rest.

Records are never changed or deleted, so that every row found on a page of rows is one, if its checksum is right.
Format: https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import json
import struct
import zlib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from app.journal import ulids
from app.journal.records import KINDS, Kind, Record

PAGE = 4096  # bytes: the journal is written so
_ROWS = 0x0D  # kind of a page that holds rows
_RECORD_COLUMNS = 10
_RECEIPT_COLUMNS = 3


@dataclass(frozen=True, slots=True)
class Rescued:
    """What was read."""

    records: tuple[Record, ...]  # by ULID
    without_receipt: frozenset[str]  # of these the receipt is lost


def checksum(*columns: str | int | None) -> int:
    """The checksum of a row, so that a damaged one is not taken for a record."""
    return zlib.crc32("\x1f".join(map(str, columns)).encode("utf-8", "surrogatepass"))


def read(path: Path) -> Rescued:
    """Read every whole record of a journal file and of what SQLite keeps beside it."""
    pages = _pages(path)
    rows: dict[str, tuple[Any, ...]] = {}
    receipts: dict[str, Mapping[str, Any]] = {}
    for number in pages:
        for values in _rows(pages, number):
            if len(values) == _RECORD_COLUMNS and _whole(values):
                rows[values[1]] = values
            elif len(values) == _RECEIPT_COLUMNS and ulids.valid(values[1]) and isinstance(values[2], bytes):
                try:
                    receipts[values[1]] = json.loads(zlib.decompress(values[2]))
                except (zlib.error, ValueError):
                    continue
    records: list[Record] = []
    lost: set[str] = set()
    for id_ in sorted(rows):
        _, _, at, author, event, kind, about, body, has, _ = rows[id_]
        receipt = receipts.get(id_) if has else None
        if has and receipt is None:
            lost.add(id_)
        records.append(Record(id_, at, author, event, cast(Kind, kind), json.loads(body), about, receipt))
    return Rescued(tuple(records), frozenset(lost))


def _whole(values: tuple[Any, ...]) -> bool:
    _, id_, *_, kind, _, body, _, check = values
    if not ulids.valid(id_) or kind not in KINDS or not isinstance(check, int):
        return False
    if checksum(*values[1:9]) != check:
        return False
    try:
        return isinstance(json.loads(body), dict)
    except (TypeError, ValueError):
        return False


def _pages(path: Path) -> dict[int, bytes]:
    data = path.read_bytes()
    pages = {i // PAGE + 1: data[i : i + PAGE].ljust(PAGE, b"\0") for i in range(0, len(data), PAGE)}
    wal = path.with_name(path.name + "-wal")
    if wal.exists():
        pages |= _committed(wal.read_bytes())
    return pages


def _committed(wal: bytes) -> dict[int, bytes]:
    """The pages of finished transactions that lie in the write-ahead log."""
    pages: dict[int, bytes] = {}
    waiting: dict[int, bytes] = {}
    if len(wal) < 32 or struct.unpack(">I", wal[8:12])[0] != PAGE:
        return pages
    salts = wal[16:24]
    for start in range(32, len(wal) - PAGE - 23, PAGE + 24):
        number, size = struct.unpack(">II", wal[start : start + 8])
        if wal[start + 8 : start + 16] != salts:
            break
        waiting[number] = wal[start + 24 : start + 24 + PAGE]
        if size:  # the last page of a transaction
            pages |= waiting
            waiting = {}
    return pages


def _rows(pages: Mapping[int, bytes], number: int) -> Iterator[tuple[Any, ...]]:
    page = pages[number]
    head = 100 if number == 1 else 0
    if page[head] != _ROWS:
        return
    count = struct.unpack(">H", page[head + 3 : head + 5])[0]
    for i in range(min(count, (PAGE - head - 8) // 2)):
        at = head + 8 + 2 * i
        try:
            yield _values(_payload(pages, page, struct.unpack(">H", page[at : at + 2])[0]))
        except (IndexError, KeyError, ValueError, struct.error):
            continue  # this row is gone; the next may be whole


def _payload(pages: Mapping[int, bytes], page: bytes, at: int) -> bytes:
    """The bytes of a row, gathered from the pages it runs over to."""
    length, at = _number(page, at)
    _, at = _number(page, at)
    most, least = PAGE - 35, (PAGE - 12) * 32 // 255 - 23
    if length <= most:
        return page[at : at + length]
    if length > PAGE * len(pages):
        raise ValueError(length)
    here = least + (length - least) % (PAGE - 4)
    here = here if here <= most else least
    parts = [page[at : at + here]]
    following = struct.unpack(">I", page[at + here : at + here + 4])[0]
    left = length - here
    while left > 0:
        more = pages[following]
        parts.append(more[4 : 4 + min(left, PAGE - 4)])
        left -= PAGE - 4
        following = struct.unpack(">I", more[:4])[0]
    return b"".join(parts)


def _number(data: bytes, at: int) -> tuple[int, int]:
    value = 0
    for i in range(9):
        byte = data[at + i]
        if i == 8:
            return value << 8 | byte, at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + i + 1
    raise ValueError(at)


_INTEGERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # kind: bytes


def _values(payload: bytes) -> tuple[Any, ...]:
    head, at = _number(payload, 0)
    kinds = []
    while at < head:
        kind, at = _number(payload, at)
        kinds.append(kind)
    values: list[Any] = []
    at = head
    for kind in kinds:
        size = 0
        if kind == 0:
            values.append(None)
        elif kind in _INTEGERS:
            size = _INTEGERS[kind]
            values.append(int.from_bytes(payload[at : at + size], "big", signed=True))
        elif kind in (8, 9):
            values.append(kind - 8)
        elif kind >= 12:
            size = (kind - 12) // 2
            part = payload[at : at + size]
            if len(part) < size:
                raise ValueError(kind)
            values.append(part.decode() if kind % 2 else part)
        else:
            raise ValueError(kind)
        at += size
    return tuple(values)
