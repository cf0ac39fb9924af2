"""Penalty cards (laws 24, 49-52): which cards are, their class, what the holder must play and may not play."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees.bridge import limit
from decision_trees.bridge.cards import Card, Rank, Suit, SuitCode, card_codes, parse_cards, parse_hand
from decision_trees.bridge.json_input import text_field
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.bridge.tricks import (
    FREE,
    LedCode,
    LegalPlays,
    Requirement,
    TrumpCode,
    complying,
    requirement_in_words,
    trick_so_far,
)
from decision_trees.functions import RuleInputError, rule


class PenaltyClass(StrEnum):
    """Minor (轻罚张) or major (重罚张) penalty card (50B)."""

    MINOR = "minor"
    MAJOR = "major"


class Exposure(StrEnum):
    """How a defender's card came to be exposed, as far as law 50B distinguishes."""

    INADVERTENT = "inadvertent"  # dropped, seen by accident
    SECOND_CARD_IN_TRICK = "second_card_in_trick"  # 58B2
    FIFTH_CARD_IN_TRICK = "fifth_card_in_trick"  # 45E1
    LEAD_OUT_OF_TURN = "deliberate_lead_out_of_turn"  # 56
    PREMATURE_LEAD_IN_AUCTION = "premature_lead_in_auction"  # 24B
    REVOKE_CORRECTION = "revoke_correction"  # 62B1
    PREMATURE_PLAY = "premature_play"  # 57A
    LEAD_BEFORE_CHOICE = "lead_before_declarer_chose"  # 50D2
    WITHDRAWN_FOR_PENALTY_CARD = "withdrawn_for_penalty_card"  # 52B2
    PARTNER_WITHDREW_AFTER_REVOKE = "withdrawn_after_partners_revoke"  # 62C2

    @property
    def is_inadvertent(self) -> bool:
        """Exposed by accident rather than deliberately played."""
        return self in (Exposure.INADVERTENT, Exposure.SECOND_CARD_IN_TRICK, Exposure.FIFTH_CARD_IN_TRICK)


@dataclass(frozen=True, slots=True)
class PenaltyCard:
    """A penalty card on the table."""

    card: Card
    cls: PenaltyClass


@dataclass(frozen=True, slots=True)
class ClassifiedPenaltyCard:
    """A penalty card's class and why."""

    card: Card
    cls: PenaltyClass
    law: Literal["50B", "52B2"]
    because: str  # in Chinese


def is_small(rank: Rank) -> bool:
    """A nine or lower, that may be a minor penalty card (50B)."""
    return rank <= limit("penalty-low-card-highest")


def classify(exposed: Sequence[tuple[Card, Exposure]]) -> tuple[ClassifiedPenaltyCard, ...]:
    """Class of each of one defender's penalty cards (50B; 52B2)."""
    found = []
    for card, how in exposed:
        if len(exposed) > 1:
            cls, why = PenaltyClass.MAJOR, f"同一防家有{len(exposed)}张罚张，都是重罚张"
        elif not is_small(card.rank):
            cls, why = PenaltyClass.MAJOR, f"{card.chinese}是大牌"
        elif not how.is_inadvertent:
            cls, why = PenaltyClass.MAJOR, f"{card.chinese}是审慎打出的"
        else:
            cls, why = PenaltyClass.MINOR, f"只有一张，{card.chinese}是小牌，因疏忽而暴露"
        law: Literal["50B", "52B2"] = "52B2" if how is Exposure.WITHDRAWN_FOR_PENALTY_CARD else "50B"
        found.append(
            ClassifiedPenaltyCard(card, cls, law, why + ("（第52条B款2）。" if law == "52B2" else "（第50条B款）。"))
        )
    return tuple(found)


