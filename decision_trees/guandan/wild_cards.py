"""Whether a player of a wild card had to say what it stands for (rules 7.2 and 7.3.2)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import patterns
from decision_trees.guandan.cards import is_wild, parse_cards, parse_level


@rule("guandan.play.how_many_readings", "guandan-2017:7.2", "guandan-2017:7.3.2")
def how_many_readings(cards: list[str], level: str) -> dict[str, Any]:
    """一手牌没有合法读法、只有一种、还是两种以上；全由红心参谋组成的、同花的五张另列，文本没有写能不能当别的牌。"""
    if not cards:
        raise RuleInputError("没有写打出的牌。")
    played, rank = parse_cards(cards, "打出的牌"), parse_level(level)
    found = patterns.recognise(played, rank)
    if not found.legal:
        return {"readings": "none"}
    if all(is_wild(card, rank) for card in played):
        return {"readings": "wild_only"}  # D-50
    if found.needs_declaration:
        return {"readings": "several"}
    return {"readings": "flush" if found.optional else "one"}  # D-23
