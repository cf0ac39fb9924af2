"""A file that is only ever added to: one checked line for each thing kept, on the disk before the next.

A line is ``CRC LENGTH LEFT BODY``: three numbers of eight hexadecimal digits, the bytes of the body, and a line feed. The CRC is
of all that follows it; LENGTH counts the bytes of the body; LEFT says how many lines of the same save follow: what was saved
together is there together or not at all.

What an interrupted save leaves has no line feed and is shorter than it says: it was never acknowledged and is cut off before
anything is added, because whatever is added to a torn line is torn with it. Everything else that cannot be read is damage: it
stays where it is, the lines around it are read, and whoever opens the file is told.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

HEAD = 27  # bytes before a body
LONGEST = 0xFFFFFFFF
_HEAD = re.compile(rb"[0-9a-f]{8} [0-9a-f]{8} [0-9a-f]{8} ")


class Handle(Protocol):
    """An open file. Every method raises ``OSError`` where the storage refuses."""

    def size(self) -> int:
        """How many bytes it has."""
        ...

    def read(self, at: int, length: int) -> bytes:
        """The bytes from a place on; fewer at the end."""
        ...

    def write(self, data: bytes, at: int) -> int:
        """Write bytes at a place; returns how many were written, which may be fewer."""
        ...

    def flush(self) -> None:
        """Return once all that was written is on the disk."""
        ...

    def truncate(self, size: int) -> None:
        """Cut everything from a place on."""
        ...

    def close(self) -> None:
        """Let go of the file."""
        ...


@dataclass(frozen=True, slots=True)
class Damage:
    """Bytes of a file that are no whole line and were not left by an interrupted save."""

    at: int
    data: bytes

    @property
    def body(self) -> bytes:
        """What stands where a body would."""
        return self.data[HEAD:].removesuffix(b"\n")


@dataclass(frozen=True, slots=True)
class Read:
    """What was read of a file."""

    bodies: tuple[bytes, ...]  # of the whole lines, in their order
    starts: tuple[int, ...]  # where each of those lines begins
    damage: tuple[Damage, ...]
    end: int  # where the file ends once what an interrupted save left is cut off
    torn: int  # bytes that save left
    closed: bool  # whether what stays ends with a line feed


def line(body: bytes, left: int = 0) -> bytes:
    """Return the line of a body, which has no line feed in it."""
    if b"\n" in body or len(body) > LONGEST:
        raise ValueError("a body is one line")
    rest = b"%08x %08x " % (len(body), left) + body
    return b"%08x " % zlib.crc32(rest) + rest + b"\n"


def lines(bodies: Sequence[bytes]) -> bytes:
    """Return the lines of what is saved together."""
    return b"".join(line(body, len(bodies) - 1 - i) for i, body in enumerate(bodies))


def read(data: bytes) -> Read:
    """Read a file from its bytes."""
    whole: list[tuple[int, bytes]] = []
    damage: list[Damage] = []
    at = 0
    begun = 0  # where the save begins that is being read
    waiting = 0  # how many of its lines are still to come
    pending: list[tuple[int, bytes]] = []
    while at < len(data):
        if data[at : at + 1] == b"\n":  # put there to end what is damaged
            at += 1
            begun = begun if pending else at
            continue
        found = line_at(data, at)
        if found is not None:
            body, waiting, end = found
            pending.append((at, body))
            at = end
        else:
            feed = data.find(b"\n", at) + 1
            if not feed:
                break
            damage.append(Damage(at, data[at:feed]))
            at, waiting = feed, 0  # it was acknowledged, or there would be nothing after it: what is whole of it counts
        if not waiting:
            whole += pending
            pending = []
            begun = at
    if at < len(data) and not _is_torn(data, at):
        damage.append(Damage(at, data[at:]))
        begun = len(data)
        whole += pending
    closed = not begun or data[begun - 1 : begun] == b"\n"
    starts, bodies = tuple(start for start, _ in whole), tuple(body for _, body in whole)
    return Read(bodies, starts, tuple(damage), begun, len(data) - begun, closed)


def line_at(data: bytes, at: int) -> tuple[bytes, int, int] | None:
    """The body of the line that begins at a place, how many of its save follow it, and where it ends; None: no whole line."""
    if not _HEAD.match(data, at):
        return None
    check, length, left = (int(data[at + i : at + i + 8], 16) for i in (0, 9, 18))
    end = at + HEAD + length
    if end + 1 > len(data) or zlib.crc32(memoryview(data)[at + 9 : end]) != check:
        return None
    return data[at + HEAD : end], left, end + 1  # also where the line feed is damaged: the length says where it was


def _is_torn(data: bytes, at: int) -> bool:
    """Whether bytes without a line feed at the end of a file are the beginning of a line, or nothing that was ever written."""
    rest = data[at:]
    if not rest.strip(b"\0"):
        return True  # room that was made and not filled when the power went
    head = _HEAD.match(rest)
    if head is None:
        return len(rest) < HEAD or b"\0" in rest[:HEAD]
    return len(rest) < HEAD + int(rest[9:17], 16) + 1


class LogFile:
    """A file of lines that is open for adding to."""

    def __init__(self, handle: Handle) -> None:
        self._handle = handle
        self._end = 0
        self._closed = True  # what is there ends with a line feed
        self._dirty = False  # something lies behind the end that must go before anything is added

    def open(self) -> Read:
        """Read the file, and cut off what an interrupted save left. Raises ``OSError``."""
        data = self._handle.read(0, self._handle.size())
        found = read(data)
        self._end, self._closed = found.end, found.closed
        self._dirty = found.torn > 0
        self._cut()
        return found

    def _cut(self) -> None:
        if self._dirty or self._handle.size() != self._end:
            self._dirty = True
            self._handle.truncate(self._end)
            self._handle.flush()
            self._dirty = False

    def add(self, bodies: Sequence[bytes]) -> None:
        """Save lines, all or none; on return they are on the disk. Raises ``OSError`` where none was saved."""
        if not bodies:
            return
        self._cut()
        data = lines(bodies)
        if not self._closed:
            data = b"\n" + data
        self._dirty = True
        try:
            written = self._handle.write(data, self._end)
            while 0 < written < len(data):  # the rest may find room
                more = self._handle.write(data[written:], self._end + written)
                if more <= 0:
                    break
                written += more
            if written != len(data):
                raise OSError(28, "No space left on device")
            self._handle.flush()
        except BaseException:
            with suppress(OSError):  # else it is cut before the next is added
                self._cut()
            raise
        self._end += len(data)
        self._closed = True
        self._dirty = False

    def rewrite(self, bodies: Iterable[bytes]) -> None:
        """Empty the file and save these lines. Not safe by itself: another file must hold what counts meanwhile."""
        self._end, self._closed, self._dirty = 0, True, True
        self._cut()
        self.add(tuple(bodies))

    @property
    def size(self) -> int:
        """Bytes that are kept."""
        return self._end

    def close(self) -> None:
        """Let go of the file."""
        self._handle.close()


class MemoryHandle:
    """A file that lies in memory: where a browser keeps nothing."""

    def __init__(self, data: bytes = b"") -> None:
        self.data = bytearray(data)

    def size(self) -> int:
        """How many bytes it has."""
        return len(self.data)

    def read(self, at: int, length: int) -> bytes:
        """The bytes from a place on."""
        return bytes(self.data[at : at + length])

    def write(self, data: bytes, at: int) -> int:
        """Write bytes at a place; beyond the end there are zeros before them, as in a file."""
        self.data.extend(bytes(max(0, at - len(self.data))))
        self.data[at : at + len(data)] = data
        return len(data)

    def flush(self) -> None:
        """Nothing is kept."""

    def truncate(self, size: int) -> None:
        """Cut everything from a place on."""
        del self.data[size:]

    def close(self) -> None:
        """Nothing to let go of."""
