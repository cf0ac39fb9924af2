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
    assert call(ask, {"side_tricks": 2}) == {"transfer": 1, "sure": True, "settled": 1}
    assert call(ask, {"side_tricks": 0}) == {"transfer": 0, "sure": True, "settled": 0}
    assert call(ask, {}) == {"transfer": 1, "sure": False, "settled": None}


@pytest.mark.parametrize(
    ("trick", "seat", "more", "winner", "leading"),
    [
        ("H5 HK H2", "N", {"trump": "NT", "hand": ["H4", "S3"]}, "E", "E"),  # W led; N must follow with the four (44C)
        ("H5 H7 HQ", "E", {"trump": "NT", "hand": ["HK", "H4"]}, None, "S"),  # the king would win, the four not
        ("H5 H7 HQ", "E", {"trump": "NT", "hand": ["HK", "H4"], "card": "HK"}, "E", "S"),
        ("H5 H7 HQ", "E", {"hand": ["HK", "H4"], "card": "H4"}, "S", "S"),  # all of one suit: trumps do not matter
        ("H5 H7 HQ", "E", {"trump": "S", "hand": ["S2", "D3"], "card": "S2"}, "E", "S"),  # ruffed (44E)
        ("H5 H7 HQ", "E", {"trump": "NT"}, None, "S"),  # nobody said what he holds
        ("H5 H7 HQ", "E", {"hand": ["S2"]}, None, "S"),  # it could be a ruff
        ("H5 S2 HQ", "E", {"hand": ["H4"]}, None, None),  # so could north's
        ("H5 H7 H4 HQ", "E", {"trump": "NT"}, "S", "S"),  # with his card among the four
    ],
)
def test_who_wins_once_an_omitted_card_is_supplied(
    trick: str, seat: str, more: dict[str, Any], winner: str | None, leading: str | None
) -> None:
    found = call("bridge.omission_supplied", {"trick": trick.split(), "leader": "W", "seat": seat, **more})
    assert (found["winner"], found["sure"], found["leading"]) == (winner, winner is not None, leading)


@pytest.mark.parametrize(("trick", "seat", "words"), [("H5 H7 HQ", "W", "漏打的不是他"), ("H5 H7", "E", "另三家")])
def test_an_omission_that_cannot_be_is_refused(trick: str, seat: str, words: str) -> None:
    with pytest.raises(RuleInputError, match=words):
        call("bridge.omission_supplied", {"trick": trick.split(), "leader": "W", "seat": seat})


@pytest.mark.parametrize(
    ("trick", "trump", "seat", "whose", "proper"),
    [
        ("H5 H2 HK H4", "NT", "E", "own", "E"),  # east won: his extra card is his lead (44G)
        ("H5 H2 HK HA", "NT", "E", "others", "S"),
        ("H5 HA HK H2", "NT", "S", "partners", "N"),  # from the wrong hand of declarer's side (45E2)
        ("H5 H2 HK", "NT", "E", None, None),  # not complete
        ("H5 H2 HK S3", None, "E", None, None),  # a ruff, or not
    ],
)
def test_whether_an_extra_card_was_led_in_turn(
    trick: str, trump: str | None, seat: str, whose: str | None, proper: str | None
) -> None:
    given: dict[str, Any] = {"trick": trick.split(), "leader": "W", "seat": seat}
    found = call("bridge.extra_card_as_lead", given | ({"trump": trump} if trump is not None else {}))
    assert (found["whose"], found["proper"]) == (whose, proper)
