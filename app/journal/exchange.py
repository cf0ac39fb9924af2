"""The whole journal as one file of JSON Lines, and putting two journals together.

The first line says what the file is; every other is one record with its receipt and its place in the chain of the device that
wrote it. Signatures stand in the first line, which programs that know none pass over: the keys of the devices, the signatures of
the records that follow by their names, and the heads the file knows; a long file has such a line again before the next thousand
records. Merging is the union of sets. What comes from elsewhere is looked at before it is taken: what no screen, paper or count
could bear, and what a device is said to have written that did not sign it, is refused line by line, with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TextIO

from app.journal import chain, competition, signing
from app.journal.ed25519 import SIGNATURE, Signed, verify, verify_all
from app.journal.entries import RULING_FIELDS, corrected
from app.journal.heads import SignedHead, head_of
from app.journal.json_text import decoded
from app.journal.records import KINDS, UNCHAINED, EventBody, Link, Record, RulingBody
from app.journal.store import Brought, JournalError, JournalStore
from app.journal.ulids import milliseconds, valid
from app.journal.verification import gap_sentences, gaps
from rules_data.bounded_json import JsonFault, read_json
from rules_data.records import misfit

FORMAT = 1
LONGEST = 1_000_000  # bytes of one line
DIGITS = 4_000  # of a whole number: what can be written again; a screen shows its beginning
YEARS = range(1970, 2201)
AHEAD = 24 * 60 * 60  # seconds the name of a record may be ahead of the clock here
_NAME = "zhicai-journal"
_FIELDS = ("id", "at", "author", "event", "kind", "about", "body", "receipt")
_LINK = ("device", "number", "before", "receipt", "hash")
_AT_ONCE = 500  # records in one transaction
_HEADED = 1000  # records whose signatures stand in one line before them
_HEADS = 200  # heads looked at


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What came of a merge."""

    added: int
    known: int  # were there already
    refused: tuple[tuple[int, str], ...]  # line, and one sentence why
    gaps: tuple[str, ...] = ()  # one sentence for each device of whose chain something is missing
    names: frozenset[str] = field(default=frozenset(), compare=False)  # the records that are new
    doubts: tuple[str, ...] = field(default=(), compare=False)  # one sentence for each chain that was written anew

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        said = f"新增 {self.added} 条，原已有 {self.known} 条"
        return f"{said}，有 {len(self.refused)} 行没有收。" if self.refused else f"{said}。"


def export(store: JournalStore, stream: TextIO, ids: Iterable[str] | None = None) -> int:
    """Write every record, or those of these names, with receipt and signature; returns how many.

    Of some records only this device's own head goes along; of all of them those that are known of others, too.
    """
    names = sorted(ids) if ids is not None else [record.id for record in store.records()]
    known = store.known()
    heads = known.heads if ids is None else known.heads[:1]
    number = 0
    for at in range(0, max(len(names), 1), _HEADED):
        some = [whole for id_ in names[at : at + _HEADED] if (whole := store.get(id_)) is not None]
        stream.write(_headed(some, known.signers, heads if not at else ()) + "\n")
        for whole in some:
            stream.write(json.dumps(_plain(whole), ensure_ascii=False, separators=(",", ":")) + "\n")
        number += len(some)
    return number


def _headed(records: Sequence[Record], signers: Mapping[str, bytes], heads: Sequence[SignedHead]) -> str:
    """The line before some records."""
    signed = {each.id: signing.written(each.signature) for each in records if each.signature is not None}
    devices = {each.link.device for each in records if each.link is not None and each.signature is not None}
    devices |= {each.head.device for each in heads}
    keys = {device: signing.written(signers[device]) for device in sorted(devices & signers.keys())}
    said = [{"said": each.head.text, "signature": signing.written(each.signature)} for each in heads]
    more = {"signers": keys, "heads": said, "signatures": signed}
    line = {"file": _NAME, "format": FORMAT} | {name: value for name, value in more.items() if value}
    return (
        json.dumps(line, ensure_ascii=False)
        if len(line) == 2
        else json.dumps(line, ensure_ascii=False, separators=(",", ":"))
    )


