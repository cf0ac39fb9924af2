"""Whose card is next after a ruling on a card (laws 44, 50, 51A, 62B): worked out by hand from the text."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.bridge.play_goes_on import play_after, play_after_correction, play_with_penalty_cards
from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("trick", "given", "state", "next_"),
    [
        (["H3"], {"seat": "W", "card": "H6"}, "going", "N"),  # South led, West follows: North
        (["H3", "H6"], {"seat": "W"}, "going", "N"),  # his card is among them
        (["H3", "H6", "HK"], {"seat": "E", "trump": "S"}, "complete", None),  # which card he plays is not told
        (["H3", "H6", "HK"], {"seat": "E", "card": "S2", "trump": "S"}, "complete", "E"),  # 44E: he trumps
        (["H3", "H6", "HK"], {"seat": "E", "card": "S2", "trump": "NT"}, "complete", "N"),  # 44F: the best heart
        (["H3", "H6", "HK", "HA"], {"seat": "W", "trump": "S", "lying": ["DK"]}, "complete_partner", "E"),  # 50D2
        (["H3", "HA", "HK", "H2"], {"seat": "W", "trump": "S", "lying": ["DK"]}, "complete_holder", "W"),  # 50D1
        (["HA", "H6", "HK", "H2"], {"seat": "W", "trump": "S", "lying": ["DK"]}, "complete", "S"),
    ],
)
def test_a_card_that_stands(trick: list[str], given: dict[str, Any], state: str, next_: str | None) -> None:
    found = play_after(trick, "S", **given)
    assert (found["state"], found["next"]) == (state, next_)


def test_a_card_of_somebody_whose_turn_it_was_not() -> None:
    with pytest.raises(RuleInputError, match="还没有轮到东家"):
        play_after(["H3"], "S", "E")


@pytest.mark.parametrize(
    ("trick", "given", "state", "next_", "cards"),
    [
        (["D4", "C3"], {"hand": ["D7", "D2", "C3"], "led": "D"}, "going", "N", ["D7", "D2"]),  # must follow (44C)
        # fourth to play, North's ♦Q leads so far: with the ♦7 or the ♦2 North wins, with the ♦K he does
        (["DQ", "D5", "D3", "C3"], {"hand": ["D7", "D2", "C3"], "led": "D"}, "complete", "N", ["D7", "D2"]),
        (["DQ", "D5", "D3", "C3"], {"hand": ["DK", "D2", "C3"], "led": "D"}, "complete", None, ["DK", "D2"]),
        (
            ["DQ", "D5", "D3", "C3"],
            {"hand": ["DK", "D2", "C3"], "led": "D", "card": "DK"},
            "complete",
            "W",
            ["DK", "D2"],
        ),
        # East's ♦A cannot be beaten by any diamond: West, his partner, revoked, so the ♣3 lies when East leads (50D2)
        (["DQ", "DA", "D3", "C3"], {"fault": "suit", "lying": ["C3"]}, "complete_partner", "E", []),
        (["DQ", "DK", "D3", "C3"], {"fault": "suit"}, "complete", None, []),  # the ♦A may be his
    ],
)
def test_a_card_put_right(
    trick: list[str], given: dict[str, Any], state: str, next_: str | None, cards: list[str]
) -> None:
    leader = "S" if len(trick) == 2 else "N"
    found = play_after_correction(trick, leader, "W", "S", **given)
    assert (found["state"], found["next"], found["cards"]) == (state, next_, cards)


@pytest.mark.parametrize(
    ("cards", "trick", "leader", "small", "state", "next_", "due"),
    [
        (["HK"], ["C2", "C5"], "W", "unknown", "if_void", "E", []),  # clubs first (44C), the king where he has none
        (["HK"], ["H2", "H5"], "W", "unknown", "must_play", "E", ["HK"]),
        (["HK"], [], "E", "unknown", "must_lead", "E", ["HK"]),
        (["HK", "S4"], [], "E", "unknown", "must_lead", "E", ["HK", "S4"]),
        (["HK"], [], "W", "unknown", "partner_leads", "W", []),
        (["HK"], ["H2"], "N", "unknown", "must_play", "E", ["HK"]),
        (["HK"], ["H2"], "E", "unknown", "play", "S", []),
        (["H5"], [], "W", "minor", "lead", "W", []),  # no lead penalty for a minor one (50C)
        (["H5"], [], "E", "minor", "minor_lead", "E", []),
        (["H5"], ["H2"], "N", "minor", "minor_play", "E", []),
        (["H5"], [], "W", "major", "partner_leads", "W", []),
        (["H5"], [], "W", "unknown", None, "W", []),  # what it is decides
        (["H5", "H4"], [], "W", "unknown", "partner_leads", "W", []),  # two of them are major (50B)
    ],
)
def test_with_penalty_cards_before_east(
    cards: list[str], trick: list[str], leader: Any, small: Any, state: str | None, next_: str, due: list[str]
) -> None:
    found = play_with_penalty_cards("E", cards, trick, leader, "S", small)
    assert (found["state"], found["next"], found["due"]) == (state, next_, due)
    assert (found["which"] is not None) == (len(due) > 1)


def test_who_has_played_before_cannot_follow_him() -> None:  # 60A1
    ask = "bridge.played_before_him"
    led = {"what": "out_of_turn", "trick": ["H5"], "leader": "S"}
    assert call(ask, led | {"seat": "E"})["followed"] is False  # South led, and is East's left-hand opponent
    assert call(ask, led | {"seat": "E", "leader": "W"})["followed"] is None  # West led, and South has not played
    assert call(ask, led | {"seat": "E", "what": "next_lead"})["followed"] is None


def test_what_the_trick_tells_of_the_partner() -> None:  # 57A
    ask = "bridge.played_before_him"
    wests = {"what": "out_of_turn", "leader": "W", "seat": "E"}
    assert call(ask, wests | {"trick": ["D4"]})["partner"] is True  # West led: East's partner has played
    souths = wests | {"leader": "S"}
    assert call(ask, souths | {"trick": ["D4"]})["partner"] is False  # only South has
    assert call(ask, souths | {"trick": ["D4", "D7"]})["partner"] is None  # West, or North before him
    with pytest.raises(RuleInputError, match="正轮到西家"):
        call(ask, souths | {"trick": ["D4"], "seat": "W"})


def test_a_lead_to_the_next_trick_tells_whether_the_partner_has_played_to_this_one() -> None:
    """57A: West led the ♥K, North followed, East has not; once East has too, it was not premature."""
    led = {"what": "next_lead", "leader": "W", "seat": "W"}
    assert call("bridge.played_before_him", led | {"trick": ["HK", "H3"]})["partner"] is False
    assert call("bridge.played_before_him", led | {"trick": ["HK", "H3", "H5"]})["partner"] is True
    assert call("bridge.played_before_him", led | {"trick": []})["partner"] is None


@pytest.mark.parametrize(
    ("first", "other", "given", "expected"),
    [
        ("W", "E", {}, ("partner_played", "out_of_turn", True)),  # West's card stands first: East's partner has played
        ("S", "E", {"leader": "S"}, ("partner_to_play", "out_of_turn", False)),  # West is to play after South (57A)
        ("S", "E", {"trick": []}, ("partner_to_play", "out_of_turn", False)),  # nobody has led: South does
        ("S", "E", {}, ("defender", "out_of_turn", None)),
        ("N", "W", {"leader": "W"}, ("again", None, None)),  # West led, North is second
        ("E", "W", {"leader": "W"}, ("again", None, None)),
        ("W", "E", {"leader": "S"}, ("partner_played", "out_of_turn", True)),
        ("E", "N", {"leader": "W"}, ("declarer", None, None)),
    ],
)
def test_who_played_beside_the_one_in_turn(
    first: str, other: str, given: dict[str, Any], expected: tuple[str, str | None, bool | None]
) -> None:
    found = call("bridge.beside_the_one_in_turn", {"first": first, "other": other, "declarer": "S", **given})
    assert (found["case"], found["what"], found["partner"]) == expected
