"""Entries of the lists that rule functions are given: their fields checked."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError


def item(given: dict[str, Any], types: dict[str, type], where: str) -> dict[str, Any]:
    """One entry of a list, as it is when it has just these fields with values of these types."""
    unknown = [k for k in given if k not in types]
    if unknown:
        raise RuleInputError(f"{where}不能有“{unknown[0]}”，应有：{'、'.join(types)}。")
    for name, type_ in types.items():
        if name not in given:
            raise RuleInputError(f"{where}缺少“{name}”，应有：{'、'.join(types)}。")
        value = given[name]
        if not isinstance(value, type_) or (type_ is not bool and isinstance(value, bool)):
            raise RuleInputError(f"{where}的“{name}”写错了，现在是 {value!r}。")
    return given
