"""The end of a journal file, which moves with every save and is written with it: its chain, its running hash, its signed head."""

from __future__ import annotations

import sqlite3
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from app.journal import chain, signed_tables, signing
from app.journal.heads import Head, Held, SignedHead, entry, grow, set_hash
from app.journal.json_text import written
from app.journal.records import Link, Record
from app.journal.salvage import LOST, PUT_BACK
from app.journal.signed_tables import BEGUN, NOW, OTHER

if TYPE_CHECKING:
    from app.journal.key_file import End, Kept, KeyFile
    from app.journal.store import Brought


def counted(connection: sqlite3.Connection, *, bare: bool = False) -> Iterator[tuple[int, str, str]]:
    """Each record, or those without a chain, in the order they came: its row, its device, and what the running hash takes."""
    where = "records.seq > 0 AND device = ''" if bare else "records.seq > 0"
    for seq, *columns, device, receipt, has, packed in connection.execute(
        "SELECT records.seq, records.id, at, author, event, kind, about, body, device, receipt_hash, has_receipt,"
        " CASE WHEN device = '' THEN receipts.receipt END FROM records LEFT JOIN receipts ON receipts.seq = records.seq"
        f" WHERE {where} ORDER BY records.seq"
    ):
        yield seq, str(device), counted_as(columns, str(device), str(receipt), has, packed)


def counted_as(columns: Sequence[Any], device: str, receipt: str, has: object, packed: object) -> str:
    """What the running hash takes of a row: of a record in a chain the receipt its link names, else the one it came with."""
    lost = has in (LOST, PUT_BACK)
    if device or lost or not isinstance(packed, bytes):
        return entry(columns, receipt if device else "", lost=lost)
    try:
        return entry(columns, chain.text_hash(zlib.decompress(packed)))
    except zlib.error:
        return entry(columns, "unreadable")


