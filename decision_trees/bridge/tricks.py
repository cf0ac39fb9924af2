"""Tricks: who wins one, and what may be led or played to it when something is required of a player (laws 44, 57, 59)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from decision_trees.bridge.cards import Card, Suit, parse_cards, parse_hand, parse_suits, suit_names
from decision_trees.bridge.json_input import text_field
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.notation import SUITS, any_of, half_width
from decision_trees.values import say

TrumpCode = Literal["C", "D", "H", "S", "NT"]


LedCode = Literal["none", "S", "H", "D", "C"]
"""The suit led to the trick; none: he was the one to lead."""


RequirementCode = Literal["lead", "not_lead", "highest", "lowest", "not_play"]
"""Lead a suit, do not lead it (26A2, 26B, 50D2a, 51B); play the highest or lowest card of the suit led, or no card of another
suit (57A)."""


def parse_trump(text: str) -> Suit | None:
    """Trump suit of C, D, H or S; None for NT."""
    if text == "NT":
        return None
    try:
        return Suit(text)
    except ValueError:
        raise RuleInputError(f"没有“{text}”这种将牌，应为 S、H、D、C 之一，无将写 NT。") from None


@dataclass(frozen=True, slots=True)
class Play:
    """One player's card to a trick."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True)
class TrickWinner:
    """Who wins a trick, with which card, by which clause."""

    seat: Seat
    card: Card
    law: Literal["44E", "44F"]

    @property
    def because(self) -> str:
        """The reason in a sentence."""
        if self.law == "44E":
            return f"{self.seat.chinese}的{self.card.chinese}是这墩中最大的将牌（第44条E款）。"
        return f"{self.seat.chinese}的{self.card.chinese}是引牌花色中最大的牌，这墩没有将牌（第44条F款）。"


def check_plays(plays: Sequence[Play]) -> None:
    """A seat plays once and a card is played once."""
    for at, play in enumerate(plays):
        for other in plays[:at]:
            if other.seat is play.seat:
                raise RuleInputError(f"{play.seat.chinese}在这一墩中出了两次牌。")
            if other.card == play.card:
                raise RuleInputError(f"这一墩中有两张{play.card.chinese}，一副牌每张只有一张。")


def winning_so_far(plays: Sequence[Play], trump: Suit | None) -> TrickWinner:
    """Whose card is best among those played to a trick, the first of them led (44E, 44F)."""
    if not plays:
        raise RuleInputError("这一墩还没有人出牌。")
    check_plays(plays)
    trumps = [p for p in plays if p.card.suit is trump]
    best = max(trumps or [p for p in plays if p.card.suit is plays[0].card.suit], key=lambda p: p.card.rank)
    return TrickWinner(best.seat, best.card, "44E" if trumps else "44F")


def trick_winner(plays: Sequence[Play], trump: Suit | None) -> TrickWinner:
    """Winner of a complete trick, who leads to the next (44E-G). Raises unless four players played one card each."""
    if len(plays) != len(Seat):
        raise RuleInputError(f"一墩牌由4家各出一张组成，现在有{len(plays)}张；有缺陷的牌墩请按第67条处理。")
    return winning_so_far(plays, trump)


