"""What a rule function is given as JSON, looked at key by key: one sentence says what is missing or too much."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from decision_trees.functions import RuleInputError


def boolean_field(data: dict[str, Any], key: str, where: str) -> bool | None:
    """The true or false under a key; None when it is not there."""
    value = data.get(key)
    if value is not None and not isinstance(value, bool):
        raise RuleInputError(f"{where}的 {key} 应是 true 或 false，现在是 {value!r}。")
    return value


def check_keys(data: dict[str, Any], keys: tuple[str, ...], where: str) -> None:
    """Raises :class:`RuleInputError` for a key that means nothing here."""
    unknown = [k for k in data if k not in keys]
    if unknown:
        raise RuleInputError(f"{where}不能有“{unknown[0]}”，可用：{'、'.join(keys)}。")


def text_field(item: Mapping[str, Any], key: str, where: str, known: Sequence[str]) -> str:
    """The text under a key that must be there."""
    unknown = [k for k in item if k not in known]
    if unknown:
        raise RuleInputError(f"{where}不能有“{unknown[0]}”，应有：{'、'.join(known)}。")
    value = item.get(key)
    if not isinstance(value, str):
        raise RuleInputError(f"{where}缺少 {key}，应有：{'、'.join(known)}。")
    return value
