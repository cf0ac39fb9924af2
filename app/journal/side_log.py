"""What a device keeps beside its journal in a file that is only added to: read when asked for, left to another tab, versioned.

The first line says by which program it was written and in which form; a file of a later form is read and not added to.
"""

from __future__ import annotations

from contextlib import suppress
from typing import ClassVar, TypeVar

from app.journal.log_file import LogFile, MemoryHandle, Read, read


class SideLog:
    """What stands in one file. The file is read when something is asked for: opening the app does not wait for it."""

    header: ClassVar[bytes]  # of its first line, before the number of its form
    form: ClassVar[int]
    elsewhere: ClassVar[str]  # said while another tab has the file
    newer: ClassVar[str]  # said of a file of a later form
    unreadable: ClassVar[str]  # said where the disk does not give it

    def __init__(self) -> None:
        self.notice = self.elsewhere
        self._log: LogFile | None = None
        self._opened = False
        self._unread = b""  # what another tab has written and nobody asked for yet
        self.read_to = 0  # bytes of the file that were taken over while another tab has it

    def write_to(self, log: LogFile) -> None:
        """Have the file from now on."""
        self._log, self._opened, self._unread, self.notice = log, False, b"", ""
        self._changed()

    def read_from(self, data: bytes) -> None:
        """Take over what another tab has written, from the byte :attr:`read_to` on."""
        whole = data.rfind(b"\n") + 1
        self._unread += data[:whole]
        self.read_to += whole
        self._changed()

    def again(self) -> None:
        """Read the file anew: another program may have added to it."""
        self._opened = False
        self._changed()

    def let_go(self) -> None:
        """Leave the file to another tab, and read what that one writes."""
        if self._log is None:
            return
        self.read_to = self._log.size if self._opened else 0
        self.notice = self.elsewhere
        self.close()

    def close(self) -> None:
        """Let go of the file."""
        if self._log is not None:
            self._log.close()
            self._log = None

    def _open(self) -> None:
        """Read what is not read yet."""
        if self._unread:
            data, self._unread = self._unread, b""
            self._take(read(data))
        if self._log is None or self._opened:
            return
        try:
            found = self._log.open()
        except OSError:
            self.notice = self.unreadable
            return
        self._opened = True
        self._take(found)
        if self._is_newer(found):
            self._log, self.notice = None, self.newer
        elif not found.bodies:
            with suppress(OSError):
                self._log.add([self.header + str(self.form).encode()])
        self._read(found)

    def _is_newer(self, found: Read) -> bool:
        head = found.bodies[0] if found.bodies else b""
        version = head.removeprefix(self.header)
        return head.startswith(self.header) and version.isdigit() and int(version) > self.form

    def _take(self, found: Read) -> None:
        """Take the lines there are into account."""
        for body in found.bodies:
            if body.startswith(b"{"):
                self._take_line(body)

    def _take_line(self, body: bytes) -> None:
        """Take a line into account; one that cannot be read, of a later version or damaged, stays where it is."""
        raise NotImplementedError

    def _changed(self) -> None:
        """What is kept may be other than it was."""

    def _read(self, found: Read) -> None:
        """The whole file has been read."""


L = TypeVar("L", bound=SideLog)


def in_memory(log: L) -> L:
    """A log that is kept nowhere: for a browser that keeps nothing."""
    log.write_to(LogFile(MemoryHandle()))
    return log
