"""The records of an exam room on the disk: acknowledged when they are there, many at once where many come at once."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from app.exams.paper import PaperError
from app.exams.room import Record, RoomError, as_line
from app.journal.disk_handle import DiskHandle
from app.journal.file_lock import FileLock
from app.journal.log_file import LogFile
from app.journal.store import JournalError

if TYPE_CHECKING:
    from app.journal.log_file import Handle

FILE = "room.log"
NOT_KEPT = "考官电脑没能存下这一步，请稍候重试，并告诉考官。"


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
            self._log = LogFile(handle if handle is not None else DiskHandle(folder / FILE))
            found = self._log.open()
        except JournalError:
            raise PaperError(
                f"考场 {folder} 正在另一个窗口里开着；请先结束那一个，或用 --room 换一个文件夹。"
            ) from None
        except OSError as fault:
            raise PaperError(f"考场文件夹 {folder} 不能用：{fault.strerror}；请换一个文件夹。") from None
        self.damaged = len(found.damage)
        self.records: tuple[Record, ...] = tuple(cast("dict[str, Any]", json.loads(body)) for body in found.bodies)
        self._waiting: list[tuple[Sequence[bytes], asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None
        self._disk = ThreadPoolExecutor(1, "room-log")

    def save_now(self, records: Sequence[Record]) -> None:
        """Save before anybody is served. Raises ``OSError``."""
        self._log.add([as_line(each) for each in records])

    async def save(self, records: Sequence[Record]) -> None:
        """Save records, all or none; on return they are on the disk. Raises :class:`RoomError` where they are not."""
        kept: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(([as_line(each) for each in records], kept))
        if self._writing is None or self._writing.done():
            self._writing = asyncio.create_task(self._write())
        await kept

    async def _write(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            batch, self._waiting = self._waiting, []
            try:
                await loop.run_in_executor(self._disk, self._log.add, [line for lines, _ in batch for line in lines])
            except OSError:
                for _, kept in batch:
                    if not kept.done():
                        kept.set_exception(RoomError(NOT_KEPT))
            else:
                for _, kept in batch:
                    if not kept.done():  # whoever waited may have gone; what he sent is kept all the same
                        kept.set_result(None)

    def close(self) -> None:
        """Let go of the file, when what is being written is written."""
        self._disk.shutdown(wait=True)
        self._log.close()
        self._lock.release()


def records_in(data: bytes) -> tuple[Record, ...]:
    """Return the records that a room's file holds."""
    from app.journal.log_file import read

    return tuple(cast("dict[str, Any]", json.loads(body)) for body in read(data).bodies)


def read_log(folder: Path) -> tuple[Record, ...]:
    """Return the records of a room without opening it for adding.

    Raises:
        PaperError: there is no room in the folder.
    """
    try:
        data = (folder / FILE).read_bytes()
    except OSError:
        raise PaperError(f"{folder} 里没有考场的记录（{FILE}）；请写考场的文件夹。") from None
    return records_in(data)
