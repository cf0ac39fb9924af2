"""Cards as people type them — ``♠AK5 红心10 大王`` — brought to codes: suit first, jokers ``BJ`` and ``LJ``.

Every card of French suits and the two jokers is known here; which of them a game has, and how often, the game checks.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from decision_trees.functions import RuleInputError

SUITS = {
    "♠": "S", "♤": "S", "黑桃": "S", "黑": "S", "S": "S",
    "♥": "H", "♡": "H", "红心": "H", "红桃": "H", "紅心": "H", "红": "H", "H": "H",
    "♦": "D", "♢": "D", "方块": "D", "方片": "D", "方塊": "D", "方": "D", "D": "D",
    "♣": "C", "♧": "C", "梅花": "C", "草花": "C", "梅": "C", "草": "C", "C": "C",
}  # fmt: skip
_JOKERS = {
    "BJ": "BJ", "大王": "BJ", "大鬼": "BJ",
    "LJ": "LJ", "小王": "LJ", "小鬼": "LJ",
}  # fmt: skip
_HOW = "牌写作花色加牌点，如 ♠10、H2（红心2），大王写 BJ，小王写 LJ"


def any_of(words: Mapping[str, str]) -> str:
    """A pattern for any of the words, the longest first."""
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_CARDS = re.compile(
    rf"(?P<joker>{any_of(_JOKERS)})|(?P<suit>{any_of(SUITS)})|(?P<rank>10|[2-9TJQKA])|(?P<gap>[\s,、;.:/|+-]+)|(?P<bad>.)"
)


def plain(text: str) -> str:
    """Full-width forms, brackets and variation selectors out of the way; capitals."""
    text = unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "").upper()
    return re.sub(r"[()\[\]!?*\"“”。]", " ", text).strip()


def _in(text: str) -> list[str]:
    """Cards written suit first, the suit once or with every card, jokers by name: ``♠AK5 ♥Q``, ``S2 H10 BJ``, ``大王``."""
    suit, ranks, cards = "", 1, []
    for m in _CARDS.finditer(plain(text)):
        if (m["suit"] or m["joker"]) and suit and not ranks:
            raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，{_HOW}。")
        if m["suit"]:
            suit, ranks = SUITS[m["suit"]], 0
        elif m["joker"]:
            suit = ""
            cards.append(_JOKERS[m["joker"]])
        elif m["rank"]:
            if not suit:
                raise RuleInputError(f"“{text}”里的“{m['rank']}”前面没有花色，{_HOW}。")
            ranks += 1
            cards.append(suit + ("10" if m["rank"] == "T" else m["rank"]))
        elif m["bad"]:
            raise RuleInputError(f"“{text}”里看不懂“{m['bad']}”，{_HOW}。")
    if suit and not ranks:
        raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，{_HOW}。")
    return cards


def seat(value: Any, seats: Mapping[str, str]) -> str:
    """A seat as people write it (``南``, ``South``, ``s``), by the words of a game."""
    if isinstance(value, str):
        word = plain(value).removesuffix("家").removesuffix("位")
        if word in seats:
            return seats[word]
    raise RuleInputError(f"没有方位“{value}”，应为 S、E、N、W 或 南、东、北、西。")


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
