"""The codes of seats, suits, denominations and calls in what rule functions are given."""

from __future__ import annotations

from typing import Any, Literal

SeatCode = Literal["N", "E", "S", "W"]
StrainCode = Literal["C", "D", "H", "S", "NT"]
SuitCode = Literal["C", "D", "H", "S"]
TrumpCode = Literal["C", "D", "H", "S", "NT"]
DoublingCode = Literal["none", "X", "XX"]
CallData = str | dict[str, Any]
"""A call, or ``{"call": "1H", "accepted": true}`` for an insufficient bid that offender's LHO accepted (27A)."""
