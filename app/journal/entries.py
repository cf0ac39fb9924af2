"""What the records of a journal come to: rulings as corrected, events as last written.

Everything here is computed from the set of records; in which order they arrived does not matter. Where several speak of the
same, they count in the order of their ULIDs.
"""

from __future__ import annotations

import dataclasses
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, TypeVar

from app.journal import chain
from app.journal.json_text import decoded, mentions, written
from app.journal.records import KINDS, NO_EVENT, Entrant, EventBody, Place, Record, RulingBody

T = TypeVar("T")
NO_EVENT_NAME = "未设赛事"
NAMELESS = "未命名的赛事"
LATER = "由更新的版本写下"
UNREADABLE = "内容读不出"
_FAULTS = (ValueError, TypeError, KeyError, AttributeError, RecursionError, OverflowError)  # of data nobody looked at


@dataclass(frozen=True, slots=True)
class Remark:
    """A correction, an appeal or a note."""

    id: str
    at: str
    author: str
    body: Mapping[str, Any]
    before: RulingBody | None = field(default=None, compare=False)  # of a correction: the ruling before it
    after: RulingBody | None = field(default=None, compare=False)  # and with it

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
    strange: str = ""  # why it is no ruling this version can read; then it says nothing and counts nothing


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
        self.rulings: list[str] = []  # what is listed, in the order of its places once that is asked for
        self._sorted = True
        self._ends: dict[str, tuple[int, str]] = {}  # of the rulings in each chain the last
        self._crooked: set[str] = set()  # chains in which a clock may have gone back
        self._places: dict[str, chain.ChainPosition] = {}  # of rulings whose time is not to be believed
        self._events: dict[str, list[str]] = defaultdict(list)
        self._seen_events: set[str] = set()
        self._competition: dict[str, list[str]] = defaultdict(list)  # what was written of an event's rounds and results
        self.add(records)

    def copy(self) -> Fold:
        """The same records once more; what one of both takes in is not in the other."""
        made = Fold()
        for name, value in vars(self).items():
            if isinstance(value, defaultdict):
                setattr(made, name, defaultdict(list, {key: [*each] for key, each in value.items()}))
            else:
                setattr(made, name, value.copy() if isinstance(value, dict | list | set) else value)
        return made

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
            if record.kind == "ruling" or (record.kind not in KINDS and record.about is None):
                self._list(record)
            elif record.kind == "event":
                self._events[record.event].append(record.id)
            elif record.kind == "competition":
                self._competition[record.event].append(record.id)

    def _list(self, record: Record) -> None:
        self._sorted = self._sorted and (not self.rulings or self.rulings[-1] < record.id)
        self.rulings.append(record.id)
        if record.link is None or not record.link.device:
            return
        device, place = record.link.device, (record.link.number, record.id)
        end = self._ends.get(device)
        if end is None:
            self._ends[device] = place
            rises = chain.plausible(record.id)
        else:
            self._ends[device] = max(end, place)
            rises = place[0] > end[0] and place[1] > end[1]
        if not rises:  # looked at when the order is asked for
            self._crooked.add(device)
        self._sorted = self._sorted and device not in self._crooked

    def record(self, id_: str) -> Record | None:
        """A record without its receipt."""
        return self._records.get(id_)

    def since(self, count: int) -> list[Record]:
        """The records that were taken in after the first so many."""
        return list(islice(self._records.values(), count, None))

    def root(self, id_: str) -> str:
        """What a record speaks of in the end: the ruling that is corrected, the note that is withdrawn."""
        seen = {id_}
        while (record := self._records.get(id_)) is not None and record.about is not None and record.about not in seen:
            id_ = record.about
            seen.add(id_)
        return id_

    def latest(self, id_: str) -> str:
        """The last of a record and all that speak of it."""
        return max([id_, *self.speaking_of(id_)])

    def speaking_of(self, id_: str) -> list[str]:
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
        below = self.speaking_of(id_)
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
        if id_ not in self._about:
            return ()
        found = [
            record
            for each in self.speaking_of(id_)
            if (record := self._records[each]).kind == kind and self.root(each) == id_ and self.stands(each)
        ]
        return tuple(_remark(r) for r in sorted(found, key=lambda r: r.id))

    def ever_taken_back(self, id_: str) -> bool:
        """Whether a record was withdrawn once, and restored or not."""
        return any(self._records[each].kind == "withdrawal" for each in self._about.get(id_, ()))

    def taken_back_at(self, id_: str, record: str) -> bool:
        """Whether a record was withdrawn, and not restored yet, when another was written."""
        withdrawals = [each for each in self._about.get(id_, ()) if self._records[each].kind == "withdrawal"]
        return any(
            each < record and not any(back < record for back in self._about.get(each, ())) for each in withdrawals
        )

    def corrections_taken_back(self, id_: str) -> list[tuple[Remark, str]]:
        """The corrections of a ruling that are withdrawn, each with the record that withdraws it."""
        found = [self._records[each] for each in self.speaking_of(id_)]
        gone = [(record, self.withdrawals(record.id)) for record in found if record.kind == "correction"]
        return sorted(((_remark(record), by[-1].id) for record, by in gone if by), key=lambda each: each[0].id)

    def entry(self, id_: str) -> Entry | None:
        """A ruling as it stands now; None when there is none of this name."""
        if id_ in self._entries:
            return self._entries[id_]
        record = self._records.get(id_)
        if record is None or (record.kind != "ruling" and (record.kind in KINDS or record.about is not None)):
            return None
        corrections = self._standing(id_, "correction")
        withdrawals = self.withdrawals(id_)
        strange = ""
        try:
            if record.kind != "ruling":
                raise ValueError(record.kind)
            body, corrections = _as_corrected(decoded(record.body), corrections)
        except _FAULTS:
            strange = LATER if record.kind != "ruling" else UNREADABLE
            body = RulingBody("", "", f"{strange}的记录", "", "本版本读不懂这条记录，原样留着；更新执裁后再看。", "")
        entry = Entry(
            id_, str(record.at), str(record.author), record.event, body,
            _reason(withdrawals[-1].body) if withdrawals else None,
            withdrawals[-1].id if withdrawals else None,
            corrections, self._standing(id_, "appeal"), self._standing(id_, "note"), strange,
        )  # fmt: skip
        self._entries[id_] = entry
        return entry

    def naming(self, name: str) -> set[str]:
        """The rulings that may say this name anywhere, they or what speaks of them; no others do."""
        word = written(name)
        return {self.root(r.id) for r in self._records.values() if mentions(r.body, word)}

    def newest_first(self) -> list[str]:
        """The rulings, the last one first: by their ULIDs, and where a clock was wrong by their chain."""
        if not self._sorted:
            if self._crooked:
                self._places = self._misplaced()
            if self._places:
                self.rulings.sort(key=lambda id_: self._places.get(id_) or (id_, 0, "", 0))
            else:
                self.rulings.sort()
            self._sorted = True
        return self.rulings[::-1]

    def _misplaced(self) -> dict[str, chain.ChainPosition]:
        chains: dict[str, list[tuple[int, str]]] = defaultdict(list)
        for id_ in self.rulings:
            link = self._records[id_].link
            if link is not None and link.device in self._crooked:
                chains[link.device].append((link.number, id_))
        return {id_: place for device, own in chains.items() for id_, place in chain.places(device, own).items()}

    def doubtful(self) -> frozenset[str]:
        """The rulings whose time is not to be believed: the clock of the device was wrong."""
        self.newest_first()
        return frozenset(self._places)

    def last_believed(self) -> str:
        """The last ruling whose time may be believed; nothing where there is none."""
        return next((id_ for id_ in self.newest_first() if id_ not in self._places), "")

    def notes(self, event: str) -> tuple[Remark, ...]:
        """The notes of an event that speak of no record."""
        found = [
            r
            for r in self._records.values()
            if r.kind == "note" and r.about is None and r.event == event and self.stands(r.id)
        ]
        return tuple(_remark(r) for r in sorted(found, key=lambda r: r.id))

    def notes_on(self, id_: str) -> tuple[Remark, ...]:
        """The notes that speak of a record and stand, the earliest first."""
        return self._standing(id_, "note")

    def event(self, id_: str) -> Event | None:
        """An event as last written; None when nothing is known of it."""
        standing = [e for e in self._events.get(id_, ()) if self.stands(e)]
        if standing:
            for version in sorted(standing, reverse=True):  # the last that can be read
                try:
                    return Event(id_, event_body(decoded(self._records[version].body)))
                except _FAULTS:
                    continue
            return Event(id_, EventBody(NAMELESS))
        if id_ == NO_EVENT:
            return Event(id_, EventBody(NO_EVENT_NAME))
        if any(self._records[r].event == id_ for r in self.rulings):
            return Event(id_, EventBody(NAMELESS))
        return None

    def competition(self, event: str) -> list[Record]:
        """What stands of an event's rounds and results, the earliest first."""
        return [self._records[id_] for id_ in sorted(self._competition.get(event, ())) if self.stands(id_)]

    def last_of_competition(self, event: str) -> str:
        """The last record of an event's rounds and results, or of one that speaks of them; nothing where there is none."""
        return max((self.latest(id_) for id_ in self._competition.get(event, ())), default="")

    def event_versions(self, id_: str) -> list[str]:
        """The records an event was written by, whether they stand or not."""
        return sorted(self._events.get(id_, ()))

    def events(self) -> list[Event]:
        """Every event, the last begun first, and after them the one that needs no setting up."""
        ids = sorted(self._seen_events - {NO_EVENT}, reverse=True)
        return [e for id_ in (*ids, NO_EVENT) if (e := self.event(id_)) is not None]


