"""A ZIP archive as Android wants it: what is not compressed begins at a multiple of four. The same files make the same archive."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

STORED, DEFLATED = 0, 8
ALIGNMENT = 4
AS_THEY_ARE = (".arsc", ".png", ".woff", ".woff2")
"""Names end so of what is not compressed: Android reads resources.arsc where it lies, the others are compressed already."""

_LOCAL, _CENTRAL, _END = 0x04034B50, 0x02014B50, 0x06054B50
_PADDING = 0xD935  # the field by which Android's own tools align
_UTF8 = 1 << 11
_TIME, _DATE = 0, 0x21  # midnight of 1980-01-01, the first an archive can name
END_SIZE = 22


@dataclass(frozen=True, slots=True)
class Archive:
    """The three parts of an archive without a signature; the last names where the second lies."""

    entries: bytes
    directory: bytes
    count: int

    def end(self, place: int) -> bytes:
        """Return the end, for a directory at this place."""
        return struct.pack("<IHHHHIIH", _END, 0, 0, self.count, self.count, len(self.directory), place, 0)

    def whole(self) -> bytes:
        """Return the archive as it is without a signature."""
        return self.entries + self.directory + self.end(len(self.entries))


def packed(files: Mapping[str, bytes]) -> Archive:
    """Return the archive of these files, in the order of their names."""
    names = sorted(files)
    with ThreadPoolExecutor() as pool:  # zlib works beside Python
        bodies = list(pool.map(lambda name: _body(name, files[name]), names))
    entries, directory, place = [], [], 0
    for name, (method, body) in zip(names, bodies, strict=True):
        encoded = name.encode()
        flags = 0 if name.isascii() else _UTF8
        sizes = zlib.crc32(files[name]), len(body), len(files[name])
        common = struct.pack("<HHHHHIII", 20, flags, method, _TIME, _DATE, *sizes)
        extra = _padding(place + 30 + len(encoded)) if method == STORED else b""
        entry = (
            struct.pack("<I", _LOCAL) + common + struct.pack("<HH", len(encoded), len(extra)) + encoded + extra + body
        )
        entries.append(entry)
        directory.append(
            struct.pack("<IH", _CENTRAL, 20)
            + common
            + struct.pack("<HHHHHII", len(encoded), 0, 0, 0, 0, 0, place)
            + encoded
        )
        place += len(entry)
    return Archive(b"".join(entries), b"".join(directory), len(names))


def _body(name: str, content: bytes) -> tuple[int, bytes]:
    if not name.endswith(AS_THEY_ARE):
        squeezer = zlib.compressobj(9, zlib.DEFLATED, -15, 6)  # the memory with which a site becomes smallest
        body = squeezer.compress(content) + squeezer.flush()
        if len(body) < len(content):
            return DEFLATED, body
    return STORED, content


def _padding(place: int) -> bytes:
    """Return the field after which what follows it, at ``place`` without it, begins at a multiple of four."""
    if not place % ALIGNMENT:
        return b""
    return struct.pack("<HHH", _PADDING, 2 + (lack := -(place + 6) % ALIGNMENT), ALIGNMENT) + bytes(lack)
