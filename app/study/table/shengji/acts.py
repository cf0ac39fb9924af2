"""What a shengji player is seen to do, in words."""

from __future__ import annotations

from collections.abc import Iterable

from app.study.table.model import Act
from app.study.table.shengji.players import Player, SimplePlayer, View
from app.study.table.shengji.position import At
from decision_trees.shengji.cards import Card
from decision_trees.shengji.declaring import turn_bottom
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.seats import Seat


def names(cards: Iterable[Card]) -> str:
    """红心10、大王."""
    return "、".join(card.chinese for card in cards)


def play_act(seat: Seat, cards: Iterable[Card]) -> Act:
    """Somebody lays down cards, whatever they are."""
    found = tuple(cards)
    return Act(seat.value, "play", tuple(map(str, found)), f"{seat.chinese}出{names(found)}")


def say_act(seat: Seat, text: str) -> Act:
    """Somebody says something."""
    return Act(seat.value, "say", (), f"{seat.chinese}：{text}")


def declare_act(seat: Seat, card: Card, at: int) -> Act:
    """Somebody shows a card while cards are drawn, to make its suit trumps (3p4)."""
    return Act(seat.value, "show", (str(card),), f"抓到第{at}张时，{seat.chinese}亮{card.chinese}")


def bury_act(seat: Seat, number: int) -> Act:
    """The banker puts cards face down; how many can be counted (6p2)."""
    return Act(seat.value, "say", (str(number),), f"{seat.chinese}取底牌，面朝下扣{number}张")


def action(at: At, player: Player | None = None) -> Act:
    """What whose turn it is does, by himself: a legal act."""
    seat = at.turn
    assert seat is not None
    if at.stage == "drawing":
        if at.declared:
            return Act(seat.value, "say", (), "接着抓完牌")
        if at.shower is not None and at.shows is not None:
            return declare_act(at.shower, at.shows, at.at)
        turned = turn_bottom(at.original)
        cards = at.original[: turned.turned]
        return Act(seat.value, "show", tuple(map(str, cards)), f"没有人亮主，{seat.chinese}翻底：{names(cards)}")
    if at.stage == "drawn":
        return bury_act(seat, card_count("bottom"))
    if at.owed and set(at.owed) <= set(at.table.hands[seat]):
        return play_act(seat, at.owed)
    return play_act(seat, (player or SimplePlayer()).choose(View.of(at.table, at.gone)))
