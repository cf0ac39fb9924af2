"""Contract bridge by the laws of 1999: rule functions in modules by subject; here its law book and the numbers in it."""

from __future__ import annotations

from decision_trees import tables

BOOK = "bridge-1999"


def limit(name: str) -> int:
    """A number of the laws, by its name in the table of limits."""
    return int(tables.value(BOOK, "limits", name))
