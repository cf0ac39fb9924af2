"""What has been recorded against a side before: warnings and violations of a round, forfeits and illegal information (19, 26)."""

from __future__ import annotations

from typing import Any, Literal, get_args

from decision_trees import history as records
from decision_trees.functions import RuleInputError, rule

_J = "shengji-40:"
RecordKind = Literal["warning", "violation", "forfeit", "illegal_information"]
KINDS: tuple[str, ...] = get_args(RecordKind)


@rule("shengji.history_count", _J + "19.2p2", _J + "19.4", _J + "19.5", _J + "26p3")
def history_count(
    history: list[dict[str, Any]],
    kind: RecordKind,
    pair: str,
    in_round: int | None = None,
    player: str | None = None,
) -> dict[str, Any]:
    """这一方（或这一人，D-29）此前记过几次：警告、违例按轮（第十九条二、四），判负、传递非法信息按赛会（第十九条五、第二十六条）。"""
    return {"count": records.count(history, KINDS, kind, pair, player=player, within={"round": in_round})}


@rule("shengji.warning_completes_two", _J + "19.2p2")
def warning_completes_two(warnings: int) -> dict[str, Any]:
    """此前已有若干次警告，再给一次是否又满两次（每两次警告记一次违例的读法，D-34）。"""
    if warnings < 0:
        raise RuleInputError(f"此前的次数不能小于0，现在是 {warnings}。")
    return {"completes": warnings % 2 == 1}


@rule("shengji.times_now", _J + "19.2p2", _J + "19.4", _J + "19.5")
def times_now(before: int) -> dict[str, Any]:
    """连这一次是第几次：此前的次数加一（第十九条二、四、五）。"""
    if before < 0:
        raise RuleInputError(f"此前的次数不能小于0，现在是 {before}。")
    return {"times": before + 1}
