"""Leads: whose it was, and what declarer may ask of a defender whose partner has penalty cards (41A, 50D2, 51B, 53-56)."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.auction import Flag
from decision_trees.bridge.auction_state import auction_stands
from decision_trees.bridge.call_in_question import made_calls
from decision_trees.bridge.cards import Card, Suit, card_codes, parse_cards, parse_hand, parse_suits, suit_names
from decision_trees.bridge.legal_plays import plays_under_requirement
from decision_trees.bridge.penalty_cards import (
    PenaltyCard,
    as_major,
    check_penalty_cards,
    known_major_cards,
    major_cards,
    parse_penalty_cards,
)
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.bridge.tricks import FREE, LegalPlays, Requirement, complying, requirement_in_words
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.values import say


@rule(
    "bridge.whose_lead", "bridge-1999:44G", "bridge-1999:53C", "bridge-1999:55", "bridge-1999:56", title="本该由谁引牌"
)
def whose_lead(on_lead: SeatCode, declarer: SeatCode, leader: SeatCode | None = None) -> dict[str, Any]:
    """Whose lead it was (44G, 53C, 55, 56), as the laws on leads out of turn ask it.

    ``declarers``: for a lead by declarer's side (declarer_side or defender); ``defenders``: for a defender's (partner
    or declarer_side). Raises RuleInputError when the one on lead is the ``leader`` himself: then nobody led out of
    turn.
    """
    if leader == on_lead:
        raise RuleInputError(f"轮到引牌的就是{Seat(on_lead).chinese}，没有越序；请改正“轮到引牌的人”或“违规者”。")
    declaring = Seat(on_lead).side is Seat(declarer).side
    return {
        "declarers": "declarer_side" if declaring else "defender",
        "defenders": "declarer_side" if declaring else "partner",
    }


@rule("bridge.declarers_hand", "bridge-1999:45B", "bridge-1999:55", title="从庄家方哪一手引的牌")
def declarers_hand(
    declarer: SeatCode, led_from: Literal["hand", "dummy"] | None = None, on_lead: SeatCode | None = None
) -> dict[str, Any]:
    """Which hand of declarer's side a card came from (45B, 55): its ``seat``, and the ``other``.

    ``right``: that other hand in words, as a card is led from it. Where it was not said which hand and one of them was
    on lead, the card came from the other; else all three are null.
    """
    own = Seat(declarer)
    if led_from is None:
        if on_lead is None or Seat(on_lead).side is not own.side:
            return {"seat": None, "other": None, "right": None}
        led_from = "dummy" if Seat(on_lead) is own else "hand"
    seats = (own, own.partner) if led_from == "hand" else (own.partner, own)
    right = f"明手{own.partner.chinese}" if led_from == "hand" else "自己手中"
    return {"seat": seats[0].value, "other": seats[1].value, "right": right}


@rule("bridge.hand_of_card", "bridge-1999:45A", "bridge-1999:45C3", title="要问的牌是哪一手的")
def hand_of_card(
    player: SeatCode | None = None, whose: str | None = None, declarer: SeatCode | None = None
) -> dict[str, Any]:
    """The hand a card in question is of (45A): dummy's that declarer touched (45C3), else his who played it; null if unknown."""
    if whose == "dummy":
        return {"seat": Seat(declarer).partner.value if declarer is not None else None}
    return {"seat": player}


