"""Plays dealt for exercises come from two packs, and some are patterns while others are none."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from decision_trees.exercises import dealt


def rank(card: str) -> str:
    return card[1:]


def from_two_packs(*plays: list[str]) -> bool:
    return max(Counter(card for play in plays for card in play).values()) <= 2


@pytest.mark.parametrize("seed", range(40))
def test_each_play_can_be_put_on_the_one_before(seed: int) -> None:
    many: dict[str, Any] = dealt("guandan.replies", Random(seed))
    assert all(from_two_packs(many["previous"], play) for play in many["plays"])
    one = dealt("guandan.one_reply", Random(seed))
    assert from_two_packs(one["previous"], one["play"])
    assert 1 <= len(many["previous"]) <= 6, "one to six cards (rule 4)"


def test_some_cards_are_a_pattern_and_some_are_none() -> None:
    shapes = set()
    for seed in range(200):
        cards = dealt("guandan.one_play", Random(seed))["cards"]
        assert from_two_packs(cards)
        shapes.add(tuple(sorted(Counter(map(rank, cards)).values())))
    assert {(1,), (2,), (3,), (2, 3), (4,), (2, 2, 2), (3, 3)} <= shapes, (
        "single, pair, triple, full house, bomb, tube, plate"
    )
    assert (1, 3) in shapes and (1, 1, 1, 1) in shapes, "three and one, four in a row: no pattern"
