"""The call in question of an entered auction (18, 21, 25, 27-32, 35, 36)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import ask_auction, auction


@pytest.mark.parametrize(
    ("calls", "seat", "expected"),
    [
        ("N 1NT P 2D P 2H P P P", "W", {"call": "P", "lho": False, "partner": False, "rho": False}),
        ("N 1NT P 2D P 2H P P P", "E", {"call": "P", "lho": True, "partner": True, "rho": False}),
        ("N 1NT P 2D P 2H P 3NT", "W", {"call": "P", "lho": True, "partner": True, "rho": True}),
        ("S 2C P 2D", "W", {"call": "P", "lho": True, "partner": False, "rho": False}),
    ],
)
def test_called_since(calls: str, seat: str, expected: dict[str, Any]) -> None:
    assert call("bridge.called_since", {"auction": auction(calls), "seat": seat}) == expected


def test_what_lho_called_over_it_is_named() -> None:  # 17D: he must repeat it
    assert call("bridge.last_call_of", {"auction": auction("N 1S 2H 2S"), "seat": "E"})["lho_call"] == "2S"


@pytest.mark.parametrize(
    ("calls", "offender", "caller"),
    [
        ("N 1S S:2D W:3C", "S", "lho"),  # 29A: his LHO, whose turn it was not
        ("N 1S S:2D E:3C", "S", "in_turn"),  # 28B: whose turn it was
        ("N E:1H S:1S", "E", "lho"),
        ("N W:1H N:1S", "W", "both"),
        ("N 1S S:2D", "S", None),
        ("N 1S P", "S", None),
    ],
)
def test_who_called_over_a_call_out_of_rotation(calls: str, offender: str, caller: str | None) -> None:
    found = call("bridge.who_called_over", {"auction": auction(calls), "offender": offender})
    assert found == {"caller": caller}


@pytest.mark.parametrize(
    ("calls", "offender", "words"),
    [("N 1S W:2D N:2S", "E", "越序叫牌的是西家"), ("N 1S W:2D E:P", "W", "违规者的同伴东家")],
)
def test_who_called_over_it_refuses_what_contradicts_the_auction(calls: str, offender: str, words: str) -> None:
    with pytest.raises(RuleInputError, match=words):
        call("bridge.who_called_over", {"auction": auction(calls), "offender": offender})


def test_called_since_needs_a_call() -> None:
    with pytest.raises(RuleInputError, match="还没有叫过牌"):
        call("bridge.called_since", {"auction": auction("N 1NT"), "seat": "W"})


@pytest.mark.parametrize(
    ("calls", "seat", "made", "passed", "lho"),
    [
        ("N 1C 2H P 3H", "W", "3H", False, False),  # 37: the call of a player who had to pass
        ("N 1C 2H P 3H P", "W", "3H", False, True),  # 35B: his LHO has called over it
        ("N 1S 2D 2S P", "W", "P", True, False),
        ("N 1S P P P", "E", "P", True, True),  # the auction is over: nobody is to call
        ("N 1C 2H P P 2NT P P", "W", None, None, None),  # his turn again: the call in question is not among them
        ("N 1C 2H P", "W", None, None, None),
    ],
)
def test_the_last_call_of_a_player(
    calls: str, seat: str, made: str | None, passed: bool | None, lho: bool | None
) -> None:
    found = call("bridge.last_call_of", {"auction": auction(calls), "seat": seat})
    assert (found["call"], found["passed"], found["lho_called"]) == (made, passed, lho)
    assert (found["lho_call"] is not None) is bool(lho)


@pytest.mark.parametrize("calls", ["N 1S P P P E:2H S:P", "N 1S P P P E:2H", "N P P P P N:1S"])
def test_after_the_final_pass_law_39_alone_rules(calls: str) -> None:
    with pytest.raises(RuleInputError, match="第39条"):
        call("bridge.called_since", {"auction": auction(calls), "seat": "E"})
    with pytest.raises(RuleInputError, match="第39条"):
        call("bridge.changed_call", {"auction": auction(calls), "offender": "E"})
    with pytest.raises(RuleInputError, match="第39条"):
        call("bridge.before_final_pass", {"auction": auction(calls)})


def test_the_final_passer_may_have_changed_his_own_pass() -> None:
    found = call("bridge.changed_call", {"auction": auction("N 1S P P P W:X")})
    assert (found["seat"], found["call"], found["replacement"]) == ("W", "P", "X")


@pytest.mark.parametrize(
    ("calls", "expected"),
    [
        ("N 1D E:1S", {"in_turn": "N", "other": "E", "place": "lho", "kind": "bid", "follows": "legal"}),
        ("N E:1S N:1D", {"in_turn": "N", "other": "E", "place": "lho", "kind": "bid", "follows": "legal"}),
        ("N 1S E:1H", {"place": "lho", "follows": "insufficient"}),
        ("N P P S:X", {"in_turn": "E", "other": "S", "kind": "double", "follows": "inadmissible_double"}),
        ("N 1S S:P", {"in_turn": "N", "other": "S", "place": "partner", "kind": "pass"}),
        ("W 1D P 1H N:X", {"in_turn": "E", "other": "N", "place": "rho", "kind": "double"}),
        ("N E:1H W:1D", {"one_in_turn": False, "in_turn": None}),
        ("N 1S", {"one_in_turn": None, "in_turn": None}),  # only one call is told of
    ],
)
def test_simultaneous_calls(calls: str, expected: dict[str, Any]) -> None:
    found = call("bridge.simultaneous_calls", {"auction": auction(calls)})
    assert {name: found[name] for name in expected} == expected


def test_who_called_ahead_of_his_turn() -> None:  # 28: where it was no simultaneous call
    ahead = call("bridge.simultaneous_calls", {"auction": auction("N 1S S:2S"), "what": "before_barred_rho"})
    assert (ahead["offender"], ahead["one_in_turn"]) == ("S", None)
    own = call("bridge.simultaneous_calls", {"auction": auction("N 1D S:1H E:1S"), "what": "turn_player_called"})
    assert own["offender"] == "S"


def test_simultaneous_calls_stand_with_the_one_in_turn_first() -> None:
    found = call("bridge.simultaneous_calls", {"auction": auction("N E:1S N:1D")})
    assert found["after"] == {"dealer": "N", "calls": ["1D", "1S"]}
    found = call("bridge.simultaneous_calls", {"auction": auction("N S:1H N:1D")})
    assert found["after"] == {"dealer": "N", "calls": ["1D", {"seat": "S", "call": "1H"}]}
    other = call("bridge.simultaneous_calls", {"auction": auction("N 1D E:1S"), "turn_seat": "W"})
    assert set(other.values()) == {None}  # it is told otherwise whose turn it was
    with pytest.raises(RuleInputError, match="第39条"):
        call("bridge.simultaneous_calls", {"auction": auction("N 1S P P N:2H W:P")})


@pytest.mark.parametrize(
    ("auction", "kind", "expected"),
    [
        ("N 1S P 1H", "insufficient", {"seat": "S", "call": "1H", "in_turn": True, "lho_called": False}),
        ("N 1S P 1H P", "insufficient", {"seat": "S", "lho_called": True, "acted": "lho"}),
        ("N 1S S:1H", "insufficient", {"seat": "S", "in_turn": False, "turn": "E", "turn_of": "rho"}),
        ("N 1S P 1H P 1H", "insufficient", {"seat": "N", "in_turn": True}),  # 1H accepted: it is the last bid (27A)
        ("N S:P", "pass_out_of_rotation", {"turn_of": "partner", "any_bid_before": False, "acted": "nobody"}),
        ("N W:P", "pass_out_of_rotation", {"turn_of": "lho", "offender_called_before": False}),
        ("N 1S W:P", "pass_out_of_rotation", {"turn_of": "partner", "any_bid_before": True}),
        ("N 1S 2C E:P", "pass_out_of_rotation", {"turn_of": "lho", "offender_called_before": True}),
        ("N 1S S:P P", "pass_out_of_rotation", {"turn_of": "rho", "acted": "lho", "lho_called": True}),
        ("N 1S S:P E:2H", "pass_out_of_rotation", {"turn_of": "rho", "acted": "turn_player"}),
        ("N 1S W:P E:2H", "pass_out_of_rotation", {"turn_of": "partner", "acted": "nobody"}),
        ("N 7NT 8C", "over_seven", {"seat": "E", "lho_called": False}),
        ("N 1S P P P N:2S", "after_final_pass", {"side": "declaring", "kind": "bid"}),
        ("N 1S P P P E:X", "after_final_pass", {"side": "defending", "kind": "double", "lho_called": False}),
        ("N 1S P P P E:2H S:2S", "after_final_pass", {"seat": "E", "lho_called": True}),
        ("N P P P P N:1S", "after_final_pass", {"side": "passed_out"}),
    ],
)
def test_irregular_call(auction: str, kind: str, expected: dict[str, Any]) -> None:
    found = ask_auction("irregular_call", auction, kind=kind)
    assert {k: found[k] for k in expected} == expected


@pytest.mark.parametrize(
    ("auction", "kind", "words"),
    [
        ("N 1S P", "insufficient", "没有不足叫牌，最后是东家的不叫；"),
        ("N", "insufficient", "没有不足叫牌"),
        ("N 1S P P P N:1H", "insufficient", "第39条"),
        ("N 1S P P", "pass_out_of_rotation", "没有越序不叫"),
        ("N 1S P P P", "after_final_pass", "没有最终不叫后的叫牌"),
    ],
)
def test_an_auction_without_such_a_call_is_refused(auction: str, kind: str, words: str) -> None:
    with pytest.raises(RuleInputError, match=words):
        ask_auction("irregular_call", auction, kind=kind)


@pytest.mark.parametrize(
    ("auction", "bid"),
    [("N 1S P 1H", "2H"), ("N 2H 2D", "3D"), ("N 1S 1S", "2S"), ("N 2NT P 2C", "3C"), ("N 7S 7C", None)],
)
def test_lowest_bid_of_the_same_strain(auction: str, bid: str | None) -> None:
    assert ask_auction("same_strain_bid", auction) == {"bid": bid, "exists": bid is not None}


def test_what_an_insufficient_bid_may_be_corrected_to() -> None:
    found = ask_auction("sufficient_correction", "N 1S P 1H")
    assert (found["state"], found["over"], found["lowest"]) == ("some", "1S", "1NT")
    assert found["bids"] == ["1NT", "2C", "2D", "2H", "2S"]
    assert ask_auction("sufficient_correction", "N 7S 7C")["bids"] == ["7NT"]
    assert ask_auction("sufficient_correction", "N 7NT 7S")["state"] == "none"


def test_who_called_twice_changed_his_call_though_his_lho_called_after() -> None:
    assert ask_auction("changed_call", "S 1H S:2H W:2S")["seat"] == "S"


@pytest.mark.parametrize(
    ("auction", "inadmissible", "in_turn", "lho_called"),
    [
        ("N 1S P X", True, True, False),
        ("N 1S P X P", True, True, True),
        ("N X", True, True, False),
        ("N 1H X P XX", True, True, False),
        ("N 1H X XX X", True, True, False),
        ("N 1H P P X", False, True, False),
        ("N 1S S:X", True, False, False),
        ("N 1S W:X", False, False, False),
    ],
)
def test_double_in_question(auction: str, inadmissible: bool, in_turn: bool, lho_called: bool) -> None:
    found = ask_auction("double_in_question", auction)
    assert (found["inadmissible"], found["in_turn"], found["lho_called"]) == (inadmissible, in_turn, lho_called)


def test_changed_call() -> None:
    assert ask_auction("changed_call", "N 1S P 1H", offender="S")["first_kind"] == "insufficient"
    assert ask_auction("changed_call", "N 1S P 2H", offender="S")["first_kind"] == "legal"
    assert ask_auction("changed_call", "N 1S S:2H", offender="S")["first_kind"] == "other"
    assert ask_auction("changed_call", "S 1C P", offender="S")["lho_called"]
    assert ask_auction("changed_call", "S 1C P", offender="S")["partner_called"] is False
    assert (
        ask_auction("changed_call", "S 1C P P", offender="S")["partner_called"] is None
    )  # before or after the change: not shown
    shown = ask_auction("changed_call", "N 1S P 2H S:3H")
    assert (shown["call"], shown["replacement"], shown["lho_called"], shown["partner_called"]) == (
        "2H",
        "3H",
        False,
        False,
    )
    late = ask_auction("changed_call", "N 1S P 2H P P S:3H", offender="S")
    assert (late["call"], late["lho_called"], late["partner_called"]) == ("2H", True, True)
    with pytest.raises(RuleInputError):
        ask_auction("changed_call", "S 1C", offender="W")


def test_the_last_to_call_may_be_the_one_who_called_over_the_changed_call() -> None:
    assert set(ask_auction("changed_call", "S 1H 1S").values()) == {None}
    assert ask_auction("changed_call", "S 1H 1S", lho_when="none")["seat"] == "W"
    assert ask_auction("changed_call", "S 1H 1S", lho_when="after_for_first")["seat"] is None
    assert ask_auction("changed_call", "S 1H")["seat"] == "S"


def test_replacement() -> None:
    assert ask_auction("replacement_legal", "N 1S P 2D", replacement="2H") == {
        "legal": True,
        "breach": None,
        "flags": [],
    }
    assert ask_auction("replacement_legal", "N 2S P 3C", replacement="2H")["flags"] == ["insufficient"]
    assert ask_auction("replacement_legal", "N 1S P 2D", replacement="X")["flags"] == ["inadmissible_double"]
    assert ask_auction("replacement_can_stand", "N 2S P 3C", replacement="2H")["can_stand"]
    assert ask_auction("replacement_can_stand", "N 1S 2H", replacement="X")["can_stand"]
    assert not ask_auction("replacement_can_stand", "N 1S P 2D", replacement="X")["can_stand"]
    assert not ask_auction("replacement_can_stand", "N 7NT", replacement="8C")["can_stand"]


@pytest.mark.parametrize(
    ("calls", "replacement", "given", "breach"),
    [
        ("W P S:2D", "2H", {}, "bid_out_of_rotation"),  # North's turn: the second call is out of rotation too (31)
        ("W P S:2D", "P", {}, "pass_out_of_rotation"),  # 30
        ("W 1S S:2D", "X", {}, "double_out_of_rotation"),  # 32
        ("W P S:2D", "2H", {"barred": "北家"}, "bid_out_of_rotation"),  # North who must pass is not South's right (28A)
        ("W P E:2D", "2H", {"barred": "北家"}, None),  # ahead of North, who must pass, East is in rotation (28A)
        ("N 1S P 3D", "2D", {"barred": "南家"}, "required_to_pass"),  # 37
        ("N 1S P 3D", "2D", {"held": "南家不叫"}, "required_to_pass"),
        ("N 1S P X", "P", {"barred": "南家"}, None),
        ("N 7D 8C", "8D", {}, "over_seven"),  # 38
        ("N 1S P X", "1H", {}, "insufficient"),  # 27
        ("N 1S P 2D", "XX", {}, "inadmissible_double"),  # 36
    ],
)
def test_what_a_replacement_breaks(calls: str, replacement: str, given: dict[str, Any], breach: str | None) -> None:
    found = ask_auction("replacement_legal", calls, replacement=replacement, **given)
    assert (found["breach"], found["legal"]) == (breach, breach is None)


def test_what_the_changed_call_breaks() -> None:
    assert ask_auction("changed_call", "W P S:2D", offender="S")["breach"] == "bid_out_of_rotation"
    assert ask_auction("changed_call", "N 1S P 2D", offender="S")["breach"] is None
    assert ask_auction("changed_call", "N 1S P 2D", offender="S", barred="南家")["first_kind"] == "other"


@pytest.mark.parametrize(
    ("auction", "kind", "expected"),
    [
        ("N E:1H", "bid", {"turn_of": "rho", "acted": "nobody", "said": "1红心", "sufficient": True}),
        ("N E:1H S 1S", "bid", {"acted": "lho"}),
        ("N E:1H N:1C", "bid", {"acted": "turn_player"}),
        ("N S:1NT N:P", "bid", {"turn_of": "partner", "acted": "turn_player"}),
        ("N W:1H N:P", "bid", {"turn_of": "lho", "acted": "lho", "offender_called_before": False}),
        ("N 1S N:2H", "bid", {"turn_of": "lho", "offender_called_before": True}),
        ("N 1S P W:1H", "bid", {"turn_of": "rho", "sufficient": False}),
        ("N 1S S:P", "pass", {"turn_of": "rho", "any_bid_before": True, "partner_called_before": True}),
        ("N E:P", "pass", {"any_bid_before": False, "partner_called_before": False}),
        ("N 1S W:X", "double", {"turn_of": "partner", "admissible": True}),
        ("N 1H S:X P", "double", {"turn_of": "rho", "admissible": False, "acted": "lho"}),
        ("N W:X", "double", {"turn_of": "lho", "admissible": False}),
        # both of a side in north's turn; a call out of rotation that was accepted, or cancelled by who was to call, is ruled on
        ("N E:1H W:2H", "bid", {"seat": "W", "turn_of": "lho", "two": "before", "other": "E"}),
        ("N E:1H", "bid", {"two": None, "other": None}),
        ("N E:1H S:1S N:2D", "bid", {"two": None}),
        ("N E:1H N:1S S:2S", "bid", {"two": None}),
        ("N 1S P W:2D E:X", "double", {"seat": "E", "two": "before", "other": "W", "other_kind": "越序实质叫牌"}),
        ("N 1S P W:2D E:X", "bid", {"seat": "W", "two": "after", "other": "E", "other_kind": "越序加倍或再加倍"}),
        ("N E:1NT W:P", "pass", {"seat": "W", "two": "before", "other": "E"}),
        ("S W:P E:P", "pass", {"seat": "E", "two": "before", "other": "W", "other_kind": "越序不叫"}),
    ],
)
def test_call_out_of_rotation(auction: str, kind: str, expected: dict[str, Any]) -> None:
    found = ask_auction("call_out_of_rotation", auction, kind=kind)
    assert {k: found[k] for k in expected} == expected


@pytest.mark.parametrize(
    ("auction", "kind", "says"),
    [
        ("N 1S P", "bid", "没有越序叫牌"),
        ("N W:X", "bid", "不是越序实质叫牌"),
        ("N 1S W:8H", "bid", "第38条"),
        ("N 1S P P P S:2S", "bid", "第39条"),
    ],
)
def test_not_the_call_asked_for(auction: str, kind: str, says: str) -> None:
    with pytest.raises(RuleInputError, match=says):
        ask_auction("call_out_of_rotation", auction, kind=kind)


@pytest.mark.parametrize(
    ("call", "kind", "standing"),
    [
        ("1NT", "other", "1NT"),
        ("2H", "lowest", "2H"),
        ("3H", "other", "3H"),
        ("P", "pass", "P"),
        ("X", "double", None),
        ("1C", "insufficient", None),
        ("8C", "over_seven", None),
    ],
)
def test_what_an_insufficient_bid_was_corrected_to(call: str, kind: str, standing: str | None) -> None:
    assert ask_auction("correction_made", "N 1S 1H", call=call) == {"kind": kind, "standing": standing}


def test_the_call_of_him_whose_turn_it_was_stands() -> None:  # 28B
    ask = "bridge.turn_called_over"
    found = call(ask, {"auction": auction("N E:1H N:1C"), "offender": "E"})
    assert found == {"turn": "N", "cancelled": "1H", "stands": "1C"}
    found = call(ask, {"auction": auction("N E:1H S:P"), "offender": "E"})  # his left-hand opponent called, not North
    assert found == {"turn": "N", "cancelled": "1H", "stands": None}
    assert call(ask, {"auction": auction("N 1C 1H"), "offender": "E"})["turn"] is None


@pytest.mark.parametrize(
    ("calls", "offender", "more", "kind", "which"),
    [
        ("N 1S P X 2H", "S", {}, "double", "X"),  # of his own side's bid (19, 35A)
        ("W 7NT P 8C P", "E", {}, "over_seven", "8C"),  # 35C
        ("N 3NT P P P E:X S:P", "E", {}, "after_final_pass", "X"),  # 35D
        ("N 1S P 2S 3H 3S", "W", {"barred": "西家"}, "barred", "3H"),  # 35B
        ("N 1S P 2S 3H 3S", "W", {"held": "西家不叫"}, "barred", "3H"),
        ("N 1S P 2S 3H 3S", "W", {"held": "西家不加倍"}, None, None),  # he may bid
        ("N 1S P 2S P 3S", "W", {"barred": "西家"}, None, None),  # he passed, as he had to
        ("N 1S P X", "S", {}, None, None),  # nobody called over it
    ],
)
def test_which_call_that_cannot_stand_was_condoned(
    calls: str, offender: str, more: dict[str, str], kind: str | None, which: str | None
) -> None:
    found = call("bridge.condoned_call", {"auction": auction(calls), "offender": offender, **more})
    assert (found["kind"], found["call"]) == (kind, which)
