"""Dummy: the card declarer's words designate (46)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from decision_trees.bridge.cards import Card, Rank, Suit, SuitCode, parse_cards, parse_hand
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.bridge.tricks import Play, TrumpCode, following, parse_trump, winning_so_far
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.notation import RANKS, SUITS, half_width

DesignationResult = Literal["declarer_must_specify", "either_defender_chooses", "invalid_redesignate"]


@dataclass(frozen=True, slots=True)
class SpokenDesignation:
    """What declarer named: a suit, a rank, high or low, or nothing of these."""

    suit: Suit | None = None
    rank: Rank | None = None
    extreme: Literal["high", "low"] | None = None
    trump: bool = False  # named the trump suit without saying which


_HIGH = ("最大的", "最大", "大牌", "大", "最高", "高", "顶", "HIGH", "HIGHEST", "TOP", "BIG")


_LOW = ("最小的", "最小", "小牌", "小", "最低", "低", "LOW", "LOWEST", "SMALL", "LITTLE")


_TRUMP = ("将牌", "将", "王牌", "TRUMP")


_ANYTHING = (
    *(
        "随便",
        "随意",
        "任意",
        "任何",
        "任一",
        "都行",
        "都可以",
        "都成",
        "哪张",
        "什么",
        "无所谓",
        "随你",
        "你看着",
        "看着",
    ),
    *("哪", "怎么", "ANYTHING", "ANY", "WHATEVER"),
)


_FILLER = (
    *("请", "明手", "同伴", "给我", "给", "要", "就", "再", "用", "出", "打", "来", "上", "跟", "垫", "选", "你"),
    *("一张", "一个", "张", "个", "一", "牌", "点", "的", "那", "吧", "了", "THE", "OF", "CARD", "PLAY"),
)


_WORDS: dict[str, tuple[str, Suit | Rank | None]] = {
    **{word: ("suit", Suit(code)) for word, code in SUITS.items()},
    **{word: ("rank", Rank.parse(code)) for word, code in RANKS.items()},
    **dict.fromkeys(_HIGH, ("high", None)),
    **dict.fromkeys(_LOW, ("low", None)),
    **dict.fromkeys(_TRUMP, ("trump", None)),
    **dict.fromkeys(_ANYTHING, ("anything", None)),
    **dict.fromkeys(_FILLER, ("filler", None)),
}


_LONGEST_FIRST = sorted(_WORDS, key=len, reverse=True)


def read_designation(say: str) -> SpokenDesignation:
    """What declarer's words name. Raises when they cannot be understood or name two things."""
    text = "".join(c for c in half_width(say) if c.isalnum() or c in SUITS)
    found: dict[str, set[Suit | Rank | None]] = {}
    at = 0
    while at < len(text):
        word = next((w for w in _LONGEST_FIRST if text.startswith(w, at)), None)
        if word is None:
            raise RuleInputError(f"看不懂庄家说的“{say}”，请写花色、牌点、大、小或随便，如“红心Q”“黑桃”“大”。")
        kind, value = _WORDS[word]
        found.setdefault(kind, set()).add(value)
        at += len(word)
    for kind, name in (("suit", "花色"), ("rank", "牌点")):
        if len(found.get(kind, ())) > 1:
            raise RuleInputError(f"庄家说的“{say}”有两个{name}，请写最后指定的一个。")
    suit = next(iter(found.get("suit", ())), None)
    rank = next(iter(found.get("rank", ())), None)
    assert suit is None or isinstance(suit, Suit)
    assert rank is None or isinstance(rank, Rank)
    extreme: Literal["high", "low"] | None = None
    if rank is None and not ("high" in found and "low" in found):
        extreme = "high" if "high" in found else "low" if "low" in found else None
    elif rank is None and "anything" not in found:
        raise RuleInputError(f"庄家说的“{say}”又大又小，请写最后指定的一个。")
    return SpokenDesignation(suit, rank, extreme, "trump" in found and suit is None)


@dataclass(frozen=True, slots=True)
class Designation:
    """The card dummy plays, or who must choose, and by which clause."""

    law: str
    because: str  # in Chinese
    card: Card | None = None
    result: DesignationResult | None = None
    open_question: str | None = None


def _designated(card: Card, law: str, because: str, open_question: str | None = None) -> Designation:
    return Designation(law, f"{because}：打{card.chinese}。", card, None, open_question)


