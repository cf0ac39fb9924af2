"""Dummy (明手): the card declarer's words designate (46), a card misplaced (45D), restrictions broken (43)."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.cards import Card, Rank, Suit
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.tricks import Play, following, winning_so_far
from decision_trees.functions import RuleInputError

Result = Literal["declarer_must_specify", "either_defender_chooses", "invalid_redesignate"]


@dataclass(frozen=True, slots=True)
class Saying:
    """What declarer named: a suit, a rank, high or low, or nothing of these."""

    suit: Suit | None = None
    rank: Rank | None = None
    extreme: Literal["high", "low"] | None = None
    trump: bool = False  # named the trump suit without saying which


_SUIT_WORDS = {
    Suit.S: ("黑桃", "黑", "♠", "SPADES", "SPADE", "S"),
    Suit.H: ("红心", "红桃", "红", "♥", "HEARTS", "HEART", "H"),
    Suit.D: ("方块", "方片", "方", "♦", "DIAMONDS", "DIAMOND", "D"),
    Suit.C: ("梅花", "草花", "梅", "草", "♣", "CLUBS", "CLUB", "C"),
}
_RANK_WORDS = {
    Rank.ACE: ("A", "尖", "ACE"),
    Rank.KING: ("K", "老K", "KING"),
    Rank.QUEEN: ("Q", "圈", "QUEEN"),
    Rank.JACK: ("J", "钩", "JACK"),
    Rank.TEN: ("10", "T", "十", "TEN"),
    Rank.NINE: ("9", "九"),
    Rank.EIGHT: ("8", "八"),
    Rank.SEVEN: ("7", "七"),
    Rank.SIX: ("6", "六"),
    Rank.FIVE: ("5", "五"),
    Rank.FOUR: ("4", "四"),
    Rank.THREE: ("3", "三"),
    Rank.TWO: ("2", "二"),
}
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
    **{w: ("suit", suit) for suit, words in _SUIT_WORDS.items() for w in words},
    **{w: ("rank", rank) for rank, words in _RANK_WORDS.items() for w in words},
    **dict.fromkeys(_HIGH, ("high", None)),
    **dict.fromkeys(_LOW, ("low", None)),
    **dict.fromkeys(_TRUMP, ("trump", None)),
    **dict.fromkeys(_ANYTHING, ("anything", None)),
    **dict.fromkeys(_FILLER, ("filler", None)),
}
_LONGEST_FIRST = sorted(_WORDS, key=len, reverse=True)


def read_saying(say: str) -> Saying:
    """What declarer's words name. Raises when they cannot be understood or name two things."""
    text = "".join(c for c in unicodedata.normalize("NFKC", say).upper() if c.isalnum() or c in "♠♥♦♣")
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
    return Saying(suit, rank, extreme, "trump" in found and suit is None)


@dataclass(frozen=True, slots=True)
class Designation:
    """The card dummy plays, or who must choose, and by which clause."""

    law: str
    because: str  # in Chinese
    card: Card | None = None
    result: Result | None = None
    open_question: str | None = None


def _card(card: Card, law: str, because: str, open_question: str | None = None) -> Designation:
    return Designation(law, f"{because}：打{card.chinese}。", card, None, open_question)


