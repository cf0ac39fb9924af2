"""Who it is about: an offender entered is checked against the auction and the play, and what follows is about the right person."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.engine import Asked, Ruled, Step, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

LIBRARY = open_library()
BOOKS = open_handbook().books


def go(tree: str, facts: dict[str, Any]) -> Step:
    return advance(LIBRARY.trees[f"bridge.{tree}"], facts, Law(LIBRARY.trees, BOOKS))


def ruled(tree: str, facts: dict[str, Any]) -> Ruled:
    step = go(tree, facts)
    assert isinstance(step, Ruled), step
    return step


@pytest.mark.parametrize(
    ("tree", "facts", "words"),
    [
        # The last insufficient bid of the auction is East's: it cannot be South who made it.
        ("insufficient_bid", {"auction": "N 1S 1H", "offender": "S"}, ("南家", "东家", "请改正")),
        ("bid_out_of_rotation", {"auction": "N 1S W:2D", "offender": "E"}, ("东家", "西家", "请改正")),
        ("pass_out_of_rotation", {"auction": "N 1S W:P", "offender": "E"}, ("东家", "西家", "请改正")),
        ("double_out_of_rotation", {"auction": "N 1S W:X", "offender": "S"}, ("南家", "西家", "请改正")),
        ("inadmissible_double", {"auction": "N 1S P X", "offender": "E"}, ("东家", "南家", "请改正")),
        ("bid_of_more_than_seven", {"auction": "N 7NT 8C", "offender": "N"}, ("北家", "东家", "请改正")),
        ("call_after_final_pass", {"auction": "N 1S P P P E:X", "offender": "W"}, ("西家没有叫", "东家")),
        ("change_of_call", {"auction": "N 1S 1H", "offender": "S"}, ("南家还没有叫牌",)),
        # 定义: the defenders are the side that does not declare; declarer and dummy never have penalty cards (48A).
        ("defender_lead_out_of_turn", {"declarer": "S", "offender": "N"}, ("北家是明手", "不是防家")),
        ("premature_play", {"declarer": "S", "offender": "S"}, ("南家是庄家", "不是防家")),
        ("major_penalty_card", {"auction": "S 1NT P P P", "offender": "N"}, ("北家是明手",)),
        ("minor_or_major_penalty_card", {"declarer": "E", "offender": "W"}, ("西家是明手",)),
        ("penalty_card_not_played", {"declarer": "W", "offender": "W"}, ("西家是庄家",)),
    ],
)
def test_an_offender_who_cannot_have_been_it_is_refused(
    tree: str, facts: dict[str, Any], words: tuple[str, ...]
) -> None:
    with pytest.raises(RuleInputError) as refused:
        go(tree, facts)
    sentence = str(refused.value)
    assert all(each in sentence for each in words), sentence
    assert sentence.endswith("。") and "\n" not in sentence


@pytest.mark.parametrize(
    ("tree", "facts"),
    [
        ("insufficient_bid", {"auction": "N 1S 1H", "offender": "E"}),
        ("call_after_final_pass", {"auction": "N 1S P P P E:X", "offender": "E"}),
        ("defender_lead_out_of_turn", {"declarer": "S", "offender": "E"}),
        ("major_penalty_card", {"auction": "S 1NT P P P", "offender": "W"}),
    ],
)
def test_the_right_offender_is_taken(tree: str, facts: dict[str, Any]) -> None:
    assert isinstance(go(tree, facts), Asked | Ruled)


REQUIRED = {"offender": "E", "declarer": "S", "led_card": "HK", "lead_suit": "H", "misinformed": False}


@pytest.mark.parametrize(
    ("tree", "facts", "demand"),
    [
        # 61A: it is offender's partner West who is able to comply and does not: the revoke is his.
        (
            "lead_penalty",
            {
                "auction": "N 1S P 4S P P P",
                "offender": "E",
                "suits": "红心",
                "partner_leads": "first_now",
                "withdrawn": "bid",
                "different_call": True,
                "lead_demand": "require",
                "suit": "H",
            },
            "lead",
        ),
        (
            "lead_penalty",
            {
                "auction": "N 1S P 4S P P P",
                "offender": "E",
                "suits": "红心",
                "partner_leads": "first_now",
                "withdrawn": "bid",
                "different_call": True,
                "lead_demand": "forbid",
                "suit": "H",
            },
            "not_lead",
        ),
        (
            "opening_lead_face_up",
            {
                **REQUIRED,
                "led_by": "wrong_defender",
                "faced": True,
                "declarer_did": "nothing",
                "declarer_choice": "require",
            },
            "lead",
        ),
        (
            "opening_lead_face_up",
            {
                **REQUIRED,
                "led_by": "wrong_defender",
                "faced": True,
                "declarer_did": "nothing",
                "declarer_choice": "forbid",
            },
            "not_lead",
        ),
        (
            "defender_lead_out_of_turn",
            {**REQUIRED, "turn_to_lead": "partner", "since": "nothing", "declarer_choice": "require"},
            "lead",
        ),
    ],
)
def test_who_does_not_do_what_declarer_chose_is_the_revoker(tree: str, facts: dict[str, Any], demand: str) -> None:
    ruling = ruled(tree, facts)
    (revoke,) = [f for f in ruling.outcome.follow_ups if f.tree == "bridge.revoke"]
    assert "西家" in revoke.when
    assert {**revoke.facts, **{"offender": "W", "what": "penalty", "demand": demand, "suit": "H"}} == revoke.facts
    (unable,) = [f for f in ruling.outcome.follow_ups if f.tree == "bridge.inability_to_comply"]
    assert unable.facts["demand"] == demand and unable.facts["suit"] == "H"
    # and the revoke is ruled on as West's, a defender's: nobody has played to the next trick, so it is corrected (62A)
    after = ruled(
        "revoke", {**revoke.facts, "state": "not_yet", "light": "proper", "player": "defender", "after": "none"}
    )
    assert after.outcome_id == "defender_corrects" and after.seats["offender"] == "W"


@pytest.mark.parametrize(
    ("tree", "facts", "his"),
    [
        # South dealt and West passed: it was North's turn when East called. North's own call, too low, is North's (31A2, 27).
        ("bid_out_of_rotation", {"auction": "S 1S P E:2H"}, "N"),
        ("conventional_pass_out_of_rotation", {"auction": "S 1S P E:P", "conventional": True}, "N"),
        # North dealt and East passed: it was South's turn when West doubled.
        ("double_out_of_rotation", {"auction": "N 1S P W:X"}, "S"),
    ],
)
def test_the_irregular_call_of_him_whose_turn_it_was_is_his(tree: str, facts: dict[str, Any], his: str) -> None:
    step = ruled(tree, {**facts, "rho_must_pass": False, "accepts": "reject", "rho_action": "illegal"})
    assert step.outcome_id == "rho_illegal"
    assert [f.facts["offender"] for f in step.outcome.follow_ups] == [his, his]
