"""Figures for the fewest and most tricks of six-card endings. Run: python -m tests.benchmarks.endings

Target: each within 2 s. Besides random endings it looks for slow ones, by exchanging cards of an ending as long as that
makes it slower.
"""

from __future__ import annotations

import random
import statistics
import time

from decision_trees.bridge import endings
from decision_trees.bridge.cards import Card, Rank, Suit
from decision_trees.bridge.seats import Seat, Side

CARDS = 6
Hands = dict[Seat, list[Card]]


def seconds(hands: Hands, leader: Seat, trump: Suit | None) -> float:
    for remembered in (endings._choices, endings._played, endings._discarded, endings._lost_trumps):
        remembered.cache_clear()
    began = time.perf_counter()
    endings.trick_range(hands, leader, trump, Side.NS)
    return time.perf_counter() - began


def deal(at: random.Random, suits: int) -> tuple[Hands, list[Card]]:
    pack = [Card(s, r) for s in at.sample(list(Suit), suits) for r in Rank]
    at.shuffle(pack)
    hands = {seat: pack[i * CARDS : (i + 1) * CARDS] for i, seat in enumerate(Seat)}
    return hands, pack[4 * CARDS :]


def slower(at: random.Random, suits: int, patience: int) -> float:
    """The slowest found from one ending by exchanging cards."""
    hands, rest = deal(at, suits)
    leader, trump = at.choice(list(Seat)), at.choice([None, *{c.suit for hand in hands.values() for c in hand}])
    slowest, stale = seconds(hands, leader, trump), 0
    while stale < patience:
        changed, left = {s: list(h) for s, h in hands.items()}, list(rest)
        one, other = at.sample(list(Seat), 2)
        i, j = at.randrange(CARDS), at.randrange(CARDS)
        if left and at.random() < 0.3:
            k = at.randrange(len(left))
            changed[one][i], left[k] = left[k], changed[one][i]
        else:
            changed[one][i], changed[other][j] = changed[other][j], changed[one][i]
        now = seconds(changed, leader, trump)
        if now > slowest:
            hands, rest, slowest, stale = changed, left, now, 0
        else:
            stale += 1
    return slowest


def main() -> None:
    at = random.Random(1)
    for suits in (2, 3, 4):
        times = []
        for _ in range(300):
            hands, _ = deal(at, suits)
            times.append(seconds(hands, at.choice(list(Seat)), at.choice([None, *Suit])))
        worst = max(times) * 1000
        print(f"{suits} suits, 300 random: median {statistics.median(times) * 1000:.1f} ms, slowest {worst:.0f} ms")
        print(f"{suits} suits, 12 made slow: slowest {max(slower(at, suits, 25) for _ in range(12)) * 1000:.0f} ms")


if __name__ == "__main__":
    main()
