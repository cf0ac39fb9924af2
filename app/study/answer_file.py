"""The answers on a disk: a file beside the journal, which several programs may have open at once."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from app.journal.side_file import SharedFile
from app.journal.store import JournalError
from app.study.answers import Answer, AnswerLog

NAME = "study.log"


class FileAnswers(SharedFile[AnswerLog]):
    """The answers of this device. Whoever reads or adds has the file to himself meanwhile, and sees what others added."""

    def __init__(self, path: Path) -> None:
        super().__init__(path, AnswerLog())

    def all(self) -> tuple[Answer, ...]:
        """Every answer, in the order in which they were given."""
        with suppress(OSError, JournalError), self.alone():
            return self._log.all()
        return self._log.all()

    def add(self, answers: Iterable[Answer]) -> int:
        """Keep answers; on return they are on the disk, or :attr:`notice` says why they are not. Returns how many are new."""
        given = tuple(answers)
        try:
            with self.alone():
                return self._log.add(given)
        except (OSError, JournalError):
            return self._log.hold(given)
