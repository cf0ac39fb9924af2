"""Figures: sentences that are made of what a rule function says, in an outcome of a tree and in the answer of a tool."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from decision_trees.model import Figure

ABSENT = object()
"""What is not there, and is left out of what a function is given."""


def filled(given: Any, look_up: Callable[[str, bool], Any]) -> Any:
    """What a function is given: ``$name`` and ``$name?`` are looked up, the second is optional and may be ABSENT."""
    if isinstance(given, str) and given.startswith("$"):
        name = given[1:]
        return look_up(name.removesuffix("?"), name.endswith("?"))
    if isinstance(given, dict):
        return {k: f for k, v in given.items() if (f := filled(v, look_up)) is not ABSENT}
    if isinstance(given, list | tuple):
        return [f for v in given if (f := filled(v, look_up)) is not ABSENT]
    return given


def holds(only: Mapping[str, Any], look_up: Callable[[str], Any]) -> bool:
    """Is everything known that a figure is said for, and one of those wanted?"""
    for name, wanted in only.items():
        value = look_up(name)
        if value is None or value not in (wanted if isinstance(wanted, list | tuple) else (wanted,)):
            return False
    return True


def sentence(figure: Figure, result: Mapping[str, Any]) -> str | None:
    """The sentence a figure makes of a result; None where it makes none."""
    if figure.by is None:
        return figure.say
    value = result.get(figure.by)
    key = {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)
    return figure.says.get(key, figure.says.get("*"))


def clauses(figure: Figure, result: Mapping[str, Any]) -> tuple[str, ...]:
    """The clauses a figure rests on, with those that go with what came out."""
    besides = (cites for key, values in figure.cites_where.items() for cites in values.get(str(result.get(key)), ()))
    return tuple(dict.fromkeys((*figure.cites, *besides)))
