"""Which books of one's own go along with records that are handed over, and as what they do."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from app.brought.under_version import books_in

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from app.brought.kept import BookStore
    from rules_data.brought.model import Brought


def going_along(
    books: Mapping[str, Brought], where: Iterable[tuple[str, str | None]], receipts: Iterable[Mapping[str, Any] | None]
) -> list[str]:
    """The ids of the books that records rest on, in the order of the shelf.

    ``where``: the events of the records, each with its game (none: of any game), whose books in force go along. ``receipts``: of
    the rulings among them; what these name goes along though it was withdrawn since, so that it can be read there.
    """
    there = set(where)
    named = {one["book"] for receipt in receipts if receipt is not None for one in books_in(receipt)}
    return [
        id_
        for id_, each in books.items()
        if id_ in named
        or (
            not each.withdrawn
            and any(each.event in ("", event) and game in (None, "", each.book.game) for event, game in there)
        )
    ]


def of_event(books: Mapping[str, Brought], event: str, game: str | None) -> list[str]:
    """The ids of the books an event goes over with: those meant for it, withdrawn ones too, and those for all in force there."""
    return [
        id_
        for id_, each in books.items()
        if each.event == event or (not each.event and not each.withdrawn and game in (None, "", each.book.game))
    ]


def with_books(records: str, store: BookStore | None, ids: Iterable[str]) -> str:
    """A file of records with books behind it, each with all its versions and sources."""
    ids = list(ids)
    if store is None or not ids:
        return records
    from app.brought.sharing import whole

    return "".join((records if not records or records.endswith("\n") else f"{records}\n", whole(store, ids)))
