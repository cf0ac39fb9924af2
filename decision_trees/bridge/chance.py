"""Auctions dealt by chance for exercises: calls in rotation that can stand (laws 18, 19, 22)."""

from __future__ import annotations

from random import Random
from typing import Any

from decision_trees.bridge.auction import DOUBLE, PASS, REDOUBLE, Auction, Flag
from decision_trees.bridge.calls import Bid, Call, Strain, lowest_sufficient
from decision_trees.bridge.seats import Seat
from decision_trees.exercises import deals

_MOST = 14  # calls of an auction that is asked for
_HIGH = 4  # auctions that come this high are ended soon
_NEXT = 6  # bids a little higher than the last, of which one is made


def _bids(auction: Auction) -> list[Bid]:
    """Bids a little higher than the last."""
    last = auction.last_bid
    before = last.call if last is not None and isinstance(last.call, Bid) else None
    found: list[Bid] = []
    while len(found) < _NEXT:
        higher = [bid for strain in Strain if (bid := lowest_sufficient(before, strain)) is not None]
        if not higher:
            break
        before = min(higher, key=lambda bid: (bid.level, bid.strain.order))
        found.append(before)
    return found


def _level(auction: Auction) -> int:
    """How high an auction is; 0 before the first bid."""
    last = auction.last_bid
    return last.call.level if last is not None and isinstance(last.call, Bid) else 0


def _next(auction: Auction, rng: Random) -> Call:
    """A call that can stand."""
    bids, high = _bids(auction), _level(auction) >= _HIGH
    chance = rng.random()
    if chance < (0.7 if high else 0.45) or not bids:
        return PASS
    if chance > 0.95 and auction.flags(DOUBLE) == (Flag.LEGAL,):
        return DOUBLE
    if chance > 0.9 and auction.flags(REDOUBLE) == (Flag.LEGAL,):
        return REDOUBLE
    return PASS if high else rng.choice(bids)


def _auction(rng: Random, most: int) -> Auction:
    auction = Auction(rng.choice(list(Seat)))
    while len(auction.calls) < most and not auction.is_over:
        auction = auction.with_call(_next(auction, rng))
    return auction


def _as_inputs(auction: Auction) -> dict[str, Any]:
    return {"dealer": auction.dealer.value, "calls": [str(each.call) for each in auction.calls]}


@deals("bridge.auction")
def auction(rng: Random) -> dict[str, Any]:
    """An auction that is over, with a contract."""
    while True:
        made = _auction(rng, _MOST)
        if made.contract is not None:
            return _as_inputs(made)


@deals("bridge.next_call")
def next_call(rng: Random) -> dict[str, Any]:
    """An auction that goes on, and a call that the player in turn makes, legal or not."""
    while True:
        made = _auction(rng, rng.randrange(2, 7))
        last = made.last_bid
        if last is None or not isinstance(last.call, Bid) or made.is_over:
            continue
        lower = [Bid(last.call.level, s) for s in Strain if s.order <= last.call.strain.order]
        calls = [rng.choice(lower), rng.choice(_bids(made) or [PASS]), DOUBLE, REDOUBLE]
        return {**_as_inputs(made), "call": str(rng.choice(calls))}
