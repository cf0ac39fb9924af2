"""The short number of a ruling, as it stands on its papers and is said aloud: 261121-3-K7Q2.

Date, table, and the last four characters of the record's own name. All three are of the record as it was written first: every
device that holds it prints the same number, before and after a merge, and a correction of the table changes it as little as
the paper that was handed out already. Two rulings of one day at one table have the same four characters about once in a
million; the whole name of the record stands beside the number and tells them apart.
"""

from __future__ import annotations

from datetime import datetime
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from app.journal.entries import Entry

LAST = 4  # characters of the name: those it is made of leave out I, L, O and U
LONGEST = 8  # characters of a table
NO_TABLE, NO_DATE = "0", "000000"


def form_number(entry: Entry) -> str:
    """Return the short number of a ruling; ``0`` stands for a table that was not said."""
    table = "".join(ch for ch in _first_table(entry) if ch.isalnum())[:LONGEST]
    return f"{_date(entry.at)}-{table or NO_TABLE}-{entry.id[-LAST:]}"


def moved_from(entry: Entry) -> str:
    """What to say beside the number of a ruling whose table was corrected; nothing where it is that of the number."""
    before, now = _first_table(entry), entry.body.place.table or ""
    if before == now:
        return ""
    was, is_ = (f"{table}桌" if table else "没有桌号" for table in (before, now))
    return f"（号是原记的{was}，已更正为{is_}）"


def _first_table(entry: Entry) -> str:
    """The table a ruling was written at first."""
    first = next((each.before for each in entry.corrections if each.before is not None), entry.body)
    return first.place.table or ""


def _date(at: str) -> str:
    """The day on the clock of the device that wrote it."""
    try:
        return f"{datetime.fromisoformat(at):%y%m%d}"
    except ValueError:
        return NO_DATE
