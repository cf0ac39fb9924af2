"""The journal as the app works with it: write a ruling, correct it, list the table, see what the pair has had."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, cast

from app.journal import conflicts, doubles, incidents
from app.journal.conflicts import Conflict, TwiceCorrected
from app.journal.doubles import Double
from app.journal.entries import RULING_FIELDS, Entry, Event, Fold, Remark
from app.journal.incidents import Outdated
from app.journal.numbers import form_number
from app.journal.queries import Queries
from app.journal.records import KEEPS, NO_EVENT, SHEET, WITH, EventBody, Kind, Place, Record, RulingBody, plain
from app.journal.store import JournalError, JournalStore
from app.journal.supposed import SupposedStore
from app.journal.ulids import milliseconds, new_id
from rules_data.bounded_json import too_deep

SLOW = 60 * 60  # seconds the last record may be ahead of the clock here before that is said
DIGITS = 18  # of a number by which tables and pairs are sorted


def local_time() -> datetime:
    """Return the time here, with its offset."""
    return datetime.now().astimezone()


class Journal:
    """All events and rulings of one store. May be used by several windows at once; sees what others append."""

    def __init__(self, store: JournalStore, author: str = "", clock: Callable[[], datetime] = local_time) -> None:
        self.store = store
        self.author = author
        self._clock = clock
        self.beside: Callable[[str, str], Mapping[str, str]] = lambda event, game: {}
        """What else an event has settled than its record says: by the books meant for it, of its id and its game."""
        self._lock = threading.RLock()
        self._fold = Fold()
        self._mark = 0

    @property
    def device(self) -> str:
        """The device whose journal this is, as its records name it; nothing where it has written none."""
        return self.store.head().device if isinstance(self.store, Queries) else ""

    def _read(self) -> Fold:
        """What the records come to now, those of other windows included."""
        with self._lock:
            arrived, self._mark = self.store.arrived(self._mark)
            self._fold.add(arrived)
            return self._fold

    def supposing(self) -> Journal:
        """This journal once more: what is written into that one is only thought of, to see what would come of it."""
        with self._lock:
            made = Journal(SupposedStore(self.store), self.author, self._clock)
            made.beside, made._fold = self.beside, self._read().copy()
            return made

    def wrote(self, id_: str) -> bool:
        """Whether a record was written by this device."""
        with self._lock:
            self._read()
            return self._device(id_) in ("", self.device)

    def _record(
        self,
        kind: Kind,
        event: str,
        body: Mapping[str, Any],
        *,
        about: str | None = None,
        after: str = "",
        receipt: Mapping[str, Any] | None = None,
    ) -> Record:
        at = self._time().isoformat(timespec="seconds")
        try:  # as it will be read
            kept = _as_read(body)
            basis = None if receipt is None else _as_read(receipt)
        except (TypeError, ValueError, RecursionError) as fault:
            raise JournalError("这条记录里有存不下的内容，没有存；请把填写的内容改成文字或数。") from fault
        return Record(new_id(after), at, self.author, event, kind, kept, about, basis)

    def _time(self) -> datetime:
        try:
            return self._clock()
        except (OverflowError, OSError, ValueError):  # a clock this system cannot tell the local time of
            return datetime.fromtimestamp(0, UTC)

    def _write(
        self, kind: Kind, event: str, body: Mapping[str, Any], *, about: str | None = None, after: str = ""
    ) -> Record:
        with self._lock:
            record = self._record(kind, event, body, about=about, after=after)
            self.store.append([record])
            return record

    # Writing

    def save_ruling(
        self,
        event: str,
        body: RulingBody,
        receipt: Mapping[str, Any] | None = None,
        *,
        instead_of: str | None = None,
        reason: str = "",
    ) -> Record:
        """Record a ruling; once this returns it is on the disk.

        ``instead_of`` names a ruling that is taken back by it, with a reason: both or neither are written.
        """
        former = () if instead_of is None else (instead_of,)
        return self.save_incident(event, [(body, receipt)], instead_of=former, reason=reason)[0]

    def save_incident(
        self,
        event: str,
        rulings: Sequence[tuple[RulingBody, Mapping[str, Any] | None]],
        *,
        instead_of: Iterable[str] = (),
        reason: str = "",
    ) -> list[Record]:
        """Record rulings of one incident, each with its receipt; on return all are on the disk, or none is where this raises.

        Those that name no incident follow up the first of them. ``instead_of`` names rulings that are taken back by them, with
        a reason; what is withdrawn already stays as it is.
        """
        with self._lock:
            written: list[Record] = []
            for body, receipt in rulings:
                plain_body = plain(body)
                if written and body.chain is None:
                    plain_body["chain"] = written[0].body.get("chain", written[0].id)
                written.append(self._record("ruling", event, plain_body, receipt=receipt))
            made = list(written)
            for id_ in dict.fromkeys(instead_of):
                if self._read().stands(id_):
                    former, latest = self._ruling(id_)
                    after = max(latest, written[-1].id)
                    written.append(
                        self._record("withdrawal", former.event, {"reason": reason}, about=former.id, after=after)
                    )
            self.store.append(written)
            return made

    def correct(self, id_: str, changes: Mapping[str, Any], reason: str = "") -> Record:
        """Change fields of a ruling: ``{"offenders": ["3"], "place": {"round": 2}}``; of the place only what is named."""
        return self.correct_all({id_: changes}, reason)[0]

    def correct_all(self, rulings: Mapping[str, Mapping[str, Any]], reason: str = "") -> list[Record]:
        """Change fields of several rulings for one reason: all of them or none."""
        for changes in rulings.values():
            unknown = [name for name in changes if name not in RULING_FIELDS and name != SHEET]
            if unknown:
                raise JournalError(f"裁决没有“{unknown[0]}”这一项，不能更正；请检查填写的内容。")
            if not changes:
                raise JournalError("没有要更正的内容；请先改动再存。")
        with self._lock:
            written: list[Record] = []
            last = ""
            for id_, changes in rulings.items():
                ruling, latest = self._ruling(id_)
                body = {k: plain(v) if isinstance(v, Place) else v for k, v in changes.items()}
                if isinstance(changes.get("place"), Place):  # a whole place: what it leaves out is taken away
                    place = changes["place"]
                    body["place"] = {n: getattr(place, n) for n in Place.__dataclass_fields__}
                last = max(last, latest)
                record = self._record(
                    "correction", ruling.event, {**body, "reason": reason}, about=ruling.id, after=last
                )
                written.append(record)
                last = max(last, record.id)
            self.store.append(written)
            return written

    def withdraw(self, id_: str, reason: str = "") -> Record:
        """Take back a record: a ruling, a correction, an appeal, a note, or a withdrawal, which restores what it took back."""
        with self._lock:
            fold = self._read()
            record = fold.record(id_)
            if record is None:
                raise JournalError("日志里没有这条记录，不能撤回；请刷新后再试。")
            if not fold.stands(id_):
                raise JournalError("这条记录已经撤回过了，不必再撤。")
            return self._write("withdrawal", record.event, {"reason": reason}, about=id_, after=fold.latest(id_))

    def withdraw_together(self, ids: Sequence[str], reason: str = "") -> None:
        """Take back records for one reason, all of them or none; those after the first go along with it."""
        with self._lock:
            fold, last = self._read(), ""
            written: list[Record] = []
            for id_ in ids:
                record = fold.record(id_)
                if record is None:
                    raise JournalError("日志里没有这条记录，不能撤回；请刷新后再试。")
                if not fold.stands(id_):
                    raise JournalError("这条记录已经撤回过了，不必再撤。")
                body = {"reason": reason} | ({WITH: ids[0]} if written else {})
                last = max(last, fold.latest(fold.root(id_)))
                written.append(self._record("withdrawal", record.event, body, about=id_, after=last))
                last = written[-1].id
            self.store.append(written)

    def withdrawn_with(self, id_: str) -> str:
        """The record with which one went along that a withdrawal takes back; empty where it went by itself."""
        with self._lock:
            record = self._read().record(id_)
        with_ = record.body.get(WITH) if record is not None else None
        return with_ if isinstance(with_, str) else ""

    def uphold(self, id_: str, on: str, text: str) -> Record:
        """Put on record that a ruling stands though one it rested on was taken back."""
        with self._lock:
            ruling, latest = self._ruling(id_)
            body = {"text": text, KEEPS: on}
            return self._write("note", ruling.event, body, about=ruling.id, after=latest)

    def note(self, id_: str | None, event: str, text: str) -> Record:
        """Remark something on a ruling, or on the event."""
        if id_ is None:
            return self._write("note", event, {"text": text})
        with self._lock:
            ruling, latest = self._ruling(id_)
            return self._write("note", ruling.event, {"text": text}, about=ruling.id, after=latest)

    def note_of_event(self, event: str, body: Mapping[str, Any], basis: Mapping[str, Any]) -> Record:
        """Remark something on an event that rests on more than a note holds: kept with it, and not read with the notes."""
        with self._lock:
            record = self._record("note", event, body, receipt=basis)
            self.store.append([record])
            return record

    def answer_note(self, id_: str, body: Mapping[str, Any]) -> Record:
        """Answer a note of an event."""
        with self._lock:
            fold = self._read()
            note = fold.record(id_)
            if note is None or note.kind != "note":
                raise JournalError("日志里没有这条记录，没有答复；请刷新后再试。")
            return self._write("note", note.event, body, about=id_, after=fold.latest(id_))

    def appeal(self, id_: str, body: Mapping[str, Any]) -> Record:
        """Record an appeal against a ruling."""
        with self._lock:
            ruling, latest = self._ruling(id_)
            return self._write("appeal", ruling.event, body, about=ruling.id, after=latest)

    def save_event(self, body: EventBody, id_: str | None = None) -> str:
        """Write an event, or write it anew; returns its id."""
        with self._lock:
            fold = self._read()
            event = id_ or new_id()
            after = max((fold.latest(v) for v in fold.event_versions(event)), default="")
            self._write("event", event, plain(body), after=after)
            return event

    def save_competition(self, event: str, bodies: Iterable[Mapping[str, Any]]) -> list[Record]:
        """Write what happened in the rounds of an event: all of it or nothing (see :mod:`app.journal.competition`)."""
        with self._lock:
            fold = self._read()
            versions = fold.event_versions(event)
            if not versions:
                raise JournalError("日志里没有这项赛事，赛程没有存；请先设一项赛事。")
            last = fold.last_of_competition(event)
            written: list[Record] = []
            for body in bodies:
                written.append(self._record("competition", event, body, about=versions[0], after=last))
                last = max(last, written[-1].id)
            self.store.append(written)
            return written

    def _ruling(self, id_: str) -> tuple[Record, str]:
        fold = self._read()
        record = fold.record(fold.root(id_))
        if record is None or record.kind != "ruling":
            raise JournalError("日志里没有这条裁决；请刷新后再试。")
        return record, fold.latest(record.id)

    # Reading

    def events(self) -> list[Event]:
        """Every event, the last begun first; the one that needs no setting up stands at the end."""
        with self._lock:
            return self._read().events()

    def event(self, id_: str) -> Event:
        """An event as last written; of NO_EVENT the default: all games, nothing settled."""
        with self._lock:
            found = self._read().event(id_)
        if found is None:
            raise JournalError("日志里没有这项赛事；请从列表里选一项。")
        return found

    def entry(self, id_: str) -> Entry:
        """A ruling as it stands now."""
        with self._lock:
            found = self._read().entry(id_)
        if found is None:
            raise JournalError("日志里没有这条裁决；请从列表里选一条。")
        return found

    def find(self, id_: str) -> Entry | None:
        """A ruling as it stands now, also one that was withdrawn; None where there is none."""
        with self._lock:
            return self._read().entry(id_)

    def ever_taken_back(self, id_: str) -> bool:
        """Whether a record was withdrawn once, and restored or not."""
        with self._lock:
            return self._read().ever_taken_back(id_)

    def taken_back_at(self, id_: str, record: str) -> bool:
        """Whether a record was withdrawn, and not restored yet, when another was written."""
        with self._lock:
            return self._read().taken_back_at(id_, record)

    def corrections_taken_back(self, id_: str) -> list[tuple[Remark, str]]:
        """The corrections of a ruling that are withdrawn, each with the record that withdraws it."""
        with self._lock:
            return self._read().corrections_taken_back(id_)

    def receipt(self, id_: str) -> Mapping[str, Any] | None:
        """What a ruling rests on."""
        record = self.store.get(id_)
        return record.receipt if record is not None else None

    def entries(
        self,
        event: str | None = None,
        *,
        table: str | None = None,
        pair: str | None = None,
        text: str | None = None,
        kind: str | None = None,
        withdrawn: bool = True,
        limit: int | None = None,
    ) -> list[Entry]:
        """Rulings, the last one first.

        ``kind`` is a level (penalty), a game, what it counts as (violation) or ``appeal``; ``text`` are words that must all be
        there; ``limit`` is how many at most.
        """
        words = (text or "").casefold().split()
        found: list[Entry] = []
        with self._lock:
            fold = self._read()
            named = [fold.naming(name) for name in (table, pair) if name is not None]
            for id_ in fold.newest_first():
                record = fold.record(id_)
                if record is None or (event is not None and record.event != event):
                    continue
                if any(id_ not in each for each in named):
                    continue
                entry = fold.entry(id_)
                if entry is None or not (
                    (withdrawn or entry.withdrawn is None)
                    and (table is None or entry.body.place.table == table)
                    and (pair is None or pair in entry.body.offenders)
                    and (kind is None or _is(entry, kind))
                    and (not words or _says(entry, words))
                ):
                    continue
                found.append(entry)
                if limit is not None and len(found) >= limit:
                    break
        return found

    def spoken_of(self, records: Iterable[str]) -> frozenset[str]:
        """The rulings that records are, or speak of."""
        with self._lock:
            fold = self._read()
            return frozenset(map(fold.root, records)) & frozenset(fold.rulings)

    def speaking_of(self, records: Iterable[str]) -> int:
        """How many of the records are a ruling or speak of one; the others are of events, of their plans and results."""
        with self._lock:
            fold = self._read()
            return sum(fold.root(each) in fold.rulings for each in records)

    def changed_since(self, count: int) -> tuple[list[Entry], int]:
        """The rulings that were corrected, taken back, brought back or remarked on after so many records; how many there are."""
        with self._lock:
            fold = self._read()
            new = fold.since(count)
            about = {fold.root(each.id) for each in new if each.about is not None}
            found = [entry for id_ in sorted(about) if (entry := fold.entry(id_)) is not None]
            return found, count + len(new)

    def doubtful(self) -> frozenset[str]:
        """The rulings whose time is not to be believed: where their device's clock was wrong they stand by their chain."""
        with self._lock:
            return self._read().doubtful()

    def clock_doubt(self) -> str:
        """What to say of the clock here; nothing while it agrees with the records."""
        now = self._time()
        if not 2020 <= now.year < 2100:
            return f"本机的时钟是 {now.year}年{now.month}月{now.day}日，请先调准；这时记的照样存下，先后按记的顺序排。"
        with self._lock:
            last = self._read().last_believed()
        if not last or milliseconds(last) / 1000 <= now.timestamp() + SLOW:
            return ""
        then = datetime.fromtimestamp(milliseconds(last) / 1000, UTC).astimezone(now.tzinfo)
        return (
            f"日志里最后一条记于{then.year}年{then.month}月{then.day}日{then:%H:%M}，晚于本机现在的时间；"
            "请核对本机的时钟。照样可以记，先后按记的顺序排。"
        )

    def notes(self, event: str) -> tuple[Remark, ...]:
        """The notes of an event that speak of no ruling."""
        with self._lock:
            return self._read().notes(event)

    def notes_on(self, id_: str) -> tuple[Remark, ...]:
        """The notes that speak of a record and stand, the earliest first."""
        with self._lock:
            return self._read().notes_on(id_)

    def competition(self, event: str) -> list[Record]:
        """What stands of an event's rounds and results, the earliest first."""
        with self._lock:
            return self._read().competition(event)

    def concerning(self, ids: Iterable[str], *, events: bool = True) -> list[str]:
        """The records another referee needs of some rulings, or events: they, what speaks of them, their events as last written."""
        with self._lock:
            fold = self._read()
            found: set[str] = set()
            for id_ in ids:
                record = fold.record(id_)
                if record is None:
                    found |= set(fold.event_versions(id_)[-1:])
                    continue
                found |= {id_, *fold.speaking_of(id_)}
                if events:
                    found |= set(fold.event_versions(record.event)[-1:])
            return sorted(found)

    def last_place(self, event: str = NO_EVENT) -> tuple[Place, tuple[str, ...]]:
        """Where the last ruling was given and against whom, to begin the next one with."""
        for entry in self.entries(event, limit=1):
            return entry.body.place, entry.body.offenders
        return Place(), ()

    def tables(self, event: str | None = None) -> list[str]:
        """The tables rulings were given at."""
        return sorted({t for e in self.entries(event) if (t := e.body.place.table)}, key=_natural)

    def pairs(self, event: str | None = None) -> list[str]:
        """The pairs ruled against."""
        return sorted({p for e in self.entries(event) for p in e.body.offenders}, key=_natural)

    def history(
        self,
        event: str,
        game: str,
        *,
        pair: str | None = None,
        leaving_out: str | None = None,
        family: Callable[[str], str] | None = None,
        without: Collection[str] = (),
    ) -> list[dict[str, Any]]:
        """What was recorded before, as the history facts of a game take it; what was withdrawn is left out.

        ``pair``: of this pair only, which is quicker. ``leaving_out`` names a ruling whose incident does not count: the one
        that is being ruled on; those after it do not count either. ``without``: as if these were taken back. ``family``: what
        two referees may have ruled of one incident counts once, until they say that it was two; it says to which trees one
        belongs.
        """
        entries = [each for each in self.entries(event, pair=pair) if each.id not in without]
        known = self.counted_by(leaving_out)
        with self._lock:
            fold = self._fold
            one = self._as_one(entries, family) if family is not None else incidents.NOBODY
            found = incidents.history(entries, game, fold.entry, leaving_out=leaving_out, as_one=one, known=known)
        return [r for r in found if pair is None or r["pair"] == pair]

    # What several referees wrote without knowing of each other

    def doubles(self, event: str, family: Callable[[str], str]) -> list[Double]:
        """The rulings of an event that may be of one incident, two by two; ``family`` says to which trees one belongs."""
        entries = self.entries(event, withdrawn=False)
        with self._lock:
            return doubles.doubles(entries, self._fold.entry, self._device, family)

    def answer_same(self, double: Double, same: bool, words: str) -> Record:
        """Put on record whether two rulings are of one incident."""
        with self._lock:
            ruling, latest = self._ruling(double.later.id)
            latest = max(latest, self._ruling(double.earlier.id)[1])
            body = doubles.answer_body(double.earlier, same, words)
            return self._write("note", ruling.event, body, about=ruling.id, after=latest)

    def counting(self, event: str, pairs: Sequence[str], leaving_out: str | None = None) -> list[str]:
        """The rulings that count against some pairs now."""
        entries, known = self.entries(event, withdrawn=False), self.counted_by(leaving_out)
        with self._lock:
            return incidents.counting(entries, pairs, self._fold.entry, leaving_out, known)

    def counted_by(self, id_: str | None) -> list[str]:
        """The rulings that counted against the pair when a ruling was made, as far as that was noted."""
        said = (self.receipt(id_) or {}).get(COUNTED) if id_ is not None else None
        return [each for each in said if isinstance(each, str)] if isinstance(said, list) else []

    def outdated(
        self, event: str, game: str, within: Mapping[str, str], family: Callable[[str], str], own: bool = False
    ) -> list[Outdated]:
        """The rulings that counted on less than there was before them; ``own``: those of this device only."""
        entries = [each for each in self.entries(event, kind=game, withdrawn=False) if each.body.game == game]
        with self._lock:
            mine = self.device if own else ""

            def known(entry: Entry) -> Collection[str] | None:
                if not entry.body.offenders or (mine and self._device(entry.id) != mine):
                    return None
                said = (self.receipt(entry.id) or {}).get(COUNTED)
                return said if isinstance(said, list) else None

            one = self._as_one(entries, family)
            return incidents.outdated(entries, self._fold.entry, known, within, one)

    def conflicts(self, event: str) -> list[Conflict]:
        """What two devices wrote otherwise of one thing of an event's rounds and results."""
        return conflicts.conflicts(self.competition(event))

    def twice_corrected(self, event: str) -> list[TwiceCorrected]:
        """The rulings of an event that two devices corrected otherwise."""
        entries = self.entries(event, withdrawn=False)
        device = {each.id: self._device(each.id) for entry in entries for each in entry.corrections}
        return conflicts.twice_corrected(entries, device)

    def _as_one(self, entries: Sequence[Entry], family: Callable[[str], str]) -> Mapping[str, str]:
        standing = [each for each in entries if each.withdrawn is None]
        found = doubles.doubles(standing, self._fold.entry, self._device, family)
        return doubles.as_one(found, self._fold.entry)

    def _device(self, id_: str) -> str:
        record = self._fold.record(id_)
        return record.link.device if record is not None and record.link is not None else ""