@rule("bridge.opening_lead_by", "bridge-1999:41A", "bridge-1999:54", "bridge-1999:24", title="首引是谁引的")
def opening_lead_by(
    leader: str, auction: dict[str, Any] | None = None, declarer: SeatCode | None = None
) -> dict[str, Any]:
    """Who made the opening lead (41A, 54): the right leader, his partner, declarer's side; or it was still the auction (24).

    Without the ``auction`` by how he sits to ``declarer``: who is declarer is known once the auction is over. Raises
    RuleInputError when the board was passed out, MoreNeeded where neither is known.
    """
    if auction is None:
        if declarer is None:
            raise MoreNeeded("请写竞叫过程，或谁是庄家。", "auction")
        if Seat.parse(leader).side is Seat(declarer).side:
            return {"led_by": "declaring_side"}
        return {"led_by": "right_leader" if Seat.parse(leader) is Seat(declarer).lho else "wrong_defender"}
    made = made_calls(auction)
    seat = Seat.parse(leader)
    if not made or made[-1].flags != (Flag.LEGAL,):
        return {"led_by": "in_auction"}
    standing = made[-1].before.with_call(made[-1].call)
    if not standing.is_over:
        return {"led_by": "in_auction"}
    contract = standing.contract
    if contract is None:
        raise RuleInputError("这副牌四家都不叫，没有打牌。")
    if seat.side is contract.declarer.side:
        return {"led_by": "declaring_side"}
    return {"led_by": "right_leader" if seat is contract.opening_leader else "wrong_defender"}


@rule("bridge.who_led_first", "bridge-1999:41A", "bridge-1999:54", title="首引的是哪一家")
def who_led_first(
    declarer: SeatCode | None = None,
    led_by: Literal["wrong_defender", "right_leader", "declaring_side", "in_auction"] = "right_leader",
    opening_lead: bool = True,
    offender: SeatCode | None = None,
) -> dict[str, Any]:
    """The seat that made the opening lead: ``offender`` when he is named, else where declarer and ``led_by`` tell it.

    Null otherwise, and when ``opening_lead`` is false: the card in question was no opening lead (41A, 54).
    """
    if offender is not None or declarer is None or not opening_lead:
        return {"seat": offender}
    seat = Seat(declarer)
    return {"seat": {"wrong_defender": seat.rho.value, "right_leader": seat.lho.value}.get(led_by)}


@rule("bridge.declarer_at_lead", "bridge-1999:41A", "bridge-1999:54", title="首引时谁是庄家")
def declarer_at_lead(
    auction: dict[str, Any] | None = None,
    led_by: Literal["wrong_defender", "right_leader", "declaring_side", "in_auction"] | None = None,
    offender: SeatCode | None = None,
) -> dict[str, Any]:
    """Declarer as the auction says, else as the defender sits who led: the right one on his left, the other on his right (41A).

    Null where neither tells: one of declarer's side who led may be declarer or dummy.
    """
    if auction is not None:
        return {"declarer": auction_stands(auction)["declarer"]}
    if offender is None or led_by not in ("wrong_defender", "right_leader"):
        return {"declarer": None}
    led = Seat(offender)
    return {"declarer": (led.lho if led_by == "wrong_defender" else led.rho).value}


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
    may = "；".join(c.requirement.chinese for c in choices)
    raise RuleInputError(f"庄家不能选“{chosen.chinese}”，可选：{may}。")


def leads_open_to_partner(hand: Sequence[Card], chosen: Requirement) -> LegalPlays:
    """What the leader may lead after declarer's choice; anything when he cannot comply (50D2, 59)."""
    if not hand:
        raise RuleInputError("引牌人手中没有牌。")
    if chosen.kind in ("highest", "lowest"):
        raise RuleInputError(f"“{chosen}”不是引牌的限制，应为 require:H、forbid:H、forbid:H+D 或 none。")
    found = complying(hand, None, chosen)
    law = "59" if "59" in found.laws else "50D2b" if chosen.kind == "none" else "50D2a"
    return LegalPlays(found.cards, (law,), found.because)


