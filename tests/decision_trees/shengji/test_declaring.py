"""Before play: drawing, declaring, turning the bottom, revolution (2, 3, 5)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import functions
from decision_trees.functions import RuleInputError, call
from decision_trees.shengji.declaring import earlier_in_draw, showing_prevails, upper_hand_agreed


def _shown(*items: str) -> list[dict[str, Any]]:
    """``E H2 11`` during the draw, ``E H2 48 late`` after it."""
    words = [item.split() for item in items]
    return [{"seat": w[0], "card": w[1], "at": int(w[2]), "during_draw": len(w) == 3} for w in words]


@pytest.mark.parametrize(
    ("level", "banker", "shown", "trump", "after"),
    [
        ("2", None, _shown("E H2 11"), "H", "E"),
        ("2", None, _shown("E H2 11", "N S2 7"), "S", "N"),  # the first to show
        ("2", None, _shown("E H3 5", "N S2 7"), "S", "N"),  # no level card
        ("2", None, _shown("E BJ 5", "N S2 7"), "S", "N"),  # a joker has no suit
        ("2", None, _shown("E H2 12 late"), None, None),  # after the draw; no banker: D-21
        ("2", None, [], None, None),
        ("5", "W", _shown("E H5 3"), "H", "W"),  # the banker stays (3p2)
        ("5", "W", _shown("W D5 9", "E H5 3"), "H", "W"),
        ("5", "W", _shown("E H2 3"), None, "W"),
        ("5", "W", [], None, "W"),
    ],
)
def test_declare(
    level: str, banker: str | None, shown: list[dict[str, Any]], trump: str | None, after: str | None
) -> None:
    asked = {"first_deal": banker is None, "level": level, "banker": banker, "shown": shown}
    assert call("shengji.declare", asked) == {"trump": trump, "banker": after}


@pytest.mark.parametrize(
    ("bottom", "trump", "turned"),
    [
        ("D7 H3 S5 C9 SA C2", "D", 1),
        ("BJ H3 S5 C9 SA C2", "H", 2),
        ("LJ BJ C9 S5 SA C2", "C", 3),
        ("S2 H3", "S", 1),  # a level card turns up its suit
    ],
)
def test_flip_trump(bottom: str, trump: str, turned: int) -> None:
    assert call("shengji.flip_trump", {"bottom": bottom}) == {"trump": trump, "turned": turned}


_EMPTY = "SA SQ SJ S9 S8 S7 S6 S4 S3 S2 HA HQ"


@pytest.mark.parametrize(
    ("hand", "stage", "can"),
    [
        (_EMPTY, "after_deal_before_lead", True),
        (_EMPTY, "during_draw", False),
        (_EMPTY, "after_first_lead", False),
        (_EMPTY.replace("HQ", "H5"), "after_deal_before_lead", False),
        (_EMPTY.replace("HQ", "HK"), "after_deal_before_lead", False),
        (_EMPTY.replace("HQ", "BJ"), "after_deal_before_lead", True),
        ("SA", "during_draw", False),
    ],
)
def test_can_revolt(hand: str, stage: str, can: bool) -> None:
    assert call("shengji.can_revolt", {"hand": hand, "stage": stage}) == {"can": can}


_FIRST = {"first_deal": True, "level": "2", "banker": None, "shown": _shown("E H2 11")}


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


def test_who_shuffles_cuts_and_draws_first() -> None:
    # banker south: the partner opposite shuffles, the previous player on his left cuts; turns run S, E, N, W
    assert call("shengji.deal_start", {"banker": "S"}) == {"shuffler": "N", "cutter": "W", "first": "S", "second": "E"}


@pytest.mark.parametrize(
    ("first", "earlier"),
    [("S", "E"), ("E", "E"), ("N", "W"), ("W", "W")],  # anticlockwise S, E, N, W (1.10): E and W show
)
def test_the_order_of_drawing_runs_anticlockwise_from_who_drew_first(first: str, earlier: str) -> None:
    assert earlier_in_draw("E", "W", first)["earlier"] == earlier
    assert earlier_in_draw("W", "E", first)["earlier"] == earlier


def test_from_the_second_deal_on_the_banker_drew_first() -> None:
    assert earlier_in_draw("E", "S", first_deal=False, banker="N")["earlier"] == "S"


def test_in_the_first_deal_nobody_is_banker_before_the_draw() -> None:
    assert earlier_in_draw("E", "S", first_deal=True, banker="N")["earlier"] is None


def test_one_seat_is_not_two_players() -> None:
    with pytest.raises(RuleInputError, match="应是两家"):
        earlier_in_draw("E", "E", "S")


def test_there_is_one_level_card_of_a_suit() -> None:
    with pytest.raises(RuleInputError, match="同一花色"):
        showing_prevails("E", "E", "N", "H", "H", first_deal=True)


def test_who_prevails_is_one_of_the_two() -> None:
    with pytest.raises(RuleInputError, match="其中一家为先"):
        showing_prevails("S", "E", "N", "H", "C", first_deal=True)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("declare", _FIRST | {"level": "3"}),
        ("declare", _FIRST | {"banker": "E"}),
        ("declare", _FIRST | {"first_deal": False}),
        ("declare", _FIRST | {"shown": _shown("E H2 11", "S C2 11")}),  # at the same time: D-22
        ("declare", _FIRST | {"shown": _shown("E H2 0")}),
        ("declare", _FIRST | {"shown": [{"seat": "E", "card": "H2", "at": 1}]}),
        ("declare", _FIRST | {"shown": [{"seat": "E", "card": "H2", "at": 1, "during_draw": 1}]}),
        ("declare", _FIRST | {"shown": _shown("E H2 49")}),  # 1.18: 48 cards are drawn
        ("declare", _FIRST | {"shown": _shown("E H2 11", "N H2 20")}),  # 1.1: there is one H2
        ("declare", _FIRST | {"shown": _shown("E H2 11", "E C2 11")}),  # which of the two made trumps?
        ("declare", _FIRST | {"first_deal": False, "level": "7", "banker": "X", "shown": []}),
        ("flip_trump", {"bottom": "BJ LJ"}),
        ("flip_trump", {"bottom": ""}),
        ("flip_trump", {"bottom": "D7 H3 S5 C9 SA C2 C3"}),
        ("can_revolt", {"hand": "SA", "stage": "after_deal_before_lead"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("flip_trump", {"bottom": ""}, "没有写翻出的底牌，请从上面第一张起写（第三条第3段）。"),
    ],
)
def test_a_wrong_type_is_named(name: str, given: dict[str, Any], message: str) -> None:
    """Something that may be left out is not said to have to be empty."""
    with pytest.raises(RuleInputError) as raised:
        call(f"shengji.{name}", given)
    assert str(raised.value) == message


@pytest.mark.parametrize(
    ("first", "agreed"),
    [("E", True), ("S", True), ("W", True), ("N", False), (None, False)],  # 2.2: S E N W; E sits on N's left (1.9)
)
def test_the_upper_hand_either_way(first: str | None, agreed: bool) -> None:
    assert upper_hand_agreed("E", "N", first)["agreed"] is agreed
    assert upper_hand_agreed("N", "E", first)["agreed"] is agreed


def test_no_upper_hand_among_partners_or_unknown_players() -> None:
    assert upper_hand_agreed("E", "W", "E")["agreed"] is False
    assert upper_hand_agreed(None, "W", "E")["agreed"] is False


def test_one_player_who_shows_two_suits_at_once() -> None:
    """The upper hand (3p1) is between two players; which suit counts is not written."""
    with pytest.raises(RuleInputError, match="南家同时亮了红心2、梅花2"):
        call("shengji.declare", _FIRST | {"shown": _shown("S H2 11", "S C2 11")})


def test_who_prevails_has_shown_a_suit() -> None:
    given = {"winner": "W", "a": "W", "b": "S", "suit_a": "X", "suit_b": "D", "first_deal": True}
    with pytest.raises(RuleInputError, match="花色"):
        call("shengji.showing_prevails", given)


def test_whose_showing_is_in_question() -> None:
    """3p1, 3p2, 3p4: he who showed alone, or he who showed a level card after another; of two at once neither."""
    ask = {"shower": "W", "other": "S"}
    assert call("shengji.showing_at_fault", ask | {"showing": "alone", "level_card": True}) == {"seat": "W"}
    assert call("shengji.showing_at_fault", ask | {"showing": "one_after_another", "level_card": True}) == {"seat": "S"}
    assert call("shengji.showing_at_fault", ask | {"showing": "one_after_another", "level_card": False}) == {
        "seat": None
    }
    assert call("shengji.showing_at_fault", ask | {"showing": "together", "level_card": True}) == {"seat": None}
    assert call("shengji.showing_at_fault", {}) == {"seat": None}


def test_what_follows_where_nobody_showed() -> None:
    """3p1, 3p3: nobody is banker in the first deal; later the banker turns up the bottom."""
    assert call("shengji.nobody_showed", {"first_deal": True}) == {"said": "首副按无人抢庄"}
    assert call("shengji.nobody_showed", {"first_deal": False, "banker": "W"}) == {"said": "由西家翻底定主"}
    assert call("shengji.nobody_showed", {"first_deal": False}) == {"said": "由庄家翻底定主"}
    assert call("shengji.nobody_showed", {}) == {"said": None}
