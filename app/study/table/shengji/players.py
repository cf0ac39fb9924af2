"""Simple players of shengji: they win points cheaply, give them to a partner who wins, and bury what is worth least.

A player sees his own cards, the trick, and what was declared; with the same view he does the same.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Protocol

from decision_trees.shengji.cards import Card, points
from decision_trees.shengji.following import class_led
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.playing import Table
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.tricks import Play
from decision_trees.shengji.trumps import Trumps


@dataclass(frozen=True, slots=True)
class View:
    """What one player knows when it is his turn to play."""

    seat: Seat
    trumps: Trumps
    banker: Seat
    hand: tuple[Card, ...]
    plays: tuple[Play, ...]
    heavy: tuple[Card, ...]  # of his own
    gone: frozenset[Card]  # played in tricks before

    @classmethod
    def of(cls, table: Table, gone: frozenset[Card] = frozenset()) -> View:
        """The view of whose turn it is."""
        seat = table.turn
        return cls(seat, table.trumps, table.banker, table.hands[seat], table.plays, table.heavy.get(seat, ()), gone)

    def following(self) -> tuple[tuple[Card, ...], int]:
        """The cards of the class led, and how many cards are to be played."""
        suit = class_led(self.plays[0].cards, self.trumps)
        own = tuple(card for card in self.hand if self.trumps.class_of(card) == suit)
        return own, len(self.plays[0].cards)


class Player(Protocol):
    """Somebody who plays legal cards."""

    def choose(self, view: View) -> tuple[Card, ...]:
        """The cards he plays."""


class RandomPlayer:
    """Any legal play, each card as likely: what the others are measured against."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> tuple[Card, ...]:
        """A card led, or as many as were led, of the class led as far as there are."""
        if not view.plays:
            return (self._rng.choice(view.hand),)
        own, number = view.following()
        if len(own) >= number:
            return tuple(self._rng.sample(own, number))
        rest = [card for card in view.hand if card not in own]
        return (*own, *self._rng.sample(rest, number - len(own)))


class SimplePlayer:
    """Leads winners and low cards, wins tricks with points where he can, and gives points to his partner's."""

    def choose(self, view: View) -> tuple[Card, ...]:
        """The cards he plays."""
        if not view.plays:
            return (self._lead(view),)
        own, number = view.following()
        if view.heavy:
            legal = [card for card in view.heavy if card in (own or view.hand)]
            if legal and number == 1:
                return (max(legal, key=lambda c: _worth(c, view.trumps)),)
        if number > 1:
            return self._follow_throw(view, own, number)
        return (self._follow(view, own),)

    def _lead(self, view: View) -> Card:
        trumps = view.trumps
        side = [card for card in view.hand if not trumps.is_trump(card)]
        top = [card for card in side if self._tops(view, card)]
        if top:
            return min(top, key=lambda c: (-c.points, _order(c, trumps)))
        own = [card for card in view.hand if trumps.is_trump(card)]
        high = [card for card in own if self._tops(view, card)]
        if high and (view.seat.side is view.banker.side or len(own) > len(side)):
            return min(high, key=lambda c: _order(c, trumps))
        lengths = Counter(trumps.class_of(card) for card in view.hand)
        return min(
            side or own,
            key=lambda c: (c.points, trumps.height(c), -lengths[trumps.class_of(c)], _order(c, trumps)),
        )

    def _tops(self, view: View, card: Card) -> bool:
        """Nothing higher of the class is left in another hand, as far as he knows."""
        above = [c for c in view.trumps.cards_of(view.trumps.class_of(card)) if view.trumps.beats(c, card)]
        return all(c in view.gone or c in view.hand for c in above)

    def _follow(self, view: View, own: Sequence[Card]) -> Card:
        trumps = view.trumps
        usable = list(own) or list(view.hand)
        best = self._best(view)
        winning = [card for card in usable if self._wins(view, card, best)]
        stake = sum(points(play.cards) for play in view.plays)
        last = len(view.plays) == len(Seat) - 1
        if best.seat is view.seat.partner and (last or self._safe(view, best)):
            return max(usable, key=lambda c: (c.points, -trumps.height(c), not trumps.is_trump(c), _order(c, trumps)))
        if winning and (own or stake or last):
            if last:
                return max(winning, key=lambda c: (c.points, -trumps.height(c), _order(c, trumps)))
            if own and trumps.class_of(own[0]) != "T":
                return max(winning, key=lambda c: (trumps.height(c), _order(c, trumps)))
            if stake:
                return min(winning, key=lambda c: (c.points, trumps.height(c), _order(c, trumps)))
        return min(usable, key=lambda c: _worth(c, trumps))

    def _safe(self, view: View, best: Play) -> bool:
        """Nobody behind can beat his partner's card by following, as far as he knows."""
        return self._tops(view, best.cards[0])

    def _best(self, view: View) -> Play:
        best = view.plays[0]
        for play in view.plays[1:]:
            if self._wins(view, play.cards[0], best):
                best = play
        return best

    def _wins(self, view: View, card: Card, best: Play) -> bool:
        trumps, other = view.trumps, best.cards[0]
        if trumps.class_of(card) == trumps.class_of(other):
            return trumps.height(card) > trumps.height(other)
        return trumps.is_trump(card)

    def _follow_throw(self, view: View, own: Sequence[Card], number: int) -> tuple[Card, ...]:
        first = sorted(own, key=lambda c: _worth(c, view.trumps))[:number]
        rest = sorted((c for c in view.hand if c not in own), key=lambda c: _worth(c, view.trumps))
        return (*first, *rest[: number - len(first)])


def _order(card: Card, trumps: Trumps) -> tuple[str, int]:
    return str(card), trumps.height(card)


def _worth(card: Card, trumps: Trumps) -> tuple[int, bool, int, str]:
    """How much a card is worth to who keeps it: points, trumps, height."""
    return card.points, trumps.is_trump(card), trumps.height(card), str(card)


def buried(cards: Sequence[Card], trumps: Trumps, number: int | None = None) -> tuple[Card, ...]:
    """What the banker puts into the bottom: low cards of short side suits, no trumps and no points where he can (6p2)."""
    lengths = Counter(trumps.class_of(card) for card in cards)

    def keep(card: Card) -> tuple[bool, bool, int, int, str]:
        suit = trumps.class_of(card)
        top = not trumps.is_trump(card) and card.rank in ("A", "K")
        return trumps.is_trump(card) or top, card.points > 0, lengths[suit], trumps.height(card), str(card)

    return tuple(sorted(cards, key=keep)[: card_count("bottom") if number is None else number])


_ENOUGH = 3  # cards of a suit, level cards with them, before a player makes it trumps


def declares(drawn: Sequence[Card], level: str) -> Card | None:
    """The level card a player shows once he has enough of its suit; None while he waits (3p4)."""
    for card in drawn:
        strong = sum(c.suit is card.suit or c.rank == level for c in drawn) >= _ENOUGH
        if card.suit is not None and card.rank == level and strong:
            return card
    return None