def _check_not_partners(partner_penalty: Sequence[PenaltyCard], hand: Sequence[Card]) -> None:
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
    title="罚张持有者的同伴引牌前庄家的选择",
)
def partner_lead_options(partner_penalty: list[dict[str, Any]], leader_hand: list[str]) -> dict[str, Any]:
    """Declarer's choices before the partner of a penalty card's holder leads (50D2, 51B).

    A leader unable to comply leaves the choice open (59). ``picked_up_if_exercised``: two or more penalty cards of one
    suit, all picked up whether the suit is required or forbidden (51B1); of several suits: see
    bridge.penalty_cards_picked_up. Raises RuleInputError for cards that cannot be.
    """
    penalty = parse_penalty_cards(partner_penalty)
    _check_not_partners(penalty, parse_hand(leader_hand, "引牌人"))
    choices = lead_choices(penalty)
    out: dict[str, Any] = {"options": [str(c.requirement) for c in choices]}
    cards = major_cards(penalty)
    if len(cards) > 1 and len({c.suit for c in cards}) == 1:
        out["picked_up_if_exercised"] = card_codes(cards)
    return out


@rule(
    "bridge.penalty_cards_picked_up",
    "bridge-1999:50D2a",
    "bridge-1999:50D2b",
    "bridge-1999:51B1",
    "bridge-1999:51B2",
    title="庄家选定以后收回的罚张",
)
def penalty_cards_picked_up(partner_penalty: list[dict[str, Any]], declarer_choice: str) -> dict[str, Any]:
    """Which penalty cards are picked up after declarer's choice, and which remain (50D2, 51B).

    ``declarer_choice``: require:H, forbid:H+D or none. Raises RuleInputError when declarer does not have that choice.
    """
    penalty = parse_penalty_cards(partner_penalty)
    choice = lead_choice(penalty, Requirement.parse(declarer_choice))
    remain = [p.card for p in penalty if p.card not in choice.picked_up]
    return {
        "picked_up": card_codes(choice.picked_up),
        "remain": card_codes(remain),
        "laws": [f"bridge-1999:{choice.law}"],
    }


@rule(
    "bridge.picked_up_each_way",
    "bridge-1999:50D2b",
    "bridge-1999:51B2a",
    "bridge-1999:51B2b",
    title="庄家的各种选择收回哪些罚张",
)
def picked_up_each_way(penalty_cards: list[str]) -> dict[str, Any]:
    """What becomes of a defender's penalty cards of several suits with each choice of declarer's, in words (51B2, 50D2b).

    A suit required and a suit forbidden give back the same cards (51B2a, 51B2b). Raises RuleInputError where there is no card.
    """
    lying = parse_cards(penalty_cards, "罚张里")
    if not lying:
        raise RuleInputError("没有写哪些牌是罚张。")

    def named(cards: Sequence[Card]) -> str:
        return say(card_codes(cards), "cards", None)

    said = []
    for choice in lead_choices(as_major(lying)):
        if choice.requirement.kind == "require":
            suit = choice.requirement.suits[0].chinese
            stay = [c for c in lying if c not in choice.picked_up]
            kept = f"，{named(stay)}仍为罚张" if stay else ""
            said.append(f"要求引{suit}，或只禁止引{suit}：{named(choice.picked_up)}收回{kept}")
    if len(said) > 1:
        said.append(f"各门都禁止：{named(lying)}都收回")
    return {"said": "；".join((*said, f"不限制：{named(lying)}仍为罚张"))}


@rule(
    "bridge.partner_lead_legal",
    "bridge-1999:50D2a",
    "bridge-1999:50D2b",
    "bridge-1999:51B2",
    "bridge-1999:59",
    title="庄家选定以后同伴可以引的牌",
)
def partner_lead_legal(leader_hand: list[str], declarer_choice: str) -> dict[str, Any]:
    """What the partner of a penalty card's holder may lead after declarer's choice (50D2); unable: any card (59).

    ``declarer_choice``: require:H, forbid:H+D or none. Raises RuleInputError for what is no choice.
    """
    found = leads_open_to_partner(parse_hand(leader_hand, "引牌人"), Requirement.parse(declarer_choice))
    return {"legal": card_codes(found.cards), "law": found.laws[0]}


