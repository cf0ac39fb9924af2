"""Forced passes (24-39)."""

from __future__ import annotations

from typing import Any

from decision_trees.functions import call
from tests.decision_trees.bridge.asking import Case, Refusal, auction, cases, check_answer, check_refused, refusals


def _pass(event: str, who: str, duration: str, lead: Any = None, given: Any = None, **more: Any) -> Case:
    out: dict[str, Any] = {"who": who.split(), "duration": duration, **more}
    if lead is not None:
        out["lead_penalty"] = lead
    return "forced_pass", {"event": event, **(given or {})}, out


WORKED: list[Case] = [
    _pass("insufficient_corrected_natural_same_strain_lowest", "", "none", False),
    _pass("pass_oor_before_any_bid", "offender", "one_turn", False),
    _pass("double_oor_rho_turn", "", "none", given={"rho": "P"}, must_repeat=True),
    # -- 24-39: who must pass, and how long
    _pass("exposed_small_card_in_auction", "", "none", False),
    _pass("exposed_honor_in_auction", "partner", "one_turn", False),
    _pass("exposed_two_small_cards_in_auction", "partner", "one_turn", False),
    _pass("premature_lead_small_in_auction", "partner", "one_turn", False),
    _pass("change_of_call_keep_first_legal", "partner", "one_turn", True),
    _pass("change_of_call_new_legal_call", "", "none", True, score_cap_pct=40),
    _pass("insufficient_corrected_other_bid", "partner", "rest_of_auction", True),
    _pass("insufficient_corrected_by_pass", "partner", "rest_of_auction", True),
    _pass("insufficient_corrected_by_double", "partner", "rest_of_auction", True, double_cancelled=True),
    _pass("insufficient_conventional_lowest_same_strain", "partner", "rest_of_auction", True),
    _pass("pass_oor_after_bid_rho_turn", "offender", "one_turn", False),
    _pass("pass_oor_after_bid_partner_turn", "offender", "rest_of_auction", False, partner_no_double_this_turn=True),
    _pass("bid_oor_rho_turn", "", "none", given={"rho": "P"}, must_repeat=True),
    _pass("bid_oor_rho_turn", "partner", "one_turn", False, {"rho": "1S", "then": "repeat_strain"}),
    _pass("bid_oor_rho_turn", "partner", "rest_of_auction", True, {"rho": "X", "then": "other"}),
    _pass("bid_oor_rho_turn", "partner", "one_turn", False, {"then": "repeat_strain"}),
    _pass("bid_oor_partner_turn", "partner", "rest_of_auction", True),
    _pass("bid_oor_lho_turn_not_called_before", "partner", "rest_of_auction", True),
    _pass("double_oor_rho_turn", "partner", "rest_of_auction", "26B", {"rho": "2C"}),
    _pass("double_oor_partner_turn", "partner", "rest_of_auction", "26B"),
    _pass("inadmissible_double_in_turn", "partner", "rest_of_auction", True),
    _pass("inadmissible_double_lho_called", "", "none", False, all_later_calls_cancelled=True),
    _pass("required_to_pass_player_bids", "offender partner", "rest_of_auction", True),
    _pass("required_to_pass_player_bids_lho_called", "", "none", False),
    _pass("bid_of_eight", "offender partner", "rest_of_auction", True),
    _pass("bid_of_eight_lho_called", "offender", "one_turn", False, all_later_calls_cancelled=True),
    _pass("call_after_final_pass_no_penalty", "", "none", False),
    _pass("call_after_final_pass_defender_acts", "", "none", True),
    _pass("conventional_pass_oor_rho_turn", "partner", "rest_of_auction", True, {"rho": "1H"}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("forced_pass", {"event": "nothing"}, "nothing"),
    ("forced_pass", {"event": "bid_oor_rho_turn"}, "rho"),
    ("forced_pass", {"event": "bid_oor_rho_turn", "rho": "2C"}, "then"),
    ("forced_pass", {"event": "double_oor_rho_turn", "rho": "9C"}, "9C"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


def test_whether_the_right_hand_opponent_must_pass_anyway() -> None:  # 28A
    ask = "bridge.rho_required_to_pass"
    assert call(ask, {"seat": "E", "north": "one_turn"}) == {"required": True}
    assert call(ask, {"seat": "E", "south": "rest_of_auction"}) == {"required": None}
    assert call(ask, {"seat": "E", "auction": auction("N E:P")}) == {"required": False}  # nobody has called before him
    assert call(ask, {"seat": "E", "auction": auction("N E:P"), "north": "one_turn"}) == {"required": True}
    assert call(ask, {"seat": "S", "auction": auction("N 1S S:2S")}) == {"required": None}


def test_the_table_says_who_called_against_a_restriction() -> None:  # 37, 30B2b
    ask = "bridge.called_under_restriction"
    heart = auction("N 1S P 2S 3H")
    assert call(ask, {"auction": heart, "silent": "西家"})["seat"] == "W"
    assert call(ask, {"auction": heart, "silent": "东家、西家"})["seat"] == "W"
    assert call(ask, {"auction": heart, "silent": "东家"})["seat"] is None  # he passed
    assert call(ask, {"auction": heart, "held": "西家不叫"})["seat"] == "W"
    assert call(ask, {"auction": heart, "held": "西家不加倍"})["seat"] is None  # he did not double
    assert call(ask, {"auction": auction("N 1S X"), "held": "东家不加倍"})["seat"] == "E"
    assert call(ask, {"silent": "西家"})["seat"] == "W"
    assert call(ask, {"silent": "东家、西家"})["seat"] is None
    assert call(ask, {})["seat"] is None


def test_who_has_called_in_turn_before_may_jump_a_barred_player() -> None:  # 28A
    ask = "bridge.rho_required_to_pass"
    assert call(ask, {"seat": "S", "auction": auction("N S:P")})["required"] is False  # nobody can have been penalised
    assert call(ask, {"seat": "S", "auction": auction("S 1S 2H 2S S:P")})["required"] is None  # he opened in turn
    assert call(ask, {"seat": "S", "auction": auction("S 1S 2H 2S S:P"), "east": "rest_of_auction"})["required"] is True
