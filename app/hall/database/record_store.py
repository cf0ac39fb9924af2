"""The records of one event in PostgreSQL: those of every member, as they signed them; the database itself writes none."""

from __future__ import annotations

import json
import zlib
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, cast

from sqlalchemy import ARRAY, ColumnElement, Connection, Engine, Text, and_, func, insert, literal, select, text, update
from sqlalchemy.dialects.postgresql import insert as insert_or

from app.hall.database.opening import complained, reading
from app.hall.database.tables import halls, heads, records, signers
from app.journal import chain, signing
from app.journal.doubts import otherwise_signed, twice
from app.journal.heads import SignedHead, head_of
from app.journal.json_text import decoded, written
from app.journal.records import UNCHAINED, Kind, Link, Record
from app.journal.rows import pack, same, unpack
from app.journal.store import Brought, JournalError

if TYPE_CHECKING:
    from sqlalchemy import Row

BULK = 100  # records from which on they are copied in together
CHANNEL = "zhicai_hall"  # on which the workers are told that an event has changed
_LISTED = (
    records.c.mark,
    records.c.id,
    records.c.at,
    records.c.kind,
    records.c.content,
    records.c.device,
    records.c.number,
    records.c.before,
    records.c.receipt_hash,
    records.c.hash,
)
_TEXTS = ARRAY(Text)
_WRITTEN = tuple(column.name for column in records.columns)


@dataclass(frozen=True, slots=True)
class Kept:
    """A record with the mark it is kept under."""

    mark: int
    record: Record


