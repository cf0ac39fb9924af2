"""Text is read whatever its encoding; what is no text is said in one sentence."""

from __future__ import annotations

import codecs
import io
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from rules_data.decoding import NotText, decoded, lines, read_file, read_stream

TEXT = "第一条 总则\n1、竞赛用两副牌，共 108 张。\r\n"
SAVED = {
    "utf-8": TEXT.encode(),
    "utf-8 with its mark": codecs.BOM_UTF8 + TEXT.encode(),
    "gb18030": TEXT.encode("gb18030"),
    "gbk": TEXT.encode("gbk"),
    "utf-16 of Notepad": codecs.BOM_UTF16_LE + TEXT.encode("utf-16-le"),
    "utf-16 big-endian": codecs.BOM_UTF16_BE + TEXT.encode("utf-16-be"),
    "utf-16 without its mark": TEXT.encode("utf-16-le"),
    "utf-16 big-endian without its mark": TEXT.encode("utf-16-be"),
    "utf-32": codecs.BOM_UTF32_LE + TEXT.encode("utf-32-le"),
}
NO_TEXT = {
    "a picture": b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR\x00\x00\x00\x01",
    "a workbook": b"PK\x03\x04\x14\x00\x06\x00\x08\x00\x00\x00!\x00",
    "no encoding": b"\xff\xff\xfe\x81",
    "half a character of utf-16": codecs.BOM_UTF16_LE + "第".encode("utf-16-le") + b"\x01",
    "half a pair of utf-16": codecs.BOM_UTF16_LE + b"\x00\xd8\x41\x00",
}


@pytest.mark.parametrize("saved", SAVED.values(), ids=SAVED)
def test_a_text_is_read_however_it_was_saved(saved: bytes, tmp_path: Path) -> None:
    assert decoded(saved) == TEXT
    (tmp_path / "text").write_bytes(saved)
    assert read_file(tmp_path / "text") == TEXT


@pytest.mark.parametrize("saved", SAVED.values(), ids=SAVED)
def test_lines_are_read_however_they_were_saved(saved: bytes) -> None:
    name = next(name for name, each in SAVED.items() if each is saved)
    if name.startswith("utf-16") and name.endswith("without its mark"):  # told by its first character, a Latin one
        big = "big" in name
        saved = ("1 " + TEXT).encode("utf-16-be" if big else "utf-16-le")
        assert list(lines(io.BytesIO(saved))) == ("1 " + TEXT).splitlines()
    else:
        assert list(lines(io.BytesIO(saved))) == TEXT.splitlines()


@pytest.mark.parametrize("data", NO_TEXT.values(), ids=NO_TEXT)
def test_what_is_no_text_is_said(data: bytes) -> None:
    with pytest.raises(NotText, match="不是纯文本"):
        decoded(data)


def test_more_than_a_file_may_have_is_not_read() -> None:
    stream = io.BytesIO(b"1" * 3000)
    with pytest.raises(NotText, match="MB"):
        read_stream(stream, size=2000)
    assert stream.tell() <= 2001  # and not kept in memory first


def test_a_line_that_cannot_be_read_does_not_spoil_the_others() -> None:
    stream = io.BytesIO(
        b"one\n" + b"\xff\xff\xff\n" + b"\x00\x01\n" + b"x" * 50 + b"\n" + "二".encode("gb18030") + b"\nlast"
    )
    first, *bad, second, last = lines(stream, longest=20)
    assert (first, second, last) == ("one", "二", "last")
    assert [isinstance(line, NotText) for line in bad] == [True] * 3


def test_a_line_as_long_as_it_may_be_is_read() -> None:
    assert list(lines(io.BytesIO(b"x" * 20 + b"\n" + b"y" * 20), longest=20)) == ["x" * 20, "y" * 20]


def test_lines_are_given_as_they_come() -> None:
    class Slow(io.BytesIO):
        def readline(self, size: int | None = -1) -> bytes:
            assert self.answered == self.tell(), "the next line was read before the last was answered"
            return super().readline(size)

        answered = 0

    slow = Slow(b"one\ntwo\n")
    for line in lines(slow):
        assert line in ("one", "two")
        slow.answered = slow.tell()


@given(st.text(st.characters(exclude_categories=["Cc", "Cs"], exclude_characters="\ufffe\uffff\ufeff"), max_size=30))
def test_what_has_its_mark_is_read_back_exactly(text: str) -> None:
    for mark, encoding in (
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
    ):
        assert decoded(mark + text.encode(encoding)) == text


@given(st.binary(max_size=80))
@example(codecs.BOM_UTF16_LE + b"\n")
@example(b"\x00")
def test_whatever_the_bytes_they_are_text_or_one_sentence(data: bytes) -> None:
    try:
        decoded(data)
    except NotText as fault:
        assert "\n" not in str(fault)
    assert all(isinstance(line, str | NotText) for line in lines(io.BytesIO(data)))


@pytest.mark.parametrize("data", [b"\x89PNG\x00\xff\xfe\xfd", b"GIF89a\x01\x00\x01\x00\x80\x00", bytes(range(256))])
def test_zero_bytes_alone_do_not_make_a_text(data: bytes) -> None:
    with pytest.raises(NotText):
        decoded(data)
