"""Results when tricks move, and what may be played: expectations worked out by hand from the law."""

from __future__ import annotations

from typing import Any

import pytest

from decision_trees.functions import RuleInputError, call


@pytest.mark.parametrize(
    ("given", "after", "words", "scores"),
    [
        # 4S vulnerable made exactly: 120 + 500; two tricks to the defenders: two down, 200 (77)
        (("4S", "none", True, 10, 2, "declarer"), 8, ("正好做成", "宕2墩"), (620, -200)),
        # 3NT not vulnerable one down, 50; a trick from the defenders: made, 100 + 300
        (("3NT", "none", False, 8, 1, "defenders"), 9, ("宕1墩", "正好做成"), (-50, 400)),
        # 4H doubled vulnerable with an overtrick: 240 + 500 + 50 + 200; one trick back: made
        (("4H", "X", True, 11, 1, "declarer"), 10, ("超1墩", "正好做成"), (990, 790)),
    ],
)
def test_results_before_and_after_tricks_move(
    given: tuple[Any, ...], after: int, words: tuple[str, str], scores: tuple[int, int]
) -> None:
    names = ("contract", "doubled", "vulnerable", "declarer_tricks", "moved", "moved_from")
    found = call("bridge.results_compared", dict(zip(names, given, strict=True)))
    assert found["after"] == after
    assert (found["result_before"], found["result_after"]) == words
    assert (found["score_before"], found["score_after"]) == scores


@pytest.mark.parametrize(
    ("seat", "side", "hand"),
    [("S", "declarer", "declarer"), ("N", "declarer", "dummy"), ("E", "defenders", "defender")],
)
def test_which_side_somebody_plays_for(seat: str, side: str, hand: str) -> None:
    found = call("bridge.side_of_play", {"seat": seat, "declarer": "S"})
    assert (found["side"], found["hand"]) == (side, hand)
    assert {found["side"], found["other"]} == {"declarer", "defenders"}


def lead(choice: str, **more: Any) -> dict[str, Any]:
    return call("bridge.lead_after_choice", {"penalty_cards": ["HK"], "choice": choice, **more})


def test_two_defenders_each_with_a_penalty_card() -> None:
    """East has HK, West to lead has DQ and a heart (50D1: the lead penalty comes before the penalty card)."""
    west: dict[str, Any] = {"leader_penalty_cards": ["DQ"], "leader_hand": ["H4", "S2"]}
    required = lead("require", **west)
    assert (required["picked_up"], required["case"], required["cards"]) == (["HK"], "able_keeps", ["H4"])
    forbidden = lead("forbid", **west)
    assert (forbidden["picked_up"], forbidden["case"], forbidden["cards"]) == (["HK"], "own", ["DQ"])
    free = lead("free", **west)
    assert (free["remain"], free["cards"]) == (["HK"], ["DQ"])


def test_unable_to_lead_the_suit_his_own_penalty_card_is_led() -> None:
    found = lead("require", leader_penalty_cards=["DQ"], leader_hand=["S2", "C3"])
    assert (found["case"], found["able"], found["cards"], found["picked_up"]) == ("own", False, ["DQ"], ["HK"])


def test_what_is_not_known_of_the_leaders_hand_is_left_open() -> None:
    assert lead("require", leader_penalty_cards=["DQ"])["case"] == "unknown_own"
    assert lead("forbid", leader_penalty_cards=["DQ"])["case"] == "own"  # a diamond is not forbidden
    assert lead("forbid", leader_penalty_cards=["H3"], leader_major=True)["case"] == "unknown_own"
    assert lead("forbid", leader_penalty_cards=["H3"])["case"] == "unknown"  # one small card may be minor (50B)
    assert call("bridge.surely_major", {"cards": ["H3"]}) == {"major": False}
    assert call("bridge.surely_major", {"cards": ["H3", "C2"]}) == call("bridge.surely_major", {"cards": ["ST"]})
    assert lead("require")["case"] == "unknown"
    assert lead("require", leader_hand=["S2"])["case"] == "unable"


def test_penalty_cards_of_several_suits_are_picked_up_suit_by_suit() -> None:
    found = call(
        "bridge.lead_after_choice", {"penalty_cards": ["HK", "H3", "DQ"], "choice": "require", "suits": "红心"}
    )
    assert (found["picked_up"], found["remain"]) == (["HK", "H3"], ["DQ"])  # 51B2a, 51B1a
    with pytest.raises(RuleInputError):
        call("bridge.lead_after_choice", {"penalty_cards": ["HK", "DQ"], "choice": "require"})  # only one suit


@pytest.mark.parametrize(
    ("given", "case", "cards"),
    [
        ({"demand": "lead", "suit": "H", "hand": ["S2", "D4"], "own_penalty_cards": ["DQ"]}, "own", ["DQ"]),
        ({"demand": "lead", "suit": "H", "hand": ["H2", "D4"], "own_penalty_cards": ["DQ"]}, "able_keeps", ["H2"]),
        ({"demand": "highest", "suit": "H", "hand": ["H9", "H4", "S2"]}, "able", ["H9"]),
        ({"demand": "lowest", "suit": "H", "hand": ["S2", "C3"]}, "unable", ["S2", "C3"]),
        ({"demand": "not_play", "suit": "S", "hand": ["S2", "H3"], "led": "H"}, "able", ["H3"]),
        ({"demand": "lead", "suit": "H", "own_penalty_cards": ["DQ"]}, "unknown_own", None),
    ],
)
def test_a_demand_comes_before_the_penalty_card_and_following_suit_before_both(
    given: dict[str, Any], case: str, cards: list[str] | None
) -> None:
    found = call("bridge.plays_under_demand", given)
    assert (found["case"], found["cards"]) == (case, cards)


def test_cards_open_follow_suit_and_show_the_highest_first() -> None:
    hand = {"hand": ["H2", "H9", "SA"], "led": "H"}
    assert call("bridge.cards_open", hand) == {"cards": ["H9", "H2"], "count": 2}
    assert call("bridge.cards_open", {**hand, "led": "D"})["cards"] == ["SA", "H9", "H2"]  # 44D
    assert call("bridge.cards_open", {**hand, "led": "D", "penalty_cards": ["C4"]})["cards"] == ["C4"]  # 50D1


def test_penalty_cards_are_found_by_seat() -> None:
    given = {"seat": "E", "east": ["HK"], "west": ["DQ"]}
    assert call("bridge.penalty_cards_of", given) == {"cards": ["HK"]}
    assert call("bridge.penalty_cards_of", {**given, "partner": True}) == {"cards": ["DQ"]}
    assert call("bridge.penalty_cards_of", {"seat": "N"}) == {"cards": None}


def test_the_trick_in_progress_tells_whose_turn_it_is_and_who_leads_next() -> None:
    trick = {"trick": ["H2", "HK"], "leader": "W"}
    assert call("bridge.trick_so_far", trick) == {"led": "H", "complete": False, "winner": None, "next": "E"}
    whole = {"trick": ["H2", "HK", "S3", "HA"], "leader": "W", "trump": "S"}
    assert call("bridge.trick_so_far", whole) == {"led": "H", "complete": True, "winner": "E", "next": "E"}
    assert call("bridge.trick_so_far", {**whole, "trump": "NT"})["next"] == "S"
