"""What may be played on what (rules 6.1 and 8)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.cards import Rank, parse_level, strength
from decision_trees.guandan.patterns import PatternType, Reading, largest_play, windows
from decision_trees.guandan.quantities import at_least, at_most

_B = "guandan-2017:"


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


_RUNS = {
    PatternType.STRAIGHT: "straight",
    PatternType.STRAIGHT_FLUSH: "straight-flush",
    PatternType.TUBE: "tube",
    PatternType.PLATE: "plate",
}


def _read(given: dict[str, Any], which: str) -> Reading:
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


@rule("guandan.play.beats", _B + "6.1", _B + "8")
def play_beats(prev: dict[str, Any], new: dict[str, Any], level: str) -> dict[str, Any]:
    """后一手能不能压前一手。"""
    return {"beats": beats(_read(new, "后一手"), _read(prev, "前一手"), parse_level(level))}
