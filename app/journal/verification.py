"""Looking at a whole journal: whether anything in it was changed, taken out or cannot be read, and what has not been merged yet."""

from __future__ import annotations

import json
import sqlite3
import zlib
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from app.journal import chain, rows
from app.journal.records import Record
from app.journal.salvage import LOST, checksum

LISTED = 20  # faults of one kind that are said one by one


@dataclass(frozen=True, slots=True)
class Verification:
    """What was found."""

    records: int
    chained: int
    devices: int
    faults: tuple[str, ...]  # one Chinese sentence each: changed, taken out, unreadable
    gaps: tuple[str, ...]  # what is still missing of other devices' chains: no fault, they may be merged later
    remarks: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether nothing was changed or taken out."""
        return not self.faults

    @property
    def lines(self) -> tuple[str, ...]:
        """Say it to the referee."""
        if self.faults:
            head = f"日志共 {self.records} 条，查出 {len(self.faults)} 处不对："
        else:
            head = f"日志共 {self.records} 条，没有发现改动、缺失或损坏。"
        return (head, *self.faults, *self.gaps, *self.remarks)


def gaps(places: Iterable[tuple[str, int]]) -> dict[str, list[tuple[int, int]]]:
    """Return the numbers that are missing below the last of each device's chain, as spans."""
    taken: dict[str, set[int]] = defaultdict(set)
    for device, number in places:
        taken[device].add(number)
    found: dict[str, list[tuple[int, int]]] = {}
    for device, numbers in taken.items():
        last = 0
        for number in sorted(numbers):
            if number > last + 1:
                found.setdefault(device, []).append((last + 1, number - 1))
            last = number
    return found


def span_words(spans: Iterable[tuple[int, int]]) -> str:
    """Say numbers: 第3、5—8条."""
    shown = [str(first) if first == last else f"{first}—{last}" for first, last in spans]
    more = f"等 {len(shown)} 处" if len(shown) > LISTED else ""
    return f"第 {'、'.join(shown[:LISTED])} 条{more}"


def gap_sentences(found: dict[str, list[tuple[int, int]]]) -> tuple[str, ...]:
    """Say what has not been merged yet."""
    return tuple(
        f"设备 {device[:6]} 的记录还缺{span_words(spans)}；并入那台设备完整的日志后就齐了。"
        for device, spans in found.items()
    )


def verify(connection: sqlite3.Connection) -> Verification:
    """Look at every record of a journal file of the present schema. Raises ``sqlite3.Error`` where it cannot be read at all."""
    version = connection.execute("PRAGMA user_version").fetchone()[0]
    if connection.execute("PRAGMA application_id").fetchone()[0] != rows.APPLICATION or version < 1:
        return Verification(0, 0, 0, ("这不是执裁的日志文件；请选 journal.sqlite 或它的备份。",), ())
    if version != rows.VERSION:
        return Verification(
            0,
            0,
            0,
            (f"日志是格式 {version}，本程序核对的是格式 {rows.VERSION}；请用相应版本的执裁打开一次再核对。",),
            (),
        )
    faults = [
        f"文件的结构有损坏（{row[0]}）；请重新打开执裁，读得出的会另存。"
        for row in connection.execute("PRAGMA integrity_check(5)")
        if row[0] != "ok"
    ]
    read = _Read()
    columns = rows.of_records(f"seq, {rows.ROW}")
    for row in connection.execute(
        f"SELECT {columns}, receipt FROM records LEFT JOIN receipts ON receipts.seq = records.seq"
        " WHERE records.seq > 0 ORDER BY records.seq"
    ):
        read.row(*row)
    own = connection.execute("SELECT device, number, hash, held FROM chains ORDER BY rowid").fetchall()
    read.ends([row[:3] for row in own], own[-1][3] if own else None)
    lost = [f"有 {read.lost} 条裁决的凭据在文件损坏时失落，从别的副本并入可以补回。"] if read.lost else []
    unchained = [f"有 {read.unchained} 条是旧版本记的，没有连成链，不能核对有没有被改。"] if read.unchained else []
    return Verification(
        read.number,
        read.number - read.unchained,
        len(read.chains),
        tuple(faults + read.faults),
        gap_sentences(read.gaps),
        tuple(unchained + lost),
    )


