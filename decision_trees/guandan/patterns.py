"""Patterns (牌型) and all the readings of a play with its wild cards (红心参谋): rules 4 and 7.

Whether cards form a pattern depends on nothing but how many there are of each rank, and for a straight whether they are
of one suit. All plays that form one are therefore listed once, by their counts: every complete pattern, and every
complete pattern with one or two of its cards replaced by wild cards. Recognising a play is looking up its counts.
"""

from __future__ import annotations

import functools
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import combinations_with_replacement
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.cards import PACK, SUITED, Card, Rank, Suit, is_wild, parse_cards, parse_level
from decision_trees.guandan.quantities import at_least, at_most

_B = "guandan-2017:"


class PatternType(StrEnum):
    """The ten patterns (4.1 to 4.10)."""

    SINGLE = "single"
    PAIR = "pair"
    TRIPLE = "triple"
    TRIPLE_PAIR = "triple_pair"
    STRAIGHT = "straight"
    TUBE = "tube"
    PLATE = "plate"
    BOMB = "bomb"
    STRAIGHT_FLUSH = "straight_flush"
    FOUR_JOKERS = "four_jokers"

    @property
    def chinese(self) -> str:
        """单张, 对子, ... 四大天王."""
        return _CHINESE[self]

    @property
    def is_sequence(self) -> bool:
        """Whether its cards are consecutive; level cards then stand in their natural place (7.3.1)."""
        return self in (self.STRAIGHT, self.TUBE, self.PLATE, self.STRAIGHT_FLUSH)

    @property
    def is_bomb(self) -> bool:
        """Whether it may be played on any other pattern: bomb, straight flush, four jokers (8.4 to 8.7)."""
        return self in (self.BOMB, self.STRAIGHT_FLUSH, self.FOUR_JOKERS)


