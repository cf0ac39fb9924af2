"""Calls out of rotation, withdrawn calls and opening leads, worked out from an entered auction (26, 28-32, 41A)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.bridge.reading import read
from decision_trees.functions import RuleInputError


def ask(name: str, auction: str, **more: Any) -> dict[str, Any]:
    return functions.call(f"bridge.{name}", {"auction": read("auction", auction, {}), **more})


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
    ],
)
def test_call_out_of_rotation(auction: str, kind: str, expected: dict[str, Any]) -> None:
    found = ask("call_out_of_rotation", auction, kind=kind)
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
        ask("call_out_of_rotation", auction, kind=kind)


@pytest.mark.parametrize(
    ("suits", "related", "names"),
    [
        ("无", "none", ""),
        ("红心", "one", "红心"),
        ("♥♠", "several", "红心、黑桃"),
        ("H S", "several", "红心、黑桃"),
        ("红桃和草花", "several", "红心、梅花"),
        ("♥️ ♥", "one", "红心"),
    ],
)
def test_related_suits(suits: str, related: str, names: str) -> None:
    assert functions.call("bridge.related_suits", {"suits": suits}) == {"related": related, "suits": names}


@pytest.mark.parametrize("suits", ["", "无将", "红心?", "大"])
def test_no_such_suits(suits: str) -> None:
    with pytest.raises(RuleInputError, match="看不懂花色"):
        functions.call("bridge.related_suits", {"suits": suits})


@pytest.mark.parametrize(
    ("auction", "offender", "suits", "named", "left"),
    [
        ("N E:1H N:1S P 4S P P P", "E", "红心", "none", "红心"),  # the cancelled 1H names nothing
        ("W E:1H W:P 1S 2H 2S P P P", "E", "红心", "all", ""),
        ("W E:2S W:P 1S 2H 3S P 4S P P P", "E", "红心、梅花", "part", "梅花"),
        ("N E:1H S 1S P 2S P P P", "E", "红心", "all", ""),  # accepted, so legally called (29A)
    ],
)
def test_suits_named(auction: str, offender: str, suits: str, named: str, left: str) -> None:
    assert ask("suits_named", auction, offender=offender, suits=suits) == {"named": named, "left": left}


def test_offender_defends() -> None:
    found = ask("offender_defends", "N E:1H N:1S P 4S P P P", offender="E")
    assert found == {"defends": True, "declarer": "N", "partner_has_opening_lead": False}
    assert ask("offender_defends", "N E:1H N:P 1H P 2H P P P", offender="E")["defends"] is False


@pytest.mark.parametrize("auction", ["N 1S P", "N P P P P", "N 1S S:P"])
def test_nobody_declares_yet(auction: str) -> None:
    found = ask("offender_defends", auction, offender="E")
    assert (found["defends"], found["declarer"], found["partner_has_opening_lead"]) == (None, None, None)


@pytest.mark.parametrize(
    ("auction", "leader", "led_by"),
    [
        ("S 1NT P 3NT P P P", "W", "right_leader"),
        ("S 1NT P 3NT P P P", "E", "wrong_defender"),
        ("S 1NT P 3NT P P P", "N", "declaring_side"),
        ("S 1NT P 3NT P P", "W", "in_auction"),
        ("N 1H P 2H P 4H P P P", "E", "right_leader"),  # the first to name the strain declares
    ],
)
def test_opening_lead_by(auction: str, leader: str, led_by: str) -> None:
    assert ask("opening_lead_by", auction, leader=leader) == {"led_by": led_by}


def test_suit_of_card() -> None:
    assert functions.call("bridge.suit_of_card", {"card": "ST"}) == {"suit": "S", "name": "黑桃10"}


@pytest.mark.parametrize(
    ("given", "choice", "left"),
    [
        ({"withdrawn": "bid", "suits": "黑桃", "left": "黑桃"}, "suit", "黑桃"),  # 26A2: require or forbid it
        ({"withdrawn": "bid", "suits": "红心、黑桃", "left": "红心、黑桃"}, "one_of", "红心、黑桃"),
        ({"withdrawn": "bid", "suits": "红心、黑桃", "left": "黑桃"}, "suit", "黑桃"),  # he named hearts
        ({"withdrawn": "bid", "suits": "黑桃", "left": ""}, "named", ""),  # 26A1
        ({"withdrawn": "bid", "suits": "无"}, "any", ""),  # 26B
        ({"withdrawn": "bid", "suits": "黑桃"}, None, "黑桃"),  # not known whether he named it
        ({"withdrawn": "bid"}, None, None),
        ({"withdrawn": "exempt", "suits": "黑桃", "left": "黑桃"}, "exempt", None),
        ({"withdrawn": "double_out_of_rotation"}, None, None),  # 26A or 26B: an open question
    ],
)
def test_a_lead_penalty_to_come(given: dict[str, str], choice: str | None, left: str | None) -> None:
    found = functions.call("bridge.lead_penalty_to_come", given)
    assert (found["choice"], found["left"]) == (choice, left)
