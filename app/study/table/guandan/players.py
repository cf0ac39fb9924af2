"""Simple players of guandan: they keep their hand in few plays, do not beat their partner, and bomb who is about to finish.

A player sees his own cards, what lies on the table and how many cards the others hold; with the same view he does the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from decision_trees.guandan.cards import Card, Rank, is_wild, strength
from decision_trees.guandan.numbers import Regime, at_least, at_most
from decision_trees.guandan.patterns import height
from decision_trees.guandan.playing import Laid, Play, Table
from decision_trees.guandan.seats import Seat
from decision_trees.guandan.tribute import candidates, return_is_legal


@dataclass(frozen=True, slots=True)
class View:
    """What one player knows when it is his turn."""

    seat: Seat
    level: Rank
    hand: tuple[Card, ...]
    last: Laid | None
    options: tuple[Play, ...]  # what he may play
    left: Mapping[Seat, int]  # cards in each hand
    finished: tuple[Seat, ...]

    @classmethod
    def of(cls, table: Table) -> View:
        """The view of whose turn it is."""
        seat = table.turn
        left = {s: len(hand) for s, hand in table.hands.items()}
        return cls(seat, table.level, table.hands[seat], table.last, table.options(), left, table.finished)


class Player(Protocol):
    """Somebody who plays: a play, or None to pass; None is never the answer to a lead."""

    def choose(self, view: View) -> Play | None:
        """What he does."""


class RandomPlayer:
    """Any legal action, each as likely: what the others are measured against."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Play | None:
        """One of all that is legal."""
        found: list[Play | None] = list(view.options)
        if view.last is not None:
            found.append(None)
        return self._rng.choice(found)


_FREE = 0.2  # of a bomb, which may be played at any time
_HIGH = 0.45  # of cards that win a circle by themselves
_LOW = 0.03  # each step below the ace makes a play harder to get rid of
_WORTH = 0.35  # so much cheaper the hand must become for a pattern to be worth playing on another
_COSTS = 0.05  # each step of height that is spent


def cost(hand: Sequence[Card], level: Rank) -> float:
    """About how many plays a hand takes that somebody else may beat: fewer is better; wild cards make a hand lighter."""
    if not hand:
        return 0.0
    counts = Counter(card.rank for card in hand if not is_wild(card, level))
    wild = len(hand) - counts.total()
    ace = strength(Rank.ACE, level)
    total, triples, pairs = 0.0, 0, 0
    for rank, number in counts.items():
        at = strength(rank, level)
        if number >= at_least("bomb"):
            total += _FREE
        elif at > ace:
            total += _HIGH
        else:
            total += 1 + _LOW * (ace - at)
            triples += number == 3
            pairs += number == 2
    return total - min(triples, pairs) + _FREE * wild


class SimplePlayer:
    """Leads what leaves the lightest hand, beats opponents with what he can spare, and leaves his partner's high plays alone."""

    def choose(self, view: View) -> Play | None:
        """A play, or None to pass."""
        out = next((play for play in view.options if len(play.cards) == len(view.hand)), None)
        if out is not None:
            return out
        return self._lead(view) if view.last is None else self._follow(view, view.last)

    def _after(self, view: View, play: Play) -> float:
        left = Counter(view.hand) - Counter(play.cards)
        return cost(tuple(left.elements()), view.level)

    def _height(self, view: View, play: Play) -> float:
        return _COSTS * height(play.reading, view.level)[1]

    def _lead(self, view: View) -> Play:
        plain = [play for play in view.options if not play.reading.type.is_bomb] or list(view.options)
        danger = min(view.left[s] for s in (view.seat.next, view.seat.previous) if s not in view.finished)
        if danger <= 2:  # an opponent about to finish: nothing of as many cards
            plain = [play for play in plain if len(play.cards) != danger] or plain
        return min(plain, key=lambda p: (self._after(view, p) + self._height(view, p), -len(p.cards), _key(p)))

    def _follow(self, view: View, last: Laid) -> Play | None:
        if not view.options:
            return None
        now = cost(view.hand, view.level)
        plain = [play for play in view.options if not play.reading.type.is_bomb]
        best = min(plain, key=lambda p: (self._after(view, p) + self._height(view, p), _key(p)), default=None)
        if last.seat is view.seat.partner:
            low = height(last.play.reading, view.level)[1] <= Rank.TEN
            cheap = best is not None and self._after(view, best) <= now - 1
            own = len(view.hand) < view.left[view.seat.partner]
            return best if low and cheap and own and not last.play.reading.type.is_bomb else None
        close = view.left[last.seat] <= at_most("announce") or cost(view.hand, view.level) <= 3
        if best is not None and self._after(view, best) <= now - (0 if close else _WORTH):
            return best
        if not close:
            return None
        bombs = [play for play in view.options if play.reading.type.is_bomb]
        return min(bombs, key=lambda p: (height(p.reading, view.level), _key(p)), default=best)


def _key(play: Play) -> tuple[int, ...]:
    return tuple(card.index for card in play.cards)


def tribute_of(hand: Sequence[Card], level: Rank) -> Card:
    """The card paid: one of the strongest, wild cards left out (10.1)."""
    return candidates(hand, level)[0]


def return_of(hand: Sequence[Card], to_partner: bool, level: Rank, regime: Regime) -> Card:
    """The card returned: of those that may be, the weakest there is one of (10.1)."""
    legal = [card for card in hand if return_is_legal(hand, card, to_partner, level, regime)]
    counts = Counter(card.rank for card in hand)
    usable = [card for card in legal if not is_wild(card, level)] or legal
    return min(usable, key=lambda c: (counts[c.rank] > 1, strength(c.rank, level), c.index))
