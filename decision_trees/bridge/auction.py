"""The auction (竞叫), with the irregular calls that stand in it (laws 17-19, 22, 27A, 29A, 34-39)."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from decision_trees.bridge.calls import Action, Bid, Call, Doubling, parse_call
from decision_trees.bridge.json_input import boolean_field, check_keys
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.functions import RuleInputError, rule

CallData = str | dict[str, Any]
"""A call, or ``{"call": "1H", "accepted": true}`` for an insufficient bid that offender's LHO accepted (27A)."""


PASS, DOUBLE, REDOUBLE = Action.PASS, Action.DOUBLE, Action.REDOUBLE


class Flag(StrEnum):
    """What is wrong with a call, in the order it is reported. More than one may be."""

    LEGAL = "legal"
    INSUFFICIENT = "insufficient"  # 不足叫牌, 18D
    INADMISSIBLE_DOUBLE = "inadmissible_double"  # 不能成立的加倍, 19A1
    INADMISSIBLE_REDOUBLE = "inadmissible_redouble"  # 不能成立的再加倍, 19B1
    OVER_SEVEN = "over_seven"  # 超过7线, 38
    AFTER_FINAL_PASS = "after_final_pass"  # 最终不叫后的叫牌, 39
    OUT_OF_ROTATION = "out_of_rotation"  # 越序叫牌, 17C, 28
    REQUIRED_TO_PASS = "required_to_pass"  # 受罚不叫的赛员采取了行动, 37


@dataclass(frozen=True, slots=True)
class StandingCall:
    """A call that stands, and who made it."""

    seat: Seat
    call: Call
    out_of_rotation: bool = False  # and accepted by offender's LHO (29A)
    insufficient: bool = False  # and accepted by offender's LHO (27A)

    def __str__(self) -> str:
        return f"{self.seat.chinese} {self.call}"


@dataclass(frozen=True, slots=True)
class Admissibility:
    """Whether a double or redouble is one (law 19), and why not."""

    ok: bool
    law: str
    because: str  # in Chinese

    def __bool__(self) -> bool:
        return self.ok


@dataclass(frozen=True, slots=True)
class Contract:
    """The contract (定约) a finished auction led to, and who plays it (law 22B; 定义: 庄家)."""

    bid: Bid
    doubled: Doubling
    declarer: Seat

    @property
    def dummy(self) -> Seat:
        """Declarer's partner (明手)."""
        return self.declarer.partner

    @property
    def opening_leader(self) -> Seat:
        """Declarer's LHO, who makes the opening lead (首引, 41A)."""
        return self.declarer.lho


@dataclass(frozen=True, slots=True)
class ReopenedAuction:
    """An auction that had not ended after all: law 34 goes back to the player who missed his turn."""

    auction: Auction
    cancelled: tuple[StandingCall, ...]  # passes made after the pass out of rotation


