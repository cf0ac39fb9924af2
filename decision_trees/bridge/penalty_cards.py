"""Penalty cards (罚张, laws 49-52): their class, what the holder may play, what declarer may ask of the partner."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from decision_trees import tables
from decision_trees.bridge.cards import Card, Rank, Suit
from decision_trees.bridge.tricks import FREE, LegalPlays, Requirement, complying
from decision_trees.functions import RuleInputError


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
class Classified:
    """A penalty card's class and why."""

    card: Card
    cls: PenaltyClass
    law: Literal["50B", "52B2"]
    because: str  # in Chinese


def is_small(rank: Rank) -> bool:
    """A nine or lower, that may be a minor penalty card (50B)."""
    return rank <= int(tables.value("bridge-1999", "limits", "penalty-low-card-highest"))


def classify(exposed: Sequence[tuple[Card, Exposure]]) -> tuple[Classified, ...]:
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
        found.append(Classified(card, cls, law, why + ("（第52条B款2）。" if law == "52B2" else "（第50条B款）。")))
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


@dataclass(frozen=True, slots=True)
class LeadChoice:
    """One choice of declarer's before the partner of a penalty card's holder leads."""

    requirement: Requirement
    picked_up: tuple[Card, ...]  # cease to be penalty cards
    law: str


def lead_choices(partner_penalty: Sequence[PenaltyCard]) -> tuple[LeadChoice, ...]:
    """Declarer's choices when a defender is to lead and his partner has penalty cards (50C, 50D2, 51B).

    He may require one suit of a penalty card, or forbid one or more of them, and the cards of those suits are picked up;
    or leave the lead free, and all stay penalty cards. A minor penalty card gives no choice.
    """
    check_penalty_cards(partner_penalty)
    cards = major_cards(partner_penalty)
    if not cards:
        return (LeadChoice(FREE, (), "50C" if partner_penalty else "44A"),)
    suits = sorted({c.suit for c in cards}, key=lambda s: -s.order)

    def choice(kind: Literal["require", "forbid"], chosen: tuple[Suit, ...]) -> LeadChoice:
        letter = "a" if kind == "require" else "b"
        law = "50D2a" if len(cards) == 1 else f"51B1{letter}" if len(suits) == 1 else f"51B2{letter}"
        return LeadChoice(Requirement(kind, chosen), tuple(c for c in cards if c.suit in chosen), law)

    forbidden = [some for n in range(1, len(suits) + 1) for some in itertools.combinations(suits, n)]
    return (
        *(choice("require", (suit,)) for suit in suits),
        *(choice("forbid", some) for some in forbidden),
        LeadChoice(FREE, (), "50D2b"),
    )


def lead_choice(partner_penalty: Sequence[PenaltyCard], chosen: Requirement) -> LeadChoice:
    """The choice declarer made. Raises when he does not have it."""
    choices = lead_choices(partner_penalty)
    for choice in choices:
        if choice.requirement == chosen:
            return choice
    may = "、".join(str(c.requirement) for c in choices)
    raise RuleInputError(f"庄家不能选“{chosen}”，可选：{may}。")


def leads_open_to_partner(hand: Sequence[Card], chosen: Requirement) -> LegalPlays:
    """What the leader may lead after declarer's choice; anything when he cannot comply (50D2, 59)."""
    if not hand:
        raise RuleInputError("引牌人手中没有牌。")
    if chosen.kind in ("highest", "lowest"):
        raise RuleInputError(f"“{chosen}”不是引牌的限制，应为 require:H、forbid:H、forbid:H+D 或 none。")
    found = complying(hand, None, chosen)
    law = "59" if "59" in found.laws else "50D2b" if chosen.kind == "none" else "50D2a"
    return LegalPlays(found.cards, (law,), found.because)


@dataclass(frozen=True, slots=True)
class MissedPenaltyCard:
    """A defender led or played another card when he had to play a penalty card (52)."""

    result: Literal["stands", "declarer_chooses", "substitute"]
    laws: tuple[str, ...]
    because: str  # in Chinese
    penalty_card_remains: bool = True
    played_become_major: bool = False


def missed_penalty_card(declarer_played_on: bool, declarer_accepts: bool | None = None) -> MissedPenaltyCard:
    """What follows (52): declarer must accept once he played on, else he may accept or have the penalty card substituted.

    ``declarer_accepts``: None while he has not chosen. Playing a small card of the suit against law 50C is treated alike.
    """
    if declarer_played_on:
        if declarer_accepts is False:
            raise RuleInputError("庄家已从手中或明手接续打牌，必须接受，不能再拒绝（第52条B款1(b)）。")
        return MissedPenaltyCard(
            "stands", ("52B1b", "52B1c"), "庄家已接续打牌，必须接受；罚张仍为罚张（第52条B款1(b)、(c)）。"
        )
    if declarer_accepts is None:
        return MissedPenaltyCard(
            "declarer_chooses", ("52A", "52B1a", "52B2"), "防家不能自行收回；庄家可以接受，也可要求换成罚张（第52条）。"
        )
    if declarer_accepts:
        return MissedPenaltyCard("stands", ("52B1a", "52B1c"), "庄家接受；罚张仍为罚张（第52条B款1(a)、(c)）。")
    return MissedPenaltyCard(
        "substitute", ("52B2",), "换成罚张；误打的每一牌张都成为重罚张（第52条B款2）。", False, True
    )
