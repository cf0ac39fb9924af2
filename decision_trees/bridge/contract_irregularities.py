"""Rule functions that derive what the trees of deals and calls need to know: JSON in, JSON out."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge import call_irregularities, information, wrong_board, wrong_deals
from decision_trees.bridge.auction import Auction, Flag
from decision_trees.bridge.call_irregularities import CallProblem, CallRuling
from decision_trees.bridge.calls import Call, Strain, parse_call
from decision_trees.bridge.cards import parse_hand
from decision_trees.bridge.contract_auction import (
    SeatCode,
    StrainCode,
    contract_data,
    forced_pass_data,
)
from decision_trees.bridge.entry import read
from decision_trees.bridge.irregular_calls import made_calls
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError, rule

BOOK = "bridge-1999"
AuctionData = dict[str, Any]
"""``{"dealer": "N", "calls": ["1S", {"seat": "W", "call": "1H"}]}``; for a problem call, the last call is the one in question."""


def _laws(laws: tuple[str, ...]) -> list[str]:
    return [f"{BOOK}:{law}" for law in dict.fromkeys(laws)]


def _questions(ids: tuple[str, ...]) -> list[str]:
    return [f"{BOOK}/{id_}" for id_ in ids]


def _standing(auction: AuctionData) -> Auction:
    """The calls of an entered auction that stand: a call out of rotation only when its maker's LHO followed (29A)."""
    made = made_calls(auction)
    if not made:
        return Auction(Seat.parse(read("auction", auction, {})["dealer"]))
    last = made[-1]
    if last.flags != (Flag.LEGAL,):
        raise RuleInputError(f"最后{last.said}违规，还没有裁定，竞叫到哪一步说不定。")
    standing = last.before.with_call(last.call)
    again = standing.reopened()
    return standing if again is None else again.auction


def _problem(auction: AuctionData, must_pass: list[SeatCode] | None = None) -> CallProblem:
    """The last call of an auction, over the calls that stood before it."""
    made = made_calls(auction)
    if not made:
        raise RuleInputError("竞叫里还没有叫牌，最后一个应是有问题的叫牌。")
    last = made[-1]
    must = {Seat.parse(s) for s in must_pass or ()}
    return call_irregularities.classify(last.before, last.call, last.seat, must)


def _call(text: str | None) -> Call | None:
    return None if text is None else parse_call(text, over_seven=True)


def _ruling(found: CallRuling) -> dict[str, Any]:
    out: dict[str, Any] = {"ruling": found.ruling, "laws": _laws(found.laws)}
    if found.forced is not None:
        out["event"] = found.forced.event
        out |= forced_pass_data(found.forced)
    if found.needs is not None:
        out["needs"] = found.needs
    if found.open_questions:
        out["open_questions"] = _questions(found.open_questions)
    return out


# -- the auction ----------------------------------------------------------------------------------------------------------
@rule("bridge.auction_state", "bridge-1999:17E", "bridge-1999:22", "bridge-1999:34")
def auction_state(auction: AuctionData, opening_lead_faced: bool = False) -> dict[str, Any]:
    """Where an auction stands, 竞叫到了哪一步: open, after the final pass, period closed, or passed out (17E, 22).

    ``opening_lead_faced``: the opening lead has been turned face up, which closes the auction period.
    """
    state = _standing(auction)
    if opening_lead_faced and state.contract is None:
        raise RuleInputError("竞叫还没有得出定约，首引牌张不会已经翻明。")
    phase = "open"
    if state.is_passed_out:
        phase = "passed_out"
    elif state.is_over:
        phase = "period_closed" if opening_lead_faced else "final_pass"
    last = state.last_bid
    return {
        "phase": phase,
        "calls_made": len(state.calls),
        "any_bid": last is not None,
        "last_bid": str(last.call) if last else None,
        "last_bid_by": last.seat.value if last else None,
        "doubled": state.doubled.value,
        **contract_data(state),
    }


def _double(auction: Auction, by: str | None, redouble: bool) -> dict[str, Any]:
    seat = Seat.parse(by) if by else auction.turn
    found = auction.may_redouble(seat) if redouble else auction.may_double(seat)
    return {"ok": found.ok, "law": f"{BOOK}:{found.law}", "because": found.because}


