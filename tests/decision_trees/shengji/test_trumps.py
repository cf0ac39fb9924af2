"""Trumps, side suits and their order (1.4 to 1.8, 11)."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.cards import RANKS, Suit
from decision_trees.shengji.trumps import Trumps


@pytest.mark.parametrize("level", RANKS)
@pytest.mark.parametrize("trump", list(Suit))
def test_eighteen_trumps_and_twelve_of_each_side_suit(level: str, trump: Suit) -> None:
    """1.7, 1.8: jokers, main level card, three other level cards, twelve more of the trump suit."""
    trumps = Trumps(level, trump)
    assert len(trumps.cards_of("T")) == 18
    for suit in Suit:
        if suit is trump:
            with pytest.raises(RuleInputError):
                call("shengji.trump_count", {"level": level, "trump": trump.value, "side_suit": suit.value})
        else:
            asked = {"level": level, "trump": trump.value, "side_suit": suit.value}
            assert call("shengji.trump_count", asked) == {"trumps": 18, "in_suit": 12}
            assert [c.rank for c in trumps.cards_of(suit.value)] == [r for r in reversed(RANKS) if r != level]
    heights = [trumps.height(c) for c in trumps.cards_of("T")]
    assert heights == sorted(heights, reverse=True)
    assert sum(a == b for a, b in pairwise(heights)) == 2  # the three other level cards are equal (D-24)
    assert [str(c) for c in trumps.cards_of("T")[:3]] == ["BJ", "LJ", trump.value + level]


@pytest.mark.parametrize(
    ("card", "level", "trump", "expected"),
    [
        ("BJ", "2", "H", "T"),
        ("LJ", "A", "C", "T"),
        ("DJ", "2", "H", "D"),  # the jack of diamonds, no joker
        ("DJ", "J", "H", "T"),
        ("H2", "2", "H", "T"),  # 主级牌
        ("S2", "2", "H", "T"),  # 副级牌
        ("H3", "2", "H", "T"),
        ("S3", "2", "H", "S"),
        ("CA", "A", "H", "T"),
        ("CK", "A", "H", "C"),
        ("S10", "10", "D", "T"),
    ],
)
def test_what_a_card_is(card: str, level: str, trump: str, expected: str) -> None:
    assert call("shengji.suit_class", {"card": card, "level": level, "trump": trump}) == {"class": expected}


@pytest.mark.parametrize(
    ("a", "b", "level", "trump", "led", "expected"),
    [
        ("LJ", "H5", "5", "H", "T", "a"),  # little joker over the main level card
        ("S5", "H5", "5", "H", "T", "b"),  # main over other level card
        ("S5", "HA", "5", "H", "T", "a"),  # other level card over the ace of trumps
        ("S5", "D5", "5", "H", "T", "tie"),  # 11.1 by analogy (D-24)
        ("S5", "D5", "5", "H", "C", "tie"),  # the same when both ruff
        ("HA", "HK", "5", "H", "T", "a"),
        ("HA", "HK", "A", "H", "T", "a"),  # main level card over the highest ordinary trump
        ("SK", "SA", "A", "H", "S", "b"),  # SA is a trump when aces are played
        ("H3", "SA", "5", "H", "S", "a"),  # 11.2
        ("S3", "DA", "5", "H", "S", "a"),  # 11.3
        ("DA", "C9", "5", "H", "S", "neither"),
        ("DA", "S4", "5", "H", "T", "neither"),
        ("D3", "DA", "5", "H", "D", "b"),
        ("C10", "C9", "5", "H", "C", "a"),
    ],
)
def test_compare(a: str, b: str, level: str, trump: str, led: str, expected: str) -> None:
    asked = {"a": a, "b": b, "level": level, "trump": trump, "led_class": led}
    assert call("shengji.compare", asked) == {"result": expected}
    turned = {"a": "b", "b": "a"}.get(expected, expected)
    assert call("shengji.compare", asked | {"a": b, "b": a}) == {"result": turned}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("suit_class", {"card": "S1", "level": "2", "trump": "H"}),
        ("suit_class", {"card": "", "level": "2", "trump": "H"}),
        ("suit_class", {"card": "S2", "level": "1", "trump": "H"}),
        ("suit_class", {"card": "S2", "level": "2", "trump": "NT"}),
        ("compare", {"a": "SA", "b": "SA", "level": "2", "trump": "H", "led_class": "S"}),
        ("compare", {"a": "SA", "b": "SK", "level": "2", "trump": "H", "led_class": "X"}),
        ("compare", {"a": "SA", "b": "SK", "level": "2", "trump": "H", "led_class": "H"}),  # hearts are trumps: T
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)
