"""Irregular calls: too low, out of turn, a double that cannot be (laws 27, 30, 31, 36)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random
from typing import Any

from app.study.table.bridge.bidding import SUITS, Hand, after, choose, height, is_bid, last_bid, partner_of
from app.study.table.bridge.irregular import call_name, called, caller, last_shown, opponents
from app.study.table.bridge.position import Position, with_calls
from app.study.table.model import Act, Incident, Irregularity, Said

OPEN_FOR = 3  # calls after it, within which the trees still say what stands
BIDS = (7, 5)  # points and cards of a suit with which somebody would overcall
STRONG = "2C"  # the one opening that does not show the suit it names


def _made(at: Position, seat: str, call: str) -> Position:
    return with_calls(at, (*at.calls, (seat, call)))


def _incident(kind: str, at: Position, seat: str, call: str, random: Random) -> Incident[Position]:
    return Incident(
        kind, seat, (called(seat, call),), (_made(at, seat, call),), at,
        called_by=caller(random, (after(seat),), 0.7), more={"calls": len(at.calls) + 1, "call": call},
    )  # fmt: skip


def _lapsed(at: Position, incident: Incident[Position]) -> bool:
    return not at.in_auction or len(at.calls) - incident.more["calls"] >= OPEN_FOR


def _facts(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {"auction": at.auction()}


def _free(at: Position, act: Act) -> bool:
    """May something happen here: an auction in rotation, without a restriction?"""
    return at.in_auction and act.kind == "call" and not at.barred and at.caller is None and _regular(at)


def _regular(at: Position) -> bool:
    return all(isinstance(call, str) for call in at.auction()["calls"])


# -- too low -----------------------------------------------------------------------------------------------------------
def _too_low(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    call, last = act.what[0], last_bid(at.calls)
    if not _free(at, act) or last is None or STRONG in (last[1], call) or (partner_of(act.seat), STRONG) in at.calls:
        return None
    low = _overlooked(at, act.seat, last[1]) if not is_bid(call) else f"{int(call[0]) - 1}{call[1:]}"
    if low is None or low[0] == "0" or height(low) > height(last[1]):
        return None
    return _incident("bridge.insufficient_bid", at, act.seat, low, random)


def _overlooked(at: Position, seat: str, last: str) -> str | None:
    """The suit he would have bid as high as the last bid, had he seen no higher one; None where he has none to bid."""
    hand = Hand.of(at.dealt[seat])
    suit = max(SUITS, key=lambda each: hand.lengths[each])
    low = f"{last[0]}{suit}"
    fits = hand.points >= BIDS[0] and hand.lengths[suit] >= BIDS[1]
    return low if fits and height(low) < height(last) and seat not in dict(at.calls) else None


def _too_low_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {"corrected_early": False, "natural": "natural"}


def _too_low_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    ours = seat in (incident.offender, partner_of(incident.offender))
    name = call_name(incident.more["call"])
    if fact == "corrected_early":
        return Said(seat, "我没有改过口。" if seat == incident.offender else "他没有改过口。", False)
    if fact == "natural" and ours:
        return Said(
            seat,
            f"{name}就是叫这门花色，再叫高一线也是。" if name[1:] != "NT" else f"{name}是均型牌，没有别的意思。",
            "natural",
        )
    return Said(seat, "要问他们自己，我们的约定卡上看不出来。") if fact == "natural" else None


# -- out of turn -------------------------------------------------------------------------------------------------------
def _out_of_turn(at: Position, act: Act, random: Random, *, passing: bool) -> tuple[str, str] | None:
    """Who calls out of turn, and what: the partner or the left-hand opponent of whoever's turn it is."""
    if not _free(at, act):
        return None
    for seat in random.sample((partner_of(act.seat), after(act.seat)), 2):
        between: tuple[tuple[str, str], ...] = ()
        due = act.seat
        while due != seat:
            between, due = (*between, (due, "P")), after(due)
        calls = (*at.calls, *between)
        if len(calls) >= 4 and all(call == "P" for _, call in calls[-3:]):
            continue
        call = choose(calls, seat, at.dealt[seat], may_double=False)
        if (call == "P") is passing and call != STRONG:
            last = last_bid(at.calls)
            if call == "P" or last is None or height(call) > height(last[1]):
                return seat, call
    return None


def _bid_out_of_turn(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    found = _out_of_turn(at, act, random, passing=False)
    return _incident("bridge.bid_out_of_rotation", at, *found, random) if found else None


def _pass_out_of_turn(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    found = _out_of_turn(at, act, random, passing=True)
    return _incident("bridge.pass_out_of_rotation", at, *found, random) if found else None


def _bid_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {"rho_must_pass": False, "meaning": "natural", "meant": "over_it"}


def _pass_truth(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {"rho_must_pass": False, "conventional": False, "meant": "over_it"}


def _turn_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    ours = seat in (incident.offender, partner_of(incident.offender))
    name = call_name(incident.more["call"])
    if fact == "rho_must_pass":
        return Said(seat, "这副牌还没有谁受罚不叫。", False)
    if fact == "meaning" and ours:
        return Said(seat, f"{name}是自然叫，没有别的意思。", "natural")
    if fact == "conventional" and ours:
        return Said(seat, "不叫就是没有牌力，没有特别的约定。", False)
    if fact == "meant" and seat == after(incident.offender):
        return Said(seat, "我以为轮到我，接着他叫的。", "over_it")
    return None


# -- a double that cannot be -------------------------------------------------------------------------------------------
def _cannot_double(at: Position, act: Act, random: Random) -> Incident[Position] | None:
    last = last_bid(at.calls)
    if not _free(at, act) or last is None or act.what[0] != "P" or last[0] != partner_of(act.seat):
        return None
    if any(call != "P" for _, call in at.calls[at.calls.index(last) + 1 :]):
        return None
    return _incident("bridge.inadmissible_double", at, act.seat, "X", random)


def _nothing(at: Position, incident: Incident[Position]) -> Mapping[str, Any]:
    return {}


def _no_answer(at: Position, incident: Incident[Position], fact: str, seat: str) -> Said | None:
    if seat == incident.offender:
        return Said(seat, "我看错了，以为是对方叫的。")
    return Said(seat, "我没有动过。") if seat in opponents(incident.offender) else None


CALLS: tuple[Irregularity[Position], ...] = (
    Irregularity(
        "bridge.insufficient_bid", "bridge.insufficient_bid", "叫牌不足", _too_low, last_shown, _facts,
        _too_low_truth, _too_low_answer, _lapsed, (1, 9),
    ),
    Irregularity(
        "bridge.bid_out_of_rotation", "bridge.bid_out_of_rotation", "越序叫牌", _bid_out_of_turn, last_shown, _facts,
        _bid_truth, _turn_answer, _lapsed, (1, 9),
    ),
    Irregularity(
        "bridge.pass_out_of_rotation", "bridge.pass_out_of_rotation", "越序不叫", _pass_out_of_turn, last_shown, _facts,
        _pass_truth, _turn_answer, _lapsed, (0, 9),
    ),
    Irregularity(
        "bridge.inadmissible_double", "bridge.inadmissible_double", "不能成立的加倍", _cannot_double, last_shown, _facts,
        _nothing, _no_answer, _lapsed, (2, 9),
    ),
)  # fmt: skip


def released(at: Position, seat: str) -> Position:
    """After somebody called: what held him for one turn is over."""
    barred = {who: how for who, how in at.barred.items() if who != seat or how != "one_turn"}
    return replace(at, barred=barred, undoubled=tuple(who for who in at.undoubled if who != seat))