def designation(
    dummy: Sequence[Card],
    said: SpokenDesignation,
    trick: Sequence[Card] = (),
    led: Suit | None = None,
    fourth_hand: bool = False,
    trump: Suit | None = None,
    last_trick_suit: Suit | None = None,
) -> Designation:
    """The card declarer's incomplete or wrong designation of a card from dummy stands for (46B).

    ``led`` None: dummy leads. ``trick``: the cards played before dummy's, needed in fourth hand. ``last_trick_suit``: the
    suit with which dummy won the last trick, when dummy leads. Whether declarer's different intention is incontrovertible
    is for the director to say first (46B).
    """
    if not dummy:
        raise RuleInputError("明手没有牌了。")
    legal = following(dummy, led).cards
    suit = said.suit
    if said.trump:
        if trump is None:
            raise MoreNeeded("庄家说打将牌，请给出将牌花色 trump（无将定约没有将牌）。")
        suit = trump
    if said.rank is not None:
        return _by_rank(dummy, legal, said.rank, suit, led, last_trick_suit)
    if suit is None and said.extreme is None:
        return Designation(
            "46B5", "没有指定花色与牌点，任一防家可指定明手的打牌（第46条B款5）。", result="either_defender_chooses"
        )
    if suit is None:
        suit = led if led is not None else last_trick_suit
        if suit is None:
            return Designation(
                "46A", "明手引牌而没有说花色，庄家必须说清花色（第46条A款、B款1）。", result="declarer_must_specify"
            )
    of_suit = sorted((c for c in dummy if c.suit is suit), key=lambda c: c.rank)
    if not of_suit:
        return Designation(
            "46B4",
            f"明手没有{suit.chinese}，指定无效，庄家可重新指定任何合法牌张（第46条B款4）。",
            result="invalid_redesignate",
        )
    if of_suit[0] not in legal:
        return _must_follow(suit.chinese, led)
    if said.extreme == "low":
        return _designated(of_suit[0], "46B1", f"“小”是{suit.chinese}中最小的牌张（第46条B款1）")
    if said.extreme is None:
        return _designated(of_suit[0], "46B2", f"只说花色，是{suit.chinese}中最小的牌张（第46条B款2）")
    if not fourth_hand:
        return _designated(of_suit[-1], "46B1", f"“大”是{suit.chinese}中最大的牌张（第46条B款1）")
    winners = [c for c in of_suit if _would_win(c, trick, trump)]
    if winners:
        return _designated(
            winners[0], "46B1", f"明手第四家，“大”是{suit.chinese}中能赢得这墩牌的最小牌张（第46条B款1）"
        )
    return _designated(
        of_suit[-1], "46B1", f"没有一张{suit.chinese}能赢这墩，“大”是其中最大的牌张（第46条B款1；条文没有定论）", "D-20"
    )


def _would_win(card: Card, trick: Sequence[Card], trump: Suit | None) -> bool:
    plays = [Play(seat, c) for seat, c in zip(Seat, (*trick, card), strict=True)]
    return winning_so_far(plays, trump).card == card


def _must_follow(what: str, led: Suit | None) -> Designation:
    assert led is not None
    return Designation(
        "44C",
        f"明手有{led.chinese}必须跟牌，不能打{what}，庄家应重新指定合法牌张（第44条C款）。",
        result="invalid_redesignate",
    )


def _by_rank(
    dummy: Sequence[Card],
    legal: Sequence[Card],
    rank: Rank,
    suit: Suit | None,
    led: Suit | None,
    last_trick_suit: Suit | None,
) -> Designation:
    """A rank was named, with or without a suit (46A, 46B3, 46B4)."""
    name = "10" if rank is Rank.TEN else rank.letter
    if suit is not None:
        card = Card(suit, rank)
        if card not in dummy:
            return Designation(
                "46B4",
                f"明手没有{card.chinese}，指定无效，庄家可重新指定任何合法牌张（第46条B款4）。",
                result="invalid_redesignate",
            )
        if card not in legal:
            return _must_follow(card.chinese, led)
        return _designated(card, "46A", "花色和牌点都说清了（第46条A款）")
    if led is None and last_trick_suit is not None and Card(last_trick_suit, rank) in legal:
        return _designated(
            Card(last_trick_suit, rank),
            "46B3a",
            f"明手上一墩以{last_trick_suit.chinese}赢牌，所指是该花色（第46条B款3(a)）",
        )
    fitting = [c for c in legal if c.rank is rank]
    if len(fitting) == 1:
        return _designated(fitting[0], "46B3b", f"可合法打出的{name}只有一张（第46条B款3(b)）")
    if fitting:
        cards = "、".join(c.chinese for c in fitting)
        return Designation(
            "46B3b", f"{cards}都可合法打出，庄家必须指定要打哪一张（第46条B款3(b)）。", result="declarer_must_specify"
        )
    return Designation(
        "46B4",
        f"明手没有可合法打出的{name}，指定无效，庄家可重新指定任何合法牌张（第46条B款4）。",
        result="invalid_redesignate",
    )


