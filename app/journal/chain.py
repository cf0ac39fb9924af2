"""Chains: each record carries the hash of the one its device wrote before it, so that none is changed or taken out unseen.

A chain belongs to one file in one place: where a file was copied or restored, a new chain begins, so that two copies that are
both written on never claim the same place. Other devices' records keep the links they came with. Records written before there
were chains have none. A hash is no signature: whoever rewrites everything that follows is found out by those
(:mod:`app.journal.signing`), which chains of earlier versions do not have.
"""

from __future__ import annotations

import hashlib
import secrets
from bisect import bisect_right
from collections.abc import Mapping, Sequence
from typing import Any

from app.journal.json_text import written
from app.journal.records import Link, Record

HASH = 32  # hexadecimal digits kept of a SHA-256
DEVICE = 16
_PLAUSIBLE = ("01DXF6DT00", "03QCPC7P00")  # ULIDs of 2020 to 2100: a clock that says anything else is wrong


def new_device() -> str:
    """Return the name of a new chain."""
    return secrets.token_hex(DEVICE // 2)


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:HASH]


def receipt_hash(receipt: Mapping[str, Any] | None) -> str:
    """Return the hash of a receipt; nothing for none."""
    return "" if receipt is None else _hash(written(receipt))


def text_hash(text: bytes) -> str:
    """Return the hash of a receipt from its text as it is kept."""
    return hashlib.sha256(text).hexdigest()[:HASH]


def said(record: Record, device: str, number: int, before: str, receipt: str) -> str:
    """Return all that a record says at a place of a chain: what is hashed, and signed."""
    own = (record.id, record.at, record.author, record.event, record.kind, record.about, written(record.body))
    return written([*own, device, number, before, receipt])


def digest(record: Record, device: str, number: int, before: str, receipt: str) -> str:
    """Return the hash of a record at a place of a chain."""
    return _hash(said(record, device, number, before, receipt))


def link(record: Record, device: str, number: int, before: str) -> Link:
    """Return the link of a record that is the next of a chain."""
    receipt = receipt_hash(record.receipt)
    return Link(device, number, before, receipt, digest(record, device, number, before, receipt))


def holds(record: Record, place: Link) -> bool:
    """Whether a record says what its link says it does; a receipt that was lost is not held against it."""
    if record.receipt is not None and receipt_hash(record.receipt) != place.receipt:
        return False
    return digest(record, place.device, place.number, place.before, place.receipt) == place.hash


def is_hash(text: object, digits: int = HASH) -> bool:
    """Whether a text is a hash as it is written here."""
    return isinstance(text, str) and len(text) == digits and not set(text) - set("0123456789abcdef")


# The order of records when a clock was wrong


def plausible(id_: str) -> bool:
    """Whether a record may have been made when its name says."""
    return _PLAUSIBLE[0] <= id_ < _PLAUSIBLE[1]


def rising(ids: Sequence[str]) -> set[str]:
    """Return those names of a chain whose time may be believed: the most that rise from each to the next."""
    likely = [id_ for id_ in ids if plausible(id_)] or list(ids)
    tails: list[str] = []
    ends: list[int] = []  # at which place of ``likely`` a rising row of this length ends
    before: list[int] = []
    for at, id_ in enumerate(likely):
        length = bisect_right(tails, id_)
        before.append(ends[length - 1] if length else -1)
        if length == len(tails):
            tails.append(id_)
            ends.append(at)
        else:
            tails[length], ends[length] = id_, at
    found: set[str] = set()
    at = ends[-1] if ends else -1
    while at >= 0:
        found.add(likely[at])
        at = before[at]
    return found


ChainPosition = tuple[str, int, str, int]


def places(device: str, chain: Sequence[tuple[int, str]]) -> dict[str, ChainPosition]:
    """Return what to sort the records of one chain by, ``(number, id)`` each: those of a wrong clock stand beside the one before.

    Those whose time may be believed are not among them: they stand by their ULID.
    """
    ordered = sorted(chain)
    believed = rising([id_ for _, id_ in ordered])
    first = next((id_ for _, id_ in ordered if id_ in believed), "")
    found: dict[str, ChainPosition] = {}
    last = ""
    for number, id_ in ordered:
        if id_ in believed:
            last = id_
        else:
            found[id_] = (last, 1, device, number) if last else (first, -1, device, number)
    return found
