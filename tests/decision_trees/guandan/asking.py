"""What the tests of guandan's rule functions share: asking one by name, and tables of cases worked out by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError

BASE, BOTH = "base", "base+supplement"
"""The rules of 2017 alone, and with the supplement."""

Case = tuple[str, dict[str, Any], dict[str, Any]]
"""Name of a function, what it is given, and its whole answer."""

Refusal = tuple[str, dict[str, Any], str]
"""Name of a function, what it is given, and words of the sentence it is refused with."""


def ask(name: str, /, **given: Any) -> dict[str, Any]:
    return functions.call(f"guandan.{name}", given)


def cases(table: Sequence[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "given", "answer"), table, ids=_ids(table))


def refusals(table: Sequence[Refusal]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize(("name", "given", "words"), table, ids=_ids(table))


def _ids(table: Sequence[Case] | Sequence[Refusal]) -> list[str]:
    return [f"{at}-{row[0]}" for at, row in enumerate(table)]


def check_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    assert ask(name, **given) == answer


def check_refused(name: str, given: dict[str, Any], words: str) -> None:
    """It is refused with one sentence that has these words."""
    with pytest.raises(RuleInputError) as refused:
        ask(name, **given)
    sentence = str(refused.value)
    assert words in sentence
    assert sentence.endswith("。") and "\n" not in sentence
