"""Announcing the cards left (12)."""

from __future__ import annotations

from typing import Any

from tests.decision_trees.guandan.asking import Case, Refusal, cases, check_answer, check_refused, refusals


def _announce(before: int, after: int, already: bool, announce: int | None) -> Case:
    return "announce.due", {"before": before, "after": after, "already_announced": already}, {"announce": announce}


WORKED: list[Case] = [
    # 12
    _announce(27, 22, False, None),
    _announce(13, 11, False, None),
    _announce(11, 10, False, 10),
    _announce(12, 7, False, 7),
    _announce(10, 9, True, None),
    _announce(10, 9, False, 9),  # still owed
    _announce(5, 0, False, None),
    _announce(10, 10, False, None),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("announce.due", {"before": 5, "after": 6, "already_announced": False}, "不会更多"),
    ("announce.due", {"before": 27, "after": 2, "already_announced": False}, "一手牌最多 10 张"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)