def _whichever(required: Sequence[Suit]) -> str:
    """What a leader is to lead, in words: of two suits that are required whichever he has (D-39)."""
    return suit_names(required) + ("中有的一门" if len(required) > 1 else "")


def _still_held(before: Requirement, *, required: bool) -> list[str]:
    """What was chosen before for a lead and still holds beside a new choice; where that requires a suit, what is barred."""
    still = [f"{suit_names(before.suits)}有的须引"] if before.kind == "require" and not required else []
    barred = suit_names(before.barred)
    return [*still, f"{barred}仍不得引，只有{barred}的除外"] if before.barred else still


@rule(
    "bridge.lead_after_choice",
    "bridge-1999:50D1",
    "bridge-1999:50D2a",
    "bridge-1999:50D2b",
    "bridge-1999:51B1",
    "bridge-1999:51B2",
    "bridge-1999:59",
    title="庄家选定以后防家可以引的牌",
)
def lead_after_choice(
    penalty_cards: list[str],
    choice: Literal["require", "forbid", "free"],
    suits: str | None = None,
    leader_penalty_cards: list[str] | None = None,
    leader_hand: list[str] | None = None,
    leader_major: bool | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """After declarer's choice before a defender leads: which penalty cards are picked up, what he may lead (50D, 51B, 59).

    ``penalty_cards`` lie before his partner; ``leader_penalty_cards`` before himself: a major one that he can legally
    lead he must lead (``leader_major``: whether they are, where one small card leaves it open). ``suits`` chosen, in
    words, are by default all suits of the penalty cards. ``held``: what declarer has chosen before for this lead and still
    holds, in words (26A2, 50D2a); ``besides`` says it; ``wanted``: the suit required, of two required whichever he has (D-39).
    ``barred``: all that may not be led, in words. ``case``: own
    (he must lead one of ``own``), able, able_keeps (``own`` stay penalty cards), unable (any card, 59); or, his hand not being
    known, unknown_own (``own`` where he cannot comply) and unknown; or contrary, where one suit is now required and forbidden, the
    suits of ``contrary`` in words. ``kept``: do some cards ``remain`` penalty cards, or none?
    ``others``: the suits that may be led, in words, null where there are none. Raises RuleInputError for cards that cannot
    be, or a choice declarer does not have.
    """
    partners = as_major(parse_cards(penalty_cards, "罚张里"))
    if not partners:
        raise RuleInputError("没有写哪些牌是罚张。")
    lying = [c.card for c in partners]
    chosen = list(parse_suits(suits)) if suits else sorted({c.suit for c in lying}, key=lambda s: -s.order)
    wanted = FREE if choice == "free" else Requirement(choice, tuple(chosen))
    picked_up = lead_choice(partners, wanted).picked_up
    remain = [c for c in lying if c not in picked_up]
    own = known_major_cards(leader_penalty_cards, leader_major)
    hand = parse_hand(leader_hand, "引牌人") if leader_hand else None
    before = requirement_in_words(held, None)
    under = wanted.with_(before) if held is not None else wanted
    others = [s for s in reversed(Suit) if s not in (under.barred or chosen)]
    still = _still_held(before, required=choice == "require")
    return {
        "picked_up": card_codes(picked_up),
        "remain": card_codes(remain),
        "kept": "some" if remain else "none",
        "suits": "、".join(s.chinese for s in chosen),
        "wanted": _whichever(under.suits if choice == "require" else chosen[:1]),
        "others": f"（{'、'.join(s.chinese for s in others)}）" if others else None,
        "barred": suit_names(under.barred or tuple(chosen)),
        "besides": f"（{'；'.join(still)}）" if still else None,
        "contrary": suit_names(under.contrary) or None,
        **plays_under_requirement(under, own, hand, None),
        **({"case": "contrary", "cards": None} if choice != "free" and under.contrary else {}),
    }
