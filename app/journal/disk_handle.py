"""A file on this machine's disk, as :mod:`app.journal.log_file` adds to it."""

from __future__ import annotations

import os
from pathlib import Path


class DiskHandle:
    """An ordinary file, readable for its owner only. Every method raises ``OSError`` where the disk refuses."""

    def __init__(self, path: Path) -> None:
        new = not path.exists()
        self._file = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        if new and os.name != "nt":  # the name itself must be on the disk before anything in it counts
            folder = os.open(path.parent, os.O_RDONLY)
            try:
                os.fsync(folder)
            finally:
                os.close(folder)

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
        """Write bytes at a place."""
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
