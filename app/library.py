"""The handbook and the search engine, opened once for all windows."""

from __future__ import annotations

from functools import cache
from threading import Thread
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rules_data.handbook import Handbook
    from search.engine import Engine


@cache
def handbook() -> Handbook:
    """Return the compiled law texts."""
    from rules_data.handbook import open_handbook

    return open_handbook()


@cache
def engine() -> Engine:
    """Return the search engine."""
    from search.engine import open_engine

    return open_engine()


def prepare() -> None:
    """Open the handbook, and warm the search up in the background: the first search is to be as fast as the next."""
    handbook()
    Thread(target=lambda: engine().search("藏牌"), name="warm-search", daemon=True).start()
