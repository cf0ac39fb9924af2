"""The deal: numbers of cards (13, 14), dealer and vulnerability (2), an auction that must be repeated (15C)."""

from __future__ import annotations

import pytest

from decision_trees.functions import RuleInputError, call
from tests.decision_trees.bridge.asking import ask, auction


@pytest.mark.parametrize(
    ("counts", "case", "wrong"),
    [
        ((13, 13, 13, 13), "all_right", []),
        ((13, 12, 13, 13), "one_short", ["E"]),
        ((13, 13, 10, 13), "one_short", ["S"]),
        ((14, 12, 13, 13), "over_and_short", ["N", "E"]),
        ((11, 13, 13, 15), "over_and_short", ["N", "W"]),
        ((14, 13, 13, 13), "other_wrong", ["N"]),
        ((15, 12, 12, 13), "other_wrong", ["N", "E", "S"]),
        ((12, 12, 13, 13), "other_wrong", ["N", "E"]),
        ((15, 12, 13, 13), "other_wrong", ["N", "E"]),
    ],
)
def test_numbers_of_cards(counts: tuple[int, int, int, int], case: str, wrong: list[str]) -> None:
    found = call("bridge.hand_counts", dict(zip(("north", "east", "south", "west"), counts, strict=True)))
    assert (found["case"], found["wrong"]) == (case, wrong)
    assert found["short"] == (wrong[0] if case == "one_short" else None)


def test_impossible_number_of_cards() -> None:
    with pytest.raises(RuleInputError, match="东家"):
        call("bridge.hand_counts", {"north": 13, "east": 53, "south": 13, "west": 13})


@pytest.mark.parametrize(
    ("first", "second", "at", "by", "was", "now"),
    [
        ("N 1NT P 3NT", "N 1NT P 3NT", None, None, None, None),
        ("N 1NT P", "N 1NT P 2C P", None, None, None, None),  # calls without a corresponding one are free
        ("N 1NT P 3NT", "N 1NT", None, None, None, None),  # so far
        ("N 1NT P 3NT", "N 1NT X", 2, "E", "东家不叫", "东家加倍"),
        ("N 1NT P 3NT", "E 1NT P 3NT", 1, "E", "北家1无将", "东家1无将"),
    ],
)
def test_repeated_auction(
    first: str, second: str, at: int | None, by: str | None, was: str | None, now: str | None
) -> None:
    found = call("bridge.auction_repeated", {"first": auction(first), "second": auction(second)})
    assert found == {"repeated": at is None, "differs_at": at, "by": by, "was": was, "now": now}


def test_board_and_auction_give_dealer_and_vulnerability() -> None:
    assert ask("dealt", board=6) == {"dealer": "E", "vulnerable": "EW"}
    assert ask("dealt", auction=auction("S 1C")) == {"dealer": "S", "vulnerable": None}


def test_a_board_is_dealt_by_whom_the_law_says() -> None:  # 2
    assert call("bridge.dealt_by_the_board", {"board": 5, "auction": {"dealer": "N", "calls": []}}) == {"dealer": "N"}
    with pytest.raises(RuleInputError, match="2号牌由东家发牌，竞叫过程却由北家发牌"):
        call("bridge.dealt_by_the_board", {"board": 2, "auction": {"dealer": "N", "calls": ["1S"]}})
