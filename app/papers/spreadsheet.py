"""The rulings of the journal as a table for other programs: CSV and XLSX.

A cell of a CSV that begins like a formula is one to a spreadsheet, whoever wrote it: such cells get an apostrophe before
them. In a workbook every cell says itself that it is text.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING

from app.journal.numbers import form_number
from app.papers.wording import game_name, label, level, offenders, state

if TYPE_CHECKING:
    from collections.abc import Iterable

    from app.journal.entries import Entry
    from app.journal.records import EventBody
    from rules_data.handbook import Handbook

FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
EXACT = 10**15  # a spreadsheet rounds longer numbers
CELL = 32_000  # characters a cell of Excel holds
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")

Row = tuple[str | int, ...]
Doubts = Mapping[str, Sequence[str]]  # by ruling
NO_DOUBTS: Doubts = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Line:
    """What a row is made of."""

    entry: Entry
    event: EventBody
    handbook: Handbook
    doubts: Sequence[str] = ()  # why it is to be looked at again

    @property
    def reason(self) -> str:
        """Why it was withdrawn, or else corrected last."""
        if self.entry.withdrawn is not None:
            return self.entry.withdrawn
        return self.entry.corrections[-1].text if self.entry.corrections else ""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of the table."""

    title: str
    width: int  # in a workbook, of characters
    value: Callable[[Line], str | int]


COLUMNS = (
    Column("编号", 29, lambda line: line.entry.id),
    Column("时间", 18, lambda line: line.entry.at),
    Column("赛事", 18, lambda line: line.event.name),
    Column("项目", 8, lambda line: game_name(line.entry.body.game)),
    Column("轮", 6, lambda line: _number(line.entry.body.place.round)),
    Column("桌号", 8, lambda line: line.entry.body.place.table or ""),
    Column("局", 6, lambda line: _number(line.entry.body.place.game)),
    Column("副", 6, lambda line: _number(line.entry.body.place.deal)),
    Column("违规方", 22, lambda line: offenders(line.entry.body, line.event)),
    Column("选手", 12, lambda line: line.entry.body.player or ""),
    Column("情形", 20, lambda line: line.entry.body.title),
    Column("裁决", 50, lambda line: line.entry.body.ruling),
    Column("程度", 12, lambda line: level(line.entry.body)),
    Column("状态", 9, lambda line: state(line.entry)),
    Column("撤回或更正的理由", 20, lambda line: line.reason),
    Column("要重看", 30, lambda line: "\n".join(line.doubts)),
    Column("裁判员", 12, lambda line: line.entry.author),
    Column("依据", 30, lambda line: "、".join(label(cite, line.handbook) for cite in line.entry.body.cites)),
    Column("备注", 24, lambda line: line.entry.body.remark),
    Column("接续的裁决", 29, lambda line: line.entry.body.chain or ""),
    Column("单号", 18, lambda line: form_number(line.entry)),
)


def rows(
    entries: Iterable[Entry], event: Callable[[str], EventBody], handbook: Handbook, doubts: Doubts = NO_DOUBTS
) -> Iterable[Row]:
    """Yield one row for each ruling, in the order given.

    ``event`` returns an event by its id; ``doubts`` say of rulings to be looked at again why.
    """
    for entry in entries:
        line = Line(entry, event(entry.event), handbook, doubts.get(entry.id, ()))
        yield tuple(column.value(line) for column in COLUMNS)


def _number(value: int | None) -> str | int:
    if value is None:
        return ""
    return value if abs(value) < EXACT else str(value)


def without_control(text: str) -> str:
    """Return a text that a workbook can hold."""
    return _CONTROL.sub("", text)


def _clean(value: str | int) -> str | int:
    return value if isinstance(value, int) else without_control(value)[:CELL]


def harmless(value: str | int) -> str | int:
    """Return a cell of a CSV that no spreadsheet takes for a formula."""
    value = _clean(value)
    if isinstance(value, int):
        return value
    return f"'{value}" if value.lstrip(" ").startswith(FORMULA) else value


def as_csv(
    entries: Iterable[Entry], event: Callable[[str], EventBody], handbook: Handbook, doubts: Doubts = NO_DOUBTS
) -> bytes:
    """Return the rulings as CSV, in UTF-8 with the mark by which Excel knows it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow([column.title for column in COLUMNS])
    writer.writerows([harmless(cell) for cell in row] for row in rows(entries, event, handbook, doubts))
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(
    entries: Iterable[Entry], event: Callable[[str], EventBody], handbook: Handbook, doubts: Doubts = NO_DOUBTS
) -> bytes:
    """Return the rulings as an Excel workbook: headings stay in view and filter."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet("裁决")
    sheet.freeze_panes = "A2"
    for number, column in enumerate(COLUMNS, 1):
        sheet.column_dimensions[get_column_letter(number)].width = column.width

    def cell(value: str | int, bold: bool = False) -> WriteOnlyCell:
        made = WriteOnlyCell(sheet, value=_clean(value))
        if isinstance(value, str):
            made.data_type = "s"  # text, whatever it looks like
        made.alignment = Alignment(wrap_text=True, vertical="top")
        if bold:
            made.font = Font(bold=True)
        return made

    sheet.append([cell(column.title, bold=True) for column in COLUMNS])
    count = 1
    for row in rows(entries, event, handbook, doubts):
        sheet.append([cell(value) for value in row])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(COLUMNS))}{count}"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
