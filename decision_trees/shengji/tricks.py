"""Tricks (圈): who wins one, and the points in it (11, 12, 13)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import Card, Written, check_once, parse_cards, points, texts
from decision_trees.shengji.following import class_led, is_bomb, is_ruff, over_ruffs
from decision_trees.shengji.seats import Seat
from decision_trees.shengji.trumps import Trumps, compare


@dataclass(frozen=True, slots=True)
class Play:
    """One player's cards to a trick (一手牌, 1.17)."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class TrickResult:
    """Who wins a trick, None where that is open, by which clause, and the points in it."""

    winner: Seat | None
    points: int
    law: Literal["4", "11", "12.1", "12.2"]


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


BombTrick = Literal["none", "sure", "higher_trump", "two_bombs", "in_following"]


def bomb_trick(plays: Sequence[Play], trumps: Trumps) -> BombTrick:
    """Is there a bomb in a trick, and does who led it win whichever way the open questions are decided (D-26-2, D-26-5)?

    Every bomb has a trump. While nobody plays a higher one, no hand is higher by 11 and none is a higher bomb: ``sure``.
    Otherwise it turns on whether a bomb wins (``higher_trump``), or on two bombs (``two_bombs``). Four equal cards played
    to four others that are no ruff are a bomb only if one may bomb in following (``in_following``, D-26).
    """
    led = plays[0].cards
    if not is_bomb(led):
        bombs = [p for p in plays[1:] if is_bomb(p.cards) and not is_ruff(led, p.cards, trumps)]
        return "in_following" if bombs else "none"
    top = trumps.highest([c for c in led if trumps.is_trump(c)])
    over = [p for p in plays[1:] if any(trumps.beats(c, top) for c in p.cards)]
    if not over:
        return "sure"
    return "two_bombs" if any(is_bomb(p.cards) for p in over) else "higher_trump"


def trick_result(plays: Sequence[Play], trumps: Trumps) -> TrickResult:
    """Winner of a complete trick of legal plays, and its points (11, 12, 13p1).

    Single cards are compared one by one, the first of equals is the higher (11.1). Several cards led are a throw that
    stands: nobody has higher of its class (8), so only a ruff of trumps alone beats it (12.1), and a ruff only one whose
    highest trump is higher (12.2; D-32). A bomb wins while no higher trump is played to it, otherwise that is open (4);
    four equal cards played in following are taken as what they follow or discard (D-26).
    """
    check_plays(plays)
    led, within = plays[0].cards, points(c for p in plays for c in p.cards)
    bomb = bomb_trick(plays, trumps)
    if bomb not in ("none", "in_following"):
        return TrickResult(plays[0].seat if bomb == "sure" else None, within, "4")
    suit = class_led(led, trumps)
    best = plays[0]
    law: Literal["4", "11", "12.1", "12.2"] = "11"
    for play in plays[1:]:
        if is_ruff(led, play.cards, trumps):
            ruffed = is_ruff(led, best.cards, trumps)
            if not ruffed or over_ruffs(play.cards, best.cards, trumps):
                best, law = play, "12.2" if ruffed else "12.1"
        elif len(led) == 1 and compare(play.cards[0], best.cards[0], trumps, suit) == "a":
            best = play
    return TrickResult(best.seat, within, law)


@rule(
    "shengji.trick_winner",
    "shengji-40:11",
    "shengji-40:11.1",
    "shengji-40:11.2",
    "shengji-40:11.3",
    "shengji-40:12.1",
    "shengji-40:12.2",
    "shengji-40:13p1",
    title="一圈谁赢，几分",
)
def trick_winner(plays: list[list[Any]], level: str, trump: str) -> dict[str, Any]:
    """Who wins a trick, and the points in it (11, 12, 13p1).

    ``plays``: four ``[seat, cards]`` as played, all legal; several cards led are a throw that stands. Of equal cards
    the first is the higher (11.1). Raises RuleInputError for plays that cannot be, MoreNeeded when a bomb was led and it is
    open who wins (4, D-26-2).
    """
    table = []
    for at, item in enumerate(plays, 1):
        if len(item) != 2 or not isinstance(item[0], str) or not isinstance(item[1], str | list):
            raise RuleInputError(f'第{at}手应写成 [方位, 牌]，如 ["S", "HA HK"]，现在是 {item!r}。')
        table.append(Play(Seat.parse(item[0]), parse_cards(item[1], f"第{at}手")))
    found = trick_result(table, Trumps.parse(level, trump))
    if found.winner is None:
        raise MoreNeeded("领出的是炸弹，又有人出了更大的将牌，谁大条文没有写（第四条），由裁判长定。")
    return {"winner": found.winner.value, "points": found.points}


PlayKind = Literal["lead", "bomb", "to_bomb", "follow", "discard", "ruff", "over_ruff", "low_trump"]


