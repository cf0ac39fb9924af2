"""The books of a device on its disk: a file beside the journal, which several programs may have open at once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from app.brought.kept import NAME, BookLog, Source
from app.journal.side_file import SharedFile
from app.journal.store import JournalError
from rules_data.brought.model import Brought


class FileBooks(SharedFile[BookLog]):
    """The books in a file. Whoever reads or adds has it to himself meanwhile, and sees what others added."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, BookLog())

    @property
    def changes(self) -> int:
        """A number that changes whenever a book does, here or in another program."""
        with suppress(OSError):
            if self.added_to:
                self._look()
        return self._log.changes

    def _look(self) -> None:
        with suppress(OSError, JournalError), self.alone():
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
            with self.alone():
                self._log.put(brought, source)
        except OSError as fault:
            raise JournalError(f"没有存下：{fault.strerror or fault}。请检查存储后再试。") from fault


def open_books(folder: Path) -> FileBooks:
    """The books in a data folder. Raises ``OSError`` where they cannot be kept there."""
    return FileBooks(folder / NAME)
