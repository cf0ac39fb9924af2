"""What has been recorded before, as rulings count it: one mechanism for every game that has a ladder of penalties.

A record names its ``kind``, the ``pair`` (and, where a game counts by person, the ``player``) and how far it reaches: the
``round``, the ``game`` and the ``deal``, each from 1. Which kinds there are is the game's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from decision_trees.functions import RuleInputError

SCOPES: Mapping[str, str] = {"round": "第几轮", "game": "第几局", "deal": "第几副"}
_FIELDS = ("kind", "pair", "player", *SCOPES)


def checked(record: Mapping[str, Any], kinds: Sequence[str]) -> dict[str, Any]:
    """One record: ``{"kind": "violation", "pair": "NS", "round": 2, "deal": 3}``; raises when it cannot be."""
    unknown = [k for k in record if k not in _FIELDS]
    if unknown:
        raise RuleInputError(f"此前的记录不能有“{unknown[0]}”，应为 {'、'.join(_FIELDS)}。")
    if record.get("kind") not in kinds:
        raise RuleInputError(f"此前的记录的 kind 不能是 {record.get('kind')!r}，应为 {'、'.join(kinds)} 之一。")
    if not record.get("pair") or not isinstance(record["pair"], str | int):
        raise RuleInputError("此前的记录要写明是哪一对（pair）。")
    for name, words in SCOPES.items():
        number = record.get(name)
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise RuleInputError(f"此前的记录的{words}（{name}）应是从 1 起的整数，现在是 {number!r}。")
    return dict(record)


def read(value: Any, kinds: Sequence[str]) -> list[dict[str, Any]]:
    """A whole history, each record checked."""
    if not isinstance(value, list | tuple) or not all(isinstance(r, Mapping) for r in value):
        raise RuleInputError("此前的记录应是一列，每项写 kind、pair、round、game、deal。")
    return [checked(r, kinds) for r in value]


def count(
    history: Iterable[Mapping[str, Any]],
    kinds: Sequence[str],
    kind: str,
    pair: str,
    *,
    player: str | None = None,
    within: Mapping[str, int | None] | None = None,
) -> int:
    """How many records of a kind a pair (or one player of it) has within a round, game or deal; all of them by default."""
    limits = {name: number for name, number in (within or {}).items() if number is not None}
    found = 0
    for record in (checked(r, kinds) for r in history):
        if record["kind"] != kind or str(record["pair"]) != pair:
            continue
        if player is not None and str(record.get("player")) != player:
            continue
        missing = [name for name in limits if record.get(name) is None]
        if missing:
            raise RuleInputError(f"此前的记录没有写{SCOPES[missing[0]]}（{missing[0]}），不能按它数次数。")
        found += all(record[name] == number for name, number in limits.items())
    return found
