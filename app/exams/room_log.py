"""The records of an exam room on the disk: acknowledged when they are there, many at once where many come at once."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from app.exams.paper import PaperError
from app.exams.room import RoomError
from app.exams.room_records import Chain, Record, RoomRecords, as_line, records_in
from app.journal.disk_handle import DiskHandle
from app.journal.file_lock import FileLock
from app.journal.log_file import LogFile
from app.journal.store import JournalError
from rules_data.disk_faults import why

if TYPE_CHECKING:
    from app.journal.log_file import Handle

FILE = "room.log"
NOT_KEPT = "考官电脑没能存下这一步，请稍候重试，并告诉考官。"


class NotKeptError(RoomError):
    """The disk refused: the same may be sent again."""


class RoomLog:
    """A file of records that is open in one program only."""

    def __init__(self, folder: Path, handle: Handle | None = None) -> None:
        """Open the room's file in a folder, which is made where it is missing.

        Raises:
            PaperError: another program has the room open, or the disk refuses.
        """
        try:
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._lock = FileLock(folder / f"{FILE}.lock")
            self._lock.alone()
            used = handle if handle is not None else DiskHandle(folder / FILE)
            self._log = LogFile(used)
            self.found: RoomRecords = records_in(used.read(0, used.size()))
            self._log.open()
        except JournalError:
            raise PaperError(
                f"考场 {folder} 正在另一个窗口里开着；请先结束那一个，或用 --room 换一个文件夹。"
            ) from None
        except OSError as fault:
            raise PaperError(f"考场文件夹 {folder} 不能用：{why(fault)}；请换一个文件夹。") from None
        self.records = self.found.records
        self._chain = Chain(self.found)
        self._waiting: list[tuple[Sequence[Record], asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._disk = ThreadPoolExecutor(1, "room-log")

    def save_now(self, records: Sequence[Record]) -> None:
        """Save, here and now: before anybody is served. Raises ``OSError``."""
        self._log.add(self._chain.lines(records))
        self._chain.saved(records)

    async def save(self, records: Sequence[Record]) -> None:
        """Save records, all or none; on return they are on the disk. Raises :class:`NotKeptError` where they are not."""
        for each in records:
            as_line(each)  # what cannot be written must not keep others from being written
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((records, kept))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            together = [each for records, _ in batch for each in records]
            try:
                await loop.run_in_executor(self._disk, self.save_now, together)
            except OSError:
                for _, kept in batch:
                    if not kept.done():
                        kept.set_exception(NotKeptError(NOT_KEPT))
            else:
                for _, kept in batch:
                    if not kept.done():  # whoever waited may have gone; what he sent is kept all the same
                        kept.set_result(None)

    def close(self, *last: Record) -> None:
        """Let go of the file, when what is being written is written, and a last record if the disk takes it."""
        self._disk.shutdown(wait=True)
        if last:
            with suppress(OSError):
                self.save_now(last)
        self._log.close()
        self._lock.release()


def read_room(folder: Path) -> RoomRecords:
    """Return what a room's file holds without opening it for adding.

    Raises:
        PaperError: there is no room in the folder.
    """
    try:
        data = (folder / FILE).read_bytes()
    except OSError:
        raise PaperError(f"{folder} 里没有考场的记录（{FILE}）；请写考场的文件夹。") from None
    return records_in(data)


def read_log(folder: Path) -> tuple[Record, ...]:
    """Return the records of a room as :func:`read_room` reads them. Raises :class:`PaperError`."""
    return read_room(folder).records
