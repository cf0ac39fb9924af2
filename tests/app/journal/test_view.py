"""The list of rulings as it is looked at: in which order, and which."""

from __future__ import annotations

from collections.abc import Callable

from app.journal.journal import Journal
from app.journal.records import NO_EVENT, RulingBody
from app.journal.view import JournalView

Body = Callable[..., RulingBody]


def test_by_table_the_second_comes_before_the_tenth_and_those_without_last(journal: Journal, body: Body) -> None:
    for table in ("10", None, "2", "A1", "2"):
        journal.save_ruling(NO_EVENT, body(table=table))
    view = JournalView()
    entries = journal.entries()
    assert view.chosen(entries) == entries
    view.by_table = True
    found = view.chosen(entries)
    assert [entry.body.place.table for entry in found] == ["2", "2", "10", "A1", None]
    assert found[0].id > found[1].id, "at one table the last comes first"


def test_only_what_came_with_an_import(journal: Journal, body: Body) -> None:
    ids = [journal.save_ruling(NO_EVENT, body(table=table)).id for table in ("1", "2", "3")]
    note = journal.note(ids[1], NO_EVENT, "说明")
    view = JournalView(table="1")
    view.show_imported(journal.spoken_of([ids[2], note.id]))
    assert {entry.id for entry in view.chosen(journal.entries())} == {ids[1], ids[2]}
    view.turn_to(None)
    assert len(view.chosen(journal.entries())) == 3


def test_what_is_asked_about_one_ruling_is_not_asked_about_another() -> None:
    view = JournalView()
    view.ask("withdraw", "01A", reason="看错")
    assert view.asks_about("01A") and not view.asks_about("01B")
    first = view.form
    view.ask("withdraw", "01B")
    assert view.form is not first and view.form.text("reason") == ""
    view.ask("")
    assert not view.asks_about("01B") and not view.asks_about("")


def test_what_came_with_an_import_is_no_longer_alone_once_it_was_looked_at(journal: Journal, body: Body) -> None:
    ids = [journal.save_ruling(NO_EVENT, body(table=table)).id for table in ("1", "2")]
    view = JournalView()
    view.show_imported(journal.spoken_of(ids[:1]))
    view.show_all_again()
    assert len(view.chosen(journal.entries())) == 2 and not view.all_events
    view.turn_to(None)
    view.show_all_again()  # nothing was imported: what somebody chose stays
    assert view.all_events
