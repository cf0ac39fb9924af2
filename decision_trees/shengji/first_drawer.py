"""Who draws the first card of the first deal: by the points of a card turned up (翻牌点, 2.2)."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import MoreNeeded, rule
from decision_trees.shengji.cards import RANKS, Card
from decision_trees.shengji.seats import Seat

_J = "shengji-40:"
Turned = Literal["number", "ace_or_court", "joker"]
_ORDER = (RANKS[-1], *RANKS[:-1])  # the ace as 1, the rest as printed, J, Q and K after the 10 (D-23-2)


def count_of(card: Card) -> int | None:
    """The points of a turned card with the ace as 1 and J, Q, K as 11 to 13 (D-23-2); a joker has none (D-23-3)."""
    return None if card.is_joker else _ORDER.index(card.rank) + 1


@rule("shengji.turned_points", _J + "2.2")
def turned_points(card: str) -> dict[str, Any]:
    """翻牌点翻到的是点数、A或J、Q、K，还是王；A作1，J、Q、K作11至13（第二条二，D-23-2）。"""
    turned = Card.parse(card)
    kind: Turned = "joker" if turned.is_joker else "number" if turned.rank.isdigit() else "ace_or_court"
    return {"kind": kind, "count": count_of(turned)}


@rule("shengji.first_drawer", _J + "2.2", _J + "1.10")
def first_drawer(flipper: str, card: str, from_self: bool) -> dict[str, Any]:
    """首副由谁先抓：从翻牌者本人（或其下家，D-23）起算1，按逆时针方向数到翻出的点数（第二条二）。"""
    count = count_of(Card.parse(card))
    if count is None:
        raise MoreNeeded("翻到的是王，没有点数，由裁判长定（第二条二）。")
    return {"drawer": Seat.parse(flipper).after(count - 1 if from_self else count).value}
