"""More than one revoke in a deal (law 64, open question D-10): what they cost together."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule


@rule("bridge.revokes_together", "bridge-1999:64A", "bridge-1999:64B2")
def revokes_together(first: int, second: int, counted_twice: int = 0) -> dict[str, Any]:
    """Tricks two revokes of one side cost together, 两次藏牌一共转几墩: each is counted, no trick moves twice (64A, D-10).

    ``first``, ``second``: what each would cost by itself (bridge.revoke_transfer); ``counted_twice``: tricks that stand in
    both. Raises :class:`RuleInputError` when more are counted twice than one of them has.
    """
    if min(first, second, counted_twice) < 0:
        raise RuleInputError("墩数不能是负数。")
    if counted_twice > min(first, second):
        raise RuleInputError(f"两次各转 {first} 墩和 {second} 墩，重复的不会有 {counted_twice} 墩。")
    return {"transfer": first + second - counted_twice}
