"""Which texts an event adopts: the rules of 2017 alone, or with the supplement (附件)."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Literal

from decision_trees.functions import rule

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


@rule("guandan.regime.adopted", "guandan-2017:34.1", "guandan-2017:35.1")
def regime_adopted(regime: RegimeCode) -> dict[str, Any]:
    """本次比赛采用附件（补充规定）没有。"""
    return {"adopted": Regime(regime).has_supplement}