def _plain(record: Record) -> dict[str, Any]:
    plain = {name: value for name in _FIELDS if (value := getattr(record, name)) is not None}
    plain["body"] = decoded(record.body)
    if record.link is not None and record.link.device:
        plain["link"] = {name: getattr(record.link, name) for name in _LINK}
    return plain


def _equal(one: Record, other: Record) -> bool:
    """Whether two records say the same; a link that only one of them has is not held against them."""
    plains = [_plain(one), _plain(other)]
    links = [link for each in plains if (link := each.pop("link", None)) is not None]
    return plains[0] == plains[1] and (len(links) < 2 or links[0] == links[1])


def merge(store: JournalStore, stream: Iterable[str | bytes]) -> MergeReport:
    """Add the records of a file that are not there yet; what cannot be taken is said by line, the rest is taken.

    Raises :class:`JournalError` when it is not a journal or one of a later version; then nothing was changed.
    """
    lines = enumerate(stream, 1)
    merging = _Merging(store)
    merging.headed(_header(next(lines, (1, ""))[1]))
    batches = _batches(lines)
    before = next(batches, None)
    for batch in batches:
        merging.take(before or ())
        before = batch
    if before is not None:
        merging.take(before, last=True)
    return merging.end()


class _Merging:
    """A file that is being merged."""

    def __init__(self, store: JournalStore) -> None:
        self._store = store
        self._known = store.known()
        self._signers = dict(self._known.signers)  # of the devices that sign
        self._signatures: dict[str, bytes] = {}  # of the records that follow
        self._heads: dict[str, SignedHead] = {}
        self._kept = False  # the heads
        self._added = self._there = 0
        self._new: set[str] = set()
        self._devices: set[str] = set()
        self._refused: list[tuple[int, str]] = []
        self._ahead: list[tuple[int, Record]] = []  # of a clock that was ahead: taken once a later one shows that
        self._right: dict[str, int] = {}  # the last number of each device whose clock was right

    def headed(self, header: Mapping[str, Any]) -> None:
        """Take what a header line says of the records that follow; what is none is passed over."""
        keys, marks, heads = (header.get(name) for name in ("signers", "signatures", "heads"))
        for device, text in keys.items() if isinstance(keys, Mapping) else ():
            key = signing.key_of(device, text)
            if key is not None:
                self._signers[device] = key
        self._signatures = {}
        for id_, text in marks.items() if isinstance(marks, Mapping) else ():
            mark = signing.read(text, SIGNATURE)
            if mark is not None:
                self._signatures[id_] = mark
        for each in heads[:_HEADS] if isinstance(heads, list) else ():
            head = head_of(each.get("said")) if isinstance(each, Mapping) else None
            mark = signing.read(each.get("signature"), SIGNATURE) if isinstance(each, Mapping) else None
            if head is None or mark is None or head.device not in self._signers:
                continue
            before = self._heads.get(head.device)
            newer = before is None or before.head.held < head.held
            if newer and signing.is_signed(self._signers[head.device], signing.HEAD, head.text, mark):
                self._heads[head.device] = SignedHead(head, mark)

    def take(self, batch: Iterable[tuple[int, str | bytes]], last: bool = False) -> None:
        """Take some lines; with the last ones the heads are kept in one go."""
        read: dict[str, tuple[int, Record]] = {}
        for number, line in batch:
            try:
                data = _read(line)
                if isinstance(data, dict) and data.get("file") == _NAME:
                    self.headed(data)
                    continue
                record = _record(data)
            except ValueError as fault:
                self._refused.append((number, str(fault)))
                continue
            record = replace(record, signature=self._signatures.get(record.id))
            if record.id not in read:
                read[record.id] = (number, record)
            elif _equal(read[record.id][1], record):
                self._there += 1
            else:
                self._refused.append((number, _DIFFERENT))
        found = self._of_the_time(read)
        self._add(found, last and not self._ahead)

    def _of_the_time(self, read: dict[str, tuple[int, Record]]) -> dict[str, tuple[int, Record]]:
        """Those whose clock was right, or that only come after one of a clock that was ahead."""
        now = datetime.now(UTC).timestamp() + AHEAD
        found = {}
        for id_, (number, record) in read.items():
            written_ahead = _time(record.at) > now
            link = record.link or UNCHAINED
            if milliseconds(id_) > now * 1000 and (written_ahead or not link.device):
                self._ahead.append((number, record))
                continue
            found[id_] = (number, record)
            if link.device and not written_ahead:
                self._right[link.device] = max(self._right.get(link.device, 0), link.number)
        return found

    def _add(self, read: dict[str, tuple[int, Record]], last: bool = False) -> None:
        """Add those that are new and signed by whom they are of; what others lack is put back; ``last``: the heads with them."""
        missing = self._store.missing(read)
        wrong = self._not_signed([record for _, record in read.values()])
        for id_ in [id_ for id_ in read if id_ in wrong]:
            if id_ in missing:
                self._refused.append((read.pop(id_)[0], wrong[id_]))
                missing.discard(id_)
            else:
                read[id_] = (read[id_][0], replace(read[id_][1], signature=None))
        new = [record for id_, (_, record) in read.items() if id_ in missing]
        devices = {r.link.device for _, r in read.values() if r.link is not None and r.link.device}
        signers = {device: self._signers[device] for device in devices if device in self._signers}
        unknown = {device: key for device, key in signers.items() if device not in self._known.signers}
        heads = self._newer_heads() if last and new else ()
        unknown |= {each.head.device: self._signers[each.head.device] for each in heads}
        self._store.append(new, Brought(unknown, heads) if unknown or heads else None)
        self._kept = self._kept or bool(heads)
        self._devices |= devices
        self._added += len(missing)
        self._new |= missing
        for id_ in read.keys() - missing:
            number, record = read[id_]
            there = self._store.get(id_)
            if there is not None and (_put_back(self._store, there, record) or _equal(there, record)):
                self._there += 1
            else:
                self._refused.append((number, _DIFFERENT))

    def _not_signed(self, records: Sequence[Record]) -> dict[str, str]:
        """Which records of devices that sign are not signed by them, each with the reason."""
        wrong: dict[str, str] = {}
        signed: list[tuple[str, Signed]] = []
        for record in records:
            link = record.link
            key = None if link is None else self._signers.get(link.device)
            if link is None or key is None:
                continue
            if record.signature is None:
                wrong[record.id] = UNSIGNED
                continue
            text = chain.said(record, link.device, link.number, link.before, link.receipt)
            signed.append((record.id, (key, signing.RECORD + text.encode("utf-8", "surrogatepass"), record.signature)))
        if not verify_all([each for _, each in signed]):
            wrong |= {id_: WRONGLY_SIGNED for id_, each in signed if not verify(*each)}
        return wrong

    def _newer_heads(self) -> tuple[SignedHead, ...]:
        """The heads that were brought and go beyond those that were known."""
        held = {each.head.device: each.head.held for each in self._known.heads}
        return tuple(each for each in self._heads.values() if each.head.held > held.get(each.head.device, -1))

    def end(self) -> MergeReport:
        """Take what was waited with, and the heads; what came of all."""
        if self._ahead:
            now = datetime.now(UTC).timestamp() + AHEAD
            for each in self._store.records():
                if each.link is not None and each.link.device and _time(each.at) <= now:
                    self._right[each.link.device] = max(self._right.get(each.link.device, 0), each.link.number)
            taken = {}
            for number, record in self._ahead:
                link = record.link
                if link is not None and link.device and link.number < self._right.get(link.device, 0):
                    taken[record.id] = (number, record)
                else:
                    self._refused.append((number, TOO_EARLY))
            self._add(taken)
        heads = self._newer_heads()
        if heads and not self._kept:
            signers = {each.head.device: self._signers[each.head.device] for each in heads}
            self._store.append([], Brought(signers, heads))
        devices = self._devices | {each.head.device for each in heads}
        ends = [(each.head.device, each.head.number) for each in heads if each.head.number]
        missing = gaps(self._store.chained(devices), ends) if devices else {}
        refused = tuple(sorted(self._refused))
        doubts = self._store.doubts(devices) if devices else ()
        return MergeReport(self._added, self._there, refused, gap_sentences(missing), frozenset(self._new), doubts)