def check_penalty_cards(cards: Sequence[PenaltyCard]) -> None:
    """A card is there once, and an honor is never minor (50B)."""
    for at, one in enumerate(cards):
        if any(one.card == other.card for other in cards[:at]):
            raise RuleInputError(f"罚张中有两张{one.card.chinese}，一副牌每张只有一张。")
        if one.cls is PenaltyClass.MINOR and not is_small(one.card.rank):
            raise RuleInputError(f"{one.card.chinese}是大牌，不可能是轻罚张（第50条B款）。")


def major_cards(cards: Sequence[PenaltyCard]) -> tuple[Card, ...]:
    """Those that are major: all of them when one defender has two or more (50B)."""
    if len(cards) > 1:
        return tuple(c.card for c in cards)
    return tuple(c.card for c in cards if c.cls is PenaltyClass.MAJOR)


def plays_open_to_holder(
    hand: Sequence[Card], penalty: Sequence[PenaltyCard], led: Suit | None, requirement: Requirement = FREE
) -> LegalPlays:
    """What a defender may play: follow suit, then lead or play penalties, then his penalty cards (44C, 50C, 50D1, 51A, 59).

    ``hand`` includes his penalty cards; ``led`` is None when he leads. With two penalty cards he can play, declarer
    designates one of them.
    """
    check_penalty_cards(penalty)
    for one in penalty:
        if one.card not in hand:
            raise RuleInputError(f"罚张{one.card.chinese}不在这家的牌里。")
    open_to_him = complying(hand, led, requirement)
    major = major_cards(penalty)
    due = tuple(c for c in open_to_him.cards if c in major)
    if due:
        names = "、".join(c.chinese for c in due)
        if len(due) > 1:
            return LegalPlays(
                due,
                (*open_to_him.laws, "50D1", "51A"),
                f"重罚张{names}都可合法打出，由庄家指定先打哪一张（第51条A款）。",
                "declarer",
            )
        return LegalPlays(due, (*open_to_him.laws, "50D1"), f"重罚张{names}必须于第一次合法机会打出（第50条D款1）。")
    if major:
        return LegalPlays(
            open_to_him.cards,
            (*open_to_him.laws, "50D1"),
            f"{open_to_him.because[:-1]}；现在还不能打重罚张，罚张留到下一次合法机会（第50条D款1）。",
        )
    for one in penalty:
        cards = tuple(
            c for c in open_to_him.cards if c == one.card or c.suit is not one.card.suit or not is_small(c.rank)
        )
        if cards != open_to_him.cards:
            return LegalPlays(
                cards,
                (*open_to_him.laws, "50C"),
                f"打出轻罚张{one.card.chinese}之前，不得打{one.card.suit.chinese}的其他小牌，大牌可以打（第50条C款）。",
            )
    return open_to_him


def parse_penalty_cards(items: list[dict[str, Any]]) -> tuple[PenaltyCard, ...]:
    """The penalty cards of one defender, each ``{"card": "HK", "cls": "major"}``."""
    found = []
    for at, item in enumerate(items, 1):
        card = Card.parse(text_field(item, "card", f"第{at}张罚张", ("card", "cls")))
        cls = text_field(item, "cls", f"第{at}张罚张", ("card", "cls"))
        if cls not in [c.value for c in PenaltyClass]:
            raise RuleInputError(f"罚张{card.chinese}的 cls 不能是“{cls}”，应为 minor（轻罚张）或 major（重罚张）。")
        found.append(PenaltyCard(card, PenaltyClass(cls)))
    check_penalty_cards(found)
    return tuple(found)


def as_major(cards: Sequence[Card]) -> list[PenaltyCard]:
    """Cards as major penalty cards."""
    return [PenaltyCard(c, PenaltyClass.MAJOR) for c in cards]


def known_major_cards(cards: list[str] | None, major: bool | None) -> tuple[Card, ...]:
    """Major penalty cards before somebody: an honor or two cards are; one small card only where it was said (50B)."""
    lying = parse_cards(cards or [], "他面前的罚张里")
    sure = len(lying) > 1 or any(not is_small(c.rank) for c in lying)
    return lying if (sure if major is None else major) else ()


