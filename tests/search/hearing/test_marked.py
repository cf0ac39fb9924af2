"""The sentences of training whose facts with few answers are marked: what is filled of them is what they say."""

from __future__ import annotations

import pytest

from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.reach import facts_of
from tests.benchmarks.heard_facts import annotated, marked, measure

SURE = 0.98  # of what is filled, at least so much as marked: one reader marked them


@pytest.mark.parametrize("game", games())
def test_what_is_marked_are_answers_there_are_and_nothing_stands_twice(game: str) -> None:
    library, cases = open_library(), marked(game)
    assert len(cases) > 1_200 and len({(case.tree, case.text) for case in cases}) == len(cases)
    assert not {case.text for case in cases} & {case.text for case in annotated(game)}
    for case in cases:
        declared = facts_of(library.tree(case.tree), library.trees)
        for name, value in case.facts.items():
            fact = declared[name]
            assert name not in case.open and isinstance(value, bool) == (fact.kind == "bool"), (case, name)
            assert fact.kind == "bool" or value in fact.options, (case, name)


@pytest.mark.parametrize("game", games())
def test_what_is_filled_of_them_is_right(game: str) -> None:
    measured = [measure(case) for case in marked(game)]
    right, wrong = (
        sum(len(part) for part in parts) for parts in zip(*((m.right, m.wrong) for m in measured), strict=True)
    )
    assert right / (right + wrong) >= SURE
    assert right >= 500
