"""What the tests of bridge's rule functions share: asking one by name, and tables of cases worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from decision_trees import functions
from decision_trees.bridge.reading import read
from decision_trees.functions import RuleInputError
from rules_data.handbook import open_handbook

LAW = "bridge-1999:"

Case = tuple[str, dict[str, Any], dict[str, Any]]
"""Name of a function, what it is given, and its answer: the whole, or what matters of it."""

Refusal = tuple[str, dict[str, Any], str]
"""Name of a function, what it is given, and words of the sentence it is refused with."""


def ask(name: str, /, **given: Any) -> dict[str, Any]:
    return functions.call(f"bridge.{name}", given)


def ask_auction(name: str, text: str, /, **more: Any) -> dict[str, Any]:
    """Ask about an auction as people type it."""
    return ask(name, auction=auction(text), **more)


def auction(text: str) -> dict[str, Any]:
    """``N 1S P S:P``: dealer, then the calls; a call out of rotation names its seat."""
    found: dict[str, Any] = read("auction", text, {})
    return found


def cases(table: Sequence[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "given", "answer"), table, ids=_ids(table))


def refusals(table: Sequence[Refusal]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "given", "words"), table, ids=_ids(table))


def _ids(table: Sequence[Case] | Sequence[Refusal]) -> list[str]:
    return [f"{at}-{row[0]}" for at, row in enumerate(table)]


def check_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    """The whole answer, and that the clauses it names are in the book."""
    found = ask(name, **given)
    assert found == answer
    _check_clauses(found)


def check_what_matters(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    found = ask(name, **given)
    assert {key: found[key] for key in answer} == answer
    _check_clauses(found)


def _check_clauses(found: dict[str, Any]) -> None:
    named = [*found.get("laws", ()), *([LAW + found["law"]] if isinstance(found.get("law"), str) else ())]
    assert [law for law in named if law not in open_handbook()] == []


def check_refused(name: str, given: dict[str, Any], words: str) -> None:
    """It is refused with one sentence that has these words."""
    with pytest.raises(RuleInputError) as refused:
        ask(name, **given)
    sentence = str(refused.value)
    assert words in sentence
    assert sentence.endswith("。") and "\n" not in sentence
