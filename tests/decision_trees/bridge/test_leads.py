"""Leads: whose it was, and what declarer may ask for (41A, 50D2, 51B, 53-56)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded, RuleInputError, call
from tests.decision_trees.bridge.asking import (
    Case,
    Refusal,
    ask,
    ask_auction,
    cases,
    check_answer,
    check_refused,
    refusals,
)


def _options(penalty: str, options: str, picked: str = "", hand: str = "C2 C3 C4") -> Case:
    cards = [{"card": c[:-1], "cls": "minor" if c[-1] == "-" else "major"} for c in penalty.split()]
    out: dict[str, Any] = {"options": options.split()}
    if picked:
        out["picked_up_if_exercised"] = picked.split()
    return "partner_lead_options", {"partner_penalty": cards, "leader_hand": hand.split()}, out


def _picked(penalty: str, choice: str, picked: str, remain: str, law: str) -> Case:
    cards = [{"card": c, "cls": "major"} for c in penalty.split()]
    out = {"picked_up": picked.split(), "remain": remain.split(), "laws": [f"bridge-1999:{law}"]}
    return "penalty_cards_picked_up", {"partner_penalty": cards, "declarer_choice": choice}, out


def _lead(hand: str, choice: str, legal: str, law: str) -> Case:
    return (
        "partner_lead_legal",
        {"leader_hand": hand.split(), "declarer_choice": choice},
        {
            "legal": legal.split(),
            "law": law,
        },
    )


def lead_after_choice(choice: str, **more: Any) -> dict[str, Any]:
    return call("bridge.lead_after_choice", {"penalty_cards": ["HK"], "choice": choice, **more})


WORKED: list[Case] = [
    _options("HK+", "require:H forbid:H none", hand="H2 S3 D4"),
    _options("HK+", "require:H forbid:H none", hand="S3 D4"),  # unable: the choice is his all the same (59)
    _options("S5-", "none"),  # 50C: a minor one does not bind the partner
    _options("HK+ H5+", "require:H forbid:H none", "HK H5"),  # 51B1
    _options("H5- H4-", "require:H forbid:H none", "H5 H4"),  # 50B: both major
    _options("HK+ DQ+", "require:H require:D forbid:H forbid:D forbid:H+D none"),  # 51B2
    _options("DQ+ HK+", "require:H require:D forbid:H forbid:D forbid:H+D none"),
    _options("HK+ H3+ DQ+", "require:H require:D forbid:H forbid:D forbid:H+D none"),
    _options(
        "SK+ HK+ DQ+",
        "require:S require:H require:D forbid:S forbid:H forbid:D forbid:S+H forbid:S+D forbid:H+D forbid:S+H+D none",
    ),
    _options("", "none"),
    _picked("HK", "require:H", "HK", "", "50D2a"),
    _picked("HK", "forbid:H", "HK", "", "50D2a"),
    _picked("HK", "none", "", "HK", "50D2b"),
    _picked("HK H5", "require:H", "HK H5", "", "51B1a"),
    _picked("HK H5", "forbid:H", "HK H5", "", "51B1b"),
    _picked("HK DQ", "require:D", "DQ", "HK", "51B2a"),
    _picked("HK DQ D3", "forbid:D", "DQ D3", "HK", "51B2b"),
    _picked("HK DQ D3", "forbid:H+D", "HK DQ D3", "", "51B2b"),
    _picked("HK DQ", "forbid:D+H", "HK DQ", "", "51B2b"),
    _picked("HK DQ", "none", "", "HK DQ", "50D2b"),
    _lead("S3 D4 C9", "require:H", "S3 D4 C9", "59"),
    _lead("H2 H9 D4", "require:H", "H2 H9", "50D2a"),
    _lead("H2 H9 D4", "forbid:H", "D4", "50D2a"),
    _lead("H2 H9", "forbid:H", "H2 H9", "59"),
    _lead("H2 D9 C3", "forbid:H+D", "C3", "50D2a"),
    _lead("H2 D9", "forbid:H+D", "H2 D9", "59"),
    _lead("H2 D9", "none", "H2 D9", "50D2b"),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("partner_lead_options", {"partner_penalty": [{"card": "HK", "cls": "major"}], "leader_hand": ["HK"]}, "罚张"),
    ("partner_lead_legal", {"leader_hand": ["H2"], "declarer_choice": "require:X"}, "花色"),
    ("partner_lead_legal", {"leader_hand": ["H2"], "declarer_choice": "highest"}, "引牌"),
    ("partner_lead_legal", {"leader_hand": [], "declarer_choice": "none"}, "没有牌"),
    (
        "penalty_cards_picked_up",
        {"partner_penalty": [{"card": "HK", "cls": "major"}], "declarer_choice": "require:D"},
        "可选",
    ),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


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
    assert ask_auction("opening_lead_by", auction, leader=leader) == {"led_by": led_by}


@pytest.mark.parametrize(
    ("leader", "led_by"),
    [("W", "right_leader"), ("E", "wrong_defender"), ("S", "declaring_side"), ("N", "declaring_side")],
)
def test_opening_lead_by_how_he_sits_to_declarer(leader: str, led_by: str) -> None:  # 41A: South declares, West leads
    assert call("bridge.opening_lead_by", {"leader": leader, "declarer": "S"}) == {"led_by": led_by}


def test_opening_lead_without_auction_and_declarer() -> None:
    with pytest.raises(MoreNeeded, match="庄家"):
        call("bridge.opening_lead_by", {"leader": "W"})


@pytest.mark.parametrize(
    ("led_from", "seat", "other", "right"), [("hand", "E", "W", "明手西家"), ("dummy", "W", "E", "自己手中")]
)
def test_declarer_leads_from_his_hand_or_dummys(led_from: str, seat: str, other: str, right: str) -> None:
    found = call("bridge.declarers_hand", {"declarer": "E", "led_from": led_from})
    assert found == {"seat": seat, "other": other, "right": right}


@pytest.mark.parametrize(("on_lead", "seat"), [("E", "W"), ("W", "E"), ("N", None), (None, None)])
def test_the_hand_not_on_lead_is_the_one_led_from(on_lead: str | None, seat: str | None) -> None:
    given = {"declarer": "E"} if on_lead is None else {"declarer": "E", "on_lead": on_lead}
    assert call("bridge.declarers_hand", given)["seat"] == seat


@pytest.mark.parametrize(
    ("on_lead", "declarers", "defenders"),
    [("S", "declarer_side", "declarer_side"), ("N", "declarer_side", "declarer_side"), ("W", "defender", "partner")],
)
def test_whose_lead_it_was(on_lead: str, declarers: str, defenders: str) -> None:
    found = call("bridge.whose_lead", {"on_lead": on_lead, "declarer": "S"})
    assert found == {"declarers": declarers, "defenders": defenders}


def test_the_player_on_lead_did_not_lead_out_of_turn() -> None:
    with pytest.raises(RuleInputError, match="没有越序"):
        call("bridge.whose_lead", {"on_lead": "W", "declarer": "S", "leader": "W"})


def test_two_defenders_each_with_a_penalty_card() -> None:
    """East has HK, West to lead has DQ and a heart (50D1: the lead penalty comes before the penalty card)."""
    west: dict[str, Any] = {"leader_penalty_cards": ["DQ"], "leader_hand": ["H4", "S2"]}
    required = lead_after_choice("require", **west)
    assert (required["picked_up"], required["case"], required["cards"]) == (["HK"], "able_keeps", ["H4"])
    forbidden = lead_after_choice("forbid", **west)
    assert (forbidden["picked_up"], forbidden["case"], forbidden["cards"]) == (["HK"], "own", ["DQ"])
    free = lead_after_choice("free", **west)
    assert (free["remain"], free["cards"]) == (["HK"], ["DQ"])


def test_unable_to_lead_the_suit_his_own_penalty_card_is_led() -> None:
    found = lead_after_choice("require", leader_penalty_cards=["DQ"], leader_hand=["S2", "C3"])
    assert (found["case"], found["able"], found["cards"], found["picked_up"]) == ("own", False, ["DQ"], ["HK"])


def test_what_is_not_known_of_the_leaders_hand_is_left_open() -> None:
    assert lead_after_choice("require", leader_penalty_cards=["DQ"])["case"] == "unknown_own"
    assert lead_after_choice("forbid", leader_penalty_cards=["DQ"])["case"] == "own"  # a diamond is not forbidden
    assert lead_after_choice("forbid", leader_penalty_cards=["H3"], leader_major=True)["case"] == "unknown_own"
    assert (
        lead_after_choice("forbid", leader_penalty_cards=["H3"])["case"] == "unknown"
    )  # one small card may be minor (50B)
    perhaps_minor = {"major": False, "class": None, "cards": [], "open": False}
    assert call("bridge.surely_major", {"cards": ["H3"]}) == perhaps_minor
    assert call("bridge.surely_major", {"cards": ["H3"], "ruled": ["H3", "C2"]})["class"] == "major"  # as before
    assert call("bridge.surely_major", {"cards": ["H3"], "ruled": ["C2"]})["major"] is False  # another card was
    for lying in (["H3", "C2"], ["ST"]):
        found = {"major": True, "class": "major", "cards": lying, "open": True}
        assert call("bridge.surely_major", {"cards": lying}) == found
    barred = {"cards": ["CQ"], "held": "不引梅花"}  # the lead penalty comes before the penalty card (50D1)
    assert call("bridge.surely_major", barred)["open"] is None
    assert call("bridge.surely_major", {**barred, "hand": ["S2", "C3"]})["open"] is False
    assert call("bridge.surely_major", {**barred, "hand": ["C3"]})["open"] is True  # nothing else to lead (59)
    assert call("bridge.surely_major", {**barred, "cards": ["CQ", "D2"]})["open"] is True
    assert (
        call("bridge.surely_major", {**barred, "held": "引红心，不引梅花", "unable": True, "hand": ["S2"]})["open"]
        is False
    )
    assert call("bridge.surely_major", {**barred, "unable": True})["open"] is True  # he has only clubs
    assert lead_after_choice("require")["case"] == "unknown"
    assert lead_after_choice("require", leader_hand=["S2"])["case"] == "unable"


def test_penalty_cards_of_several_suits_are_picked_up_suit_by_suit() -> None:
    found = call(
        "bridge.lead_after_choice", {"penalty_cards": ["HK", "H3", "DQ"], "choice": "require", "suits": "红心"}
    )
    assert (found["picked_up"], found["remain"]) == (["HK", "H3"], ["DQ"])  # 51B2a, 51B1a
    with pytest.raises(RuleInputError):
        call("bridge.lead_after_choice", {"penalty_cards": ["HK", "DQ"], "choice": "require"})  # only one suit


def test_who_declares_is_told_by_the_auction_or_by_the_defender_who_led() -> None:
    """The right leader sits on declarer's left (41A), so the other defender sits on declarer's right."""
    assert ask("declarer_at_lead", led_by="wrong_defender", offender="S") == {"declarer": "W"}
    assert ask("declarer_at_lead", led_by="right_leader", offender="N") == {"declarer": "W"}
    auction = {"dealer": "S", "calls": ["1NT", "P", "3NT", "P", "P", "P"]}
    assert ask("declarer_at_lead", auction=auction, led_by="wrong_defender", offender="E") == {"declarer": "S"}
    assert ask("declarer_at_lead", led_by="declaring_side", offender="S") == {"declarer": None}
    assert ask("declarer_at_lead", led_by="in_auction", offender="S") == {"declarer": None}
    assert (
        ask("declarer_at_lead", led_by="wrong_defender") == {"declarer": None} == ask("declarer_at_lead", offender="S")
    )


def test_who_made_the_opening_lead() -> None:
    assert ask("who_led_first", declarer="N", led_by="wrong_defender") == {"seat": "W"}
    assert ask("who_led_first", declarer="N", led_by="right_leader") == {"seat": "E"}
    assert ask("who_led_first", declarer="N", led_by="declaring_side") == {"seat": None}
    assert ask("who_led_first", declarer="N", led_by="declaring_side", offender="S") == {"seat": "S"}
    assert ask("who_led_first", declarer="S", opening_lead=False) == {"seat": None}


def test_each_choice_of_declarers_gives_back_its_own_penalty_cards() -> None:  # 51B2, 50D2b
    said = call("bridge.picked_up_each_way", {"penalty_cards": ["HK", "C5", "C2"]})["said"].split("；")
    assert said == [
        "要求引红心，或只禁止引红心：♥K收回，♣5 ♣2仍为罚张",
        "要求引梅花，或只禁止引梅花：♣5 ♣2收回，♥K仍为罚张",
        "各门都禁止：♥K ♣5 ♣2都收回",
        "不限制：♥K ♣5 ♣2仍为罚张",
    ]
    with pytest.raises(RuleInputError, match="没有写哪些牌是罚张"):
        call("bridge.picked_up_each_way", {"penalty_cards": []})


def test_one_suit_required_and_forbidden_for_one_lead_is_contrary() -> None:  # 26A2, 50D2a
    found = lead_after_choice("require", held="不引红心", leader_hand=["H3", "S2"])
    assert (found["case"], found["contrary"], found["cards"]) == ("contrary", "红心", None)
    assert lead_after_choice("forbid", held="引红心")["case"] == "contrary"
    assert lead_after_choice("require", held="不引梅花")["contrary"] is None
    asked = {"demand": "not_lead", "suits": "红心", "held": "引红心", "own_penalty_cards": ["DQ"]}
    own = call("bridge.own_cards_under_lead_demand", asked)
    assert (own["case"], own["own"], own["to_lead"]) == ("contrary", [], None)
