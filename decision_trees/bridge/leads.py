"""Leads out of turn and premature plays (laws 53-57): who may choose what, from the seats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from decision_trees.bridge.cards import Card, Suit
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.tricks import LegalPlays, Requirement, complying
from decision_trees.functions import RuleInputError

Chooser = Literal["declarer", "either_defender"]
LeadResult = Literal[
    "choice",  # somebody chooses among options
    "must_accept",  # the choice was lost
    "stands",  # the lead has become correct
    "stands_as_dummy",  # 54A: declarer spread his hand and becomes dummy
    "retract_free",  # taken back, no penalty
    "return_free",  # 55B1
    "lead_from_correct_hand",  # 55B2
    "major_penalty_card",  # 56
    "proper_lead_stands",  # 53C
]


@dataclass(frozen=True, slots=True)
class LeadRuling:
    """What becomes of a lead out of turn, who chooses among what, by which clauses."""

    result: LeadResult
    laws: tuple[str, ...]
    because: str  # in Chinese
    chooser: Chooser | None = None
    options: tuple[str, ...] = ()
    declarer: Seat | None = None  # 54A: who is declarer now
    second_card_from: Literal["declarer", "dummy"] | None = None
    premature_player: Seat | None = None  # 53B: law 57 applies to him
    choose_before: Literal["partner_leads_now", "partner_leads_later"] | None = None  # when declarer chooses under 50D2
    open_question: str | None = None


def opening_lead_out_of_turn(
    declarer: Seat,
    leader: Seat,
    face_up: bool,
    card: Card | None = None,
    misinformed: bool = False,
    could_have_seen_dummy: bool = False,
    then: Literal["nothing", "declarer_played", "dummy_played", "declarer_began_to_spread"] = "nothing",
) -> LeadRuling:
    """An opening lead by the wrong defender (41A, 47E1, 53, 54, 56).

    ``misinformed``: an opponent told him it was his lead. ``could_have_seen_dummy``: declarer could have seen a card of
    dummy's, other than one exposed in the auction. ``then``: what declarer did before the director was called.
    """
    if leader.side is declarer.side:
        raise RuleInputError(f"{leader.chinese}是庄家方，首引由防家作出；庄家方引牌用 bridge.lead_out_of_turn。")
    if leader is declarer.lho:
        raise RuleInputError(f"{leader.chinese}是庄家的下家，本来就由他首引，没有越序。")
    if not face_up:
        return LeadRuling(
            "retract_free", ("41A",), "牌面向下的首引由裁判令其收回，放入原防家手中，不判罚（第41条A款）。"
        )
    if misinformed:
        why = "对方错误告知轮到他引牌，该牌可收回，不判罚，下家不能接受（第47条E款1）。"
        return LeadRuling("retract_free", ("47E1", "53A"), why, open_question="D-30")
    if then == "declarer_began_to_spread":
        why = f"庄家已开始摊牌，必须摊牌：他成为明手，{declarer.partner.chinese}成为庄家（第54条A款）。"
        return LeadRuling("stands_as_dummy", ("54A", "53A"), why, declarer=declarer.partner, second_card_from="dummy")
    if then == "declarer_played":
        return LeadRuling(
            "stands", ("53A", "54B1"), "第二张牌由庄家手中打出，即接受了首引（第53条A款、第54条B款1）。", None
        )
    if then == "dummy_played":
        why = "庄家由明手打出了第二张牌，即接受了首引；除非为改正藏牌，不能收回（第53条A款、第54条B款2）。"
        return LeadRuling("stands", ("53A", "54B2"), why)
    if could_have_seen_dummy:
        why = "庄家可能已看到明手的牌张，必须接受；第二张牌由庄家手中打出（第54条C款、B款1）。"
        return LeadRuling("must_accept", ("54C", "54B1"), why, second_card_from="declarer")
    suit = f":{card.suit.value}" if card else ""
    options = ("spread", "accept", f"require{suit}", f"forbid{suit}", "none")
    why = (
        "庄家选择：摊牌由同伴做庄，接受并由手中打第二张，或拒绝；拒绝的，该牌成为重罚张,"
        "并要求、禁止或不限制引该花色（第54条、第56条、第50条D款2）。"
    )
    return LeadRuling(
        "choice",
        ("54A", "54B", "54D", "56", "50D2", "10C1"),
        why,
        "declarer",
        options,
        choose_before="partner_leads_now",
    )


Since = Literal[
    "nothing",
    "accepted",
    "refused",
    "lho_played",  # next hand followed to the lead
    "rho_played",  # the defender before the wrong hand played to it (53B)
    "proper_lead",  # the right opponent made his own lead (53C)
    "one_accepted_one_refused",  # D-03
]


def lead_out_of_turn(
    declarer: Seat,
    proper_leader: Seat,
    leader: Seat,
    misinformed: bool = False,
    since: Since = "nothing",
    card: Card | None = None,
) -> LeadRuling:
    """A lead out of turn after the opening lead (47E1, 53, 55, 56): ``leader`` led when it was ``proper_leader``'s lead.

    ``misinformed``: an opponent told him it was his lead. ``since``: what the other side did then.
    """
    if leader is proper_leader:
        raise RuleInputError(f"本来就轮到{leader.chinese}引牌，没有越序。")
    by_declarer = leader.side is declarer.side
    opponents = "防家" if by_declarer else "庄家"
    if misinformed:
        why = f"{opponents}错误告知轮到他引牌，该牌可收回，不判罚，下家不能接受（第47条E款1）。"
        laws = ("55A", "47E1", "53A") if by_declarer else ("47E1", "53A")
        return LeadRuling("retract_free", laws, why, open_question="D-30")
    if since == "proper_lead":
        if proper_leader.side is leader.side:
            raise RuleInputError(f"本该{proper_leader.chinese}引牌，他与越序者是一方，对方不会有正确的引牌。")
        why = (
            f"轮到引牌的{proper_leader.chinese}已作正确的引牌：该引牌成立，已打出的错误牌张收回，不判罚（第53条C款）。"
        )
        return LeadRuling("proper_lead_stands", ("53C", "16C2"), why)
    if since == "lho_played":
        return LeadRuling(
            "stands", ("53A",), f"下家{leader.lho.chinese}已接续打牌，越序引牌成为正常引牌（第53条A款）。"
        )
    if since == "accepted":
        return LeadRuling("stands", ("53A",), f"{opponents}接受，越序引牌成为正常引牌（第53条A款）。")
    if by_declarer:
        return _declarers_lead(proper_leader, leader, since)
    return _defenders_lead(proper_leader, leader, since, card)


def _declarers_lead(proper_leader: Seat, leader: Seat, since: Since) -> LeadRuling:
    if since == "rho_played":
        why = (
            f"上家{leader.rho.chinese}先打了牌：越序引牌成立，{leader.rho.chinese}按过早打牌处理（第53条B款、第57条）。"
        )
        return LeadRuling("stands", ("53B", "57"), why, premature_player=leader.rho)
    if since == "refused":
        if proper_leader.side is leader.side:
            why = f"收回错误引出的牌张，从{proper_leader.chinese}引任何牌张，没有其他判罚（第55条B款2）。"
            return LeadRuling("lead_from_correct_hand", ("55B2",), why)
        why = f"错误引出的牌张放回原处，由{proper_leader.chinese}引牌，不判罚（第55条B款1）。"
        return LeadRuling("return_free", ("55B1",), why)
    return LeadRuling(
        "choice",
        ("55A", "53A", "10C1"),
        "任一防家可接受该引牌，或要求收回（第55条A款、第53条）。",
        "either_defender",
        ("accept", "refuse"),
        open_question="D-03" if since == "one_accepted_one_refused" else None,
    )


def _defenders_lead(proper_leader: Seat, leader: Seat, since: Since, card: Card | None) -> LeadRuling:
    if since in ("rho_played", "one_accepted_one_refused"):
        raise RuleInputError("防家越序引牌，只由庄家接受或拒绝；上家先打（第53条B款）只用于庄家方的越序引牌。")
    partner_leads = proper_leader is leader.partner
    when: Literal["partner_leads_now", "partner_leads_later"] = (
        "partner_leads_now" if partner_leads else "partner_leads_later"
    )
    suit = f":{card.suit.value}" if card else ""
    of_suit = (f"require{suit}", f"forbid{suit}", "none") if partner_leads else ("refuse",)
    if since == "refused":
        why = "越序引出的牌张成为重罚张（第56条）;" + (
            f"{proper_leader.chinese}引牌前，庄家要求、禁止或不限制引该花色（第50条D款2）。"
            if partner_leads
            else f"{proper_leader.chinese}自由引牌；罚张仍在而轮到违规者的同伴引牌时，庄家再作选择（第50条D款2）。"
        )
        if partner_leads:
            return LeadRuling("major_penalty_card", ("56", "50B", "50D2"), why, "declarer", of_suit, choose_before=when)
        return LeadRuling("major_penalty_card", ("56", "50B", "50D1", "50D2"), why, choose_before=when)
    why = "庄家可接受，或要求收回；收回的牌张成为重罚张，应用第50条D款（第53条A款、第56条）。"
    return LeadRuling(
        "choice", ("53A", "56", "50D2", "10C1"), why, "declarer", ("accept", *of_suit), choose_before=when
    )


@dataclass(frozen=True, slots=True)
class PrematureRuling:
    """A defender's premature play or lead: is it penalised, what may declarer demand of his partner."""

    penalised: bool
    laws: tuple[str, ...]
    because: str  # in Chinese
    options: tuple[str, ...] = ()


