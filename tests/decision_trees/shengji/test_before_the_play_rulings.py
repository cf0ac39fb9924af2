"""Between whom cards are too many and too few, and who draws first: worked out by hand from 2.2, 2.3 and 22.1."""

from __future__ import annotations

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError


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
    ("card", "flipper", "from_self", "drawer"),
    [
        ("H7", "S", True, "N"),
        ("H7", "S", False, "W"),
        ("SA", "N", True, "N"),
        ("SK", "E", True, "E"),
        ("C10", "W", True, "S"),
    ],
)
def test_who_draws_the_first_card(card: str, flipper: str, from_self: bool, drawer: str) -> None:
    given = {"card": card, "flipper": flipper, "from_self": from_self}
    assert functions.call("shengji.first_drawer", given)["drawer"] == drawer


def test_a_joker_has_no_points_to_count() -> None:
    assert functions.call("shengji.turned_points", {"card": "LJ"}) == {"kind": "joker", "count": None}
    with pytest.raises(RuleInputError, match="裁判长"):
        functions.call("shengji.first_drawer", {"card": "LJ", "flipper": "S", "from_self": True})
