"""Places at the table: who sits where from somebody, from which hand declarer led, whose lead it was (laws 44G, 53-56)."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge.codes import SeatCode
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError, rule

_B = "bridge-1999:"


@rule("bridge.seat_beside", _B + "44B")
def seat_beside(seat: SeatCode, place: Literal["lho", "partner", "rho"]) -> dict[str, Any]:
    """Who sits at somebody's left, opposite or at his right, 下家、同伴、上家; ``side`` is his own: NS or EW."""
    him = Seat(seat)
    return {"seat": {"lho": him.lho, "partner": him.partner, "rho": him.rho}[place].value, "side": him.side.value}


@rule("bridge.declarers_hand", _B + "45B", _B + "55")
def declarers_hand(declarer: SeatCode, led_from: Literal["hand", "dummy"]) -> dict[str, Any]:
    """Which hand of declarer's side a card came from, 从哪一手引的: its seat, and the other's."""
    own = Seat(declarer)
    seats = (own, own.partner) if led_from == "hand" else (own.partner, own)
    return {"seat": seats[0].value, "other": seats[1].value}


@rule("bridge.whose_lead", _B + "44G", _B + "53C", _B + "55", _B + "56")
def whose_lead(on_lead: SeatCode, declarer: SeatCode, leader: SeatCode | None = None) -> dict[str, Any]:
    """Whose lead it was, 本该谁引牌: ``declarers`` as a lead by declarer is ruled (declarer_side or defender), ``defenders`` as
    a defender's is (partner or declarer_side).

    Raises :class:`RuleInputError` when the one on lead is the ``leader`` himself: then nobody led out of turn.
    """
    if leader == on_lead:
        raise RuleInputError(f"轮到引牌的就是{Seat(on_lead).chinese}，没有越序；请改正“轮到引牌的人”或“违规者”。")
    declaring = Seat(on_lead).side is Seat(declarer).side
    return {
        "declarers": "declarer_side" if declaring else "defender",
        "defenders": "declarer_side" if declaring else "partner",
    }


@rule("bridge.plays_after", _B + "44B", _B + "58A")
def plays_after(first: SeatCode, other: SeatCode) -> dict[str, Any]:
    """Is ``other`` the ``next`` to play after ``first``, 是不是正好轮在他后面 (44B)?"""
    return {"next": Seat(first).lho is Seat(other)}
