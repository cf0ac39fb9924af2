"""An auction while it is entered call by call: whose turn it is, and what is irregular about a call.

What is irregular the rule functions of bridge say; nothing is refused, because the irregular call is what the referee was
called for.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from decision_trees.bridge.auction import Auction, EnteredCall, Flag, StandingCall, follow
from decision_trees.bridge.calls import Bid, Call, Doubling, parse_call
from decision_trees.bridge.seats import Seat
from decision_trees.functions import RuleInputError
from decision_trees.notation import PIPS

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from decision_trees.model import Fact

STRAINS = ("C", "D", "H", "S", "NT")
ACTIONS: Mapping[str, str] = {"P": "不叫", "X": "加倍", "XX": "再加倍"}
IRREGULAR: Mapping[Flag, str] = {
    Flag.INSUFFICIENT: "不足",
    Flag.INADMISSIBLE_DOUBLE: "不能成立",
    Flag.INADMISSIBLE_REDOUBLE: "不能成立",
    Flag.OVER_SEVEN: "超过7线",
    Flag.AFTER_FINAL_PASS: "已结束",
    Flag.OUT_OF_ROTATION: "越序",
}


@dataclass(frozen=True)
class Made:
    """A call as it was entered."""

    seat: Seat
    call: str
    flags: tuple[Flag, ...]

    @property
    def irregular(self) -> str:
        """What is irregular about it, in words; empty when nothing is."""
        return "、".join(dict.fromkeys(IRREGULAR[flag] for flag in self.flags if flag in IRREGULAR))


@dataclass(frozen=True)
class Bidding:
    """The calls entered so far, from the dealer on."""

    dealer: Seat
    calls: tuple[tuple[Seat, str], ...] = ()

    @classmethod
    def read(cls, value: Any) -> Bidding | None:
        """Return the auction of a fact; None where there is none yet."""
        if not isinstance(value, dict) or "dealer" not in value:
            return None
        bidding = cls(Seat(value["dealer"]))
        for item in value.get("calls", ()):
            seat, call = (item.get("seat"), item["call"]) if isinstance(item, dict) else (None, item)
            bidding = bidding.with_call(call, Seat(seat) if seat else None)
        return bidding

    @property
    def next(self) -> Seat:
        """The player after the last to call, to whom a call belongs that names no seat."""
        return self.calls[-1][0].lho if self.calls else self.dealer

    def with_call(self, call: str, seat: Seat | None = None) -> Bidding:
        """Return the auction with one more call."""
        return Bidding(self.dealer, (*self.calls, (seat or self.next, call)))

    def undone(self) -> Bidding | None:
        """Return the auction without its last call; None when there is only the dealer."""
        return Bidding(self.dealer, self.calls[:-1]) if self.calls else None

    def as_fact(self) -> dict[str, Any]:
        """Return it as the reading of bridge takes it: a seat where it is not the next player, or the auction is over."""
        calls: list[Any] = []
        turn = self.dealer
        for at, (seat, call) in enumerate(self.calls):
            over = _standing(self.dealer, self.calls[:at], seat).is_over
            calls.append(call if seat is turn and not over else {"seat": seat.value, "call": call})
            turn = seat.lho
        return {"dealer": self.dealer.value, "calls": calls}

    @cached_property
    def made(self) -> tuple[Made, ...]:
        """The calls with what is irregular about each."""
        return tuple(
            Made(seat, call, _standing(self.dealer, self.calls[:at], seat).flags(_parse(call), seat))
            for at, (seat, call) in enumerate(self.calls)
        )

    @property
    def floor(self) -> Bid | None:
        """The last bid that stands if the next player calls: what a bid must exceed."""
        last = _standing(self.dealer, self.calls, self.next).last_bid
        return last.call if last is not None and isinstance(last.call, Bid) else None

    @property
    def over(self) -> bool:
        """Whether the auction has ended."""
        return _standing(self.dealer, self.calls, self.next).is_over

    @property
    def result(self) -> str:
        """What an auction that has ended came to, in words; empty while it goes on, or a call was made after its end."""
        standing = _standing(self.dealer, self.calls, self.next)
        if not standing.is_over or (self.made and self.made[-1].irregular):
            return ""
        found = standing.contract
        if found is None:
            return "四家都不叫，这副牌不打"
        doubled = "" if found.doubled is Doubling.NONE else found.doubled.chinese
        strain = PIPS.get(found.bid.strain.value, found.bid.strain.value)
        said = f"定约{found.bid.level}{strain}{doubled}"
        return f"{said}，{found.declarer.chinese}做庄，{found.opening_leader.chinese}首引"


def is_bid(fact: Fact) -> bool:
    """Whether of all calls only bids can be the value of a fact, as of a contract: its examples are nothing else."""
    return fact.kind == "call" and bool(fact.examples) and not any(each in ACTIONS for each in fact.examples)


def _parse(call: str) -> Call:
    return parse_call(call, over_seven=True)


def _standing(dealer: Seat, calls: Sequence[tuple[Seat, str]], then: Seat) -> Auction:
    """What stands of some calls when a player calls after them; where law leaves none of it, all calls as they were made."""
    callers = [*(seat for seat, _ in calls), then]
    entries = [
        EnteredCall(seat, _parse(call), accepted=callers[at + 1] is seat.lho) for at, (seat, call) in enumerate(calls)
    ]
    try:
        return follow(dealer, entries).auction
    except RuleInputError:
        return Auction(dealer, tuple(StandingCall(seat, _parse(call)) for seat, call in calls))
