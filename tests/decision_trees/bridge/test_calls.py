"""Calls: the lowest sufficient bid (18)."""

from __future__ import annotations

from typing import Any

from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_answer, check_refused, refusals

WORKED: list[Case] = [
    ("lowest_sufficient", {"last_bid": "1S", "strain": "H"}, {"bid": "2H"}),
    # -- 18B, E
    ("lowest_sufficient", {"last_bid": "1S", "strain": "NT"}, {"bid": "1NT"}),
    ("lowest_sufficient", {"last_bid": "2NT", "strain": "C"}, {"bid": "3C"}),
    ("lowest_sufficient", {"last_bid": "3H", "strain": "H"}, {"bid": "4H"}),
    ("lowest_sufficient", {"last_bid": "7S", "strain": "NT"}, {"bid": "7NT"}),
    ("lowest_sufficient", {"last_bid": "7S", "strain": "S"}, {"bid": None}),
    ("lowest_sufficient", {"last_bid": "7NT", "strain": "C"}, {"bid": None}),
    ("lowest_sufficient", {"last_bid": None, "strain": "D"}, {"bid": "1D"}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("lowest_sufficient", {"last_bid": "P", "strain": "C"}, "不是实质叫牌"),
    ("lowest_sufficient", {"last_bid": "8C", "strain": "C"}, "7线"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)