@dataclass(frozen=True, slots=True)
class Auction:
    """The calls that stand, in order. Cancelled calls are not in it."""

    dealer: Seat
    calls: tuple[StandingCall, ...] = ()

    @property
    def turn(self) -> Seat:
        """Whose turn it is in rotation (17B, C); after the end, whose it would be."""
        return self.calls[-1].seat.lho if self.calls else self.dealer

    @property
    def last_bid(self) -> StandingCall | None:
        """The last bid, with who made it."""
        return next((c for c in reversed(self.calls) if isinstance(c.call, Bid)), None)

    @property
    def last_action(self) -> StandingCall | None:
        """The last call that is no pass."""
        return next((c for c in reversed(self.calls) if c.call is not PASS), None)

    @property
    def doubled(self) -> Doubling:
        """How the last bid stands: a later bid supersedes a double or redouble (19C)."""
        last = self.last_action
        if last is None or isinstance(last.call, Bid):
            return Doubling.NONE
        return Doubling(last.call.value)

    def has_called(self, seat: Seat) -> bool:
        """Has this player called before in this auction?"""
        return any(c.seat is seat for c in self.calls)

    # -- the end ------------------------------------------------------------------------------------------------------
    @property
    def _three_passes(self) -> bool:
        """Three passes in a row follow a call (which may itself be a pass)."""
        return len(self.calls) > 3 and all(c.call is PASS for c in self.calls[-3:])

    @property
    def is_over(self) -> bool:
        """Has the final pass (最终不叫) been made (17E)? Not while a player was deprived of his turn (34)."""
        return self._three_passes and len({c.seat for c in self.calls[-4:]}) == len(Seat)

    @property
    def is_passed_out(self) -> bool:
        """Did all four pass without a bid (22A)? Then the board is neither played nor redealt."""
        return self.is_over and self.last_bid is None

    @property
    def contract(self) -> Contract | None:
        """The contract; None while the auction goes on or when it was passed out (22)."""
        last = self.last_bid
        if not self.is_over or last is None or not isinstance(last.call, Bid):
            return None
        strain = last.call.strain
        declarer = next(
            c.seat
            for c in self.calls
            if isinstance(c.call, Bid) and c.call.strain is strain and c.seat.side is last.seat.side
        )
        return Contract(last.call, self.doubled, declarer)

    def reopened(self) -> ReopenedAuction | None:
        """Law 34: three passes follow a call, one of them out of rotation, and a player lost his turn by it; else None.

        The auction goes back to the turn the pass out of rotation jumped over; the offender calls again in his (D-29).
        """
        if not self._three_passes or self.is_over:
            return None
        for at in range(len(self.calls) - 3, len(self.calls)):
            if self.calls[at].out_of_rotation:
                return ReopenedAuction(Auction(self.dealer, self.calls[:at]), self.calls[at + 1 :])
        return None

    # -- what is wrong with a call --------------------------------------------------------------------------------------
    def may_double(self, by: Seat) -> Admissibility:
        """Law 19A1: only the opponents' last bid, with nothing but passes after it."""
        last = self.last_action
        if last is None:
            return Admissibility(False, "19A1", "还没有实质叫牌，没有可加倍的")
        if last.call is DOUBLE:
            return Admissibility(False, "19A1", "最后的实质叫牌已经加倍")
        if last.call is REDOUBLE:
            return Admissibility(False, "19A1", "最后的实质叫牌已经再加倍")
        if last.seat.side is by.side:
            return Admissibility(False, "19A1", f"最后的实质叫牌 {last.call} 是本方叫的，只能加倍对方的")
        return Admissibility(True, "19A1", f"对方最后的实质叫牌 {last.call}，其后只有不叫")

    def may_redouble(self, by: Seat) -> Admissibility:
        """Law 19B1: only the opponents' last double, with nothing but passes after it."""
        last = self.last_action
        if last is None or isinstance(last.call, Bid):
            return Admissibility(False, "19B1", "最后的实质叫牌没有加倍，没有可再加倍的")
        if last.call is REDOUBLE:
            return Admissibility(False, "19B1", "最后的实质叫牌已经再加倍")
        if last.seat.side is by.side:
            return Admissibility(False, "19B1", "最后的加倍是本方作的，只能再加倍对方的加倍")
        return Admissibility(True, "19B1", "对方最后的加倍，其后只有不叫")

    def flags(self, call: Call, by: Seat | None = None, must_pass: Collection[Seat] = ()) -> tuple[Flag, ...]:
        """Everything that is wrong with a call by a player (by default the one in turn); LEGAL alone when nothing is."""
        seat = by or self.turn
        found: list[Flag] = []
        if isinstance(call, Bid):
            last = self.last_bid
            if last is not None and isinstance(last.call, Bid) and not call.supersedes(last.call):
                found.append(Flag.INSUFFICIENT)
            if call.is_over_seven:
                found.append(Flag.OVER_SEVEN)
        elif call is DOUBLE and not self.may_double(seat):
            found.append(Flag.INADMISSIBLE_DOUBLE)
        elif call is REDOUBLE and not self.may_redouble(seat):
            found.append(Flag.INADMISSIBLE_REDOUBLE)
        if self.is_over:
            found.append(Flag.AFTER_FINAL_PASS)
        if seat is not self.turn and not (seat.rho is self.turn and self.turn in must_pass):
            found.append(Flag.OUT_OF_ROTATION)  # ahead of a RHO who must pass anyway it is in rotation (28A)
        if seat in must_pass and call is not PASS:
            found.append(Flag.REQUIRED_TO_PASS)
        return tuple(found) or (Flag.LEGAL,)

    # -- building it ------------------------------------------------------------------------------------------------------
    def with_call(self, call: Call, by: Seat | None = None, *, accepted: bool = False) -> Auction:
        """The auction after one more call.

        ``accepted``: offender's LHO accepted it, so that an insufficient bid (27A) or a call out of rotation (29A)
        stands. Raises :class:`RuleInputError` when the call cannot stand.
        """
        seat = by or self.turn
        where = f"第{len(self.calls) + 1}个叫牌（{seat.chinese} {call}）"
        if self.is_over:
            raise RuleInputError(f"第{len(self.calls)}个叫牌以后竞叫已经结束，不能再有{where}。")
        flags = self.flags(call, seat)
        if Flag.OVER_SEVEN in flags:
            raise RuleInputError(f"{where}超过7线，绝对不能成立（第38条）。")
        if Flag.INADMISSIBLE_DOUBLE in flags or Flag.INADMISSIBLE_REDOUBLE in flags:
            why = self.may_double(seat) if call is DOUBLE else self.may_redouble(seat)
            raise RuleInputError(f"{where}不能成立，也不能被接受：{why.because}（第19条、第35条A款）。")
        if Flag.INSUFFICIENT in flags and not accepted:
            last = self.last_bid
            raise RuleInputError(
                f"{where}是不足叫牌（前面已叫到 {last.call if last else ''}），下家没有接受就不能留在竞叫里（第27条）。"
            )
        if Flag.OUT_OF_ROTATION in flags and not accepted:
            raise RuleInputError(f"{where}越序，应由{self.turn.chinese}叫牌（第29条）。")
        placed = StandingCall(seat, call, seat is not self.turn, Flag.INSUFFICIENT in flags)
        if placed.out_of_rotation and call is PASS and self.calls and self.calls[-1].seat is seat:
            # At LHO's turn it is a change of the call just made, and accepted it stands in its place (30B3, 25B1).
            return Auction(self.dealer, (*self.calls[:-1], StandingCall(seat, call, self.calls[-1].out_of_rotation)))
        return Auction(self.dealer, (*self.calls, placed))


