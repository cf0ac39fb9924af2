"""What has been recorded against a pair before: violations in a round, fouls in a game, games lost (rules 16.3 to 16.5)."""

from __future__ import annotations

from typing import Any, Literal, get_args

from decision_trees import history as records
from decision_trees.functions import RuleInputError, rule

_B = "guandan-2017:"
RecordKind = Literal["violation", "foul", "game_lost", "warning"]
KINDS: tuple[str, ...] = get_args(RecordKind)


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
    within = {"round": in_round, "game": in_game, "deal": in_deal}
    return {"count": records.count(history, KINDS, kind, pair, within=within)}


@rule("guandan.violation_completes_two", _B + "16.3.1")
def violation_completes_two(violations: int) -> dict[str, Any]:
    """此前已记若干次违例，再记一次是否又满两次（每两次违例记一次犯规的读法）。"""
    if violations < 0:
        raise RuleInputError(f"此前的次数不能是负数，现在是 {violations}。")
    return {"completes": violations % 2 == 1}


@rule("guandan.history_next", _B + "16.3.1")
def history_next(prior: int) -> dict[str, Any]:
    """此前已有若干次，这一次是第几次。"""
    if prior < 0:
        raise RuleInputError(f"此前的次数不能是负数，现在是 {prior}。")
    return {"number": prior + 1}
