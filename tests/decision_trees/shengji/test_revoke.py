"""Revokes (25, 28b.3)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("hand", "led", "play", "cards", "said", "wrong", "lowest", "to_play"),
    [  # 7 is played, spades are trumps
        (
            "H4 HQ S3",
            "H9",
            "S3",
            "HQ H4",
            "红心Q、红心4",
            ["S3"],
            None,
            "红心Q、红心4中的1张",
        ),  # either could have been followed
        ("H4 HQ S3", "H9", "H4", "", None, None, None, None),
        ("H7 D3 S3", "S9", "D3", "H7 S3", "红心7、黑桃3", ["D3"], None, "红心7、黑桃3中的1张"),  # a level card withheld
        ("H4 HQ S3", "HA HK", "H4 S3", "HQ", "红心Q", ["S3"], ["HQ"], "红心Q"),
        ("H4 D3 S3", "HA HK", "H4 S3", "", None, None, None, None),
        ("D4 D3 S3", "HA HK", "D4 S3", "", None, None, None, None),
        ("H4 HQ S3 D3", "HA HK HJ", "H4 S3 D3", "HQ", "红心Q", None, ["HQ"], "红心Q"),  # one of the two is wrong
    ],
)
def test_withheld(
    hand: str,
    led: str,
    play: str,
    cards: str,
    said: str | None,
    wrong: list[str] | None,
    lowest: list[str] | None,
    to_play: str | None,
) -> None:
    asked = {"hand": hand, "led": led, "play": play, "level": "7", "trump": "S"}
    found = call("shengji.withheld", asked)
    assert found.pop("lowers") == (None if not cards else "one" if lowest is None else "all")
    assert (said is None) is (found.pop("lowest_said") is None)
    assert found == {
        "revoke": bool(cards),
        "cards": cards.split(),
        "said": said,
        "wrong": wrong,
        "lowest": lowest,
        "to_play": to_play,
        "way": "yes" if cards else "no",
    }


@pytest.mark.parametrize(
    ("hand", "play", "revoke", "cards"),
    [  # 2 is played, hearts are trumps; a bomb of fives was led (4)
        ("S3 S4 H7 H8 H9 HJ", "H7 H8 H9 HJ", True, ["S4", "S3"]),
        ("S3 S4 C7 C8 C9", "S3 S4 C7 C8", False, []),  # a card of each suit it has, the rest free
        ("S3 S4 H7 H8 H9", "S3 S4 H7 H8", False, []),  # the heart is both its suit and a trump
        ("S3 S4 S6 H7 D8", "S3 S4 S6 D8", True, ["H7"]),  # and is owed either way
        ("S3 C2 C7 C8 D7", "S3 C7 C8 D7", None, []),  # a trump, yet a club by its suit: open (D-26-4)
        ("S3 S4 D2 D7 D9", "S3 S4 D2 D7", False, []),  # both a diamond and a trump played
        ("S3 S4 S6 D2 D9", "S3 S4 S6 D2", None, []),  # the level card for a diamond, or for a trump only
    ],
)
def test_withheld_from_a_bomb(hand: str, play: str, revoke: bool | None, cards: list[str]) -> None:
    asked = {"hand": hand, "led": "S5 H5 D5 C5", "play": play, "level": "2", "trump": "H"}
    found = call("shengji.withheld", asked)
    assert (found["revoke"], found["cards"]) == (revoke, cards)


def test_revoke_points() -> None:
    assert call("shengji.revoke_points", {}) == {"penalty": 40, "said": "40分"}
    assert call("shengji.revoke_points", {"grade": "4"}) == {"penalty": None, "said": "表4第4级别的分（分值缺失）"}


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("withheld", {"hand": "H4", "led": "H9", "play": "S3", "level": "7", "trump": "S"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


def test_four_level_cards_led_as_a_bomb() -> None:
    asked = {"hand": "S3 H3 H4 H6 D7 C8", "led": "S2 H2 D2 C2", "level": "2", "trump": "H"}
    one_each = call("shengji.withheld", asked | {"play": "S3 H3 D7 C8"})
    assert one_each["revoke"] is None  # one of every suit, or trumps to the four trumps (D-26-4)
    assert call("shengji.withheld", asked | {"play": "S3 D7 C8 H3", "hand": "S3 H3 D7 C8"})["revoke"] is False


def test_which_cards_count_as_the_lowest_is_said_only_where_all_of_them_were_owed() -> None:
    """28b.3, D-13: with one card owed and two that could follow it is open which of them."""
    given = {"led": "H8", "play": "S4", "level": "2", "trump": "C"}
    one = call("shengji.withheld", {**given, "hand": "HQ S4 D9"})
    assert (one["lowers"], one["lowest"], one["lowest_said"]) == (
        "all",
        ["HQ"],
        "应出而未出的红心Q以后打出时作这一门最小的牌",
    )
    two = call("shengji.withheld", {**given, "hand": "HQ H3 S4 D9"})
    assert (two["lowers"], two["lowest"]) == ("one", None)
    assert two["lowest_said"] == "能跟的是红心Q、红心3，哪一张以后打出时作这一门最小的牌，由裁判长定"
    none = call("shengji.withheld", {**given, "hand": "S4 D9"})
    assert (none["lowers"], none["lowest_said"]) == (None, None)
