"""A journal that lies in memory: another kind of store behind the same interface."""

from __future__ import annotations

import threading
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import replace

from app.journal.records import Record
from app.journal.store import Brought, JournalError


class MemoryStore:
    notice = ""

    def __init__(self) -> None:
        self._records: list[Record] = []
        self._by_id: dict[str, Record] = {}
        self._lock = threading.Lock()

    def append(self, records: Sequence[Record], brought: Brought | None = None) -> None:
        with self._lock:
            new: dict[str, Record] = {}
            for record in records:
                there = self._by_id.get(record.id) or new.get(record.id)
                if there is not None and there != record:
                    raise JournalError(f"记录 {record.id} 已经存在而内容不同，没有写入。")
                if there is None:
                    new[record.id] = record
            self._records += new.values()
            self._by_id |= new

    def records(self, event: str | None = None) -> Iterator[Record]:
        found = [r for r in self._records if event is None or r.event == event]
        yield from (replace(r, receipt=None) for r in sorted(found, key=lambda r: r.id))

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        found = self._records[mark:]
        return [replace(r, receipt=None) for r in found], mark + len(found)

    def get(self, id_: str) -> Record | None:
        return self._by_id.get(id_)

    def missing(self, ids: Iterable[str]) -> set[str]:
        return {i for i in ids if i not in self._by_id}

    def chained(self, devices: Collection[str] | None = None) -> Iterator[tuple[str, int]]:
        for link in (r.link for r in self._records if r.link is not None and r.link.device):
            if devices is None or link.device in devices:
                yield link.device, link.number

    def known(self) -> Brought:
        return Brought()

    def doubts(self, devices: Iterable[str]) -> tuple[str, ...]:
        return ()

    def close(self) -> None:
        pass
