"""Lead penalties after a withdrawn call (26)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import (
    Case,
    Refusal,
    ask_auction,
    cases,
    check_answer,
    check_refused,
    refusals,
)


def _lead(suits: str, named: str, penalty: str, options: str = "", **more: Any) -> Case:
    given: dict[str, Any] = {
        "withdrawn": {"call": "2D", "suits": suits.split()},
        "final_same_call": False,
        "offender_legally_named": named.split(),
        "offender_defends": True,
        **more,
    }
    out: dict[str, Any] = {"penalty": penalty}
    return "lead_penalty_26", given, out | ({"options": options.split()} if options else {})


WORKED: list[Case] = [
    (
        "lead_penalty_26",
        {
            "withdrawn": {"call": "1H", "suits": ["H"]},
            "final_same_call": False,
            "offender_legally_named": [],
            "offender_defends": True,
        },
        {"penalty": "26A2", "options": ["require:H", "forbid:H"]},
    ),
    (
        "lead_penalty_26",
        {
            "withdrawn": {"call": "1H", "suits": ["H"]},
            "final_same_call": False,
            "offender_legally_named": ["H"],
            "offender_defends": True,
        },
        {"penalty": "none"},
    ),
    # -- 26
    _lead("", "", "26B", "forbid:any_one_suit"),
    _lead("", "H S", "26B", "forbid:any_one_suit"),
    _lead("H S", "", "26A2", "require:H require:S forbid:H forbid:S"),
    _lead("H S", "H", "26A2", "require:S forbid:S"),  # D-05
    _lead("H S", "S H", "none"),
    _lead("D", "NT H", "26A2", "require:D forbid:D"),
    _lead("D D", "", "26A2", "require:D forbid:D"),
    _lead("D", "", "none", final_same_call=True),
    _lead("", "", "none", final_same_call=True),
    _lead("D", "", "none", offender_defends=False),
    _lead("", "", "none", offender_defends=False),
    _lead("C", "", "26A2", "require:C forbid:C", withdrawn={"call": "8C", "suits": ["C"]}),
    _lead("", "", "26B", "forbid:any_one_suit", withdrawn={"call": "X", "suits": []}),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("lead_penalty_26", _lead("H", "", "", withdrawn={"call": "1H", "suits": ["Z"]})[1], "Z"),
    ("lead_penalty_26", _lead("H", "", "", withdrawn={"call": "1Z", "suits": []})[1], "1Z"),
    ("lead_penalty_26", _lead("H", "", "", withdrawn={"call": "1H", "suits": "H"})[1], "suits"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


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


@pytest.mark.parametrize(
    ("given", "suit", "code"),
    [
        ({"suits": "红心"}, "红心", "H"),
        ({"suits": "H S"}, None, None),
        ({"suits": "H S", "suit": "S"}, "黑桃", "S"),
        ({"suits": "无"}, None, None),
        ({}, None, None),
    ],
)
def test_the_suit_declarer_requires_or_forbids(given: dict[str, str], suit: str | None, code: str | None) -> None:
    assert functions.call("bridge.lead_suit", given) == {"suit": suit, "code": code}


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
    assert ask_auction("suits_named", auction, offender=offender, suits=suits) == {"named": named, "left": left}


def test_offender_defends() -> None:
    found = ask_auction("offender_defends", "N E:1H N:1S P 4S P P P", offender="E")
    assert found == {"defends": True, "declarer": "N", "partner_has_opening_lead": False}
    assert ask_auction("offender_defends", "N E:1H N:P 1H P 2H P P P", offender="E")["defends"] is False


@pytest.mark.parametrize(
    ("offender", "defends", "on_lead"), [("E", True, False), ("W", True, True), ("S", False, False)]
)
def test_who_defends_is_known_by_declarer_alone(offender: str, defends: bool, on_lead: bool) -> None:
    """North declares: East, on his left, is on the opening lead, the partner of West (41A)."""
    found = functions.call("bridge.offender_defends", {"offender": offender, "declarer": "N"})
    assert found == {"defends": defends, "declarer": "N", "partner_has_opening_lead": on_lead}
    assert functions.call("bridge.offender_defends", {"offender": offender})["defends"] is None


@pytest.mark.parametrize("auction", ["N 1S P", "N P P P P", "N 1S S:P"])
def test_nobody_declares_yet(auction: str) -> None:
    found = ask_auction("offender_defends", auction, offender="E")
    assert (found["defends"], found["declarer"], found["partner_has_opening_lead"]) == (None, None, None)


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


@pytest.mark.parametrize(("withdrawn", "words"), [({"suits": ["H"]}, "少了 call"), ({"call": "2C"}, "没有关联的写")])
def test_what_is_missing_of_a_withdrawn_call_is_named(withdrawn: dict[str, Any], words: str) -> None:
    given = {"final_same_call": False, "offender_legally_named": [], "offender_defends": True}
    with pytest.raises(RuleInputError, match=words):
        functions.call("bridge.lead_penalty_26", {"withdrawn": withdrawn, **given})


def test_suits_of_a_call_that_another_call_has_named() -> None:
    found = functions.call("bridge.suits_of_call", {"call": "3S", "natural": True, "named": "2S"})
    assert found == {"suits": "黑桃", "left": "无"}
    found = functions.call("bridge.suits_of_call", {"call": "3H", "natural": True, "named": "2S"})
    assert found == {"suits": "红心", "left": "红心"}


def test_a_card_led_before_declarer_chose_goes_back_where_it_does_not_meet_the_choice() -> None:  # 26A2, 47A, 49
    ask = "bridge.early_lead_back"
    assert call(ask, {"card": "C3", "demand": "require", "suit": "D"}) == {"case": "back", "back": ["C3"]}
    assert call(ask, {"card": "D3", "demand": "require", "suit": "D"})["case"] == "fits"
    assert call(ask, {"card": "D3", "demand": "forbid", "suit": "D"})["back"] == ["D3"]
    assert call(ask, {"card": "C3", "demand": "forbid", "suit": "D"})["case"] == "fits"
    assert call(ask, {"card": "C3", "demand": "none"})["case"] == "fits"
    assert call(ask, {"card": "C3", "demand": "none", "held": "不引梅花"})["back"] == ["C3"]  # barred besides (50D2a)
    assert call(ask, {"card": "C3", "demand": "forbid", "suit": "D", "held": "引红心"})["case"] == "back"
    assert call(ask, {"card": "C3", "demand": "forbid"})["case"] is None
    assert call(ask, {"card": "C3", "demand": "none", "blocked": True}) == {"case": "blocked", "back": None}  # 50D2


def test_declarer_chooses_for_a_major_penalty_card_before_the_partner_leads() -> None:  # 50B, 50D2, 51B2
    ask = "bridge.choice_before_partner_leads"
    one = call(ask, {"offender": "E", "penalty_cards": ["DQ"]})
    assert (one["state"], one["leader"], one["options"]) == ("waits", "W", "要求引、禁止引方块，或者不限制")
    small = {"offender": "E", "penalty_cards": ["D5"]}
    assert call(ask, small)["state"] == "if_major"
    assert call(ask, small | {"ruled": ["D5"]})["state"] == "waits"
    assert call(ask, {"offender": "E", "penalty_cards": ["DQ"], "chosen": True})["state"] == "none"
    assert call(ask, {"offender": "W"})["state"] == "none"


def test_his_choice_for_penalty_cards_is_made_until_another_one_lies_there() -> None:  # 50D2
    ask = "bridge.card_choice_made"
    assert call(ask, {"penalty_cards": ["DQ"], "chosen": ["DQ"]})["made"] is True
    assert call(ask, {"penalty_cards": ["DQ"], "chosen": ["DQ", "H2"]})["made"] is True  # H2 has been played since
    assert call(ask, {"penalty_cards": ["DQ", "H2"], "chosen": ["DQ"]})["made"] is False
    assert call(ask, {"penalty_cards": ["DQ"]})["made"] is None
    assert call(ask, {"chosen": ["DQ"]})["made"] is None


def test_two_suits_may_be_required_of_one_lead() -> None:  # 26A2, 50D2a, D-39
    ask = "bridge.two_suits_required"
    assert call(ask, {"suits": "梅花", "before": "红心"}) == {"two": True, "either": "红心、梅花中有的一门"}
    assert call(ask, {"suits": "红心", "before": "红心"})["two"] is False
    assert call(ask, {"suits": "红心"})["two"] is False
    assert call(ask, {"before": "红心"})["two"] is False


def test_the_call_made_in_place_of_the_cancelled_one_may_name_its_suit() -> None:  # 26A1
    given = {"withdrawn": "bid", "suits": "红心", "left": "红心"}
    assert call("bridge.lead_penalty_to_come", given | {"named_by": "3H"})["choice"] == "named"
    assert call("bridge.lead_penalty_to_come", given | {"named_by": "3C"})["choice"] == "suit"
    assert call("bridge.lead_penalty_to_come", given | {"named_by": "P"})["choice"] == "suit"


def test_a_lead_penalty_waits_unless_the_suit_was_named_or_his_side_declares() -> None:  # 26, 26A1
    ask = "bridge.lead_penalty_to_come"
    given = {"withdrawn": "bid", "suits": "红心", "left": "红心"}
    assert call(ask, given | {"named_by": "3H"})["waits"] is None
    assert call(ask, given | {"named_by": "2D"})["waits"] == "bid"
    assert call(ask, {"withdrawn": "bid"})["waits"] == "bid"  # what it relates to is not known: 26 may hold
    assert call(ask, given | {"offender": "W", "declarer": "E"})["waits"] is None
    assert call(ask, given | {"offender": "W", "declarer": "N"})["waits"] == "bid"


def test_what_is_to_be_told_waits_for_the_suits_unless_it_comes_to_nothing() -> None:
    """26: the penalty is on offender's side as defenders; where it declares the suits play no part."""
    given = {"withdrawn": "pass_30b1", "offender": "S", "told": True}
    assert call("bridge.lead_penalty_to_come", given | {"declarer": "N"})["choice"] == "declares"
    with pytest.raises(functions.MoreNeeded) as wanting:
        call("bridge.lead_penalty_to_come", given | {"declarer": "E"})
    assert wanting.value.inputs == ("suits",)
