"""Pairing in order, against trying everything and against a graph library."""

from __future__ import annotations

import random
from itertools import combinations

import networkx
import pytest

from decision_trees.matching import paired_in_order

Met = set[frozenset[int]]


def _by_trying(left: list[int], met: Met) -> list[tuple[int, int]] | None:
    if not left:
        return []
    for other in left[1:]:
        if frozenset((left[0], other)) not in met:
            rest = _by_trying([each for each in left[1:] if each != other], met)
            if rest is not None:
                return [(left[0], other), *rest]
    return None


@pytest.mark.parametrize("seed", range(20))
def test_the_first_who_can_choose_chooses_and_nobody_is_left_over(seed: int) -> None:
    chance = random.Random(seed)
    for _ in range(40):
        number = chance.choice((2, 4, 6, 8))
        often = chance.random()
        met = {frozenset(two) for two in combinations(range(number), 2) if chance.random() < often}
        assert paired_in_order(number, lambda a, b, met=met: frozenset((a, b)) not in met) == _by_trying(
            list(range(number)), met
        )


@pytest.mark.parametrize("seed", range(10))
def test_everybody_is_paired_where_a_graph_library_finds_that_it_can_be(seed: int) -> None:
    chance = random.Random(seed)
    number = 40
    may = [two for two in combinations(range(number), 2) if chance.random() < 0.06]
    graph = networkx.Graph(may)
    can = 2 * len(networkx.max_weight_matching(graph, maxcardinality=True)) == number
    allowed = {frozenset(two) for two in may}
    found = paired_in_order(number, lambda a, b: frozenset((a, b)) in allowed)
    assert (found is not None) == can
    if found is not None:
        assert sorted(each for two in found for each in two) == list(range(number))
        assert all(frozenset(two) in allowed for two in found)


def test_whom_he_would_rather_goes_before_who_stands_higher() -> None:
    assert paired_in_order(4, lambda a, b: True, lambda one: [3, 2, 1, 0]) == [(0, 3), (1, 2)]


def test_an_odd_number_cannot_be_paired() -> None:
    assert paired_in_order(3, lambda a, b: True) is None