def kinds_of(plays: Sequence[Play], trumps: Trumps) -> list[PlayKind]:
    """What every play of a trick of legal plays is (10, 12); ``low_trump``: trumps to a side suit that do not over-ruff."""
    led, best = plays[0].cards, None
    if is_bomb(led):
        following: list[PlayKind] = ["to_bomb"] * len(plays[1:])
        return ["bomb", *following]
    suit = class_led(led, trumps)
    out: list[PlayKind] = ["lead"]
    for play in plays[1:]:
        if is_ruff(led, play.cards, trumps):
            if best is None or over_ruffs(play.cards, best, trumps):
                out.append("ruff" if best is None else "over_ruff")
                best = play.cards
            else:
                out.append("low_trump")
        else:
            out.append("follow" if trumps.one_class(play.cards) == suit else "discard")
    return out


_SAID = {
    "lead": "领出",
    "bomb": "炸",
    "to_bomb": "跟炸弹",
    "follow": "跟牌",
    "discard": "垫牌",
    "ruff": "将吃",
    "over_ruff": "超将吃",
    "low_trump": "没有超过前面的将吃",
}


def _way(points: int, role: str | None, total: int | None) -> str:
    """What can be said of the points of a trick: none, whose, and what the defenders have gathered then."""
    if not points:
        return "no_points"
    return "plain" if role is None else role if total is None else f"{role}_total"


@rule(
    "shengji.trick_of",
    "shengji-40:11",
    "shengji-40:11.1",
    "shengji-40:11.2",
    "shengji-40:11.3",
    "shengji-40:12.1",
    "shengji-40:12.2",
    "shengji-40:13p1",
    title="这一圈谁赢、凭什么赢、分归谁",
)
def trick_of(
    leader: str,
    led: Written,
    second: Written,
    third: Written,
    fourth: Written,
    level: str,
    trump: str,
    banker: str | None = None,
    gathered: int | None = None,
    bomb_wins: bool = False,
) -> dict[str, Any]:
    """Who wins a trick and by what, whose its points are, and what each play of it is (11, 12, 13p1).

    Cards in the order played, from the leader on, all legal; several cards led are a throw that stands. ``side`` is the
    side that wins it; ``role`` ``defender`` or ``banker``, ``total``, what the defenders have gathered then, and
    ``pick``, in words whether the points are picked out (13p2, 13p3), where they can be known. To a bomb led all that
    turns on the winner is null, and ``way`` ``open``, where it is open who wins, unless ``bomb_wins`` says that the bomb
    does (D-26-2). ``bomb``: ``none``; the one led wins for ``sure``; a ``higher_trump`` or ``two_bombs`` make that open;
    four equal cards were played ``in_following`` (D-26).
    Raises RuleInputError for plays that cannot be.
    """
    of, start = Trumps.parse(level, trump), Seat.parse(leader)
    hands = (led, second, third, fourth)
    plays = [Play(start.after(n), parse_cards(c, f"第{n + 1}手")) for n, c in enumerate(hands)]
    result, kinds, bomb = trick_result(plays, of), kinds_of(plays, of), bomb_trick(plays, of)
    told: dict[str, Any] = {
        "points": result.points,
        "bomb": bomb,
        "kinds": {p.seat.value: kind for p, kind in zip(plays, kinds, strict=True)},
        "walk": "，".join(
            f"{p.seat.chinese}{'、'.join(c.chinese for c in p.cards)}{_SAID[kind]}"
            for p, kind in zip(plays, kinds, strict=True)
        ),
    }
    winner = start if is_bomb(plays[0].cards) and bomb_wins else result.winner
    if winner is None:
        open_ = ("winner", "side", "cards", "how", "equal", "role", "total", "pick")
        return told | dict.fromkeys(open_) | {"tie": False, "way": "open"}
    winning = next(p for p in plays if p.seat is winner)
    equal = [
        f"{p.seat.chinese}的{c.chinese}与{winning.seat.chinese}的{w.chinese}同样大，先出的为大"
        for p in plays
        for c in p.cards
        for w in winning.cards
        if p is not winning and of.class_of(c) == of.class_of(w) and of.height(c) == of.height(w)
    ]
    role = None
    if banker is not None:
        role = "banker" if winner.side is Seat.parse(banker).side else "defender"
    total = None if role is None or gathered is None else gathered + (result.points if role == "defender" else 0)
    side = winner.side.chinese
    pick = f"由{side}把分牌拣出放在得分区" if role == "defender" else f"{side}是庄家方，不拣分" if role else None
    return told | {
        "winner": winner.value,
        "side": winner.side.value,
        "cards": texts(winning.cards),
        "how": kinds[plays.index(winning)],
        "equal": "；".join(equal) or None,
        "tie": bool(equal),
        "role": role,
        "total": total,
        "way": _way(result.points, role, total),
        "pick": pick if result.points or role is None else "本圈没有分牌，不用拣",
    }