def designation(
    dummy: Sequence[Card],
    said: Saying,
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
            raise RuleInputError("庄家说打将牌，请给出将牌花色 trump(无将定约没有将牌)。")
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
        return _card(of_suit[0], "46B1", f"“小”是{suit.chinese}中最小的牌张（第46条B款1）")
    if said.extreme is None:
        return _card(of_suit[0], "46B2", f"只说花色，是{suit.chinese}中最小的牌张（第46条B款2）")
    if not fourth_hand:
        return _card(of_suit[-1], "46B1", f"“大”是{suit.chinese}中最大的牌张（第46条B款1）")
    winners = [c for c in of_suit if _wins(c, trick, trump)]
    if winners:
        return _card(winners[0], "46B1", f"明手第四家，“大”是{suit.chinese}中能赢得这墩牌的最小牌张（第46条B款1）")
    return _card(
        of_suit[-1], "46B1", f"没有一张{suit.chinese}能赢这墩，“大”是其中最大的牌张（第46条B款1;条文没有定论）", "D-20"
    )


def _wins(card: Card, trick: Sequence[Card], trump: Suit | None) -> bool:
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
        return _card(card, "46A", "花色和牌点都说清了（第46条A款）")
    if led is None and last_trick_suit is not None and Card(last_trick_suit, rank) in legal:
        return _card(
            Card(last_trick_suit, rank),
            "46B3a",
            f"明手上一墩以{last_trick_suit.chinese}赢牌，所指是该花色（第46条B款3(a)）",
        )
    fitting = [c for c in legal if c.rank is rank]
    if len(fitting) == 1:
        return _card(fitting[0], "46B3b", f"可合法打出的{name}只有一张（第46条B款3(b)）")
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


@dataclass(frozen=True, slots=True)
class DummyMisplay:
    """Dummy put a card declarer did not name in the played position."""

    result: Literal["withdraw", "stands"]
    law: str
    because: str  # in Chinese
    open_question: str | None = None


def dummy_misplay(sides_played_to_next_trick: int) -> DummyMisplay:
    """May a card dummy misplaced still be taken back (45D)? Until both sides played to the next trick (D-28)."""
    if not 0 <= sides_played_to_next_trick <= 2:
        raise RuleInputError(f"对下一墩打过牌的方数应为0、1或2,现在是{sides_played_to_next_trick}。")
    if sides_played_to_next_trick == 2:
        return DummyMisplay("stands", "45D", "双方对下一墩都已打牌，不能再收回（第45条D款）。")
    why = "该牌必须收回，打庄家指定的牌；防家此后所打的牌也可收回，不判罚；庄家上家更改的，庄家也可更改（第45条D款、第47条D款）。"
    return DummyMisplay("withdraw", "45D", why, "D-28" if sides_played_to_next_trick else None)


Breach = Literal["43A1a", "43A1b", "43A1c", "43A2a", "43A2b", "43A2c"]
AfterBreach = Literal["none", "warned_of_wrong_hand", "asked_about_revoke_first", "named_defenders_irregularity"]


@dataclass(frozen=True, slots=True)
class DummyBreach:
    """What follows when dummy breaks his restrictions."""

    result: Literal[
        "general_penalty", "defender_chooses_hand", "substitute_and_revoke_penalty", "no_penalty_adjust_if_gained"
    ]
    laws: tuple[str, ...]
    because: str  # in Chinese
    chooser: Literal["either_defender"] | None = None


def dummy_breach(breach: Breach, then: AfterBreach, declarer_revoked: bool | None = None) -> DummyBreach:
    """What follows a breach of dummy's limits and what he did after it (43B, 43C).

    The special penalties need an earlier breach of 43A2 (exchanged hands, left his seat, looked at a defender's hand).
    """
    special = breach.startswith("43A2")
    if then == "asked_about_revoke_first" and declarer_revoked is None:
        raise RuleInputError("明手最先询问庄家是否藏牌时，请说明庄家是否确已藏牌(declarer_revoked)。")
    if special and then == "warned_of_wrong_hand":
        why = "明手已丧失权利而提示庄家不要从错误方位引牌：任一防家可指定庄家从哪一方位引牌（第43条B款2(a)）。"
        return DummyBreach("defender_chooses_hand", ("43B2a", "43B1", "90"), why, "either_defender")
    if special and then == "asked_about_revoke_first" and declarer_revoked:
        why = "明手已丧失权利而最先询问：庄家必须换出正确的牌张，同时视同藏牌成立，应用第64条（第43条B款2(b)）。"
        return DummyBreach("substitute_and_revoke_penalty", ("43B2b", "64", "43B1", "90"), why)
    if special and then == "named_defenders_irregularity":
        why = (
            "明手已丧失权利而首先指出防守方的违例：不给予判罚；防守方从违规中直接获益的，判给双方调整分（第43条C款）。"
        )
        return DummyBreach("no_penalty_adjust_if_gained", ("43C", "43B1", "90"), why)
    return DummyBreach("general_penalty", ("43B1", "90"), "明手违反限制，按第90条处理（第43条B款1）。")
