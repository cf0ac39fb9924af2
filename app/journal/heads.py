"""The head of a journal file: how far it has come, as one signed statement and as a short code on paper.

A head says how many records the file holds in the order they came, with one running hash over all of them; the end of the
chain of the device that signs it; and how far the file holds the chains of others. It is written with each save. The code of a
head is the number of records and the beginning of the running hash: a journal that was written anew does not come to the same.
"""

from __future__ import annotations

import hashlib
import json
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from app.journal.chain import is_hash
from app.journal.json_text import written

GROWN = 64  # hexadecimal digits of a running hash
MOST = 1 << 53


@dataclass(frozen=True, slots=True)
class Held:
    """How far a file holds the chain of a device."""

    device: str
    have: int  # how many of its records
    number: int  # the last of them
    hash: str  # of that one
    signed: bool  # whether that device signs


@dataclass(frozen=True, slots=True)
class Head:
    """What a device says of its journal file."""

    device: str
    number: int  # end of its chain; 0: the chain begins with this
    hash: str
    held: int  # records in the file
    row: int  # number of the last of them there
    grown: str  # running hash over all of them, in the order they came
    begun: str = ""  # hash of the statement this chain began with; empty: it is this one
    others: tuple[Held, ...] = ()  # chains of others, and former ones of this file
    bare: tuple[int, str] = (0, "")  # records without a chain: how many, and a hash over them
    known: str = ""  # hash over the heads of other devices that are remembered
    former: tuple[str, int, str, int, str] | None = None  # of this file before: device, number, hash, held, grown
    how: str = ""  # why a new chain began: "" the first, "moved" the file is not where or what it was, "rescued" it was damaged

    @property
    def text(self) -> str:
        """What is signed."""
        others = [{name: getattr(each, name) for name in Held.__slots__} for each in self.others]
        said = {name: getattr(self, name) for name in Head.__slots__} | {"others": others}
        return written({name: value for name, value in said.items() if value or name in _ALWAYS})

    @property
    def name(self) -> str:
        """The hash by which later statements name this one."""
        return hashlib.sha256(self.text.encode()).hexdigest()[:32]


_ALWAYS = ("device", "number", "hash", "held", "row", "grown")


@dataclass(frozen=True, slots=True)
class SignedHead:
    """A head with its signature."""

    head: Head
    signature: bytes


def head_of(text: object) -> Head | None:
    """A head from what was signed; None for what is none, or was written otherwise than heads are."""
    if not isinstance(text, str) or len(text) > 1_000_000:
        return None
    try:
        data = json.loads(text)
        found = _head(data)
        return found if found is not None and found.text == text else None
    except (ValueError, TypeError, KeyError, RecursionError, OverflowError):
        return None


def _head(data: Any) -> Head | None:
    if not isinstance(data, Mapping):
        return None
    others = tuple(Held(**each) for each in data.get("others", ()))
    count, digest = data.get("bare", (0, ""))
    former = data.get("former")
    made = Head(**{**data, "others": others, "bare": (count, digest), "former": tuple(former) if former else None})
    numbers = [made.number, made.held, made.row, count, *(n for each in others for n in (each.have, each.number))]
    hashes = [made.hash, made.begun, made.known, digest, *(each.hash for each in others)]
    if made.former is not None:
        device, number, hash_, held, grown = made.former
        numbers += [number, held]
        hashes += [hash_]
        if not is_hash(device, 16) or not _is_grown(grown):
            return None
    sound = (
        all(is_hash(each, 16) for each in (made.device, *(each.device for each in others)))
        and all(type(each) is int and 0 <= each < MOST for each in numbers)
        and all(each == "" or is_hash(each) for each in hashes)
        and all(type(each.signed) is bool for each in others)
        and _is_grown(made.grown)
        and isinstance(made.how, str)
    )
    return made if sound else None


def _is_grown(text: object) -> bool:
    return text == "" or is_hash(text, GROWN)


def entry(columns: Sequence[Any], receipt: str, *, lost: bool = False) -> str:
    """What the running hash takes of a record: its id, at, author, event, kind, about, body, and the hash of its receipt.

    ``lost``: it came without the receipt it once had.
    """
    about = None if columns[5] is None else str(columns[5])
    return written([*map(str, columns[:5]), about, str(columns[6]), receipt, *(["lost"] if lost else [])])


