"""Tricks (圈): who wins one, and the points in it (11, 12, 13)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.cards import RANKS, Card, Written, check_once, parse_cards, points, texts
from decision_trees.shengji.following import class_led, is_bomb, is_ruff, over_ruffs
from decision_trees.shengji.penalty_points import charged, to_defenders
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
    """Four players in turn, anticlockwise, with as many cards each (1.20, 9p2), every card once.

    Who follows with a bomb, where one may (D-26), changes the number: from there on it is that of the bomb (4).
    """
    if len(plays) != len(Seat):
        raise RuleInputError(f"一圈由四家各出一手，现在有{len(plays)}手（第一条二十）。")
    number = len(plays[0].cards)
    for before, play in itertools.pairwise(plays):
        if play.seat is not before.seat.next:
            raise RuleInputError(
                f"{before.seat.chinese}之后应由{before.seat.next.chinese}出牌，"
                f"现在写的是{play.seat.chinese}，出牌按逆时针（第九条第2段）。"
            )
        if is_bomb(play.cards):
            number = len(play.cards)
        if len(play.cards) != number:
            raise RuleInputError(f"{_other_number(play, plays[0], number)}，同圈各家张数应相同（第九条第2段）。")
    check_once([c for p in plays for c in p.cards], "这一圈")


def _other_number(play: Play, first: Play, number: int) -> str:
    """That a play has another number of cards than it should, ``number``: as many as were led, or as a bomb since has."""
    owed = "领出" if number == len(first.cards) else "有人炸了，应出"
    return f"{play.seat.chinese}出了{len(play.cards)}张，{owed}{number}张"


BombTrick = Literal["none", "sure", "higher_trump", "two_bombs", "in_following", "other_number"]


def bomb_trick(plays: Sequence[Play], trumps: Trumps) -> BombTrick:
    """Is there a bomb in a trick, and does who led it win whichever way the open questions are decided (D-26-2, D-26-5)?

    Every bomb has a trump. While nobody plays a higher one, no hand is higher by 11 and none is a higher bomb: ``sure``.
    Otherwise it turns on whether a bomb wins (``higher_trump``), or on two bombs (``two_bombs``). Four equal cards played
    to four others that are no ruff are a bomb only if one may bomb in following (``in_following``, D-26); played to any
    other number of cards (``other_number``) they are a bomb, or no legal play at all.
    """
    led = plays[0].cards
    if not is_bomb(led):
        bombs = [p for p in plays[1:] if is_bomb(p.cards) and not is_ruff(led, p.cards, trumps)]
        if any(len(p.cards) != len(led) for p in bombs):
            return "other_number"
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
    four equal cards played to four others in following are taken as what they follow or discard (D-26); played to any
    other number of cards it is open who wins.
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
    the first is the higher (11.1). Raises RuleInputError for plays that cannot be, MoreNeeded where it is open
    who wins a trick with a bomb (4, D-26-2).
    """
    table = []
    for at, item in enumerate(plays, 1):
        if len(item) != 2 or not isinstance(item[0], str) or not isinstance(item[1], str | list):
            raise RuleInputError(f'第{at}手应写成 [方位, 牌]，如 ["S", "HA HK"]，现在是 {item!r}。')
        table.append(Play(Seat.parse(item[0]), parse_cards(item[1], f"第{at}手")))
    found = trick_result(table, Trumps.parse(level, trump))
    if found.winner is None:
        raise MoreNeeded("这一圈有炸弹，谁大条文没有写（第四条），由裁判长定。")
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
        if len(play.cards) != len(led):
            out.append("bomb" if is_bomb(play.cards) else "to_bomb")
        elif is_ruff(led, play.cards, trumps):
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


def _higher_bomber(bombs: Sequence[Play], trumps: Trumps) -> Seat | None:
    """Who played the bomb of the highest rank (11.1; D-26-5); None with level cards, whose place in the order is not 11.1's."""
    if any(p.cards[0].rank == trumps.level for p in bombs):
        return None
    return max(bombs, key=lambda p: RANKS.index(p.cards[0].rank)).seat


