"""What a journal would come to with some more records: they are thought of and never written."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Sequence

    from app.journal.records import Record
    from app.journal.store import Brought, JournalStore


class SupposedStore:
    """The records of a store, and after them those that are thought of; the store itself is only read."""

    notice = ""

    def __init__(self, store: JournalStore) -> None:
        self._store = store
        self._more: list[Record] = []

    def append(self, records: Sequence[Record], brought: Brought | None = None) -> None:
        """Think of some more records."""
        self._more += records

    def records(self, event: str | None = None) -> Iterator[Record]:
        """All of both, in the order of their ULIDs."""
        own = [each for each in self._more if event in (None, each.event)]
        yield from sorted([*self._store.records(event), *own], key=lambda each: each.id)

    def arrived(self, mark: int = 0) -> tuple[list[Record], int]:
        """What was thought of since ``mark``; whoever asks has what is in the store."""
        return self._more[mark:], len(self._more)

    def get(self, id_: str) -> Record | None:
        """One record of either."""
        return next((each for each in self._more if each.id == id_), None) or self._store.get(id_)

    def missing(self, ids: Iterable[str]) -> set[str]:
        """Which of these names are in neither."""
        return self._store.missing(set(ids) - {each.id for each in self._more})

    def chained(self, devices: Collection[str] | None = None) -> Iterator[tuple[str, int]]:
        """As in the store: what is only thought of is in no chain."""
        return self._store.chained(devices)

    def known(self) -> Brought:
        """As the store knows it."""
        return self._store.known()

    def doubts(self, devices: Iterable[str]) -> tuple[str, ...]:
        """As the store has them."""
        return self._store.doubts(devices)

    def close(self) -> None:
        """Nothing: the store is somebody else's."""
