"""Which texts an event adopts: the rules of 2017 alone, or with the supplement (附件)."""

from __future__ import annotations

from enum import StrEnum


class Regime(StrEnum):
    """The layer in force; where the supplement says something it goes before the base rules (D-01)."""

    BASE = "base"
    SUPPLEMENT = "base+supplement"

    @property
    def has_supplement(self) -> bool:
        """Whether the event adopts the supplement."""
        return self is Regime.SUPPLEMENT
