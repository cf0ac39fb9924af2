"""Where an auction stands and how it goes on, worked out by hand from laws 17, 18, 22, 27, 34, 38 and 41."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded, RuleInputError, call
from tests.decision_trees.bridge.asking import ask, ask_auction, auction


def test_missed_turn() -> None:
    found = ask_auction("missed_turn", "N 1S S:P P P")
    assert found["deprived"] and found["missed"] == "E" and found["cancelled"] == ["西家不叫", "北家不叫"]
    assert found["jumped"] == "S" and found["cancelled_said"] == "（南家不叫、西家不叫、北家不叫）"
    assert ask_auction("missed_turn", "N 1S P P N:P P P")["deprived"]
    assert not ask_auction("missed_turn", "N 1S P P P")["deprived"]
    assert not ask_auction("missed_turn", "N 1S S:P P")["three_passes"]


def test_a_finished_auction_names_contract_declarer_dummy_and_leader() -> None:
    found = ask("auction_stands", auction=auction("N 1S P 2S P 4S X P P P"))
    assert found == {
        "over": True, "passed_out": False, "turn": None, "last_bid": "4S", "last_bid_by": "N",
        "contract": "4S", "doubled": "X", "declarer": "N", "dummy": "S", "leader": "E",
        "must_pass": None, "bound": None, "can": None,
    }  # fmt: skip


def test_an_auction_that_goes_on_names_whose_turn_it_is() -> None:
    found = ask("auction_stands", auction=auction("E 1NT P"))
    assert (found["over"], found["turn"], found["declarer"], found["last_bid_by"]) == (False, "W", None, "E")


@pytest.mark.parametrize(
    "calls, can",
    [
        ("N", "；北家可叫1♣或更高"),
        ("N 1NT P", "；南家可叫2♣或更高"),
        ("N 2H", "；东家可叫2♠或更高，可以加倍"),
        ("N 2H X P", "；西家可叫2♠或更高"),
        ("N 2H X", "；南家可叫2♠或更高，可以再加倍"),
        ("N 7NT", "；东家不能再作实质叫牌，可以加倍"),
        ("N 7NT P", "；南家只能不叫"),
    ],
)
def test_what_whose_turn_it_is_may_call(calls: str, can: str) -> None:
    found = ask("auction_stands", auction=auction(calls))
    assert (found["can"], found["bound"], found["must_pass"]) == (can, None, False)


def test_who_must_pass_or_may_not_double_is_told() -> None:
    assert ask("auction_stands", auction=auction("N 1H"), held="东家不叫")["must_pass"]
    assert ask("auction_stands", auction=auction("N 1H"), barred="东家")["bound"] == "（必须不叫）"
    assert ask("auction_stands", auction=auction("N 1H"), partner_of="W")["must_pass"]
    assert ask("auction_stands", auction=auction("N 1H"), held="东家不加倍")["can"] == "；东家可叫1♠或更高，不能加倍"


def test_while_a_call_is_in_question_nobody_is_said_to_be_in_turn() -> None:
    found = ask("auction_stands", auction=auction("N 1S 1H"))
    assert (found["over"], found["turn"], found["contract"]) == (None, None, None)


def test_a_call_after_the_final_pass_does_not_undo_the_contract() -> None:
    found = ask("auction_stands", auction=auction("N 1NT P P P N:2S"))
    assert (found["over"], found["contract"], found["declarer"], found["leader"]) == (True, "1NT", "N", "E")


def test_a_passed_out_board_has_no_contract() -> None:
    found = ask("auction_stands", auction=auction("W P P P P"))
    assert (found["passed_out"], found["contract"]) == (True, None)


@pytest.mark.parametrize(
    ("calls", "given", "wanted"),
    [
        # 38: west bids 7H, north and east pass, south bids 8C: cancelled, both of that side pass for ever
        (
            "W 7H P P 8C", {"then": "cancelled", "silent": ["offender", "partner"]},
            {"state": "over", "contract": "7H", "declarer": "W", "leader": "N", "lead": "opening_suit", "suit": "梅花"},
        ),
        # 27B2: east's 3H over 4S corrected to a pass, west must pass: south alone may still call
        (
            "N 4S 3H", {"then": "corrected", "correction": "P", "silent": ["partner"]},
            {"state": "closing", "turn": "S", "free": ["S"], "contract": "4S", "declarer": "N", "leader": "E"},
        ),
        # 27B1a: corrected to the lowest sufficient bid, nobody is silent
        (
            "N 1S 1H", {"then": "corrected", "correction": "2H"},
            {"state": "closing", "turn": "S", "free": ["S", "W", "N"], "contract": "2H", "declarer": "E", "leader": "S"},
        ),
        # 27A: accepted and the auction goes on from it
        ("N 1S 1H 1S", {"then": "stands"}, {"state": "closing", "turn": "W", "contract": "1S", "declarer": "N"}),
        # a pass out of rotation at partner's turn before anybody bid (30A): nothing bid yet
        ("N S:P", {"then": "cancelled"}, {"state": "open", "turn": "N", "contract": None}),
        # 38: west's 8S over 7NT becomes a pass, and it is north's turn
        (
            "S 7NT 8S", {"then": "passed", "silent": ["offender", "partner"]},
            {"state": "closing", "turn": "N", "contract": "7NT", "declarer": "S", "leader": "W"},
        ),
        # the same out of turn: taken out, west still has his turn
        ("S 7NT E:8S", {"then": "passed", "silent": ["offender", "partner"]}, {"turn": "W", "contract": "7NT"}),
        # 28A: east had to pass this once; west and north have passed since, and east is free again. His pass may be entered late
        (
            "N 1S S:2S P P", {"then": "ahead", "by": "S", "held": "东家不叫"},
            {"state": "closing", "turn": "E", "bound": None, "free": ["E"], "contract": "2S", "declarer": "N"},
        ),
        ("N 1S S:2S E:P W:P", {"then": "ahead", "by": "S"}, {"turn": "N", "after": auction("N 1S P 2S P")}),
        ("N 1S S:1H", {"then": "ahead"}, {"state": "in_question", "caller": "S", "after": auction("N 1S P 1H")}),
        # 28B: north, whose turn it was, bid himself: his bid stands, east's is gone; also where he sits on offender's left
        ("N E:1H N:1C", {"then": "annulled"}, {"state": "closing", "turn": "E", "contract": "1C", "declarer": "N"}),
        ("N W:1H N:1C", {"then": "annulled"}, {"turn": "E", "contract": "1C", "declarer": "N"}),
        # 31A1, 32B1: north passes and east repeats his bid; south passes and west repeats his double
        ("N E:1H", {"then": "repeated"}, {"state": "closing", "turn": "S", "contract": "1H", "declarer": "E"}),
        ("N 1S P W:X", {"then": "repeated"}, {"turn": "N", "free": ["N", "E", "S"], "contract": "1S", "doubled": "X"}),
        # 37: west was to pass, which the calls do not show: his double becomes a pass, both are silent
        (
            "N 1H 1S 2H P 4H P P X", {"then": "passed", "by": "W", "silent": ["offender", "partner"]},
            {"state": "over", "contract": "4H", "doubled": "none", "leader": "E", "lead": "opening"},
        ),
        # 35B: north has called over it, it stands
        ("N 1H 1S 2H 3D 3H", {"then": "stands", "by": "W", "silent": ["offender"]}, {"turn": "E", "free": ["E", "S"]}),
        # 29A: east accepts north's 2D by a bid that does not exceed it (18D); it is ruled on before anything is said of a contract
        ("S 1S N:2D E:1NT", {"then": "stands", "by": "N"}, {"state": "in_question", "caller": "E", "call": "2D"}),
        ("S 1S N:2D E:2NT", {"then": "stands", "by": "N"}, {"state": "closing", "caller": None, "contract": "2NT"}),
        # all have passed but one, whose bid out of rotation is cancelled: passed out if the last one passes
        ("N P P P S:1H", {"then": "cancelled", "silent": ["partner"]}, {"state": "open", "turn": "W"}),
    ],
)  # fmt: skip
def test_how_the_auction_goes_on(calls: str, given: dict[str, Any], wanted: dict[str, Any]) -> None:
    found = ask("auction_goes_on", auction=auction(calls), **given)
    assert {k: found[k] for k in wanted} == wanted


def test_a_correction_that_is_not_legal_is_refused() -> None:
    with pytest.raises(RuleInputError, match="不足"):
        ask("auction_goes_on", auction=auction("N 2S 2H"), then="corrected", correction="2D")


def test_a_legal_auction_has_nothing_to_rule_on() -> None:
    with pytest.raises(RuleInputError, match="没有要裁定的"):
        ask("auction_goes_on", auction=auction("N 1S P"), then="cancelled")


@pytest.mark.parametrize(
    ("calls", "given", "wanted"),
    [
        # 25B2b1: the first call stays, partner passes this once; the replacement in the auction or beside it
        (
            "N 1S P 2H S:3H",
            {"keep": "first", "silent": ["partner"]},
            {"turn": "W", "free": ["W", "E"], "contract": "2H"},
        ),
        ("S 1S", {"keep": "first", "replacement": "1NT", "offender": "S"}, {"turn": "W", "contract": "1S"}),
        # 25B1: the replacement is accepted, by leave or by a call over it
        ("S 1S", {"keep": "replacement", "replacement": "1NT"}, {"turn": "W", "contract": "1NT", "declarer": "S"}),
        ("S 1H S:2H W:2S", {"keep": "replacement"}, {"turn": "N", "contract": "2S", "declarer": "W", "leader": "N"}),
        # LHO had called before the change (25B): his call and the first one stand
        ("S 1C P", {"keep": "first", "offender": "S"}, {"turn": "N", "contract": "1C", "free": ["N", "E"]}),
    ],
)
def test_how_the_auction_goes_on_after_a_changed_call(
    calls: str, given: dict[str, Any], wanted: dict[str, Any]
) -> None:
    found = ask("change_goes_on", auction=auction(calls), **given)
    assert {k: found[k] for k in wanted} == wanted


def test_after_an_accepted_insufficient_bid_only_that_bid_is_to_be_exceeded() -> None:
    assert ask("next_sufficient", auction=auction("N 1S 1H")) == {
        "over": "1H", "lowest": "1S", "bids": ["1S", "1NT", "2C", "2D", "2H"], "state": "some",
    }  # fmt: skip
    assert ask("next_sufficient", auction=auction("N 7NT 7S"))["bids"] == ["7NT"]
    over = ask("next_sufficient", auction=auction("S 1H 1S"), over="2H")
    assert (over["state"], over["over"], over["lowest"]) == ("some", "2H", "2S")
    assert ask("next_sufficient", auction=auction("S 1H 1S"), over="7NT")["state"] == "none"
    assert ask("next_sufficient", auction=auction("S 1H X"), over="P")["state"] is None


@pytest.mark.parametrize(
    ("calls", "given", "wanted"),
    [
        ("N 1S 1H", {}, "N 1S"),  # insufficient: East calls again (27B)
        ("N 1S P X", {"by": "S"}, "N 1S P"),  # inadmissible: South makes a legal call (36)
        ("N 1H W:X", {"by": "W"}, "N 1H"),  # out of rotation: East's turn (29B)
        ("N 1S 1H P", {"by": "E"}, "N 1S"),  # LHO called over it: still that call
        ("N 1H P 2H 2S 3H", {"by": "N"}, "N 1H P 2H 2S"),  # legal but for his having to pass (37)
        ("N 1C 2H P P 2NT P P", {"by": "W"}, "N 1C 2H P P 2NT P P"),  # his turn again: his call is not among them (37)
        ("N 1H P 2H S:3H", {"by": "S", "changed": True}, "N 1H P"),  # the changed call, not the one in its place (25)
        ("N 1H P 2H", {"by": "S", "changed": True}, "N 1H P"),
    ],
)
def test_of_a_cancelled_call_the_auction_before_it_stands(calls: str, given: dict[str, Any], wanted: str) -> None:
    assert ask("calls_before", auction=auction(calls), **given)["auction"] == auction(wanted)


def test_a_call_that_is_not_among_those_entered_is_asked_for() -> (
    None
):  # 37: his earlier pass is not the call in question
    ask_for = {"then": "passed", "by": "W", "silent": ["offender", "partner"]}
    with pytest.raises(MoreNeeded, match="请把西家这一次叫的牌"):
        ask("auction_goes_on", auction=auction("N 1C 2H P P 2NT P P"), **ask_for)
    found = ask("auction_goes_on", auction=auction("N 1C 2H P P 2NT P P 3H"), **ask_for)
    assert found["after"] == auction("N 1C 2H P P 2NT P P P") and found["call"] == "3H"


def test_where_nothing_is_cancelled_there_is_no_auction_before_it() -> None:
    with pytest.raises(RuleInputError, match="没有取消的叫牌"):
        ask("calls_before", auction=auction("N 1S P"))
    with pytest.raises(RuleInputError, match="没有取消的叫牌"):
        ask("calls_before", auction=auction("N 1S P"), by="W")


@pytest.mark.parametrize(
    ("calls", "given", "wanted"),
    [
        ("S 1NT 2H", {"seat": "W"}, "S 1NT"),  # changed into nobody says what
        ("S 1NT 2H", {"seat": "W", "call": "P"}, "S 1NT P"),
        ("N 1NT 2D P", {"seat": "E", "call": "2H"}, "N 1NT 2H"),  # LHO may change his too (21B2)
        ("N 1NT 2D P", {"seat": "E", "call": "2H", "lho_keeps": True}, "N 1NT 2H P"),
        ("N 1NT 2D P", {"seat": "E", "call": "2H", "lho_call": "X"}, "N 1NT 2H X"),
        (
            "N 1NT 2D 2H",
            {"seat": "E", "call": "3D", "lho_keeps": True},
            "N 1NT 3D 2H",
        ),  # insufficient now: to be ruled on
        ("N 1NT 2D P", {"seat": "E", "call": "1S", "lho_keeps": True}, "N 1NT 1S"),  # insufficient itself
        ("N 1NT P P 2D", {"seat": "S", "call": "2H", "lho_keeps": True}, "N 1NT P 2H 2D"),
    ],
)
def test_the_auction_once_a_call_was_changed_on_a_wrong_explanation(
    calls: str, given: dict[str, Any], wanted: str
) -> None:
    assert ask("changed_on_explanation", auction=auction(calls), **given)["auction"] == auction(wanted)


def test_who_has_not_called_has_nothing_to_change() -> None:
    with pytest.raises(RuleInputError, match="西家还没有叫过牌"):
        ask("changed_on_explanation", auction=auction("N 1NT P"), seat="W", call="P")


def test_the_contract_where_nobody_bids_on() -> None:  # 22B, 41A
    name = "bridge.if_nobody_bids_on"
    doubled = {"dealer": "N", "calls": ["1NT", "P", "2D", "P", "2H", "P", "3D", "P", "P", "X"]}
    assert call(name, {"auction": doubled}) == {
        "state": "open",
        "contract": "3D",
        "doubled": "X",
        "declarer": "S",
        "dummy": "N",
        "leader": "W",
    }
    over = {"dealer": "N", "calls": ["1S", "P", "P", "P"]}
    assert call(name, {"auction": over})["state"] == "over"
    nobody = {"dealer": "N", "calls": ["P", "P"]}
    assert call(name, {"auction": nobody})["contract"] is None
