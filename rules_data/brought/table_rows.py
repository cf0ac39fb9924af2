"""Rows of tables in plain text: with bars (as Markdown has them) or with tabulators (as they are copied from a document)."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from rules_data.importer import match_mark

Style = Literal["bar", "tab", "space"]

_BAR = re.compile(r"[|｜]")
_RULE = re.compile(r"[\s|｜:：+\-—=]*[-—=]{2,}[\s|｜:：+\-—=]*")
_WIDE = re.compile(r"\t+|　+| {2,}")


def is_rule(line: str) -> bool:
    """Whether a row is only the line under the heads of the columns: |---|:-:|."""
    return _RULE.fullmatch(line.strip()) is not None


def cells_of(line: str, style: Style) -> list[str]:
    """The cells of a row."""
    text = line.strip("\r\n ")
    if style == "bar":
        inner = re.sub(r"^[|｜]|[|｜]$", "", text.strip())
        return [cell.strip() for cell in _BAR.split(inner)]
    if style == "tab":
        return [cell.strip() for cell in text.split("\t")]
    return _WIDE.split(text.strip()) if _WIDE.search(text.strip()) else text.split()


def _style(line: str) -> Style | None:
    """How a line is a row, if it looks like one."""
    text = line.strip("\r\n ")
    if _BAR.search(text) and (len(cells_of(text, "bar")) > 1 or is_rule(text)):
        return "bar"
    cells = cells_of(text, "tab")
    if len(cells) > 1 and sum(bool(cell) for cell in cells) > 1:
        numbered = match_mark(cells[0] + "x") or match_mark(cells[0])  # 1.<tab>text of a list, 第一条<tab>总则
        return None if len(cells) == 2 and numbered else "tab"
    return None


def found_tables(lines: Sequence[str], said: Mapping[int, str]) -> dict[int, Style]:
    """The rows of tables, by the number of their line (from 1): two lines or more that follow each other, or what a person said."""
    rows: dict[int, Style] = {}
    run: list[int] = []
    kind: Style | None = None
    for number in range(1, len(lines) + 2):
        line = lines[number - 1] if number <= len(lines) else ""
        what = said.get(number)
        style = _style(line) if line.strip() and what in (None, "row") else None
        if style is not None and (style == kind or not run):
            run, kind = [*run, number], style
            continue
        if len(run) > 1 and kind is not None:
            rows.update(dict.fromkeys(run, kind))
        run, kind = ([number], style) if style is not None else ([], None)
    for number, what in said.items():
        if what == "row" and number not in rows and lines[number - 1].strip():
            beside = rows.get(number - 1) or rows.get(number + 1)
            rows[number] = beside or _style(lines[number - 1]) or "space"
    return rows
