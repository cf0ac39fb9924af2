"""Auctions dealt by chance for exercises: calls in rotation that can stand (laws 18, 19, 22)."""

from __future__ import annotations

from random import Random
from typing import Any

from decision_trees.bridge.auction import call_check
from decision_trees.exercises import deals

_SEATS = ("N", "E", "S", "W")
_STRAINS = ("C", "D", "H", "S", "NT")
_ENOUGH = 3  # passes that end an auction once there is a bid
_MOST = 14
_HIGH = 4  # auctions that come this high are ended soon


def _legal(dealer: str, calls: list[str], call: str) -> bool:
    return bool(call_check(dealer, calls, call)["flags"] == ["legal"])  # type: ignore[arg-type]


def _bids(calls: list[str]) -> list[str]:
    """Bids a little higher than the last."""
    last = next((c for c in reversed(calls) if c[0].isdigit()), None)
    at = 0 if last is None else (int(last[0]) - 1) * len(_STRAINS) + _STRAINS.index(last[1:]) + 1
    every = [f"{level}{strain}" for level in range(1, 8) for strain in _STRAINS]
    return every[at : at + 6]


def _auction(rng: Random, most: int) -> tuple[str, list[str]]:
    dealer = rng.choice(_SEATS)
    calls: list[str] = []
    while len(calls) < most:
        bids = _bids(calls)
        bid = any(c[0].isdigit() for c in calls)
        if (bid and calls[-_ENOUGH:] == ["P"] * _ENOUGH) or calls == ["P"] * len(_SEATS):
            break
        high = bid and int(next(c for c in reversed(calls) if c[0].isdigit())[0]) >= _HIGH
        chance = rng.random()
        if chance < (0.7 if high else 0.45) or not bids:
            calls.append("P")
        elif chance > 0.95 and bid and _legal(dealer, calls, "X"):
            calls.append("X")
        elif chance > 0.9 and bid and _legal(dealer, calls, "XX"):
            calls.append("XX")
        elif not high:
            calls.append(rng.choice(bids))
        else:
            calls.append("P")
    return dealer, calls


@deals("bridge.auction")
def auction(rng: Random) -> dict[str, Any]:
    """An auction that is over, with a contract."""
    while True:
        dealer, calls = _auction(rng, _MOST)
        if calls[-_ENOUGH:] == ["P"] * _ENOUGH and any(c[0].isdigit() for c in calls):
            return {"dealer": dealer, "calls": calls}


@deals("bridge.next_call")
def next_call(rng: Random) -> dict[str, Any]:
    """An auction that goes on, and a call that the player in turn makes, legal or not."""
    while True:
        dealer, calls = _auction(rng, rng.randrange(2, 7))
        if not any(c[0].isdigit() for c in calls) or calls[-_ENOUGH:] == ["P"] * _ENOUGH:
            continue
        last = next(c for c in reversed(calls) if c[0].isdigit())
        lower = [f"{last[0]}{s}" for s in _STRAINS if _STRAINS.index(s) <= _STRAINS.index(last[1:])]
        call = rng.choice([rng.choice(lower), rng.choice(_bids(calls) or ["P"]), "X", "XX"])
        return {"dealer": dealer, "calls": calls, "call": call}
