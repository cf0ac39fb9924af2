"""The answers on a disk: a file beside the journal, which several programs may have open at once."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.journal.disk_handle import DiskHandle
from app.journal.file_guard import make_folder
from app.journal.file_lock import FileLock
from app.journal.log_file import LogFile
from app.journal.store import JournalError
from app.study.answers import Answer, AnswerLog

NAME = "study.log"


class FileAnswers:
    """The answers of this device. Whoever reads or adds has the file to himself meanwhile, and sees what others added."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._handle = DiskHandle(path)
        self._file = LogFile(self._handle)
        self._log = AnswerLog()
        self._log.write_to(self._file)
        self._beside = path.with_name(f"{path.name}.lock")
        self._lock = threading.RLock()

    @property
    def notice(self) -> str:
        """What the learner must know; empty: all is on the disk."""
        return self._log.notice

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Have the file to oneself. Raises :class:`JournalError` where another program does not let go of it."""
        with self._lock:
            turn = FileLock(self._beside)
            try:
                turn.alone()
                if self._handle.size() != self._file.size:  # another program added something
                    self._log.again()
                yield
            finally:
                turn.release()

    def all(self) -> tuple[Answer, ...]:
        """Every answer, in the order in which they were given."""
        with suppress(OSError, JournalError), self._alone():
            return self._log.all()
        return self._log.all()

    def add(self, answers: Iterable[Answer]) -> int:
        """Keep answers; on return they are on the disk, or :attr:`notice` says why they are not. Returns how many are new."""
        given = tuple(answers)
        try:
            with self._alone():
                return self._log.add(given)
        except (OSError, JournalError):
            return self._log.hold(given)

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()
