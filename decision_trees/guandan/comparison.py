"""What may be played on what (rules 6.1 and 8)."""

from __future__ import annotations

from decision_trees.guandan.cards import Rank, strength
from decision_trees.guandan.patterns import PatternType, Reading, largest_play
from decision_trees.guandan.quantities import at_most


def bomb_class(reading: Reading) -> int:
    """How high a bomb stands before ranks are looked at; 0 for a pattern that is no bomb (8.4 to 8.7).

    More cards beat fewer; a straight flush stands between the bombs it beats and those that beat it.
    """
    if reading.type is PatternType.FOUR_JOKERS:
        return 2 * (largest_play() + 1)
    if reading.type is PatternType.STRAIGHT_FLUSH:
        return 2 * at_most("straight-flush-beats") + 1
    return 2 * reading.size if reading.type is PatternType.BOMB else 0


def _rank(reading: Reading, level: Rank) -> int:
    """Height within a type: of sequences the last rank in natural order, else the rank, level cards above A (8.1)."""
    if not reading.ranks:
        return 0
    return int(reading.ranks[-1]) if reading.type.is_sequence else strength(reading.ranks[0], level)


def beats(new: Reading, previous: Reading, level: Rank) -> bool:
    """Whether a play may be put on another: the same pattern and higher, or a bomb that is higher (6.1, 8.2 to 8.7)."""
    a, b = bomb_class(new), bomb_class(previous)
    if a != b:
        return a > b
    return new.type is previous.type and _rank(new, level) > _rank(previous, level)
