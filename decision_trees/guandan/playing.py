"""Play of a guandan deal: the plays a hand has, whose turn it is, what may be done, where it ends (3.5, 4, 6, 9, 12, 17.4).

A table is a frozen value and every step makes a new one, so that a ruling can go on from the table before an irregularity. What is
legal is asked of the modules of its subject: patterns, turns, announcements.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache

from decision_trees.functions import RuleInputError
from decision_trees.guandan import announcements
from decision_trees.guandan.cards import PACK, Card, Rank, Suit, is_wild, strength
from decision_trees.guandan.finishing import is_double_down
from decision_trees.guandan.numbers import at_most
from decision_trees.guandan.patterns import PatternType, Reading, beats, complete_patterns, recognise
from decision_trees.guandan.plays import play_same_pattern, words
from decision_trees.guandan.seats import Seat, after_stop, next_leader, next_with_cards

DECK = tuple(card for card in PACK for _ in range(at_most("decks")))
"""All cards of both packs (2)."""

ONE_TURN, ONE_CIRCLE = "次", "圈"
"""How long somebody is stopped: his next turn, or the rest of the circle (16.2, 17.3.2)."""


@dataclass(frozen=True, slots=True)
class Play:
    """Cards to be played together, and what they are played as."""

    cards: tuple[Card, ...]
    reading: Reading
    said: str | None = None  # what must be declared with it, where there are several readings (7.3.2)


@dataclass(frozen=True, slots=True)
class Laid:
    """A play on the table, and whose it is."""

    seat: Seat
    play: Play


_Shape = tuple[Reading, tuple[tuple[Rank, int], ...]]


@cache
def _shapes() -> tuple[_Shape, ...]:
    """Every pattern, and how many cards of which ranks it takes; a straight once more as a straight flush (4.9)."""
    found = [(reading, tuple(counts.items())) for reading, counts in complete_patterns()]
    flushes = [
        (Reading(PatternType.STRAIGHT_FLUSH, reading.ranks, reading.size), counts)
        for reading, counts in found
        if reading.type is PatternType.STRAIGHT
    ]
    return (*found, *flushes)


@lru_cache(maxsize=1024)
def _beating(over: Reading, level: Rank) -> tuple[_Shape, ...]:
    """Those that may be put on a play (6.1, 8)."""
    return tuple(shape for shape in _shapes() if beats(shape[0], over, level))


def _take(
    counts: Sequence[tuple[Rank, int]], natural: Mapping[Rank, Sequence[Card]], wild: Sequence[Card]
) -> tuple[Card, ...] | None:
    """Cards of a hand for a pattern, as few wild cards as will do; None where the hand has it not."""
    taken: list[Card] = []
    missing = 0
    for rank, number in counts:
        own = natural.get(rank, ())
        taken += own[:number]
        if len(own) < number:
            missing += number - len(own)
            if rank.is_joker or missing > len(wild):
                return None
    return (*taken, *wild[:missing])


def _mixed(taken: tuple[Card, ...], natural: Mapping[Rank, Sequence[Card]]) -> tuple[Card, ...]:
    """The same ranks in two suits where the hand has them, so that a straight is no straight flush."""
    for at, card in enumerate(taken):
        other = next((c for c in natural.get(card.rank, ()) if c.suit is not card.suit), None)
        if other is not None:
            return (*taken[:at], other, *taken[at + 1 :])
    return taken


def plays_of(hand: Sequence[Card], level: Rank, over: Reading | None = None) -> Iterator[Play]:
    """The plays a hand has, each pattern once, with as few wild cards as will do (4, 7.2); ``over``: who beat it (6.1, 8)."""
    wild = [card for card in hand if is_wild(card, level)]
    natural: dict[Rank, list[Card]] = {}
    for card in hand:
        if not is_wild(card, level):
            natural.setdefault(card.rank, []).append(card)
    suits = {suit: {rank: [c for c in own if c.suit is suit] for rank, own in natural.items()} for suit in Suit}
    for reading, counts in _shapes() if over is None else _beating(over, level):
        ways = suits.values() if reading.type is PatternType.STRAIGHT_FLUSH else (natural,)
        for way in ways:
            taken = _take(counts, way, wild)
            if taken is None:
                continue
            if reading.type is PatternType.STRAIGHT and len({c.suit for c in taken if not is_wild(c, level)}) == 1:
                taken = _mixed(taken, natural)
            play = as_play(taken, reading, level)
            if play is not None:
                yield play
                break


def as_play(cards: Sequence[Card], reading: Reading, level: Rank) -> Play | None:
    """Cards played as a reading, with what must be said; None where they cannot be read so (7.2, 7.3)."""
    found = recognise(cards, level)
    if reading not in found.readings:
        return None
    return Play(tuple(cards), reading, words(reading, cards, level) if found.needs_declaration else None)


@dataclass(frozen=True, slots=True)
class Table:
    """A deal of guandan as it stands between two actions."""

    level: Rank
    hands: Mapping[Seat, tuple[Card, ...]]
    turn: Seat
    last: Laid | None = None  # the play to be beaten; None: a circle begins
    finished: tuple[Seat, ...] = ()  # in order
    announced: frozenset[Seat] = frozenset()
    stopped: Mapping[Seat, str] = field(default_factory=dict)  # ONE_TURN or ONE_CIRCLE
    barred: Mapping[Seat, tuple[Card, ...]] = field(default_factory=dict)  # of this pattern he may not lead (17.4)
    within: tuple[Card, ...] = ()  # only a pattern out of these may be led (17.3.1)
    void: frozenset[Seat] = frozenset()  # their cards are void, they are last (19.4)

    @property
    def over(self) -> bool:
        """Three have finished, or two partners first and second (3.5); who is made last plays no more (19.4)."""
        if len(self.finished) + len(self.void) >= len(Seat) - 1:
            return True
        return len(self.finished) == len(Seat) // 2 and is_double_down(self.finished)

    @property
    def leading(self) -> bool:
        """Whether a circle begins (3.8)."""
        return self.last is None

    @property
    def out(self) -> tuple[Seat, ...]:
        """Who has no cards to play."""
        return (*self.finished, *self.void)

    def options(self) -> tuple[Play, ...]:
        """What may be played now by whose turn it is (6.1, 8, 17.4); a circle may not begin with a pass."""
        hand = self.hands[self.turn]
        if self.last is not None:
            return tuple(plays_of(hand, self.level, self.last.play.reading))
        found = tuple(plays_of(self.within or hand, self.level))
        barred = self.barred.get(self.turn)
        if barred is None:
            return found
        free = tuple(play for play in found if not self._is_barred(barred, play))
        return free or found  # nothing else to lead: the text does not ask what cannot be done

    def _is_barred(self, barred: Sequence[Card], play: Play) -> bool:
        try:
            same = play_same_pattern([str(c) for c in barred], [str(c) for c in play.cards], self.level.code)
        except RuleInputError:
            return False
        return same.get("same") is not False

    def why_not(self, seat: Seat, play: Play | None) -> str | None:
        """Why an action is not legal; None where it is (6.1, 6.2, 8)."""
        if self.over:
            return "这一副已经打完"
        if seat is not self.turn:
            return "没有轮到他"
        if play is None:
            return "领出的不能过牌" if self.leading else None
        if Counter(play.cards) - Counter(self.hands[seat]):
            return "手里没有这些牌"
        if play.reading not in recognise(play.cards, self.level).readings:
            return "不成这个牌型"
        if self.last is not None and not beats(play.reading, self.last.play.reading, self.level):
            return "压不住"
        return None

    def without(self, seat: Seat, cards: Sequence[Card]) -> Mapping[Seat, tuple[Card, ...]]:
        """The hands once somebody's cards have left his."""
        left = list(self.hands[seat])
        for card in cards:
            left.remove(card)
        return {**self.hands, seat: tuple(left)}

    def due(self, seat: Seat, cards: Sequence[Card]) -> int | None:
        """The number somebody must announce after playing cards (12); None where none is due."""
        before = len(self.hands[seat])
        return announcements.due(before, before - len(cards), seat in self.announced)

    def laid(self, seat: Seat, play: Play, *, announces: bool = True) -> Table:
        """The table after a play, whoever's turn it was; ``announces``: he says how many cards are left where it is due."""
        hands = self.without(seat, play.cards)
        said = announces and self.due(seat, play.cards) is not None
        new = replace(
            self,
            hands=hands,
            last=Laid(seat, play),
            finished=self.finished if hands[seat] else (*self.finished, seat),
            announced=self.announced | {seat} if said else self.announced,
            barred={} if self.leading else self.barred,
            within=(),
        )
        return new if new.over else new._after(seat)

    def passed(self) -> Table:
        """The table after whose turn it is passed (6.2)."""
        return self._after(self.turn)

    def _after(self, seat: Seat) -> Table:
        """Who acts after a seat has acted: the next with cards, or the leader of a new circle (6.1, 6.3, 9)."""
        assert self.last is not None
        following, ended = after_stop(seat, self.last.seat, self.out)
        return self.led_by(following) if ended else self.on(following)

    def on(self, seat: Seat) -> Table:
        """The table with a player's turn in this circle, past those that are stopped (16.2)."""
        new = replace(self, turn=seat)
        if self.last is None or seat not in self.stopped:
            return new
        rest = {s: how for s, how in self.stopped.items() if s is not seat or how != ONE_TURN}
        return replace(new, stopped=rest)._after(seat)

    def led_by(self, seat: Seat) -> Table:
        """A circle begun by a player; who was stopped for the rest of the last is free (16.2)."""
        stopped = {s: how for s, how in self.stopped.items() if how == ONE_TURN}
        while seat in stopped:
            del stopped[seat]
            seat = next_with_cards(seat, self.out)
        return replace(self, turn=seat, last=None, stopped=stopped)

    def leader_now(self) -> Seat:
        """Who leads next if nobody beats what lies there (6.3, 9)."""
        assert self.last is not None
        return next_leader(self.last.seat, self.out)

    @property
    def places(self) -> tuple[Seat, ...]:
        """The order of finishing once the deal is over; after a double down the other two in no order (3.5, 3.9)."""
        rest = [s for s in Seat if s not in self.out]
        return (*self.finished, *rest, *self.void)


def sorted_hand(cards: Sequence[Card], level: Rank) -> tuple[Card, ...]:
    """Cards as a hand is held: the strongest first, then by suit."""
    return tuple(sorted(cards, key=lambda c: (-strength(c.rank, level), c.index)))
