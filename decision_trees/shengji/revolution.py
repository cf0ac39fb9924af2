"""Revolution (革命): a hand of twelve cards without points (5)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import Card, Written, parse_cards, points
from decision_trees.shengji.regulations import card_count

_J = "shengji-40:"

Stage = Literal["during_draw", "after_deal_before_lead", "after_first_lead"]


def can_revolt(hand: Sequence[Card], stage: Stage) -> bool:
    """May this hand call a revolution: all cards drawn, nothing led yet, no points among its twelve cards (5)?

    Which twelve count for a banker who took the bottom is open (D-27-2), so that another number of cards raises.
    """
    if stage != "after_deal_before_lead":
        return False
    size = card_count("hand")
    if len(hand) != size:
        raise RuleInputError(
            f"革命看抓得的{size}张牌，现在写了{len(hand)}张；庄家取底以后看哪{size}张由裁判长定（第五条）。"
        )
    return points(hand) == 0


@rule("shengji.can_revolt", _J + "5")
def can_revolt_with(hand: Written, stage: Stage) -> dict[str, Any]:
    """May this hand call a revolution (5)?"""
    return {"can": can_revolt(parse_cards(hand, "这手牌"), stage)}
