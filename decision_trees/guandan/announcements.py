"""Announcing the cards left (报牌): rule 12; supplement 3.1 and 4.8. Going on after the first has finished (借风): rule 9."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.patterns import largest_play
from decision_trees.guandan.quantities import at_most
from decision_trees.guandan.seats import Seat, SeatCode

_B, _S = "guandan-2017:", "guandan-supplement:"


def due(before: int, after: int, already_announced: bool) -> int | None:
    """The number to announce after a play that left so many cards (12); None when none is due.

    Once for a hand; with no card left there is nothing to announce, and passing is not playing.
    Raises :class:`RuleInputError` for numbers there cannot be.
    """
    if not 0 <= after <= before <= at_most("full-hand"):
        raise RuleInputError(f"出牌前后的张数应为 {at_most('full-hand')} 至 0，出牌后不会更多。")
    if before - after > largest_play():
        raise RuleInputError(f"一手牌最多 {largest_play()} 张，不会从 {before} 张剩 {after} 张。")
    if already_announced or before == after or not 0 < after <= at_most("announce"):
        return None
    return after


def leader_after_finishing(just_finished: Seat, place: int, beaten: bool) -> Seat | None:
    """Who leads when a player's last cards were not beaten: his partner (借风, 9).

    Rule 9 speaks of the first; for the second the same follows from 6.3 (D-13). None when somebody beat the play, or when
    the deal is over with the third (3.5). Raises :class:`RuleInputError` for a place there is not.
    """
    if not 1 <= place < len(Seat):
        raise RuleInputError(f"出完全手牌的只能是上游、二游或三游（1、2、3），现在是 {place}。")
    return None if beaten or place == len(Seat) - 1 else just_finished.partner


@rule("guandan.play.borrow_wind", _B + "9", _B + "6.3", _B + "3.5")
def play_borrow_wind(just_finished: SeatCode, place: int, beaten: bool) -> dict[str, Any]:
    """出完全手牌而无人压时由谁领出（借风）；有人压、或一副已结束时为空。"""
    found = leader_after_finishing(Seat(just_finished), place, beaten)
    return {"leader": found.value if found else None}


@rule("guandan.announce.due", _B + "12", _S + "3.1")
def announce_due(before: int, after: int, already_announced: bool) -> dict[str, Any]:
    """打完一手后应报的张数；不用报时为空。"""
    return {"announce": due(before, after, already_announced)}