def _remark(record: Record) -> Remark:
    try:
        body = decoded(record.body)
    except _FAULTS:
        body = {"text": UNREADABLE}
    return Remark(record.id, str(record.at), str(record.author), body)


def _reason(body: Mapping[str, Any]) -> str:
    try:
        return str(body.get("reason") or "")
    except _FAULTS:
        return ""


def _as_corrected(body: Mapping[str, Any], corrections: tuple[Remark, ...]) -> tuple[RulingBody, tuple[Remark, ...]]:
    """A ruling with its corrections; those that cannot be read change nothing. Raises where the ruling itself cannot be read."""
    now, plain = ruling_body(body), dict(body)
    sound: list[Remark] = []
    for each in corrections:
        try:
            changed = corrected(plain, [each])
            after = ruling_body(changed)
        except _FAULTS:
            continue
        sound.append(dataclasses.replace(each, before=now, after=after))
        now, plain = after, changed
    return now, tuple(sound)


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
    """The body of a ruling from its JSON; fields of later versions are passed over.

    Raises ValueError, TypeError or AttributeError where a field is of a type no version writes.
    """
    known = {k: v for k, v in data.items() if k in RULING_FIELDS}
    known["place"] = _known(Place, known.get("place") or {})
    for name in ("offenders", "cites"):
        known[name] = tuple(known.get(name) or ())
    known["counts"] = tuple((str(kind), int(number)) for kind, number in known.get("counts") or ())
    for name in ("game", "tree", "title", "outcome", "ruling", "level"):
        known.setdefault(name, "")
    body = RulingBody(**known)
    _require_types(body)
    return body