class DatabaseStore:
    """A journal's store in a database, of one event. Every method may be called from any thread and by any worker."""

    notice = ""

    def __init__(self, engine: Engine, event: str) -> None:
        self.engine, self.event = engine, event

    def _reading(self) -> AbstractContextManager[Connection]:
        return reading(self.engine, JournalError)

    @contextmanager
    def _writing(self) -> Iterator[tuple[Connection, int]]:
        """A transaction no other writer of this event is in, and the last mark. On leaving it is on the disk."""
        with complained(self.engine, JournalError), self.engine.begin() as connection:
            mark = connection.scalar(select(halls.c.mark).where(halls.c.event == self.event).with_for_update())
            if mark is None:
                raise JournalError("数据库里没有这项赛事的会场，没有存；请先用 zhicai hall load 建。")
            yield connection, int(mark)
            told(connection, self.event)

    # Writing

    def append(self, records: Sequence[Record], brought: Brought | None = None) -> None:
        """Add records, all or none, as :meth:`JournalStore.append`; none of them is our own. On return they are on the disk."""
        for record in records:
            if record.event != self.event:
                raise JournalError(f"记录 {record.id} 是别的赛事的，没有写入。")
            if record.link is None:
                raise JournalError(f"记录 {record.id} 没有说是哪台设备写的，没有写入；会场只收各台设备写好的记录。")
        with self._writing() as (connection, mark):
            if brought:
                self._remember(connection, brought)
            there = {each.record.id: each for each in self._whole(connection, [each.id for each in records])}
            new: dict[str, Record] = {}
            for record in records:
                kept = there.get(record.id)
                if kept is None and record.id not in new:
                    new[record.id] = record
                elif (
                    kept is not None and not self._completed(connection, kept, record) and not same(kept.record, record)
                ):
                    raise JournalError(f"记录 {record.id} 已经存在而内容不同，没有写入；请不要改动已有的记录。")
            if new:
                rows = [self._row(record, mark + place) for place, record in enumerate(new.values(), 1)]
                _put(connection, rows)
                connection.execute(update(halls).where(halls.c.event == self.event).values(mark=mark + len(rows)))

    def _row(self, record: Record, mark: int) -> dict[str, Any]:
        link = record.link or UNCHAINED
        said = {"author": record.author, "about": record.about, "body": decoded(record.body)}
        return {
            "event": self.event,
            "mark": mark,
            "id": record.id,
            "at": record.at,
            "kind": record.kind,
            "content": written(said).encode("utf-8", "surrogatepass"),
            "device": link.device,
            "number": link.number,
            "before": link.before,
            "receipt_hash": link.receipt,
            "hash": link.hash,
            "receipt": None if record.receipt is None else pack(record.receipt),
            "signature": record.signature,
        }

    def _completed(self, connection: Connection, kept: Kept, record: Record) -> bool:
        """Whether a record that was there got what it lacked: the receipt lost elsewhere, the link or the signature."""
        there, link = kept.record, record.link or UNCHAINED
        own = there.link or UNCHAINED
        wanting: dict[str, Any] = {}
        if there.receipt is None and record.receipt is not None and own.receipt == chain.receipt_hash(record.receipt):
            wanting["receipt"], there = pack(record.receipt), replace(there, receipt=record.receipt)
        if not own.device and link.device and link.receipt == chain.receipt_hash(there.receipt):
            wanting |= {"device": link.device, "number": link.number, "before": link.before}
            wanting |= {"receipt_hash": link.receipt, "hash": link.hash}
            own = link
        if there.signature is None and record.signature is not None and own == link:
            wanting["signature"] = record.signature
        if not wanting or not same(replace(there, link=None), replace(record, link=None)):
            return False
        of_it = and_(records.c.event == self.event, records.c.mark == kept.mark)
        connection.execute(update(records).where(of_it).values(**wanting))
        return True

    def _remember(self, connection: Connection, brought: Brought) -> None:
        """Keep the keys of devices, and of each device the head that says it has come furthest."""
        for device, key in brought.signers.items():
            row = {"event": self.event, "device": device, "key": signing.written(key)}
            connection.execute(insert_or(signers).values(row).on_conflict_do_nothing())
        for each in brought.heads:
            head = each.head
            said = {"event": self.event, "device": head.device, "held": head.held, "said": head.text}
            put = insert_or(heads).values(said | {"signature": each.signature})
            put = put.on_conflict_do_update(
                index_elements=[heads.c.event, heads.c.device],
                set_={name: put.excluded[name] for name in ("held", "said", "signature")},
                where=heads.c.held < put.excluded.held,
            )
            connection.execute(put)

    # Asking

    def records(self, event: str | None = None) -> Iterator[Record]:
        """All records, in the order of their ULIDs and without receipts; none of another event."""
        if event not in (None, self.event):
            return
        with self._reading() as connection:
            found = self._listed(
                connection, select(*_LISTED).where(records.c.event == self.event).order_by(records.c.id)
            )
        yield from (each.record for each in found)

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        """The records that came since ``mark`` in the order they came, without receipts, and the new mark."""
        since = and_(records.c.event == self.event, records.c.mark > max(mark, 0))
        with self._reading() as connection:
            found = self._listed(connection, select(*_LISTED).where(since).order_by(records.c.mark))
        return [each.record for each in found], found[-1].mark if found else mark

    def arrived_of(self, event: str, mark: int, most: int) -> tuple[list[Record], int]:
        """At most so many records of the event that came since ``mark``, without receipts, and the mark up to which they go."""
        if event != self.event:
            return [], mark
        since = and_(records.c.event == self.event, records.c.mark > max(mark, 0))
        with self._reading() as connection:
            found = self._listed(connection, select(*_LISTED).where(since).order_by(records.c.mark).limit(most))
        return [each.record for each in found], found[-1].mark if found else mark

    def written_of(self, event: str, device: str, mark: int = 0) -> int:
        """How many records of the event a device wrote that came since ``mark``."""
        of_it = and_(records.c.event == event, records.c.device == device, records.c.mark > max(mark, 0))
        with self._reading() as connection:
            return int(connection.scalar(select(func.count()).select_from(records).where(of_it)) or 0)

    def end(self, mark: int | None = None) -> tuple[int, str]:
        """The last mark and the name of the record there; of a mark: that, and the record there, empty where there is none."""
        wanted = select(records.c.mark, records.c.id).where(records.c.event == self.event)
        last = wanted.order_by(records.c.mark.desc()).limit(1) if mark is None else wanted.where(records.c.mark == mark)
        with self._reading() as connection:
            row = connection.execute(last).first()
        return (int(row[0]), str(row[1])) if row is not None else (mark or 0, "")

    def get(self, id_: str) -> Record | None:
        """One record with its receipt; None when there is none of this name."""
        with self._reading() as connection:
            return next((each.record for each in self._whole(connection, [id_])), None)

    def missing(self, ids: Iterable[str]) -> set[str]:
        """Which of these names are not there."""
        wanted = set(ids)
        with self._reading() as connection:
            return wanted - set(connection.scalars(select(records.c.id).where(self._named(wanted))))

    def chained(self, devices: Collection[str] | None = None) -> Iterator[tuple[str, int]]:
        """The places taken in the chains of some devices, or of all: device and number."""
        of_them = records.c.event == self.event if devices is None else self._of_devices(devices)
        wanted = select(records.c.device, records.c.number).where(and_(of_them, records.c.number > 0))
        with self._reading() as connection:
            found = connection.execute(wanted).all()
        yield from ((str(device), int(number)) for device, number in found)

    def known(self) -> Brought:
        """The keys of the devices that sign, and their heads as far as they are known."""
        with self._reading() as connection:
            return Brought(self._signers(connection), tuple(self._heads(connection)))

    def doubts(self, devices: Iterable[str]) -> tuple[str, ...]:
        """What of the chains of some devices was written anew: one sentence each."""
        asked = set(devices)
        of_them = and_(self._of_devices(asked), records.c.number > 0)
        place = (records.c.device, records.c.number)
        places = select(*place).where(of_them).group_by(*place).having(func.count(records.c.hash.distinct()) > 1)
        said: list[str] = []
        with self._reading() as connection:
            for device, number in connection.execute(places.order_by(*place)):
                if device in asked:
                    said.append(twice(str(device), int(number)))
                    asked.discard(device)
            for each in self._heads(connection):
                head = each.head
                if head.device not in asked:
                    continue
                at = and_(
                    records.c.event == self.event, records.c.device == head.device, records.c.number == head.number
                )
                there = set(connection.scalars(select(records.c.hash).where(at)))
                if there and head.hash not in there:
                    said.append(otherwise_signed(head.device, head.number))
        return tuple(said)

    def close(self) -> None:
        """Let go of the connections."""
        self.engine.dispose()

    # Rows

    def _of_devices(self, devices: Iterable[str]) -> ColumnElement[bool]:
        return and_(records.c.event == self.event, records.c.device == func.any(literal(sorted(devices), _TEXTS)))

    def _named(self, ids: Iterable[str]) -> ColumnElement[bool]:
        return and_(records.c.event == self.event, records.c.id == func.any(literal(list(ids), _TEXTS)))

    def _signers(self, connection: Connection) -> dict[str, bytes]:
        rows = connection.execute(select(signers.c.device, signers.c.key).where(signers.c.event == self.event))
        return {device: key for device, said in rows if (key := signing.key_of(device, said)) is not None}

    def _heads(self, connection: Connection) -> Iterator[SignedHead]:
        rows = connection.execute(
            select(heads.c.said, heads.c.signature).where(heads.c.event == self.event).order_by(heads.c.device)
        ).all()
        for said, signature in rows:
            head = head_of(said)
            if head is not None:
                yield SignedHead(head, bytes(signature))

    def _whole(self, connection: Connection, ids: Sequence[str]) -> Iterator[Kept]:
        """Records with their receipts and signatures."""
        for row in connection.execute(select(*_LISTED, records.c.receipt, records.c.signature).where(self._named(ids))):
            *plain, receipt, signature = row
            kept = self._kept(plain)
            more = {"receipt": None if receipt is None else unpack(receipt), "signature": signature}
            yield Kept(kept.mark, replace(kept.record, **cast("Any", more)))

    def _listed(self, connection: Connection, wanted: Any) -> list[Kept]:
        return [self._kept(row) for row in connection.execute(wanted)]

    def _kept(self, row: Row[Any] | Sequence[Any]) -> Kept:
        mark, id_, at, kind, content, device, *link = tuple(row)
        try:
            said = json.loads(bytes(content).decode("utf-8", "surrogatepass"))
            place = Link(device, *link) if device else UNCHAINED
            record = Record(
                id_, at, said["author"], self.event, cast(Kind, kind), said["body"], said["about"], None, place
            )
        except (ValueError, KeyError, TypeError, RecursionError, zlib.error) as fault:
            raise JournalError(f"数据库里的记录 {id_} 读不出；请由备份恢复。") from fault
        return Kept(int(mark), record)


def told(connection: Connection, event: str) -> None:
    """Tell all workers, once this transaction is on the disk, that something of an event has changed."""
    connection.execute(text("SELECT pg_notify(:channel, :event)"), {"channel": CHANNEL, "event": event})


def _put(connection: Connection, rows: Sequence[Mapping[str, Any]]) -> None:
    """Write rows: a few by name, many in one stream."""
    if len(rows) < BULK:
        connection.execute(insert(records), list(rows))
        return
    driver = connection.connection.driver_connection
    assert driver is not None
    columns = ", ".join(f'"{name}"' for name in _WRITTEN)
    with driver.cursor() as cursor, cursor.copy(f"COPY records ({columns}) FROM STDIN") as copy:
        for row in rows:
            copy.write_row([row[name] for name in _WRITTEN])
