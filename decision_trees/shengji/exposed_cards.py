"""Exposed cards (暴露张), light and heavy (24, 28b.4)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import BIG_JOKER, Card, Written, parse_cards, texts
from decision_trees.shengji.regulations import amount
from decision_trees.shengji.trumps import Trumps

_J = "shengji-40:"

_HEAVY_RANKS = ("K", "10")
_HEAVY_SIDE_RANK = "A"


def is_heavy(card: Card, trumps: Trumps) -> bool:
    """A heavy penalty card (重罚张): the big joker, an ace of a side suit, any K or 10 (28b.4.2; D-08, D-08-2)."""
    if card == BIG_JOKER or card.rank in _HEAVY_RANKS:
        return True
    return card.rank == _HEAVY_SIDE_RANK and not trumps.is_trump(card)


def is_trump_counter(card: Card, trumps: Trumps) -> bool:
    """A K or 10 that is a trump: heavy, or light where the event reads 付牌 to govern K and 10 as well (D-08-2)."""
    return card.rank in _HEAVY_RANKS and trumps.is_trump(card)


@dataclass(frozen=True, slots=True)
class Exposure:
    """Cards exposed at one time: which are heavy, and the penalty points."""

    heavy: tuple[Card, ...]
    light: tuple[Card, ...]
    penalty: int


def exposure(cards: Sequence[Card], trumps: Trumps) -> Exposure:
    """Light cards cost 10 each, heavy ones 20 (28b.4), one exposure at most 80 (28b.1 names 暴露牌; D-15)."""
    if not cards:
        raise RuleInputError("没有写暴露了哪些牌。")
    heavy = tuple(c for c in cards if is_heavy(c, trumps))
    light = tuple(c for c in cards if c not in heavy)
    of_heavy, of_light = amount("exposed_heavy"), amount("exposed_light")
    return Exposure(heavy, light, of_heavy.capped(of_heavy.each * len(heavy) + of_light.each * len(light)))


@rule("shengji.exposed_points", _J + "24.1", _J + "24.2", _J + "28b.4.1", _J + "28b.4.2", _J + "28b.1")
def exposed_points(cards: Written, level: str, trump: str) -> dict[str, Any]:
    """Which exposed cards are heavy, and the penalty points of this exposure (28b.4; D-08, D-08-2, D-15)."""
    found = exposure(parse_cards(cards), Trumps.parse(level, trump))
    return {"heavy": texts(found.heavy), "penalty": found.penalty}
