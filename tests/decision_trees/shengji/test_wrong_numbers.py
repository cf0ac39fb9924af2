"""Too many and too few cards: between whom, and who decides (2.3, 22.1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("hands", "bottom", "action"),
    [
        ((12, 12, 12, 12), 6, "ok"),
        ((12, 12, 12, 12), 5, "redeal_new_deck"),
        ((12, 12, 12, 12), 7, "redeal_new_deck"),
        ((13, 11, 12, 12), 6, "art22"),
        ((13, 12, 12, 12), 5, "art22"),
        ((11, 12, 12, 12), 7, "art22"),
    ],
)
def test_deal_check(hands: tuple[int, ...], bottom: int, action: str) -> None:
    counts = dict(zip("SENW", hands, strict=True))
    assert call("shengji.deal_check", {"hands": counts, "bottom": bottom}) == {"action": action}


@pytest.mark.parametrize(
    ("offender", "other", "seen", "decider"),
    [  # South is banker
        ("E", "N", False, "N"),  # one of either side: the other
        ("S", "W", True, "W"),
        ("S", "N", False, "E"),  # both of the banker's side: the next after the one at fault
        ("N", "S", True, "W"),
        ("E", "W", False, "S"),  # both defenders: the banker,
        ("W", "E", True, "N"),  # or his partner once he saw the bottom
    ],
)
def test_art22_decider(offender: str, other: str, seen: bool, decider: str) -> None:
    asked = {"offender": offender, "other": other, "banker": "S", "bottom_seen": seen}
    assert call("shengji.art22_decider", asked) == {"decider": decider}


@pytest.mark.parametrize(
    ("hands", "bottom", "between"),
    [
        ((12, 12, 12, 12), 6, "nobody"),
        ((12, 12, 12, 12), 7, "bottom_only"),
        ((11, 13, 12, 12), 6, "two_hands"),
        ((10, 12, 14, 12), 6, "two_hands"),
        ((12, 11, 12, 12), 7, "bottom_and_hand"),
        ((12, 12, 12, 13), 5, "bottom_and_hand"),
        ((11, 14, 11, 12), 6, "several"),
        ((13, 11, 12, 11), 7, "several"),
        ((12, 11, 12, 12), 6, "not_whole"),  # 53 cards
        ((13, 11, 12, 12), 5, "not_whole"),
        ((13, 12, 12, 12), 6, "not_whole"),  # 55 cards
        ((12, 12, 12, 12), 5, "bottom_only"),  # 53 cards, but 2.3 says what to do
    ],
)
def test_where_cards_are_too_many_and_too_few(hands: tuple[int, ...], bottom: int, between: str) -> None:
    given = {"hands": dict(zip("SENW", hands, strict=True)), "bottom": bottom}
    assert functions.call("shengji.wrong_number_between", given)["between"] == between


@pytest.mark.parametrize(
    ("offender", "other", "relation"), [("E", "S", "opposite"), ("N", "S", "banker_side"), ("E", "W", "defenders")]
)
def test_sides_of_the_players_in_error(offender: str, other: str, relation: str) -> None:
    given = {"offender": offender, "other": other, "banker": "S"}
    assert functions.call("shengji.wrong_number_sides", given)["relation"] == relation


def test_one_player_cannot_be_both() -> None:
    with pytest.raises(RuleInputError, match="应是两家"):
        functions.call("shengji.wrong_number_sides", {"offender": "E", "other": "E", "banker": "S"})


@pytest.mark.parametrize(
    ("offender", "other", "banker", "seen", "decider"),
    [  # 22.1p2 with every seat as banker
        ("N", "S", "E", False, "E"),
        ("N", "S", "E", True, "W"),
        ("E", "W", "E", True, "N"),
        ("W", "E", "E", False, "S"),
        ("S", "E", "N", None, "E"),  # one of either side: whether the bottom was seen is not asked
        ("W", "N", "W", None, "N"),
    ],
)
def test_who_decides_for_every_pair_of_players(
    offender: str, other: str, banker: str, seen: bool | None, decider: str
) -> None:
    asked = {"offender": offender, "other": other, "banker": banker, "bottom_seen": seen}
    assert call("shengji.art22_decider", asked) == {"decider": decider}


def _numbers(bottom: int, banker: str | None = None, **hands: int) -> dict[str, Any]:
    return call("shengji.wrong_number_between", {"hands": hands, "bottom": bottom, "banker": banker})


def test_numbers_once_the_banker_has_taken_the_bottom() -> None:
    right = _numbers(0, S=18, E=12, N=12, W=12)
    assert (right["between"], right["bottom_seen"]) == ("nobody", True)
    wrong = _numbers(0, banker="S", S=18, E=11, N=12, W=13)
    assert (wrong["between"], wrong["over"], wrong["short"]) == ("two_hands", "W", "E")
    assert wrong["said"] == "东家11张、西家13张"
    with pytest.raises(RuleInputError, match="庄家写的是"):
        _numbers(0, banker="N", S=18, E=12, N=12, W=12)


def test_numbers_before_the_bottom_is_taken() -> None:
    assert _numbers(6, S=12, E=11, N=12, W=13)["bottom_seen"] is None
    assert _numbers(7, S=12, E=11, N=12, W=12)["short"] == "E"
    assert _numbers(5, S=12, E=12, N=12, W=12)["between"] == "bottom_only"


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("deal_check", {"hands": {"S": 12, "E": 12, "N": 12}, "bottom": 6}),
        ("deal_check", {"hands": {"S": 12, "E": 12, "N": 12, "W": -1}, "bottom": 6}),
        ("art22_decider", {"offender": "E", "other": "E", "banker": "S", "bottom_seen": False}),
        ("art22_decider", {"offender": "E", "other": "W", "banker": None, "bottom_seen": False}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        (
            "art22_decider",
            {"offender": "E", "other": "W", "banker": "S", "bottom_seen": "no"},
            "“bottom_seen”应是 true（是）或 false（否），现在是 'no'。",
        ),
    ],
)
def test_a_wrong_type_is_named(name: str, given: dict[str, Any], message: str) -> None:
    """Something that may be left out is not said to have to be empty."""
    with pytest.raises(RuleInputError) as raised:
        call(f"shengji.{name}", given)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("given", "over"),
    [
        ({"over": "E"}, True),
        ({"south": 11, "east": 12, "north": 12, "west": 12}, False),  # a card is lost: nobody to draw from (22.2)
        ({"south": 11, "east": 13}, True),
        ({"south": 11, "east": 12}, None),
        ({}, None),
    ],
)
def test_is_there_anybody_to_draw_from(given: dict[str, Any], over: bool | None) -> None:
    assert call("shengji.somebody_over", given) == {"over": over}


@pytest.mark.parametrize(
    ("hands", "bottom", "wrong", "off", "over", "short"),
    [
        pytest.param(
            {"S": 13, "E": 12, "N": 12, "W": 12}, 5, True, False, None, None, id="28b.6: one card too few buried"
        ),
        pytest.param(
            {"S": 12, "E": 13, "N": 12, "W": 12}, 5, False, True, "E", "S", id="22.2: the bottom was one short"
        ),
        pytest.param(
            {"S": 12, "E": 11, "N": 12, "W": 12}, 7, False, True, "S", "E", id="22.2: the bottom was one over"
        ),
        pytest.param({"S": 12, "E": 13, "N": 11, "W": 12}, 6, False, False, "E", "N", id="22.2: two hands"),
    ],
)
def test_a_wrong_discard_is_told_from_a_wrong_number(
    hands: dict[str, int], bottom: int, wrong: bool, off: bool, over: str | None, short: str | None
) -> None:
    found = call("shengji.after_discard", {"hands": hands, "bottom": bottom, "banker": "S"})
    assert found == {"discard_wrong": wrong, "bottom_off": off, "over": over, "short": short}


@pytest.mark.parametrize(
    ("bottom", "buried"), [(5, 5), (18, 18), (19, None)]
)  # twelve cards and the six of the bottom (6p1)
def test_more_than_the_banker_had_was_not_buried_by_him(bottom: int, buried: int | None) -> None:
    assert call("shengji.cards_buried", {"bottom": bottom}) == {"buried": buried}
