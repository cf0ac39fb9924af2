"""A text as a row of codes that are shown one after the other and read in any order.

The text is compressed, cut into pieces and written in the 45 characters a QR code holds best (RFC 9285). A frame is
``ZC1:WHOLE:INDEX TOTAL:CHECK:PIECE``: the beginning of the SHA-256 of the compressed text, by which frames belong together and by
which the whole is checked; which of how many it is (from 1, each two digits of base 36); and the CRC of all that and of the piece.
"""

from __future__ import annotations

import hashlib
import re
import zlib
from dataclasses import dataclass, field

MARK = "ZC1"
ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:"
PIECE = 720  # characters: with the rest of a frame what a code of 77 by 77 squares holds
MOST = 60  # frames that somebody will hold a phone for
LARGEST = 4_000_000  # bytes of a text
_FRAME = re.compile(rf"{MARK}:([0-9A-F]{{12}}):([0-9A-Z]{{2}})([0-9A-Z]{{2}}):([0-9A-F]{{8}}):([0-9A-Z $%*+\-./:]+)")
_VALUE = {character: value for value, character in enumerate(ALPHABET)}


class TooMuchError(ValueError):
    """More than can be shown as codes; the message says what to do."""


class BrokenError(ValueError):
    """What was put together is not what was sent; the message says what to do."""


def base45(data: bytes) -> str:
    """Bytes in the characters of a QR code (RFC 9285)."""
    found = []
    for at in range(0, len(data) - 1, 2):
        high, low = divmod(int.from_bytes(data[at : at + 2], "big"), 45 * 45)
        found.append(ALPHABET[low % 45] + ALPHABET[low // 45] + ALPHABET[high])
    if len(data) % 2:
        found.append(ALPHABET[data[-1] % 45] + ALPHABET[data[-1] // 45])
    return "".join(found)


def from_base45(text: str) -> bytes:
    """The bytes of such a text; raises ValueError."""
    found = bytearray()
    for at in range(0, len(text), 3):
        three = text[at : at + 3]
        try:
            value = sum(_VALUE[character] * 45**place for place, character in enumerate(three))
        except KeyError as other:
            raise ValueError(f"not one of the 45: {other}") from None
        if len(three) == 1 or value >= 1 << (16 if len(three) == 3 else 8):
            raise ValueError("not base 45")
        found += value.to_bytes(len(three) - 1, "big")
    return bytes(found)


def frames(text: str) -> list[str]:
    """Return the frames of a text. Raises :class:`TooMuchError`."""
    packed = zlib.compress(text.encode(), 9)
    whole = _digest(packed)
    written = base45(packed)
    total = -(-len(written) // PIECE)
    if total > MOST or len(text.encode()) > LARGEST:
        raise TooMuchError(f"要 {total} 张码，太多了：请少选几条，或传文件。")
    length = -(-len(written) // total)
    return [
        _frame(whole, number, total, written[(number - 1) * length : number * length]) for number in range(1, total + 1)
    ]


def _frame(whole: str, number: int, total: int, piece: str) -> str:
    head = f"{MARK}:{whole}:{_two(number)}{_two(total)}"
    return f"{head}:{zlib.crc32(f'{head}:{piece}'.encode()):08X}:{piece}"


def _two(number: int) -> str:
    return ALPHABET[number // 36] + ALPHABET[number % 36]


def _digest(packed: bytes) -> str:
    return hashlib.sha256(packed).hexdigest()[:12].upper()


@dataclass
class Collected:
    """The frames read so far, of the row that was read from last."""

    whole: str = ""
    total: int = 0
    pieces: dict[int, str] = field(default_factory=dict)

    def take(self, text: str) -> bool:
        """Take in what was read from a code; whether it is a frame of ours. A frame of another row begins that one."""
        found = _FRAME.fullmatch(text)
        if found is None:
            return False
        whole, number, total, check, piece = found.groups()
        head = f"{MARK}:{whole}:{number}{total}"
        place, of = int(number, 36), int(total, 36)
        if f"{zlib.crc32(f'{head}:{piece}'.encode()):08X}" != check or not 1 <= place <= of <= MOST:
            return False
        if (whole, of) != (self.whole, self.total):
            self.whole, self.total, self.pieces = whole, of, {}
        self.pieces[place] = piece
        return True

    @property
    def missing(self) -> list[int]:
        """Which frames are still to be read."""
        return [number for number in range(1, self.total + 1) if number not in self.pieces]

    @property
    def complete(self) -> bool:
        """Whether all were read."""
        return self.total > 0 and not self.missing

    def text(self) -> str:
        """Return the text, once all were read. Raises :class:`BrokenError`."""
        try:
            packed = from_base45("".join(self.pieces[number] for number in range(1, self.total + 1)))
            if _digest(packed) != self.whole:
                raise ValueError("digest")
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(packed, LARGEST)
            if not unpacking.eof:
                raise ValueError("too long")
            return data.decode()
        except (KeyError, ValueError, zlib.error) as fault:
            raise BrokenError("读到的码拼不成完整的内容；请对方重新显示，再读一次。") from fault
