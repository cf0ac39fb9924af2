"""The whole journal as one file of JSON Lines, and putting two journals together.

The first line says what the file is; every other is one record with its receipt. Merging is the union of sets.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from functools import cache
from typing import Any, TextIO

from app.journal.entries import RULING_FIELDS, corrected
from app.journal.json_text import decoded
from app.journal.records import KINDS, Record
from app.journal.store import JournalError, JournalStore
from app.journal.ulids import valid

FORMAT = 1
_NAME = "zhicai-journal"
_FIELDS = ("id", "at", "author", "event", "kind", "about", "body", "receipt")
_AT_ONCE = 500  # records in one transaction


@dataclass(frozen=True, slots=True)
class MergeReport:
    """What came of a merge."""

    added: int
    known: int  # were there already
    refused: tuple[tuple[int, str], ...]  # line, and one sentence why

    @property
    def sentence(self) -> str:
        """Say it to the referee."""
        said = f"新增 {self.added} 条，原已有 {self.known} 条"
        return f"{said}，有 {len(self.refused)} 行没有收。" if self.refused else f"{said}。"


def export(store: JournalStore, stream: TextIO) -> int:
    """Write every record with its receipt; returns how many."""
    stream.write(json.dumps({"file": _NAME, "format": FORMAT}) + "\n")
    number = 0
    for record in store.records():
        whole = store.get(record.id) or record
        stream.write(json.dumps(_plain(whole), ensure_ascii=False, separators=(",", ":")) + "\n")
        number += 1
    return number


def _plain(record: Record) -> dict[str, Any]:
    plain = {name: value for name in _FIELDS if (value := getattr(record, name)) is not None}
    return {**plain, "body": decoded(record.body)}


def merge(store: JournalStore, stream: Iterable[str | bytes]) -> MergeReport:
    """Add the records of a file that are not there yet; what cannot be taken is said by line, the rest is taken.

    Raises :class:`JournalError` when it is not a journal or one of a later version; then nothing was changed.
    """
    lines = enumerate(stream, 1)
    _header(next(lines, (1, ""))[1])
    added = known = 0
    refused: list[tuple[int, str]] = []
    for batch in _batches(lines):
        read: dict[str, tuple[int, Record]] = {}
        for number, line in batch:
            try:
                record = _record(line)
            except ValueError as fault:
                refused.append((number, str(fault)))
                continue
            if record.id not in read:
                read[record.id] = (number, record)
            elif _plain(read[record.id][1]) == _plain(record):
                known += 1
            else:
                refused.append((number, _DIFFERENT))
        missing = store.missing(read)
        store.append([record for id_, (_, record) in read.items() if id_ in missing])
        added += len(missing)
        for id_ in read.keys() - missing:
            number, record = read[id_]
            there = store.get(id_)
            if there is not None and (_plain(there) == _plain(record) or _put_back(store, there, record)):
                known += 1
            else:
                refused.append((number, _DIFFERENT))
    return MergeReport(added, known, tuple(sorted(refused)))


def _put_back(store: JournalStore, there: Record, record: Record) -> bool:
    """Give a record the receipt it lost when its file was damaged."""
    if there.receipt is not None or record.receipt is None or _plain(replace(record, receipt=None)) != _plain(there):
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
        header = json.loads(_text(line).lstrip("\ufeff"))
    except ValueError:
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


def _refuse(constant: str) -> Any:
    raise ValueError(constant)


def _record(line: str | bytes) -> Record:
    """One record of a file; raises ValueError with a Chinese sentence."""
    text = _text(line)
    try:
        data = json.loads(text, parse_constant=_refuse)
        json.dumps(data, ensure_ascii=False).encode()
    except (ValueError, RecursionError):
        raise ValueError("这一行不完整或不是 JSON，读不出。") from None
    if not isinstance(data, dict):
        raise ValueError("这一行不是一条记录。")
    unknown = [name for name in data if name not in _FIELDS]
    if unknown:
        raise ValueError(f"记录不能有“{unknown[0]}”这一项。")
    if not valid(data.get("id")):
        raise ValueError("记录的编号（id）不对。")
    if data.get("kind") not in KINDS:
        raise ValueError(f"不认识的记录种类 {data.get('kind')!r}。")
    if not isinstance(data.get("author"), str) or not isinstance(data.get("event"), str) or not data["event"]:
        raise ValueError("记录没有写明是谁记的（author）或哪项赛事（event）。")
    if not _is_time(data.get("at")):
        raise ValueError("记录的时间（at）不对，应带日期、时刻和时区。")
    if data.get("about") is not None and not valid(data["about"]):
        raise ValueError("记录所说的那一条（about）的编号不对。")
    if data.get("receipt") is not None and not isinstance(data["receipt"], dict):
        raise ValueError("裁决凭据（receipt）不对。")
    if not isinstance(data.get("body"), dict):
        raise ValueError("记录没有内容（body）。")
    record = Record(**{"about": None, "receipt": None, **data})
    fault = _fault(record)
    if fault:
        raise ValueError(fault)
    return record


def _is_time(text: object) -> bool:
    try:
        return isinstance(text, str) and datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False


@cache
def _adapter(kind: str) -> Any:
    from pydantic import TypeAdapter

    from app.journal.records import EventBody, RulingBody

    return TypeAdapter(EventBody if kind == "event" else RulingBody)


_LEAST = dict.fromkeys(("game", "tree", "title", "outcome", "ruling", "level"), "")
_NEEDS_ABOUT = ("correction", "withdrawal", "appeal")


def _fault(record: Record) -> str:
    """What is wrong with the body of a record; nothing when it can be read."""
    from pydantic import ValidationError

    if record.kind in _NEEDS_ABOUT and record.about is None:
        return "没有写明是对哪一条记录的（about）。"
    if record.kind in ("ruling", "event") and record.about is not None:
        return "裁决和赛事不能是对别的记录的（about）。"
    body: Mapping[str, Any] = record.body
    if record.kind == "correction":
        body = corrected(_LEAST, []) | {k: v for k, v in body.items() if k in RULING_FIELDS}
    elif record.kind not in ("ruling", "event"):
        wrong = [k for k in ("reason", "text") if not isinstance(body.get(k, ""), str)]
        return f"“{wrong[0]}”应是文字。" if wrong else ""
    try:
        read = _adapter(record.kind).validate_json(json.dumps(body), strict=True)
    except ValidationError as fault:
        where = ".".join(map(str, fault.errors()[0]["loc"])) or "body"
        return f"记录的“{where}”不对。"
    if record.kind == "event":
        return ""
    if any(not 0 <= number <= 99 for _, number in read.counts):
        return "记录的“counts”不对。"
    place = (read.place.round, read.place.game, read.place.deal)
    return "记录的“place”不对，轮、局、副从 1 起。" if any(n is not None and n < 1 for n in place) else ""
