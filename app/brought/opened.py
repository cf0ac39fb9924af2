"""The handbook and the search with the books this device has brought. Where it has none, both are the compiled ones."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.base.opened import engine, handbook
from rules_data.brought.together import together

if TYPE_CHECKING:
    from app.brought.kept import BookStore
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook
    from search.engine import Engine


@dataclass(slots=True)
class Opened:
    """The books of one store, opened with the handbook; made anew when one of them has changed."""

    store: BookStore
    _seen: int = -1
    _current: Mapping[str, Brought] | None = None
    _handbook: Handbook | None = None
    _engine: Engine | None = None

    def _fresh(self) -> Mapping[str, Brought]:
        changes = self.store.changes
        if self._current is None or changes != self._seen:
            self._current = self.store.current()
            self._seen = self.store.changes
            self._handbook = self._engine = None
        return self._current

    def books(self) -> Mapping[str, Brought]:
        """The latest version of every book, withdrawn ones too."""
        with _lock:
            return self._fresh()

    def handbook(self) -> Handbook:
        """The handbook with all of them: what was withdrawn stays readable for what cites it."""
        with _lock:
            current = self._fresh()
            if self._handbook is None:
                books = [each.book for each in current.values()]
                self._handbook = together(handbook(), books, {id_: each.base for id_, each in current.items()})
            return self._handbook

    def engine(self) -> Engine:
        """The search over the law and the books that are not withdrawn."""
        with _lock:
            current = self._fresh()
            searched = [each.book for each in current.values() if not each.withdrawn]
            if not searched:
                return engine()
            if self._engine is None:
                from search.beside import joined

                whole = together(handbook(), [each.book for each in current.values()], {})
                self._engine = joined(engine(), whole, searched)
            return self._engine

    def in_force(self, event: str, adopted: Collection[str] = ()) -> tuple[str, ...]:
        """The ids of the books meant for an event or for all, besides those it adopted."""
        meant = (id_ for id_, each in self.books().items() if not each.withdrawn and each.event in ("", event))
        return (*adopted, *meant)


_lock = threading.RLock()
