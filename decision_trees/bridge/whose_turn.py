"""Whose turn it is at a bridge table and what he must exceed, worked out from the table alone: before a ruling, and after it.

A small model of its own. It uses none of the rule functions that the trees use, so that who acts next as the trees say it and
as the table has it can be held against each other. Where a ruling leaves open what the table looks like, it says nothing.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Literal

from decision_trees.bridge.seats import Seat

PASS = "P"
CALLED = "called"
"""Of what happened: somebody has called since, and what where it is known."""

UNKNOWN = "?"  # some call that was no pass
STRAINS = "CDHS"
RANKS = "23456789TJQKA"


@dataclass(frozen=True, slots=True)
class Made:
    """A call, and whose."""

    seat: Seat
    call: str  # 1S, 3NT, X, XX, P


@dataclass(frozen=True, slots=True)
class Table:
    """A deal as it lies: the calls that stand, or the trick in progress."""

    dealer: Seat
    calls: tuple[Made, ...] = ()
    leader: Seat | None = None  # of the trick
    cards: tuple[str, ...] = ()  # of the trick, in the order played
    trump: str | None = None


@dataclass(frozen=True, slots=True)
class Happened:
    """What a ruling does to a call or a card: the kind of its effect, whose it is, and whether what followed goes with it."""

    kind: str
    seat: Seat | None
    what: str = ""
    duration: str | None = None
    following: bool = False
    barred: bool = False  # he was to pass: any other call of his is irregular (37)
    call: str | None = None  # of a call that stands in place of another: which, where it is known


@dataclass(frozen=True, slots=True)
class Turn:
    """Who acts, how, and the bid that must be exceeded."""

    act: Literal["call", "lead", "play", "none"]
    seat: Seat | None
    over: str | None = None


def table_of(auction: Mapping[str, Any]) -> Table | None:
    """The table of an entered auction: each call by the next in rotation where nobody is named (17C)."""
    dealer = Seat(auction["dealer"])
    calls: list[Made] = []
    for entered in auction["calls"]:
        name, call = (entered["seat"], entered["call"]) if isinstance(entered, Mapping) else (None, entered)
        seat = Seat(name) if name else (calls[-1].seat.lho if calls else dealer)
        calls.append(Made(seat, call))
    return Table(dealer, tuple(calls))


def turn(table: Table) -> Turn | None:
    """Whose turn it is (17B, 17C, 22, 41A, 44B, 44G); None where nobody can say."""
    if table.leader is not None:
        return _turn_to_play(table)
    bids = [made for made in table.calls if made.call[0].isdigit()]
    last = bids[-1].call if bids else None
    if not _over(table.calls):
        return Turn("call", table.calls[-1].seat.lho if table.calls else table.dealer, last)
    if len({made.seat for made in table.calls[-4:]}) < len(Seat):
        return None  # somebody was deprived of his turn (34)
    if last is None:
        return Turn("none", None)
    side = bids[-1].seat.side
    declarer = next(made.seat for made in bids if made.call[1:] == last[1:] and made.seat.side is side)
    return Turn("lead", declarer.lho)


def _over(calls: Sequence[Made]) -> bool:
    return len(calls) > 3 and all(made.call == PASS for made in calls[-3:])


def _turn_to_play(table: Table) -> Turn | None:
    assert table.leader is not None
    if len(table.cards) < len(Seat):
        return Turn("play" if table.cards else "lead", table.leader.after(len(table.cards)))
    if table.trump is None:
        return None
    best = max(range(len(table.cards)), key=lambda n: _strength(table.cards[n], table.cards[0][0], table.trump or ""))
    return Turn("lead", table.leader.after(best))


def _strength(card: str, led: str, trump: str) -> tuple[bool, bool, int]:
    return card[0] == trump, card[0] == led, RANKS.index(card[1])


def in_question(table: Table) -> bool:
    """Is a call irregular, so that it is or was to be ruled on?"""
    return any(_irregular(table.calls, at, table.dealer) for at in range(len(table.calls)))


def after_ruling(table: Table, happened: Sequence[Happened]) -> Table | None:
    """The auction after a ruling; None where it leaves open which calls stand."""
    calls = table.calls
    stands = [each.seat for each in happened if each.kind == "call_stands"]
    for each in happened:
        if each.seat is None:
            if each.kind in ("call_cancelled", "call_stands", "must_call"):
                return None
            continue
        if each.kind == "call_stands" and _IN_PLACE.search(each.what):
            changed = _put_in_place(calls, each)
            if changed is None:
                return None
            calls = changed
        if each.kind == "call_cancelled" and each.what in ("原来的叫牌", "接续的叫牌"):
            return None  # another was made in its place, that is not told of
        if each.kind == "call_cancelled" and each.seat in stands and not _called_twice(calls, each.seat):
            continue  # another call of his, that is not among those told of
        if each.kind in ("call_cancelled", "must_repeat"):
            at = max((n for n, made in enumerate(calls) if made.seat is each.seat), default=None)
            if at is None or not (each.barred or _irregular(calls, at, table.dealer)):
                return None  # it is not among the calls told of
            later = calls[at + 1 :]
            if later and not each.following and not any(seat not in (None, each.seat) for seat in stands):
                return None  # whether the calls after it stand is not said
            calls = (*calls[:at], *(() if each.following else later))
        if each.kind == "must_repeat":
            calls = (*calls, Made(_next(calls, table.dealer), PASS))  # the player on his right passed
        if each.kind in (CALLED, "must_call") and each.call is not None and _next(calls, table.dealer) is each.seat:
            calls = (*calls, Made(each.seat, each.call))
            continue
        passes = (each.kind == "must_call" and each.what == "不叫") or _passes_in_place(each, happened)
        if passes and _next(calls, table.dealer) is each.seat and not _over(calls):
            calls = (*calls, Made(each.seat, PASS))
    return replace(table, calls=calls)


_IN_PLACE = re.compile("改正后|替代|后一叫牌|改叫|重复原名目|行动以后")


def _put_in_place(calls: tuple[Made, ...], each: Happened) -> tuple[Made, ...] | None:
    """The calls with another in place of somebody's last; None where it is not known, or others have called since."""
    at = max((n for n, made in enumerate(calls) if made.seat is each.seat), default=None)
    if at is None or each.call is None or each.seat is None:
        return None
    if at > 0 and calls[at].call == each.call and calls[at - 1].seat is each.seat:
        return (*calls[: at - 1], *calls[at:])  # both are told of, the first is gone
    if calls[at + 1 :]:
        return None
    return (*calls[:at], Made(each.seat, each.call))


