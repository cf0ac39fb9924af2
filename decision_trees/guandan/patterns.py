"""Patterns (牌型), all the readings of a play with its wild cards (红心参谋), and what beats what: rules 4, 6.1, 7 and 8.

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
from decision_trees.guandan.cards import PACK, SUITED, Card, Rank, Suit, is_wild, parse_cards, parse_level, strength
from decision_trees.guandan.numbers import at_least, at_most

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
class _ByCounts:
    recognition: Recognition
    flush: Recognition | None  # instead, when all natural cards are of one suit


def _by_counts(readings: Sequence[Reading]) -> _ByCounts:
    found = tuple(sorted(set(readings), key=lambda r: (r.type, [SUITED.index(x) for x in r.ranks if x in SUITED][-1:])))
    straights = tuple(r for r in found if r.type is PatternType.STRAIGHT)
    flushes = tuple(Reading(PatternType.STRAIGHT_FLUSH, r.ranks, r.size) for r in straights)
    others = tuple(r for r in found if r not in straights)
    return _ByCounts(Recognition(found), Recognition((*others, *flushes), straights) if straights else None)


@functools.cache
def _partly_natural() -> dict[int, _ByCounts]:
    """Readings of all plays with at least one natural card, by their counts."""
    found: defaultdict[int, list[Reading]] = defaultdict(list)
    for reading, counts in complete_patterns():
        replaceable = [r for r in counts if not r.is_joker]  # a wild card cannot be a joker (7.2)
        for wild in range(min(at_most("wild-cards"), reading.size - 1) + 1):
            for replaced in combinations_with_replacement(replaceable, wild):
                natural = counts - Counter(replaced)
                if natural.total() == reading.size - wild:
                    found[_code(natural, wild)].append(reading)
    return {code: _by_counts(readings) for code, readings in found.items()}


@functools.cache
def _of_level(level: Rank) -> tuple[tuple[int, ...], dict[int, _ByCounts]]:
    """What each card of the pack adds to the code, by its index; and the readings by code."""
    weights = [0] * len(PACK)
    for card in PACK:
        weights[card.index] = _WILD if is_wild(card, level) else _code({card.rank: 1}, 0)
    # nothing to go with: wild cards alone are level cards (D-50)
    alone = {
        n * _WILD: _by_counts([Reading(type_, (level,), n)])
        for n, type_ in ((1, PatternType.SINGLE), (2, PatternType.PAIR))
    }
    return tuple(weights), _partly_natural() | alone


def recognise(cards: Sequence[Card], level: Rank) -> Recognition:
    """All the readings of a play (4, 7.2, 7.3), lowest first within a type."""
    if len(cards) > _largest():
        return NO_PATTERN
    weights, by_counts = _of_level(level)
    code = 0
    for card in cards:
        code += weights[card.index]
    found = by_counts.get(code)
    if found is None:
        return NO_PATTERN
    if found.flush is not None:
        suits = {card.suit for card in cards if weights[card.index] != _WILD}
        if len(suits) == 1:
            return found.flush
    return found.recognition


_largest = functools.cache(largest_play)


def _as_json(reading: Reading) -> dict[str, Any]:
    result: dict[str, Any] = {"type": reading.type.value}
    if reading.key:
        result["key"] = reading.key
    if reading.type is PatternType.BOMB:
        result["size"] = reading.size
    return result


@rule("guandan.play.recognise", _B + "4", _B + "7.2", _B + "7.3", title="一手牌的所有读法")
def play_recognise(cards: list[str], level: str) -> dict[str, Any]:
    """All the readings of a play, its wild cards included (4, 7.2, 7.3).

    Where there are several the player must say at once which it is: ``needs_declaration``. ``optional``: a straight flush as an
    ordinary straight, which the text leaves open (D-23). Raises :class:`RuleInputError` for cards there cannot be.
    """
    if not cards:
        raise RuleInputError("没有写打出的牌。")
    found = recognise(parse_cards(cards, "打出的牌"), parse_level(level))
    result: dict[str, Any] = {"legal": found.legal, "readings": [_as_json(r) for r in found.readings]}
    if found.optional:  # whether to declare depends on an open question
        return {**result, "optional": [_as_json(r) for r in found.optional]}
    return {**result, "needs_declaration": found.needs_declaration}


@rule("guandan.play.how_many_readings", _B + "7.2", _B + "7.3.2", title="一手牌有几种读法")
def play_how_many_readings(cards: list[str], level: str) -> dict[str, Any]:
    """Whether a play has no reading, one, or several (7.2, 7.3.2).

    ``wild_only`` and ``flush``: the text does not say whether these may stand for something else (D-50, D-23). Raises
    :class:`RuleInputError` for cards there cannot be.
    """
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


def bomb_class(reading: Reading) -> int:
    """How high a bomb stands before ranks are looked at; 0 for a pattern that is no bomb (8.4 to 8.7).

    More cards beat fewer; a straight flush stands between the bombs it beats and those that beat it.
    """
    if reading.type is PatternType.FOUR_JOKERS:
        return 2 * (largest_play() + 1)
    if reading.type is PatternType.STRAIGHT_FLUSH:
        return 2 * at_most("straight-flush-beats") + 1
    return 2 * reading.size if reading.type is PatternType.BOMB else 0


def height(reading: Reading, level: Rank) -> tuple[int, int]:
    """How high a reading stands: bombs by their class first (8.4 to 8.7), then the rank.

    Of sequences the last rank in natural order (7.3.1), else the rank, level cards above A (8.1).
    """
    if not reading.ranks:
        return bomb_class(reading), 0
    rank = int(reading.ranks[-1]) if reading.type.is_sequence else strength(reading.ranks[0], level)
    return bomb_class(reading), rank


def beats(new: Reading, previous: Reading, level: Rank) -> bool:
    """Whether a play may be put on another: the same pattern and higher, or a bomb that is higher (6.1, 8.2 to 8.7)."""
    if bomb_class(new) != bomb_class(previous):
        return bomb_class(new) > bomb_class(previous)
    return new.type is previous.type and height(new, level) > height(previous, level)


_RUNS = {
    PatternType.STRAIGHT: "straight",
    PatternType.STRAIGHT_FLUSH: "straight-flush",
    PatternType.TUBE: "tube",
    PatternType.PLATE: "plate",
}


def _given_reading(given: dict[str, Any], which: str) -> Reading:
    """A reading of ``{"type": "bomb", "key": "6", "size": 4}``."""
    known = ("type", "key", "size")
    unknown = [k for k in given if k not in known]
    if unknown:
        raise RuleInputError(f"{which}不能有“{unknown[0]}”，应为 {'、'.join(known)}。")
    if given.get("type") not in list(PatternType):
        raise RuleInputError(f"{which}的 type 不能是 {given.get('type')!r}，应为 {'、'.join(PatternType)} 之一。")
    type_ = PatternType(given["type"])
    if type_ is PatternType.FOUR_JOKERS:
        return Reading(type_, (), at_least("decks") * sum(r.is_joker for r in Rank))
    if not isinstance(given.get("key"), str):
        raise RuleInputError(f"{which}缺少 key，如 9 或 3-4-5-6-7。")
    ranks = tuple(Rank.parse(text) for text in given["key"].split("-"))
    if type_ in _RUNS:
        each = {PatternType.TUBE: 2, PatternType.PLATE: 3}.get(type_, 1)
        if ranks == tuple(r for r in ranks[::each] for _ in range(each)):  # 3-3-4-4-5-5 written for 3-4-5
            ranks = ranks[::each]
        if ranks not in set(windows(at_least(_RUNS[type_]))):
            raise RuleInputError(f"{which}的 key“{given['key']}”不是{type_.chinese}，应由小到大写全，A 当 1 时写在前。")
        return Reading(type_, ranks, len(ranks) * each)
    if len(ranks) != 1 or (ranks[0].is_joker and type_ not in (PatternType.SINGLE, PatternType.PAIR)):
        raise RuleInputError(f"{which}的 key“{given['key']}”不是{type_.chinese}的牌点。")
    size = given.get("size", 0)
    if type_ is PatternType.BOMB:
        low, high = at_least("bomb"), largest_play()
        if not isinstance(size, int) or isinstance(size, bool) or not low <= size <= high:
            raise RuleInputError(f"{which}是炸弹，要写张数 size，应为 {low} 至 {high}。")
    return Reading(type_, ranks, size)


@rule("guandan.play.beats", _B + "6.1", _B + "8", title="后一手能否压前一手")
def play_beats(prev: dict[str, Any], new: dict[str, Any], level: str) -> dict[str, Any]:
    """Whether a play may be put on another, both given as a type with its rank (6.1, 8).

    Raises :class:`RuleInputError` for a type, rank or size there is not.
    """
    return {"beats": beats(_given_reading(new, "后一手"), _given_reading(prev, "前一手"), parse_level(level))}
