"""What the records of a journal come to: rulings as corrected, events as last written.

Everything here is computed from the set of records; in which order they arrived does not matter. Where several speak of the
same, they count in the order of their ULIDs.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from app.journal.json_text import decoded, mentions, written
from app.journal.records import NO_EVENT, Entrant, EventBody, Place, Record, RulingBody

T = TypeVar("T")
NO_EVENT_NAME = "未设赛事"
NAMELESS = "未命名的赛事"


@dataclass(frozen=True, slots=True)
class Remark:
    """A correction, an appeal or a note."""

    id: str
    at: str
    author: str
    body: Mapping[str, Any]

    @property
    def text(self) -> str:
        """What was written."""
        return str(self.body.get("text") or self.body.get("reason") or "")


@dataclass(frozen=True, slots=True)
class Entry:
    """A ruling as it stands now."""

    id: str
    at: str
    author: str
    event: str
    body: RulingBody  # as corrected
    withdrawn: str | None = None  # the reason, which may be empty; None: it stands
    withdrawal: str | None = None  # the record that withdraws it: withdrawing that restores the ruling
    corrections: tuple[Remark, ...] = ()
    appeals: tuple[Remark, ...] = ()
    notes: tuple[Remark, ...] = ()


@dataclass(frozen=True, slots=True)
class Event:
    """An event as last written."""

    id: str
    body: EventBody


class Fold:
    """The records of a journal, and what they come to."""

    def __init__(self, records: Iterable[Record] = ()) -> None:
        self._records: dict[str, Record] = {}
        self._about: dict[str, list[str]] = defaultdict(list)
        self._entries: dict[str, Entry] = {}  # made when first asked for
        self.rulings: list[str] = []  # by ULID
        self._sorted = True
        self._events: dict[str, list[str]] = defaultdict(list)
        self._seen_events: set[str] = set()
        self.add(records)

    def add(self, records: Iterable[Record]) -> None:
        """Take in records; those known already change nothing."""
        for record in records:
            if record.id in self._records:
                continue
            self._records[record.id] = record
            self._seen_events.add(record.event)
            if record.about is not None:
                self._about[record.about].append(record.id)
                self._entries.pop(self.root(record.id), None)
            for answer in self._about.get(record.id, ()):
                self._entries.pop(self.root(answer), None)
            if record.kind == "ruling":
                self._sorted = self._sorted and (not self.rulings or self.rulings[-1] < record.id)
                self.rulings.append(record.id)
            elif record.kind == "event":
                self._events[record.event].append(record.id)

    def record(self, id_: str) -> Record | None:
        """A record without its receipt."""
        return self._records.get(id_)

    def root(self, id_: str) -> str:
        """What a record speaks of in the end: the ruling that is corrected, the note that is withdrawn."""
        seen = {id_}
        while (record := self._records.get(id_)) is not None and record.about is not None and record.about not in seen:
            id_ = record.about
            seen.add(id_)
        return id_

    def latest(self, id_: str) -> str:
        """The last of a record and all that speak of it."""
        return max([id_, *self._below(id_)])

    def _below(self, id_: str) -> list[str]:
        """All records that speak of one, directly or not; what speaks of another comes after it."""
        found: list[str] = []
        seen = {id_}
        waiting = [id_]
        while waiting:
            for answer in self._about.get(waiting.pop(), ()):
                if answer not in seen:
                    seen.add(answer)
                    found.append(answer)
                    waiting.append(answer)
        return found

    def withdrawals(self, id_: str) -> list[Record]:
        """The withdrawals of a record that stand themselves, in the order of their ULIDs."""
        gone: set[str] = set()
        below = self._below(id_)
        for answer in reversed(below):
            record = self._records[answer]
            if record.kind == "withdrawal" and answer not in gone and record.about is not None:
                gone.add(record.about)
        standing = [self._records[a] for a in self._about.get(id_, ()) if a not in gone]
        return sorted((r for r in standing if r.kind == "withdrawal"), key=lambda r: r.id)

    def stands(self, id_: str) -> bool:
        """Whether a record is not withdrawn."""
        return not self.withdrawals(id_)

    def _standing(self, id_: str, kind: str) -> tuple[Remark, ...]:
        """What stands of one kind about a record, also about its corrections."""
        found = [
            record
            for each in self._below(id_)
            if (record := self._records[each]).kind == kind and self.root(each) == id_ and self.stands(each)
        ]
        return tuple(Remark(r.id, r.at, r.author, decoded(r.body)) for r in sorted(found, key=lambda r: r.id))

    def entry(self, id_: str) -> Entry | None:
        """A ruling as it stands now; None when there is none of this name."""
        if id_ in self._entries:
            return self._entries[id_]
        record = self._records.get(id_)
        if record is None or record.kind != "ruling":
            return None
        if self._about.get(id_):
            corrections = self._standing(id_, "correction")
            withdrawals = self.withdrawals(id_)
            entry = Entry(
                id_, record.at, record.author, record.event, ruling_body(corrected(decoded(record.body), corrections)),
                str(withdrawals[-1].body.get("reason") or "") if withdrawals else None,
                withdrawals[-1].id if withdrawals else None,
                corrections, self._standing(id_, "appeal"), self._standing(id_, "note"),
            )  # fmt: skip
        else:
            entry = Entry(id_, record.at, record.author, record.event, ruling_body(decoded(record.body)))
        self._entries[id_] = entry
        return entry

    def naming(self, name: str) -> set[str]:
        """The rulings that may say this name anywhere, they or what speaks of them; no others do."""
        word = written(name)
        return {self.root(r.id) for r in self._records.values() if mentions(r.body, word)}

    def newest_first(self) -> list[str]:
        """The rulings, the last one first."""
        if not self._sorted:
            self.rulings.sort()
            self._sorted = True
        return self.rulings[::-1]

    def notes(self, event: str) -> tuple[Remark, ...]:
        """The notes of an event that speak of no record."""
        found = [
            r
            for r in self._records.values()
            if r.kind == "note" and r.about is None and r.event == event and self.stands(r.id)
        ]
        return tuple(Remark(r.id, r.at, r.author, decoded(r.body)) for r in sorted(found, key=lambda r: r.id))

    def event(self, id_: str) -> Event | None:
        """An event as last written; None when nothing is known of it."""
        standing = [e for e in self._events.get(id_, ()) if self.stands(e)]
        if standing:
            return Event(id_, event_body(decoded(self._records[max(standing)].body)))
        if id_ == NO_EVENT:
            return Event(id_, EventBody(NO_EVENT_NAME))
        if any(self._records[r].event == id_ for r in self.rulings):
            return Event(id_, EventBody(NAMELESS))
        return None

    def event_versions(self, id_: str) -> list[str]:
        """The records an event was written by, whether they stand or not."""
        return sorted(self._events.get(id_, ()))

    def events(self) -> list[Event]:
        """Every event, the last begun first, and after them the one that needs no setting up."""
        ids = sorted(self._seen_events - {NO_EVENT}, reverse=True)
        return [e for id_ in (*ids, NO_EVENT) if (e := self.event(id_)) is not None]


def corrected(body: Mapping[str, Any], corrections: Iterable[Remark]) -> dict[str, Any]:
    """A ruling's body with corrections put in, one after the other."""
    out = dict(body)
    for correction in corrections:
        for name, value in correction.body.items():
            if name == "place" and isinstance(value, Mapping):
                out[name] = {**(out.get(name) or {}), **value}
            elif name in RULING_FIELDS:
                out[name] = value
    return out