def _hand_and_penalty_cards(hand: list[str], penalty_cards: list[str]) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """The whole hand, the penalty cards included whether or not they were entered with it, and the penalty cards."""
    on_table = parse_cards(penalty_cards, "罚张里")
    if not on_table:
        raise RuleInputError("没有写哪些牌是罚张。")
    held = parse_hand(hand)
    return (*held, *(c for c in on_table if c not in held)), on_table


@rule(
    "bridge.penalty_card_class",
    "bridge-1999:50B",
    "bridge-1999:52B2",
    "bridge-1999:58B2",
    "bridge-1999:62B1",
    "bridge-1999:24",
    title="轻罚张还是重罚张",
)
def penalty_card_class(cards: list[dict[str, Any]]) -> dict[str, Any]:
    """Minor or major: the penalty cards of one defender and how each was exposed (50B).

    ``cards``: each ``{card, how}``. Raises RuleInputError for a card that is there twice and an unknown way of
    exposure.
    """
    exposed = []
    for at, item in enumerate(cards, 1):
        card = Card.parse(text_field(item, "card", f"第{at}张", ("card", "how")))
        how = text_field(item, "how", f"第{at}张", ("card", "how"))
        if how not in [e.value for e in Exposure]:
            raise RuleInputError(f"不知道“{how}”是怎样暴露的，可用：{'、'.join(e.value for e in Exposure)}。")
        exposed.append((card, Exposure(how)))
    parse_hand([str(card) for card, _ in exposed], "这一家的罚张")
    return {"classes": [c.cls.value for c in classify(exposed)]}


@rule("bridge.penalty_cards_of", "bridge-1999:50A", "bridge-1999:50B", title="他面前的罚张")
def penalty_cards_of(
    seat: SeatCode,
    partner: bool = False,
    north: list[str] | None = None,
    east: list[str] | None = None,
    south: list[str] | None = None,
    west: list[str] | None = None,
    more: str | None = None,
) -> dict[str, Any]:
    """The penalty cards lying before somebody, or before his ``partner`` (50A); null where that was not entered.

    ``more``: a card that becomes one now, whatever lay there. Raises RuleInputError for a card that is there twice.
    """
    him = Seat(seat).partner if partner else Seat(seat)
    lying = {"N": north, "E": east, "S": south, "W": west}[him.value]
    if more is not None:
        return penalty_cards_with(more, lying)
    return {"cards": card_codes(parse_cards(lying, "罚张里")) if lying is not None else None}


@rule("bridge.all_penalty_cards", "bridge-1999:50A", "bridge-1999:50B", title="他面前的罚张都写上了没有")
def all_penalty_cards(
    seat: SeatCode,
    cards: list[str],
    north: list[str] | None = None,
    east: list[str] | None = None,
    south: list[str] | None = None,
    west: list[str] | None = None,
) -> dict[str, Any]:
    """Whether the penalty cards told of a defender are all that lie before him (50A): two are major, each alone may be minor (50B).

    Raises RuleInputError for one that lies there and is not told.
    """
    lying = penalty_cards_of(seat, False, north, east, south, west)["cards"] or []
    told = card_codes(parse_cards(cards, "罚张里"))
    missing = [each for each in parse_cards(lying, "罚张里") if card_codes([each])[0] not in told]
    if missing:
        names = "、".join(each.chinese for each in missing)
        raise RuleInputError(
            f"{Seat(seat).chinese}面前原有罚张{names}：还在的请一起写进他面前的罚张，已经打掉的请说明不在了。"
        )
    return {"cards": told}


