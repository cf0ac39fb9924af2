"""What a guandan player is seen to do, in words."""

from __future__ import annotations

from collections.abc import Iterable

from app.study.table.guandan.players import Player, SimplePlayer, View, return_of, tribute_of
from app.study.table.guandan.position import PAY, At
from app.study.table.model import Act
from decision_trees.guandan.cards import Card
from decision_trees.guandan.playing import Play
from decision_trees.guandan.seats import Seat


def names(cards: Iterable[Card]) -> str:
    """红心10、大王."""
    return "、".join(card.chinese for card in cards)


def play_act(seat: Seat, play: Play) -> Act:
    """Somebody plays; where there are several readings he says which it is (7.3.2)."""
    said = f"，说：{play.said}" if play.said else ""
    text = f"{seat.chinese}出{names(play.cards)}{said}"
    return Act(seat.value, "play", tuple(map(str, play.cards)), text)


def cards_act(seat: Seat, cards: Iterable[Card]) -> Act:
    """Somebody lays down cards, whatever they are."""
    found = tuple(cards)
    return Act(seat.value, "play", tuple(map(str, found)), f"{seat.chinese}出{names(found)}")


def pass_act(seat: Seat) -> Act:
    """Somebody passes (6.2)."""
    return Act(seat.value, "pass", (), f"{seat.chinese}过")


def give_act(kind: str, seat: Seat, card: Card, to: Seat | None) -> Act:
    """Somebody pays or returns a card; it is shown to all (10.1, 10.2)."""
    verb = "贡" if kind == PAY else "还"
    to_whom = f"给{to.chinese}" if to is not None else ""
    return Act(seat.value, "show", (str(card),), f"{seat.chinese}{verb}{card.chinese}{to_whom}")


def announce_act(seat: Seat, left: int) -> Act:
    """Somebody says how many cards he has left (12)."""
    return Act(seat.value, "say", (str(left),), f"{seat.chinese}报牌：{left}张")


def action(at: At, player: Player | None = None) -> Act:
    """What whose turn it is does, by himself: a legal act."""
    seat = at.turn
    assert seat is not None
    if at.due:
        step = at.due[0]
        hand = at.table.hands[seat]
        if step.kind == PAY:
            return give_act(PAY, seat, tribute_of(hand, at.level), step.to)
        assert step.to is not None
        received = next(g.card for g in at.gave if g.to is seat and g.seat is step.to)
        own = list(hand)
        if received is not None:
            own.remove(received)
        return give_act(step.kind, seat, return_of(own, step.to is seat.partner, at.level, at.regime), step.to)
    if at.saying is not None:
        return announce_act(seat, len(at.table.hands[seat]))
    play = (player or SimplePlayer()).choose(View.of(at.table))
    return pass_act(seat) if play is None else play_act(seat, play)
