"""Tables as people save them, by rows: any length, and what is wrong in one sentence."""

from __future__ import annotations

import csv
import io

from app.exams.paper import PaperError


def table_rows(name: str, text: str) -> list[list[str]]:
    """Return the rows of a table of comma-separated values.

    Raises:
        PaperError: a cell is longer than a table takes, or the text is no table; with the line and what to do.
    """
    reader = csv.reader(io.StringIO(text.removeprefix("\ufeff"), newline=""))
    try:
        return list(reader)
    except csv.Error as fault:
        raise PaperError(f"{name}第 {reader.line_num} 行：{said(fault)}。") from None


def said(fault: csv.Error) -> str:
    """What is wrong with a table, in Chinese without a full stop."""
    if "field larger" in str(fault):
        return f"有一格超过 {csv.field_size_limit()} 字；请改短，或检查双引号是否成对"
    return "表格写法有误；请检查双引号是否成对"
