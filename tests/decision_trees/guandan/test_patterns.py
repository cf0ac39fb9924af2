"""Patterns and readings: examples of the text, then brute force over every substitution of the wild cards."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations_with_replacement
from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError
from decision_trees.guandan.cards import PACK, Card, Rank, Suit, parse_cards, parse_level
from decision_trees.guandan.patterns import Recognition, recognise
from tests.decision_trees.guandan.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals


def said(recognition: Recognition) -> set[str]:
    return {words(r.type.value, r.key, r.size) for r in recognition.readings}


def words(type_: str, key: str | None, size: int) -> str:
    return f"{type_}{size if type_ == 'bomb' else ''} {key or ''}".strip()


# cards, level, readings
BY_HAND = [
    # 4.1 singles; a wild card alone is a level card
    ("S9", "2", ["single 9"]),
    ("BJ", "2", ["single BJ"]),
    ("H2", "2", ["single 2"]),
    ("H2", "3", ["single 2"]),
    # 4.2 pairs
    ("S9 D9", "2", ["pair 9"]),
    ("BJ BJ", "2", ["pair BJ"]),
    ("LJ LJ", "2", ["pair LJ"]),
    ("BJ LJ", "2", []),
    ("LJ H2", "2", []),  # 7.2: cannot be a joker
    ("C8 H2", "2", ["pair 8"]),  # 7.2.1
    ("H2 H2", "2", ["pair 2"]),
    ("S2 H2", "2", ["pair 2"]),
    ("S3 S4", "2", []),
    # 4.4 triples
    ("S6 C6 D6", "2", ["triple 6"]),
    ("S6 H2 H2", "2", ["triple 6"]),
    ("S6 C6 H2", "2", ["triple 6"]),
    ("BJ BJ H2", "2", []),
    ("BJ H2 H2", "2", []),
    ("BJ BJ LJ", "2", []),
    ("S6 C6 D7", "2", []),
    # 4.3 three pairs, ace high and low; two at A and K is no run
    ("S2 C2 S3 C3 S4 C4", "5", ["tube 2-3-4"]),
    ("S7 C7 S8 C8 S9 C9", "2", ["tube 7-8-9"]),
    ("SA CA S2 C2 S3 C3", "5", ["tube A-2-3"]),
    ("SQ CQ SK CK SA CA", "5", ["tube Q-K-A"]),
    ("SK CK SA CA S2 C2", "2", []),
    ("S2 C2 S3 C3 S4 C4", "2", ["tube 2-3-4"]),
    ("S3 C3 S4 C4", "2", []),
    ("S7 C7 S8 C8", "2", []),
    ("SA CA S2 C2 S3 C3 S4 C4", "5", []),
    ("SJ CJ SQ CQ SK CK SA CA", "5", []),
    ("S5 C5 S6 C6 S7 H2", "2", ["tube 5-6-7"]),  # 7.2.4
    ("S5 C5 S6 S7 C7 H2", "2", ["tube 5-6-7"]),
    ("S5 C5 S6 C6 H2 H2", "2", ["plate 5-6", "tube 4-5-6", "tube 5-6-7"]),
    ("S7 C7 S8 C8 H2 H2", "2", ["plate 7-8", "tube 6-7-8", "tube 7-8-9"]),  # 7.3.2
    ("SA CA SK CK H5 H5", "5", ["plate K-A", "tube Q-K-A"]),
    ("SA CA S2 C2 H5 H5", "5", ["plate A-2", "tube A-2-3"]),
    # 4.5 two consecutive triples
    ("S3 C3 D3 S4 C4 D4", "2", ["plate 3-4"]),
    ("SA CA DA S2 C2 D2", "5", ["plate A-2"]),
    ("SK CK DK SA CA DA", "5", ["plate K-A"]),
    ("SK CK DK S2 C2 D2", "2", []),
    ("S3 C3 D3 S4 C4 H2", "2", ["plate 3-4"]),  # 7.2.7
    ("S3 C3 S4 C4 D4 H2", "2", ["plate 3-4"]),
    ("SJ CJ DJ SQ CQ DQ SK CK DK", "2", []),
    ("S3 C3 D3 S5 C5 D5", "2", []),
    # 4.6 three with a pair
    ("S9 C9 D9 SJ CJ", "2", ["triple_pair 9"]),
    ("S9 C9 D9 LJ LJ", "2", ["triple_pair 9"]),
    ("S9 C9 H2 LJ LJ", "2", ["triple_pair 9"]),
    ("S9 H2 H2 BJ BJ", "2", ["triple_pair 9"]),
    ("S9 C9 D9 LJ BJ", "2", []),
    ("S9 C9 D9 LJ H2", "2", []),
    ("S9 C9 D9 SJ", "2", []),
    ("S9 C9 D9 SJ SQ", "2", []),
    ("S9 C9 D9 SJ H2", "2", ["triple_pair 9"]),
    ("SK CK S6 C6 H2", "2", ["triple_pair 6", "triple_pair K"]),  # 7.2.2
    ("SK CK S6 H2 H2", "2", ["triple_pair 6", "triple_pair K"]),
    ("S6 C6 D6 H2 H2", "2", ["bomb5 6", "triple_pair 6"]),
    ("S2 C2 H2 S9 C9", "2", ["triple_pair 2", "triple_pair 9"]),
    # 4.7 straights
    ("S3 C4 D5 S6 S7", "2", ["straight 3-4-5-6-7"]),
    ("SA C2 D3 S4 S5", "7", ["straight A-2-3-4-5"]),
    ("S10 CJ DQ SK SA", "7", ["straight 10-J-Q-K-A"]),
    ("SJ CQ DK SA S2", "2", []),
    ("SJ CQ DK SA H2", "2", ["straight 10-J-Q-K-A"]),
    ("S2 C3 D4 S5 S6", "2", ["straight 2-3-4-5-6"]),  # a level card in its natural place, 7.3.1
    ("H2 C3 D4 S5 S6", "2", ["straight 2-3-4-5-6", "straight 3-4-5-6-7"]),
    ("S4 C5 D6 S8 H2", "2", ["straight 4-5-6-7-8"]),  # 7.2.5
    ("S4 C5 D6 S7 H2", "2", ["straight 3-4-5-6-7", "straight 4-5-6-7-8"]),
    ("SA C2 D3 S4 H9", "9", ["straight A-2-3-4-5"]),
    ("SJ CQ DK SA H9", "9", ["straight 10-J-Q-K-A"]),
    ("SA C5 D4 H9 H9", "9", ["straight A-2-3-4-5"]),
    ("S3 C4 D5 S6", "2", []),
    ("S3 C4 D5 S6 S7 S8", "2", []),
    ("S3 C4 D5 S6 LJ", "2", []),
    ("SQ CK DA S2 S3", "7", []),
    # 4.8 bombs
    ("S4 C4 D4 H4", "2", ["bomb4 4"]),
    ("S6 C6 D6 H2", "2", ["bomb4 6"]),  # 7.2.3
    ("S6 C6 H2 H2", "2", ["bomb4 6"]),
    ("S6 C6 D6 H6 H2", "2", ["bomb5 6"]),
    ("S7 S7 C7 C7 D7 D7", "2", ["bomb6 7"]),
    ("S7 S7 C7 C7 D7 D7 H7 H7 H2 H2", "2", ["bomb10 7"]),
    ("S2 S2 C2 C2 D2 D2 H2 H2", "2", ["bomb8 2"]),
    ("LJ LJ H2 H2", "2", []),
    # 4.9 straight flushes; as an ordinary straight they are optional (D-23)
    ("H3 H4 H5 H6 H7", "2", ["straight_flush 3-4-5-6-7"]),
    ("S10 SJ SQ SK SA", "2", ["straight_flush 10-J-Q-K-A"]),
    ("D7 D8 D9 DJ H2", "2", ["straight_flush 7-8-9-10-J"]),  # 7.2.6
    ("D7 D8 D9 D10 H2", "2", ["straight_flush 6-7-8-9-10", "straight_flush 7-8-9-10-J"]),
    ("H7 H8 H9 H10 H8", "8", ["straight_flush 6-7-8-9-10", "straight_flush 7-8-9-10-J"]),
    # 4.10 four jokers
    ("BJ BJ LJ LJ", "2", ["four_jokers"]),
    ("BJ BJ LJ H2", "2", []),
    ("BJ BJ BJ LJ", "2", None),
]


@pytest.mark.parametrize(("cards", "level", "expected"), BY_HAND)
def test_by_hand(cards: str, level: str, expected: list[str] | None) -> None:
    if expected is None:
        with pytest.raises(RuleInputError, match="两副牌里同一张只有"):
            parse_cards(cards.split())
        return
    assert said(recognise(parse_cards(cards.split()), parse_level(level))) == set(expected)


def test_flush_may_also_be_a_straight_and_says_so() -> None:
    found = recognise(parse_cards(["C9", "C10", "CJ", "H4", "H4"]), Rank.FOUR)
    assert [r.key for r in found.optional] == ["7-8-9-10-J", "8-9-10-J-Q", "9-10-J-Q-K"]
    assert {r.type.value for r in found.optional} == {"straight"}


@pytest.mark.parametrize(
    ("cards", "level", "must"),
    [
        ("KK66*", "2", True),
        ("SA CA DA S3 C3", "2", False),
        ("S4 C5 D6 S8 H2", "2", False),
        ("S4 C5 D6 S7 H2", "2", True),
        ("S7 C7 S8 C8 H2 H2", "2", True),
        ("S6 C6 H2 H2", "2", False),
    ],
)
def test_what_must_be_declared(cards: str, level: str, must: bool) -> None:
    cards = "SK CK S6 C6 H2" if cards == "KK66*" else cards
    out = functions.call("guandan.play.recognise", {"cards": cards.split(), "level": level})
    assert out["needs_declaration"] is must


@pytest.mark.parametrize("order", range(5))
def test_order_of_cards_does_not_matter(order: int) -> None:
    cards = ["S7", "C7", "S8", "C8", "H2", "H2"]
    random.Random(order).shuffle(cards)
    assert said(recognise(parse_cards(cards), Rank.TWO)) == {"plate 7-8", "tube 6-7-8", "tube 7-8-9"}


# -- brute force, from the text and sharing nothing with the library but the names of cards -------------------------------
FACES = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
AROUND = ["A", *FACES]  # A before 2 and after K


@cache
def _natural(faces: tuple[str, ...]) -> frozenset[str]:
    """Patterns of cards as they are, suits apart: 4.1 to 4.8 and 4.10 read out one by one."""
    count = Counter(faces)
    kinds = sorted(count.values(), reverse=True)
    found = set()
    size = len(faces)
    if len(count) == 1:
        face = faces[0]
        if size == 1:
            found.add(f"single {face}")
        if size == 2:
            found.add(f"pair {face}")
        if size == 3 and face in FACES:
            found.add(f"triple {face}")
        if size >= 4 and face in FACES:
            found.add(f"bomb{size} {face}")
    if kinds == [3, 2]:
        three = next(f for f, n in count.items() if n == 3)
        if three in FACES:
            found.add(f"triple_pair {three}")
    for name, length, each in (("straight", 5, 1), ("tube", 3, 2), ("plate", 2, 3)):
        if len(count) == length and all(n == each for n in count.values()):
            for start in range(len(AROUND) - length + 1):
                run = AROUND[start : start + length]
                if set(run) == set(count):
                    found.add(f"{name} {'-'.join(run)}")
    if count == {"BJ": 2, "LJ": 2}:
        found.add("four_jokers")
    return frozenset(found)


def brute_force(codes: list[str], level: str) -> tuple[set[str], set[str]]:
    """Required and optional readings, trying every card for every wild card."""
    wild = codes.count(f"H{level}")
    fixed = [c for c in codes if c != f"H{level}"]
    if not fixed:
        stand_ins = [tuple([f"H{level}"] * wild)]
    else:
        suits = "SHCD" if len(codes) == 5 else "S"  # elsewhere a suit decides nothing
        stand_ins = list(combinations_with_replacement([s + f for f in FACES for s in suits], wild))
    required, flushes = set(), set()
    for extra in stand_ins:
        cards = [*fixed, *extra]
        faces = tuple(sorted(c if c in ("BJ", "LJ") else c[1:] for c in cards))
        for reading in _natural(faces):
            if reading.startswith("straight ") and len({c[0] for c in cards}) == 1:
                flushes.add(reading.replace("straight", "straight_flush"))
            else:
                required.add(reading)
    lowered = {f.replace("straight_flush", "straight") for f in flushes}
    return required - lowered | flushes, lowered


def a_play(at: random.Random) -> tuple[list[str], str]:
    """Cards of two packs, often close to a pattern, often with wild cards."""
    level = at.choice(FACES)
    wild = at.choice([0, 0, 1, 1, 2])
    size = max(wild, at.choice([1, 2, 3, 4, 5, 5, 5, 5, 6, 6, 6, 7, 8, 9, 10]))
    pack = [str(c) for c in PACK if str(c) != f"H{level}"] * 2
    if at.random() < 0.25:
        fixed = at.sample(pack, size - wild)
    else:
        width = at.choice([1, 2, 2, 3, 5, 5, 6])
        start = at.randrange(len(AROUND) - width + 1)
        near = AROUND[start : start + width] + (["BJ", "LJ"] if at.random() < 0.15 else [])
        near = ["BJ", "LJ"] if at.random() < 0.03 else near
        suits = at.choice(["SHCD", "SHCD", "S", "H", "D"])
        few = [c for c in pack if (c if c in ("BJ", "LJ") else c[1:]) in near and (c[0] in suits or len(c) == 2)]
        fixed = at.sample(few, min(len(few), size - wild))
    cards = fixed + [f"H{level}"] * wild
    at.shuffle(cards)
    return (cards or ["S3"]), level


def test_twenty_thousand_plays_against_brute_force() -> None:
    at = random.Random(20171)
    seen: Counter[str] = Counter()
    for _ in range(20_000):
        codes, level = a_play(at)
        required, optional = brute_force(codes, level)
        found = recognise(parse_cards(codes), parse_level(level))
        assert said(found) == required, (codes, level)
        assert {words(r.type.value, r.key, r.size) for r in found.optional} == optional, (codes, level)
        assert len(found.readings) == len(said(found))
        seen.update(r.type.value for r in found.readings)
    assert len(seen) == 10 and min(seen.values()) >= 5, seen
    assert sum(seen.values()) > 5_000, seen


def test_every_small_play_at_one_level() -> None:
    """All plays of up to three cards of one pack, level 7."""
    codes = [str(c) for c in PACK]
    for size in (1, 2, 3):
        for play in combinations_with_replacement(codes, size):
            if max(Counter(play).values()) > 2:
                continue
            found = recognise(parse_cards(play), Rank.SEVEN)
            assert said(found) == brute_force(list(play), "7")[0], play


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"cards": [], "level": "2"}, "没有写打出的牌"),
        ({"cards": ["S1"], "level": "2"}, "没有“S1”这张牌"),
        ({"cards": ["SJ", "JS"], "level": "2"}, "没有“JS”这张牌"),
        ({"cards": ["s3"], "level": "2"}, "没有“s3”这张牌"),
        ({"cards": ["S3", "S3", "S3"], "level": "2"}, "两副牌里同一张只有 2 张"),
        ({"cards": ["S3"], "level": "1"}, "所打级数不能是“1”"),
        ({"cards": ["S3"], "level": "A+"}, "过A以后一局已经结束"),
        ({"cards": [str(c) for c in PACK], "level": "2"}, "全手牌只有 27 张"),
    ],
)
def test_bad_input(data: dict[str, object], message: str) -> None:
    with pytest.raises(RuleInputError, match=message):
        functions.call("guandan.play.recognise", data)


def test_more_than_any_play() -> None:
    many = [Card(s, r) for r in (Rank.SEVEN, Rank.EIGHT) for s in Suit] * 2
    assert not recognise(many, Rank.TWO).legal


# -- what beats what ------------------------------------------------------------------------------------------------------


def _reading(words: str) -> dict[str, Any]:
    type_, _, key = words.partition(" ")
    if type_.startswith("bomb"):
        return {"type": "bomb", "size": int(type_[4:]), "key": key}
    return {"type": type_, "key": key} if key else {"type": type_}


def _beats(new: str, prev: str, beats: bool, level: str = "2") -> Case:
    return "play.beats", {"prev": _reading(prev), "new": _reading(new), "level": level}, {"beats": beats}


WORKED: list[Case] = [
    # 8.2: the same pattern and higher; equals do not beat
    _beats("single 3", "single 3", False),
    _beats("single LJ", "single 2", True),
    _beats("single BJ", "single LJ", True),
    _beats("single K", "single A", False),
    _beats("pair 2", "pair A", True),
    _beats("pair 2", "pair A", False, "3"),
    _beats("pair LJ", "pair 2", True),
    _beats("triple 5", "triple A", True, "5"),
    _beats("pair 9", "single 3", False),
    _beats("triple 9", "triple_pair 3", False),
    _beats("triple_pair 10", "triple_pair 9", True),
    _beats("triple_pair 2", "triple_pair A", True),
    _beats("straight 4-5-6-7-8", "straight 3-4-5-6-7", True),
    _beats("straight A-2-3-4-5", "straight 2-3-4-5-6", False),
    _beats("straight 2-3-4-5-6", "straight A-2-3-4-5", True),
    _beats("straight 10-J-Q-K-A", "straight 9-10-J-Q-K", True),
    _beats("straight 2-3-4-5-6", "straight 10-J-Q-K-A", False),  # a level card in its natural place
    _beats("tube Q-K-A", "tube J-Q-K", True),
    _beats("tube A-2-3", "tube 2-3-4", False),
    _beats("plate A-2", "plate 2-3", False),
    _beats("plate K-A", "plate Q-K", True),
    _beats("plate 3-4", "tube 3-4-5", False),
    _beats("tube 4-4-5-5-6-6", "tube 3-4-5", True),  # written card by card
    _beats("plate 4-4-4-5-5-5", "plate 3-4", True),
    # 8.4 to 8.7: the bombs
    _beats("bomb4 3", "single BJ", True),
    _beats("bomb4 3", "straight 10-J-Q-K-A", True),
    _beats("bomb4 3", "plate K-A", True),
    _beats("bomb4 2", "bomb4 A", True),
    _beats("bomb4 2", "bomb4 A", False, "7"),
    _beats("bomb4 K", "bomb4 K", False),
    _beats("bomb5 3", "bomb4 2", True),
    _beats("bomb4 2", "bomb5 3", False),
    _beats("straight_flush A-2-3-4-5", "bomb5 2", True),
    _beats("bomb5 2", "straight_flush A-2-3-4-5", False),
    _beats("bomb6 3", "straight_flush 10-J-Q-K-A", True),
    _beats("straight_flush 10-J-Q-K-A", "bomb6 3", False),
    _beats("straight_flush 3-4-5-6-7", "straight_flush 2-3-4-5-6", True),
    _beats("straight_flush 3-4-5-6-7", "straight_flush 3-4-5-6-7", False),
    _beats("straight_flush 3-4-5-6-7", "straight 10-J-Q-K-A", True),
    _beats("straight 10-J-Q-K-A", "straight_flush 3-4-5-6-7", False),
    _beats("bomb10 3", "bomb9 2", True),
    _beats("four_jokers", "bomb10 2", True),
    _beats("bomb10 2", "four_jokers", False),
    _beats("four_jokers", "straight_flush 10-J-Q-K-A", True),
    _beats("four_jokers", "single 3", True),
    _beats("single BJ", "bomb4 3", False),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("play.beats", {"prev": {"type": "x"}, "new": {"type": "single", "key": "3"}, "level": "2"}, "前一手的 type"),
    (
        "play.beats",
        {"prev": {"type": "straight", "key": "J-Q-K-A-2"}, "new": {"type": "four_jokers"}, "level": "2"},
        "不是顺子",
    ),
    (
        "play.beats",
        {"prev": {"type": "bomb", "key": "3"}, "new": {"type": "four_jokers"}, "level": "2"},
        "张数 size",
    ),
    (
        "play.beats",
        {"prev": {"type": "triple", "key": "BJ"}, "new": {"type": "four_jokers"}, "level": "2"},
        "三同张",
    ),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("cards", "readings"),
    [
        ("C8 H2", "one"),  # 7.2.1
        ("SK CK S6 D6 H2", "several"),  # 7.2.2
        ("S6 D6 C6 H2", "one"),  # 7.2.3
        ("S7 D7 C8 S8 H2 H2", "several"),  # 7.3.2
        ("S4 D5 C6 S7 H2", "several"),
        ("S4 D5 C6 S8 H2", "one"),  # 7.2.5
        ("BJ H2", "none"),  # 7.2
        ("H2", "wild_only"),
        ("H2 H2", "wild_only"),
        ("S3 S4 S5 S6 S7", "flush"),
    ],
)
def test_readings(cards: str, readings: str) -> None:
    given = {"cards": cards.split(), "level": "2"}
    assert ask("play.how_many_readings", **given) == {"readings": readings}


def test_nothing_played() -> None:
    with pytest.raises(RuleInputError, match="没有写打出的牌"):
        ask("play.how_many_readings", cards=[], level="2")
