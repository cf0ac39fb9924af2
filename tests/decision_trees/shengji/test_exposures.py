"""Exposures at the table and the penalty cards that can be played, worked out by hand from articles 10, 24 and 28b."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("given", "heavy", "light", "penalty"),
    [
        ({"what": "one_light"}, 0, 1, 10),
        ({"what": "one_heavy"}, 1, 0, 20),
        ({"what": "several", "heavy": 4, "light": 1}, 4, 1, 80),  # 90, at most 80 (28b.1)
        ({"what": "several", "heavy": 2, "light": 0, "trump_counters": 1}, 1, 1, 30),
        ({"heavy_by_effect": 1, "light_by_effect": 2}, 1, 2, 40),
    ],
)
def test_charge(given: dict[str, Any], heavy: int, light: int, penalty: int) -> None:
    result = call("shengji.exposed_charge", given)
    assert (result["heavy"], result["light"], result["penalty"]) == (heavy, light, penalty)


@pytest.mark.parametrize(
    "given",
    [{}, {"what": "several"}, {"what": "one_light", "trump_counters": 1}, {"what": "several", "heavy": 0, "light": 0}],
)
def test_charge_that_cannot_be(given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError):
        call("shengji.exposed_charge", given)


@pytest.mark.parametrize(
    ("cards", "level", "what"),
    [
        ("SA", "2", "one_heavy"),
        ("SA", "A", "one_light"),
        ("HA", "2", "one_light"),
        ("LJ", "2", "one_light"),
        ("BJ S3", "2", "several"),
    ],
)
def test_what(cards: str, level: str, what: str) -> None:
    assert call("shengji.exposed_what", {"cards": cards, "level": level, "trump": "H"})["what"] == what


@pytest.mark.parametrize(
    ("hand", "led", "heavy", "playable"),
    [
        ("S7 D4", "S9", "SA", "one"),
        ("D4 S7", "D9", "SA", "none"),  # diamonds have to be followed (10p1)
        ("S7", "D9", "SA CK", "too_many"),
        ("S7", "DA DK", "SA CK", "all_together"),
        ("S7", "HA H9", "SA H2 CK", "too_many"),  # the H2 has to follow, one more card is free
    ],
)
def test_playable(hand: str, led: str, heavy: str, playable: str) -> None:
    given = {"hand": hand, "led": led, "heavy": heavy, "level": "2", "trump": "H"}
    assert call("shengji.heavy_playable", given)["playable"] == playable
