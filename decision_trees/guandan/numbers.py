"""The texts an event adopts, the rules of 2017 alone or with the supplement (附件), and the numbers in their tables."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import rule

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


RegimeCode = Literal["base", "base+supplement", "supplement"]  # the last as the sheet of the table names it


class Regime(StrEnum):
    """The layer in force; where the supplement says something it goes before the base rules (D-01)."""

    BASE = "base"
    SUPPLEMENT = "base+supplement"

    @classmethod
    def _missing_(cls, value: object) -> Regime | None:
        return cls.SUPPLEMENT if value == "supplement" else None

    @property
    def has_supplement(self) -> bool:
        """Whether the event adopts the supplement."""
        return self is Regime.SUPPLEMENT


@rule("guandan.regime.adopted", "guandan-2017:34.1", "guandan-2017:35.1", title="本次比赛采用附件没有")
def regime_adopted(regime: RegimeCode) -> dict[str, Any]:
    """Whether the event adopts the supplement (34.1, 35.1)."""
    return {"adopted": Regime(regime).has_supplement}
