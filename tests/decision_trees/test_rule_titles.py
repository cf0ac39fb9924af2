"""What is said of every rule function: a Chinese title for users, an English docstring for those who carry on."""

from __future__ import annotations

import ast
import inspect
import re
import textwrap

import pytest

from decision_trees.functions import RuleFunction, functions
from decision_trees.games import games

LONGEST_TITLE = 24
HAN = re.compile(r"[\u3400-\u9fff\u3000-\u303f\uff00-\uffef]")

pytestmark = pytest.mark.parametrize("game", list(games()))


def own(game: str) -> list[RuleFunction]:
    """Not those that tests register."""
    return [f for f in functions(game).values() if f.run.__module__.startswith("decision_trees.")]


def documentation(function: RuleFunction) -> str:
    return inspect.getdoc(function.run) or ""


def numbers(function: RuleFunction) -> set[str]:
    """The articles or laws it is registered for, as a docstring names them: ``64`` of 64B1, ``18`` of 18.2.1, ``def``."""
    found = (re.match(r"[A-Z]*\d+|def|\w+", law.partition(":")[2]) for law in function.laws)
    return {m.group() for m in found if m is not None}


def test_a_title_in_chinese(game: str) -> None:
    for function in own(game):
        assert HAN.search(function.title), f"{function.name}: no title"
        assert len(function.title) <= LONGEST_TITLE, f"{function.name}: {function.title}"
        assert not function.title.endswith(("。", ".")), f"{function.name}: a title is no sentence"


def test_it_is_called_in_python_as_it_is_registered(game: str) -> None:
    """``bridge.revoker`` is ``revoker``; where the library under it has that word, ``matchpoints_of``."""
    for function in own(game):
        name = function.name.removeprefix(f"{game}.")
        known = {name.replace(".", "_"), name.rpartition(".")[2]}
        assert function.run.__name__.removesuffix("_of") in known | {n.removesuffix("_of") for n in known}, (
            function.name
        )


def test_no_two_functions_have_one_title(game: str) -> None:
    titles = [f.title for f in own(game)]
    assert sorted({t for t in titles if titles.count(t) > 1}) == []


def test_the_docstring_is_english_and_begins_with_one_line(game: str) -> None:
    for function in own(game):
        text = documentation(function)
        found = HAN.search(text)
        assert not found, f"{function.name}: {found.group() if found else ''} in its docstring"
        first, _, rest = text.partition("\n")
        assert first and first[-1] in ".?", f"{function.name}: {first}"
        assert not rest or rest.startswith("\n"), f"{function.name}: no empty line after the first"


def test_the_docstring_names_a_clause_it_is_registered_for(game: str) -> None:
    for function in own(game):
        text = documentation(function)
        named = [n for n in numbers(function) if re.search(rf"(?<!\d){n}(?!\d)", text)]
        assert named, f"{function.name}: none of {sorted(numbers(function))} in its docstring"


def test_the_docstring_says_what_is_raised(game: str) -> None:
    for function in own(game):
        tree = ast.parse(textwrap.dedent(inspect.getsource(function.run)))
        if any(isinstance(node, ast.Raise) for node in ast.walk(tree)):
            assert "Raises" in documentation(function), f"{function.name}: raises, and does not say so"