def _place_in_trick(
    position: int | None, trick: list[str] | None, before: Sequence[Card], leading: bool | None, led: str | None
) -> int | None:
    """Dummy's place in the trick, 1 when dummy leads; None when nothing was said of it. Raises for contradictions."""
    seats = len(Seat)
    if position is not None and not 1 <= position <= seats:
        raise RuleInputError(f"明手在一墩中是第1至第{seats}家，现在写的是{position}。")
    if len(before) >= seats:
        raise RuleInputError(f"明手打牌以前这一墩最多出了{seats - 1}张牌，现在是{len(before)}张。")
    place = 1 if leading else position
    if leading and position not in (None, 1):
        raise RuleInputError(f"明手引牌（leading）是第1家，position 写的是{position}。")
    if trick is not None and place is not None and place != len(before) + 1:
        raise RuleInputError(f"明手第{place}家出牌，此前应已打出{place - 1}张，trick 里有{len(before)}张。")
    if place is None and before:
        place = len(before) + 1
    if leading is False and place == 1:
        raise RuleInputError("明手第1家出牌就是引牌，leading 不能写 false。")
    if led is not None and place == 1:
        raise RuleInputError("明手引牌时还没有引牌花色（led）。")
    if led is not None and before and before[0].suit.value != led:
        raise RuleInputError(f"这一墩第一张是{before[0].chinese}，引牌花色（led）却写的是{Suit(led).chinese}。")
    return place


@rule(
    "bridge.dummy_designation",
    *(f"bridge-1999:{law}" for law in ("46A", "46B1", "46B2", "46B3a", "46B3b", "46B4", "46B5", "44C")),
    title="庄家的话指定明手打哪张",
)
def dummy_designation(
    dummy: list[str],
    say: str,
    led: SuitCode | None = None,
    position: int | None = None,
    trick: list[str] | None = None,
    leading: bool | None = None,
    last_trick_won_by_dummy_suit: SuitCode | None = None,
    trump: TrumpCode | None = None,
) -> dict[str, Any]:
    """The card declarer's words designate from dummy, or who must choose (46).

    ``position``: dummy's place in the trick, 1 to 4; ``trick``: the cards played before dummy's. ``trump`` matters when
    somebody may have ruffed before dummy plays fourth; without it nobody did. Raises RuleInputError for words that
    cannot be understood and cards that cannot be, MoreNeeded while the suit led, the trick or the trump suit is
    missing.
    """
    cards = parse_hand(dummy, "明手")
    said = read_designation(say)
    before = parse_cards(trick or [], "这一墩里")
    twice = next((c for c in before if c in cards), None)
    if twice is not None:
        raise RuleInputError(f"{twice.chinese}已打在这一墩里，不会还在明手。")
    place = _place_in_trick(position, trick, before, leading, led)
    suit = Suit(led) if led else before[0].suit if before else None
    if place is None and suit is None and last_trick_won_by_dummy_suit is None and said.extreme and not said.suit:
        raise MoreNeeded("不知道引牌花色：请给出 led，明手引牌时写 leading: true。")
    if suit is None and place not in (None, 1):
        raise MoreNeeded("不知道引牌花色：请给出 led 或这一墩此前打出的牌 trick。")
    fourth = place == len(Seat)
    if fourth and said.extreme == "high" and len(before) != len(Seat) - 1:
        raise MoreNeeded("明手第四家出牌而庄家说“大”，请给出此前三家打出的牌 trick。")
    last = Suit(last_trick_won_by_dummy_suit) if last_trick_won_by_dummy_suit and suit is None else None
    found = designation(cards, said, before, suit, fourth, parse_trump(trump) if trump else None, last)
    return {"card": str(found.card)} if found.card else {"result": found.result}


_DESIGNATION_CASE = {
    "46B2": "suit_only",
    "46B3a": "rank_last_trick",
    "46B4": "not_held",
    "46B5": "anything",
    "44C": "must_follow",
}


