"""Walking a tree in the terminal, with the answers typed one after the other."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from app.cli.asking import ask_all
from decision_trees.engine import Ruled, Step, Undecided, advance
from decision_trees.law import Law
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

LIBRARY = open_library()
HANDBOOK = open_handbook()


def walked(
    tree_id: str, typed: list[str], monkeypatch: pytest.MonkeyPatch, settled: Mapping[str, str] | None = None
) -> tuple[Step, list[Step]]:
    tree = LIBRARY.tree(tree_id)
    lines: Iterator[str] = iter(typed)
    shown: list[Step] = []

    def type_next(_: str) -> str:
        try:
            return next(lines)
        except StopIteration:
            raise EOFError from None

    monkeypatch.setattr("builtins.input", type_next)

    def step_with(facts: Mapping[str, Any], decided: Mapping[str, str]) -> Step:
        return advance(tree, facts, Law(LIBRARY.trees, HANDBOOK.books, {**(settled or {}), **decided}))  # fmt: skip

    step = ask_all(tree.title, step_with, step_with({}, {}), HANDBOOK, lambda step, _: shown.append(step))
    return step, shown


def test_a_choice_is_asked_once_and_ends_the_walk(monkeypatch: pytest.MonkeyPatch) -> None:
    """Law 27: in turn, not changed early, not yet condoned, 1H and 2H natural; corrected to the lowest sufficient bid."""
    typed = ["是", "否", "否", "是", "natural", "correct", "lowest"]
    step, _ = walked("bridge.insufficient_bid", typed, monkeypatch)
    assert isinstance(step, Ruled)
    assert step.outcome_id == "free"


def test_back_undoes_one_answer_and_a_mistake_keeps_the_rest(monkeypatch: pytest.MonkeyPatch) -> None:
    step, _ = walked("bridge.insufficient_bid", ["是", "否", "b", "也许", "q"], monkeypatch)
    assert not isinstance(step, Ruled)
    assert {k.name: k.value for k in step.known}["in_turn"] is True


def test_something_of_the_deal_can_be_entered_at_any_time(monkeypatch: pytest.MonkeyPatch) -> None:
    step, _ = walked("bridge.insufficient_bid", ["+offender=南", "否"], monkeypatch)
    assert isinstance(step, Ruled)
    assert step.seats["offender"] == "S"


def test_an_open_question_without_default_is_asked_and_the_walk_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    undecided = [
        (case, question)
        for case in LIBRARY.cases.values()
        for question in [case.expect.outcome.removeprefix("undecided:")]
        if case.expect.outcome.startswith("undecided:")
    ]
    assert undecided
    case, question = undecided[0]
    book, _, number = question.partition("/")
    option = next(q for q in HANDBOOK.books[book].open_questions if q.id == number).options[0].key
    tree = LIBRARY.tree(case.tree)

    def step_with(facts: Mapping[str, Any], decided: Mapping[str, str]) -> Step:
        return advance(tree, {**case.facts, **facts}, Law(LIBRARY.trees, HANDBOOK.books, {**case.settled, **decided}))  # fmt: skip

    lines = iter([option])
    monkeypatch.setattr("builtins.input", lambda _: next(lines, "q"))
    step = ask_all(tree.title, step_with, step_with({}, {}), HANDBOOK, lambda *_: None)
    assert not isinstance(step, Undecided)
    assert next(s for s in step.settled if s.id == question).answer == option
