"""Who has a file open: many may use it, whoever replaces it must be alone."""

from __future__ import annotations

import errno
import os
import sys
import time
from contextlib import suppress
from pathlib import Path

from app.journal.store import JournalError

PATIENCE = 5.0  # seconds to wait to be alone


class FileLock:
    """A lock the system lets go of when the process ends, however it ends."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.read_only = False
        self._handle: int | None = None
        try:
            self._handle = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
        except OSError as fault:
            if fault.errno not in (errno.EACCES, errno.EPERM, errno.EROFS):
                raise
            self.read_only = True

    def share(self) -> None:
        """Use the file beside others."""
        self._take(alone=False)

    def alone(self) -> None:
        """Use the file with nobody beside."""
        self._take(alone=True)

    def try_alone(self) -> bool:
        """Use the file with nobody beside, if nobody is; else go on beside others."""
        if self._handle is not None:
            self._let_go(self._handle)  # two who ask at once would wait for each other
            if self._try(self._handle, True):
                return True
            self.share()
        return False

    def _take(self, *, alone: bool) -> None:
        if self._handle is None:
            return
        until = time.monotonic() + PATIENCE
        while not self._try(self._handle, alone):
            if time.monotonic() > until:
                raise JournalError("日志正被另一个窗口或程序使用，现在不能整理；请先关闭其他窗口再打开。")
            time.sleep(0.02)

    @staticmethod
    def _try(handle: int, alone: bool) -> bool:
        if sys.platform == "win32":
            return True  # an open file cannot be replaced there anyway
        import fcntl

        try:
            fcntl.flock(handle, (fcntl.LOCK_EX if alone else fcntl.LOCK_SH) | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # no locks on this file system
        return True

    @staticmethod
    def _let_go(handle: int) -> None:
        if sys.platform != "win32":
            import fcntl

            with suppress(OSError):
                fcntl.flock(handle, fcntl.LOCK_UN)

    def release(self) -> None:
        """Let go."""
        if self._handle is not None:
            with suppress(OSError):
                os.close(self._handle)
            self._handle = None