UNSIGNED = "这条记录没有签名，而那台设备记的都有，没有收；请从那台设备直接导出，再并入一次。"
WRONGLY_SIGNED = "这条记录的签名不对，没有收：不是那台设备记的，或被改过；请从那台设备直接导出，再并入一次。"
TOO_EARLY = "记录的编号（id）比本机的时钟超前一天以上，没有收；请核对两台设备的日期。"


def _time(at: str) -> float:
    try:
        return datetime.fromisoformat(at).timestamp()
    except (ValueError, OverflowError):
        return float("inf")


def _put_back(store: JournalStore, there: Record, record: Record) -> bool:
    """Give a record what it lacks and this copy has: the receipt it lost when its file was damaged, its link, or its signature."""
    lacks_receipt = there.receipt is None and record.receipt is not None
    lacks_link = record.link is not UNCHAINED and (there.link is None or not there.link.device)
    lacks_signature = there.signature is None and record.signature is not None
    if not (lacks_receipt or lacks_link or lacks_signature) or not _equal(
        replace(there, receipt=record.receipt), record
    ):
        return False
    try:
        store.append([record])
    except JournalError:
        return False
    return True


_DIFFERENT = "这条记录已有，而内容不同；原有的没有改动，请查清哪一份被改过。"


def _batches(lines: Iterable[tuple[int, str | bytes]]) -> Iterator[list[tuple[int, str | bytes]]]:
    batch: list[tuple[int, str | bytes]] = []
    for number, line in lines:
        if line.strip():
            batch.append((number, line))
        if len(batch) >= _AT_ONCE:
            yield batch
            batch = []
    if batch:
        yield batch


