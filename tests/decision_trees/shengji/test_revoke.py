"""Revokes (25, 28b.3)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


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