@rule("shengji.bombs_played", "shengji-40:4", "shengji-40:11.1", title="一圈里谁先炸、谁的炸弹点数大")
def bombs_played(
    bomber: str,
    bomb: Written,
    leader: str,
    led: Written,
    second: Written | None = None,
    third: Written | None = None,
    fourth: Written | None = None,
    level: str | None = None,
) -> dict[str, Any]:
    """Who bombed first, and whose bomb is of the highest rank, of the bombs of a trick (4, 11.1; D-26-5).

    Cards in the order played, from the leader on, as far as they are told; ``bomb`` is the one of ``bomber``. ``state``:
    ``one`` while only one bomb is told, ``ranked``, or ``level_cards`` where level cards are among them, whose place in the
    order is not 11.1's; ``first`` and ``higher`` are seats, null where not known. Raises RuleInputError for a card there twice.
    """
    start = Seat.parse(leader)
    laid = {start.after(n): parse_cards(c, f"第{n + 1}手") for n, c in enumerate((led, second, third, fourth)) if c}
    laid[Seat.parse(bomber)] = parse_cards(bomb, "炸弹")
    check_once([card for cards in laid.values() for card in cards], "这一圈")
    order = [start.after(n) for n in range(len(Seat))]
    bombs = [Play(seat, laid[seat]) for seat in order if seat in laid and is_bomb(laid[seat])]
    if len(bombs) < 2:
        return {"state": "one", "first": None, "higher": None}
    first = bombs[0].seat.value
    if level is None:
        return {"state": "ranked", "first": first, "higher": None}
    higher = _higher_bomber(bombs, Trumps.parse(level, "S"))
    state = "level_cards" if higher is None else "ranked"
    return {"state": state, "first": first, "higher": None if higher is None else higher.value}


def _way(points: int, role: str | None, total: int | None, net: int | None, picked: bool = False) -> str:
    """What can be said of the points of a trick: none, whose, and what the defenders have gathered then."""
    if not points:
        return "no_points"
    if role is None:
        return "plain"
    if total is None:
        return role
    if picked:
        role = {"banker": "banker_back", "defender": "defender_kept"}[role]
        return role if net is None else f"{role}_net"
    return f"{role}_total" if net is None else f"{role}_net"


def _before(gathered: int | None, points: int, picked: bool) -> int | None:
    """What the defenders had gathered before this trick; of what they have now, where its points were picked out already."""
    if gathered is None or not picked:
        return gathered
    if gathered < points:
        raise RuleInputError(
            f"防家已拣的是{gathered}分，不够这一圈拣走的{points}分：请把拣走的也算进已拣的分，或改正这一圈的牌。"
        )
    return gathered - points


@rule(
    "shengji.trick_of",
    "shengji-40:11",
    "shengji-40:11.1",
    "shengji-40:11.2",
    "shengji-40:11.3",
    "shengji-40:12.1",
    "shengji-40:12.2",
    "shengji-40:13p1",
    "shengji-40:28b.3",
    "shengji-40:28b.6",
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
    higher_bomb_wins: bool = False,
    banker_penalty: int = 0,
    defender_penalty: int = 0,
    early_ns: int = 0,
    early_ew: int = 0,
    smallest: Written | None = None,
    won_by: str | None = None,
    won_by_side: Literal["banker", "defender"] | None = None,
    picked: bool = False,
) -> dict[str, Any]:
    """Who wins a trick and by what, whose its points are, and what each play of it is (11, 12, 13p1).

    Cards in the order played, from the leader on, all legal; several cards led are a throw that stands. ``side`` is the
    side that wins it; ``role`` ``defender`` or ``banker``, ``total``, what the defenders have gathered then, and
    ``pick``, in words whether the points are picked out (13p2, 13p3), where they can be known. With a bomb all that
    turns on the winner is null, and ``way`` ``open``, where it is open who wins, unless ``bomb_wins`` says that the
    (first) bomb does (D-26-2), or ``higher_bomb_wins`` that of two the one of the higher rank does (D-26-5), which is
    open of level cards. ``bomb``: ``none``; the one led wins for ``sure``; a ``higher_trump`` or ``two_bombs`` make that
    open; four equal cards were played ``in_following`` to four others, or to an ``other_number`` of cards (D-26).
    ``higher_later``: after the first bomb there was one of a higher rank, or with level cards. ``smallest``: cards of an
    established revoke, which count as the lowest of their class (28b.3); ``lowered`` says of those played to this trick, with
    ``any_lowered`` whether there are any. ``won_by``: who won as the referee found it,
    where that is another than the cards say; ``won_by_side``: where he found the side only, and ``way`` then ends in
    ``found`` if it is the other. ``net``: ``total`` with what was charged in this deal so far
    (28b.6, 19.3p1), before anybody was banker ``early_ns`` and ``early_ew``, null where nothing was. ``picked``: its points
    were picked out already and lie among ``gathered``.
    Raises RuleInputError for plays that cannot be, and where fewer points lie there than were picked.
    """
    lowest = frozenset(parse_cards(smallest, "作最小的牌")) if smallest else frozenset()
    of, start = replace(Trumps.parse(level, trump), lowest=lowest), Seat.parse(leader)
    hands = (led, second, third, fourth)
    plays = [Play(start.after(n), parse_cards(c, f"第{n + 1}手")) for n, c in enumerate(hands)]
    result, kinds, bomb = trick_result(plays, of), kinds_of(plays, of), bomb_trick(plays, of)
    bombs = [p for p in plays if is_bomb(p.cards)]
    lowered = [f"{p.seat.chinese}的{c.chinese}" for p in plays for c in p.cards if c in lowest]
    told: dict[str, Any] = {
        "points": result.points,
        "bomb": bomb,
        "lowered": "、".join(lowered) or None,
        "any_lowered": bool(lowered),
        "higher_later": len(bombs) > 1 and _higher_bomber(bombs, of) is not bombs[0].seat,
        "kinds": {p.seat.value: kind for p, kind in zip(plays, kinds, strict=True)},
        "walk": "，".join(
            f"{p.seat.chinese}{'、'.join(c.chinese for c in p.cards)}{_SAID[kind]}"
            for p, kind in zip(plays, kinds, strict=True)
        ),
    }
    winner = result.winner
    if bombs and bomb_wins:
        winner = bombs[0].seat
    elif bombs and higher_bomb_wins:
        winner = _higher_bomber(bombs, of)
    if won_by is not None:
        winner = Seat.parse(won_by)
    if winner is None:
        open_ = ("winner", "side", "cards", "how", "equal", "role", "total", "pick", "net")
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
    found_other = role is not None and won_by_side not in (None, role)
    role = won_by_side if found_other else role
    before = _before(gathered, result.points, picked)
    total = None if role is None or before is None else before + (result.points if role == "defender" else 0)
    charges = charged(banker_penalty, defender_penalty, early_ns, early_ew, banker)
    net = total + to_defenders(charges) if total is not None and any(charge.points for charge in charges) else None
    won = winner.side.opponents if found_other else winner.side
    side = won.chinese
    pick = f"由{side}把分牌拣出放在得分区" if role == "defender" else f"{side}是庄家方，不拣分" if role else None
    return told | {
        "winner": None if found_other else winner.value,
        "side": won.value,
        "cards": None if found_other else texts(winning.cards),
        "how": None if found_other else kinds[plays.index(winning)],
        "equal": None if found_other else "；".join(equal) or None,
        "tie": bool(equal) and not found_other,
        "role": role,
        "total": total,
        "net": net,
        "way": f"{role}_found" if found_other else _way(result.points, role, total, net, picked),
        "pick": pick if result.points or role is None else "本圈没有分牌，不用拣",
    }


