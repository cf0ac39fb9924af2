"""What a referee types, brought to what the rule functions take."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError
from decision_trees.guandan.reading import mark, read


def test_cards_are_read_and_no_more_of_one_than_two_packs_have() -> None:
    assert read("cards", "红心10 大王 大王", {}) == ["H10", "BJ", "BJ"]
    with pytest.raises(RuleInputError, match="只有 2 张"):
        read("cards", "大王 大王 大王", {})


def test_a_record_is_checked() -> None:
    record = {"kind": "violation", "pair": "NS", "round": 2}
    assert read("history", [record], {}) == [record]
    with pytest.raises(RuleInputError, match="kind"):
        read("history", [{"kind": "x", "pair": "NS"}], {})


def test_other_values_stay_as_they_are() -> None:
    assert read("number", 7, {}) == 7


@pytest.mark.parametrize(
    ("card", "level", "sign"),
    [("H5", "5", "wild"), ("S5", "5", "level"), ("H6", "5", None), ("BJ", "5", None), ("H5", None, None)],
)
def test_wild_and_level_cards_are_marked(card: str, level: str | None, sign: str | None) -> None:
    assert mark(card, level, None) == sign  # 7.1, 7.2