@dataclass(frozen=True, slots=True)
class Requirement:
    """What a player under a lead or play penalty must or must not play (26, 50D2, 51B, 57A)."""

    kind: Literal["none", "require", "forbid", "highest", "lowest"] = "none"
    suits: tuple[Suit, ...] = ()
    besides: tuple[Suit, ...] = ()  # of a suit required: those forbidden at the same lead by another penalty

    def __str__(self) -> str:
        return self.kind + (":" + "+".join(self.suits) if self.suits else "")

    @classmethod
    def parse(cls, text: str) -> Requirement:
        """A requirement of ``none``, ``require:H``, ``forbid:H``, ``forbid:H+D``, ``highest`` or ``lowest``."""
        wrong = RuleInputError(f"看不懂“{text}”，应为 require:H、forbid:H、forbid:H+D、highest、lowest 或 none。")
        kind, colon, rest = text.partition(":")
        if kind in ("none", "highest", "lowest"):
            if colon:
                raise wrong
            return cls(kind)  # type: ignore[arg-type]
        if kind not in ("require", "forbid") or not rest:
            raise wrong
        suits = tuple(Suit.parse(s) for s in rest.split("+"))
        if len(set(suits)) != len(suits):
            raise wrong
        if kind == "require" and len(suits) > 1:
            raise RuleInputError("要求引牌只能指定一门花色（第51条B款2(a)）。")
        return cls(kind, _high_to_low(suits))  # type: ignore[arg-type]

    def met_by(self, cards: Sequence[Card], led: Suit | None) -> tuple[Card, ...]:
        """Those of the cards, all of them legal, that comply."""
        if self.kind == "require":
            return tuple(c for c in cards if c.suit in self.suits and c.suit not in self.besides)
        if self.kind == "forbid":
            return tuple(c for c in cards if c.suit not in self.suits)
        if self.kind in ("highest", "lowest"):
            follows = [c for c in cards if c.suit is led]
            if not follows:
                return ()
            return ((max if self.kind == "highest" else min)(follows, key=lambda c: c.rank),)
        return tuple(cards)

    def with_(self, other: Requirement) -> Requirement:
        """Two penalties that one lead is under (26A2, 26B, 50D2a)."""
        both = (self, other)
        required = _high_to_low({s for each in both if each.kind == "require" for s in each.suits})
        forbidden = _high_to_low({s for each in both for s in (each.suits if each.kind == "forbid" else each.besides)})
        if required:
            return Requirement("require", required, forbidden)
        return Requirement("forbid", forbidden) if forbidden else FREE

    @property
    def barred(self) -> tuple[Suit, ...]:
        """The suits it forbids."""
        return self.suits if self.kind == "forbid" else self.besides

    @property
    def contrary(self) -> tuple[Suit, ...]:
        """The suits that are required and forbidden at once."""
        return tuple(s for s in self.suits if s in self.besides) if self.kind == "require" else ()

    @property
    def to_lead(self) -> str | None:
        """What it leaves open to lead, in words, telling nothing of his hand; None where it asks nothing of a lead (59, 61A)."""
        names, barred = suit_names(self.suits), suit_names(self.barred)
        others = suit_names(_high_to_low({*Suit} - {*self.suits, *self.barred}))
        if self.kind == "forbid":
            listed = f"（{others}）" if others else ""
            return f"{names}以外的花色{listed}；手里只有{names}的可以引"
        if self.kind != "require":
            return None
        first, none = (f"{names}中有的一门", "都没有的") if len(self.suits) > 1 else (names, "没有的")
        if not barred:
            return f"{first}，{none}才可引别的"
        return f"{first}；{none}引{others}，别的都没有才可引{barred}"

    @property
    def chinese(self) -> str:
        """要求引红心, 禁止红心和方块, 打最大的, ..."""
        names = "、".join(s.chinese for s in self.suits)
        return {
            "none": "不限制",
            "require": f"要求{names}" + (f"，禁止{'、'.join(s.chinese for s in self.besides)}" if self.besides else ""),
            "forbid": f"禁止{names}",
            "highest": "打引牌花色中最大的牌",
            "lowest": "打引牌花色中最小的牌",
        }[self.kind]


FREE = Requirement()
"""No lead or play penalty."""


def _high_to_low(suits: Iterable[Suit]) -> tuple[Suit, ...]:
    return tuple(sorted(suits, key=lambda s: -s.order))


@dataclass(frozen=True, slots=True)
class LegalPlays:
    """Cards a player may play, by which clauses, and who chooses among them when it is not the player."""

    cards: tuple[Card, ...]
    laws: tuple[str, ...]
    because: str  # in Chinese
    chooser: Literal["declarer"] | None = None


def following(hand: Sequence[Card], led: Suit | None) -> LegalPlays:
    """What may be led (``led`` None) or played to the suit led, no penalty applying (44A, C, D)."""
    if led is None:
        return LegalPlays(tuple(hand), ("44A",), "引牌可以是手中任何牌张（第44条A款）。")
    same = tuple(c for c in hand if c.suit is led)
    if same:
        return LegalPlays(same, ("44C",), f"有{led.chinese}必须跟牌（第44条C款）。")
    return LegalPlays(tuple(hand), ("44D",), f"没有{led.chinese}，可打任何牌张（第44条D款）。")