@rule("bridge.double_ok", "bridge-1999:19A1")
def double_ok(auction: AuctionData, by: SeatCode | None = None) -> dict[str, Any]:
    """May this player double, 能不能加倍: only the opponents' last bid, with nothing but passes after it (19A1)."""
    return _double(_standing(auction), by, False)


@rule("bridge.redouble_ok", "bridge-1999:19B1")
def redouble_ok(auction: AuctionData, by: SeatCode | None = None) -> dict[str, Any]:
    """May this player redouble, 能不能再加倍: only the opponents' last double, with nothing but passes after it (19B1)."""
    return _double(_standing(auction), by, True)


@rule(
    "bridge.call_problem",
    "bridge-1999:27C",
    "bridge-1999:28A",
    "bridge-1999:30",
    "bridge-1999:31",
    "bridge-1999:32",
    "bridge-1999:36",
    "bridge-1999:37",
    "bridge-1999:38",
    "bridge-1999:39",
)
def call_problem(auction: AuctionData, must_pass: list[SeatCode] | None = None) -> dict[str, Any]:
    """Which irregularity the last call of an auction is, 这个叫牌属于哪一种违规, and what the laws ask about it (27-39).

    ``must_pass``: players under a forced pass.
    """
    made = _problem(auction, must_pass)
    lowest = made.lowest_sufficient
    return {
        "problem": made.problem,
        "law": f"{BOOK}:{made.law}" if made.law else None,
        "flags": [f.value for f in made.flags],
        "call": str(made.call),
        "offender": made.offender.value,
        "partner": made.offender.partner.value,
        "lho": made.offender.lho.value,
        "turn": made.auction.turn.value,
        "turn_of": made.turn_of,
        "in_turn": "out_of_rotation" not in made.flags,
        "any_bid": made.any_bid,
        "called_before": made.called_before,
        "partner_called_before": made.auction.has_called(made.offender.partner),
        "lowest_sufficient": str(lowest) if lowest else None,
    }


# -- irregular calls ------------------------------------------------------------------------------------------------------
@rule("bridge.change_of_call", "bridge-1999:25A", "bridge-1999:25B1", "bridge-1999:25B2")
def change_of_call(
    partner_called: bool,
    pause_for_thought: bool,
    inadvertent: bool,
    first_legal: bool = True,
    first_insufficient: bool = False,
    substitute_legal: bool = True,
    lho_called_before_change: bool = False,
    lho: Literal["accepts", "declines", "called_over_first", "called_over_second"] | None = None,
    option: Literal["keep_first", "new_call"] | None = None,
) -> dict[str, Any]:
    """What a changed call leads to, 更改叫牌 (25).

    ``lho``: what offender's LHO did about it; ``option``: what the offender chose after a refusal.
    """
    return _ruling(
        call_irregularities.change_of_call(
            partner_called=partner_called,
            pause_for_thought=pause_for_thought,
            inadvertent=inadvertent,
            first_legal=first_legal,
            first_insufficient=first_insufficient,
            substitute_legal=substitute_legal,
            lho_called_before_change=lho_called_before_change,
            lho=lho,
            option=option,
        )
    )


@rule("bridge.insufficient_bid", "bridge-1999:27A", "bridge-1999:27B1", "bridge-1999:27B2", "bridge-1999:27B3")
def insufficient_bid(
    auction: AuctionData,
    lho_called: bool = False,
    conventional: bool | None = None,
    corrected_to: str | None = None,
) -> dict[str, Any]:
    """What an insufficient bid, the auction's last call, leads to, 不足叫牌 (27)."""
    made = _problem(auction)
    found = call_irregularities.insufficient_bid(
        made, lho_called=lho_called, conventional=conventional, corrected_to=_call(corrected_to)
    )
    lowest = made.lowest_sufficient
    return {**_ruling(found), "lowest_sufficient": str(lowest) if lowest else None}