def _header(line: str | bytes) -> Mapping[str, Any]:
    try:
        header = read_json(_text(line[:LONGEST]))
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, Mapping) or header.get("file") != _NAME or not isinstance(header.get("format"), int):
        raise JournalError("这不是执裁导出的日志文件，没有导入；请选择“导出日志”得到的文件。")
    if header["format"] > FORMAT:
        raise JournalError(f"这份日志是更新版本的执裁导出的（格式 {header['format']}），没有导入；请更新执裁后再导入。")
    return header


def _text(line: str | bytes) -> str:
    try:
        return line.decode() if isinstance(line, bytes) else line
    except UnicodeDecodeError:
        raise ValueError("这一行不是 UTF-8 文字，读不出。") from None


class _Refused(ValueError):
    """One sentence why a line is not taken."""


def _read(line: str | bytes) -> Any:
    """The JSON of a line; raises ValueError with a Chinese sentence."""
    if len(line) > LONGEST or (isinstance(line, str) and len(line) * 4 > LONGEST < len(line.encode(errors="replace"))):
        raise _Refused("这一行超过 1 MB，没有收；一条记录用不到这么长。")
    try:
        return read_json(_text(line), size=LONGEST, digits=DIGITS)
    except JsonFault as fault:
        raise _Refused(f"这一行读不出，没有收：{fault}。") from None


