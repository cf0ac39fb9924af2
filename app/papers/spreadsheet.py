"""The rulings of the journal as a table for other programs: CSV and XLSX.

A cell of a CSV that begins like a formula is one to a spreadsheet, whoever wrote it: such cells get an apostrophe before
them. In a workbook every cell says itself that it is text.
"""

from __future__ import annotations

import csv
import io
import re
from typing import TYPE_CHECKING

from app.journal.numbers import form_number
from app.papers.wording import game_name, label, level, offenders, state

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from app.journal.entries import Entry
    from app.journal.records import EventBody
    from rules_data.handbook import Handbook

COLUMNS = (
    "编号", "时间", "赛事", "项目", "轮", "桌号", "局", "副", "违规方", "选手", "情形", "裁决", "程度", "状态",
    "撤回或更正的理由", "裁判员", "依据", "备注", "接续的裁决", "单号",
)  # fmt: skip
WIDTHS = (29, 18, 18, 8, 6, 8, 6, 6, 22, 12, 20, 50, 12, 9, 20, 12, 30, 24, 29, 18)
FORMULA = ("=", "+", "-", "@", "＝", "＋", "－", "＠", "\t", "\r", "\n")
EXACT = 10**15  # a spreadsheet rounds longer numbers
CELL = 32_000  # characters a cell of Excel holds
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]")

Row = tuple[str | int, ...]


def rows(entries: Iterable[Entry], event: Callable[[str], EventBody], handbook: Handbook) -> Iterable[Row]:
    """Yield one row for each ruling, in the order given. ``event`` returns an event by its id."""
    for entry in entries:
        body, place, about = entry.body, entry.body.place, event(entry.event)
        reason = entry.withdrawn
        if reason is None and entry.corrections:
            reason = entry.corrections[-1].text
        yield (
            entry.id, entry.at, about.name, game_name(body.game), _number(place.round), place.table or "",
            _number(place.game), _number(place.deal), offenders(body, about), body.player or "", body.title, body.ruling,
            level(body), state(entry), reason or "", entry.author,
            "、".join(label(cite, handbook) for cite in body.cites), body.remark, body.chain or "",
            form_number(entry),
        )  # fmt: skip


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


def as_csv(entries: Iterable[Entry], event: Callable[[str], EventBody], handbook: Handbook) -> bytes:
    """Return the rulings as CSV, in UTF-8 with the mark by which Excel knows it."""
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\r\n")
    writer.writerow(COLUMNS)
    writer.writerows([harmless(cell) for cell in row] for row in rows(entries, event, handbook))
    return out.getvalue().encode("utf-8-sig")


def as_xlsx(entries: Iterable[Entry], event: Callable[[str], EventBody], handbook: Handbook) -> bytes:
    """Return the rulings as an Excel workbook: headings stay in view and filter."""
    from openpyxl import Workbook
    from openpyxl.cell import WriteOnlyCell
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    book = Workbook(write_only=True)
    sheet = book.create_sheet("裁决")
    sheet.freeze_panes = "A2"
    for number, width in enumerate(WIDTHS, 1):
        sheet.column_dimensions[get_column_letter(number)].width = width

    def cell(value: str | int, bold: bool = False) -> WriteOnlyCell:
        made = WriteOnlyCell(sheet, value=_clean(value))
        if isinstance(value, str):
            made.data_type = "s"  # text, whatever it looks like
        made.alignment = Alignment(wrap_text=True, vertical="top")
        if bold:
            made.font = Font(bold=True)
        return made

    sheet.append([cell(heading, bold=True) for heading in COLUMNS])
    count = 1
    for row in rows(entries, event, handbook):
        sheet.append([cell(value) for value in row])
        count += 1
    sheet.auto_filter.ref = f"A1:{get_column_letter(len(COLUMNS))}{count}"
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()