class Growing:
    """The end of a file, to which records are added. Nothing is begun or signed before something is added."""

    def __init__(self, connection: sqlite3.Connection, file: str, keys: KeyFile, *, damaged: bool = False) -> None:
        """``damaged``: something of the file cannot be read: nobody knows whether it was the last."""
        self._connection, self._file, self._keys, self._damaged = connection, file, keys, damaged
        self._begun: Head | None = None  # the head that is signed next, as far as it is known
        self._key: signing.Key | None = None
        self._foreign = False  # whether others' records came, or a record got what it lacked
        self._lines: list[tuple[str, SignedHead]] = []

    # What is added

    def begin(self) -> None:
        """Find the end as it is before anything is added."""
        self._head()

    def link(self, record: Record) -> tuple[Link, bytes]:
        """Put a record of this device at the end of its chain: its link, and its signature."""
        head, key = self._head(), self._key
        assert key is not None
        made = chain.link(record, key.device, head.number + 1, head.hash)
        text = chain.said(record, made.device, made.number, made.before, made.receipt)
        self._begun = replace(head, number=made.number, hash=made.hash)
        return made, key.sign(signing.RECORD, text)

    def came(self, record: Record, link: Link, seq: int, *, own: bool) -> None:
        """Take a record that was added into account."""
        head = self._head()
        columns = (record.id, record.at, record.author, record.event, record.kind, record.about, written(record.body))
        lost = record.receipt is None and bool(link.receipt)
        receipt = link.receipt if link.device else chain.receipt_hash(record.receipt)
        text = entry(columns, receipt, lost=lost)
        self._begun = replace(head, held=head.held + 1, row=seq, grown=grow(head.grown, text))
        self._foreign = self._foreign or not own

    def mended(self) -> None:
        """A record that was there got what it lacked."""
        self._foreign = True

    def remember(self, brought: Brought) -> None:
        """Keep the keys and heads of other devices, which were looked at by whoever brings them."""
        if brought:
            self._head()
        for device, public in brought.signers.items():
            self._foreign = signed_tables.put_signer(self._connection, device, public) or self._foreign
        there = {each.device: each.head for each in signed_tables.heads(self._connection, (OTHER,))}
        own = {each.device for each in signed_tables.heads(self._connection, (BEGUN,))}
        for each in brought.heads:
            before = there.get(each.head.device)
            if each.head.device not in own and (before is None or before.held < each.head.held):
                signed_tables.put_head(self._connection, OTHER, each)
                self._lines.append((OTHER, each))
                self._foreign = True

    # The head

    def _head(self) -> Head:
        if self._begun is None:
            signed_tables.make(self._connection)
            self._begun = self._found()
        return self._begun

    def _found(self) -> Head:
        """The head as it was signed last; where that cannot be gone on with, that of a new chain."""
        kept = self._keys.read()
        if kept.key is not None and kept.file == self._file and not self._damaged:
            device, now = kept.key.device, None
            for each in signed_tables.heads(self._connection, (NOW,)):
                now = each if each.device == device else now
            row = self._connection.execute("SELECT max(seq) FROM records").fetchone()[0]
            if now is not None and now.head is not None and now.head.row == row and self._trusted(now, kept):
                self._key = kept.key
                return now.head
            if now is None and kept.seen is None:  # it was interrupted between having the key and the save
                return self._new(kept.key, kept.ends[-1] if kept.ends else None, kept.how)
        former = kept.ends[-1] if kept.ends else self._signed_here()
        how = "moved" if kept.key is not None or former is not None else ""
        if how and (kept.rescued or self._damaged):
            how = "rescued"
        return self._new(self._keys.begin(self._file, former, how), former, how)

    def _trusted(self, now: signed_tables.KeptHead, kept: Kept) -> bool:
        """Whether a head is the one that was signed last: as it is noted outside the file, or ahead of that and signed."""
        head, seen = now.head, kept.seen
        assert head is not None and kept.key is not None
        if seen is not None and end_of(head) == seen:
            return True
        return (seen is None or head.held >= seen[3]) and signed_tables.is_by(now, kept.key.public)

    def _signed_here(self) -> End | None:
        """Where the file stood when it was signed last, by its own word; None where it never was."""
        head = signed_tables.latest(signed_tables.heads(self._connection))
        return None if head is None else end_of(head)

    def _new(self, key: signing.Key, former: End | None, how: str) -> Head:
        """Begin a chain that names the former one of this file and all that is held of others."""
        connection = self._connection
        signed_tables.put_signer(connection, key.device, key.public)
        held, row, grown = 0, 0, ""
        bare: list[str] = []
        for seq, device, text in counted(connection):
            held, row, grown = held + 1, seq, grow(grown, text)
            if not device:
                bare.append(text)
        others, without = self._others(key.device), (len(bare), set_hash(bare))
        self._key = key
        known = known_hash(connection)
        begun = Head(key.device, 0, "", held, row, grown, "", others, without, known, former, how)
        self._keep(BEGUN, begun)
        return replace(begun, begun=begun.name, former=None, how="")

    def _others(self, own: str) -> tuple[Held, ...]:
        signed = signed_tables.signers(self._connection)
        rows = self._connection.execute(
            "SELECT device, count(DISTINCT number), max(number), hash FROM records WHERE seq > 0 AND number > 0"
            " AND device NOT IN ('', ?) AND typeof(number) = 'integer' GROUP BY device ORDER BY device",
            (own,),
        ).fetchall()
        return tuple(
            Held(device, have, number, hash_, device in signed)
            for device, have, number, hash_ in rows
            if chain.is_hash(device, chain.DEVICE) and chain.is_hash(hash_) and number < 1 << 53
        )

    def _bare(self) -> tuple[int, str]:
        found = [text for _, _, text in counted(self._connection, bare=True)]
        return len(found), set_hash(found)

    def _keep(self, kind: str, head: Head) -> None:
        assert self._key is not None
        signed = SignedHead(head, self._key.sign(signing.HEAD, head.text))
        signed_tables.put_head(self._connection, kind, signed)
        self._lines.append((kind, signed))

    @property
    def heads(self) -> list[tuple[str, SignedHead]]:
        """The heads that were signed, each with its kind."""
        return self._lines

    @property
    def key(self) -> signing.Key | None:
        """The key this file is signed with; None while nothing was added."""
        return self._key

    def write(self) -> None:
        """Sign how far the file has come, where something was added."""
        if self._begun is None:
            return
        head = self._begun
        if self._foreign:
            known = known_hash(self._connection)
            head = replace(head, others=self._others(head.device), bare=self._bare(), known=known)
        self._begun = head
        self._keep(NOW, head)

    def note(self) -> None:
        """Once the save is on the disk: note outside the file how far it has come."""
        if self._begun is not None:
            self._keys.see(end_of(self._begun))


def head_of(connection: sqlite3.Connection) -> Head:
    """How far a file has come: as it was signed last, where nothing was added since; else worked out, and of no device."""
    row = connection.execute("SELECT coalesce(max(seq), 0) FROM records WHERE seq > 0").fetchone()[0]
    signed = signed_tables.latest(signed_tables.heads(connection))
    if signed is not None and signed.row == row:
        return signed
    held, grown = 0, ""
    for _, _, text in counted(connection):
        held, grown = held + 1, grow(grown, text)
    return Head("", 0, "", held, row, grown)


def known_hash(connection: sqlite3.Connection) -> str:
    """The hash over the heads of other devices that a file remembers."""
    return set_hash([each.head.text for each in signed_tables.heads(connection, (OTHER,)) if each.head is not None])


def end_of(head: Head) -> End:
    """Where a head says that its file stands."""
    return head.device, head.number, head.hash, head.held, head.grown