@rule("bridge.card_is_his", "bridge-1999:44B", "bridge-1999:50A", title="这张牌是不是他的")
def card_is_his(
    seat: SeatCode,
    card: str | None = None,
    cards: list[str] | None = None,
    trick: list[str] | None = None,
    leader: SeatCode | None = None,
    played_now: bool = False,
    north: list[str] | None = None,
    east: list[str] | None = None,
    south: list[str] | None = None,
    west: list[str] | None = None,
) -> dict[str, Any]:
    """Whether a card said to be a player's can be his: not one that another has played to the trick or that lies before another.

    ``trick`` by its ``leader``, in the order played (44B); ``played_now``: the card is what he put into it. ``north`` to
    ``west``: penalty cards (50A). Raises RuleInputError where it is another's.
    """
    his = [Card.parse(each) for each in (*((card,) if card else ()), *(cards or ()))]
    player = Seat(seat)
    if trick and leader is not None:
        for at, each in enumerate(parse_cards(trick, "这一墩里")):
            by = Seat(leader).after(at)
            if by is not player and each in his:
                raise RuleInputError(
                    f"照这一墩已出的牌，{each.chinese}是{by.chinese}打的，不是{player.chinese}：请改正其中一项。"
                )
            if by is player and played_now and his and each not in his:
                raise RuleInputError(
                    f"照这一墩已出的牌，{player.chinese}打的是{each.chinese}，不是{his[0].chinese}：请改正其中一项。"
                )
    for other, lying in (("N", north), ("E", east), ("S", south), ("W", west)):
        for each in parse_cards(lying or (), "罚张里"):
            if Seat(other) is not player and each in his:
                where = f"{each.chinese}是{Seat(other).chinese}面前的罚张，不是{player.chinese}的牌"
                raise RuleInputError(f"{where}：请改正其中一项，已经打掉的请说明不在了。")
    return {"cards": card_codes(his)}


@rule("bridge.surely_major", "bridge-1999:50B", title="是否一定是重罚张")
def surely_major(
    cards: list[str] | None = None,
    led: str | None = None,
    ruled: list[str] | None = None,
    held: str | None = None,
    hand: list[str] | None = None,
    unable: bool = False,
) -> dict[str, Any]:
    """Are penalty cards of one defender major whatever happened: an honor, two cards or one he ``led`` are (50B)?

    One small card may be minor, unless it is one that was ``ruled`` major before: then, and where none were entered, no.
    ``class``: ``major``, or null where that is not said by the cards; ``cards``: those that are major. ``held``: what holds for his
    lead, in words, which comes before them (50D1): ``open`` is whether one of them may be led, null where that hangs on a ``hand``
    nobody told; of one ``unable`` to comply, what is forbidden him besides. Raises RuleInputError for cards that cannot be.
    """
    before = set(parse_cards(ruled or [], "裁定过的重罚张里"))
    lying = parse_cards(cards or [], "他面前的罚张里")
    major = led is not None or bool(known_major_cards(cards, None)) or bool(before.intersection(lying))
    return {
        "major": major,
        "class": "major" if major else None,
        "cards": card_codes(lying) if major else [],
        "open": _may_be_led(lying, held, hand, unable=unable) if major and led is None else major,
    }


def _may_be_led(lying: Sequence[Card], held: str | None, hand: list[str] | None, *, unable: bool) -> bool | None:
    """May one of somebody's major penalty cards be led under what holds for his lead? None where that hangs on his hand."""
    wanted = requirement_in_words(held, None)
    if unable:
        wanted = Requirement("forbid", wanted.besides) if wanted.besides else FREE
    if wanted.kind == "none" or wanted.met_by(lying, None):
        return True
    if hand is None:
        return None
    cards = parse_hand(hand)
    found = plays_open_to_holder((*cards, *(c for c in lying if c not in cards)), as_major(lying), None, wanted)
    return any(c in lying for c in found.cards)


@rule("bridge.penalty_cards_with", "bridge-1999:50A", "bridge-1999:50B", title="连同原有罚张的全部罚张")
def penalty_cards_with(card: str, lying: list[str] | None = None) -> dict[str, Any]:
    """The penalty cards before a defender once another card becomes one: two or more are all major (50B).

    Raises RuleInputError for cards that cannot be.
    """
    cards = parse_cards(lying or [], "罚张里")
    new = Card.parse(card)
    return {"cards": [str(c) for c in (*(c for c in cards if c != new), new)]}


