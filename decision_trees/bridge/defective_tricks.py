"""Defective tricks (有缺陷的牌墩, law 67): was a card left out or were too many played, from the cards still held."""

from __future__ import annotations

from typing import Any

from decision_trees.bridge.cards import hand_size
from decision_trees.functions import RuleInputError, rule


@rule("bridge.defective_trick_fault", "bridge-1999:67B", "bridge-1999:67B1", "bridge-1999:67B2")
def defective_trick_fault(held: int, others_hold: int) -> dict[str, Any]:
    """What was wrong, 漏打还是多打: too many cards in hand, one was ``missing``; too few, there were ``extra`` ones (67B).

    ``held``: cards the player still holds; ``others_hold``: what each of the others holds, all having played to the last
    trick. ``cards``: by how many he is out; none: no trick is defective. Raises :class:`RuleInputError` for numbers that
    cannot be.
    """
    for count in (held, others_hold):
        if not 0 <= count <= hand_size():
            raise RuleInputError(f"手中的牌应为 0 至 {hand_size()} 张，现在是 {count}。")
    fault = "missing" if held > others_hold else "extra" if held < others_hold else "none"
    return {"fault": fault, "cards": abs(held - others_hold)}