def _record(data: Any) -> Record:
    """One record of a file; raises ValueError with a Chinese sentence."""
    if not isinstance(data, dict):
        raise ValueError("这一行不是一条记录。")
    unknown = [name for name in data if name not in (*_FIELDS, "link")]
    if unknown:
        raise ValueError(f"记录不能有“{unknown[0]}”这一项。")
    if not valid(data.get("id")):
        raise ValueError("记录的编号（id）不对。")
    if milliseconds(data["id"]) > (datetime.now(UTC).timestamp() + AHEAD) * 1000 and not chain.plausible(data["id"]):
        raise ValueError(TOO_EARLY)
    if data.get("kind") not in KINDS:
        raise ValueError(f"不认识的记录种类 {data.get('kind')!r}。")
    if not isinstance(data.get("author"), str) or not isinstance(data.get("event"), str) or not data["event"]:
        raise ValueError("记录没有写明是谁记的（author）或哪项赛事（event）。")
    if not _is_time(data.get("at")):
        raise ValueError("记录的时间（at）不对，应带日期、时刻和时区。")
    if datetime.fromisoformat(data["at"]).year not in YEARS:
        raise ValueError("记录的时间（at）不在 1970 至 2200 年之间，没有收；请查清那台设备的日期。")
    if data.get("about") is not None and not valid(data["about"]):
        raise ValueError("记录所说的那一条（about）的编号不对。")
    if data.get("receipt") is not None and not isinstance(data["receipt"], dict):
        raise ValueError("裁决凭据（receipt）不对。")
    if not isinstance(data.get("body"), dict):
        raise ValueError("记录没有内容（body）。")
    record = Record(**{"about": None, "receipt": None, **data, "link": _link(data.get("link"))})
    if record.link is not UNCHAINED and record.link is not None and not chain.holds(record, record.link):
        raise ValueError("记录的内容与它的校验不符：被改过，或没有传完整。")
    fault = _fault(record)
    if fault:
        raise ValueError(fault)
    return record


def _link(data: object) -> Link:
    if data is None:
        return UNCHAINED
    if not isinstance(data, dict) or set(data) != set(_LINK):
        raise ValueError("记录在链里的位置（link）不对。")
    number, before, receipt = data["number"], data["before"], data["receipt"]
    sound = (
        chain.is_hash(data["device"], chain.DEVICE)
        and type(number) is int
        and 1 <= number < 1 << 53
        and (before == "" if number == 1 else chain.is_hash(before))
        and (receipt == "" or chain.is_hash(receipt))
        and chain.is_hash(data["hash"])
    )
    if not sound:
        raise ValueError("记录在链里的位置（link）不对。")
    return Link(**data)


def _is_time(text: object) -> bool:
    try:
        return isinstance(text, str) and datetime.fromisoformat(text).tzinfo is not None
    except (ValueError, OverflowError):
        return False


_LEAST = dict.fromkeys(("game", "tree", "title", "outcome", "ruling", "level"), "")
_NEEDS_ABOUT = ("correction", "withdrawal", "appeal", "competition")


def _fault(record: Record) -> str:
    """What is wrong with the body of a record; nothing when it can be read."""
    if record.kind in _NEEDS_ABOUT and record.about is None:
        return "没有写明是对哪一条记录的（about）。"
    if record.kind in ("ruling", "event") and record.about is not None:
        return "裁决和赛事不能是对别的记录的（about）。"
    body: Mapping[str, Any] = record.body
    if record.kind == "competition":
        return competition.fault(body)
    if record.kind == "correction":
        body = corrected(_LEAST, []) | {k: v for k, v in body.items() if k in RULING_FIELDS}
    elif record.kind not in ("ruling", "event"):
        wrong = [k for k in ("reason", "text") if not isinstance(body.get(k, ""), str)]
        return f"“{wrong[0]}”应是文字。" if wrong else ""
    where = misfit(EventBody if record.kind == "event" else RulingBody, body)
    if where is not None:
        return f"记录的“{'.'.join(map(str, where)) or 'body'}”不对。"
    if record.kind == "event":
        return ""
    if any(not 0 <= number <= 99 for _, number in body.get("counts", ())):
        return "记录的“counts”不对。"
    place = [body.get("place", {}).get(name) for name in ("round", "game", "deal")]
    return "记录的“place”不对，轮、局、副从 1 起。" if any(n is not None and n < 1 for n in place) else ""