@rule("bridge.penalty_card_turn", "bridge-1999:50D1", "bridge-1999:44B", title="是不是轮到罚张的持有者")
def penalty_card_turn(
    offender: SeatCode,
    on_lead: SeatCode | None = None,
    trick: list[str] | None = None,
    leader: SeatCode | None = None,
    trump: TrumpCode | None = None,
) -> dict[str, Any]:
    """Whose turn it is while a penalty card lies before ``offender``: ``holder``, or null where it is not known to be his.

    By who is ``on_lead``, or by the ``trick`` as far as it was played. Where his partner is to lead or has led it is null: then he
    may have done so before declarer chose (50D2).
    """
    partner_led = trick and leader is not None and Seat(leader) is Seat(offender).partner and len(trick) < len(Seat)
    seat = on_lead if trick is None or leader is None else trick_so_far(trick, leader, trump)["next"]
    return {"turn": "holder" if seat == offender and not partner_led else None}


@rule(
    "bridge.penalty_cards_laid_down",
    "bridge-1999:58B2",
    "bridge-1999:45E1",
    "bridge-1999:50B",
    title="多打的牌成为的罚张",
)
def penalty_cards_laid_down(
    card: str | None = None, cards: list[str] | None = None, lying: list[str] | None = None
) -> dict[str, Any]:
    """The penalty cards once those played too many lie there (58B2, 45E1): ``cards``, else ``card``, beside those ``lying``.

    ``cards`` is null where neither is known. Raises RuleInputError for cards that cannot be.
    """
    more = parse_cards(cards if cards is not None else [card] if card is not None else [], "多打的牌里")
    if not more:
        return {"cards": None}
    before = parse_cards(lying or [], "罚张里")
    return {"cards": [str(c) for c in (*(c for c in before if c not in more), *more)]}


@rule("bridge.cards_to_designate", "bridge-1999:58B2", "bridge-1999:44C", title="一次打出几张，可以指定打哪一张")
def cards_to_designate(shown: list[str], led: LedCode | None = None, designated: str | None = None) -> dict[str, Any]:
    """Which of several cards shown at once their player may designate (58B2): one of the suit led, where he shows one (44C).

    ``led``: none where he leads, null where it is not known. ``rest``: those that are not played, once that is said or only one
    may be designated. ``case``: named, one, several or, of several of which none follows, void. Raises RuleInputError for a
    ``designated`` card that is not among them, or may not be played.
    """
    cards = parse_cards(shown, "露出来的牌里")
    suit = Suit(led) if led not in (None, "none") else None
    may = [card for card in cards if card.suit is suit] or list(cards)
    case = "void" if suit is not None and may[0].suit is not suit else "one" if len(may) == 1 else "several"
    case = "named" if designated is not None else case
    chosen = Card.parse(designated) if designated is not None else may[0] if case == "one" else None
    if chosen is not None and chosen not in may:
        raise RuleInputError(f"不能指定打{chosen.chinese}：能打的是{'、'.join(card.chinese for card in may)}。")
    rest = [str(card) for card in cards if card != chosen] if chosen is not None else None
    return {
        "case": case,
        "cards": card_codes(may),
        "played": str(chosen) if chosen is not None else None,
        "rest": rest,
        "count": len(cards),
    }


@rule("bridge.penalty_suits_with", "bridge-1999:50B", "bridge-1999:51B2", title="连同这一张，罚张是不是有几门花色")
def penalty_suits_with(card: str | None = None, lying: list[str] | None = None) -> dict[str, Any]:
    """Do penalty cards of one defender show several suits once ``card`` becomes one (50B, 51B2)? No where it is not known.

    ``lying``: those before him already. ``names``: the suits, from the highest. Raises RuleInputError for cards that cannot be.
    """
    cards = parse_cards(lying or [], "罚张里")
    if card is not None:
        cards = (*cards, Card.parse(card))
    suits = sorted({c.suit for c in cards}, key=lambda s: -s.order)
    several = card is not None and len(suits) > 1
    return {"several": several, "names": "、".join(s.chinese for s in suits) if several else None}