def complying(hand: Sequence[Card], led: Suit | None, requirement: Requirement) -> LegalPlays:
    """What may be played under a lead or play penalty: following suit first, then the penalty if possible (44C, 59).

    Of two penalties on one lead that cannot both be met, the one that can (59, 61A).
    """
    free = following(hand, led)
    if requirement.kind == "none":
        return free
    met = requirement.met_by(free.cards, led)
    if met:
        return LegalPlays(met, free.laws, f"{free.because[:-1]};{requirement.chinese}。")
    left: tuple[Card, ...] = ()
    if requirement.kind == "require" and requirement.besides:
        one_of_them = (Requirement("forbid", requirement.besides), Requirement("require", requirement.suits))
        left = next((cards for each in one_of_them if (cards := each.met_by(free.cards, led))), ())
    return LegalPlays(
        left or free.cards,
        (*free.laws, "59"),
        f"{free.because[:-1]}；无法履行“{requirement.chinese}”，可打其他任何合法牌张（第59条）。",
    )


def parse_plays(trick: list[dict[str, Any]]) -> list[Play]:
    """The cards of a trick in the order played, each ``{"seat": "W", "card": "HK"}``."""
    keys = ("seat", "card")
    return [
        Play(Seat.parse(text_field(p, "seat", f"第{at}张", keys)), Card.parse(text_field(p, "card", f"第{at}张", keys)))
        for at, p in enumerate(trick, 1)
    ]


def parse_requirement(data: Any) -> Requirement:
    """A lead or play penalty of ``require:H``, ``forbid:H+D``, ``{"require": "H"}``, ``{"forbid": ["H", "D"]}`` or nothing."""
    if data is None or data is False:
        return FREE
    if isinstance(data, str):
        return Requirement.parse(data)
    if isinstance(data, Mapping) and len(data) == 1:
        ((kind, suits),) = data.items()
        listed = [suits] if isinstance(suits, str) else suits
        if (
            kind in ("require", "forbid")
            and isinstance(listed, list | tuple)
            and all(isinstance(s, str) for s in listed)
        ):
            return Requirement.parse(f"{kind}:{'+'.join(listed)}")
    raise RuleInputError(f"看不懂引牌判罚 {data!r}，应写作 require:H（要求引红心）、forbid:H 或 forbid:H+D（禁止）。")


_REQUIREMENT_KIND: dict[str, Literal["require", "forbid", "highest", "lowest"]] = {
    "lead": "require",
    "not_lead": "forbid",
    "highest": "highest",
    "lowest": "lowest",
    "not_play": "forbid",
}


def requirement_of_code(demand: RequirementCode | None, suit: str | None, words: str | None = None) -> Requirement:
    """A lead or play penalty as the rules of play know it; none: free.

    ``words``: 不引方块、梅花, where no one ``suit`` is told, as declarer may forbid several at once (51B2b); or all that holds for
    this lead where he chose more than once: 引红心，不引梅花 (26A2, 50D2a).
    """
    if demand is None:
        return FREE
    kind = _REQUIREMENT_KIND[demand]
    if kind in ("highest", "lowest"):
        return Requirement(kind)
    if words is not None:
        said = _requirement_said(words)[0]
        told = said.barred if kind == "forbid" else said.suits
        if (said.kind == kind or kind == "forbid") and told and (suit is None or Suit.parse(suit) in told):
            return said
    if suit is None:
        raise MoreNeeded("请说明所要求或禁止的是哪一门花色。", "suit")
    return Requirement(kind, (Suit.parse(suit),))


_SUITS_SAID = rf"((?:{any_of(SUITS)})(?:[\s、,]*(?:{any_of(SUITS)}))*)"
_REQUIREMENT_WORDS = re.compile(rf"(不引|引|不打){_SUITS_SAID}")
_BETWEEN_DEMANDS = ","  # of half width, as what is read has been made
_BOTH_IN_WORDS = re.compile(rf"引{_SUITS_SAID}{_BETWEEN_DEMANDS}不引{_SUITS_SAID}")


def requirement_in_words(text: str | None, led: Suit | None) -> Requirement:
    """What 引红心, 不引红心, 不引红心、方块, 最大, 最小 or 不打方块 asks of him now; nothing when it is about leading and he
    follows, or the other way round. Only leads may be forbidden several suits at once (51B2b)."""
    if text is None:
        return FREE
    wanted, of_a_lead = _requirement_said(text)
    return wanted if of_a_lead == (led is None) else FREE


