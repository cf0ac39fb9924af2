"""Rows of cells out of what people have: pasted text, CSV in the encodings of this country, Excel workbooks.

Nothing is understood here but where a cell ends. Raises :class:`GridError` with one sentence where nothing can be read.
"""

from __future__ import annotations

import csv
import io
import re
import zipfile
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Literal

from rules_data import decoding

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

BYTES = 5_000_000  # a file of pairs is far smaller
UNPACKED = 60_000_000  # what a workbook may hold once unpacked
ROWS = 5_000
LOOKED_AT = 50_000  # rows of a workbook, most of them empty
COLUMNS = 40

WORKBOOK = b"PK\x03\x04"  # how an XLSX begins
_OLD_EXCEL = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_PADDED = re.compile(r"(?<![^\s,，;；、])([\u4e00-\u9fff])(?: |\u3000{1,2})([\u4e00-\u9fff])(?![^\s,，;；、])")
_GAP = re.compile(r"\s{2,}|\u3000")


class GridError(Exception):
    """The file cannot be read: one Chinese sentence, what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class Row:
    """One row that is not empty, with its number as its owner sees it."""

    number: int
    cells: tuple[str, ...]


def from_file(data: bytes, prepared: Callable[[str], str] = str) -> tuple[list[Row], bool]:
    """Return the rows of a file, whatever it is by its content, and whether all of them were read; text is ``prepared`` first."""
    if len(data) > BYTES:
        raise GridError(f"文件超过 {BYTES // 1_000_000} MB，不像一份名单，请检查是否选对了文件。")
    if data.startswith(_OLD_EXCEL):
        raise GridError("这是旧版 Excel 文件（.xls）或加了密码的文件，请另存为不加密的 .xlsx 或 CSV 再导入。")
    return from_workbook(data) if data.startswith(WORKBOOK) else from_text(prepared(decoded(data)))


def decoded(data: bytes) -> str:
    """Return the text of a file: UTF-8, UTF-16, or GB 18030, in which Excel saves CSV in China."""
    try:
        text = decoding.decoded(data)
    except decoding.NotText:
        raise GridError("这不是文字表格，请用 CSV、.xlsx 文件，或直接粘贴名单。") from None
    if text.lstrip("\ufeff \r\n")[:1] == "<":
        raise GridError("这是网页格式的表格（有的系统导出的 .xls），请用 Excel 打开并另存为 .xlsx 再导入。")
    return text


def from_text(text: str) -> tuple[list[Row], bool]:
    """Return the rows of a text: tabs, commas or wide gaps between the cells; and whether all were read."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")
    first, _, rest = text.partition("\n")
    skipped = 0
    if re.fullmatch(r"sep=.", first.strip()):  # said to Excel
        text, skipped = rest, 1
    return _limited(_text_rows(text), skipped + 1)


def _limited(rows: Iterable[Iterable[str]], first: int = 1) -> tuple[list[Row], bool]:
    found: list[Row] = []
    for number, cells in enumerate(rows, first):
        kept = tuple(" ".join(cell.split(" ")).strip() for cell in islice(cells, COLUMNS))
        if not any(kept):
            continue
        if len(found) == ROWS:
            return found, False
        found.append(Row(number, kept))
    return found, True


def _text_rows(text: str) -> Iterator[list[str]]:
    for delimiter in ("\t", ",", ";"):
        if delimiter in text:
            yield from _delimited(text, delimiter)
            return
    yield from (_cells(line) for line in text.split("\n"))


def _delimited(text: str, delimiter: str) -> Iterator[list[str]]:
    quoting: Literal[0, 3] = (
        csv.QUOTE_NONE if text.count('"') % 2 else csv.QUOTE_MINIMAL
    )  # a stray mark must not swallow the rest
    try:
        for cells in csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, quoting=quoting):
            yield _cells(cells[0]) if len(cells) == 1 else cells
    except csv.Error as fault:
        raise GridError("表格里有一格过长，请检查是否选对了文件。") from fault


def _cells(line: str) -> list[str]:
    line = _PADDED.sub(r"\1\2", line.strip())  # 张　三, set wide to stand as three characters do
    for separator in ("\t", ",", "，", ";", "；"):
        if separator in line:
            return line.split(separator)
    return _GAP.split(line) if _GAP.search(line) else line.split()


def from_workbook(data: bytes) -> tuple[list[Row], bool]:
    """Return the rows of the first sheet of an Excel workbook, and whether all were read."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as packed:
            unpacked = sum(each.file_size for each in packed.infolist())
    except (zipfile.BadZipFile, OSError, ValueError, NotImplementedError) as fault:
        raise GridError("这个 Excel 文件已损坏，请重新保存或改用 CSV。") from fault
    if unpacked > UNPACKED:
        raise GridError("这个 Excel 文件展开后过大，请只保留名单那一张表再导入。")
    from openpyxl import load_workbook

    try:
        book = load_workbook(io.BytesIO(data), read_only=True, data_only=True)
        try:
            if not book.worksheets:
                raise GridError("这个 Excel 文件没有工作表，请检查是否选对了文件。")
            rows = book.worksheets[0].iter_rows(max_row=LOOKED_AT, max_col=COLUMNS, values_only=True)
            return _limited([_shown(value) for value in row] for row in rows)
        finally:
            book.close()
    except GridError:
        raise
    except Exception as fault:  # openpyxl raises whatever the damage leads to
        raise GridError("这不是能读的 Excel 工作簿，请另存为 .xlsx 或 CSV 再导入。") from fault


def _shown(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    return str(value).replace("\n", " ")
