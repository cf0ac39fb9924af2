"""Boards (2)."""

from __future__ import annotations

from typing import Any

from decision_trees import functions
from tests.decision_trees.bridge.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals

WORKED: list[Case] = [
    ("board", {"number": 1}, {"dealer": "N", "vulnerable": "none"}),
    # -- 2
    ("board", {"number": 4}, {"dealer": "W", "vulnerable": "both"}),
    ("board", {"number": 8}, {"dealer": "W", "vulnerable": "none"}),
    ("board", {"number": 13}, {"dealer": "N", "vulnerable": "both"}),
    ("board", {"number": 16}, {"dealer": "W", "vulnerable": "EW"}),
    ("board", {"number": 17}, {"dealer": "N", "vulnerable": "none"}),
    ("board", {"number": 31}, {"dealer": "S", "vulnerable": "NS"}),
    ("board", {"number": 32}, {"dealer": "W", "vulnerable": "EW"}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("board", {"number": 0}, "从 1 开始"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def test_board_table_of_law_2() -> None:
    boards = [functions.call("bridge.board", {"number": n}) for n in range(1, 17)]
    assert "".join(b["dealer"] for b in boards) == "NESW" * 4
    assert [n for n, b in enumerate(boards, 1) if b["vulnerable"] == "none"] == [1, 8, 11, 14]
    assert [n for n, b in enumerate(boards, 1) if b["vulnerable"] == "NS"] == [2, 5, 12, 15]
    assert [n for n, b in enumerate(boards, 1) if b["vulnerable"] == "EW"] == [3, 6, 9, 16]
    assert [n for n, b in enumerate(boards, 1) if b["vulnerable"] == "both"] == [4, 7, 10, 13]


def test_declarers_side_is_vulnerable_or_not() -> None:
    assert ask("declarer_vulnerable", vulnerable="EW", declarer="W") == {"vulnerable": True}
    assert ask("declarer_vulnerable", vulnerable="EW", declarer="N") == {"vulnerable": False}
