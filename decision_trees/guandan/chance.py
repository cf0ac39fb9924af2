"""Plays dealt by chance for exercises: cards that make a pattern, and several that may be put on it (rule 4)."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from decision_trees.exercises import deals

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
_SUITS = ("S", "H", "D", "C")
_COPIES = [suit for suit in _SUITS for _ in range(2)]  # two packs
_LEVELS = _RANKS[:-1]
_SHAPES = {"single": (1,), "pair": (2,), "triple": (3,), "triple_pair": (3, 2), "tube": (2, 2, 2), "plate": (3, 3)}
_RUN = 5  # cards of a straight
_CANDIDATES = 6


def _of(rank: str, count: int, rng: Random, level: str) -> list[str]:
    """So many cards of a rank, no wild card among them."""
    return [suit + rank for suit in rng.sample([s for s in _COPIES if (s, rank) != ("H", level)], count)]


def _in_a_row(count: int, rng: Random) -> list[str]:
    first = rng.randrange(len(_RANKS) - count + 1)
    return list(_RANKS[first : first + count])


def _play(shape: str, level: str, rng: Random) -> list[str]:
    if shape == "bomb":
        return _of(rng.choice(_RANKS), rng.choice((4, 4, 4, 5, 5, 6)), rng, level)
    if shape in ("straight", "straight_flush"):
        ranks = _in_a_row(_RUN, rng)
        suit = rng.choice("SDC")
        suits = [suit] * _RUN
        if shape == "straight":
            while len(set(suits)) == 1:
                suits = [rng.choice("SDC") for _ in ranks]
        return [s + rank for s, rank in zip(suits, ranks, strict=True)]
    counts = _SHAPES[shape]
    if shape == "triple_pair":  # three level cards with a pair: the text leaves open what they count (D-45)
        ranks = rng.sample([rank for rank in _RANKS if rank != level], len(counts))
    else:
        ranks = _in_a_row(len(counts), rng)
    return [card for rank, count in zip(ranks, counts, strict=True) for card in _of(rank, count, rng, level)]


def _faulty(rng: Random, level: str) -> list[str]:
    """Cards that look like a pattern and are none."""
    kind = rng.randrange(3)
    if kind == 0:  # three pairs with a gap
        low = rng.randrange(len(_RANKS) - 3)
        return [c for i in (0, 1, 3) for c in _of(_RANKS[low + i], 2, rng, level)]
    if kind == 1:  # four in a row
        return [rng.choice("SDC") + rank for rank in _in_a_row(_RUN - 1, rng)]
    high = rng.sample(_RANKS, 2)  # three and one
    return [*_of(high[0], 3, rng, level), *_of(high[1], 1, rng, level)]


_LIKELY = ("single", "pair", "triple", "triple_pair", "straight", "tube", "plate", "bomb", "bomb", "straight_flush")


@deals("guandan.replies")
def replies(rng: Random) -> dict[str, Any]:
    """A level, a play that was led and plays that somebody may think of putting on it."""
    level = rng.choice(_LEVELS)
    shape = rng.choice(_LIKELY)
    previous = _play(shape, level, rng)
    strong = shape in ("bomb", "straight_flush")
    shapes = [shape, shape, rng.choice(_LIKELY), "bomb", "bomb" if strong else rng.choice(_LIKELY)]
    plays = [_play(each, level, rng) for each in shapes]
    plays += [_play("straight_flush" if strong else shape, level, rng) for _ in range(_CANDIDATES - len(plays))]
    both = [play for play in plays if max(Counter([*previous, *play]).values()) <= 2]  # two packs
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