@rule("bridge.penalty_cards_left", "bridge-1999:52B2", "bridge-1999:50A", title="改打罚张以后仍在面前的罚张")
def penalty_cards_left(penalty_cards: list[str], played: str, due: list[str] | None = None) -> dict[str, Any]:
    """The penalty cards before a defender who had to play one of them in place of the card he ``played`` (52B2, 50A).

    The card taken back is one now, and those not played stay. ``cards`` is null, and ``left`` is unknown, while several
    were ``due``: declarer may name which is played (51A). ``played_off``, one ``card``, is what is played. ``left``: alone or
    several. Raises RuleInputError for cards that cannot be.
    """
    lying = parse_cards(penalty_cards, "罚张里")
    back = Card.parse(played)
    owed = lying if len(lying) == 1 else parse_cards(due or [], "可打的罚张里")
    if len(owed) != 1:
        return {"cards": None, "left": "unknown", "played_off": None, "card": None}
    cards = [str(c) for c in (*(c for c in lying if c not in (owed[0], back)), back)]
    return {
        "cards": cards,
        "left": "several" if len(cards) > 1 else "alone",
        "played_off": [str(owed[0])],
        "card": str(owed[0]),
    }


@rule(
    "bridge.penalty_card_suits",
    "bridge-1999:50D2a",
    "bridge-1999:51B1",
    "bridge-1999:51B2",
    title="罚张是一张、同花色还是几门",
)
def penalty_card_suits(penalty_cards: list[str]) -> dict[str, Any]:
    """Before the partner leads: one penalty card, several of one suit, or of several suits (50D2, 51B)?

    ``pattern`` is one_card, one_suit or several_suits; ``names`` the suits in Chinese, from the highest. Raises
    RuleInputError when there is no card.
    """
    cards = parse_cards(penalty_cards, "罚张里")
    if not cards:
        raise RuleInputError("没有写哪些牌是罚张。")
    suits = sorted({c.suit for c in cards}, key=lambda s: -s.order)
    pattern = "several_suits" if len(suits) > 1 else "one_suit" if len(cards) > 1 else "one_card"
    return {"pattern": pattern, "suits": [s.value for s in suits], "names": "、".join(s.chinese for s in suits)}


@rule(
    "bridge.choice_before_partner_leads",
    "bridge-1999:50D2",
    "bridge-1999:51B2",
    "bridge-1999:50B",
    title="同伴引牌以前，庄家就重罚张还要选定的",
)
def choice_before_partner_leads(
    offender: SeatCode,
    chosen: bool | None = None,
    partner_leads: str | None = None,
    penalty_cards: list[str] | None = None,
    ruled: list[str] | None = None,
    declarer: SeatCode | None = None,
) -> dict[str, Any]:
    """Does declarer still choose for the penalty cards of ``offender`` before his partner, the ``leader``, leads (50D2, 51B2)?

    ``ruled``: of his ``penalty_cards`` those that were ruled to be major. ``state``: waits; if_major, where one small card may be
    minor; or none, also where he has ``chosen`` for this lead. ``cards`` lie there; ``options``: what he may choose, in words;
    ``first``: what the leader is told; ``blocks`` the lead for certain. ``turn``: did the partner lead already
    (``partner_leads`` is led_early)? Raises RuleInputError for cards that cannot be.
    """
    lying = card_codes(parse_cards(penalty_cards or [], "罚张里"))
    always = {
        "leader": Seat(offender).partner.value,
        "turn": "partner_led_early" if partner_leads == "led_early" else "partner_leads",
    }
    if not lying or chosen:
        return {"state": "none", "blocks": False, **always, **dict.fromkeys(("cards", "options", "first"))}
    found = penalty_card_suits(lying)
    several = found["pattern"] == "several_suits"
    one = f"要求引{found['names']}中的一门，禁止引其中一门或几门" if several else f"要求引、禁止引{found['names']}"
    major = bool(surely_major(lying, None, ruled)["major"])
    shown = "、".join(card.chinese for card in parse_cards(lying, "罚张里"))
    who = Seat(declarer).chinese if declarer is not None else "做庄的人"
    return {
        "state": "waits" if major else "if_major",
        **always,
        "blocks": major,
        "cards": lying,
        "options": f"{one}，或者不限制",
        "first": f"；你同伴的重罚张{shown}，{who}还要选定，先等他选定再引" if major else None,
    }


