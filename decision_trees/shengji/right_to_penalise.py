"""The right to have an irregularity penalised (处罚权): what was weighed against it and did not cost it (28.3, 28.4, 25p3)."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import rule

_J = "shengji-40:"

PointedOut = Literal["normal", "outsider", "acted_first", "consulted", "late", "settled_privately"]


@rule("shengji.right_kept", _J + "28.3", _J + "28.4.1", _J + "28.4.2", _J + "28.4.3", _J + "28.4.4", _J + "25p3")
def right_kept(
    pointed_out: PointedOut,
    outsider_side: Literal["nonoffending", "other"] | None = None,
    late_revoke: bool = False,
) -> dict[str, Any]:
    """处罚权虽有疑问而没有丧失的，疑问是哪一种（第二十八条三、四，第二十五条第3段）；没有疑问的为空。"""
    if pointed_out == "normal":
        return {"why": None}
    if pointed_out == "outsider" and outsider_side == "other":
        return {"why": "not_theirs"}
    if pointed_out == "late" and late_revoke:
        return {"why": "revoke"}
    return {"why": pointed_out}
