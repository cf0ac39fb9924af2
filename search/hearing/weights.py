"""How much each feature of a story speaks for each tree: small files, learnt beforehand, of which only whole numbers are read.

A file is one line of JSON and, each compressed, the parts it names. A feature is known by its bucket, a hash of 20 bits: which
buckets are known (the step from the one before), how rare each is, of how many trees it says anything, of which (how many are
passed over before each), and how much it speaks for or against it, in a few steps. Everything is a whole number, so the same story
scores the same on every machine.
"""

from __future__ import annotations

import functools
import json
import zlib
from array import array
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from math import isqrt
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("learnt")
ENDING = ".weights"
FORMAT = 2

GAMES, RULED = "games", "ruled"
"""The files that tell the games apart, and stories that some tree rules from others."""

YES, NO = "yes", "no"
"""What :data:`RULED` tells apart."""

BUCKETS = 20  # bits
RARITY = 16  # how rare a feature is, times this, is the number of its byte
FINE = 1 << 12  # one point of a score


def bucket(feature: str) -> int:
    """The number a feature is known by."""
    return zlib.crc32(feature.encode()) & ((1 << BUCKETS) - 1)


@dataclass(frozen=True, slots=True)
class Weights:
    """What was learnt for the trees of a game, or for the games."""

    names: Sequence[str]  # what is told apart
    bias: Sequence[int]  # of each, where nothing is said
    buckets: Sequence[int]  # in order
    rarity: Sequence[int]  # of each
    counts: bytes  # of each: of how many names it says anything
    gaps: bytes  # of each bucket in turn, for each of those: how many names are passed over before it
    values: Sequence[int]  # and how much it speaks for it, -127 to 127
    scale: int  # what a value of 100 is worth, in parts of FINE
    about: Mapping[str, Any] = field(default_factory=dict)  # of what it was learnt, and where it stops being sure
    starts: Sequence[int] = field(init=False, repr=False, compare=False)  # where each bucket's gaps and values begin

    def __post_init__(self) -> None:
        """Find where each bucket's part begins."""
        object.__setattr__(self, "starts", array("I", accumulate(self.counts, initial=0)))

    def scores(self, found: Iterable[str]) -> list[int]:
        """How much a story with these features speaks for each name, in parts of :data:`FINE`."""
        buckets, starts = self.buckets, self.starts
        sums = [0] * len(self.names)
        square = 0
        for number in {bucket(feature) for feature in found}:
            place = bisect_left(buckets, number)
            if place == len(buckets) or buckets[place] != number:
                continue
            rarity = self.rarity[place]
            square += rarity * rarity
            begin, end = starts[place], starts[place + 1]
            at = -1
            for gap, value in zip(self.gaps[begin:end], self.values[begin:end], strict=True):
                at += gap + 1
                sums[at] += rarity * value
        length = isqrt(square << 16) or 1  # 256 times
        return [bias + total * self.scale * 256 // (length * 100) for bias, total in zip(self.bias, sums, strict=True)]


def sparse(table: Sequence[int], width: int) -> tuple[bytes, bytes, array[int]]:
    """What a table says, row by row, where it says anything: how often in each row, what is passed over before each, and it."""
    counts, gaps, values = bytearray(), bytearray(), array("b")
    for begin in range(0, len(table), width):
        last, number = -1, len(values)
        for at, value in enumerate(table[begin : begin + width]):
            if value:
                gaps.append(at - last - 1)
                values.append(value)
                last = at
        counts.append(len(values) - number)
    return bytes(counts), bytes(gaps), values


def pack(weights: Weights) -> bytes:
    """The file of weights."""
    steps = [after - before for before, after in pairwise((0, *weights.buckets))]
    plain = {
        "steps": _planes(steps),
        "rarity": bytes(weights.rarity),
        "counts": weights.counts,
        "gaps": weights.gaps,
        "values": array("b", weights.values).tobytes(),
    }
    parts = {name: _smallest(content) for name, content in plain.items()}
    head = {
        "format": FORMAT,
        "about": dict(weights.about),
        "names": list(weights.names),
        "bias": list(weights.bias),
        "scale": weights.scale,
        "parts": {name: len(part) for name, part in parts.items()},
    }
    line = json.dumps(head, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"
    return line + b"".join(parts.values())


def _smallest(content: bytes) -> bytes:
    """Numbers that repeat nothing pack best without looking for what repeats."""
    found = []
    for strategy in (zlib.Z_DEFAULT_STRATEGY, zlib.Z_HUFFMAN_ONLY):
        packing = zlib.compressobj(9, zlib.DEFLATED, zlib.MAX_WBITS, 9, strategy)
        found.append(packing.compress(content) + packing.flush())
    return min(found, key=len)


def unpack(content: bytes) -> Weights:
    """What :func:`pack` wrote. Raises ValueError when it is something else."""
    line, _, rest = content.partition(b"\n")
    head = json.loads(line)
    if head.get("format") != FORMAT:
        raise ValueError(f"weights of format {head.get('format')}, not {FORMAT}")
    parts: dict[str, bytes] = {}
    at = 0
    for name, length in head["parts"].items():
        parts[name] = zlib.decompress(rest[at : at + length])
        at += length
    return Weights(
        names=tuple(head["names"]),
        bias=tuple(head["bias"]),
        buckets=array("I", accumulate(_from_planes(parts["steps"]))),
        rarity=parts["rarity"],
        counts=parts["counts"],
        gaps=parts["gaps"],
        values=array("b", parts["values"]),
        scale=head["scale"],
        about=head["about"],
    )


def _planes(numbers: Sequence[int]) -> bytes:
    """Numbers below 2**24, first all their low bytes: that packs better."""
    return b"".join(bytes(number >> shift & 255 for number in numbers) for shift in (0, 8, 16))


def _from_planes(content: bytes) -> list[int]:
    third = len(content) // 3
    planes = (content[:third], content[third : 2 * third], content[2 * third :])
    return [low | middle << 8 | high << 16 for low, middle, high in zip(*planes, strict=True)]


def file_of(name: str, folder: Path = FOLDER) -> Path:
    """Where the weights of a game are."""
    return folder / f"{name}{ENDING}"


@functools.cache
def weights_of(name: str) -> Weights | None:
    """The weights of a game; none where nothing was learnt for it."""
    try:
        return unpack(file_of(name).read_bytes())
    except FileNotFoundError:
        return None
