"""What a referee types at the table — seats, cards, the record — brought to the JSON the rule functions take."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from typing import Any

from decision_trees.functions import RuleInputError
from decision_trees.guandan.cards import Card, parse_cards
from decision_trees.guandan.history import checked

_SEATS = {
    "S": "S", "E": "E", "N": "N", "W": "W", "SOUTH": "S", "EAST": "E", "NORTH": "N", "WEST": "W",
    "南": "S", "东": "E", "東": "E", "北": "N", "西": "W",
}  # fmt: skip
_SUITS = {
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


def _any(words: Mapping[str, str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_CARDS = re.compile(
    rf"(?P<joker>{_any(_JOKERS)})|(?P<suit>{_any(_SUITS)})|(?P<rank>10|[2-9TJQKA])|(?P<gap>[\s,、;.:/|+-]+)|(?P<bad>.)"
)


def _plain(text: str) -> str:
    """Full-width forms, brackets and variation selectors out of the way; capitals."""
    text = unicodedata.normalize("NFKC", text).replace("\ufe0f", "").replace("\ufe0e", "").upper()
    return re.sub(r"[()\[\]!?*\"“”。]", " ", text).strip()


def _seat(value: Any) -> str:
    if isinstance(value, str):
        word = _plain(value).removesuffix("家").removesuffix("位")
        if word in _SEATS:
            return _SEATS[word]
    raise RuleInputError(f"没有方位“{value}”，应为 S、E、N、W 或 南、东、北、西。")


def _cards_in(text: str) -> list[str]:
    """Cards written suit first, the suit once or with every card, jokers by name: ``♠AK5 ♥Q``, ``S2 H10 BJ``, ``大王``."""
    suit, ranks, cards = "", 1, []
    for m in _CARDS.finditer(_plain(text)):
        if (m["suit"] or m["joker"]) and suit and not ranks:
            raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，{_HOW}。")
        if m["suit"]:
            suit, ranks = _SUITS[m["suit"]], 0
        elif m["joker"]:
            suit = ""
            cards.append(_JOKERS[m["joker"]])
        elif m["rank"]:
            if not suit:
                raise RuleInputError(f"“{text}”里的“{m['rank']}”前面没有花色，{_HOW}。")
            ranks += 1
            cards.append(str(Card.parse(suit + ("10" if m["rank"] == "T" else m["rank"]))))
        elif m["bad"]:
            raise RuleInputError(f"“{text}”里看不懂“{m['bad']}”，{_HOW}。")
    if suit and not ranks:
        raise RuleInputError(f"“{text}”里的一门花色后面没有牌点，{_HOW}。")
    return cards


def _cards(value: Any) -> list[str]:
    if isinstance(value, str):
        cards = _cards_in(value)
    elif isinstance(value, Sequence):
        cards = []
        for number, item in enumerate(value, 1):
            one = _cards_in(item) if isinstance(item, str) else []
            if len(one) != 1:
                raise RuleInputError(f"第{number}张“{item}”不是一张牌，{_HOW}。")
            cards += one
    else:
        raise RuleInputError(f"牌应写成“♠AK5 ♥10 BJ”这样，现在是“{value}”。")
    return [str(c) for c in parse_cards(cards)]


def _card(value: Any) -> str:
    cards = _cards_in(value) if isinstance(value, str) else []
    if len(cards) != 1:
        raise RuleInputError(f"“{value}”不是一张牌，{_HOW}。")
    return cards[0]


def _history(value: Any) -> list[dict[str, Any]]:
    if not isinstance(value, list | tuple) or not all(isinstance(r, Mapping) for r in value):
        raise RuleInputError("此前的记录应是一列，每项写 kind、pair、round、game、deal。")
    return [checked(r) for r in value]


def read(kind: str, value: Any, known: Mapping[str, Any]) -> Any:
    """The JSON value of a seat, card, cards or the record, from typed text or from JSON; other kinds as they are.

    At most two of a card, as both packs have it. Raises :class:`RuleInputError`, with one sentence, for what cannot be.
    """
    if kind == "seat":
        return _seat(value)
    if kind == "card":
        return _card(value)
    if kind == "cards":
        return _cards(value)
    if kind == "history":
        return _history(value)
    return value