def _designation_case(said: SpokenDesignation, found: Designation, fourth_hand: bool) -> str:
    if found.law == "46A":
        return "complete" if found.card is not None else "suit_not_named"
    if found.law == "46B3b":
        return "rank_only_one" if found.card is not None else "rank_several"
    if found.law != "46B1":
        return _DESIGNATION_CASE[found.law]
    if said.extreme == "low":
        return "low"
    if found.open_question is not None:
        return "high_cannot_win"
    return "high_fourth_hand" if fourth_hand else "high"


@rule(
    "bridge.card_meant_from_dummy",
    *(f"bridge-1999:{law}" for law in ("46A", "46B1", "46B2", "46B3a", "46B3b", "45D")),
    title="庄家的话指的是明手的哪张牌",
)
def card_meant_from_dummy(
    say: str,
    dummy: list[str] | None = None,
    trick: list[str] | None = None,
    trump: TrumpCode | None = None,
    last_trick_won_with: SuitCode | None = None,
    leader: SeatCode | None = None,
    seat: SeatCode | None = None,
) -> dict[str, Any]:
    """The card of dummy that declarer's words stand for, whatever dummy has put down instead (46, 45D); null where none is known.

    ``trick``: the cards played, dummy's at ``seat`` and the next ones too where one led at ``leader``. Where he named suit and
    rank nothing else is needed. Raises RuleInputError for words that cannot be understood and cards that cannot be.
    """
    said = read_designation(say)
    put = parse_cards(trick or [], "这一墩里")
    at = None
    if leader is not None and seat is not None:
        at = next((n for n in range(len(put)) if Seat(leader).after(n) is Seat(seat)), None)
    held = [*(dummy or []), *([str(put[at])] if at is not None and dummy and str(put[at]) not in dummy else [])]
    if said.suit is not None and said.rank is not None and (not held or trick is None):
        return {"card": str(Card(said.suit, said.rank))}
    if not held or trick is None:
        return {"card": None}
    before = [str(c) for c in (put if at is None else put[:at])]
    try:
        return {"card": card_named_from_dummy(held, say, before, trump, last_trick_won_with)["card"]}
    except MoreNeeded:  # the trump suit would decide
        return {"card": None}


@rule(
    "bridge.card_named_from_dummy",
    "bridge-1999:46A",
    "bridge-1999:46B1",
    "bridge-1999:46B2",
    "bridge-1999:46B3a",
    "bridge-1999:46B3b",
    "bridge-1999:46B4",
    "bridge-1999:46B5",
    title="庄家的话属于第46条哪种情形",
)
def card_named_from_dummy(
    dummy: list[str],
    say: str,
    trick: list[str],
    trump: TrumpCode | None = None,
    last_trick_won_with: Literal["S", "H", "D", "C"] | None = None,
) -> dict[str, Any]:
    """The case of law 46 that declarer's words are, and the card of dummy they stand for.

    ``trick``: the cards already played to this trick, in order; empty when dummy leads. ``last_trick_won_with``: the
    suit with which dummy won the last trick (46B3a). Returns ``case``; ``card`` and its ``name`` in Chinese where the
    law fixes one; ``because``. Whether declarer's different intention was clear is for the director to say first (46B).
    Raises RuleInputError for words that cannot be understood and cards that cannot be, MoreNeeded while the trump suit
    is missing and would decide.
    """
    each = [_named(dummy, say, trick, one, last_trick_won_with) for one in ([trump] if trump else get_args(TrumpCode))]
    if any(one["case"] != each[0]["case"] or one["card"] != each[0]["card"] for one in each):
        raise MoreNeeded("请写将牌。")
    return each[0]


def _named(dummy: list[str], say: str, trick: list[str], trump: str, last_trick_won_with: str | None) -> dict[str, Any]:
    cards, before = parse_hand(dummy, "明手"), parse_cards(trick, "这一墩里")
    if len(before) > 3:
        raise RuleInputError(f"明手打牌以前这一墩最多出了3张牌，现在是{len(before)}张。")
    twice = next((c for c in before if c in cards), None)
    if twice is not None:
        raise RuleInputError(f"{twice.chinese}已打在这一墩里，不会还在明手。")
    said, led = read_designation(say), before[0].suit if before else None
    fourth_hand = len(before) == 3
    won_with = Suit(last_trick_won_with) if last_trick_won_with is not None and led is None else None
    found = designation(cards, said, before, led, fourth_hand, parse_trump(trump), won_with)
    name = found.card.chinese if isinstance(found.card, Card) else None
    card = str(found.card) if isinstance(found.card, Card) else None
    return {"case": _designation_case(said, found, fourth_hand), "card": card, "name": name, "because": found.because}
