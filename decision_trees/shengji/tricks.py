"""Tricks (圈): who wins one, and the points in it (11, 12, 13)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.shengji.cards import Card, check_once, parse_cards, points
from decision_trees.shengji.following import class_led, is_ruff, over_ruffs
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import Trumps, compare

_J = "shengji-40:"


@dataclass(frozen=True, slots=True)
class Play:
    """One player's cards to a trick (一手牌, 1.17)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickResult:
    """Who wins a trick, by which clause, and the points in it."""

    winner: Seat
    points: int
    law: Literal["11", "12.1", "12.2"]


def check_plays(plays: Sequence[Play]) -> None:
    """Four players in turn, anticlockwise, with as many cards each (1.20, 9p2), every card once."""
    if len(plays) != len(Seat):
        raise RuleInputError(f"一圈由四家各出一手，现在有{len(plays)}手（第一条二十）。")
    for before, play in itertools.pairwise(plays):
        if play.seat is not before.seat.next:
            raise RuleInputError(
                f"{before.seat.chinese}之后应由{before.seat.next.chinese}出牌，"
                f"现在写的是{play.seat.chinese}，出牌按逆时针（第九条第2段）。"
            )
        if len(play.cards) != len(plays[0].cards):
            raise RuleInputError(
                f"{play.seat.chinese}出了{len(play.cards)}张，领出{len(plays[0].cards)}张，"
                "同圈各家张数应相同（第九条第2段）。"
            )
    check_once([c for p in plays for c in p.cards], "这一圈")


def trick_result(plays: Sequence[Play], trumps: Trumps) -> TrickResult:
    """Winner of a complete trick of legal plays, and its points (11, 12, 13p1).

    Single cards are compared one by one, the first of equals is the higher (11.1). Several cards led are a throw that
    stands: nobody has higher of its class (8), so only a ruff of trumps alone beats it (12.1), and a ruff only one whose
    highest trump is higher (12.2; D-32).
    """
    check_plays(plays)
    led = plays[0].cards
    suit = class_led(led, trumps)
    best = plays[0]
    law: Literal["11", "12.1", "12.2"] = "11"
    for play in plays[1:]:
        if is_ruff(led, play.cards, trumps):
            ruffed = is_ruff(led, best.cards, trumps)
            if not ruffed or over_ruffs(play.cards, best.cards, trumps):
                best, law = play, "12.2" if ruffed else "12.1"
        elif len(led) == 1 and compare(play.cards[0], best.cards[0], trumps, suit) == "a":
            best = play
    return TrickResult(best.seat, points(c for p in plays for c in p.cards), law)


@rule("shengji.trick_winner", _J + "11", _J + "11.1", _J + "11.2", _J + "11.3", _J + "12.1", _J + "12.2", _J + "13p1")
def trick_winner(plays: list[list[Any]], level: str, trump: str) -> dict[str, Any]:
    """Who wins a trick, and the points in it (11, 12, 13p1).

    ``plays``: four ``[seat, cards]`` as played, all legal; several cards led are a throw that stands.
    """
    table = []
    for at, item in enumerate(plays, 1):
        if len(item) != 2 or not isinstance(item[0], str) or not isinstance(item[1], str | list):
            raise RuleInputError(f'第{at}手应写成 [方位, 牌]，如 ["S", "HA HK"]，现在是 {item!r}。')
        table.append(Play(Seat.parse(item[0]), parse_cards(item[1], f"第{at}手")))
    result = trick_result(table, Trumps.parse(level, trump))
    return {"winner": result.winner.value, "points": result.points}