class _Read:
    """What was read so far."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.gaps: dict[str, list[tuple[int, int]]] = {}
        self.number = 0
        self.unchained = 0
        self.lost = 0
        self.chains: dict[str, dict[int, tuple[str, str, str]]] = defaultdict(dict)  # number -> id, before, hash
        self._seq = 0

    def row(self, seq: int, *row: object) -> None:
        *columns, has, check, packed = row
        name = str(columns[0])
        told = f"{name}（记于 {columns[1]}）"
        if seq != self._seq + 1:
            self.faults.append(f"文件里第 {span_words([(self._seq + 1, seq - 1)])[2:]}被拿走了，在 {told}之前。")
        self._seq = seq
        self.number += 1
        if checksum(*columns, has) != check:  # type: ignore[arg-type]
            self.faults.append(f"记录 {told}的内容被改过，或已损坏。")
        try:
            receipt = None if packed is None else rows.unpack(packed)  # type: ignore[arg-type]
            record = rows.record_of(columns, receipt)
        except (zlib.error, ValueError, TypeError, json.JSONDecodeError, RecursionError):
            self.faults.append(f"记录 {told}的内容或凭据读不出。")
            record = None
        if has == LOST:
            self.lost += 1
        elif has == 1 and packed is None:
            self.faults.append(f"记录 {told}的凭据被拿走了。")
        device, number, before, _, hash_ = columns[7:12]
        if not device:
            self.unchained += 1
            return
        if record is not None:
            self._place(record, name)
        there = self.chains[str(device)].setdefault(int(str(number)), (name, str(before), str(hash_)))
        if there[0] != name:
            self.faults.append(
                f"记录 {there[0]} 和 {name} 都接在同一条之后：其中一条是后来放进去的，或日志文件被复制到两处各自续写。"
            )

    def _place(self, record: Record, name: str) -> None:
        assert record.link is not None
        if not chain.holds(record, record.link):
            said_already = any(name in fault for fault in self.faults[-2:])
            if not said_already:
                self.faults.append(f"记录 {name} 的内容与它在链里的校验不符，被改过。")

    def ends(self, own: list[tuple[str, int, str]], held: int | None) -> None:
        """Look at the chains as wholes; ``own`` are those begun in this file, each with its last number and hash."""
        for places in self.chains.values():
            for number, (name, before, _) in sorted(places.items()):
                former = places.get(number - 1)
                if (number == 1 and before) or (former is not None and former[2] != before):
                    told = f"与前一条 {former[0]} " if former else ""
                    self.faults.append(f"记录 {name} {told}接不上，其中一条被改过或换过。".replace("  ", " "))
        missing = gaps((device, number) for device, places in self.chains.items() for number in places)
        for device, last, hash_ in own:
            places = self.chains.get(device, {})
            spans = [span for span in missing.pop(device, []) if span[0] <= last]
            end = max(places, default=0)
            if end < last:
                spans.append((end + 1, last))
            elif places.get(last, ("", "", hash_))[2] != hash_:
                self.faults.append(f"记录 {places[last][0]} 不是原来的最后一条，被换过。")
            if spans:
                self.faults.append(f"本机记的{span_words(spans)}不在了：被拿走，或在文件损坏时失落。")
        self.gaps = missing
        if held is not None and held != self.number:
            few = f"少了 {held - self.number} 条，被拿走了" if held > self.number else f"多了 {self.number - held} 条"
            self.faults.append(f"日志应有 {held} 条，现有 {self.number} 条，{few}。")