LONGEST_AUCTION = 400
"""Calls of an auction: in rotation there are at most 319 (three passes, then 35 bids, each but for the last passed out
doubled and redoubled with two passes before each); the rest is room for calls out of rotation and insufficient bids."""


def check_length(calls: Sequence[object]) -> None:
    """Raise :class:`RuleInputError` for more calls than an auction can have."""
    if len(calls) > LONGEST_AUCTION:
        raise RuleInputError(
            f"竞叫过程有 {len(calls)} 个叫牌，一副牌不会有这么多（至多 {LONGEST_AUCTION} 个），请检查。"
        )


@dataclass(frozen=True, slots=True)
class EnteredCall:
    """A call as it happened at the table, perhaps out of rotation."""

    seat: Seat
    call: Call
    out_of_rotation: bool | None = None  # None: not said
    accepted: bool | None = None  # None: not said; then whether LHO called next decides (29A)


@dataclass(frozen=True, slots=True)
class FollowedAuction:
    """What stands of the calls that happened, and which were cancelled."""

    auction: Auction
    cancelled: tuple[EnteredCall | StandingCall, ...]


def follow(dealer: Seat, entries: Sequence[EnteredCall]) -> FollowedAuction:
    """Go through the calls as they happened: accepted or cancelled out of rotation (29), back to who missed his turn (34).

    Raises :class:`RuleInputError` when they cannot have happened so.
    """
    check_length(entries)
    auction = Auction(dealer)
    cancelled: list[EnteredCall | StandingCall] = []
    for at, entry in enumerate(entries):
        where = f"第{at + 1}个叫牌（{entry.seat.chinese} {entry.call}）"
        if auction.is_over:
            raise RuleInputError(f"竞叫已经结束，不能再有{where}。")
        if entry.seat is auction.turn:
            if entry.out_of_rotation:
                raise RuleInputError(f"{where}正轮到{entry.seat.chinese}，不是越序。")
            auction = auction.with_call(entry.call, accepted=bool(entry.accepted))
        else:
            if entry.out_of_rotation is False:
                raise RuleInputError(f"{where}应由{auction.turn.chinese}叫牌，却写着不是越序。")
            accepted = entry.accepted
            if accepted is None:
                accepted = at + 1 < len(entries) and entries[at + 1].seat is entry.seat.lho
            if not accepted:
                cancelled.append(entry)
                continue
            before = auction.calls
            auction = auction.with_call(entry.call, entry.seat, accepted=True)
            if len(auction.calls) == len(before) and before[-1].call is not entry.call:
                cancelled.append(before[-1])
        again = auction.reopened()
        if again is not None:
            auction = again.auction
            cancelled.extend(again.cancelled)
    return FollowedAuction(auction, tuple(cancelled))


def auction_of(dealer: str, calls: list[CallData]) -> Auction:
    """The auction of a dealer and the calls in rotation. Raises :class:`RuleInputError` when it cannot be."""
    check_length(calls)
    auction = Auction(Seat.parse(dealer))
    for at, item in enumerate(calls, 1):
        where = f"第{at}个叫牌"
        if isinstance(item, str):
            auction = auction.with_call(parse_call(item))
            continue
        check_keys(item, ("call", "accepted"), where)
        auction = auction.with_call(parse_call(item.get("call")), accepted=bool(boolean_field(item, "accepted", where)))
    return auction


