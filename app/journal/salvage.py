"""What can be read of a damaged journal file: its pages one by one, whatever has become of the rest.

Records are never changed or deleted, so that every row found on a page of rows is one, if its checksum is right: in the file,
in the write-ahead log and in the rollback journal beside it, whether SQLite would believe these or not.
Format: https://www.sqlite.org/fileformat2.html.
"""

from __future__ import annotations

import json
import mmap
import struct
import zlib
from collections.abc import Iterator, Mapping, MutableMapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, cast

from app.journal import chain, signed_tables, signing, ulids
from app.journal.heads import SignedHead, head_of
from app.journal.interrupted import PAGE, noted_pages
from app.journal.records import UNCHAINED, Kind, Link, Record

_ROWS = 0x0D  # kind of a page that holds rows
_RECORD_COLUMNS = 15
_UNCHAINED_COLUMNS = 10  # of the second schema
_RECEIPT_COLUMNS = 3
_CHAIN_COLUMNS = 5
_SIGNATURE_COLUMNS, _SIGNER_COLUMNS, _HEAD_COLUMNS = 4, 2, 6
LOST, PUT_BACK = 2, 3  # has_receipt: there was one, and it could not be read; it came back from another copy


@dataclass(frozen=True, slots=True)
class Chain:
    """How far a chain of this file had come: its device, the file it belongs to, the last number and its hash."""

    device: str
    file: str
    number: int
    hash: str
    held: int = 0  # how many records there were when it was written last


@dataclass(frozen=True, slots=True)
class Signatures:
    """What could be read of what was signed, besides the records' own signatures."""

    signers: Mapping[str, bytes]  # public keys by device
    heads: tuple[tuple[str, SignedHead], ...]  # each with its kind


@dataclass(frozen=True, slots=True)
class Rescued:
    """What was read."""

    records: tuple[Record, ...]  # by ULID
    without_receipt: frozenset[str]  # of these the receipt is lost
    chains: tuple[Chain, ...] = ()
    signatures: Signatures = Signatures({}, ())


def checksum(*columns: str | int | None) -> int:
    """The checksum of a row, so that a damaged one is not taken for a record."""
    return zlib.crc32("\x1f".join(map(str, columns)).encode("utf-8", "surrogatepass"))