def _require_types(body: RulingBody) -> None:
    """Raise TypeError where a field is not what every screen and paper takes it for."""
    place = body.place
    texts = (body.game, body.tree, body.title, body.outcome, body.ruling, body.level, body.remark)
    sound = (
        all(type(each) is str for each in (*texts, *body.offenders, *body.cites))
        and all(each is None or type(each) is str for each in (body.player, body.chain, place.table))
        and all(each is None or type(each) is int for each in (place.round, place.game, place.deal))
    )
    if not sound:
        raise TypeError(body)


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
    body = EventBody(**known)
    texts = [body.name, body.chief, body.venue, body.date, *body.books, *body.tables, *body.referees]
    texts += [t for e in body.entrants for t in (e.number, e.name, e.club, *e.players)]
    texts += [t for pair in dict(body.settled).items() for t in pair]
    optional = (body.game, body.format)
    if (
        any(type(text) is not str for text in texts)
        or any(each is not None and type(each) is not str for each in optional)
        or not (body.rounds is None or type(body.rounds) is int)
    ):
        raise TypeError(body)
    return body


def _known(type_: type[T], data: Mapping[str, Any]) -> T:
    fields = {f.name for f in dataclasses.fields(type_)}  # type: ignore[arg-type]
    return type_(**{k: v for k, v in data.items() if k in fields})