def _called_twice(calls: Sequence[Made], seat: Seat) -> bool:
    """Has somebody called twice, one call after the other?"""
    return any(one.seat is seat and other.seat is seat for one, other in pairwise(calls))


def _passes_in_place(each: Happened, happened: Sequence[Happened]) -> bool:
    """Does somebody who is silenced pass in place of his call that was cancelled?"""
    if each.kind != "forced_pass":
        return False
    cancelled = any(other.kind == "call_cancelled" and other.seat is each.seat for other in happened)
    return cancelled and ("改为不叫" in each.what or each.duration == "rest_of_auction")


def _next(calls: Sequence[Made], dealer: Seat) -> Seat:
    return calls[-1].seat.lho if calls else dealer


def _irregular(calls: Sequence[Made], at: int, dealer: Seat) -> bool:
    """Is a call out of turn, too low, too high, no double of anything, or made after the end?"""
    before, made = calls[:at], calls[at]
    if made.seat is not _next(before, dealer) or _over(before):
        return True
    bids = [each.call for each in before if each.call[0].isdigit()]
    if made.call[0].isdigit():
        return made.call[0] > "7" or bool(bids and _height(made.call) <= _height(bids[-1]))
    last = next((each for each in reversed(before) if each.call != PASS), None)
    if made.call == "X":
        return last is None or not last.call[0].isdigit() or last.seat.side is made.seat.side
    if made.call == "XX":
        return last is None or last.call != "X" or last.seat.side is made.seat.side
    return False


def _height(bid: str) -> tuple[str, int]:
    return bid[0], STRAINS.find(bid[1]) if bid[1:] != "NT" else len(STRAINS)


def lead_after(proper: Seat, led: Seat | None, followed: int) -> Turn:
    """Who acts once a lead out of turn was ruled on: it stands, with so many cards after it, or the proper leader leads (53-56)."""
    return Turn("lead", proper) if led is None else Turn("play", led.after(1 + followed))