class _Pages(MutableMapping[int, bytes]):
    """The pages of a file, read when they are looked at, and those laid over them."""

    def __init__(self, data: mmap.mmap | bytes) -> None:
        self._data = data
        self._over: dict[int, bytes] = {}
        self._last = -(-len(data) // PAGE)

    def __getitem__(self, number: int) -> bytes:
        if number in self._over:
            return self._over[number]
        if not 1 <= number <= self._last:
            raise KeyError(number)
        return self._data[(number - 1) * PAGE : number * PAGE].ljust(PAGE, b"\0")

    def __setitem__(self, number: int, page: bytes) -> None:
        self._over[number] = page

    def __delitem__(self, number: int) -> None:
        del self._over[number]

    def __iter__(self) -> Iterator[int]:
        yield from range(1, self._last + 1)
        yield from (number for number in self._over if number > self._last)

    def __len__(self) -> int:
        return self._last + len(self._over)


class _Found:
    """The rows found so far."""

    def __init__(self) -> None:
        self.rows: dict[str, tuple[Any, ...]] = {}
        self.receipts: dict[str, Mapping[str, Any]] = {}
        self.chains: dict[str, Chain] = {}
        self.marks: dict[str, tuple[str, bytes]] = {}  # signatures of records
        self.signers: dict[str, bytes] = {}
        self.heads: dict[tuple[str, str, str], SignedHead] = {}

    def look(self, pages: Mapping[int, bytes], number: int) -> None:
        for values in _rows(pages, number):
            if len(values) in (_RECORD_COLUMNS, _UNCHAINED_COLUMNS) and whole(values):
                there = self.rows.get(values[1])
                if there is None or there[-2] == LOST:  # a receipt that was put back is not lost again
                    self.rows[values[1]] = values
            elif len(values) == _RECEIPT_COLUMNS and ulids.valid(values[1]) and isinstance(values[2], bytes):
                try:
                    receipt = json.loads(zlib.decompress(values[2]))
                except (zlib.error, ValueError, RecursionError):
                    continue
                if isinstance(receipt, dict):
                    self.receipts.setdefault(values[1], receipt)
            elif len(values) == _CHAIN_COLUMNS and chain.is_hash(values[0], chain.DEVICE):
                device, file, last, hash_, held = values
                sound = (
                    isinstance(file, str) and isinstance(last, int) and isinstance(hash_, str) and isinstance(held, int)
                )
                if sound and (device not in self.chains or self.chains[device].number < last):
                    self.chains[device] = Chain(device, file, last, hash_, held)
            else:
                self._signed(values)

    def _signed(self, values: tuple[Any, ...]) -> None:
        """A row of what was signed; each says itself whether it is whole, once it is looked at."""
        if len(values) == _SIGNATURE_COLUMNS and ulids.valid(values[1]) and isinstance(values[3], bytes):
            self.marks.setdefault(values[1], (str(values[2]), values[3]))
        elif len(values) == _SIGNER_COLUMNS:
            key = signing.key_of(*values)
            if key is not None:
                self.signers[str(values[0])] = key
        elif len(values) == _HEAD_COLUMNS and values[0] in signed_tables.KINDS and isinstance(values[5], bytes):
            head = head_of(values[4])
            if head is None:
                return
            place = (values[0], head.device, head.name if values[0] == signed_tables.BEGUN else "")
            if place not in self.heads or self.heads[place].head.held < head.held:
                self.heads[place] = SignedHead(head, values[5])

    def rescued(self) -> Rescued:
        records: list[Record] = []
        lost: set[str] = set()
        for id_ in sorted(self.rows):
            row = self.rows[id_]
            _, _, at, author, event, kind, about, body, *place, has, _ = row
            receipt = self.receipts.get(id_) if has else None
            if has and receipt is None:
                lost.add(id_)
            own = Link(*place) if place and place[0] else UNCHAINED
            device, mark = self.marks.get(id_, ("", None))
            records.append(
                Record(
                    id_, at, author, event, cast(Kind, kind), json.loads(body), about, receipt, own,
                    mark if device == own.device else None,
                )
            )  # fmt: skip
        heads = tuple((kind, head) for (kind, _, _), head in self.heads.items())
        return Rescued(tuple(records), frozenset(lost), tuple(self.chains.values()), Signatures(self.signers, heads))


def read(path: Path) -> Rescued:
    """Read every whole record of a journal file and of what SQLite keeps beside it."""
    found = _Found()
    with path.open("rb") as file:
        data: mmap.mmap | bytes = b""
        if path.stat().st_size:
            data = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        try:
            pages = _Pages(data)
            for number in pages:
                found.look(pages, number)
            noted = noted_pages(path)
            for number, page in noted:
                pages[number] = page
            for number in {number for number, _ in noted}:  # as they were last, with what runs over to others
                found.look(pages, number)
            for number, page in noted:  # and each as it was at its time
                pages[number] = page
                found.look(pages, number)
        finally:
            if isinstance(data, mmap.mmap):
                data.close()
    return found.rescued()


def whole(values: tuple[Any, ...]) -> bool:
    """Whether a row of records is what it was: its number in the file, its columns, and its checksum."""
    body, has, check = values[7], values[-2], values[-1]
    if not ulids.valid(values[1]) or not isinstance(check, int) or has not in (0, 1, LOST, PUT_BACK):
        return False
    if checksum(*values[1:-1]) != check:
        return False
    try:
        return isinstance(json.loads(body), dict)
    except (TypeError, ValueError, RecursionError):
        return False


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
