"""Records coming in and going out of the hall: one event's, checked as at an import, each kind by whoever may write it."""

from __future__ import annotations

import io
import os
import threading
from collections.abc import Iterable, Mapping
from pathlib import Path

from app.brought.suggested import is_answer
from app.hall.hall_file import HallFile, Pass
from app.hall.kept_by import HallRecords, HallState, HallTime
from app.hall.protocol import AT_ONCE, Taken
from app.journal.exchange import LONGEST, export, merge
from app.journal.sqlite_store import SQLiteStore
from app.journal.store import JournalError
from rules_data.bounded_json import read_json

WRITES = {
    "chief": ("event", "ruling", "correction", "withdrawal", "appeal", "note", "competition"),
    "referee": ("ruling", "correction", "withdrawal", "appeal", "note", "competition"),
    "board": (),
    "table": (),
}
READS = ("chief", "referee")
OTHER_EVENT = "这条记录是别的赛事的，没有收；这里只收这项赛事的。"


class RecordDesk:
    """The records of one event, and all else the hall of it knows."""

    def __init__(self, store: HallRecords, event: str, file: HallState, time: HallTime) -> None:
        self.store, self.event, self.file, self.time = store, event, file, time
        self._lock = threading.Lock()  # one batch at a time: what came of it is that batch's

    def epoch(self) -> str:
        """Return the name of this time of the journal."""
        return self.time.epoch()

    def epoch_for(self, mark: int) -> str:
        """Return the name of this time for a member who has all up to a mark: a new one where nothing lies at it any more."""
        epoch = self.epoch()
        return self.time.put_back(epoch, mark) if mark and not self.store.end(mark)[1] else epoch

    def mark(self) -> int:
        """Return up to where the journal goes now."""
        mark, last = self.store.end()
        if mark:
            self.time.reach(mark, last)
        return mark

    def since(self, mark: int) -> tuple[str, int, bool]:
        """Return the event's records after a mark as lines, up to which mark they go, and whether there may be more."""
        found, end = self.store.arrived_of(self.event, mark, AT_ONCE)
        self.mark()
        out = io.StringIO()
        export(self.store, out, [each.id for each in found])
        return out.getvalue(), end, len(found) == AT_ONCE

    def take(self, lines: Iterable[bytes], who: Pass) -> Taken:
        """Take records in. Raises :class:`JournalError` where they are none, or the journal cannot be written."""
        kept: list[bytes] = []
        refused: list[tuple[int, str]] = []
        for number, line in enumerate(lines, 1):
            why = self._why_not(line, who) if number > 1 else ""
            if why:
                refused.append((number, why))
            kept.append(b"" if why else line)
        with self._lock:
            report = merge(self.store, kept)
        return Taken(self.epoch(), self.mark(), report.added, report.known, tuple(sorted((*refused, *report.refused))))

    def _why_not(self, line: bytes, who: Pass) -> str:
        """Why a line is not for this hall, or not for this member to write; nothing where it may go on to be checked."""
        if not line.strip():
            return ""
        try:
            said = read_json(line.decode(), size=LONGEST) if len(line) <= LONGEST else None
        except (ValueError, RecursionError):
            return ""  # the journal says what is wrong with it
        if not isinstance(said, dict) or "file" in said:
            return ""
        if said.get("event") != self.event:
            return OTHER_EVENT
        if said.get("kind") not in WRITES[who.role] and not self._there(said.get("id")):
            return "这一种记录要由裁判长发来，没有收。" if WRITES[who.role] else "这个码不能记录，没有收。"
        if is_answer(said.get("body")) and who.role != "chief" and not self._of_chief(said):
            return "改规程的建议由裁判长定，这条答复没有收。"
        return ""

    def _of_chief(self, said: Mapping[str, object]) -> bool:
        """Whether a record is one the chief wrote, whoever offers it again: by a device that wrote what the event is.

        That it is this device's is checked after, by its signature.
        """
        link = said.get("link")
        device = link.get("device") if isinstance(link, dict) else None
        written = (each.link for each in self.store.records(self.event) if each.kind == "event")
        return self._there(said.get("id")) or (bool(device) and any(each and each.device == device for each in written))

    def _there(self, id_: object) -> bool:
        """Whether the hall has a record already: who offers it again, after a restore or a move, writes nothing."""
        return isinstance(id_, str) and not self.store.missing([id_])


class FileTime:
    """The time of a journal that lies in a file, noted in the hall's file beside it."""

    def __init__(self, store: SQLiteStore, file: HallFile) -> None:
        self.store, self.file = store, file

    def epoch(self) -> str:
        """Return its name: a new one where the journal is not the one it was."""
        return self.file.epoch(_place(self.store.path, self.file.path), lambda mark: self.store.end(mark)[1])

    def put_back(self, epoch: str, mark: int) -> str:
        """The same: what was put back is another file, or has another record where this one was."""
        return epoch

    def reach(self, mark: int, last: str) -> None:
        """Note up to where records were given out or taken in."""
        self.file.reach(mark, last)


def of_file(store: SQLiteStore, event: str, file: HallFile) -> RecordDesk:
    """The desk of a hall whose journal is on this computer."""
    return RecordDesk(store, event, file, FileTime(store, file))


def _place(*paths: Path) -> str:
    """What tells files from copies of them: a restored one is another."""
    found = []
    for each in paths:
        try:
            stat = os.stat(each)
        except OSError as fault:
            raise JournalError(f"{each} 不在了：{fault.strerror}；请检查日志所在的文件夹。") from None
        found.append(f"{stat.st_dev}-{stat.st_ino}")
    return " ".join(found)
