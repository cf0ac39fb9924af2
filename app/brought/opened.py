"""The handbook and the search with the books this device has brought. Where it has none, both are the compiled ones."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from app.base.opened import bring, engine, handbook, has_brought
from rules_data.brought.together import together

if TYPE_CHECKING:
    from app.brought.kept import BookStore
    from app.brought.settings import Settings
    from rules_data.brought.comparing import Pair
    from rules_data.brought.model import Brought
    from rules_data.handbook import Handbook
    from rules_data.model import Book, GameId
    from search.engine import Engine


@dataclass(slots=True)
class Opened:
    """The books of one store, opened with the handbook; made anew when one of them has changed."""

    store: BookStore
    _seen: int = -1
    _current: Mapping[str, Brought] | None = None
    _handbook: Handbook | None = None
    _engine: Engine | None = None
    _pairs: dict[tuple[str, str], tuple[Pair, ...]] = field(default_factory=dict)  # of two texts, the old one first
    _between: dict[tuple[str, int, int], tuple[Pair, ...]] = field(default_factory=dict)  # of two versions of a book
    _settings: dict[tuple[str, str], Settings] = field(default_factory=dict)  # by event and game
    _small: dict[tuple[str, ...], str] = field(default_factory=dict)  # of some books, as they go over by codes

    def _fresh(self) -> Mapping[str, Brought]:
        changes = self.store.changes
        if self._current is None or changes != self._seen:
            self._current = self.store.current()
            self._seen = self.store.changes
            self._handbook = self._engine = None
            self._settings.clear()
            self._pairs.clear()
            self._between.clear()
            self._small.clear()
            self._bring_games()
        return self._current

    def _bring_games(self) -> None:
        """Have the games of these texts everywhere where a game is chosen."""
        own = [each for each in (self._current or {}).values() if each.own_game is not None]
        if own or has_brought():
            from decision_trees.from_text import from_text

            bring(from_text(own), self.handbook)

    def books(self) -> Mapping[str, Brought]:
        """The latest version of every book, withdrawn ones too."""
        with _lock:
            return self._fresh()

    def handbook(self) -> Handbook:
        """The handbook with all of them: what was withdrawn stays readable for what cites it."""
        with _lock:
            current = self._fresh()
            if self._handbook is None:
                books = [_sounded(each.book) for each in current.values()]
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

    def pairs(self, id_: str) -> tuple[Pair, ...]:
        """Another edition clause by clause beside the text it is one of; nothing where it is none."""
        one = self.books().get(id_)
        return self.beside(one.edition_of, id_) if one is not None and one.edition_of else ()

    def beside(self, old: str, new: str) -> tuple[Pair, ...]:
        """Two texts clause by clause (:mod:`rules_data.brought.beside`); nothing where one of them is not here."""
        from rules_data.brought.beside import beside

        with _lock:
            own = self._fresh()
            if (old, new) not in self._pairs:
                books = {**handbook().books, **{each: one.book for each, one in own.items()}}
                there = old in books and new in books
                self._pairs[old, new] = beside(books, own, old, new, handbook().script.simplified) if there else ()
            return self._pairs[old, new]

    def between(self, old: Brought, new: Brought) -> tuple[Pair, ...]:
        """Two versions of a book clause by clause."""
        from rules_data.brought.comparing import compared

        with _lock:
            self._fresh()
            which = (new.book.id, old.version, new.version)
            if which not in self._between:
                self._between[which] = compared(old.book, new.book, (), handbook().script.simplified)
            return self._between[which]

    def small(self, ids: Sequence[str]) -> str:
        """Some books as little as they can be made again of, for codes."""
        from app.brought.sharing import small

        with _lock:
            self._fresh()
            which = tuple(ids)
            if which not in self._small:
                self._small[which] = small(self.store, which)
            return self._small[which]

    def settings(self, event: str, game: GameId) -> Settings:
        """What the books settle at an event, where they were confirmed to."""
        from app.brought.settings import settings_at

        with _lock:
            current = self._fresh()
            found = self._settings.get((event, game))
            if found is None:
                found = self._settings[event, game] = settings_at(current.values(), event, game)
            return found


def _sounded(book: Book) -> Book:
    """A book whose terms have their sounds, by which they stand in the glossary and are found there."""
    if all(term.pinyin for term in book.terms):
        return book
    from search.pinyin import first_reading

    characters = engine().language.pinyin.characters
    return replace(
        book, terms=tuple(replace(t, pinyin=t.pinyin or first_reading(t.term, characters)) for t in book.terms)
    )


def opened_text(text: str) -> Opened | None:
    """Books that go from hand to hand as their text alone, opened; None: there are none, or they cannot be read."""
    from app.brought.kept import BookLog
    from app.brought.sharing import NotTaken, take
    from app.journal.side_log import in_memory

    log = in_memory(BookLog())
    try:
        take(log, text)
    except NotTaken:
        return None
    return Opened(log)


_lock = threading.RLock()
