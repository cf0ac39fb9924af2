"""The records of an exam room as lines of its file, each of which says again what the one before it said.

A line holds a record, its number ``n``, and under ``before`` the record of the line before it: a line that cannot be read any
more is known from the next one. The start and every opening of the room name all who are in it besides. What version e09170f
wrote has neither, and is read all the same: there a line that cannot be read is lost, unless only one bit of it is wrong
(:mod:`app.journal.line_mending`).
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from app.journal.line_mending import mended
from app.journal.log_file import HEAD, Damage, read
from rules_data.bounded_json import JsonFault, read_json

Record = Mapping[str, Any]

MOST_MISSING = 1000  # lines missing in one place that are told one by one
LONGEST = 4_000_000  # characters of a record: a start names up to 1000 candidates twice
_BEFORE, _NUMBER = "before", "n"
_ONLY_IN_PLACE = ("roster", "open")  # what a record repeats of others is not repeated once more

_WHOLE, _TEXT, _NUMBERS = (int,), (str,), (int, float)
_NEEDS: Mapping[str, Mapping[str, tuple[type, ...]]] = {
    "open": {"paper": _TEXT, "code": _TEXT, "listed": (dict,), "whole": (bool,)},
    "join": {"who": _WHOLE, "number": _TEXT, "name": _TEXT, "code": _TEXT, "version": _WHOLE, "at": _NUMBERS},
    "answer": {"who": _WHOLE, "item": _WHOLE, "option": (int, type(None)), "at": _NUMBERS},
    "flag": {"who": _WHOLE, "item": _WHOLE, "on": (bool,), "at": _NUMBERS},
    "write": {"who": _WHOLE, "item": _WHOLE, "part": _WHOLE, "text": _TEXT, "at": _NUMBERS},
    "away": {"who": _WHOLE, "seconds": _NUMBERS, "at": _NUMBERS},
    "grade": {"who": _WHOLE, "item": _WHOLE, "part": _WHOLE, "points": (list,), "by": _TEXT, "at": _NUMBERS},
    "oral": {"who": _WHOLE, "item": _WHOLE, "what": _TEXT, "line": _WHOLE, "at": _NUMBERS},
    "extra": {"who": _WHOLE, "seconds": _WHOLE, "at": _NUMBERS},
    "submit": {"who": _WHOLE, "at": _NUMBERS, "by": _TEXT},
    "seat": {"who": _WHOLE, "seat": _TEXT, "at": _NUMBERS},
    "remove": {"who": _WHOLE, "at": _NUMBERS},
    "restore": {"who": _WHOLE, "at": _NUMBERS},
    "let": {"address": _TEXT, "at": _NUMBERS},
    "again": {"at": _NUMBERS},
    **{what: {"at": _NUMBERS} for what in ("start", "end", "publish", "alive", "close")},
}
_PARTS = re.compile(
    rb'\{"do":"(?P<do>[a-z]+)"(?:,"who":(?P<who>\d{1,9}))?(?:,"item":(?P<item>\d{1,9}))?(?:,"option":(?P<option>\d{1,2}|null))?[,}]'
)


@dataclass(frozen=True, slots=True)
class Loss:
    """A line of the file that is not as it was written."""

    line: int  # counted from 1
    how: Literal[
        "mended", "again", "lost"
    ]  # one bit turned back; known from the line after it; not to be read any more
    record: Record | None  # what it held; of a lost one what can still be read of it, or None


@dataclass(frozen=True, slots=True)
class RoomRecords:
    """What a room's file holds."""

    records: tuple[Record, ...]
    losses: tuple[Loss, ...]
    number: int  # of the last line
    last: Record | None  # its record


def records_in(data: bytes) -> RoomRecords:
    """Read a room's file from its bytes; whatever they are, it is read as far as it goes."""
    whole, flips = mended(data)
    found = read(whole)
    turned = {flip.at for flip in flips}
    reading = _Reading()
    lines: list[tuple[int, bytes, bool]] = [
        (at, body, True) for at, body in zip(found.starts, found.bodies, strict=True)
    ]
    lines += [(each.at, each.body, False) for each in _joined(found.damage)]
    feeds, counted = 1, 0
    for at, body, good in sorted(lines):
        feeds, counted = feeds + data.count(b"\n", counted, at), at
        if good:
            reading.take(feeds, body, at in turned)
        else:
            reading.gap.append((feeds, body))
    return reading.done()


