"""Whose turn it is at a shengji table, worked out from the table alone: before a ruling, and after it.

A small model of its own. It uses none of the rule functions that the trees use, so that who acts next as the trees say it and
as the table has it can be held against each other. Where a ruling leaves open what the table looks like, it says nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.shengji.seats import Seat

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


@dataclass(frozen=True, slots=True)
class Table:
    """A trick as it lies: who led, and what each played since, anticlockwise (1.10)."""

    leader: Seat
    plays: tuple[tuple[str, ...], ...] = ()
    trump: str | None = None
    level: str | None = None
    smallest: frozenset[tuple[Seat, str]] = (
        frozenset()
    )  # cards that count as the smallest of their suit where they are played


@dataclass(frozen=True, slots=True)
class Happened:
    """What a ruling does to a play: the kind of its effect, and whose it is."""

    kind: str
    seat: Seat | None
    what: str = ""


@dataclass(frozen=True, slots=True)
class Turn:
    """Who acts, and how."""

    act: Literal["lead", "play"]
    seat: Seat


def turn(table: Table) -> Turn | None:
    """Whose turn it is in a trick; None where it is complete and who wins it takes more than comparing single cards."""
    if len(table.plays) < len(Seat):
        return Turn("play" if table.plays else "lead", table.leader.after(len(table.plays)))
    if table.trump is None or table.level is None or any(len(play) != 1 for play in table.plays):
        return None
    led = table.plays[0][0]
    best = max(range(len(Seat)), key=lambda n: (_height(table, n, led), -n))  # of equal cards the first played
    return Turn("lead", table.leader.after(best))


def _height(table: Table, at: int, led: str) -> tuple[int, int]:
    """How high a card is in its trick: jokers, level cards, other trumps, the suit led, anything else (1.20)."""
    card = table.plays[at][0]
    if card in ("BJ", "LJ"):
        return (5, 1) if card == "BJ" else (5, 0)
    suit, rank = card[0], card[1:].replace("T", "10")
    low = (table.leader.after(at), card) in table.smallest
    trumps = suit == table.trump or rank == table.level
    if low:
        return (3, -1) if trumps else (2, -1) if suit == led[0] else (0, 0)
    if rank == table.level:
        return (4, 1 if suit == table.trump else 0)
    if trumps:
        return 3, RANKS.index(rank)
    led_trump = led in ("BJ", "LJ") or led[0] == table.trump or led[1:].replace("T", "10") == table.level
    return (2, RANKS.index(rank)) if suit == led[0] and not led_trump else (0, 0)


def after_ruling(offender: Seat, happened: Sequence[Happened], proper: Seat | None = None) -> Turn | None:
    """Who acts once a play was ruled on: ``proper``, whose lead or turn it was, where the offender had none; else the offender,
    where his play is changed, or the next, where it stands. None where the ruling does not say."""
    if proper is not None and proper is not offender:
        return Turn("play", proper)
    own = [each for each in happened if each.seat is offender]
    if any(each.kind == "card_withdrawn" and "多出" in each.what for each in own):
        return Turn("play", offender.next)  # the play stays without what was too much
    if any(each.kind == "lead_required" for each in own):
        return Turn("lead", offender)
    if any(each.kind == "play_required" for each in own):
        return Turn("play", offender)
    if any(each.kind == "card_played" for each in own):
        return Turn("play", offender.next)
    return None
