"""Numbers of the rules, read from the books' tables: a rule function never carries a number of its own."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from typing import Any

from rules_data.handbook import open_handbook


@functools.cache
def rows(book: str, table: str) -> tuple[Mapping[str, Any], ...]:
    """The rows of a table by column. Raises KeyError when the book has no such table."""
    found = open_handbook().table(book, table)
    keys = [c.key for c in found.columns]
    return tuple(dict(zip(keys, row, strict=True)) for row in found.rows)


@functools.cache
def value(book: str, table: str, row: str, column: str = "value", key: str = "name") -> Any:
    """One cell, by the value of its row's ``key`` column. Raises KeyError when there is none."""
    for r in rows(book, table):
        if r[key] == row:
            return r[column]
    raise KeyError(f"{book} {table} {row}")
