"""Guandan plays recognised per second, in one process. Run: python -m tests.benchmarks.patterns

Plays of 1 to 10 cards with 0, 1 and 2 wild cards: half of them patterns, half cards at random. Target: 100,000 a second.
"""

from __future__ import annotations

import random
import time
from collections import Counter

from decision_trees.guandan.cards import PACK, SUITED, Card, Rank, Suit, is_wild
from decision_trees.guandan.patterns import PatternType, complete_patterns, largest_play, recognise

PLAYS = 60_000
Play = tuple[tuple[Card, ...], Rank]


def at_random(at: random.Random, size: int, level: Rank, wild: int) -> tuple[Card, ...]:
    both = [card for card in PACK * 2 if not is_wild(card, level)]
    return (*at.sample(both, size - wild), *[Card(Suit.H, level)] * wild)


def pattern(at: random.Random, patterns: dict[PatternType, list[Counter[Rank]]], level: Rank, wild: int) -> Play | None:
    """A pattern of two packs with some of its cards replaced by wild cards; None when the packs have not the cards."""
    counts = at.choice(patterns[at.choice(list(patterns))])
    ranks = list(counts.elements())
    at.shuffle(ranks)
    cards: list[Card] = [Card(Suit.H, level)] * wild
    for rank in ranks[wild:]:
        free = [
            card
            for card in PACK
            if card.rank is rank and not is_wild(card, level) and cards.count(card) < 2  # two packs
        ]
        if not free:
            return None
        cards.append(at.choice(free))
    return tuple(cards), level


def plays(seed: int = 1) -> dict[int, list[Play]]:
    """Plays by their number of wild cards."""
    at = random.Random(seed)
    patterns: dict[PatternType, list[Counter[Rank]]] = {}
    for reading, counts in complete_patterns():
        patterns.setdefault(reading.type, []).append(counts)
    found: dict[int, list[Play]] = {0: [], 1: [], 2: []}
    for wild, made in found.items():
        while len(made) < PLAYS // len(found):
            level = at.choice(SUITED)
            if len(made) % 2:
                size = at.randint(max(1, wild), largest_play())
                made.append((at_random(at, size, level, wild), level))
            elif (play := pattern(at, patterns, level, wild)) and wild <= len(play[0]) <= largest_play():
                made.append(play)
    return found


def per_second(made: list[Play]) -> float:
    began = time.perf_counter()
    for cards, level in made:
        recognise(cards, level)
    return len(made) / (time.perf_counter() - began)


def main() -> None:
    by_wild = plays()
    everything = [play for made in by_wild.values() for play in made]
    began = time.perf_counter()
    legal = sum(recognise(cards, level).legal for cards, level in everything)
    print(f"first pass, tables built: {len(everything) / (time.perf_counter() - began):>10,.0f} plays a second")
    for wild, made in by_wild.items():
        print(f"{wild} wild cards: {max(per_second(made) for _ in range(3)):>10,.0f} plays a second")
    print(
        f"all:          {max(per_second(everything) for _ in range(3)):>10,.0f} plays a second, {legal} of them patterns"
    )


if __name__ == "__main__":
    main()