def play_requirement(text: str) -> Requirement:
    """What 最大, 最小 or 不打方块 asks of his card to the trick, whatever was led."""
    return _requirement_said(text)[0]


def _requirement_said(text: str) -> tuple[Requirement, bool]:
    """What is asked, and whether of a lead."""
    if text in ("最大", "最小"):
        return Requirement("highest" if text == "最大" else "lowest"), False
    said = half_width(text).strip()
    if (both := _BOTH_IN_WORDS.fullmatch(said)) is not None:
        return Requirement("require", _high_to_low(parse_suits(both[1])), _high_to_low(parse_suits(both[2]))), True
    m = _REQUIREMENT_WORDS.fullmatch(said)
    suits = parse_suits(m[2]) if m is not None else ()
    if m is None or (len(suits) > 1 and m[1] == "不打"):
        raise RuleInputError(
            f"看不懂判罚的要求“{text}”，应写成 引红心、不引红心、不引红心、方块、最大、最小 或 不打方块。"
        )
    return Requirement("require" if m[1] == "引" else "forbid", _high_to_low(suits)), m[1] != "不打"


@rule("bridge.card_in_trick", "bridge-1999:44B", title="他在这一墩打的牌")
def card_in_trick(trick: list[str], leader: SeatCode, seat: SeatCode) -> dict[str, Any]:
    """The card a player put into a trick (44B); null while he has not played.

    ``trick``: its cards in the order played, the first by ``leader``. Raises RuleInputError for a card that is there
    twice.
    """
    cards = parse_cards(trick, "这一墩里")
    his = [card for at, card in enumerate(cards) if Seat(leader).after(at) is Seat(seat)]
    return {"card": str(his[0]) if his else None}


@rule("bridge.trick_winner", "bridge-1999:44E", "bridge-1999:44F", "bridge-1999:44G", title="一墩的赢者")
def trick_winner_of(trick: list[dict[str, Any]], trump: TrumpCode) -> dict[str, Any]:
    """Who wins a trick: its four cards in the order played (44E-G).

    Raises RuleInputError unless four players played one card each.
    """
    return {"winner": trick_winner(parse_plays(trick), parse_trump(trump)).seat.value}


@rule(
    "bridge.trick_so_far",
    "bridge-1999:44B",
    "bridge-1999:44E",
    "bridge-1999:44F",
    "bridge-1999:44G",
    title="进行中的一墩",
)
def trick_so_far(
    trick: list[str], leader: SeatCode | None = None, trump: TrumpCode | None = None, seat: SeatCode | None = None
) -> dict[str, Any]:
    """The trick in progress: the suit led, whose turn it is, who is winning; complete: who leads next (44B-G).

    ``trick``: its cards in the order played. ``led_to_him``: the suit that ``seat`` had to follow, none where he
    led it. Seats are null while the leader is not known, the winner while trumps are not and somebody did not follow suit. Raises
    RuleInputError for more than four cards, or one that is there twice.
    """
    cards = parse_cards(trick, "这一墩里")
    if len(cards) > len(Seat):
        raise RuleInputError(f"一墩牌四家各出一张，这里写了{len(cards)}张。")
    first = Seat(leader) if leader is not None else None
    winner = None
    if first is not None and cards and (trump is not None or len({c.suit for c in cards}) == 1):
        plays = [Play(first.after(n), c) for n, c in enumerate(cards)]
        winner = winning_so_far(plays, parse_trump(trump) if trump is not None else None).seat
    complete = len(cards) == len(Seat)
    following = winner if complete else first.after(len(cards)) if first is not None else None
    led = cards[0].suit.value if cards else "none"
    return {
        "led": led,
        "led_to_him": "none" if first is not None and leader == seat else led,
        "complete": complete,
        "winner": winner.value if winner is not None else None,
        "next": following.value if following is not None else None,
    }


def winner_whichever(
    others: Sequence[str], at: int, candidates: Iterable[str], leader: SeatCode, trump: TrumpCode | None
) -> str | None:
    """Who wins a trick of which one card is open, its place ``at`` among the ``others`` in the order played (44E-G).

    None where that hangs on which of the ``candidates`` it is, or on trumps that are not known.
    """
    winners = {trick_so_far([*others[:at], each, *others[at:]], leader, trump)["winner"] for each in candidates}
    return winners.pop() if len(winners) == 1 else None