BEFORE = "before"  # of a receipt: what was recorded against the pair when it was made, as the history facts take it
COUNTED = "counted"  # of a receipt: the rulings that counted against the pair when it was made


def _as_read(value: Mapping[str, Any]) -> dict[str, Any]:
    """JSON as it will be read; raises ValueError, TypeError or RecursionError for what cannot be kept."""
    if too_deep(value):
        raise ValueError("too deep")
    return cast("dict[str, Any]", json.loads(json.dumps(value, ensure_ascii=False, allow_nan=False).encode()))


def _is(entry: Entry, kind: str) -> bool:
    body = entry.body
    return (
        kind in (body.level, body.game)
        or any(kind == k for k, _ in body.counts)
        or (kind == "appeal" and bool(entry.appeals))
    )


def _says(entry: Entry, words: list[str]) -> bool:
    body = entry.body
    parts = [body.title, body.ruling, body.remark, body.player or "", body.place.table or "", entry.author, entry.at]
    parts += [*body.offenders, *body.cites, *(n.text for n in (*entry.notes, *entry.appeals, *entry.corrections))]
    parts.append(form_number(entry))
    if entry.withdrawn:
        parts.append(entry.withdrawn)
    said = "\n".join(parts).casefold()
    return all(word in said for word in words)


def _natural(text: str) -> tuple[int, int, str]:
    return (0, int(text), text) if text.isdecimal() and len(text) <= DIGITS else (1, 0, text)