def grow(grown: str, text: str) -> str:
    """The running hash after one more record."""
    return hashlib.sha256(f"{grown}\n{text}".encode("utf-8", "surrogatepass")).hexdigest()


def set_hash(entries: Sequence[str]) -> str:
    """The hash over texts in whatever order they came: of records without a chain, of heads; empty for none."""
    if not entries:
        return ""
    return hashlib.sha256("\n".join(sorted(entries)).encode("utf-8", "surrogatepass")).hexdigest()[:32]


# The code on paper

LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"  # without those that look alike (Crockford's)
_ALIKE = str.maketrans("OILU", "011V")
_HASH_LETTERS = 15  # 75 bits of the running hash; one more letter checks what was copied
QR = "ZCH1"


class CodeError(ValueError):
    """What was typed is no code of a head: one Chinese sentence."""


@dataclass(frozen=True, slots=True)
class Code:
    """A head as it was printed or shared."""

    held: int
    letters: str
    device: str = ""  # what only the QR code says: the chain of the device
    number: int = 0
    hash: str = ""

    @property
    def text(self) -> str:
        """As it is printed: 128-7KQ2-M9XD-P4TR-2W8H."""
        return f"{self.held}-" + "-".join(self.letters[at : at + 4] for at in range(0, len(self.letters), 4))

    @property
    def qr(self) -> str:
        """What its QR code says, in the characters such a code holds best."""
        return f"{QR}:{self.text}:{self.device}:{self.number}:{self.hash}".upper()

    def fits(self, grown: str) -> bool:
        """Whether a running hash over so many records is the one that was printed."""
        return letters_of(self.held, grown) == self.letters


def letters_of(held: int, grown: str) -> str:
    """The letters of a code."""
    bits = int(grown[:19] or "0", 16) >> 1
    found = "".join(LETTERS[bits >> 5 * at & 31] for at in range(_HASH_LETTERS - 1, -1, -1))
    return found + _check(f"{held}{found}")


def _check(text: str) -> str:
    """The letter that makes one wrong letter, and nearly every two exchanged, be noticed (Luhn, to the base of 32)."""
    total = 0
    for at, letter in enumerate(reversed(text)):
        value = LETTERS.index(letter) * (2 if at % 2 == 0 else 1)
        total += value // 32 + value % 32
    return LETTERS[-total % 32]


def code_of(head: Head) -> Code:
    """The code of a head."""
    return Code(head.held, letters_of(head.held, head.grown), head.device, head.number, head.hash)


def read_code(text: str) -> Code:
    """A code as it was typed or scanned. Raises :class:`CodeError`."""
    plain = unicodedata.normalize("NFKC", text).strip().upper()
    device, number, hash_ = "", 0, ""
    if plain.startswith(f"{QR}:"):
        parts = plain.split(":")
        if len(parts) != 5:
            raise CodeError("这个二维码不是日志头，或没有读完整；请再扫一次。")
        _, plain, device, digits, hash_ = parts
        device, hash_ = device.lower(), hash_.lower()
        if not ((device == "" or is_hash(device, 16)) and (hash_ == "" or is_hash(hash_)) and digits.isdecimal()):
            raise CodeError("这个二维码不是日志头，或没有读完整；请再扫一次。")
        number = int(digits[:15])
    kept = "".join(each for each in plain if each.isalnum()).translate(_ALIKE)
    held, letters = kept[: -_HASH_LETTERS - 1], kept[-_HASH_LETTERS - 1 :]
    if not (held.isascii() and held.isdecimal() and len(held) <= 9) or set(letters) - set(LETTERS):
        raise CodeError("头码应写成“128-7KQ2-M9XD-P4TR-2W8H”的样子：条数和十六个字母、数字；请照纸上的再写一次。")
    held = str(int(held))
    if _check(f"{held}{letters[:-1]}") != letters[-1]:
        raise CodeError("头码抄错了（最后一个字符对不上）；请照纸上的再写一次。")
    return Code(int(held), letters, device, number, hash_)