@rule("bridge.played_on", "bridge-1999:62C1", "bridge-1999:44B", title="他打牌以后对方谁又对这一墩打了牌")
def played_on(trick: list[str], leader: SeatCode, seat: SeatCode, trump: TrumpCode | None = None) -> dict[str, Any]:
    """The opponents who played to a trick after somebody (62C1): ``names`` in Chinese, as they played, ``said`` with their cards.

    Null while he has not played, where none of them has, and where the trick is complete with one of them only and the other may
    have led to the next: ``trump`` tells whether he had won it. Raises RuleInputError for a card that is there twice.
    """
    cards, first, him = parse_cards(trick, "这一墩里"), Seat(leader), Seat(seat)
    order = [first.after(n) for n in range(len(cards))]
    if him not in order:
        return {"names": None}
    since = [s for s in order[order.index(him) + 1 :] if s.side is not him.side]
    leads = trick_so_far(trick, leader, trump)["winner"] if len(cards) == len(Seat) else None
    all_told = len(since) == len(Seat) // 2 or len(cards) < len(Seat)
    sure = since and (all_told or (leads is not None and (Seat(leads).side is him.side or Seat(leads) in since)))
    played = [f"{s.chinese}{say(str(cards[order.index(s)]), 'card', None)}" for s in since]
    return {
        "names": "、".join(s.chinese for s in since) if sure else None,
        "said": f"（{'、'.join(played)}）" if sure else None,
    }


@rule(
    "bridge.trick_corrected",
    "bridge-1999:62B",
    "bridge-1999:44B",
    "bridge-1999:44E",
    "bridge-1999:44F",
    "bridge-1999:44G",
    title="换了一张牌以后的一墩",
)
def trick_corrected(
    trick: list[str], leader: SeatCode, seat: SeatCode, card: str, trump: TrumpCode | None = None
) -> dict[str, Any]:
    """A trick once somebody's card in it is replaced by ``card`` (62B, 44): ``cards`` as they lie then.

    ``state``: complete (``next`` won it and leads) or going (``next`` plays); null where ``trump`` is not told and it decides who
    won. Raises RuleInputError where he has not played to it, and for cards that cannot be.
    """
    cards, first = parse_cards(trick, "这一墩里"), Seat(leader)
    at = next((n for n in range(len(cards)) if first.after(n) is Seat(seat)), None)
    if at is None:
        raise RuleInputError(f"{Seat(seat).chinese}还没有对这一墩打牌，没有可换的。")
    now = [str(c) for c in (*cards[:at], Card.parse(card), *cards[at + 1 :])]
    found = [trick_so_far(now, leader, each) for each in ([trump] if trump is not None else get_args(TrumpCode))]
    following = found[0]["next"] if len({each["next"] for each in found}) == 1 else None
    state = "complete" if found[0]["complete"] else "going"
    return {"cards": now, "state": state if following is not None else None, "next": following}


@rule(
    "bridge.can_comply",
    "bridge-1999:59",
    "bridge-1999:57A",
    "bridge-1999:57B",
    "bridge-1999:44C",
    title="能否履行引牌或打牌的判罚",
)
def can_comply(
    hand: list[str], demand: RequirementCode, suit: str | None = None, requirement: str | None = None
) -> dict[str, Any]:
    """Can a player comply with a lead or play penalty? If not, he may play any legal card (59).

    ``suit`` is the suit demanded or forbidden; for ``highest`` and ``lowest`` the suit led. ``not_play`` forbids a suit
    other than the one led (57A3), so following suit never breaks it. Returns ``able`` and, when able, the cards that
    ``fulfil`` it (for ``not_play``, any of them that is otherwise legal). ``requirement``: the penalty in words, where no
    one suit is told (51B2b). Raises RuleInputError for cards that do not exist, MoreNeeded while no suit is told.
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手里没有牌了，谈不上履行判罚。")
    if suit is None and requirement is None:
        raise MoreNeeded("请说明所要求或禁止的是哪一门花色。", "suit")
    led = Suit.parse(suit) if suit is not None else None
    good = requirement_of_code(demand, suit, requirement).met_by(cards, led)
    return {"able": bool(good), "fulfil": [str(c) for c in good]}