@rule(
    "shengji.trick_fault",
    "shengji-40:7",
    "shengji-40:8",
    "shengji-40:9p2",
    "shengji-40:10p1",
    title="四家出的牌有没有看得出的错",
)
def trick_fault(
    leader: str | None = None,
    led: Written | None = None,
    second: Written | None = None,
    third: Written | None = None,
    fourth: Written | None = None,
    level: str | None = None,
    trump: str | None = None,
) -> dict[str, Any]:
    """Is there a fault to be seen in the cards of a trick alone: a lead of several classes, or another number (7, 8, 9p2)?

    ``fault``: ``classes``, ``number``, ``none``, null while cards are missing. ``legal``: False for a fault, otherwise
    null, for a play turns on the hand it is from, and a throw on the other three (8, 10p1). ``why``: the fault in words.
    ``bomb``, as of :func:`trick_of`; ``fault`` where there is one, ``unknown`` while cards, leader, level or trump are missing.
    """
    told: dict[str, Any] = {"fault": None, "legal": None, "why": None, "bomb": "unknown"}
    if led is None or level is None or trump is None:
        return told
    of, first = Trumps.parse(level, trump), parse_cards(led, "领出的牌")
    if first and of.one_class(first) is None and not is_bomb(first):
        names = "、".join(c.chinese for c in first)
        return told | {"fault": "classes", "legal": False, "why": f"领出的{names}不是同一门", "bomb": "fault"}
    if second is None or third is None or fourth is None:
        return told
    start = Seat.S if leader is None else Seat.parse(leader)
    who = ["领出的一家", "第二家", "第三家", "第四家"]
    number = len(first)
    for at, written in enumerate((second, third, fourth), 1):
        played = parse_cards(written, f"第{at + 1}手")
        if is_bomb(played):
            number = len(played)
        if len(played) != number:
            name = who[at] if leader is None else start.after(at).chinese
            why = f"{name}出了{len(played)}张，应出{number}张"
            return told | {"fault": "number", "legal": False, "why": why, "bomb": "fault"}
    if leader is None:
        return told | {"fault": "none"}
    return told | {
        "fault": "none",
        "bomb": trick_of(leader, led, second, third, fourth, level, trump)["bomb"],
    }
