"""Many files in one, for a browser to fetch: a list of [name, place, length], its length in four bytes before it, the files."""

from __future__ import annotations

import json
import struct
from collections.abc import Mapping


def packed(files: Mapping[str, bytes]) -> bytes:
    """Return the pack; the same files give the same pack."""
    listed, place = [], 0
    for name in sorted(files):
        listed.append([name, place, len(files[name])])
        place += len(files[name])
    head = json.dumps(listed, ensure_ascii=False, separators=(",", ":")).encode()
    return b"".join((struct.pack("<I", len(head)), head, *(files[name] for name in sorted(files))))


def unpacked(pack: bytes) -> dict[str, bytes]:
    """Return the files of a pack."""
    (size,) = struct.unpack_from("<I", pack)
    start = 4 + size
    return {name: pack[start + place : start + place + n] for name, place, n in json.loads(pack[4:start])}
