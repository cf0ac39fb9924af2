"""A bit that flipped on the disk: turned back where it was one, never made up where there were two."""

from __future__ import annotations

import random

import pytest

from app.journal.line_mending import mended
from app.journal.log_file import lines, read

LETTERS = '{}":JZ*abc 甲乙丙丁0123456789'  # of J, Z and * one bit makes a line feed, and of some bytes of Chinese


def file(chance: random.Random) -> tuple[tuple[bytes, ...], bytes]:
    bodies = ["".join(chance.choices(LETTERS, k=chance.randrange(90))).encode() for _ in range(7)]
    return tuple(bodies), lines(bodies[:1]) + lines(bodies[1:3]) + lines(bodies[3:6]) + lines(bodies[6:])


@pytest.mark.parametrize("seed", range(3))
def test_every_single_bit_of_a_file_is_turned_back(seed: int) -> None:
    bodies, data = file(random.Random(seed))
    for bit in range(len(data) * 8):
        wrong = bytearray(data)
        wrong[bit // 8] ^= 1 << bit % 8
        whole, flips = mended(bytes(wrong))
        assert read(whole).bodies == bodies, bit
        feed = data[bit // 8 : bit // 8 + 1] == b"\n"  # the length says where the line ends without it
        assert feed or [(flip.place, flip.bit) for flip in flips] == [(bit // 8, bit % 8)]


def test_two_bits_are_never_turned_into_something_that_was_not_written() -> None:
    chance = random.Random(5)
    for _ in range(1500):
        bodies, data = file(chance)
        wrong = bytearray(data)
        first = chance.randrange(len(data) * 8)
        near = min(len(data) * 8 - 1, first + chance.randrange(1, 300))
        for bit in (first, near):
            wrong[bit // 8] ^= 1 << bit % 8
        found = read(mended(bytes(wrong))[0])
        assert set(found.bodies) <= set(bodies)


def test_what_is_whole_or_torn_is_left_alone() -> None:
    _, data = file(random.Random(1))
    for cut in range(len(data) + 1):
        assert mended(data[:cut]) == (data[:cut], ())
