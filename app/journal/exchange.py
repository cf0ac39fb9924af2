"""The whole journal as one file of JSON Lines, and putting two journals together.

The first line says what the file is; every other is one record with its receipt and its place in the chain of the device that
wrote it. Merging is the union of sets. What comes from elsewhere is looked at before it is taken: what no screen, paper or
count could bear is refused line by line, with the reason.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any, TextIO

from app.journal import chain, competition
from app.journal.entries import RULING_FIELDS, corrected
from app.journal.json_text import decoded
from app.journal.records import KINDS, UNCHAINED, EventBody, Link, Record, RulingBody
from app.journal.store import JournalError, JournalStore
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


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What came of a merge."""

    added: int
    known: int  # were there already
    refused: tuple[tuple[int, str], ...]  # line, and one sentence why
    gaps: tuple[str, ...] = ()  # one sentence for each device of whose chain something is missing
    names: frozenset[str] = field(default=frozenset(), compare=False)  # the records that are new

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        said = f"新增 {self.added} 条，原已有 {self.known} 条"
        return f"{said}，有 {len(self.refused)} 行没有收。" if self.refused else f"{said}。"


def export(store: JournalStore, stream: TextIO, ids: Iterable[str] | None = None) -> int:
    """Write every record, or those of these names, with its receipt; returns how many."""
    stream.write(json.dumps({"file": _NAME, "format": FORMAT}) + "\n")
    number = 0
    for id_ in sorted(ids) if ids is not None else [record.id for record in store.records()]:
        whole = store.get(id_)
        if whole is None:
            continue
        stream.write(json.dumps(_plain(whole), ensure_ascii=False, separators=(",", ":")) + "\n")
        number += 1
    return number


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
    _header(next(lines, (1, ""))[1])
    added = known = 0
    new: set[str] = set()
    devices: set[str] = set()
    refused: list[tuple[int, str]] = []
    for batch in _batches(lines):
        read: dict[str, tuple[int, Record]] = {}
        for number, line in batch:
            try:
                record = _record(line)
            except ValueError as fault:
                refused.append((number, str(fault)))
                continue
            if record.link is not None and record.link.device:
                devices.add(record.link.device)
            if record.id not in read:
                read[record.id] = (number, record)
            elif _equal(read[record.id][1], record):
                known += 1
            else:
                refused.append((number, _DIFFERENT))
        missing = store.missing(read)
        store.append([record for id_, (_, record) in read.items() if id_ in missing])
        added += len(missing)
        new |= set(missing)
        for id_ in read.keys() - missing:
            number, record = read[id_]
            there = store.get(id_)
            if there is not None and (_put_back(store, there, record) or _equal(there, record)):
                known += 1
            else:
                refused.append((number, _DIFFERENT))
    missing_of = gaps(place for place in store.chained() if place[0] in devices) if devices else {}
    return MergeReport(added, known, tuple(sorted(refused)), gap_sentences(missing_of), frozenset(new))


def _put_back(store: JournalStore, there: Record, record: Record) -> bool:
    """Give a record what it lacks and this copy has: the receipt it lost when its file was damaged, or its link."""
    lacks_receipt = there.receipt is None and record.receipt is not None
    lacks_link = record.link is not UNCHAINED and (there.link is None or not there.link.device)
    if not (lacks_receipt or lacks_link) or not _equal(replace(there, receipt=record.receipt), record):
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


def _header(line: str | bytes) -> None:
    try:
        header = read_json(_text(line[:LONGEST]))
    except (ValueError, RecursionError):
        header = None
    if not isinstance(header, Mapping) or header.get("file") != _NAME or not isinstance(header.get("format"), int):
        raise JournalError("这不是执裁导出的日志文件，没有导入；请选择“导出日志”得到的文件。")
    if header["format"] > FORMAT:
        raise JournalError(f"这份日志是更新版本的执裁导出的（格式 {header['format']}），没有导入；请更新执裁后再导入。")


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


def _record(line: str | bytes) -> Record:
    """One record of a file; raises ValueError with a Chinese sentence."""
    data = _read(line)
    if not isinstance(data, dict):
        raise ValueError("这一行不是一条记录。")
    unknown = [name for name in data if name not in (*_FIELDS, "link")]
    if unknown:
        raise ValueError(f"记录不能有“{unknown[0]}”这一项。")
    if not valid(data.get("id")):
        raise ValueError("记录的编号（id）不对。")
    if milliseconds(data["id"]) > (datetime.now(UTC).timestamp() + AHEAD) * 1000:
        raise ValueError("记录的编号（id）比本机的时钟超前一天以上，没有收；请核对两台设备的日期。")
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
