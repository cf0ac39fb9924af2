"""Cards and their points (1.1, 1.2, 13p1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.cards import DECK, Card, points


def test_one_deck() -> None:
    assert len(set(DECK)) == 54
    assert points(DECK) == 100  # 1.2: 一副扑克牌的总分是 100 分
    assert [str(c) for c in DECK[:3]] == ["BJ", "LJ", "SA"]
    assert all(Card.parse(str(c)) == c for c in DECK)


@pytest.mark.parametrize(
    ("cards", "expected"),
    [("", 0), ("BJ LJ SA", 0), ("S5", 5), ("S10 HK", 20), ("S5 H5 D5 C5 S10 H10 D10 C10 SK HK DK CK", 100)],
)
def test_points(cards: str, expected: int) -> None:
    assert call("shengji.points", {"cards": cards}) == {"points": expected}
    assert call("shengji.points", {"cards": cards.split()}) == {"points": expected}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("points", {"cards": "S5 S5"}),
        ("points", {"cards": "S5 Z9"}),
        ("points", {"cards": 5}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("points", {"cards": None}, "“cards”应是文字或列表，现在是 None。"),
        ("points", {"cards": [5]}, "“cards[0]”应是文字，现在是 5。"),
    ],
)
def test_a_wrong_type_is_named(name: str, given: dict[str, Any], message: str) -> None:
    """Something that may be left out is not said to have to be empty."""
    with pytest.raises(RuleInputError) as raised:
        call(f"shengji.{name}", given)
    assert str(raised.value) == message