@rule("bridge.out_of_rotation", "bridge-1999:29", "bridge-1999:30", "bridge-1999:31", "bridge-1999:32")
def out_of_rotation(
    auction: AuctionData,
    accepted: bool | None = None,
    conventional: bool = False,
    related: list[StrainCode] | None = None,
    rho_call: str | None = None,
    then_call: str | None = None,
) -> dict[str, Any]:
    """What a call out of rotation, the auction's last call, leads to, 越序叫牌 (28-32).

    ``accepted``: offender's LHO called next. ``related``: denominations a conventional call relates to (29C). ``rho_call``:
    what RHO called in his turn; ``then_call``: what the offender called after that.
    """
    made = _problem(auction)
    found = call_irregularities.out_of_rotation(
        made,
        accepted=accepted,
        conventional=conventional,
        related=[Strain(s) for s in related or ()],
        rho_call=_call(rho_call),
        then_call=_call(then_call),
    )
    return {**_ruling(found), "turn": made.auction.turn.value, "turn_of": made.turn_of}


@rule(
    "bridge.inadmissible_call", "bridge-1999:35", "bridge-1999:36", "bridge-1999:37", "bridge-1999:38", "bridge-1999:39"
)
def inadmissible_call(
    kind: Literal["double", "required_to_pass", "over_seven", "after_final_pass"],
    lho_called: bool,
    declaring_side: bool = False,
    passed: bool = False,
) -> dict[str, Any]:
    """What a call that cannot stand leads to, 不能成立的叫牌 (35-39).

    ``declaring_side``, ``passed``: after the final pass, made by the declaring side, or a pass (39A).
    """
    return _ruling(
        call_irregularities.inadmissible_call(kind, lho_called=lho_called, declaring_side=declaring_side, passed=passed)
    )


@rule(
    "bridge.exposed_in_auction",
    "bridge-1999:24",
    "bridge-1999:24A",
    "bridge-1999:24B",
    "bridge-1999:24C",
    "bridge-1999:50B",
)
def exposed_in_auction(
    cards: list[str], premature_lead: bool = False, offender_defends: bool = False, inadvertent: bool = True
) -> dict[str, Any]:
    """What cards exposed during the auction lead to, 竞叫期间暴露牌张 (24): partner's pass, and penalty cards (50B)."""
    found = call_irregularities.exposed_in_auction(
        parse_hand(cards, "暴露的牌"),
        premature_lead=premature_lead,
        offender_defends=offender_defends,
        inadvertent=inadvertent,
    )
    out = {"event": found.forced.event, **forced_pass_data(found.forced)}
    out |= {"penalty_cards": found.penalty_cards, "laws": _laws(found.laws)}
    if found.open_questions:
        out["open_questions"] = _questions(found.open_questions)
    return out


# -- deals ----------------------------------------------------------------------------------------------------------------
@rule(
    "bridge.redeal_check", "bridge-1999:6D1", "bridge-1999:6D2", "bridge-1999:6D3", "bridge-1999:22A", "bridge-1999:86C"
)
def redeal_check(
    sides_started: Literal["none", "one", "both"],
    misdealt: bool = False,
    face_possibly_seen: bool = False,
    unshuffled: bool = False,
    played_in_another_session: bool = False,
    passed_out: bool = False,
    director_requires: bool = False,
    final_result_known: bool = False,
) -> dict[str, Any]:
    """Must the board be redealt, 要不要重发: redeal, void, no_redeal, adjusted_score or continue (6D, 22A, 86C)."""
    found = wrong_deals.redeal(
        sides_started,
        misdealt=misdealt,
        face_possibly_seen=face_possibly_seen,
        unshuffled=unshuffled,
        played_in_another_session=played_in_another_session,
        passed_out=passed_out,
        director_requires=director_requires,
        final_result_known=final_result_known,
    )
    return {"action": found.action, "laws": _laws(found.laws)}


@rule("bridge.deal_count", "bridge-1999:13", "bridge-1999:13A", "bridge-1999:13B", "bridge-1999:13C", "bridge-1999:14")
def deal_count(
    counts: dict[str, int],
    wrong_hand_has_called: bool | None = None,
    correctable: bool | None = None,
    all_agree: bool | None = None,
    cards_seen: bool | None = None,
    information_matters: bool | None = None,
    play_finished: bool = False,
) -> dict[str, Any]:
    """What a wrong number of cards leads to, 牌张数目有误: law 13 or 14 and the branch; ``counts`` by seat (13, 14)."""
    found = wrong_deals.count(
        {Seat.parse(s): n for s, n in counts.items()},
        wrong_hand_has_called=wrong_hand_has_called,
        correctable=correctable,
        all_agree=all_agree,
        cards_seen=cards_seen,
        information_matters=information_matters,
        play_finished=play_finished,
    )
    out = {
        "law": found.law,
        "action": found.action,
        "wrong_hands": [s.value for s in found.wrong],
        "laws": _laws(found.laws),
    }
    return out if found.needs is None else out | {"needs": found.needs}


