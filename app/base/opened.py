"""The handbook, the trees and the search engine, opened once for all windows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, ParamSpec, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from decision_trees.from_text import FromText
    from decision_trees.law import Law
    from decision_trees.library import Library
    from rules_data.handbook import Handbook
    from search.engine import Engine

P = ParamSpec("P")
T = TypeVar("T")


@cache
def handbook() -> Handbook:
    """Return the compiled law texts."""
    from rules_data.handbook import open_handbook

    return open_handbook()


@cache
def compiled_trees() -> Library:
    """Return the compiled decision trees with their worked cases."""
    from decision_trees.library import open_library

    return open_library()


_with_texts: Library | None = None
_texts: Callable[[], Handbook] | None = None


def trees() -> Library:
    """Return the decision trees, rights, ladders and clocks: the compiled ones, and those of games known by their texts alone."""
    return _with_texts or compiled_trees()


def once_per_tree(work: Callable[P, T]) -> Callable[P, T]:
    """Look up once what follows from a tree, which the first argument names; anew where somebody has changed that tree."""
    known: dict[tuple[object, ...], T] = {}

    def looked_up(*args: P.args, **kwargs: P.kwargs) -> T:
        key = (trees().hashes.get(str(args[0])), *args)
        if key not in known:
            known[key] = work(*args, **kwargs)
        return known[key]

    return looked_up


def texts() -> Handbook:
    """Return the compiled law texts, and those that were brought where a game is known by them alone."""
    return _texts() if _texts is not None else handbook()


def has_brought() -> bool:
    """Whether games are there that are known by their texts alone."""
    return _with_texts is not None


def bring(own: FromText, handbook_with: Callable[[], Handbook]) -> None:
    """Have the games of some texts beside the compiled ones; they replace those brought before."""
    global _texts, _with_texts
    from decision_trees import games
    from decision_trees.from_text import with_texts

    if not own.games and _with_texts is None:
        return
    games.bring(own.games, own.offered)
    _with_texts = with_texts(compiled_trees(), own) if own.games else None
    _texts = handbook_with if own.games else None


def law(settled: Mapping[str, str] | None = None) -> Law:
    """Return what rulings are given by here, with the open questions that are settled."""
    from decision_trees.law import Law

    return Law(trees().trees, texts().books, settled or {})


@cache
def engine() -> Engine:
    """Return the search engine."""
    from search.engine import open_engine

    return open_engine()
