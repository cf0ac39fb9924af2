"""Keeping a version of a book as the commands do: by this device, or as a suggestion to the chief whose event it is of."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from app.cli.output import fail

if TYPE_CHECKING:
    from app.brought.kept import BookStore, Source
    from app.hall.member import Membership
    from rules_data.brought.model import Brought


def hall_of(event: str) -> Membership | None:
    """The hall whose chief changes the books of an event; None: this device does."""
    from app.base.data_folder import data_folder
    from app.hall.books_there import suggests_to
    from app.hall.member import Memberships
    from app.hall.protocol import HallError

    if not event:
        return None
    try:
        return suggests_to(Memberships(data_folder()).all(), event, data_folder())
    except HallError as fault:
        fail(fault, 1)


def keep(store: BookStore, made: Brought, source: Source | None = None) -> bool:
    """Keep a version of a book; where it is for the chief of its event to change it, suggest it. Whether it was kept."""
    hall = hall_of(made.event)
    if hall is None:
        store.put(made, source)
        return True
    from app.base.data_folder import journal_file
    from app.brought.suggested import suggest
    from app.journal.journal import Journal
    from app.journal.sqlite_store import open_store
    from app.journal.store import JournalError

    try:
        records = open_store(journal_file())
        try:
            suggest(Journal(records, made.by or hall.member), store, made.event, made, source)
        finally:
            records.close()
    except JournalError as fault:
        fail(fault, 1)
    typer.echo(f"这是“{hall.name}”会场的：已作为建议记下，zhicai hall sync 送给裁判长定；采用了才算，现在照原来的。")
    return False
