"""States of one thing that two devices wrote otherwise, near each other in time: neither may have known of the other.

The later record counts, as everywhere; but it is said, with both, until somebody writes one of them again as it stood, which is
the answer. A device that changes what itself wrote, and one that changes it much later, corrects.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from app.journal.doubles import NEAR, apart
from app.journal.entries import Entry
from app.journal.json_text import decoded
from app.journal.records import SHEET, Record

_KEYS: Mapping[str, tuple[str, ...]] = {  # what a record of the rounds is of, beside its kind
    "plan": (),
    "round": ("number",),
    "result": ("meeting",),
    "seating": ("table", "round"),
    "change": ("entrant",),
    "late": ("entrant", "round"),
    "lots": (),
}


@dataclass(frozen=True, slots=True)
class Conflict:
    """Two records that say one thing otherwise."""

    what: str  # plan, result, seating …
    earlier: Record
    later: Record  # which counts, until somebody writes one of them again


def conflicts(records: Iterable[Record]) -> list[Conflict]:
    """The conflicts among what was written of an event's rounds and results, the earliest first."""
    by_thing: dict[tuple[str, ...], list[tuple[Record, Mapping[str, Any]]]] = defaultdict(list)
    for record in sorted(records, key=lambda each: each.id):
        try:
            body = decoded(record.body)
        except (ValueError, RecursionError):
            continue
        what = str(body.get("what"))
        if what in _KEYS:
            by_thing[what, *(str(body.get(name)) for name in _KEYS[what])].append((record, body))
    found = [each for said in by_thing.values() if (each := _of_one_thing(said)) is not None]
    return sorted(found, key=lambda each: each.later.id)


def _of_one_thing(said: list[tuple[Record, Mapping[str, Any]]]) -> Conflict | None:
    last, body = said[-1]
    if sum(each == body for _, each in said) > 1:  # written again as it stood
        return None
    for record, other in reversed(said[:-1]):
        if _device(record) != _device(last) and other != body and 0 <= apart(record.at, last.at) <= NEAR:
            return Conflict(str(body["what"]), record, last)
    return None


def _device(record: Record) -> str:
    return record.link.device if record.link is not None else ""


@dataclass(frozen=True, slots=True)
class TwiceCorrected:
    """A ruling that two devices corrected otherwise."""

    entry: Entry
    fields: tuple[str, ...]  # which both changed, each otherwise


def twice_corrected(entries: Iterable[Entry], device: Mapping[str, str]) -> list[TwiceCorrected]:
    """The rulings whose last correction says otherwise what another device corrected near it; ``device`` by correction."""
    found = []
    for entry in entries:
        if entry.withdrawn is not None or len(entry.corrections) < 2:
            continue
        last = entry.corrections[-1]
        for before in entry.corrections[:-1]:
            both = {name for name in before.body.keys() & last.body.keys() if before.body[name] != last.body[name]}
            both -= {"reason", SHEET}
            near = 0 <= apart(before.at, last.at) <= NEAR
            if both and near and device.get(before.id, "") != device.get(last.id, ""):
                found.append(TwiceCorrected(entry, tuple(sorted(both))))
                break
    return found
