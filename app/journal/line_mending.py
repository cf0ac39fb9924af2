"""One flipped bit in a checked line, turned back: of the CRC that stands in the line only one bit can have made it wrong.

A CRC-32 tells any two flipped bits from any single one in lines of up to 11 KB, and all but a few in a hundred thousand in
longer ones: what is turned back here is what stood there. Nothing is written: the file stays as it lies on the disk.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from zlib import crc32

from app.journal.log_file import HEAD, line_at, read

_CHECK = 9  # bytes of the CRC with the space behind it
_HEX = re.compile(rb"[0-9a-f]{8} ")
_NONE = crc32(b"\0")
_EFFECTS = tuple(crc32(bytes((1 << bit,))) ^ _NONE for bit in range(8))  # of a bit of the last byte upon the CRC
_BEFORE = tuple(
    crc32(bytes((byte,))) ^ _NONE for byte in range(256)
)  # and what a byte further from the end makes of it


@dataclass(frozen=True, slots=True)
class Flip:
    """A bit that was turned back."""

    at: int  # where its line begins
    place: int  # which byte of the file
    bit: int


def mended(data: bytes) -> tuple[bytes, tuple[Flip, ...]]:
    """Return a file's bytes with every line whole in which no more than one bit was wrong, and which bits those were."""
    found: list[Flip] = []
    whole = bytearray(data)
    for damage in read(data).damage:
        flip = _flip(bytes(whole[damage.at : _longest_end(data, damage.at)]))
        if flip is not None:
            place, bit = flip
            whole[damage.at + place] ^= 1 << bit
            found.append(Flip(damage.at, damage.at + place, bit))
    return bytes(whole), tuple(found)


def _ends(data: bytes, at: int) -> set[int]:
    """Where a line may end: at a line feed, or where its length says, which a new line feed does not change."""
    feed = data.find(b"\n", at)
    ends = {feed if feed >= 0 else len(data)}
    length = data[at + _CHECK : at + _CHECK + 9]
    if _HEX.fullmatch(length):
        end = at + HEAD + int(length[:8], 16)
        if end <= len(data):
            ends.add(end)
    return ends


def _longest_end(data: bytes, at: int) -> int:
    return max(_ends(data, at))


def _flip(line: bytes) -> tuple[int, int] | None:
    """Which byte and bit to turn so that a line begins there; None where no single one does."""
    for end in sorted(_ends(line, 0)):
        body = line[:end]
        for place, bit in (*_in_check(body), *_in_rest(body)):
            tried = bytearray(body)
            tried[place] ^= 1 << bit
            found = line_at(bytes(tried) + b"\n", 0)
            if found is not None and found[2] == len(tried) + 1:
                return place, bit
    return None


def _in_check(line: bytes) -> list[tuple[int, int]]:
    """The bit in which the CRC as it stands differs from that of the rest, if it is one."""
    right = b"%08x " % crc32(line[_CHECK:])
    apart = [(place, one ^ other) for place, (one, other) in enumerate(zip(line, right, strict=False)) if one != other]
    if len(apart) != 1 or apart[0][1].bit_count() != 1:
        return []
    place, difference = apart[0]
    return [(place, difference.bit_length() - 1)]


def _in_rest(line: bytes) -> list[tuple[int, int]]:
    """The bit behind the CRC that makes the difference between it and that of what stands there, if one does."""
    if not _HEX.match(line):
        return []
    wrong = crc32(line[_CHECK:]) ^ int(line[:8], 16)
    effects = list(_EFFECTS)
    for place in range(len(line) - 1, _CHECK - 1, -1):
        if wrong in effects:
            return [(place, effects.index(wrong))]
        effects = [each >> 8 ^ _BEFORE[each & 0xFF] for each in effects]
    return []
