"""Text out of bytes, whatever its encoding: the files people have were saved by Notepad, Excel or WPS."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

SIZE = 10_000_000
"""Bytes of one file: fifty times the longest rule text shipped with the program."""
LONGEST_LINE = 1_000_000
"""Bytes of one line of a stream."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark it begins with
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_CONTROL = re.compile(r"[\x00-\x08\x0e-\x1f\ufffe\uffff]")
_WRITTEN = re.compile(r"[\s\x20-\x7e\u00a0-\u00ff\u2000-\u27ff\u3000-\u33ff\u4e00-\u9fff\uff00-\uffef]*")
_ENCODINGS = "UTF-8、UTF-16、GB18030"
_OTHER = f"不是纯文本（能读 {_ENCODINGS}），请另存为 UTF-8 文本。"


class NotText(ValueError):
    """These bytes are no text; the message says so in one sentence, without the name of the file."""


def decoded(data: bytes) -> str:
    """The text of a whole file: UTF-8, UTF-16 or UTF-32 with or without their mark, or GB 18030 (with GBK, GB 2312).

    Raises :class:`NotText` when it is none of them or holds control characters, as pictures and workbooks do.
    """
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return _checked(data[len(mark) :], (encoding,))
    wide = _wide(data[:4096])
    text = _checked(data, (wide,) if wide else ("utf-8", "gb18030"))
    if wide and not _WRITTEN.fullmatch(text):  # nearly all bytes make some character of UTF-16
        raise NotText(_OTHER)
    return text


def _wide(head: bytes) -> str | None:
    """UTF-16 without its mark: digits, spaces and line ends have a zero byte, always on the same side."""
    if b"\0" not in head:
        return None
    even, odd = head[::2].count(0), head[1::2].count(0)
    return "utf-16-le" if odd > even else "utf-16-be"


def _checked(data: bytes, encodings: tuple[str, ...]) -> str:
    for encoding in encodings:
        try:
            text = data.decode(encoding)
        except UnicodeDecodeError:
            continue
        if _CONTROL.search(text):
            break
        return text
    raise NotText(_OTHER)


def read_file(file: Path, size: int = SIZE) -> str:
    """The text of a file. Raises :class:`NotText`, also for one of more than ``size`` bytes, and OSError."""
    with file.open("rb") as stream:
        return read_stream(stream, size)


def read_stream(stream: BinaryIO, size: int = SIZE) -> str:
    """The text of a stream to its end. Raises :class:`NotText`, also for more than ``size`` bytes, and OSError."""
    data = stream.read(size + 1)
    if len(data) > size:
        raise NotText(f"超过 {size / 1_000_000:g} MB，不像要读的文件，请检查是否选对了。")
    return decoded(data)


def lines(stream: BinaryIO, longest: int = LONGEST_LINE) -> Iterator[str | NotText]:
    """The lines of a stream as they come, without their ends; for a line that cannot be read, what is wrong with it.

    Each line is decoded by itself, so that one in another encoding does not spoil the next.
    """
    wide: str | None = None
    for number, data in enumerate(_pieces(stream, longest), 1):
        if number == 1 and data is not None:
            wide = next((e for mark, e in _MARKS if e != "utf-8" and data.startswith(mark)), None) or _wide(data[:2])
            if wide:
                yield from _wide_lines(data, stream, wide, longest)
                return
        if data is None:
            yield NotText(f"这一行超过 {longest / 1_000_000:g} MB，没有读。")
            continue
        try:
            yield decoded(data).rstrip("\r\n")
        except NotText:
            yield NotText(f"这一行不是纯文本（能读 {_ENCODINGS}）。")


def _pieces(stream: BinaryIO, longest: int) -> Iterator[bytes | None]:
    """What ends in a line feed; None for what is too long."""
    while data := stream.readline(longest + 2):
        if len(data) <= longest + 1 or data.endswith(b"\n"):
            yield data
            continue
        while data and not data.endswith(b"\n"):
            data = stream.readline(longest)
        yield None


def _wide_lines(first: bytes, stream: BinaryIO, encoding: str, longest: int) -> Iterator[str | NotText]:
    decoder = codecs.getincrementaldecoder(encoding)(errors="replace")
    text, data = "", first
    while data:
        text += decoder.decode(data)
        *whole, text = text.split("\n")
        for line in whole:
            yield _wide_line(line)
        if len(text) > longest:
            yield NotText(f"这一行超过 {longest / 1_000_000:g} MB，其后的没有读。")
            return
        data = stream.readline(longest)
    text += decoder.decode(b"", final=True)
    if text:
        yield _wide_line(text)


def _wide_line(line: str) -> str | NotText:
    line = line.removeprefix("\ufeff").rstrip("\r")
    if "\ufffd" in line or _CONTROL.search(line):
        return NotText(f"这一行不是纯文本（能读 {_ENCODINGS}）。")
    return line
