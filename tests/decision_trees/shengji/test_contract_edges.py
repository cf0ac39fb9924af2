"""Edges of the rule functions by hand: aces, kings and tens as levels, thresholds, what has the wrong type."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call

_SEATS = "SENW"


def _trick(first: str, *cards: str) -> list[list[str]]:
    start = _SEATS.index(first)
    return [[_SEATS[(start + at) % 4], written] for at, written in enumerate(cards)]


@pytest.mark.parametrize(
    ("level", "plays", "winner", "points"),
    [  # spades are trumps
        pytest.param(
            "A", _trick("S", "HK", "HQ", "H5", "H4"), "S", 15, id="1.6: no ace in a side suit, the king is highest"
        ),
        pytest.param("A", _trick("S", "S3", "HA", "S4", "DA"), "E", 0, id="11.1: of two equal level cards the first"),
        pytest.param("2", _trick("W", "D10", "H2", "D5", "C2"), "S", 15, id="11.1: the same among ruffs"),
        pytest.param("2", _trick("W", "D10", "H2", "D5", "LJ"), "N", 15, id="1.7: the little joker over a level card"),
        pytest.param(
            "2", _trick("S", "H10 H9", "HQ H3", "H4 H5", "S3 C4"), "S", 15, id="8: a throw that stands is not beaten"
        ),
        pytest.param(
            "A", _trick("E", "D7 D8 D9", "S3 S4 H6", "S6 S7 S8", "S9 DA CA"), "S", 0, id="12.2p2: leading trump"
        ),
        pytest.param(
            "2", _trick("E", "D7 D8 D9", "BJ LJ H6", "S6 S7 S8", "S9 H3 H4"), "W", 0, id="12.1p3: mixed, no ruff"
        ),
    ],
)
def test_trick_winner(level: str, plays: list[list[str]], winner: str, points: int) -> None:
    asked = {"plays": plays, "level": level, "trump": "S"}
    assert call("shengji.trick_winner", asked) == {"winner": winner, "points": points}


@pytest.mark.parametrize(
    ("throw", "others", "beaten", "blockers", "penalty", "smallest"),
    [  # North throws, aces are played, spades are trumps
        pytest.param(
            "CK CQ", {"E": "CA", "S": "BJ", "W": "CJ"}, "", "", 0, None, id="1.6: the ace is a trump, no club"
        ),
        pytest.param(
            "SK SQ", {"E": "CA", "S": "BJ", "W": "SJ"}, "SK SQ", "E S", 30, "SQ", id="28b.2.3: a king of trumps"
        ),
        pytest.param(
            "DA SA", {"E": "LJ", "S": "", "W": ""}, "DA SA", "E", 20, "DA", id="28b.4.2: aces that are trumps are light"
        ),
        pytest.param(
            "C4 CQ C9", {"E": "C5", "S": "D3", "W": "C10"}, "C4 C9", "E W", 30, "C4", id="in the order thrown"
        ),
    ],
)
def test_throw_check(
    throw: str, others: dict[str, str], beaten: str, blockers: str, penalty: int, smallest: str | None
) -> None:
    asked = {"throw": throw, "thrower": "N", "level": "A", "trump": "S", "others": others}
    assert call("shengji.throw_check", asked) == {
        "valid": not beaten,
        "beaten": beaten.split(),
        "blockers": blockers.split(),
        "chooser": "W",  # 1.10: the next after North
        "penalty": penalty,
    } | ({} if smallest is None else {"smallest_beaten": smallest})


@pytest.mark.parametrize(
    ("level", "cards", "heavy", "penalty"),
    [  # spades are trumps
        pytest.param("A", "DA SA HK", "HK", 40, id="28b.4.2: level aces are no side aces"),
        pytest.param("10", "D10 S10 LJ", "D10 S10", 50, id="28b.4.2: tens as level cards"),
        pytest.param("2", "HA CA DA HK", "HA CA DA HK", 80, id="28b.1: just the cap"),
        pytest.param("2", "HA CA DA HK H3", "HA CA DA HK", 80, id="28b.1: above the cap"),
    ],
)
def test_exposed_points(level: str, cards: str, heavy: str, penalty: int) -> None:
    asked = {"cards": cards, "level": level, "trump": "S"}
    assert call("shengji.exposed_points", asked) == {"heavy": heavy.split(), "penalty": penalty}


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
def test_art22_decider(offender: str, other: str, banker: str, seen: bool | None, decider: str) -> None:
    asked = {"offender": offender, "other": other, "banker": banker, "bottom_seen": seen}
    assert call("shengji.art22_decider", asked) == {"decider": decider}


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("points", {"cards": None}, "“cards”应是文字或列表，现在是 None。"),
        ("points", {"cards": [5]}, "“cards[0]”应是文字，现在是 5。"),
        ("standard_score", {"diff": 1.5}, "“diff”应是整数，现在是 1.5。"),
        ("standard_score", {"a": [2], "b": "3"}, "“a”应是文字或整数，现在是 [2]。"),
        (
            "art22_decider",
            {"offender": "E", "other": "W", "banker": "S", "bottom_seen": "no"},
            "“bottom_seen”应是 true（是）或 false（否），现在是 'no'。",
        ),
        (
            "final_total",
            {"trick_points": 0, "bottom": "", "last_trick_side": "banker", "penalties": "none"},
            "“penalties”应是列表，现在是 'none'。",
        ),
        (
            "final_total",
            {"trick_points": 0, "bottom": "", "last_trick_side": "banker", "penalties": [None]},
            "“penalties[0]”应是一组“名: 值”，现在是 None。",
        ),
        ("time_check", {"action": "lead", "seconds": 10**400}, "“seconds”的数太大了。"),
        ("flip_trump", {"bottom": ""}, "没有写翻出的底牌，请从上面第一张起写（第三条第3段）。"),
    ],
)
def test_a_wrong_type_is_named(name: str, given: dict[str, Any], message: str) -> None:
    """Something that may be left out is not said to have to be empty."""
    with pytest.raises(RuleInputError) as raised:
        call(f"shengji.{name}", given)
    assert str(raised.value) == message
