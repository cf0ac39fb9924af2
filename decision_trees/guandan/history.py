"""What has been recorded against a pair before: violations in a round, fouls in a game, games lost (rules 16.3 to 16.5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, get_args

from decision_trees.functions import RuleInputError, rule

_B = "guandan-2017:"
RecordKind = Literal["violation", "foul", "game_lost", "warning"]
KINDS: tuple[str, ...] = get_args(RecordKind)
_SCOPE = ("round", "game", "deal")
_WORDS = {"round": "第几轮", "game": "第几局", "deal": "第几副"}


def checked(record: Mapping[str, Any]) -> dict[str, Any]:
    """One record: ``{"kind": "violation", "pair": "NS", "round": 2, "game": 1, "deal": 3}``; raises when it cannot be."""
    unknown = [k for k in record if k not in ("kind", "pair", *_SCOPE)]
    if unknown:
        raise RuleInputError(f"此前的记录不能有“{unknown[0]}”，应为 kind、pair、{'、'.join(_SCOPE)}。")
    if record.get("kind") not in KINDS:
        raise RuleInputError(f"此前的记录的 kind 不能是 {record.get('kind')!r}，应为 {'、'.join(KINDS)} 之一。")
    if not record.get("pair") or not isinstance(record["pair"], str | int):
        raise RuleInputError("此前的记录要写明是哪一对（pair）。")
    for name in _SCOPE:
        number = record.get(name)
        if number is not None and (isinstance(number, bool) or not isinstance(number, int) or number < 1):
            raise RuleInputError(f"此前的记录的{_WORDS[name]}（{name}）应是从 1 起的整数，现在是 {number!r}。")
    return dict(record)


@rule("guandan.history_count", _B + "16.3.1", _B + "16.4", _B + "16.5")
def history_count(
    history: list[dict[str, Any]],
    kind: RecordKind,
    pair: str,
    in_round: int | None = None,
    in_game: int | None = None,
    in_deal: int | None = None,
) -> dict[str, Any]:
    """这一对此前记过几次：违例按轮（第十六条三1），犯规按局（第十六条四），一局判负按赛事（第十六条五）。"""
    where = {"round": in_round, "game": in_game, "deal": in_deal}
    limits = {name: number for name, number in where.items() if number is not None}
    records = [checked(r) for r in history]
    for r in records:
        missing = [n for n in limits if r["kind"] == kind and str(r["pair"]) == pair and r.get(n) is None]
        if missing:
            raise RuleInputError(f"此前的记录没有写{_WORDS[missing[0]]}（{missing[0]}），不能按它数次数。")
    count = sum(
        r["kind"] == kind and str(r["pair"]) == pair and all(r[n] == number for n, number in limits.items())
        for r in records
    )
    return {"count": count}


@rule("guandan.violation_completes_two", _B + "16.3.1")
def violation_completes_two(violations: int) -> dict[str, Any]:
    """此前已记若干次违例，再记一次是否又满两次（每两次违例记一次犯规的读法）。"""
    if violations < 0:
        raise RuleInputError(f"此前的次数不能是负数，现在是 {violations}。")
    return {"completes": violations % 2 == 1}
