"""Printed tables, shown as tables."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import quiet
from app.widgets.law_text import ERRATUM_MARK
from app.widgets.text import written
from app.window import theme
from app.window.state import Sheet

if TYPE_CHECKING:
    from app.window.session import Session
    from rules_data.model import PrintedCell, Table

ROWS_AT_ONCE = 40


_CODE = re.compile(r"[a-z][a-z0-9]*([-_][a-z0-9]+)*|[A-Z]{1,2}|both")


def readable_columns(table: Table) -> list[int]:
    """Return the columns a person reads: those of codes for the rule functions are left out."""
    kept = []
    for number, column in enumerate(table.columns):
        values = [row[number] for row in table.rows if row[number] is not None]
        coded = column.type == "text" and bool(values) and all(_CODE.fullmatch(str(value)) for value in values)
        if not coded and "代号" not in column.title and "代码" not in column.title:
            kept.append(number)
    return kept or list(range(len(table.columns)))


def _cell_text(value: str | int | float | None) -> str:
    if value is None:
        return "—"
    return f"{value:g}" if isinstance(value, float) else str(value)


def _cell(session: Session, book: str, value: str | int | float | None, otherwise: PrintedCell | None) -> ft.DataCell:
    text = session.say(_cell_text(value))
    size = session.px(theme.BODY)
    if otherwise is None:
        return ft.DataCell(ft.Text(text, size=size))
    amber = session.shade(theme.AMBER)
    marked = ft.Text(
        f"{text} 〔{ERRATUM_MARK}〕",
        size=size,
        color=amber,
        weight=ft.FontWeight.W_600,
        semantics_label=session.say(f"{text}，原文印作{otherwise.printed}"),
    )
    return ft.DataCell(marked, on_tap=lambda _: session.show(Sheet("erratum", (otherwise.erratum,), book)))


def data_table(session: Session, table: Table) -> ft.Control:
    """Return a table under its title; wide ones scroll sideways. Cells printed otherwise are marked."""
    book = table.at[0].partition(":")[0]
    otherwise = {(cell.row, cell.column): cell for cell in table.printed_otherwise}
    height = session.px(theme.BODY) * 1.6 + 14
    shown = readable_columns(table)
    rows = [
        ft.DataRow([_cell(session, book, values[at], otherwise.get((number, table.columns[at].key))) for at in shown])
        for number, values in enumerate(table.rows[:ROWS_AT_ONCE])
    ]
    title = session.say(table.title + (f"（单位：{table.unit}）" if table.unit else ""))
    grid = ft.DataTable(
        columns=[
            ft.DataColumn(
                label=written(session, column.title, theme.SMALL, weight=ft.FontWeight.W_600),
                numeric=column.type != "text",
            )
            for column in (table.columns[at] for at in shown)
        ],
        rows=rows,
        heading_row_height=height,
        data_row_min_height=height,
        data_row_max_height=float("inf"),
        column_spacing=16,
        horizontal_margin=12,
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=8,
        heading_row_color=ft.Colors.SURFACE_CONTAINER,
    )
    parts: list[ft.Control] = [
        ft.Text(title, size=session.px(theme.BODY), weight=ft.FontWeight.W_600),
        ft.Row([grid], scroll=ft.ScrollMode.AUTO),
    ]
    if otherwise:
        parts.append(quiet(session, f"标〔{ERRATUM_MARK}〕的格与原文所印不同，点开看原文与依据。"))
    if table.note:
        parts.append(quiet(session, table.note))
    if len(table.rows) > ROWS_AT_ONCE:
        parts.append(quiet(session, f"共 {len(table.rows)} 行，此处列出前 {ROWS_AT_ONCE} 行。"))
    return ft.Column(parts, spacing=6)
