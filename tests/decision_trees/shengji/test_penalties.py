"""Exposed cards, revokes, amounts and caps (24, 25, 28b, 19.3)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees import tables
from decision_trees.functions import RuleInputError, call, functions
from rules_data.handbook import open_handbook


@pytest.mark.parametrize(
    ("cards", "level", "trump", "heavy", "penalty"),
    [
        ("SA DA LJ", "6", "S", "DA", 40),
        ("BJ", "6", "S", "BJ", 20),
        ("LJ", "6", "S", "", 10),
        ("SK S10", "6", "S", "SK S10", 40),  # trumps too (D-08-2)
        ("HK H10", "6", "S", "HK H10", 40),
        ("HA", "A", "S", "", 10),  # a level card is no side ace
        ("HA", "6", "H", "", 10),
        ("HA", "6", "S", "HA", 20),
        ("H5 HQ", "6", "S", "", 20),  # fives are light
        ("HA HK H10 BJ", "6", "S", "HA HK H10 BJ", 80),
        ("HA HK H10 BJ D3", "6", "S", "HA HK H10 BJ", 80),  # at most 80 (D-15)
        ("D3 D4 D5 D7 D8 D9 DJ", "6", "S", "", 70),
        ("D3 D4 D5 D7 D8 D9 DJ DQ C3", "6", "S", "", 80),
    ],
)
def test_exposed_points(cards: str, level: str, trump: str, heavy: str, penalty: int) -> None:
    asked = {"cards": cards, "level": level, "trump": trump}
    assert call("shengji.exposed_points", asked) == {"heavy": heavy.split(), "penalty": penalty}


@pytest.mark.parametrize(
    ("kind", "n", "penalty"),
    [
        ("revoke", 1, 40),
        ("revoke", 2, 40),  # two cards withheld in one play are one revoke
        ("wrong_bottom", 1, 40),
        ("wrong_bottom", 2, 40),
        ("out_of_turn", 1, 10),
        ("out_of_turn", 3, 30),
        ("out_of_turn", 9, 90),  # 28b.5 has no cap
        ("wrong_cards", 1, 10),
        ("wrong_cards", 8, 80),
        ("wrong_cards", 9, 80),  # 28b.1: 最多不超过80分
    ],
)
def test_flat_penalty(kind: str, n: int, penalty: int) -> None:
    assert call("shengji.flat_penalty", {"kind": kind, "n": n}) == {"penalty": penalty}


def test_table_4_is_lost() -> None:
    assert [(row["grade"], row["amount"]) for row in tables.rows("shengji-40", "penalty-grades")] == [
        (grade, None) for grade in (1, 2, 3, 4)
    ]


@pytest.mark.parametrize(
    ("hand", "led", "play", "cards", "said", "wrong"),
    [  # 7 is played, spades are trumps
        ("H4 HQ S3", "H9", "S3", "HQ H4", "红心Q、红心4", ["S3"]),
        ("H4 HQ S3", "H9", "H4", "", None, None),
        ("H7 D3 S3", "S9", "D3", "H7 S3", "红心7、黑桃3", ["D3"]),  # a level card withheld
        ("H4 HQ S3", "HA HK", "H4 S3", "HQ", "红心Q", ["S3"]),
        ("H4 D3 S3", "HA HK", "H4 S3", "", None, None),
        ("D4 D3 S3", "HA HK", "D4 S3", "", None, None),
        ("H4 HQ S3 D3", "HA HK HJ", "H4 S3 D3", "HQ", "红心Q", None),  # one of the two is wrong
    ],
)
def test_withheld(hand: str, led: str, play: str, cards: str, said: str | None, wrong: list[str] | None) -> None:
    asked = {"hand": hand, "led": led, "play": play, "level": "7", "trump": "S"}
    assert call("shengji.withheld", asked) == {
        "revoke": bool(cards),
        "cards": cards.split(),
        "said": said,
        "wrong": wrong,
    }


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("exposed_points", {"cards": "", "level": "2", "trump": "S"}),
        ("exposed_points", {"cards": "HA HA", "level": "2", "trump": "S"}),
        ("flat_penalty", {"kind": "revoke", "n": 0}),
        ("flat_penalty", {"kind": "wrong_cards", "n": 19}),
        ("flat_penalty", {"kind": "foul", "n": 1}),
        ("withheld", {"hand": "H4", "led": "H9", "play": "S3", "level": "7", "trump": "S"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


def test_every_clause_a_function_applies_exists() -> None:
    handbook = open_handbook()
    for name, function in functions("shengji").items():
        assert function.laws, name
        assert function.title, name
        assert all(law in handbook for law in function.laws), (name, function.laws)
