"""Exposed cards and the penalty cards that can be played (10, 24, 28b.4)."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import MoreNeeded, RuleInputError, call
from decision_trees.library import open_library


@pytest.mark.parametrize(
    ("level", "cards", "heavy", "penalty"),
    [  # spades are trumps
        pytest.param("A", "DA SA HK", "HK", 40, id="28b.4.2: level aces are no side aces"),
        pytest.param("10", "D10 S10 LJ", "D10 S10", 50, id="28b.4.2: tens as level cards"),
        pytest.param("2", "HA CA DA HK", "HA CA DA HK", 80, id="28b.1: just the cap"),
        pytest.param("2", "HA CA DA HK H3", "HA CA DA HK", 80, id="28b.1: above the cap"),
    ],
)
def test_exposed_points_with_other_levels(level: str, cards: str, heavy: str, penalty: int) -> None:
    asked = {"cards": cards, "level": level, "trump": "S"}
    assert call("shengji.exposed_points", asked) == {"heavy": heavy.split(), "penalty": penalty}


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


TABLE = {"level": "2", "trump": "H"}


@pytest.mark.parametrize(
    ("heavy", "playable", "more", "cards"),
    [
        ("SA CK", "one", {"hand": "S7 D4", "led": "S9", **TABLE}, ["SA"]),  # the CK does not follow spades (10p1)
        ("SA CK", "all_together", {"hand": "S7", "led": "DA DK", **TABLE}, ["SA", "CK"]),
        ("SA CK", "none", {"hand": "S7 D4", "led": "S9", **TABLE}, None),  # said otherwise than the cards are
        ("SA", "one", {}, ["SA"]),
        ("SA CK", "one", {}, None),  # which of the two is not to be told
        ("SA CK", "all_together", {"led": "S9 S8"}, ["SA", "CK"]),
        ("SA CK D10", "all_together", {}, None),
        ("SA", "none", {}, None),
    ],
)
def test_due(heavy: str, playable: str, more: dict[str, str], cards: list[str] | None) -> None:
    assert call("shengji.heavy_due", {"heavy": heavy, "playable": playable, **more}) == {"cards": cards}


def test_due_of_no_card() -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call("shengji.heavy_due", {"heavy": "", "playable": "one"})


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
    ("name", "given"),
    [
        ("exposed_points", {"cards": "", "level": "2", "trump": "S"}),
        ("exposed_points", {"cards": "HA HA", "level": "2", "trump": "S"}),
    ],
)
def test_input_that_cannot_be(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match=r"。$"):
        call(f"shengji.{name}", given)


def test_two_heavy_cards_of_one_suit_leave_that_suit_and_others_to_lead() -> None:
    """24.2p2: the next player may name the suit; of cards of two suits nothing is said."""
    held = {"hand": "SA SK S4 H2 D5", "level": "8", "trump": "C"}
    out = call("shengji.heavy_lead", held | {"heavy": "SA SK"})
    assert (out["way"], out["suit_cards"], out["others"]) == ("both", ["S4"], ["H2", "D5"])
    assert call("shengji.heavy_lead", held | {"heavy": "SA H2"})["way"] is None


def _skipped(**given: str) -> Any:
    return call("shengji.heavy_skipped", {"level": "9", "trump": "H", **given})


def test_a_penalty_card_that_could_be_played_and_was_not_is_left_out() -> None:
    """24.2p2: at the first legal chance; a suit led is followed first (10p1)."""
    assert _skipped(heavy="SK", hand="SK S8 D3", led="S4", play="S8") == {"skipped": True, "cards": ["SK"]}
    assert _skipped(heavy="SK", hand="SK S8 D3", led="S4", play="SK") == {"skipped": False, "cards": None}
    assert _skipped(heavy="DK", hand="SQ S8 D3", led="S4", play="S8") == {"skipped": False, "cards": None}
    assert _skipped(heavy="DK", hand="C3 D8", led="S4", play="D8") == {"skipped": True, "cards": ["DK"]}


def test_a_penalty_card_of_the_class_led_goes_first_whatever_else_is_held() -> None:
    """24.2p2: it can legally be played, so that a play made too early without it cannot stay (9p2)."""
    assert _skipped(heavy="SK", led="S4", play="S8") == {"skipped": True, "cards": ["SK"]}
    early = {"led": "S4", "level": "9", "trump": "H"}
    assert call("shengji.early_play", {**early, "play": "S8", "heavy": "SK"}) == {
        "legal": False,
        "why": "不是弃牌区的重罚张黑桃K",
    }
    assert call("shengji.early_play", {**early, "play": "D8", "hand": "S8 D8"}) == {
        "legal": False,
        "why": "没有跟出领出的花色",
    }
    assert call("shengji.early_play", {**early, "play": "SK", "hand": "SK S8", "heavy": "SK"}) == {
        "legal": True,
        "why": None,
    }
    assert call("shengji.heavy_goes_first", {**early, "heavy": "SK"}) == {"said": "（须先打出弃牌区的重罚张黑桃K）"}
    assert call("shengji.heavy_goes_first", {**early, "heavy": "DK"}) == {"said": None}  # his hand would tell


def test_of_more_penalty_cards_than_fit_one_is_enough() -> None:
    """G-33: nothing is said of the order, so any of them will do; with all left out none is named."""
    assert _skipped(heavy="SK S10", hand="S8 D3", led="S4", play="S10") == {"skipped": False, "cards": None}
    assert _skipped(heavy="SK S10", hand="S8 D3", led="S4", play="S8") == {"skipped": True, "cards": None}


def test_without_penalty_cards_nothing_is_left_out_and_with_them_the_play_is_wanted() -> None:
    assert _skipped(hand="SQ S8", led="S4", play="S8")["skipped"] is False
    with pytest.raises(MoreNeeded):
        _skipped(heavy="SK", led="S4")


def test_a_hand_is_written_with_all_penalty_cards_or_with_none() -> None:
    given = {"seat": "N", "north": "HA H10"}
    assert call("shengji.heavy_with_hand", given | {"hand": "HA H10 S3"}) == {"written": "with"}
    assert call("shengji.heavy_with_hand", given | {"hand": "S3 S5"}) == {"written": "without"}
    assert call("shengji.heavy_with_hand", {"seat": "E", "hand": "S3", "north": "HA"}) == {"written": "none"}
    with pytest.raises(RuleInputError, match="红心A"):
        call("shengji.heavy_with_hand", given | {"hand": "H10 S3"})


def test_what_the_next_player_names_ends_with_the_first_lead() -> None:
    """24.2p2: once he has led, the heavy penalty card is gone or taken up; nothing of it lasts while he keeps the lead."""
    of_heavy = [
        effect
        for tree in open_library().trees.values()
        if tree.game == "shengji"
        for outcome in tree.outcomes.values()
        for effect in outcome.effects
        if "shengji-40:24.2p2" in effect.cites and effect.kind == "lead_required"
    ]
    assert of_heavy
    assert {effect.duration for effect in of_heavy} == {"once"}
