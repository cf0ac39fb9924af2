"""Too many or too few cards (多牌或少牌): between whom, and on which sides the players concerned are (22.1, 2.3)."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.regulations import card_count
from decision_trees.shengji.seats import Seat

_J = "shengji-40:"
Between = Literal["nobody", "bottom_only", "two_hands", "bottom_and_hand", "not_whole", "several"]
Relation = Literal["opposite", "banker_side", "defenders"]


def between(hands: dict[Seat, int], bottom: int) -> Between:
    """Where cards are too many and too few before the bottom is taken; the three pairs of 22.1p1, and what is none of them.

    ``not_whole``: a hand is wrong and all cards together are not the pack (1.1), so nobody need have drawn wrongly.
    """
    missing = [s for s in Seat if s not in hands]
    if missing:
        raise RuleInputError(f"缺少{missing[0].chinese}的张数，要四家的张数。")
    if bottom < 0 or min(hands.values()) < 0:
        raise RuleInputError("张数不能小于0。")
    wrong = [n - card_count("hand") for n in hands.values() if n != card_count("hand")]
    below = bottom - card_count("bottom")
    if not wrong:
        return "bottom_only" if below else "nobody"
    if sum(hands.values()) + bottom != card_count("deck"):
        return "not_whole"
    if len(wrong) == 1:
        return "bottom_and_hand"
    if len(wrong) == 2 and not below:
        return "two_hands"
    return "several"


@rule("shengji.wrong_number_between", _J + "22.1p1", _J + "2.3", _J + "1.18", _J + "6p1")
def wrong_number_between(hands: dict[str, int], bottom: int) -> dict[str, Any]:
    """多牌、少牌在哪里：两家之间、底牌与一家之间、只有底牌不符、合计不是一副牌，或都不是（第二十二条一、第二条三）。"""
    return {"between": between({Seat.parse(s): n for s, n in hands.items()}, bottom)}


@rule("shengji.wrong_number_sides", _J + "22.1p2")
def wrong_number_sides(offender: str, other: str, banker: str) -> dict[str, Any]:
    """错误家和非错误家各为一方，同为庄家方，还是同为防守方（第二十二条一第2段）。"""
    at_fault, not_at_fault = Seat.parse(offender), Seat.parse(other)
    if at_fault is not_at_fault:
        raise RuleInputError(f"错误家和非错误家都写了{at_fault.chinese}，应是两家。")
    relation: Relation
    if at_fault.side is not not_at_fault.side:
        relation = "opposite"
    else:
        relation = "banker_side" if at_fault.side is Seat.parse(banker).side else "defenders"
    return {"relation": relation}
