"""The short number of a ruling: the same on every device, and what tells two of them apart."""

from __future__ import annotations

import io
from collections.abc import Callable

from app.journal.exchange import export, merge
from app.journal.journal import Journal
from app.journal.numbers import form_number
from app.journal.records import NO_EVENT, Place, RulingBody
from tests.app.journal.memory_store import MemoryStore

Body = Callable[..., RulingBody]


def test_date_table_and_the_end_of_the_name(body: Body) -> None:
    book = Journal(MemoryStore())
    record = book.save_ruling(NO_EVENT, body(table="3"))
    day = f"{record.at[2:4]}{record.at[5:7]}{record.at[8:10]}"
    assert form_number(book.entry(record.id)) == f"{day}-3-{record.id[-4:]}"
    nowhere = book.save_ruling(NO_EVENT, body(table=None))
    assert form_number(book.entry(nowhere.id)) == f"{day}-0-{nowhere.id[-4:]}"


def test_another_device_and_a_correction_leave_it_as_it_is(body: Body) -> None:
    book, other = Journal(MemoryStore()), Journal(MemoryStore())
    record = book.save_ruling(NO_EVENT, body(table="3"))
    number = form_number(book.entry(record.id))
    book.correct(record.id, {"place": Place("6")})
    assert book.entry(record.id).body.place.table == "6"
    assert form_number(book.entry(record.id)) == number
    other.save_ruling(NO_EVENT, body(table="3"))
    file = io.StringIO()
    export(book.store, file)
    merge(other.store, io.StringIO(file.getvalue()))
    assert form_number(other.entry(record.id)) == number
    assert len({form_number(entry) for entry in other.entries()}) == 2
