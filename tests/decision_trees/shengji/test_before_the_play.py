"""Drawing, declaring, turning the bottom, bombs and revolution (2.3, 3, 4, 5, 22.1)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


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
    ("cards", "bomb"),
    [("S8 H8 D8 C8", True), ("S8 H8 D8", False), ("S8 H8 D8 C9", False), ("SA HA DA CA", True), ("BJ LJ S8 H8", False)],
)
def test_is_bomb(cards: str, bomb: bool) -> None:
    assert call("shengji.is_bomb", {"cards": cards}) == {"bomb": bomb}


def test_owed_to_a_bomb() -> None:
    """One card of each suit, any for a suit that is missing (4, D-26-3)."""
    assert call("shengji.owed_to_bomb", {"hand": "S3 S4 H5 D6 BJ"})["must"] == ["S", "H", "D"]
    assert call("shengji.owed_to_bomb", {"hand": "S3 S4 H5 D6 BJ"})["free"] == 1


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
        ("deal_check", {"hands": {"S": 12, "E": 12, "N": 12}, "bottom": 6}),
        ("deal_check", {"hands": {"S": 12, "E": 12, "N": 12, "W": -1}, "bottom": 6}),
        ("art22_decider", {"offender": "E", "other": "E", "banker": "S", "bottom_seen": False}),
        ("art22_decider", {"offender": "E", "other": "W", "banker": None, "bottom_seen": False}),
        ("is_bomb", {"cards": "S8 S8 D8 C8"}),
        ("can_revolt", {"hand": "SA", "stage": "after_deal_before_lead"}),
        ("owed_to_bomb", {"hand": "SA"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)
