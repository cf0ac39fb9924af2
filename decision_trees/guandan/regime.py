"""Which texts an event adopts: the rules of 2017 alone, or with the supplement (附件)."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

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
