"""Penalty cards (50-52)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import Case, Refusal, ask, cases, check_answer, check_refused, refusals


def _class(cards: str, classes: str) -> Case:
    """``S9 inadvertent, HK revoke_correction``."""
    listed = [dict(zip(("card", "how"), one.split(), strict=True)) for one in cards.split(",")]
    return "penalty_card_class", {"cards": listed}, {"classes": classes.split()}


WORKED: list[Case] = [
    _class("S9 inadvertent", "minor"),
    _class("S2 inadvertent", "minor"),
    _class("ST inadvertent", "major"),  # an honor: A, K, Q, J, 10
    _class("SJ inadvertent", "major"),
    _class("SA inadvertent", "major"),
    _class("S9 second_card_in_trick", "minor"),
    _class("HQ second_card_in_trick", "major"),
    _class("D3 deliberate_lead_out_of_turn", "major"),
    _class("D3 revoke_correction", "major"),
    _class("D3 premature_lead_in_auction", "major"),
    _class("HA revoke_correction", "major"),
    _class("S9 inadvertent, S2 inadvertent", "major major"),  # two or more: all major
    _class("S9 inadvertent, H2 second_card_in_trick", "major major"),
    _class("S9 inadvertent, HK inadvertent, D2 revoke_correction", "major major major"),
    _class("C4 premature_play", "major"),
    _class("C4 fifth_card_in_trick", "minor"),
    _class("C4 lead_before_declarer_chose", "major"),
    _class("C4 withdrawn_for_penalty_card", "major"),
    _class("C4 withdrawn_after_partners_revoke", "major"),
]


@cases(WORKED)
def test_worked_case(name: str, given: dict[str, Any], answer: dict[str, Any]) -> None:
    check_answer(name, given, answer)


REFUSED: list[Refusal] = [
    ("penalty_card_class", {"cards": [{"card": "S9", "how": "thrown"}]}, "thrown"),
    ("penalty_card_class", {"cards": [{"card": "S9", "how": "inadvertent"}] * 2}, "两张黑桃9"),
]


@refusals(REFUSED)
def test_bad_input_is_refused_with_one_sentence(name: str, given: dict[str, Any], words: str) -> None:
    check_refused(name, given, words)


@pytest.mark.parametrize(
    ("given", "due"),
    [
        ({"hand": ["C2", "S9"], "penalty_cards": ["HK"], "led": "C"}, []),  # following suit first (50D1, 44C)
        ({"hand": ["D2", "S9"], "penalty_cards": ["HK"], "led": "C"}, ["HK"]),  # discarded at the first chance (50D1)
        ({"hand": ["C2"], "penalty_cards": ["HK", "DQ"], "led": "S"}, ["HK", "DQ"]),  # declarer designates (51A)
        ({"hand": ["S3"], "penalty_cards": ["HQ"], "led": "none", "requirement": "不引红心"}, []),  # lead penalty first
        ({"hand": [], "penalty_cards": ["HQ"], "led": "none", "requirement": "不引红心"}, ["HQ"]),  # nothing else (59)
        ({"hand": ["S3"], "penalty_cards": ["HQ"], "led": "C", "requirement": "不引红心"}, ["HQ"]),  # he does not lead
        ({"hand": ["H9", "HA"], "penalty_cards": ["HQ"], "led": "H", "requirement": "最小"}, []),  # play penalty first
    ],
)
def test_penalty_cards_due(given: dict[str, Any], due: list[str]) -> None:
    found = call("bridge.penalty_cards_due", given)
    assert sorted(found["cards"]) == sorted(due)
    assert found["count"] == len(due)


@pytest.mark.parametrize(
    ("cards", "pattern", "names"),
    [
        (["HK"], "one_card", "红心"),
        (["S7", "S3"], "one_suit", "黑桃"),
        (["DQ", "HK", "H2"], "several_suits", "红心、方块"),
    ],
)
def test_penalty_card_suits(cards: list[str], pattern: str, names: str) -> None:
    found = call("bridge.penalty_card_suits", {"penalty_cards": cards})
    assert (found["pattern"], found["names"]) == (pattern, names)


@pytest.mark.parametrize(
    ("cls", "cards", "hand", "played", "led", "duty"),
    [
        ("minor", ["S5"], ["S7", "SJ", "H3"], "S7", "S", "minor_below_honor"),  # 50C
        ("minor", ["S5"], ["S7", "SJ", "H3"], "SJ", "S", "minor_free"),  # an honor may be played (50C)
        ("minor", ["S5"], ["S7", "H3"], "H3", "none", "minor_free"),  # another suit may be led (50C)
        ("minor", ["S5"], ["H3", "D2"], "D2", "H", "suit_not_followed"),  # 44C
        ("major", ["HK"], ["D2", "S9"], "D2", "C", "major_due"),  # 50D1
        ("major", ["HK"], ["S9", "D2"], "S9", "S", "not_due"),  # following suit first (50D1)
    ],
)
def test_penalty_card_missed(cls: str, cards: list[str], hand: list[str], played: str, led: str, duty: str) -> None:
    given = {"hand": hand, "penalty_cards": cards, "penalty_class": cls, "played": played, "led": led}
    assert call("bridge.penalty_card_missed", given) == {"duty": duty}


def test_barred_by_minor_penalty_card() -> None:
    found = call("bridge.barred_by_minor_penalty_card", {"hand": ["SJ", "S9", "S3", "H2"], "penalty_cards": ["S5"]})
    assert found["cards"] == ["S9", "S3"]


@pytest.mark.parametrize(
    ("function", "given"),
    [
        ("penalty_cards_due", {"hand": ["S2"], "penalty_cards": [], "led": "S"}),
        ("penalty_cards_due", {"hand": ["S2"], "penalty_cards": ["HK"], "led": "S", "requirement": "引"}),
        ("penalty_card_suits", {"penalty_cards": ["HK", "HK"]}),
        ("barred_by_minor_penalty_card", {"hand": ["S2"], "penalty_cards": ["SA"]}),
    ],
)
def test_what_cannot_be_is_refused(function: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError):
        call(f"bridge.{function}", given)


def test_another_penalty_card_joins_those_lying() -> None:
    assert call("bridge.penalty_cards_with", {"card": "HK", "lying": ["D3"]}) == {"cards": ["D3", "HK"]}
    assert call("bridge.penalty_cards_with", {"card": "HK"}) == {"cards": ["HK"]}
    assert call("bridge.penalty_cards_with", {"card": "D3", "lying": ["D3"]}) == {"cards": ["D3"]}


def test_penalty_cards_are_found_by_seat() -> None:
    given = {"seat": "E", "east": ["HK"], "west": ["DQ"]}
    assert call("bridge.penalty_cards_of", given) == {"cards": ["HK"]}
    assert call("bridge.penalty_cards_of", {**given, "partner": True}) == {"cards": ["DQ"]}
    assert call("bridge.penalty_cards_of", {"seat": "N"}) == {"cards": None}


def test_penalty_cards_due_without_the_rest_of_the_hand() -> None:
    assert ask("penalty_cards_due", penalty_cards=["SA", "D3"], led="none")["cards"] == ["SA", "D3"]
    assert ask("penalty_cards_due", penalty_cards=["SA", "D3"], led="D")["cards"] == ["D3"]
    assert ask("penalty_cards_due", penalty_cards=["SA", "D3"], led="H")["count"] is None
    assert ask("penalty_cards_due", penalty_cards=["SA"], led="none", requirement="不得引黑桃")["count"] is None


UNKNOWN = {"cards": None, "left": "unknown", "played_off": None}


@pytest.mark.parametrize(
    ("given", "answer"),
    [
        ({"penalty_cards": ["D6"], "played": "D4"}, {"cards": ["D4"], "left": "alone", "played_off": ["D6"]}),
        (
            {"penalty_cards": ["HK", "DQ"], "played": "S2", "due": ["DQ"]},
            {"cards": ["HK", "S2"], "left": "several", "played_off": ["DQ"]},
        ),
        ({"penalty_cards": ["HK", "DQ"], "played": "S2", "due": ["HK", "DQ"]}, UNKNOWN),
        ({"penalty_cards": ["HK", "DQ"], "played": "S2"}, UNKNOWN),
    ],
)
def test_what_lies_after_a_penalty_card_was_put_in_place(given: dict[str, Any], answer: dict[str, Any]) -> None:
    card = answer["played_off"][0] if answer["played_off"] else None
    assert call("bridge.penalty_cards_left", given) == answer | {"card": card}


def test_a_penalty_card_that_lies_there_and_is_not_told_is_asked_for() -> None:
    """The ♥K lies before East: the ♠5 alone would be minor, both are major (law 50B), so both are to be told."""
    from decision_trees.bridge.penalty_cards import all_penalty_cards

    assert all_penalty_cards("E", ["S5", "HK"], east=["HK"]) == {"cards": ["S5", "HK"]}
    assert all_penalty_cards("W", ["S5"], east=["HK"]) == {"cards": ["S5"]}
    with pytest.raises(RuleInputError, match="东家面前原有罚张红心K"):
        all_penalty_cards("E", ["S5"], east=["HK"])


def test_what_may_be_played_while_no_penalty_card_can_be() -> None:  # 44C, 50D1
    given = {"penalty_cards": ["HK", "C5"], "led": "S", "hand": ["S9", "S3", "D4"]}
    assert call("bridge.penalty_cards_due", given)["open"] == ["S9", "S3"]
    assert call("bridge.penalty_cards_due", given | {"led": "D"})["open"] == ["D4"]
    assert (
        call("bridge.penalty_cards_due", {"penalty_cards": ["HK"], "led": "none"})["open"] is None
    )  # his hand is not known


def test_the_penalty_cards_of_a_suit_are_picked_up_together() -> None:  # 50D2a, 51B2
    lying = ["HK", "C5", "H3"]
    assert call("bridge.penalty_cards_of_suit", {"penalty_cards": lying, "suit": "H"})["cards"] == ["HK", "H3"]
    assert call("bridge.penalty_cards_of_suit", {"penalty_cards": lying, "suit": "S"})["cards"] is None


def test_none_before_him_is_known_where_that_was_entered() -> None:
    assert call("bridge.penalty_cards_of", {"seat": "W", "west": []})["cards"] == []
    assert call("bridge.penalty_cards_of", {"seat": "W"})["cards"] is None


def test_the_suits_of_the_penalty_cards_once_one_more_lies_there() -> None:
    """The ♥K led out of turn beside the ♦5: declarer may choose among both suits (51B2); beside the ♥5 there is one suit."""
    assert call("bridge.penalty_suits_with", {"card": "HK", "lying": ["D5"]}) == {
        "several": True,
        "names": "红心、方块",
    }
    assert call("bridge.penalty_suits_with", {"card": "HK", "lying": ["H5"]}) == {"several": False, "names": None}
    assert call("bridge.penalty_suits_with", {"lying": ["D5", "H5"]})["several"] is False
    assert call("bridge.penalty_suits_with", {})["several"] is False


def test_of_several_cards_shown_one_that_follows_is_designated() -> None:
    """58B2: he designates which is played, but he must follow suit where he can (44C)."""
    shown = {"shown": ["D5", "C8"]}
    name = "bridge.cards_to_designate"
    assert call(name, shown | {"led": "D"}) == {
        "case": "one",
        "cards": ["D5"],
        "played": "D5",
        "rest": ["C8"],
        "count": 2,
    }
    assert call(name, shown | {"led": "H"}) == {
        "case": "void",
        "cards": ["D5", "C8"],
        "played": None,
        "rest": None,
        "count": 2,
    }
    leads = call(name, shown | {"led": "none", "designated": "C8"})
    assert (leads["case"], leads["played"], leads["rest"]) == ("named", "C8", ["D5"])
    assert call(name, {"shown": ["D5", "D9", "C8"], "led": "D"})["cards"] == ["D5", "D9"]
    with pytest.raises(RuleInputError, match="不能指定打梅花8：能打的是方块5"):
        call(name, shown | {"led": "D", "designated": "C8"})


def test_cards_played_too_many_lie_beside_those_that_lay_there() -> None:  # 45E1, 50B, 58B2
    name = "bridge.penalty_cards_laid_down"
    assert call(name, {"card": "C8", "lying": ["DQ"]}) == {"cards": ["DQ", "C8"]}
    assert call(name, {"card": "D5", "cards": ["C8", "C7"]}) == {"cards": ["C8", "C7"]}
    assert call(name, {"lying": ["DQ"]}) == {"cards": None}


@pytest.mark.parametrize(
    ("given", "cards"),
    [
        ({"penalty_cards": ["HK"], "count": 1}, ["HK"]),  # the one there is
        ({"penalty_cards": ["HK", "DQ"], "count": 1}, None),  # which of the two nobody said
        ({"penalty_cards": ["HK", "DQ"], "count": 1, "led": "H"}, ["HK"]),  # he follows with it (44C)
        ({"penalty_cards": ["HK", "DQ"], "count": 2, "led": "none"}, ["HK", "DQ"]),
        ({"penalty_cards": ["HK"], "count": 1, "led": "S"}, ["HK"]),  # the referee knows that he is void
    ],
)
def test_the_penalty_cards_due_where_the_referee_says_how_many(given: dict[str, Any], cards: list[str] | None) -> None:
    assert call("bridge.penalty_cards_told_due", given)["cards"] == cards


def test_a_small_card_that_was_led_is_major_beyond_doubt() -> None:
    assert call("bridge.surely_major", {"cards": ["S7"]})["major"] is False
    assert call("bridge.surely_major", {"cards": ["S7"], "led": "S7"})["major"] is True  # 50B
