"""Penalty cards (罚张, laws 49-52): their class, what the holder may play, what declarer may ask of the partner."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Literal

from decision_trees import tables
from decision_trees.bridge import given
from decision_trees.bridge.cards import Card, Rank, Suit, parse_hand
from decision_trees.bridge.codes import SuitCode
from decision_trees.bridge.tricks import FREE, LegalPlays, Requirement, complying, requirement_of
from decision_trees.functions import MoreNeeded, RuleInputError, rule


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


def penalty_of(items: list[dict[str, Any]]) -> tuple[PenaltyCard, ...]:
    """The penalty cards of one defender, each ``{"card": "HK", "cls": "major"}``."""
    found = []
    for at, item in enumerate(items, 1):
        card = Card.parse(given.text(item, "card", f"第{at}张罚张", ("card", "cls")))
        cls = given.text(item, "cls", f"第{at}张罚张", ("card", "cls"))
        if cls not in [c.value for c in PenaltyClass]:
            raise RuleInputError(f"罚张{card.chinese}的 cls 不能是“{cls}”，应为 minor(轻罚张)或 major(重罚张)。")
        found.append(PenaltyCard(card, PenaltyClass(cls)))
    check_penalty_cards(found)
    return tuple(found)


def _led(led: str | None, on_lead: bool | None, lead_key: str = "on_lead") -> Suit | None:
    """The suit led; None when he leads himself. One of the two must be said."""
    if led is not None and on_lead:
        raise RuleInputError(f"不能既由他引牌({lead_key})又跟别人引出的花色(led)。")
    if led is None and not on_lead:
        raise MoreNeeded(f"不知道引牌花色：跟牌时请给出 led,由他引牌时写 {lead_key}: true。")
    return None if led is None else Suit.parse(led)


def _codes(cards: Sequence[Card]) -> list[str]:
    return [str(c) for c in cards]


def _legal(found: LegalPlays) -> dict[str, Any]:
    out: dict[str, Any] = {"legal": _codes(found.cards)}
    if found.chooser:
        out["chooser"] = found.chooser
    return out


@rule(
    "bridge.legal_plays",
    "bridge-1999:44A",
    "bridge-1999:44C",
    "bridge-1999:44D",
    "bridge-1999:50C",
    "bridge-1999:50D1",
    "bridge-1999:51A",
    "bridge-1999:57A",
    "bridge-1999:59",
)
def legal_plays(
    hand: list[str],
    led: SuitCode | None = None,
    on_lead: bool = False,
    requirement: Any = None,
    penalty: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """What a player may lead or play, 可以打的牌: follow suit, then penalties, then penalty cards (44, 50, 51A, 57A, 59).

    ``requirement``: require:H, forbid:H+D, highest or lowest (of the suit led). ``penalty``: his own penalty cards.
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手中没有牌。")
    found = plays_open_to_holder(cards, penalty_of(penalty or []), _led(led, on_lead), requirement_of(requirement))
    return _legal(found) | {"laws": [f"bridge-1999:{law}" for law in found.laws], "because": found.because}


@rule(
    "bridge.penalty_card_class",
    "bridge-1999:50B",
    "bridge-1999:52B2",
    "bridge-1999:58B2",
    "bridge-1999:62B1",
    "bridge-1999:24",
)
def penalty_card_class(cards: list[dict[str, Any]]) -> dict[str, Any]:
    """Minor or major, 轻罚张或重罚张: the penalty cards of one defender and how each was exposed (50B)."""
    exposed = []
    for at, item in enumerate(cards, 1):
        card = Card.parse(given.text(item, "card", f"第{at}张", ("card", "how")))
        how = given.text(item, "how", f"第{at}张", ("card", "how"))
        if how not in [e.value for e in Exposure]:
            raise RuleInputError(f"不知道“{how}”是怎样暴露的，可用：{'、'.join(e.value for e in Exposure)}。")
        exposed.append((card, Exposure(how)))
    parse_hand([str(card) for card, _ in exposed], "这一家的罚张")
    return {"classes": [c.cls.value for c in classify(exposed)]}