RULING_FIELDS = frozenset(f.name for f in dataclasses.fields(RulingBody))


def ruling_body(data: Mapping[str, Any]) -> RulingBody:
    """The body of a ruling from its JSON; fields of later versions are passed over."""
    known = {k: v for k, v in data.items() if k in RULING_FIELDS}
    known["place"] = _known(Place, known.get("place") or {})
    for name in ("offenders", "cites"):
        known[name] = tuple(known.get(name) or ())
    known["counts"] = tuple((str(kind), int(number)) for kind, number in known.get("counts") or ())
    for name in ("game", "tree", "title", "outcome", "ruling", "level"):
        known.setdefault(name, "")
    return RulingBody(**known)


def event_body(data: Mapping[str, Any]) -> EventBody:
    """The body of an event from its JSON; fields of later versions are passed over."""
    fields = {f.name for f in dataclasses.fields(EventBody)}
    known = {k: v for k, v in data.items() if k in fields}
    known.setdefault("name", NAMELESS)
    known["entrants"] = tuple(
        _known(Entrant, {"number": "", "name": "", **e, "players": tuple(e.get("players") or ())})
        for e in known.get("entrants") or ()
    )
    for name in ("books", "tables", "referees"):
        known[name] = tuple(known.get(name) or ())
    return EventBody(**known)


def _known(type_: type[T], data: Mapping[str, Any]) -> T:
    fields = {f.name for f in dataclasses.fields(type_)}  # type: ignore[arg-type]
    return type_(**{k: v for k, v in data.items() if k in fields})
