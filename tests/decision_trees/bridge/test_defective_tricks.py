"""Defective tricks (67)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import Case, Refusal, cases, check_refused, check_what_matters, refusals

IN_PART: list[Case] = [
    # simultaneous and surplus cards (58, 45E), defective tricks (67)
    (
        "defective_trick",
        {"fault": "omitted", "both_sides_played_next": False, "player": "declarer", "hand": ["H2", "S3"], "led": "H"},
        {"result": "play_a_card", "cards": ["H2"]},
    ),
    (
        "defective_trick",
        {"fault": "omitted", "both_sides_played_next": True, "player": "defender", "hand": ["H2", "S3"], "led": "H"},
        {"result": "place_a_card", "cards": ["H2"], "deemed_revoke": False},
    ),
    (
        "defective_trick",
        {"fault": "omitted", "both_sides_played_next": True, "player": "defender", "hand": ["H2", "S3"], "led": "C"},
        {"result": "place_a_card", "cards": ["H2", "S3"], "deemed_revoke": True},
    ),
    (
        "defective_trick",
        {
            "fault": "surplus",
            "both_sides_played_next": True,
            "player": "defender",
            "played": ["H2", "H9", "S3"],
            "led": "H",
        },
        {"result": "withdraw_surplus", "cards": ["H9"], "surplus_penalty_cards": True, "check_earlier_revokes": True},
    ),
    (
        "defective_trick",
        {
            "fault": "surplus",
            "both_sides_played_next": True,
            "player": "declarer",
            "played": ["H2", "H9"],
            "known": "H2",
        },
        {"cards": ["H2"], "surplus_penalty_cards": False},
    ),
    (
        "defective_trick",
        {"fault": "surplus", "both_sides_played_next": False, "player": "dummy"},
        {"result": "law_45E_or_58B"},
    ),
]


@cases(IN_PART)
def test_what_matters_of_the_answer(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_what_matters(name, given, answer)


REFUSED: list[Refusal] = [
    ("defective_trick", {"fault": "omitted", "both_sides_played_next": True, "player": "dummy"}, "hand"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("held", "others", "fault", "cards"), [(6, 5, "missing", 1), (3, 5, "extra", 2), (4, 4, "none", 0)]
)
def test_defective_trick_fault(held: int, others: int, fault: str, cards: int) -> None:
    assert call("bridge.defective_trick_fault", {"held": held, "others_hold": others}) == {
        "fault": fault,
        "cards": cards,
    }


def test_no_hand_holds_fourteen() -> None:
    with pytest.raises(RuleInputError, match="0 至 13"):
        call("bridge.defective_trick_fault", {"held": 14, "others_hold": 13})


def test_what_is_not_kept_of_a_defective_trick_is_taken_back() -> None:  # 67B2
    assert call("bridge.surplus_cards", {"played": ["H7", "H2"], "kept": ["H7"]}) == {"cards": ["H2"], "kept": ["H7"]}


def test_the_card_shown_stays_in_a_defective_trick_else_the_highest_he_could_play() -> None:  # 67B2
    both = ["H7", "HQ"]
    assert call("bridge.surplus_kept", {"played": both, "shown": "H7", "led": "H"}) == {"cards": ["H7"], "known": True}
    assert call("bridge.surplus_kept", {"played": both, "led": "H"}) == {"cards": ["HQ"], "known": None}
    assert call("bridge.surplus_kept", {"played": ["H7", "DA"], "led": "H"})["cards"] == [
        "H7"
    ]  # the ace did not follow
    assert (
        call("bridge.surplus_kept", {"played": both, "led": "H", "found": True})["cards"] is None
    )  # found out, not yet said
    with pytest.raises(RuleInputError, match="不在他打出的牌里"):
        call("bridge.surplus_kept", {"played": both, "shown": "S2"})


def test_an_omission_that_counts_as_a_revoke_costs_one_trick_where_his_side_won_one() -> None:  # 67B1b, 64A2, 64B1
    ask = "bridge.deemed_revoke_transfer"
    assert call(ask, {"side_tricks": 2}) == {"transfer": 1, "sure": True}
    assert call(ask, {"side_tricks": 0}) == {"transfer": 0, "sure": True}
    assert call(ask, {}) == {"transfer": 1, "sure": False}