@rule("bridge.card_choice_made", "bridge-1999:50D2", title="庄家就罚张选定了没有")
def card_choice_made(penalty_cards: list[str] | None = None, chosen: list[str] | None = None) -> dict[str, Any]:
    """Has declarer ``made`` his choice for all ``penalty_cards`` before this lead (50D2)?

    ``chosen``: those for which he has, and which he left there; null where none is known. Raises RuleInputError for a card
    that is there twice.
    """
    lying, settled = parse_cards(penalty_cards or [], "罚张里"), parse_cards(chosen or [], "已选定的罚张里")
    if not lying or not settled:
        return {"made": None}
    return {"made": set(lying) <= set(settled)}


@rule("bridge.penalty_cards_of_suit", "bridge-1999:50D2a", "bridge-1999:51B2", title="这门花色的罚张")
def penalty_cards_of_suit(penalty_cards: list[str], suit: SuitCode) -> dict[str, Any]:
    """The penalty cards of one suit, which are picked up once declarer requires or forbids it (50D2a, 51B2); null where none is."""
    cards = [str(c) for c in parse_cards(penalty_cards, "罚张里") if c.suit.value == suit]
    return {"cards": cards or None}


@rule(
    "bridge.penalty_cards_due",
    "bridge-1999:50D1",
    "bridge-1999:51A",
    "bridge-1999:44C",
    "bridge-1999:59",
    title="现在必须打出的重罚张",
)
def penalty_cards_due(
    penalty_cards: list[str], led: LedCode, hand: list[str] | None = None, requirement: str | None = None
) -> dict[str, Any]:
    """Which major penalty cards must their holder play now (50D1)? With two or more, declarer designates one (51A).

    Following suit and a lead or play penalty come first; ``requirement`` is that penalty, in words. Without ``hand`` the
    penalty cards alone tell it when he leads freely, or has one of the suit led; otherwise all is null. Returns
    ``count``, the ``cards`` due and their ``names`` in Chinese; ``open``: all he may play, null where the hand is unknown.
    Raises RuleInputError for cards that cannot be.
    """
    cards, on_table = _hand_and_penalty_cards(penalty_cards if hand is None else hand, penalty_cards)
    led_suit = None if led == "none" else Suit(led)
    follows = led_suit is None or any(c.suit is led_suit for c in on_table)
    if hand is None and (requirement or not follows):
        return dict.fromkeys(("count", "cards", "names", "open"))
    penalty = [PenaltyCard(c, PenaltyClass.MAJOR) for c in on_table]
    open_to_him = plays_open_to_holder(cards, penalty, led_suit, requirement_in_words(requirement, led_suit)).cards
    due = [c for c in open_to_him if c in on_table]
    return {
        "count": len(due),
        "cards": [str(c) for c in due],
        "names": "、".join(c.chinese for c in due),
        "open": None if hand is None else card_codes(open_to_him),
    }


