"""Cards as people type them — ``♠AK5 红心10 大王`` — brought to codes: suit first, jokers ``BJ`` and ``LJ``.

Every card of French suits and the two jokers is known here; which of them a game has, and how often, the game checks.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from decision_trees import notation
from decision_trees.functions import RuleInputError
from decision_trees.notation import JOKERS, RANKS, SUITS, any_of

_HOW = "牌写作花色加牌点，如 ♠10、H2（红心2），大王写 BJ，小王写 LJ"


_CARDS = re.compile(
    rf"(?P<joker>{any_of(JOKERS)})|(?P<suit>{any_of(SUITS)})|(?P<rank>{any_of(RANKS)})|(?P<gap>[\s,、;.:/|+-]+)|(?P<bad>.)"
)


def _in(text: str) -> list[str]:
    """Cards written suit first, the suit once or with every card, jokers by name: ``♠AK5 ♥Q``, ``S2 H10 BJ``, ``大王``."""
    suit, ranks, cards = "", 1, []
    for m in _CARDS.finditer(notation.plain(text)):
        if (m["suit"] or m["joker"]) and suit and not ranks:
            raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，{_HOW}。")
        if m["suit"]:
            suit, ranks = SUITS[m["suit"]], 0
        elif m["joker"]:
            suit = ""
            cards.append(JOKERS[m["joker"]])
        elif m["rank"]:
            if not suit:
                raise RuleInputError(f"“{text}”里的“{m['rank']}”前面没有花色，{_HOW}。")
            ranks += 1
            cards.append(suit + RANKS[m["rank"]])
        elif m["bad"]:
            raise RuleInputError(f"“{text}”里看不懂“{m['bad']}”，{_HOW}。")
    if suit and not ranks:
        raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，{_HOW}。")
    return cards


def cards(value: Any) -> list[str]:
    """Several cards, from one text or a list of texts, in the order given."""
    if isinstance(value, str):
        return _in(value)
    if not isinstance(value, Sequence):
        raise RuleInputError(f"牌应写成“♠AK5 ♥10 BJ”这样，现在是“{value}”。")
    found = []
    for number, item in enumerate(value, 1):
        one = _in(item) if isinstance(item, str) else []
        if len(one) != 1:
            raise RuleInputError(f"第{number}张“{item}”不是一张牌，{_HOW}。")
        found += one
    return found


def card(value: Any) -> str:
    """One card."""
    one = _in(value) if isinstance(value, str) else []
    if len(one) != 1:
        raise RuleInputError(f"“{value}”不是一张牌，{_HOW}。")
    return one[0]
