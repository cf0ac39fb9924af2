"""The work of a rule function is bounded, whatever it is given: a number, a list or a text beyond a game is refused."""

from __future__ import annotations

import tracemalloc
from typing import Any, Literal, get_args, get_origin

import pytest

from decision_trees.functions import LARGEST, LONGEST_LIST, LONGEST_TEXT, RuleInputError, call, functions
from rules_data.handbook import open_handbook

open_handbook()  # the tables that functions read are no part of what a call costs
FUNCTIONS = functions()
BEYOND: dict[str, Any] = {
    "a number": LARGEST + 1,
    "a number below": -LARGEST - 1,
    "a number of 5,000 digits": 10**4999,
    "a fraction": 1e300,
    "no number": float("nan"),
    "an infinite number": float("-inf"),
    "a list": [1] * (LONGEST_LIST + 1),
    "a text": "牌" * (LONGEST_TEXT + 1),
    "a text in a list in a group": [{"call": "P" * (LONGEST_TEXT + 1)}],
    "a group": {str(n): n for n in range(LONGEST_LIST + 1)},
}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_what_is_beyond_any_game_is_refused_by_every_function(name: str) -> None:
    for parameter in FUNCTIONS[name].parameters:
        for value in BEYOND.values():
            with pytest.raises(RuleInputError) as refused:
                call(name, dict.fromkeys(FUNCTIONS[name].parameters, 0) | {parameter: value})
            assert parameter in str(refused.value) and len(str(refused.value)) < 120


def test_lists_inside_lists_without_end_are_refused() -> None:
    endless: list[Any] = []
    endless.append(endless)
    with pytest.raises(RuleInputError, match="太深"):
        call("bridge.matchpoints", {"ns_scores": endless})


def _simple(type_: Any) -> Any:
    """Some value of a type, the largest where it is a number."""
    origin = get_origin(type_)
    if origin is Literal:
        return get_args(type_)[0]
    if type_ in (int, float) or int in get_args(type_) or float in get_args(type_):
        return LARGEST
    if origin is list and get_args(type_)[0] in (int, str):
        return ([7] if get_args(type_)[0] is int else ["S2"]) * LONGEST_LIST
    return True if type_ is bool else {} if origin is dict else [] if origin is list else "S2"


@pytest.mark.parametrize("name", FUNCTIONS)
def test_the_largest_numbers_and_lists_take_little_memory(name: str) -> None:
    found = FUNCTIONS[name]
    given = {parameter: _simple(type_) for parameter, type_ in found.parameters.items()}
    tracemalloc.start()
    try:
        for left_out in [(), tuple(found.optional)]:
            try:
                call(name, {k: v for k, v in given.items() if k not in left_out})
            except RuleInputError as refused:
                assert len(str(refused)) < 500
        assert tracemalloc.get_traced_memory()[1] < 20_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("pairs", [1_001, 10**9])
@pytest.mark.parametrize("name", ["guandan.schedule.round", "guandan.schedule.bye"])
@pytest.mark.parametrize("method", ["berger", "rotation"])
def test_a_round_robin_of_more_pairs_than_can_meet_is_refused(name: str, method: str, pairs: int) -> None:
    with pytest.raises(RuleInputError, match="至多"):
        call(name, {"method": method, "pairs": pairs, "round": 1})


@pytest.mark.parametrize("method", ["berger", "rotation"])
def test_a_round_robin_of_a_thousand_is_made(method: str) -> None:
    pairings = call("guandan.schedule.round", {"method": method, "pairs": 1000, "round": 999})["pairings"]
    assert sorted(int(n) for two in pairings for n in two.split("-")) == list(range(1, 1001))  # everybody once


def test_a_swiss_round_of_more_pairs_than_can_be_matched_is_refused() -> None:
    with pytest.raises(RuleInputError, match="至多"):
        call("guandan.swiss.pair", {"standing": [str(n) for n in range(202)], "already_met": []})


ENDLESS = ["1C", *({"call": "1C", "accepted": True} for _ in range(400))]  # each insufficient, each accepted (27A)


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("bridge.auction_result", {"dealer": "N", "calls": ENDLESS}),
        ("bridge.irregular_call", {"auction": {"dealer": "N", "calls": ENDLESS}, "kind": "insufficient"}),
        ("bridge.missed_turn", {"auction": {"dealer": "N", "calls": ENDLESS}}),
    ],
)
def test_an_auction_of_more_calls_than_there_can_be_is_refused(name: str, given: dict[str, Any]) -> None:
    with pytest.raises(RuleInputError, match="401 个叫牌"):
        call(name, given)


def test_the_longest_auction_there_can_be_is_taken() -> None:
    # three passes; then each of the 35 bids doubled and redoubled, two passes before each of them; the end
    between = ["P", "P", "X", "P", "P", "XX", "P", "P"]
    bids = [f"{level}{strain}" for level in range(1, 8) for strain in ("C", "D", "H", "S", "NT")]
    calls = ["P", "P", "P", *(call_ for bid in bids for call_ in (bid, *between)), "P"]
    assert len(calls) == 319
    assert call("bridge.auction_result", {"dealer": "N", "calls": calls})


@pytest.mark.parametrize("scores", [[100], [50, 50, -50], [620, 620, -100, 170, 0, 620, -100]])
def test_matchpoints_are_two_for_a_worse_score_and_one_for_an_equal_one(scores: list[int]) -> None:
    # law 78A, counted pair by pair
    units = [
        sum(2 * (own > other) + (own == other) for j, other in enumerate(scores) if j != i)
        for i, own in enumerate(scores)
    ]
    assert call("bridge.matchpoints", {"ns_scores": scores})["units"] == units
