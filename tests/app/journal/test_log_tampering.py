"""Tampering with the journal of a browser is noticed: by whoever has its file of lines and works out every check of a line.

(a) has the file of the journal, not that of the key; (b) has both, and a head that was printed finds him out.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from typing import Any

import pytest

from app.journal import chain, signing
from app.journal.heads import code_of
from app.journal.journal import Journal
from app.journal.key_file import in_handle
from app.journal.log_file import MemoryHandle, lines, read
from app.journal.log_store import LogStore, open_log_store
from app.journal.records import NO_EVENT, Record
from app.journal.rows import record_of
from app.journal.salvage import checksum
from tests.app.journal.attacks import ATTACKER, RECEIPT, ruling

Bodies = list[bytes]


def opened(journal: bytes, key: bytes) -> LogStore:
    return open_log_store(MemoryHandle(journal), keys=in_handle(MemoryHandle(key)))


@pytest.fixture(scope="module")
def kept() -> tuple[bytes, bytes, bytes]:
    """A journal of five records and a note, its key, and the journal as it was before the last two saves."""
    journal, key = MemoryHandle(), MemoryHandle()
    store = open_log_store(journal, keys=in_handle(key))
    book = Journal(store, "甲")
    saved = [book.save_ruling(NO_EVENT, ruling(number), RECEIPT | {"n": number}) for number in range(1, 5)]
    before = bytes(journal.data)
    book.note(saved[0].id, NO_EVENT, "补记")
    book.save_ruling(NO_EVENT, ruling(5), RECEIPT)
    return bytes(journal.data), bytes(key.data), before


def _is_record(body: bytes) -> bool:
    return body[:1].isdigit()


def _records(bodies: Bodies) -> list[int]:
    return [at for at, body in enumerate(bodies) if _is_record(body)]


def _row(body: bytes) -> tuple[bytes, list[Any], bytes]:
    number, rest = body.split(b" ", 1)
    text, receipt = rest.rsplit(b" ", 1)
    return number, json.loads(text), receipt


def _line(number: bytes, row: list[Any], receipt: bytes) -> bytes:
    row[-1] = checksum(*row[:-1])
    return number + b" " + json.dumps(row, ensure_ascii=False, separators=(",", ":")).encode() + b" " + receipt


def _changed(bodies: Bodies) -> Bodies:
    at = _records(bodies)[1]
    number, row, receipt = _row(bodies[at])
    row[6] = row[6].replace("违例", "犯规")
    return [*bodies[:at], _line(number, row, receipt), *bodies[at + 1 :]]


def _changed_and_rechained(bodies: Bodies) -> Bodies:
    """Every hash after the change made to fit."""
    found, before = _changed(bodies), ""
    for at in _records(found):
        number, row, receipt = _row(found[at])
        record = record_of(row[:7])
        row[9] = before
        row[11] = before = chain.digest(record, row[7], row[8], before, row[10])
        found[at] = _line(number, row, receipt)
    return found


def _last_changed(bodies: Bodies) -> Bodies:
    """The last record, with a hash that fits: no later one names it."""
    at = _records(bodies)[-1]
    number, row, receipt = _row(bodies[at])
    row[2] = "别人"
    row[11] = chain.digest(record_of(row[:7]), row[7], row[8], row[9], row[10])
    return [*bodies[:at], _line(number, row, receipt), *bodies[at + 1 :]]


def _receipt_changed(bodies: Bodies) -> Bodies:
    one, other, *_ = _records(bodies)
    number, row, _ = _row(bodies[one])
    return [*bodies[:one], _line(number, row, _row(bodies[other])[2]), *bodies[one + 1 :]]


def _receipt_gone(bodies: Bodies) -> Bodies:
    at = _records(bodies)[0]
    number, row, _ = _row(bodies[at])
    return [*bodies[:at], _line(number, row, b"-"), *bodies[at + 1 :]]


def _last_save_gone(bodies: Bodies) -> Bodies:
    return bodies[: _records(bodies)[-1]]


def _middle_gone(bodies: Bodies) -> Bodies:
    at = _records(bodies)[2]
    return [*bodies[:at], *bodies[at + 2 :]]


def _signature_gone(bodies: Bodies) -> Bodies:
    at = next(at for at, body in enumerate(bodies) if body.startswith(b"sign 2 "))
    return [*bodies[:at], *bodies[at + 1 :]]


def _all_signing_gone(bodies: Bodies) -> Bodies:
    """As a version without signatures would have written it."""
    device = str(_row(bodies[_records(bodies)[0]])[1][7]).encode()
    bare = [each for each in _changed_and_rechained(bodies) if not each.startswith((b"sign ", b"signer ", b"head "))]
    return [bare[0], b"device " + device, *bare[1:]]


def _heads_gone(bodies: Bodies) -> Bodies:
    return [each for each in bodies if not each.startswith(b"head ")]


def _key_exchanged(bodies: Bodies) -> Bodies:
    public = signing.written(ATTACKER.public).encode()
    return [b" ".join([*each.split(b" ")[:2], public]) if each.startswith(b"signer ") else each for each in bodies]


def _added(bodies: Bodies) -> Bodies:
    """One more of ours, that we never wrote, signed with a key that is not ours."""
    number, row, receipt = _row(bodies[_records(bodies)[-1]])
    made: Record = record_of(row[:7])
    row[0], row[8], row[9] = "01JZZZZZZZZZZZZZZZZZZZZZZZ", row[8] + 1, row[11]
    record = record_of(row[:7])
    row[11] = chain.digest(record, row[7], row[8], row[9], row[10])
    text = chain.said(record, row[7], row[8], row[9], row[10])
    assert made.id != record.id
    seq = b"%d" % (int(number) + 1)
    mark = signing.written(ATTACKER.sign(signing.RECORD, text)).encode()
    return [*bodies, _line(seq, row, receipt), b"sign " + seq + b" " + mark]


KINDS: dict[str, Callable[[Bodies], Bodies]] = {
    each.__name__.removeprefix("_"): each
    for each in (
        _changed, _changed_and_rechained, _last_changed, _receipt_changed, _receipt_gone, _last_save_gone, _middle_gone,
        _signature_gone, _all_signing_gone, _heads_gone, _key_exchanged, _added,
    )
}  # fmt: skip


def test_an_untouched_file_is_sound(kept: tuple[bytes, bytes, bytes]) -> None:
    store = opened(lines(read(kept[0]).bodies), kept[1])
    found = store.verify()
    assert found.sound and found.signed == found.records == 6 and store.end_faults() == ()


@pytest.mark.parametrize("name", KINDS)
def test_whoever_writes_to_the_file_is_found_out(kept: tuple[bytes, bytes, bytes], name: str) -> None:
    journal, key, _ = kept
    store = opened(lines(KINDS[name](list(read(journal).bodies))), key)
    assert not store.verify().sound
    Journal(store, "甲").note(None, NO_EVENT, "以后记的")
    assert not store.verify().sound, "a save covers it up"


def test_the_file_of_yesterday_is_found_out_and_that_with_its_key_by_a_head(kept: tuple[bytes, bytes, bytes]) -> None:
    journal, key, before = kept
    assert any("被截短" in each for each in opened(before, key).verify().faults)
    code = code_of(opened(journal, key).head())
    other = MemoryHandle()  # (b): a key of his own, and all signed with it
    store = open_log_store(MemoryHandle(before), keys=in_handle(other))
    Journal(store, "甲").note(None, NO_EVENT, "另记的")
    found = store.verify((code,))
    assert any(f"给出的头 {code.text} 对不上" in each for each in found.faults)


ODD: list[Any] = [None, "", 0, -1, 1 << 70, 1e308, [], {}, "x" * 9000, "\ud7ff", True, "１２"]


def test_an_odd_line_costs_that_line_and_nothing_else(kept: tuple[bytes, bytes, bytes]) -> None:
    """A row of another shape, with every check made right: the journal opens, says it, and takes the next record."""
    journal, key, _ = kept
    bodies = list(read(journal).bodies)
    chance = random.Random(23)
    for at in _records(bodies) * 12:
        number, row, receipt = _row(bodies[at])
        place, value = chance.randrange(-1, len(row) - 1), chance.choice(ODD)
        if place < 0:
            row = row[: chance.randrange(1, len(row))]
        elif row[place] == value:
            continue
        else:
            row[place] = value
        number = chance.choice([number, number, number, b"0", b"9" * 30])
        store = opened(lines([*bodies[:at], _line(number, row, receipt), *bodies[at + 1 :]]), key)
        assert not store.verify().sound and store.end_faults() is not None
        assert len(list(store.records())) >= 5
        Journal(store, "甲").note(None, NO_EVENT, "以后记的")
        assert not store.verify().sound
