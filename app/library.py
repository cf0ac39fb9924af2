"""The handbook, the trees and the search engine, opened once for all windows."""

from __future__ import annotations

from functools import cache
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from decision_trees.storage import Library
    from rules_data.handbook import Handbook
    from search.engine import Engine


@cache
def handbook() -> Handbook:
    """Return the compiled law texts."""
    from rules_data.handbook import open_handbook

    return open_handbook()


@cache
def trees() -> Library:
    """Return the compiled decision trees with their worked cases."""
    from decision_trees.storage import open_library

    return open_library()


@cache
def engine() -> Engine:
    """Return the search engine."""
    from search.engine import open_engine

    return open_engine()


def prepare() -> None:
    """Open the handbook, and warm the search up in the background: the first search is to be as fast as the next."""
    handbook()
    trees()
    Thread(target=lambda: engine().search("藏牌"), name="warm-search", daemon=True).start()
