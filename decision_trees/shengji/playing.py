"""Play of a shengji deal: tricks from the first lead to the last, what may be played, points gathered, the result (7 to 14, 28b.3).

A table is a frozen value and every step makes a new one, so that a ruling can go on from the table before an irregularity. What is
legal, who wins a trick and what a deal comes to is asked of the modules of those subjects.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from decision_trees.functions import RuleInputError
from decision_trees.shengji.cards import DECK, Card, points
from decision_trees.shengji.following import check_following, class_led, is_bomb
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.tricks import Play, trick_result
from decision_trees.shengji.trumps import Trumps


@dataclass(frozen=True, slots=True)
class Dealt:
    """Cards as they were drawn: four hands, in the order drawn, and the bottom from the top (1.18, 2.2, 6p1)."""

    hands: Mapping[Seat, tuple[Card, ...]]
    bottom: tuple[Card, ...]


def draw(shuffled: Sequence[Card], first: Seat) -> Dealt:
    """Cards drawn one by one anticlockwise, the rest left for the bottom (2.2, 6p1)."""
    size = card_count("hand")
    hands = {first.after(n): tuple(shuffled[n : size * len(Seat) : len(Seat)]) for n in range(len(Seat))}
    return Dealt(hands, tuple(shuffled[size * len(Seat) :]))


@dataclass(frozen=True, slots=True)
class Table:
    """A deal of shengji in play, between two actions."""

    trumps: Trumps
    banker: Seat
    hands: Mapping[Seat, tuple[Card, ...]]
    leader: Seat
    plays: tuple[Play, ...] = ()  # of this trick
    gathered: int = 0  # points the defenders have picked out (13p2)
    last_winner: Seat | None = None
    early: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)  # laid down before his turn, and left there
    heavy: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)  # 重罚张 (24.2)

    @property
    def turn(self) -> Seat:
        """Whose turn it is, anticlockwise from the leader (9p2)."""
        return self.leader.after(len(self.plays))

    @property
    def over(self) -> bool:
        """All hands are played out (1.19)."""
        return not self.plays and any(not self.holds(seat) for seat in Seat)

    def holds(self, seat: Seat) -> tuple[Card, ...]:
        """A hand with what lies early on the table."""
        return (*self.hands[seat], *self.early.get(seat, ()))

    @property
    def led(self) -> tuple[Card, ...]:
        """What was led to this trick; nothing while nobody has."""
        return self.plays[0].cards if self.plays else ()

    def why_not(self, cards: Sequence[Card]) -> str | None:
        """Why cards may not be played by whose turn it is; None where they may (7, 8, 9p2, 10).

        Several cards of one class led are a throw, which stands or fails by the other hands (:mod:`throws`).
        """
        hand = self.hands[self.turn]
        if not cards or any(card not in hand for card in cards):
            return "手里没有这些牌"
        if self.plays:
            try:
                found = check_following(hand, self.led, cards, self.trumps)
            except RuleInputError as fault:
                return str(fault)
            return None if found.legal else found.because
        if len(cards) > 1 and self.trumps.one_class(cards) is None and not is_bomb(cards):
            return "领出的不是同一门"
        return None

    def followable(self) -> tuple[Card, ...]:
        """Of a hand that follows: the cards of the class led, or all of them where it has none (10p1)."""
        hand = self.hands[self.turn]
        suit = class_led(self.led, self.trumps)
        own = tuple(card for card in hand if self.trumps.class_of(card) == suit)
        return own or hand

    def laid(self, cards: Sequence[Card]) -> Table:
        """The table after whose turn it is has played; a complete trick is won and its points go where they belong (11 to 13)."""
        seat = self.turn
        hands = {**self.hands, seat: tuple(card for card in self.hands[seat] if card not in cards)}
        heavy = {s: tuple(c for c in own if s is not seat or c not in cards) for s, own in self.heavy.items()}
        if not self.plays:
            heavy.pop(seat, None)  # once he has led they are penalty cards no more (24.2p2)
        new = replace(
            self,
            hands=hands,
            plays=(*self.plays, Play(seat, tuple(cards))),
            heavy={s: own for s, own in heavy.items() if own},
        )
        return new._on()

    def _on(self) -> Table:
        """The table with what lies early played in its turn, and complete tricks turned."""
        if len(self.plays) == len(Seat):
            return self.turned()
        early = self.early.get(self.turn)
        if early is None or not self.plays:
            return self
        rest = {seat: cards for seat, cards in self.early.items() if seat is not self.turn}
        return replace(self, early=rest, plays=(*self.plays, Play(self.turn, early)))._on()

    def turned(self) -> Table:
        """The table once a complete trick is turned: the winner leads, defenders pick out its points (11, 13)."""
        winner, within = self.winner()
        defended = winner.side is not self.banker.side
        return replace(
            self,
            leader=winner,
            plays=(),
            last_winner=winner,
            gathered=self.gathered + (within if defended else 0),
        )

    def winner(self) -> tuple[Seat, int]:
        """Who wins a complete trick, and the points in it; the leader where the text leaves it open (4)."""
        within = points(card for play in self.plays for card in play.cards)
        try:
            found = trick_result(self.plays, self.trumps)
        except RuleInputError:
            return self.plays[0].seat, within
        return found.winner or self.plays[0].seat, within


def whole(cards: Sequence[Card]) -> bool:
    """Whether these are the whole deck, each card once."""
    return len(cards) == len(DECK) and set(cards) == set(DECK)
