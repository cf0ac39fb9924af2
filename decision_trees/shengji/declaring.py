"""Before play: who draws first, who is banker, what is trumps, who may call a revolution (2, 3, 5)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji.bottom import check_bottom
from decision_trees.shengji.cards import RANKS, Card, Suit, Written, parse_cards, parse_level, points
from decision_trees.shengji.json_input import item
from decision_trees.shengji.numbers import card_count
from decision_trees.shengji.seats import Seat, upper_of

TurnedKind = Literal["number", "ace_or_court", "joker"]
_ORDER = (RANKS[-1], *RANKS[:-1])  # the ace as 1, the rest as printed, J, Q and K after the 10 (D-23-2)


def count_of(card: Card) -> int | None:
    """The points of a turned card with the ace as 1 and J, Q, K as 11 to 13 (D-23-2); a joker has none (D-23-3)."""
    return None if card.is_joker else _ORDER.index(card.rank) + 1


@rule("shengji.turned_points", "shengji-40:2.2", title="翻牌点翻到的牌算几点")
def turned_points(card: str) -> dict[str, Any]:
    """Is a card turned up a number, an ace or court card, or a joker, and for how many does it count (2.2)?

    ``count``: an ace is 1, J, Q and K are 11 to 13 (D-23-2); null for a joker (D-23-3). Raises RuleInputError for what
    is no card.
    """
    turned = Card.parse(card)
    kind: TurnedKind = "joker" if turned.is_joker else "number" if turned.rank.isdigit() else "ace_or_court"
    return {"kind": kind, "count": count_of(turned)}


@rule("shengji.first_drawer", "shengji-40:2.2", "shengji-40:1.10", title="首副由谁先抓牌")
def first_drawer(flipper: str, card: str, from_self: bool) -> dict[str, Any]:
    """Who draws first in the first deal: counted anticlockwise from who turned up a card, by its points (2.2, 1.10).

    ``from_self``: ``flipper`` himself counts as 1, otherwise the next player does (D-23). Raises MoreNeeded for a
    joker, which has no points: the chief referee decides.
    """
    count = count_of(Card.parse(card))
    if count is None:
        raise MoreNeeded("翻到的是王，没有点数，由裁判长定（第二条二）。")
    return {"drawer": Seat.parse(flipper).after(count - 1 if from_self else count).value}


@rule(
    "shengji.deal_start",
    "shengji-40:2.1",
    "shengji-40:2.2",
    "shengji-40:1.9",
    "shengji-40:1.10",
    title="第二副起谁洗牌、切牌、先抓",
)
def deal_start(banker: str) -> dict[str, Any]:
    """Who shuffles, cuts and draws first from the second deal on (2.1, 2.2, 1.9, 1.10).

    The banker's partner shuffles, the player before the banker cuts, the banker draws first; ``second`` draws after
    him.
    """
    of = Seat.parse(banker)
    return {"shuffler": of.partner.value, "cutter": of.previous.value, "first": of.value, "second": of.next.value}


@rule("shengji.earlier_in_draw", "shengji-40:2.2", "shengji-40:3p1", title="抓牌次序上两家谁在先")
def earlier_in_draw(
    a: str, b: str, first: str | None = None, first_deal: bool | None = None, banker: str | None = None
) -> dict[str, Any]:
    """Which of two players comes earlier, counted anticlockwise from who drew the first card (2.2).

    It answers 3p1 where its word for the earlier one is read as the order of drawing. From the second deal on the
    banker draws first. ``earlier`` is null while nobody knows who drew first. Raises RuleInputError for one player
    named twice.
    """
    one, other = Seat.parse(a), Seat.parse(b)
    if one is other:
        raise RuleInputError(f"两家都写了{one.chinese}，应是两家。")
    if first is None and first_deal is False:
        first = banker
    if first is None:
        return {"earlier": None}
    drawer = Seat.parse(first)
    order = [drawer.after(turns) for turns in range(len(Seat))]
    return {"earlier": min(one, other, key=order.index).value}


@rule(
    "shengji.upper_hand_agreed",
    "shengji-40:3p1",
    "shengji-40:2.2",
    "shengji-40:1.9",
    title="“上手”两种解释是不是同一家",
)
def upper_hand_agreed(
    a: str | None = None,
    b: str | None = None,
    first: str | None = None,
    first_deal: bool | None = None,
    banker: str | None = None,
) -> dict[str, Any]:
    """Do both readings of the upper hand (3p1, D-22), order of drawing and seat on the left, name the same player?

    No while a seat is not given, nobody knows who drew first, or the two are partners, of whom neither sits on the
    other's left.
    """
    if a is None or b is None:
        return {"agreed": False}
    earlier = earlier_in_draw(a, b, first, first_deal, banker)["earlier"]
    return {"agreed": earlier is not None and earlier == upper_of(a, b)["upper"]}


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
    for one in shown:
        if one.at < 1:
            raise RuleInputError(f"第几张抓牌时亮应从1数起，现在是{one.at}。")
        if one.during_draw and one.at > last:
            raise RuleInputError(f"四家一共抓{last}张，不会在抓第{one.at}张时亮（第一条十八）。")
    by: dict[Card, Seat] = {}
    for one in shown:
        if by.setdefault(one.card, one.seat) is not one.seat:
            raise RuleInputError(
                f"{by[one.card].chinese}和{one.seat.chinese}都亮了{one.card.chinese}，一副牌每张只有一张。"
            )


def declare(first_deal: bool, level: str, banker: Seat | None, shown: Sequence[Shown]) -> Declaration:
    """Who declared trumps, and in the first deal became banker with it (3p1, 3p2, 3p4, 1.13).

    The first level card shown during the draw counts; other cards, jokers and cards shown after the draw do not. Two players
    at the same time: 上手为先, which is not defined (D-22), so that it raises, as for one player who shows two suits at once.
    """
    if first_deal and level != RANKS[0]:
        raise RuleInputError(f"首副牌打{RANKS[0]}，亮{RANKS[0]}抢庄，不会打{level}（第三条第1段、第一条二十一）。")
    if first_deal and banker is not None:
        raise RuleInputError("首副牌由抢庄产生庄家，事先没有庄家（第三条第1段）。")
    if not first_deal and banker is None:
        raise MoreNeeded("从第二副牌开始庄家是已定的，请写明庄家（第三条第2段）。")
    _check_shown(shown)
    good = [s for s in shown if s.during_draw and s.card.rank == level and s.card.suit is not None]
    if not good:
        return Declaration(None, banker)
    at = min(s.at for s in good)
    first = [s for s in good if s.at == at]
    if len({s.card for s in first}) > 1:
        if len({s.seat for s in first}) == 1:
            both = "、".join(s.card.chinese for s in first)
            raise RuleInputError(f"{first[0].seat.chinese}同时亮了{both}，以哪门为将牌由裁判长定（第三条第4段）。")
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


@rule("shengji.flip_trump", "shengji-40:3p3", title="翻底牌定将牌花色")
def flip_trump(bottom: Written) -> dict[str, Any]:
    """The trump suit turned up from the bottom, and at which card: the first that is no joker (3p3).

    ``bottom``: from the top; ``turned`` counts from 1. Raises RuleInputError for no card, too many, or jokers alone.
    """
    turned = turn_bottom(parse_cards(bottom, "底牌"))
    return {"trump": turned.trump.value, "turned": turned.turned}


@rule(
    "shengji.declare",
    "shengji-40:3p1",
    "shengji-40:3p2",
    "shengji-40:3p4",
    "shengji-40:1.13",
    title="抓牌时亮出的将牌和庄家",
)
def declare_of(first_deal: bool, level: str, banker: str | None, shown: list[dict[str, Any]]) -> dict[str, Any]:
    """The trump suit declared during the draw, and the banker, who in the first deal is the one who declared (3p1, 3p2, 3p4, 1.13).

    ``shown``: ``{seat, card, at, during_draw}``, where ``at`` is the number of the card drawn, from 1. The first level
    card shown during the draw counts; ``trump`` is null when there is none and the bottom is to be turned (3p3),
    ``banker`` where the first deal has none yet (D-21). Raises MoreNeeded for no banker in a later deal, RuleInputError
    for what cannot be, and for two players at the same time (D-22).
    """
    fields = {"seat": str, "card": str, "at": int, "during_draw": bool}
    items = [item(s, fields, f"第{at}次亮牌") for at, s in enumerate(shown, 1)]
    result = declare(
        first_deal,
        parse_level(level),
        None if banker is None else Seat.parse(banker),
        [Shown(Seat.parse(s["seat"]), Card.parse(s["card"]), s["at"], s["during_draw"]) for s in items],
    )
    return {
        "trump": None if result.trump is None else result.trump.value,
        "banker": None if result.banker is None else result.banker.value,
    }


@rule(
    "shengji.showing_prevails", "shengji-40:3p1", "shengji-40:3p2", "shengji-40:3p4", title="同时亮牌，以谁的花色为将牌"
)
def showing_prevails(winner: str, a: str, b: str, suit_a: str, suit_b: str, first_deal: bool) -> dict[str, Any]:
    """Two players showed at the same time and one comes first: whose suit is trumps, who takes his card back (3p1, 3p2, 3p4).

    ``deal``: ``first`` or ``later``. Raises RuleInputError when the winner is neither of the two, or both showed one
    suit.
    """
    shown = {Seat.parse(a): Suit.parse(suit_a).value, Seat.parse(b): Suit.parse(suit_b).value}
    first = Seat.parse(winner)
    if len(shown) != 2 or first not in shown:
        raise RuleInputError("同时亮的应是两家，其中一家为先。")
    if suit_a == suit_b:
        raise RuleInputError("两家亮了同一花色的级牌，一副牌每张只有一张（第一条一）。")
    loser = next(seat for seat in shown if seat is not first)
    return {
        "deal": "first" if first_deal else "later",
        "winner": first.value,
        "suit": shown[first],
        "loser": loser.value,
        "loser_suit": shown[loser],
    }


Stage = Literal["during_draw", "after_deal_before_lead", "after_first_lead"]


def can_revolt(hand: Sequence[Card], stage: Stage) -> bool:
    """May this hand call a revolution: all cards drawn, nothing led yet, no points among its twelve cards (5)?

    Which twelve count for a banker who took the bottom is open (D-27-2), so that another number of cards raises.
    """
    if stage != "after_deal_before_lead":
        return False
    size = card_count("hand")
    if len(hand) != size:
        raise RuleInputError(
            f"革命看抓得的{size}张牌，现在写了{len(hand)}张；庄家取底以后看哪{size}张由裁判长定（第五条）。"
        )
    return points(hand) == 0


@rule("shengji.can_revolt", "shengji-40:5", title="这手牌能不能革命")
def can_revolt_of(hand: Written, stage: Stage) -> dict[str, Any]:
    """May this hand call a revolution: all cards drawn, nothing led yet, no points among its twelve cards (5)?

    Raises RuleInputError for another number of cards: which twelve count for a banker who took the bottom is open
    (D-27-2).
    """
    return {"can": can_revolt(parse_cards(hand, "这手牌"), stage)}


@rule("shengji.showing_at_fault", "shengji-40:3p1", "shengji-40:3p2", "shengji-40:3p4", title="亮牌有争议的是哪一家")
def showing_at_fault(
    shower: str | None = None,
    other: str | None = None,
    showing: Literal["alone", "one_after_another", "together"] | None = None,
    level_card: bool | None = None,
) -> dict[str, Any]:
    """Whose showing of a card is in question (3p1, 3p2, 3p4): who showed alone, or who did so after another with a level card.

    Of a card that is no level card, who showed it, where nobody else did.

    ``seat`` is null where it may be either of two. Raises RuleInputError for a seat there is not.
    """
    if shower is not None and (showing == "alone" or (level_card is False and other is None)):
        return {"seat": Seat.parse(shower).value}
    if showing == "one_after_another" and level_card and other is not None:
        return {"seat": Seat.parse(other).value}
    return {"seat": None}


@rule("shengji.nobody_showed", "shengji-40:3p1", "shengji-40:3p3", title="抓牌中没有人亮过的怎样办")
def nobody_showed(first_deal: bool | None = None, banker: str | None = None) -> dict[str, Any]:
    """What follows where nobody showed a level card while the cards were drawn, in words (3p1, 3p3).

    ``said`` is null while it is not known whether it is the first deal. Raises RuleInputError for a seat there is not.
    """
    if first_deal is None:
        return {"said": None}
    who = Seat.parse(banker).chinese if banker is not None else "庄家"
    return {"said": "首副按无人抢庄" if first_deal else f"由{who}翻底定主"}