@rule("bridge.whose_turn_to_call", "bridge-1999:17B", "bridge-1999:17C", title="轮到谁叫牌")
def whose_turn_to_call(dealer: SeatCode, calls_made: int) -> dict[str, Any]:
    """Whose turn it is after so many calls that stand (17B, C).

    Raises RuleInputError for a negative number.
    """
    if calls_made < 0:
        raise RuleInputError(f"已叫的次数不能是负数，现在是 {calls_made}。")
    return {"seat": Seat.parse(dealer).after(calls_made).value}


@rule(
    "bridge.call_check",
    "bridge-1999:18",
    "bridge-1999:19",
    "bridge-1999:17E",
    "bridge-1999:28",
    "bridge-1999:36",
    "bridge-1999:37",
    "bridge-1999:38",
    "bridge-1999:39",
    title="这个叫牌有什么不对",
)
def call_check(
    dealer: SeatCode,
    calls: list[CallData],
    call: str,
    by: SeatCode | None = None,
    must_pass: list[SeatCode] | None = None,
) -> dict[str, Any]:
    """What is wrong with a call: every irregularity it is, or legal (18, 19, 28, 36-39).

    ``calls``: those that stand, in rotation; ``by``: who made the call, by default the player in turn; ``must_pass``:
    players under a forced pass. Raises RuleInputError for an auction that cannot be.
    """
    auction = auction_of(dealer, calls)
    flags = auction.flags(
        parse_call(call, over_seven=True),
        Seat.parse(by) if by else None,
        {Seat.parse(s) for s in must_pass or ()},
    )
    return {"flags": [f.value for f in flags]}


def contract_data(auction: Auction) -> dict[str, Any]:
    """Contract, declarer, dummy and opening leader of a finished auction; passed out; or whose turn it is."""
    if not auction.is_over:
        return {"next_to_call": auction.turn.value}
    contract = auction.contract
    if contract is None:
        return {"passed_out": True}
    return {
        "level": contract.bid.level,
        "strain": contract.bid.strain.value,
        "doubled": contract.doubled.value,
        "declarer": contract.declarer.value,
        "opening_leader": contract.opening_leader.value,
        "dummy": contract.dummy.value,
    }


@rule(
    "bridge.auction_result",
    "bridge-1999:17E",
    "bridge-1999:22",
    "bridge-1999:19C",
    "bridge-1999:27A",
    "bridge-1999:41A",
    "bridge-1999:def/庄家",
    title="竞叫的结果",
)
def auction_result(dealer: SeatCode, calls: list[CallData]) -> dict[str, Any]:
    """What an auction came to: whose turn, passed out, or contract, declarer and opening leader (17E, 22, 41A).

    ``calls`` are in rotation; ``{"call": "1H", "accepted": true}`` is an insufficient bid that offender's LHO accepted
    (27A). Raises RuleInputError for a call that cannot stand.
    """
    auction = auction_of(dealer, calls)
    return {"ended": auction.is_over, **contract_data(auction)}


def _entered_call(data: dict[str, Any], at: int) -> EnteredCall:
    where = f"第{at}个叫牌"
    check_keys(data, ("seat", "call", "oor", "accepted"), where)
    for key in ("seat", "call"):
        if not isinstance(data.get(key), str):
            raise RuleInputError(f"{where}缺少 {key}，应写作 {{seat, call}}。")
    return EnteredCall(
        Seat.parse(data["seat"]),
        parse_call(data["call"]),
        boolean_field(data, "oor", where),
        boolean_field(data, "accepted", where),
    )


@rule(
    "bridge.auction_with_oor_pass",
    "bridge-1999:34",
    "bridge-1999:29A",
    "bridge-1999:29B",
    "bridge-1999:17E",
    title="有越序不叫的竞叫结束没有",
)
def auction_with_oor_pass(dealer: SeatCode, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """Has an auction with a pass out of rotation ended, who calls, and which calls are cancelled (34, 29)?

    ``oor``: the call was out of rotation (worked out when left out). ``accepted``: offender's LHO accepted it; when
    left out, whether LHO made the next call decides (29A). Raises RuleInputError when the calls cannot have happened
    so.
    """
    followed = follow(Seat.parse(dealer), [_entered_call(data, at) for at, data in enumerate(calls, 1)])
    auction = followed.auction
    return {
        "ended": auction.is_over,
        "next_to_call": None if auction.is_over else auction.turn.value,
        "cancelled": [{"seat": c.seat.value, "call": str(c.call)} for c in followed.cancelled],
    }
