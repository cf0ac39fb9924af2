"""Announcing the cards left (报牌): rule 12; supplement 3.1 and 4.8."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan.numbers import at_most
from decision_trees.guandan.patterns import largest_play

_B, _S = "guandan-2017:", "guandan-supplement:"


def due(before: int, after: int, already_announced: bool) -> int | None:
    """The number to announce after a play that left so many cards (12); None when none is due.

    Once for a hand; with no card left there is nothing to announce, and passing is not playing.
    Raises :class:`RuleInputError` for numbers there cannot be.
    """
    if not 0 <= after <= before <= at_most("full-hand"):
        raise RuleInputError(f"出牌前后的张数应为 {at_most('full-hand')} 至 0，出牌后不会更多。")
    if before - after > largest_play():
        raise RuleInputError(f"一手牌最多 {largest_play()} 张，不会从 {before} 张剩 {after} 张。")
    if already_announced or before == after or not 0 < after <= at_most("announce"):
        return None
    return after


@rule("guandan.announce.due", _B + "12", _S + "3.1", title="报牌：该不该报，报几张")
def announce_due(before: int, after: int, already_announced: bool) -> dict[str, Any]:
    """The number of cards a player must announce after a play (12; supplement 3.1); None when none is due.

    ``before`` and ``after``: cards in his hand before and after the play. He announces once for a hand, when ten or fewer are
    left. Raises :class:`RuleInputError` for numbers there cannot be.
    """
    return {"announce": due(before, after, already_announced)}