@rule(
    "bridge.penalty_card_play",
    "bridge-1999:50C",
    "bridge-1999:50D1",
    "bridge-1999:51A",
    "bridge-1999:44C",
    "bridge-1999:59",
)
def penalty_card_play(
    hand: list[str],
    penalty: list[dict[str, Any]],
    led: SuitCode | None = None,
    on_lead: bool | None = None,
    lead_penalty: Any = None,
) -> dict[str, Any]:
    """What a defender with penalty cards may play, 有罚张时可以打的牌; declarer chooses among several due (50C, 50D1, 51A).

    ``hand`` includes the penalty cards. ``lead_penalty``: require:H, forbid:H or forbid:H+D, comes before them (50D1).
    """
    cards = parse_hand(hand)
    if not cards:
        raise RuleInputError("手中没有牌。")
    wanted = requirement_of(lead_penalty)
    return _legal(plays_open_to_holder(cards, penalty_of(penalty), _led(led, on_lead), wanted))


def _apart(partner_penalty: Sequence[PenaltyCard], hand: Sequence[Card]) -> None:
    for one in partner_penalty:
        if one.card in hand:
            raise RuleInputError(f"{one.card.chinese}是同伴的罚张，不会又在引牌人手中。")


@rule(
    "bridge.partner_lead_options",
    "bridge-1999:50D2a",
    "bridge-1999:50D2b",
    "bridge-1999:51B1",
    "bridge-1999:51B2",
    "bridge-1999:50C",
)
def partner_lead_options(partner_penalty: list[dict[str, Any]], leader_hand: list[str]) -> dict[str, Any]:
    """Declarer's choices before the partner of a penalty card's holder leads, 庄家对其同伴引牌的选择 (50D2, 51B).

    A leader unable to comply leaves the choice open (59). ``picked_up_if_exercised``: two or more penalty cards of one suit,
    all picked up whether the suit is required or forbidden (51B1); of several suits: see bridge.penalty_cards_picked_up.
    """
    penalty = penalty_of(partner_penalty)
    _apart(penalty, parse_hand(leader_hand, "引牌人"))
    choices = lead_choices(penalty)
    out: dict[str, Any] = {"options": [str(c.requirement) for c in choices]}
    cards = major_cards(penalty)
    if len(cards) > 1 and len({c.suit for c in cards}) == 1:
        out["picked_up_if_exercised"] = _codes(cards)
    return out


@rule(
    "bridge.penalty_cards_picked_up", "bridge-1999:50D2a", "bridge-1999:50D2b", "bridge-1999:51B1", "bridge-1999:51B2"
)
def penalty_cards_picked_up(partner_penalty: list[dict[str, Any]], declarer_choice: str) -> dict[str, Any]:
    """Which penalty cards are picked up after declarer's choice, 收回的罚张, and which remain (50D2, 51B)."""
    penalty = penalty_of(partner_penalty)
    choice = lead_choice(penalty, Requirement.parse(declarer_choice))
    remain = [p.card for p in penalty if p.card not in choice.picked_up]
    return {"picked_up": _codes(choice.picked_up), "remain": _codes(remain), "laws": [f"bridge-1999:{choice.law}"]}


@rule("bridge.partner_lead_legal", "bridge-1999:50D2a", "bridge-1999:50D2b", "bridge-1999:51B2", "bridge-1999:59")
def partner_lead_legal(leader_hand: list[str], declarer_choice: str) -> dict[str, Any]:
    """What the partner of a penalty card's holder may lead after declarer's choice, 同伴可以引的牌; unable: any card (59)."""
    found = leads_open_to_partner(parse_hand(leader_hand, "引牌人"), Requirement.parse(declarer_choice))
    return {"legal": _codes(found.cards), "law": found.laws[0]}