@rule("bridge.missing_card", "bridge-1999:14A", "bridge-1999:14B1", "bridge-1999:14B2", "bridge-1999:14B3")
def missing_card(play_started: bool, found: bool, among_played: bool = False) -> dict[str, Any]:
    """What happens to a missing card, 牌张遗失: restored, reconstructed, or a defective trick (14)."""
    ruling = wrong_deals.missing_card(play_started=play_started, found=found, among_played=among_played)
    return {
        "action": ruling.action,
        "may_be_penalty_card": ruling.may_be_penalty_card,
        "may_have_revoked": ruling.may_have_revoked,
        "laws": _laws(ruling.laws),
    }


@rule("bridge.fouled_groups", "bridge-1999:87A", "bridge-1999:87B")
def fouled_groups(deals_by_table: dict[str, str]) -> dict[str, Any]:
    """Which tables can be compared directly, 错牌分组: those that played exactly the same cards (87)."""
    groups = wrong_deals.fouled(deals_by_table)
    return {"fouled": len(groups) > 1, "groups": [list(g) for g in groups]}


@rule("bridge.wrong_board", "bridge-1999:15A", "bridge-1999:15B", "bridge-1999:15C")
def wrong_board_played(
    stage: Literal["auction", "finished"],
    played_before: list[SeatCode] | None = None,
    repeated_calls_same: bool | None = None,
) -> dict[str, Any]:
    """What becomes of a wrong board, 打错牌号 (15): ``played_before`` are players here who had played it already."""
    found = wrong_board.wrong_board(stage, {Seat.parse(s) for s in played_before or ()}, repeated_calls_same)
    out: dict[str, Any] = {"action": found.action, "laws": _laws(found.laws)}
    if stage == "finished":
        out |= {
            "second_score_cancelled": [s.value for s in found.played_before],
            "may_order_later_play": found.may_order_later_play,
            "artificial_score": found.artificial_score,
        }
    return out if found.needs is None else out | {"needs": found.needs}


@rule("bridge.cards_from_wrong_board", "bridge-1999:17D")
def cards_from_wrong_board(lho_called: bool, second_call_differs: bool | None = None) -> dict[str, Any]:
    """What a call on cards from a wrong board leads to, 从错误牌套取牌叫牌 (17D)."""
    found = wrong_board.cards_from_wrong_board(lho_called, second_call_differs)
    out: dict[str, Any] = {"action": found.action, "laws": _laws(found.laws)}
    return out if found.needs is None else out | {"needs": found.needs}


# -- information ----------------------------------------------------------------------------------------------------------
@rule("bridge.misinformation_change", "bridge-1999:21A", "bridge-1999:21B1", "bridge-1999:21B2", "bridge-1999:21B3")
def misinformation_change(
    could_result: bool,
    partner_called: bool,
    auction_period_over: bool,
    own_misunderstanding: bool = False,
) -> dict[str, Any]:
    """May a call made on misinformation be changed, 因误释改叫; may LHO then change his; may the score be adjusted (21)."""
    found = information.misinformation_change(
        own_misunderstanding=own_misunderstanding,
        could_result=could_result,
        partner_called=partner_called,
        auction_period_over=auction_period_over,
    )
    return {
        "may_change": found.may_change,
        "lho_may_change": found.lho_may_change,
        "may_adjust": found.may_adjust,
        "laws": _laws(found.laws),
    }


@rule("bridge.unauthorized_information", "bridge-1999:16A", "bridge-1999:16A2", "bridge-1999:12C2")
def unauthorized_information(
    extra_information: bool, logical_alternative: bool, suggested: bool, damaged: bool
) -> dict[str, Any]:
    """Does the result stand after information from partner, 同伴传来的非法信息: adjusted only when all four hold (16A)."""
    found = information.unauthorized_information(
        extra_information=extra_information,
        logical_alternative=logical_alternative,
        suggested=suggested,
        damaged=damaged,
    )
    return {"action": found.action, "because": found.because, "laws": _laws(found.laws)}
