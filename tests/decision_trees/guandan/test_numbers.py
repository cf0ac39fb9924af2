"""The texts an event adopts, and the numbers in them."""

from __future__ import annotations

import pytest

from decision_trees.guandan.numbers import at_least, at_most, limit, nth
from tests.decision_trees.guandan.asking import ask


@pytest.mark.parametrize(("regime", "adopted"), [("base", False), ("base+supplement", True), ("supplement", True)])
def test_whether_the_supplement_is_adopted(regime: str, adopted: bool) -> None:
    assert ask("regime.adopted", regime=regime) == {"adopted": adopted}


def test_numbers_are_those_of_the_text() -> None:
    assert (at_most("full-pack"), at_most("full-hand")) == (108, 27)  # 3.3, 3.4
    assert at_least("bomb") == 4  # 4.8
    assert (at_most("announce"), limit("appeal")) == (10, 30)  # 12, 39.1.2
    assert (limit("tribute"), limit("return-card")) == (15, 30)  # 22.2
    assert (nth("violation", "犯规"), nth("foul", "一局比赛判负")) == (2, 3)  # 16.3.1, 16.4


def test_an_unknown_consequence_is_an_error() -> None:
    with pytest.raises(KeyError):
        nth("violation", "没有这样的后果")
