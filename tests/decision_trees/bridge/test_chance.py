"""Auctions dealt for exercises: every call of one that is over can stand; of one that goes on there is a bid to call over."""

from __future__ import annotations

from random import Random

import pytest

from decision_trees.exercises import dealt

STRAINS = ("C", "D", "H", "S", "NT")


def may_stand(calls: list[str]) -> bool:
    """Laws 18, 19 and 22 in a few lines: higher bids, doubles of the other side's last bid, redoubles of its double."""
    bid, doubled, whose = -1, "", 0
    for at, call in enumerate(calls):
        side = at % 2
        if call == "X":
            if bid < 0 or doubled or side == whose:
                return False
            doubled = "X"
        elif call == "XX":
            if doubled != "X" or side != whose:
                return False
            doubled = "XX"
        elif call != "P":
            height = 5 * (int(call[0]) - 1) + STRAINS.index(call[1:])
            if height <= bid:
                return False
            bid, doubled, whose = height, "", side
    return True


@pytest.mark.parametrize("seed", range(60))
def test_an_auction_ends_in_a_contract(seed: int) -> None:
    calls = dealt("bridge.auction", Random(seed))["calls"]
    assert may_stand(calls)
    assert calls[-3:] == ["P", "P", "P"] and any(call not in ("P", "X", "XX") for call in calls)
    assert not any(calls[at : at + 3] == ["P", "P", "P"] for at in range(1, len(calls) - 3)), (
        "nobody calls after it is over"
    )


def test_the_next_call_may_and_may_not_stand() -> None:
    made = [dealt("bridge.next_call", Random(seed)) for seed in range(80)]
    assert all(may_stand(each["calls"]) and each["calls"][-3:] != ["P", "P", "P"] for each in made)
    judged = {may_stand([*each["calls"], each["call"]]) for each in made}
    assert judged == {True, False}
