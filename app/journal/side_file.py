"""A log beside the journal on a disk, which several programs may have open at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Generic, TypeVar

from app.journal.disk_handle import DiskHandle
from app.journal.file_guard import make_folder
from app.journal.file_lock import FileLock
from app.journal.log_file import LogFile
from app.journal.side_log import SideLog

L = TypeVar("L", bound=SideLog)


class SharedFile(Generic[L]):
    """Whoever reads or adds has the file to himself meanwhile, and sees what others added."""

    def __init__(self, path: Path, log: L) -> None:
        """Have the file. Raises ``OSError`` where nothing can be kept there."""
        make_folder(path.parent)
        self._handle = DiskHandle(path)
        self._file = LogFile(self._handle)
        self._log = log
        self._log.write_to(self._file)
        self._beside = path.with_name(f"{path.name}.lock")
        self._lock = threading.RLock()

    @property
    def notice(self) -> str:
        """What the user must know of it; empty: all is on the disk."""
        return self._log.notice

    @property
    def added_to(self) -> bool:
        """Whether another program has added something."""
        return self._handle.size() != self._file.size

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Have the file to oneself, with what others added. Raises ``JournalError`` where another program does not let go of it."""
        with self._lock:
            turn = FileLock(self._beside)
            try:
                turn.alone()
                if self.added_to:
                    self._log.again()
                yield
            finally:
                turn.release()

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()
