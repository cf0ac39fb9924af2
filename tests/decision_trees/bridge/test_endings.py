"""Fewest and most tricks by any legal play, against trying out every legal play of small hands."""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache

import pytest

from decision_trees.bridge.cards import Card, Rank, Suit
from decision_trees.bridge.claims import trick_range
from decision_trees.bridge.seats import Seat, Side
from decision_trees.bridge.tricks import Play

Hands = tuple[tuple[Card, ...], ...]  # north, east, south, west


def _won(trick: Sequence[tuple[int, Card]], trump: Suit | None) -> int:
    """Winner's seat number, written without the library."""
    best_seat, best = trick[0]
    for seat, card in trick[1:]:
        if (card.suit is best.suit and card.rank > best.rank) or (card.suit is trump and best.suit is not trump):
            best_seat, best = seat, card
    return best_seat


def by_trying(hands: Hands, trick: tuple[tuple[int, Card], ...], turn: int, trump: Suit | None) -> tuple[int, int]:
    """Fewest and most tricks of north-south, one card at a time."""

    @cache
    def play(hands: Hands, trick: tuple[tuple[int, Card], ...], turn: int) -> tuple[int, int]:
        if len(trick) == 4:
            winner = _won(trick, trump)
            least, most = play(hands, (), winner)
            return least + (winner % 2 == 0), most + (winner % 2 == 0)
        hand = hands[turn]
        if not hand:
            return 0, 0
        may = [c for c in hand if trick and c.suit is trick[0][1].suit] or list(hand)
        found = []
        for card in may:
            left = tuple(c for c in hand if c != card)
            rest = (*hands[:turn], left, *hands[turn + 1 :])
            found.append(play(rest, (*trick, (turn, card)), (turn + 1) % 4))
        return min(f[0] for f in found), max(f[1] for f in found)

    return play(hands, trick, turn)


def _deal(cards: int, suits: Sequence[Suit], ranks: int, at: random.Random) -> Hands:
    pack = [Card(s, r) for s in suits for r in sorted(Rank, reverse=True)[:ranks]]
    at.shuffle(pack)
    return tuple(tuple(pack[i * cards : (i + 1) * cards]) for i in range(4))


def _held(hands: Hands) -> dict[Seat, tuple[Card, ...]]:
    return dict(zip(Seat, hands, strict=True))


@pytest.mark.parametrize("cards", [1, 2, 3])
def test_as_by_trying_every_legal_play(cards: int) -> None:
    at = random.Random(cards)
    for _ in range({1: 150, 2: 150, 3: 60}[cards]):
        suits = at.sample(list(Suit), at.choice([2, 3, 4]))
        hands = _deal(cards, suits, 13 if at.random() < 0.5 else max(6, -(-4 * cards // len(suits))), at)
        leader, trump = at.randrange(4), at.choice([None, *Suit])
        found = trick_range(_held(hands), list(Seat)[leader], trump, Side.NS)
        assert (found.fewest, found.most) == by_trying(hands, (), leader, trump), (hands, leader, trump)


def test_four_cards_in_one_suit_each_or_two() -> None:
    at = random.Random(4)
    for _ in range(8):
        hands = _deal(4, [Suit.S, Suit.H], 8, at)
        leader, trump = at.randrange(4), at.choice([None, Suit.S])
        found = trick_range(_held(hands), list(Seat)[leader], trump, Side.NS)
        assert (found.fewest, found.most) == by_trying(hands, (), leader, trump), (hands, leader, trump)


def test_a_trick_in_progress_as_by_trying() -> None:
    at = random.Random(9)
    for _ in range(120):
        hands, leader, trump = (
            _deal(at.choice([1, 2, 3]), list(Suit)[:3], 4, at),
            at.randrange(4),
            at.choice([None, Suit.C]),
        )
        left, trick = list(hands), []
        for turn in range(at.randrange(1, 4)):
            seat = (leader + turn) % 4
            may = [c for c in left[seat] if trick and c.suit is trick[0][1].suit] or left[seat]
            card = at.choice(may)
            left[seat] = tuple(c for c in left[seat] if c != card)
            trick.append((seat, card))
        plays = [Play(list(Seat)[s], c) for s, c in trick]
        found = trick_range(_held(tuple(left)), list(Seat)[leader], trump, Side.NS, plays)
        tried = by_trying(tuple(left), tuple(trick), (leader + len(trick)) % 4, trump)
        assert (found.fewest, found.most) == tried, (hands, trick, trump)


def test_the_sides_share_the_tricks() -> None:
    at = random.Random(5)
    for _ in range(40):
        hands, leader, trump = _deal(5, list(Suit), 13, at), at.choice(list(Seat)), at.choice([None, *Suit])
        ours = trick_range(_held(hands), leader, trump, Side.NS)
        theirs = trick_range(_held(hands), leader, trump, Side.EW)
        assert ours.fewest + theirs.most == ours.most + theirs.fewest == 5
        assert ours.fewest <= ours.most