def premature_play(
    act: Literal["play", "lead_to_next"],
    partner_played: bool,
    both_declarer_hands_played: bool = False,
    dummy_played_unasked: bool = False,
    led: Suit | None = None,
) -> PrematureRuling:
    """A defender plays before his partner, or leads to the next trick before his partner played (57).

    ``dummy_played_unasked``: dummy played a card of his own accord or illegally suggested one; a singleton or equals in
    dummy do not count (57C). Law 57C frees a play, not a lead to the next trick.
    """
    if partner_played:
        return PrematureRuling(False, (), "同伴已打过牌，不是第57条的过早打牌；越序的引牌应用第53条、第56条。")
    if act == "play" and both_declarer_hands_played:
        return PrematureRuling(False, ("57C",), "庄家和明手均打过牌，不判罚（第57条C款）。")
    if act == "play" and dummy_played_unasked:
        return PrematureRuling(False, ("57C",), "明手自行打过牌或违规建议打过牌，不判罚（第57条C款）。")
    others = tuple(f"forbid:{s.value}" for s in sorted(Suit, key=lambda s: -s.order) if s is not led)
    why = (
        "过早引出或打出的牌张成为罚张，庄家可要求违规者的同伴打引牌花色最大的、最小的，或禁止打另一花色（第57条A款）;"
        "无法履行的，可打任何合法牌张（第57条B款、第59条）。"
    )
    return PrematureRuling(True, ("57A1", "57A2", "57A3", "57B", "50B"), why, ("highest", "lowest", *others))


def plays_open_after_premature_play(hand: Sequence[Card], led: Suit, choice: Requirement) -> LegalPlays:
    """What the offender's partner may play under declarer's choice (57A, 57B, 59)."""
    if choice.kind == "require":
        raise RuleInputError("第57条A款的选择是 highest、lowest 或 forbid:另一花色。")
    if choice.kind == "forbid" and (led in choice.suits or len(choice.suits) != 1):
        raise RuleInputError("第57条A款3禁止的是引牌花色以外的一门花色。")
    if not hand:
        raise RuleInputError("违规者的同伴手中没有牌。")
    return complying(hand, led, choice)