_CHINESE = dict(
    zip(
        PatternType,
        ("单张", "对子", "三同张", "三带对", "顺子", "三连对", "三同连张", "炸弹", "同花顺", "四大天王"),
        strict=True,
    )
)


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a play."""

    type: PatternType
    ranks: tuple[Rank, ...]  # the rank; of a 三带对 that of the triple; of a sequence all, A first when it counts as 1
    size: int  # cards

    @property
    def key(self) -> str | None:
        """What decides between two of this type: ``K``, ``A-2-3-4-5``; None for the four jokers."""
        return "-".join(r.code for r in self.ranks) or None

    @property
    def chinese(self) -> str:
        """顺子 3-4-5-6-7; 6 张炸弹 9."""
        count = f"{self.size} 张" if self.type is PatternType.BOMB else ""
        return count + self.type.chinese + (f" {self.key}" if self.key else "")


@dataclass(frozen=True, slots=True)
class Recognition:
    """What a play can be read as."""

    readings: tuple[Reading, ...] = ()
    optional: tuple[Reading, ...] = ()  # a straight flush read as an ordinary straight: the text does not say (D-23)

    @property
    def legal(self) -> bool:
        """Whether the cards form a pattern at all."""
        return bool(self.readings)

    @property
    def needs_declaration(self) -> bool:
        """Whether the player must say at once which it is (7.3.2): there are several readings."""
        return len(self.readings) > 1


NO_PATTERN = Recognition()


def windows(length: int) -> Iterator[tuple[Rank, ...]]:
    """Consecutive ranks, A as the lowest or the highest but never in the middle (4.3, 4.5, 4.7)."""
    run = (Rank.ACE, *SUITED)
    return (run[i : i + length] for i in range(len(run) - length + 1))


def largest_play() -> int:
    """Most cards one play can have: the bomb of all cards of a rank and the wild cards (4.8, 7.2)."""
    return at_most("decks") * len(Suit) + at_most("wild-cards")


_Complete = tuple[Reading, Counter[Rank]]


def complete_patterns() -> Iterator[_Complete]:
    """Every pattern with the cards of each rank it consists of."""

    def same(type_: PatternType, rank: Rank, size: int) -> _Complete:
        return Reading(type_, (rank,), size), Counter({rank: size})

    def run(type_: PatternType, ranks: tuple[Rank, ...], of_each: int) -> _Complete:
        return Reading(type_, ranks, of_each * len(ranks)), Counter(dict.fromkeys(ranks, of_each))

    for rank in Rank:
        yield same(PatternType.SINGLE, rank, 1)
        yield same(PatternType.PAIR, rank, 2)
    for rank in SUITED:
        yield same(PatternType.TRIPLE, rank, 3)
        for pair in Rank:
            if pair is not rank:
                yield Reading(PatternType.TRIPLE_PAIR, (rank,), 5), Counter({rank: 3, pair: 2})
        for size in range(at_least("bomb"), largest_play() + 1):
            yield same(PatternType.BOMB, rank, size)
    for ranks in windows(at_least("straight")):
        yield run(PatternType.STRAIGHT, ranks, 1)
    for ranks in windows(at_least("tube")):
        yield run(PatternType.TUBE, ranks, 2)
    for ranks in windows(at_least("plate")):
        yield run(PatternType.PLATE, ranks, 3)
    jokers = {r: at_most("decks") for r in Rank if r.is_joker}
    yield Reading(PatternType.FOUR_JOKERS, (), sum(jokers.values())), Counter(jokers)


_BITS = 4  # per rank: no count in a play exceeds largest_play()
_WILD = 1 << _BITS * (Rank.BIG_JOKER + 1)


def _code(counts: Mapping[Rank, int], wild: int) -> int:
    """Counts of each rank and of wild cards as one number."""
    return sum(n << _BITS * rank for rank, n in counts.items()) + wild * _WILD


@dataclass(frozen=True, slots=True)
class _Entry:
    recognition: Recognition
    flush: Recognition | None  # instead, when all natural cards are of one suit


def _entry(readings: Sequence[Reading]) -> _Entry:
    found = tuple(sorted(set(readings), key=lambda r: (r.type, [SUITED.index(x) for x in r.ranks if x in SUITED][-1:])))
    straights = tuple(r for r in found if r.type is PatternType.STRAIGHT)
    flushes = tuple(Reading(PatternType.STRAIGHT_FLUSH, r.ranks, r.size) for r in straights)
    others = tuple(r for r in found if r not in straights)
    return _Entry(Recognition(found), Recognition((*others, *flushes), straights) if straights else None)


@functools.cache
def _partly_natural() -> dict[int, _Entry]:
    """Readings of all plays with at least one natural card, by their counts."""
    found: defaultdict[int, list[Reading]] = defaultdict(list)
    for reading, counts in complete_patterns():
        replaceable = [r for r in counts if not r.is_joker]  # a wild card cannot be a joker (7.2)
        for wild in range(min(at_most("wild-cards"), reading.size - 1) + 1):
            for replaced in combinations_with_replacement(replaceable, wild):
                natural = counts - Counter(replaced)
                if natural.total() == reading.size - wild:
                    found[_code(natural, wild)].append(reading)
    return {code: _entry(readings) for code, readings in found.items()}


@functools.cache
def _of_level(level: Rank) -> tuple[tuple[int, ...], dict[int, _Entry]]:
    """What each card of the pack adds to the code, by its index; and the readings by code."""
    weights = [0] * len(PACK)
    for card in PACK:
        weights[card.index] = _WILD if is_wild(card, level) else _code({card.rank: 1}, 0)
    # nothing to go with: wild cards alone are level cards (D-50)
    alone = {
        n * _WILD: _entry([Reading(type_, (level,), n)])
        for n, type_ in ((1, PatternType.SINGLE), (2, PatternType.PAIR))
    }
    return tuple(weights), _partly_natural() | alone


def recognise(cards: Sequence[Card], level: Rank) -> Recognition:
    """All the readings of a play (4, 7.2, 7.3), lowest first within a type."""
    if len(cards) > _largest():
        return NO_PATTERN
    weights, entries = _of_level(level)
    code = 0
    for card in cards:
        code += weights[card.index]
    entry = entries.get(code)
    if entry is None:
        return NO_PATTERN
    if entry.flush is not None:
        suits = {card.suit for card in cards if weights[card.index] != _WILD}
        if len(suits) == 1:
            return entry.flush
    return entry.recognition


_largest = functools.cache(largest_play)


def _reading(reading: Reading) -> dict[str, Any]:
    result: dict[str, Any] = {"type": reading.type.value}
    if reading.key:
        result["key"] = reading.key
    if reading.type is PatternType.BOMB:
        result["size"] = reading.size
    return result


@rule("guandan.play.recognise", _B + "4", _B + "7.2", _B + "7.3")
def play_recognise(cards: list[str], level: str) -> dict[str, Any]:
    """一手牌的所有合法读法，红心参谋算在内；不止一种时须在打出后立即说明。"""
    if not cards:
        raise RuleInputError("没有写打出的牌。")
    found = recognise(parse_cards(cards, "打出的牌"), parse_level(level))
    result: dict[str, Any] = {"legal": found.legal, "readings": [_reading(r) for r in found.readings]}
    if found.optional:  # whether to declare depends on an open question
        return {**result, "optional": [_reading(r) for r in found.optional]}
    return {**result, "needs_declaration": found.needs_declaration}


@rule("guandan.play.how_many_readings", "guandan-2017:7.2", "guandan-2017:7.3.2")
def play_how_many_readings(cards: list[str], level: str) -> dict[str, Any]:
    """一手牌没有合法读法、只有一种、还是两种以上；全由红心参谋组成的、同花的五张另列，文本没有写能不能当别的牌。"""
    if not cards:
        raise RuleInputError("没有写打出的牌。")
    played, rank = parse_cards(cards, "打出的牌"), parse_level(level)
    found = recognise(played, rank)
    if not found.legal:
        return {"readings": "none"}
    if all(is_wild(card, rank) for card in played):
        return {"readings": "wild_only"}  # D-50
    if found.needs_declaration:
        return {"readings": "several"}
    return {"readings": "flush" if found.optional else "one"}  # D-23