@rule(
    "bridge.penalty_cards_told_due",
    "bridge-1999:50D1",
    "bridge-1999:51A",
    "bridge-1999:44C",
    title="裁判说了有几张罚张现在必须打时，是哪几张",
)
def penalty_cards_told_due(
    penalty_cards: list[str],
    count: int,
    led: LedCode | None = None,
    hand: list[str] | None = None,
    requirement: str | None = None,
) -> dict[str, Any]:
    """Which major penalty cards are due where the referee says how many are: ``cards``, null where that does not tell them (50D1).

    As bridge.penalty_cards_due where it knows; else all that lie there, where that is how many. Raises RuleInputError for cards
    that cannot be.
    """
    known = penalty_cards_due(penalty_cards, led, hand, requirement)["cards"] if led is not None else None
    if known is not None and len(known) == count:
        return {"cards": known}
    lying = parse_cards(penalty_cards, "罚张里")
    return {"cards": [str(c) for c in lying] if len(lying) == count else None}


@rule(
    "bridge.penalty_card_missed",
    "bridge-1999:50C",
    "bridge-1999:50D1",
    "bridge-1999:52A",
    "bridge-1999:52B",
    title="该不该打罚张而没有打",
)
def penalty_card_missed(
    hand: list[str],
    penalty_cards: list[str],
    penalty_class: Literal["minor", "major"],
    played: str,
    led: LedCode,
    requirement: str | None = None,
) -> dict[str, Any]:
    """Should a defender have played his penalty card instead of ``played`` (50C, 50D1, 52)? ``hand`` is before he played.

    ``requirement``: a lead or play penalty in words, which comes first. ``duty``: ``major_due`` (he could and must play
    a major penalty card), ``minor_below_honor`` (with a minor penalty card he played another small card of its suit,
    50C), ``suit_not_followed`` (44C, not a matter of the penalty card), ``not_due`` (something came before it) or
    ``minor_free`` (50C leaves the card he played open). Raises RuleInputError when he played the penalty card, or it
    cannot be minor.
    """
    cards, on_table = _hand_and_penalty_cards([*hand, *([] if played in hand else [played])], penalty_cards)
    card, led_suit = Card.parse(played), None if led == "none" else Suit(led)
    if card in on_table:
        raise RuleInputError(f"{card.chinese}就是罚张，他打的正是罚张。")
    asked = requirement_in_words(requirement, led_suit)
    if card not in complying(cards, led_suit, FREE).cards:
        return {"duty": "suit_not_followed"}
    if penalty_class == "major":
        penalty = [PenaltyCard(c, PenaltyClass.MAJOR) for c in on_table]
        open_to_him = plays_open_to_holder(cards, penalty, led_suit, asked).cards
        return {"duty": "major_due" if any(c in on_table for c in open_to_him) else "not_due"}
    if len(on_table) > 1:
        raise RuleInputError("同一防家有两张或更多的罚张，都是重罚张（第50条B款）。")
    minor = on_table[0]
    if not is_small(minor.rank):
        raise RuleInputError(f"{minor.chinese}是大牌，不可能是轻罚张（第50条B款）。")
    below = card.suit is minor.suit and is_small(card.rank)
    if below and minor in complying(cards, led_suit, asked).cards:
        return {"duty": "minor_below_honor"}
    return {"duty": "not_due" if below else "minor_free"}


@rule("bridge.barred_by_minor_penalty_card", "bridge-1999:50C", title="轻罚张打出以前不得打的小牌")
def barred_by_minor_penalty_card(hand: list[str], penalty_cards: list[str]) -> dict[str, Any]:
    """The other small cards a minor penalty card's holder may not play before it (50C), as ``cards`` and ``names``.

    Raises RuleInputError when the penalty card cannot be minor.
    """
    cards, on_table = _hand_and_penalty_cards(hand, penalty_cards)
    if len(on_table) > 1 or not is_small(on_table[0].rank):
        raise RuleInputError("轻罚张只能是一张9或9以下的牌（第50条B款）。")
    minor = on_table[0]
    barred = sorted(
        (c for c in cards if c != minor and c.suit is minor.suit and is_small(c.rank)), key=lambda c: -c.rank
    )
    return {"cards": [str(c) for c in barred], "names": "、".join(c.chinese for c in barred) or "没有别的小牌"}
