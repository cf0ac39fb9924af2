"""Boards: who deals and who is vulnerable (law 2)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, cast

from decision_trees import tables
from decision_trees.bridge import BOOK, limit
from decision_trees.bridge.seats import Seat, SeatCode, Side
from decision_trees.functions import RuleInputError, rule

Vulnerability = Literal["none", "NS", "EW", "both"]


@dataclass(frozen=True, slots=True)
class Board:
    """A board (牌套) with the dealer and the vulnerability law 2 gives its number.

    A board that is marked otherwise is played as it is marked, for that session (law 2).
    """

    number: int
    dealer: Seat
    vulnerable: Vulnerability

    def is_vulnerable(self, side: Side) -> bool:
        """Is this side vulnerable (有局) on this board?"""
        return self.vulnerable in ("both", side.value)

    @classmethod
    def of(cls, number: int) -> Board:
        """The board of this number. Raises :class:`RuleInputError` for a number below 1."""
        if number < 1:
            raise RuleInputError(f"牌号从 1 开始，没有第 {number} 副。")
        cycle = limit("board-cycle")
        place = (number - 1) % cycle + 1
        row = next(r for r in tables.rows(BOOK, "dealer-vulnerability") if r["board"] == place)
        return cls(number, Seat(row["dealer"]), cast(Vulnerability, row["vulnerable"]))


@rule("bridge.board", "bridge-1999:2", title="牌号的发牌人和局况")
def board(number: int) -> dict[str, Any]:
    """Dealer and vulnerability of a board by its number (2).

    Raises RuleInputError for a number below 1.
    """
    found = Board.of(number)
    return {"dealer": found.dealer.value, "vulnerable": found.vulnerable}


@rule("bridge.declarer_vulnerable", "bridge-1999:2", "bridge-1999:77", title="庄家方是否有局")
def declarer_vulnerable(vulnerable: Literal["none", "NS", "EW", "both"], declarer: SeatCode) -> dict[str, Any]:
    """Is declarer's side vulnerable (2, 77)?"""
    return {"vulnerable": vulnerable in ("both", Seat(declarer).side.value)}
