"""Whose turn it is after a player has been stopped, and whether the circle (圈) is over then (rules 3.7, 6.1, 6.3, 9, 17.3.2)."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.seats import Seat, SeatCode

_B, _S = "guandan-2017:", "guandan-supplement:"


def next_with_cards(after: Seat, finished: Collection[Seat]) -> Seat:
    """The next player, anticlockwise, who has cards (6.1)."""
    for turns in range(1, len(Seat) + 1):
        seat = after.after(turns)
        if seat not in finished:
            return seat
    raise RuleInputError("四家都打完了，没有人再出牌。")


def after_stop(stopped: Seat, last_play_by: Seat, finished: Collection[Seat]) -> tuple[Seat, bool]:
    """Who acts once a player is stopped, and whether he leads: where nobody is left to act on the last play, the circle is over.

    Then the maker of that play leads (6.3), or his partner where he has finished (9; for the second D-13).
    """
    for turns in range(1, len(Seat)):
        seat = stopped.after(turns)
        if seat is last_play_by:
            break
        if seat not in finished:
            return seat, False
    if last_play_by in finished:
        partner = last_play_by.partner
        return (partner if partner not in finished else next_with_cards(last_play_by, finished)), True
    return last_play_by, True


@rule("guandan.turn.after_stop", _B + "6.1", _B + "6.3", _B + "9", _B + "17.3.2")
def turn_after_stop(
    offender: SeatCode, last_play_by: SeatCode, finished: list[SeatCode] | None = None
) -> dict[str, Any]:
    """违规者停一次以后轮到谁；除他以外都过了的，本圈结束，由打上一手的人领出（over 为真）。"""
    stopped, by = Seat(offender), Seat(last_play_by)
    if stopped is by:
        raise RuleInputError(f"{stopped.chinese}停这一次，要压的那一手不会是他自己出的。")
    seat, over = after_stop(stopped, by, {Seat(s) for s in finished or []} - {stopped})
    return {"seat": seat.value, "over": over, "case": "leads" if over else "follows"}


@rule("guandan.turn.successor", _B + "6.1", _B + "6.3")
def turn_successor(finisher: SeatCode, first: SeatCode | None = None) -> dict[str, Any]:
    """二游打完以后，逆时针下一个还有牌的人（上游已经打完）。"""
    return {"seat": next_with_cards(Seat(finisher), {Seat(first)} if first else set()).value}


@rule("guandan.turn.skipped", _B + "18.2", _B + "6.1")
def turn_skipped(offender: SeatCode, due: SeatCode, finished: list[SeatCode] | None = None) -> dict[str, Any]:
    """越序出牌：应轮到的人（被越过的人）和越序者之间还有谁；越序者停过以后轮到谁。"""
    stopped, seat = Seat(offender), Seat(due)
    if stopped is seat:
        raise RuleInputError(f"本来就轮到{seat.chinese}，不是越序。")
    out = {Seat(s) for s in finished or []} - {stopped, seat}
    between = []
    turn = seat
    while turn is not stopped:
        between.append(turn)
        turn = next_with_cards(turn, out)
    return {"due": seat.value, "skipped": [s.value for s in between], "then": next_with_cards(stopped, out).value}
