"""Plays dealt by chance for exercises: cards that make a pattern, and several that may be put on it (rule 4)."""

from __future__ import annotations

from collections import Counter
from functools import cache
from random import Random
from typing import Any

from decision_trees.exercises import deals
from decision_trees.guandan.cards import SUITED, Card, Rank, Suit, is_wild, parse_level
from decision_trees.guandan.numbers import at_least, at_most
from decision_trees.guandan.patterns import PatternType, complete_patterns, windows
from decision_trees.guandan.plays import play_within

_LEVELS = [rank.code for rank in SUITED if rank is not Rank.ACE]
_CANDIDATES = 6
_LIKELY = (
    PatternType.SINGLE,
    PatternType.PAIR,
    PatternType.TRIPLE,
    PatternType.TRIPLE_PAIR,
    PatternType.STRAIGHT,
    PatternType.TUBE,
    PatternType.PLATE,
    PatternType.BOMB,
    PatternType.BOMB,
    PatternType.STRAIGHT_FLUSH,
)
_STRONG = (PatternType.BOMB, PatternType.STRAIGHT_FLUSH)
_MORE = (0, 0, 0, 1, 1, 2)  # cards a bomb has more than the least


@cache
def _shapes(type_: PatternType) -> tuple[tuple[tuple[Rank, int], ...], ...]:
    """The patterns of a type, as how many cards of each rank; without jokers, and no ace as the lowest of a run."""
    suited = set(SUITED)
    same = PatternType.STRAIGHT if type_ is PatternType.STRAIGHT_FLUSH else type_
    return tuple(
        tuple(counts.items())
        for reading, counts in complete_patterns()
        if reading.type is same
        and set(counts) <= suited
        and not (same.is_sequence and reading.ranks[0] is Rank.ACE)
        and (same is not PatternType.BOMB or reading.size <= at_least("bomb") + max(_MORE))
    )


def _plain(level: str) -> list[Suit]:
    """The suits that have no wild card."""
    rank = parse_level(level)
    return [suit for suit in Suit if not is_wild(Card(suit, rank), rank)]


def _of(rank: Rank, count: int, rng: Random, level: str) -> list[str]:
    """So many cards of a rank, no wild card among them."""
    cards = [Card(suit, rank) for suit in Suit for _ in range(at_most("decks"))]
    return [str(card) for card in rng.sample([c for c in cards if not is_wild(c, parse_level(level))], count)]


def _play(type_: PatternType, level: str, rng: Random) -> list[str]:
    shapes = _shapes(type_)
    if type_ is PatternType.BOMB:
        size = at_least("bomb") + rng.choice(_MORE)
        shapes = tuple(shape for shape in shapes if shape[0][1] == size)
    if type_ is PatternType.TRIPLE_PAIR:  # three level cards with a pair: the text leaves open what they count (D-45)
        shapes = tuple(shape for shape in shapes if parse_level(level) not in dict(shape))
    counts = rng.choice(shapes)
    if type_ in (PatternType.STRAIGHT, PatternType.STRAIGHT_FLUSH):
        plain = _plain(level)
        suits = [rng.choice(plain)] * len(counts)
        if type_ is PatternType.STRAIGHT:
            while len(set(suits)) == 1:
                suits = [rng.choice(plain) for _ in counts]
        return [str(Card(suit, rank)) for suit, (rank, _) in zip(suits, counts, strict=True)]
    return [card for rank, count in counts for card in _of(rank, count, rng, level)]


def _faulty(rng: Random, level: str) -> list[str]:
    """Cards that look like a pattern and are none."""
    kind = rng.randrange(3)
    if kind == 0:  # three pairs with a gap
        first, *_, last = rng.choice([run for run in windows(at_least("tube") + 1) if run[0] is not Rank.ACE])
        between = rng.choice([rank for rank in SUITED if first < rank < last])
        return [card for rank in (first, between, last) for card in _of(rank, 2, rng, level)]
    if kind == 1:  # one too few for a straight
        run = rng.choice([run for run in windows(at_least("straight") - 1) if run[0] is not Rank.ACE])
        return [str(Card(rng.choice(_plain(level)), rank)) for rank in run]
    three, one = rng.sample(SUITED, 2)  # three and one
    return [*_of(three, 3, rng, level), *_of(one, 1, rng, level)]


@deals("guandan.replies")
def replies(rng: Random) -> dict[str, Any]:
    """A level, a play that was led and plays that somebody may think of putting on it."""
    level = rng.choice(_LEVELS)
    shape = rng.choice(_LIKELY)
    previous = _play(shape, level, rng)
    strong = shape in _STRONG
    shapes = [shape, shape, rng.choice(_LIKELY), PatternType.BOMB, PatternType.BOMB if strong else rng.choice(_LIKELY)]
    plays = [_play(each, level, rng) for each in shapes]
    more = PatternType.STRAIGHT_FLUSH if strong else shape
    plays += [_play(more, level, rng) for _ in range(_CANDIDATES - len(plays))]
    both = [play for play in plays if max(Counter([*previous, *play]).values()) <= at_most("decks")]
    return {"level": level, "previous": previous, "plays": both}


@deals("guandan.one_reply")
def one_reply(rng: Random) -> dict[str, Any]:
    """A level, a play that was led and one play put on it."""
    found = replies(rng)
    return {
        "level": found["level"],
        "previous": found["previous"],
        "play": rng.choice(found["plays"] or [found["previous"]]),
    }


@deals("guandan.one_play")
def one_play(rng: Random) -> dict[str, Any]:
    """A level and the cards of one play, which may be no pattern."""
    level = rng.choice(_LEVELS)
    if rng.random() < 1 / 4:
        return {"level": level, "cards": _faulty(rng, level)}
    return {"level": level, "cards": _play(rng.choice(_LIKELY), level, rng)}


@deals("guandan.wrong_lead")
def wrong_lead(rng: Random) -> dict[str, Any]:
    """A level, cards led that are no pattern, and patterns of their ranks, some of which they do not hold."""
    level = rng.choice(_LEVELS)
    cards = _faulty(rng, level)
    ranks = list(dict.fromkeys(Card.parse(card).rank for card in cards))
    whole = [card for rank in ranks for card in _of(rank, 3, rng, level)]
    offered = [*play_within(cards, level)["patterns"], *play_within(whole, level)["patterns"]]
    return {"level": level, "cards": cards, "offered": list(dict.fromkeys(offered))}
