"""Cards and their order (7.1, 8.1)."""

from __future__ import annotations

from typing import Any

import pytest

from tests.decision_trees.guandan.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals


def _compare(a: str, b: str, level: str, cmp: int) -> Case:
    return "card.compare", {"a": a, "b": b, "level": level}, {"cmp": cmp}


WORKED: list[Case] = [
    # 7.1, 8.1
    _compare("LJ", "S2", "2", 1),
    _compare("S2", "SA", "2", 1),
    _compare("H2", "C2", "2", 0),
    _compare("SA", "CK", "2", 1),
    _compare("S2", "S3", "5", -1),
    _compare("D10", "D9", "5", 1),
    _compare("CA", "HA", "A", 0),
    _compare("CA", "SK", "A", 1),
    _compare("CA", "LJ", "A", -1),
    _compare("BJ", "BJ", "A", 0),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("card.compare", {"a": "BJ", "b": "LJ", "level": "A+"}, "过A以后一局已经结束"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("a", "b", "same"), [("SA", "HA", True), ("SK", "SJ", False), ("BJ", "SJ", False), ("H5", "C5", True)]
)
def test_only_cards_of_one_rank_are_equal(a: str, b: str, same: bool) -> None:
    assert ask("card.same_rank", a=a, b=b) == {"same": same}
