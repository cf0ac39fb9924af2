"""The handbook, the trees and the search engine, opened once for all windows."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.law import Law
    from decision_trees.library import Library
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
    from decision_trees.library import open_library

    return open_library()


def law(settled: Mapping[str, str] | None = None) -> Law:
    """Return what rulings are given by here, with the open questions that are settled."""
    from decision_trees.law import Law

    return Law(trees().trees, handbook().books, settled or {})


@cache
def engine() -> Engine:
    """Return the search engine."""
    from search.engine import open_engine

    return open_engine()