class _Reading:
    """What is known while the lines go by."""

    def __init__(self) -> None:
        self.records: list[Record] = []
        self.losses: list[Loss] = []
        self.gap: list[tuple[int, bytes]] = []  # lines since the last good one, and what stands in them
        self.number = 0
        self.last: Record | None = None

    def take(self, line: int, body: bytes, turned: bool) -> None:
        """Take a whole line into account, and with it what it says of the one before."""
        found = decoded(body)
        if found is None:
            self.gap.append((line, body))
            return
        number, before = found.pop(_NUMBER, None), found.pop(_BEFORE, None)
        numbered = isinstance(number, int) and not isinstance(number, bool)
        missing = number - self.number - 1 if numbered else len(self.gap)
        known = before if isinstance(before, dict) and sound(before) and before != self.last else None
        if known is not None and missing > 0:
            at = self.gap.pop()[0] if len(self.gap) >= missing else line - 1
            self._lose(missing - 1, line)
            self.records.append(known)
            self.losses.append(Loss(at, "again", known))
        else:
            self._lose(missing, line)
        self.records.append(found)
        if turned:
            self.losses.append(Loss(line, "mended", found))
        self.last, self.number = essence(found), number if numbered else self.number + missing + 1

    def _lose(self, missing: int, line: int) -> None:
        """So many lines are gone before a line; what pieces are left of them need not be as many."""
        pieces, self.gap = self.gap, []
        for at, body in pieces[: max(0, missing)]:
            self.losses.append(Loss(at, "lost", pieces_of(body)))
        self.losses += [Loss(line, "lost", None)] * min(missing - len(pieces), MOST_MISSING)

    def done(self) -> RoomRecords:
        """What was read, when the file is at its end."""
        missing = len(self.gap)
        self._lose(missing, 0)
        return RoomRecords(tuple(self.records), tuple(self.losses), self.number + missing, self.last)


def _joined(damage: Sequence[Damage]) -> Iterator[Damage]:
    """Damage by lines: a piece behind a line feed that does not belong there is one with the piece before."""
    until = -1
    kept: Damage | None = None
    for each in damage:
        if kept is not None and each.at < until and each.at == kept.at + len(kept.data):
            kept = Damage(kept.at, kept.data + each.data)
            continue
        if kept is not None:
            yield kept
        length = each.data[9:17]
        written = int(length, 16) if re.fullmatch(rb"[0-9a-f]{8}", length) else 0
        kept, until = each, each.at + HEAD + written + 1
    if kept is not None:
        yield kept


def decoded(body: bytes) -> dict[str, Any] | None:
    """The record of a line; None where it is none that this room can take."""
    try:
        found = read_json(body.decode(), size=LONGEST)
    except (JsonFault, UnicodeDecodeError):
        return None
    return found if isinstance(found, dict) and sound(found) else None


def sound(record: Mapping[str, Any]) -> bool:
    """Whether a record has what its kind must have; a kind of a later version needs nothing."""
    what = record.get("do")
    if not isinstance(what, str):
        return False
    needs = _NEEDS.get(what, {})
    return all(isinstance(record.get(key), kind) and _true(record.get(key), kind) for key, kind in needs.items())


def _true(value: object, kind: tuple[type, ...]) -> bool:
    return not isinstance(value, bool) or bool in kind


def pieces_of(body: bytes) -> Record | None:
    """What can be read at the beginning of a line that cannot be trusted; None where that is nothing."""
    found = _PARTS.match(body)
    if found is None or found["do"].decode() not in _NEEDS:
        return None
    record: dict[str, Any] = {"do": found["do"].decode()}
    for key in ("who", "item", "option"):
        if found[key] is not None:
            record[key] = None if found[key] == b"null" else int(found[key])
    return record


def essence(record: Record) -> Record:
    """A record as the next line says it again: without what it says again itself."""
    return {key: value for key, value in record.items() if key not in _ONLY_IN_PLACE}


def as_line(record: Record) -> bytes:
    """Return a record as it is kept."""
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")).encode()


class Chain:
    """Records on their way into the file: each with its number and the one before."""

    def __init__(self, found: RoomRecords) -> None:
        """Go on where a file ends."""
        self.number, self.last = found.number, found.last

    def lines(self, records: Sequence[Record]) -> list[bytes]:
        """The lines of records that are saved now."""
        made, number, last = [], self.number, self.last
        for each in records:
            number += 1
            made.append(as_line({**each, _NUMBER: number, **({} if last is None else {_BEFORE: last})}))
            last = essence(each)
        return made

    def saved(self, records: Sequence[Record]) -> None:
        """They are on the disk."""
        self.number += len(records)
        if records:
            self.last = essence(records[-1])
