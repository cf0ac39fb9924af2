"""The journal and the answers of this device, opened once for all windows."""

from __future__ import annotations

from functools import cache, partial
from typing import TYPE_CHECKING

from app.base.background import later
from app.base.opened import engine, handbook, trees

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.brought.kept import BookStore
    from app.brought.opened import Opened
    from app.journal.journal import Journal
    from app.study.answers import AnswerStore
    from rules_data.brought.comparing import Pair
    from rules_data.handbook import Handbook
    from search.engine import Engine


@cache
def journal() -> Journal:
    """Return the journal of this device. Raises :class:`app.journal.store.JournalError` when it cannot be opened."""
    import atexit

    from app.journal.journal import Journal
    from app.window import keeping

    kept = keeping.storage()
    if kept is not None:
        return _with_books(Journal(kept.store()))
    from app.base.data_folder import journal_file
    from app.journal.sqlite_store import open_store

    store = open_store(journal_file())
    atexit.register(store.close)
    return _with_books(Journal(store))


def _with_books(book: Journal) -> Journal:
    """A journal that knows what the books of this device's owner settle."""
    book.beside = lambda event, game: own_books().settings(event, game).questions() if has_own() else {}
    return book


@cache
def answers() -> AnswerStore:
    """Return the answers given in practice on this device; where they cannot be kept, its notice says so."""
    import atexit

    from app.base.data_folder import data_folder
    from app.journal.side_log import in_memory
    from app.study.answer_file import NAME, FileAnswers
    from app.study.answers import NOT_ON_DISK, AnswerLog
    from app.window import keeping

    kept = keeping.storage()
    if kept is not None:
        return kept.answers
    try:
        store = FileAnswers(data_folder() / NAME)
    except OSError:
        instead = in_memory(AnswerLog())
        instead.notice = NOT_ON_DISK
        return instead
    atexit.register(store.close)
    return store


@cache
def own_books() -> Opened:
    """Return the books of this device's owner; where they cannot be kept, their notice says so."""
    import atexit

    from app.base.data_folder import data_folder
    from app.brought.opened import Opened
    from app.window import keeping

    kept = keeping.storage()
    if kept is not None:
        return Opened(kept.books)
    from app.brought.book_file import open_books
    from app.brought.kept import NOT_ON_DISK, BookLog
    from app.journal.side_log import in_memory

    store: BookStore
    try:
        store = opened = open_books(data_folder())
        atexit.register(opened.close)
    except OSError:
        store = instead = in_memory(BookLog())
        instead.notice = NOT_ON_DISK
    return Opened(store)


def has_own() -> bool:
    """Whether this device has ever kept a book of its owner: where it has not, nothing of that is opened."""
    from app.window import keeping

    kept = keeping.storage()
    if kept is not None:
        return bool(own_books().books())
    from app.base.data_folder import data_folder
    from app.brought.kept import NAME

    return (data_folder() / NAME).is_file()


def own_store() -> BookStore | None:
    """Where the books of this device's owner are kept; None: there are none."""
    return own_books().store if has_own() else None


def beside(old: str, new: str) -> tuple[Pair, ...]:
    """Two texts clause by clause: of the law, or of this device's owner."""
    return own_books().beside(old, new) if has_own() else _compiled_beside(old, new)


@cache
def _compiled_beside(old: str, new: str) -> tuple[Pair, ...]:
    from rules_data.brought.beside import beside as beside_each_other

    return beside_each_other(handbook().books, {}, old, new, handbook().script.simplified)


def law_texts() -> Handbook:
    """Return the handbook with the books of this device's owner."""
    return own_books().handbook() if has_own() else handbook()


def finder() -> Engine:
    """Return the search over the law and the books of this device's owner."""
    return own_books().engine() if has_own() else engine()


def prepare() -> None:
    """Open the handbook; in the background load what the first ruling, search and story would otherwise wait for."""
    handbook()
    trees()
    later(engine, lambda: engine().search("藏牌"), _open_functions, *_hearing(), set_aside)


def set_aside() -> None:
    """Have Python look no more through what was read and stays: some key would wait 0.1 s for that."""
    import gc

    gc.collect()
    gc.freeze()


def _open_functions() -> None:
    from decision_trees.functions import functions

    functions()


def _hearing() -> Iterator[Callable[[], object]]:
    """What hears a story, in pieces: read all at once it would hold up whoever touches the window meanwhile."""
    from decision_trees.games import games

    yield _open_weights
    for game in games():
        yield partial(_open_weights, game)
        yield partial(_open_sayings, game)
    for game in games():
        yield partial(_hear, game)


def _open_weights(game: str | None = None) -> None:
    from search.hearing.weights import GAMES, RULED, weights_of

    for name in (game,) if game is not None else (RULED, GAMES):
        weights_of(name)


def _open_sayings(game: str) -> None:
    from search.hearing.facts import happened

    happened("没有轮到他", game)


def _hear(game: str) -> None:
    from app.ruling.heard import story

    story("没有轮到他，他先出了一张牌", game)
