"""The books of a device on its disk: a file beside the journal, which several programs may have open at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path

from app.brought.kept import NAME, BookLog, Source
from app.journal.disk_handle import DiskHandle
from app.journal.file_guard import make_folder
from app.journal.file_lock import FileLock
from app.journal.log_file import LogFile
from app.journal.store import JournalError
from rules_data.brought.model import Brought


class FileBooks:
    """The books in a file. Whoever reads or adds has it to himself meanwhile, and sees what others added."""

    def __init__(self, path: Path) -> None:
        make_folder(path.parent)
        self._handle = DiskHandle(path)
        self._file = LogFile(self._handle)
        self._log = BookLog()
        self._log.write_to(self._file)
        self._beside = path.with_name(f"{path.name}.lock")
        self._lock = threading.RLock()

    @contextmanager
    def _alone(self) -> Iterator[None]:
        """Have the file to oneself. Raises :class:`JournalError` where another program does not let go of it."""
        with self._lock:
            turn = FileLock(self._beside)
            try:
                turn.alone()
                if self._handle.size() != self._file.size:
                    self._log.again()
                yield
            finally:
                turn.release()

    @property
    def notice(self) -> str:
        """What the user must know of it."""
        return self._log.notice

    @property
    def changes(self) -> int:
        """A number that changes whenever a book does, here or in another program."""
        with suppress(OSError):
            if self._handle.size() != self._file.size:
                self._look()
        return self._log.changes

    def _look(self) -> None:
        with suppress(OSError, JournalError), self._alone():
            self._log.current()

    def current(self) -> Mapping[str, Brought]:
        """The latest version of every book, by id."""
        self._look()
        return self._log.current()

    def versions(self, id_: str) -> tuple[Brought, ...]:
        """All versions of a book, the first first."""
        self._look()
        return self._log.versions(id_)

    def source(self, sha256: str) -> Source | None:
        """What was brought."""
        self._look()
        return self._log.source(sha256)

    def put(self, brought: Brought, source: Source | None = None) -> None:
        """Keep a version, and what it was read from if that is new."""
        try:
            with self._alone():
                self._log.put(brought, source)
        except OSError as fault:
            raise JournalError(f"没有存下：{fault.strerror or fault}。请检查存储后再试。") from fault

    def close(self) -> None:
        """Let go of the file."""
        self._log.close()


def open_books(folder: Path) -> FileBooks:
    """The books in a data folder. Raises ``OSError`` where they cannot be kept there."""
    return FileBooks(folder / NAME)
