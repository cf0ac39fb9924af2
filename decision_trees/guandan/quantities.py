"""Numbers of the guandan texts, read from their tables."""

from __future__ import annotations

from decision_trees import tables

BASE = "guandan-2017"
SUPPLEMENT = "guandan-supplement"


def at_least(name: str) -> int:
    """Lower bound of a quantity."""
    return int(tables.value(BASE, "quantities", name, "minimum"))


def at_most(name: str) -> int:
    """Upper bound of a quantity."""
    return int(tables.value(BASE, "quantities", name, "maximum"))


def limit(name: str) -> int:
    """A time limit, in the unit its row names."""
    return int(tables.value(BASE, "time-limits", name))


def nth(counter: str, consequence: str) -> int:
    """At which occurrence of a counted offence a consequence, named by a part of its wording, begins."""
    for row in tables.rows(BASE, "escalation"):
        if row["counter"] == counter and consequence in row["consequence"]:
            return int(row["count"])
    raise KeyError(f"escalation {counter} {consequence}")
