"""Whether a tribute or a return was the right card (rules 10.1, 19.1, 19.2; supplement 3.3)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import tribute
from decision_trees.guandan.cards import Card, Rank, compare, parse_cards, parse_level
from decision_trees.guandan.quantities import at_most

_B, _S = "guandan-2017:", "guandan-supplement:"


@rule("guandan.tribute.wrong", _B + "10.1", _B + "19.1")
def tribute_wrong(hand: list[str], card: str, level: str) -> dict[str, Any]:
    """贡的牌是不是贡错：不是手中红心参谋以外最大的；hand 是贡牌前的手牌。"""
    cards, paid = parse_cards(hand, "手牌"), Card.parse(card)
    if paid not in cards:
        raise RuleInputError(f"手里没有{paid.chinese}，不能贡。")
    return {"wrong": paid not in tribute.candidates(cards, parse_level(level))}


def _is_low(card: Card) -> bool:
    return not card.rank.is_joker and card.rank <= at_most("return-to-partner")


def _kind(card: Card, level: Rank) -> str:
    if not _is_low(card):
        return "high"
    return "level_low" if card.rank is level else "low"


@rule("guandan.tribute.return_kind", _B + "10.1", _B + "19.2", _S + "3.3")
def return_kind(card: str, level: str) -> dict[str, Any]:
    """还的牌是 10 以下（low）、牌面在 10 以下的级牌（level_low），还是大于 10（high）。"""
    return {"kind": _kind(Card.parse(card), parse_level(level))}


@rule("guandan.tribute.return_hand", _S + "3.3", _B + "8.1")
def return_hand(hand: list[str], card: str, level: str) -> dict[str, Any]:
    """还牌者手里有没有 10 以下的牌（级牌不算）；还的是不是最小的一张，按大小（第八条一）和按牌面。"""
    cards, returned, rank = parse_cards(hand, "手牌"), Card.parse(card), parse_level(level)
    if returned not in cards:
        raise RuleInputError(f"手里没有{returned.chinese}，不能还。")
    return {
        "has_low": any(_kind(c, rank) == "low" for c in cards),
        "smallest": all(compare(returned, c, rank) <= 0 for c in cards),
        "smallest_by_face": all(returned.rank <= c.rank for c in cards),
    }
