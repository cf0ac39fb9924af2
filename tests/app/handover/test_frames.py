"""Frames: in any order, repeated, mixed with other codes; what is put together is what was sent, or it is said."""

from __future__ import annotations

import random
import string
import zlib
from io import BytesIO

import pytest
import zxingcpp
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from app.handover.codes import picture
from app.handover.frames import (
    ALPHABET,
    LARGEST,
    MOST,
    BrokenError,
    Collected,
    TooMuchError,
    base45,
    frames,
    from_base45,
)


def noise(length: int) -> str:
    """A text that cannot be made shorter by half."""
    chance = random.Random(length)
    return "".join(chance.choices(string.ascii_letters + string.digits + "裁决记录", k=length))


@pytest.mark.parametrize(
    ("data", "text"),
    [(b"AB", "BB8"), (b"Hello!!", "%69 VD92EX0"), (b"base-45", "UJCLQE7W581"), (b"ietf!", "QED8WEX0"), (b"", "")],
)
def test_the_examples_of_the_standard(data: bytes, text: str) -> None:
    """RFC 9285, sections 4.3 and 4.4."""
    assert base45(data) == text and from_base45(text) == data


@given(st.binary(max_size=200))
def test_any_bytes_come_back(data: bytes) -> None:
    assert from_base45(base45(data)) == data
    assert set(base45(data)) <= set(ALPHABET)


@pytest.mark.parametrize("text", ["A", ":::", "GGX", "::", "a00", "00,"])
def test_what_no_bytes_are_written_as(text: str) -> None:
    with pytest.raises(ValueError):
        from_base45(text)


@pytest.mark.parametrize("length", [0, 1, 400, 5000, 15000])
def test_any_order_with_repetitions(length: int) -> None:
    sent = noise(length)
    row = frames(sent)
    assert (len(row) > 1) == (length > 400)
    chance = random.Random(length)
    for _ in range(3):
        collected = Collected()
        seen: set[str] = set()
        while not collected.complete:
            one = chance.choice(row)
            assert collected.take(one)
            seen.add(one)
            assert len(collected.missing) == len(row) - len(seen)
        assert collected.text() == sent


def test_every_missing_frame_is_named() -> None:
    row = frames(noise(6000))
    for left_out in range(len(row)):
        collected = Collected()
        for number, each in enumerate(row):
            if number != left_out:
                collected.take(each)
        assert collected.missing == [left_out + 1] and not collected.complete
        with pytest.raises(BrokenError):
            collected.text()


def test_other_codes_and_misread_frames_are_passed_over() -> None:
    row = frames(noise(3000))
    collected = Collected()
    for other in ("", "https://example.org/", "ZC1:", row[0][:-1], row[0] + "A", row[0].lower(), "ZC9" + row[0][3:]):
        assert not collected.take(other)
    chance = random.Random(1)
    for _ in range(2000):
        at = chance.randrange(len(row[1]))
        misread = row[1][:at] + chance.choice(ALPHABET.replace(row[1][at], "")) + row[1][at + 1 :]
        assert not collected.take(misread)
    assert not collected.total


def test_another_row_begins_anew() -> None:
    one, other = frames(noise(3000)), frames(noise(3001))
    collected = Collected()
    collected.take(one[0])
    for each in other:
        collected.take(each)
    assert collected.complete and collected.text() == noise(3001)


def test_too_much_is_refused_with_advice() -> None:
    with pytest.raises(TooMuchError, match="传文件"):
        frames(noise(60 * 1000))
    assert len(frames(noise(30000))) <= MOST


def test_a_text_that_unpacks_without_end() -> None:
    """Thousands of bytes out of a few: nothing is read beyond what a journal may be."""
    from app.handover.frames import _digest, _frame

    packed = zlib.compress(b"0" * (LARGEST * 3), 9)
    written = base45(packed)
    total = -(-len(written) // 720)
    collected = Collected()
    for number in range(1, total + 1):
        collected.take(_frame(_digest(packed), number, total, written[(number - 1) * 720 : number * 720]))
    assert collected.complete
    with pytest.raises(BrokenError):
        collected.text()


def read_code(png: bytes) -> list[str]:
    """What a reader that is not ours reads of a picture."""
    return [found.text for found in zxingcpp.read_barcodes(Image.open(BytesIO(png)).convert("L"))]


def test_the_drawn_codes_are_read_by_another_program() -> None:
    sent = noise(4000)
    row = frames(sent)
    pictures = [picture(each) for each in row]
    random.Random(3).shuffle(pictures)
    collected = Collected()
    for each in pictures:
        (text,) = read_code(each)
        assert collected.take(text)
    assert collected.text() == sent


@pytest.mark.parametrize("turned", [3, 17, 90])
def test_a_code_is_read_small_dim_and_askew(turned: int) -> None:
    """As another phone's camera sees it: half the size, grey on grey, and turned."""
    (frame,) = frames(noise(400))
    drawn = Image.open(BytesIO(picture(frame))).convert("L").point(lambda light: 60 + light // 2)
    seen = drawn.resize((drawn.width // 2, drawn.height // 2)).rotate(turned, expand=True, fillcolor=90)
    file = BytesIO()
    seen.save(file, "png")
    assert read_code(file.getvalue()) == [frame]
