"""Values that cannot be together are refused when the last of them is entered, not at a question that comes later."""

from __future__ import annotations

import math
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from decision_trees import functions
from decision_trees.functions import MoreNeeded, RuleInputError
from decision_trees.model import Fact
from decision_trees.reach import mentioned

_FEW = 40  # tricks, cards of a hand, places


def refuse_what_cannot_be(declared: Mapping[str, Fact], entered: Mapping[str, Any]) -> None:
    """Raise :class:`RuleInputError` where a rule function refuses what was entered for it.

    Only functions whose inputs were entered for this ruling are asked: where one that is needed is missing or derived,
    there may be a way through the tree without it; and what lies on the deal sheet came from elsewhere and need not
    concern this ruling at all.
    """
    for name, fact in declared.items():
        how = fact.derive
        if how is None or how.call is None or name in entered:
            continue
        wanted = set(mentioned(how.given))
        needed = {w for w in wanted if not w.endswith("?")}
        here = {n: v for n, v in entered.items() if n in declared and declared[n].lasts is None}
        if needed and needed <= here.keys() and not any(_elsewhere(w, declared, entered) for w in wanted):
            with suppress(MoreNeeded):
                functions.call(how.call, _filled(how.given, here))


def _elsewhere(reference: str, declared: Mapping[str, Fact], entered: Mapping[str, Any]) -> bool:
    """May an input come from the deal sheet or another function?"""
    name = reference.removesuffix("?")
    fact = declared.get(name)
    return name not in entered and fact is not None and (fact.lasts is not None or fact.derive is not None)


def possible_answers(fact: Fact) -> tuple[Any, ...]:
    """All answers a question can have, where they are few; none where there are too many to try."""
    if fact.kind == "bool":
        return (True, False)
    if fact.kind == "choice":
        return tuple(fact.options)
    if fact.kind == "seat":
        return tuple(fact.seats)
    if fact.kind == "number" and fact.minimum is not None and fact.maximum is not None:
        low, high = math.ceil(fact.minimum), math.floor(fact.maximum)
        return tuple(range(low, high + 1)) if high - low < _FEW else ()
    return ()


def refuse_fractions(declared: Mapping[str, Fact], entered: Mapping[str, Any]) -> None:
    """Raise :class:`RuleInputError` for a fraction where a rule function counts: half a card, half a trick."""
    for name, value in entered.items():
        if isinstance(value, float) and name in declared and _counts(name, declared):
            raise RuleInputError(f"“{declared[name].label}”（{name}）应是整数，现在是 {value:g}。")


def _counts(name: str, declared: Mapping[str, Fact]) -> bool:
    for fact in declared.values():
        if fact.derive is None or fact.derive.call is None:
            continue
        parameters = functions.function(fact.derive.call).parameters
        for parameter, value in fact.derive.given.items():
            if {name, f"{name}?"} & set(mentioned(value)) and functions.takes_whole_numbers(parameters[parameter]):
                return True
    return False


def _filled(value: Any, entered: Mapping[str, Any]) -> Any:
    if isinstance(value, str) and value.startswith("$"):
        return entered.get(value[1:].removesuffix("?"), _ABSENT)
    if isinstance(value, Mapping):
        return {k: f for k, v in value.items() if (f := _filled(v, entered)) is not _ABSENT}
    if isinstance(value, list | tuple):
        return [f for v in value if (f := _filled(v, entered)) is not _ABSENT]
    return value


_ABSENT = object()
