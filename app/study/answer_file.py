"""The answers on a disk: a file beside the journal, which several programs may have open at once."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from app.journal.file_guard import OWNER_FILE, make_folder
from app.journal.file_lock import FileLock
from app.journal.log_file import LogFile
from app.journal.store import JournalError
from app.study.answers import Answer, AnswerLog

NAME = "study.log"


class FileHandle:
    """A file of the disk, open to read and to write; see :class:`app.journal.log_file.Handle`."""

    def __init__(self, path: Path) -> None:
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), OWNER_FILE)

    def size(self) -> int:
        """How many bytes it has."""
        return os.fstat(self._file).st_size

    def read(self, at: int, length: int) -> bytes:
        """The bytes from a place on."""
        os.lseek(self._file, at, os.SEEK_SET)
        parts = []
        while length > 0 and (part := os.read(self._file, length)):
            parts.append(part)
            length -= len(part)
        return b"".join(parts)

    def write(self, data: bytes, at: int) -> int:
        """Write bytes at a place; returns how many were written."""
        os.lseek(self._file, at, os.SEEK_SET)
        return os.write(self._file, data)

    def flush(self) -> None:
        """Return once all that was written is on the disk."""
        os.fsync(self._file)

    def truncate(self, size: int) -> None:
        """Cut everything from a place on."""
        os.ftruncate(self._file, size)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)


class FileAnswers:
    """The answers of this device. Whoever reads or adds has the file to himself meanwhile, and sees what others added."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._handle = FileHandle(path)
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
