"""Before play: who is banker, what is trumps, whether the cards came out right (2, 3, 22.1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.functions import RuleInputError
from decision_trees.shengji.bottom import check_bottom
from decision_trees.shengji.cards import RANKS, Card, Suit
from decision_trees.shengji.regulations import card_count
from decision_trees.shengji.seats import Seat


@dataclass(frozen=True, slots=True)
class Shown:
    """A card shown to declare trumps: by whom, at which card of the draw, and whether during the draw."""

    seat: Seat
    card: Card
    at: int
    during_draw: bool


@dataclass(frozen=True, slots=True)
class Declaration:
    """The trump suit, None when the bottom is to be turned (3p3); the banker, None when the first deal has none (D-21)."""

    trump: Suit | None
    banker: Seat | None


def _check_shown(shown: Sequence[Shown]) -> None:
    """Numbers of cards that are drawn (1.18), and no card shown by two players: there is one of each (1.1)."""
    last = card_count("hand") * len(Seat)
    for item in shown:
        if item.at < 1:
            raise RuleInputError(f"第几张抓牌时亮应从1数起，现在是{item.at}。")
        if item.during_draw and item.at > last:
            raise RuleInputError(f"四家一共抓{last}张，不会在抓第{item.at}张时亮（第一条十八）。")
    by: dict[Card, Seat] = {}
    for item in shown:
        if by.setdefault(item.card, item.seat) is not item.seat:
            raise RuleInputError(
                f"{by[item.card].chinese}和{item.seat.chinese}都亮了{item.card.chinese}，一副牌每张只有一张。"
            )


def declare(first_deal: bool, level: str, banker: Seat | None, shown: Sequence[Shown]) -> Declaration:
    """Who declared trumps, and in the first deal became banker with it (3p1, 3p2, 3p4, 1.13).

    The first level card shown during the draw counts; other cards, jokers and cards shown after the draw do not. Two players
    at the same time: 上手为先, which is not defined (D-22), so that it raises.
    """
    if first_deal and level != RANKS[0]:
        raise RuleInputError(f"首副牌打{RANKS[0]}，亮{RANKS[0]}抢庄，不会打{level}（第三条第1段、第一条二十一）。")
    if first_deal and banker is not None:
        raise RuleInputError("首副牌由抢庄产生庄家，事先没有庄家（第三条第1段）。")
    if not first_deal and banker is None:
        raise RuleInputError("从第二副牌开始庄家是已定的，请写明庄家（第三条第2段）。")
    _check_shown(shown)
    good = [s for s in shown if s.during_draw and s.card.rank == level and s.card.suit is not None]
    if not good:
        return Declaration(None, banker)
    at = min(s.at for s in good)
    first = [s for s in good if s.at == at]
    if len({s.card for s in first}) > 1:
        names = "、".join(f"{s.seat.chinese}亮{s.card.chinese}" for s in first)
        raise RuleInputError(f"{names}同时亮牌，“上手为先”没有定义，由裁判长定谁先（第三条第1段）。")
    return Declaration(first[0].card.suit, first[0].seat if first_deal else banker)


@dataclass(frozen=True, slots=True)
class Turned:
    """The trump suit turned up from the bottom, and at which card."""

    trump: Suit
    turned: int


def turn_bottom(bottom: Sequence[Card]) -> Turned:
    """The first card of the bottom that is no joker makes its suit trumps (3p3); ``bottom`` from the top."""
    check_bottom(bottom)
    if not bottom:
        raise RuleInputError("没有写翻出的底牌，请从上面第一张起写（第三条第3段）。")
    for number, card in enumerate(bottom, 1):
        if card.suit is not None:
            return Turned(card.suit, number)
    raise RuleInputError("翻出的都是王，请按序继续翻，写到翻出有花色的牌为止（第三条第3段）。")


DealCheck = Literal["ok", "redeal_new_deck", "art22"]


def check_deal(hands: Mapping[Seat, int], bottom: int) -> DealCheck:
    """After the draw: all right; only the bottom wrong, another deck and a new deal (2.3); or a hand wrong (22)."""
    missing = [s for s in Seat if s not in hands]
    if missing:
        raise RuleInputError(f"缺少{missing[0].chinese}的张数，要四家的张数。")
    if bottom < 0 or min(hands.values()) < 0:
        raise RuleInputError("张数不能小于0。")
    if any(count != card_count("hand") for count in hands.values()):
        return "art22"
    return "ok" if bottom == card_count("bottom") else "redeal_new_deck"


def decider(offender: Seat, other: Seat, banker: Seat | None, bottom_seen: bool | None) -> Seat:
    """Who decides whether to go on or to deal again when a hand has too many cards and another too few (22.1p2).

    The side not at fault. Both of the banker's side: the next player after the one at fault. Both defenders: the banker, or
    once he saw the bottom his partner; only there it has to be known whether he saw it.
    """
    if offender is other:
        raise RuleInputError(f"错误家和非错误家都写了{offender.chinese}，应是两家。")
    if offender.side is not other.side:
        return other
    if banker is None:
        raise RuleInputError(
            "错误家和非错误家同为一方，要有庄家才能定谁有选择权；还没有庄家时由裁判长定（第二十二条一）。"
        )
    if offender.side is banker.side:
        return offender.next
    if bottom_seen is None:
        raise RuleInputError("同为防守方时，要知道庄家看过原始底牌没有（第二十二条一第2段）。")
    return banker.partner if bottom_seen else banker
