"""The call in question of an entered auction: what is wrong with it and how matters stood when it was made.

An auction is entered as ``{"dealer": "N", "calls": ["1S", "P", {"seat": "W", "call": "1H"}]}``: a call out of rotation names
its seat, any other is by the player after the last to call. A call out of rotation that its maker's LHO followed is accepted
(29A); one that somebody else followed was cancelled (28B, 29B). A second call by the player who has just called replaces his
first, once his LHO has called over it (25B1, 27B).
"""

from __future__ import annotations

import itertools
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge.auction import Auction, Flag, StandingCall
from decision_trees.bridge.calls import Action, Bid, Call, Strain, lowest_sufficient, parse_call
from decision_trees.bridge.reading import read
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.functions import RuleInputError, rule
from decision_trees.notation import PIPS

IrregularityKind = Literal["insufficient", "over_seven", "after_final_pass", "pass_out_of_rotation", "out_of_rotation"]


_IRREGULARITY_NAMES: dict[str, str] = {
    "insufficient": "不足叫牌",
    "over_seven": "超过7线的叫牌",
    "after_final_pass": "最终不叫后的叫牌",
    "pass_out_of_rotation": "越序不叫",
    "out_of_rotation": "越序叫牌",
}


_FLAG_OF = {
    "insufficient": Flag.INSUFFICIENT,
    "over_seven": Flag.OVER_SEVEN,
    "after_final_pass": Flag.AFTER_FINAL_PASS,
    "pass_out_of_rotation": Flag.OUT_OF_ROTATION,
    "out_of_rotation": Flag.OUT_OF_ROTATION,
}


@dataclass(frozen=True, slots=True)
class MadeCall:
    """A call as it was made at the table."""

    seat: Seat
    call: Call
    before: Auction  # the calls that stood when it was made
    followed_by: tuple[Seat, ...]  # who called after it, in order

    @property
    def turn(self) -> Seat:
        """Whose turn it was."""
        return self.before.turn

    @property
    def flags(self) -> tuple[Flag, ...]:
        """What is wrong with it."""
        return self.before.flags(self.call, self.seat)

    @property
    def lho_called(self) -> bool:
        """Did its maker's LHO call next (27A, 29A, 35)?"""
        return self.followed_by[:1] == (self.seat.lho,)

    @property
    def turn_of(self) -> str:
        """Whose turn it was, seen from its maker: offender, lho, partner or rho."""
        seats = {self.seat: "offender", self.seat.lho: "lho", self.seat.partner: "partner", self.seat.rho: "rho"}
        return seats[self.turn]

    @property
    def chinese(self) -> str:
        """南家的1红心."""
        return f"{self.seat.chinese}的{self.call.chinese}"


def made_calls(auction: dict[str, Any]) -> tuple[MadeCall, ...]:
    """The calls of an entered auction, each with the auction that stood before it."""
    checked = read("auction", auction, {})
    turn = Seat(checked["dealer"])
    placed: list[tuple[Seat, Call]] = []
    for item in checked["calls"]:
        seat = Seat(item.get("seat", turn)) if isinstance(item, dict) else turn
        text = item["call"] if isinstance(item, dict) else item
        placed.append((seat, parse_call(text, over_seven=True)))
        turn = seat.lho
    made: list[MadeCall] = []
    standing = Auction(Seat(checked["dealer"]))
    for at, (seat, call) in enumerate(placed):
        after = tuple(s for s, _ in placed[at + 1 :])
        one = MadeCall(seat, call, standing, after)
        made.append(one)
        if standing.is_over:
            continue  # nothing stands after the final pass, whoever calls over it (35D, 39)
        if seat is standing.turn or one.lho_called:
            again = bool(standing.calls) and standing.calls[-1].seat is seat
            kept = standing.calls[:-1] if again else standing.calls
            first = Auction(standing.dealer, kept)
            stands = StandingCall(seat, call, seat is not first.turn, Flag.INSUFFICIENT in first.flags(call, seat))
            standing = Auction(standing.dealer, (*kept, stands))
    return tuple(made)


def _defender_acted(made: Sequence[MadeCall]) -> MadeCall | None:
    """The first call after the final pass that is punished (39B): a bid, double or redouble by a defender."""
    after = [m for m in made if Flag.AFTER_FINAL_PASS in m.flags and m.call is not Action.PASS]
    return next((m for m in after if m.before.contract and m.seat.side is not m.before.contract.declarer.side), None)


def _in_question(made: Sequence[MadeCall], kind: str, by: Seat | None = None) -> MadeCall:
    """The last call of this kind; of those after the final pass, a defender's that is punished goes before (39B).

    With ``by`` the last of his, where he made one. Raises :class:`RuleInputError` when there is none.
    """
    if by is not None and (his := [m for m in made if m.seat is by and _FLAG_OF[kind] in m.flags]):
        return his[-1]
    if kind == "after_final_pass" and (acted := _defender_acted(made)) is not None:
        return acted
    for one in reversed(made):
        if _FLAG_OF[kind] in one.flags and (kind != "pass_out_of_rotation" or one.call is Action.PASS):
            if kind != "after_final_pass" and Flag.AFTER_FINAL_PASS in one.flags:
                raise RuleInputError(f"{one.chinese}是最终不叫后的叫牌，应按第39条处理。")
            return one
    last = f"，最后是{made[-1].chinese}" if made else ""
    raise RuleInputError(
        f"输入的竞叫过程里没有{_IRREGULARITY_NAMES[kind]}{last}；先写发牌人，越序的叫牌再写明是谁叫的，如“W E:1H”。"
    )


def _condoner(made: Sequence[MadeCall], one: MadeCall) -> str | None:
    """Who condoned a call after the final pass: his LHO, or the LHO of one who so called before him (35D)."""
    late = [m for m in made[: made.index(one) + 1] if Flag.AFTER_FINAL_PASS in m.flags]
    return next((m.seat.lho.value for m in late if m.lho_called), None)


@rule("bridge.called_after_final_pass", "bridge-1999:39", "bridge-1999:17E", title="最终不叫后叫牌的人")
def called_after_final_pass(auction: dict[str, Any], seat: SeatCode) -> dict[str, Any]:
    """Who called after the final pass (39), in order: ``seats``. Raises RuleInputError where ``seat`` is none of them."""
    late = [m.seat for m in made_calls(auction) if Flag.AFTER_FINAL_PASS in m.flags]
    if late and Seat(seat) not in late:
        who = "、".join(dict.fromkeys(s.chinese for s in late))
        raise RuleInputError(
            f"照竞叫过程，最终不叫以后叫牌的是{who}，{Seat(seat).chinese}没有叫：请改正违规者或竞叫过程。"
        )
    return {"seats": [s.value for s in late]}


def _call_kind(call: Call) -> str:
    if isinstance(call, Bid):
        return "bid"
    return {Action.PASS: "pass", Action.DOUBLE: "double", Action.REDOUBLE: "redouble"}[call]


@rule(
    "bridge.irregular_call",
    "bridge-1999:17C",
    "bridge-1999:18D",
    "bridge-1999:27A",
    "bridge-1999:28B",
    "bridge-1999:29A",
    "bridge-1999:38",
    "bridge-1999:39",
    title="竞叫里的违规叫牌",
)
def irregular_call(auction: dict[str, Any], kind: IrregularityKind, by: SeatCode | None = None) -> dict[str, Any]:
    """The last irregular call of a kind in an auction (18D, 28-31, 38, 39), and what happened around it.

    ``by``: his call of that kind, where he made one. ``turn_of``: whose turn it was, seen from the offender. ``acted``:
    who called next: ``lho`` accepted it (27A, 29A), ``turn_player``: offender's RHO, whose turn it was, called himself
    (28B). ``condoner``: of a call after the final pass, who called next after it at its maker's left, or so after an earlier
    one, with which it is cancelled without penalty (35D); null where nobody did. Raises RuleInputError when there is none.
    """
    made = made_calls(auction)
    one = _in_question(made, kind, None if by is None else Seat(by))
    rho_next = one.turn_of == "rho" and one.followed_by[:1] == (one.seat.rho,)
    contract = one.before.contract
    side = None if contract is None else one.seat.side is contract.declarer.side
    return {
        "seat": one.seat.value,
        "call": str(one.call),
        "kind": _call_kind(one.call),
        "turn": one.turn.value,
        "turn_of": one.turn_of,
        "in_turn": one.seat is one.turn,
        "lho_called": one.lho_called,
        "condoner": _condoner(made, one),
        "acted": "lho" if one.lho_called else "turn_player" if rho_next else "nobody",
        "any_bid_before": one.before.last_bid is not None,
        "offender_called_before": one.before.has_called(one.seat),
        "side": "passed_out" if side is None else "declaring" if side else "defending",
    }


@rule("bridge.same_strain_bid", "bridge-1999:27B1", "bridge-1999:18B", "bridge-1999:18A", title="同名目最低的足够改正")
def same_strain_bid(auction: dict[str, Any] | None = None) -> dict[str, Any]:
    """The lowest sufficient bid in the strain of the insufficient bid (27B1), and whether there is one up to seven.

    Without an auction: taken to exist, and not named. Raises RuleInputError when the auction has no insufficient bid.
    """
    if auction is None:
        return {"bid": None, "exists": True}
    one = _in_question(made_calls(auction), "insufficient")
    last = one.before.last_bid
    assert isinstance(one.call, Bid) and last is not None and isinstance(last.call, Bid)
    bid = lowest_sufficient(last.call, one.call.strain)
    return {"bid": None if bid is None else str(bid), "exists": bid is not None}


@rule(
    "bridge.sufficient_correction",
    "bridge-1999:27B",
    "bridge-1999:18B",
    "bridge-1999:18E",
    "bridge-1999:38",
    title="不足叫牌可以改成的足够叫牌",
)
def sufficient_correction(auction: dict[str, Any] | None = None) -> dict[str, Any]:
    """What an insufficient bid may be corrected to besides a pass (27B): the lowest in each denomination.

    ``over``: the bid to be exceeded (18B); ``state``: ``some``, or ``none`` over seven no trumps (38); ``all`` of them and the
    ``others`` than in the strain of the insufficient bid, in words. Without an auction: taken to exist, and not named. Raises
    RuleInputError when the auction has no insufficient bid.
    """
    if auction is None:
        return {"exists": True, "state": None, "over": None, "lowest": None, "bids": [], "others": None, "all": None}
    one = _in_question(made_calls(auction), "insufficient")
    last = one.before.last_bid
    assert last is not None and isinstance(last.call, Bid)
    each = [b for strain in Strain if (b := lowest_sufficient(last.call, strain)) is not None]
    each.sort(key=lambda b: (b.level, b.strain.order))
    return {
        "exists": bool(each),
        "state": "some" if each else "none",
        "over": str(last.call),
        "lowest": str(each[0]) if each else None,
        "bids": [str(b) for b in each],
        "others": _bids_said([b for b in each if isinstance(one.call, Bid) and b.strain is not one.call.strain]),
        "all": _bids_said(each),
    }


def _bids_said(bids: Sequence[Bid]) -> str | None:
    """The lowest bids in some denominations, and that higher ones are too, in brackets; None where there are none."""
    return (
        f"（最低{'、'.join(f'{b.level}{PIPS.get(b.strain.value, b.strain.value)}' for b in bids)}，或更高的）"
        if bids
        else None
    )


@rule(
    "bridge.correction_made",
    "bridge-1999:27B",
    "bridge-1999:27B1a",
    "bridge-1999:27B3",
    "bridge-1999:18B",
    "bridge-1999:38",
    title="不足叫牌改成的是什么叫牌",
)
def correction_made(auction: dict[str, Any] | None = None, call: str | None = None) -> dict[str, Any]:
    """What the call is that an insufficient bid was corrected to (27B), and whether it can stand as a correction.

    ``kind``: ``not_given`` where the auction or the call is not known, ``double`` (or redouble, 27B3), ``pass``,
    ``over_seven`` (38), ``insufficient`` again, ``lowest`` (in the same strain, 27B1) or ``other``.
    ``standing``: the call where it can stand, else null.
    Raises RuleInputError when the auction has no insufficient bid, or for what is no call.
    """
    if auction is None or call is None:
        return {"kind": "not_given", "standing": None}
    made = parse_call(call, over_seven=True)
    before = _in_question(made_calls(auction), "insufficient").before
    if not isinstance(made, Bid):
        kind = "pass" if made is Action.PASS else "double"
    else:
        flags = before.flags(made)
        again = "over_seven" if Flag.OVER_SEVEN in flags else "insufficient" if Flag.INSUFFICIENT in flags else None
        kind = again or ("lowest" if str(made) == same_strain_bid(auction)["bid"] else "other")
    return {"kind": kind, "standing": str(made) if kind in ("pass", "lowest", "other") else None}


@rule(
    "bridge.rho_called",
    "bridge-1999:31A1",
    "bridge-1999:31A2",
    "bridge-1999:32B1",
    "bridge-1999:32B2",
    title="越序叫牌取消以后上家叫的是什么",
)
def rho_called(auction: dict[str, Any], call: str, by: SeatCode | None = None) -> dict[str, Any]:
    """What offender's right-hand opponent called once a call out of rotation at his turn was cancelled (31A, 32B).

    ``kind``: pass, bid, double (or redouble), or illegal. Null where it was not his turn. Raises RuleInputError for what is no
    call.
    """
    made = parse_call(call, over_seven=True)
    one = _out_of_rotation(auction, by)
    if one is None or one.turn is not one.seat.rho:
        return {"kind": None}
    if one.before.flags(made) != (Flag.LEGAL,):
        return {"kind": "illegal"}
    return {"kind": "double" if _call_kind(made) == "redouble" else _call_kind(made)}


@rule("bridge.repeats_denomination", "bridge-1999:31A2a", "bridge-1999:31A2b", title="改叫的是不是原来越序的名目")
def repeats_denomination(
    auction: dict[str, Any], call: str, rho_call: str, by: SeatCode | None = None
) -> dict[str, Any]:
    """Does a legal call over ``rho_call`` repeat the denomination of the bid out of rotation (31A2)? Null where it is not legal."""
    made, one = parse_call(call, over_seven=True), _out_of_rotation(auction, by)
    rho = parse_call(rho_call, over_seven=True)
    if one is None or one.turn is not one.seat.rho or one.before.flags(rho) != (Flag.LEGAL,):
        return {"repeats": None}
    if one.before.with_call(rho).flags(made) != (Flag.LEGAL,):
        return {"repeats": None}
    return {"repeats": isinstance(made, Bid) and isinstance(one.call, Bid) and made.strain is one.call.strain}


def _out_of_rotation(auction: dict[str, Any], by: SeatCode | None) -> MadeCall | None:
    """The last call out of rotation, of ``by`` where that is given."""
    made = [m for m in made_calls(auction) if Flag.OUT_OF_ROTATION in m.flags and (by is None or m.seat is Seat(by))]
    return made[-1] if made else None


@rule(
    "bridge.double_in_question",
    "bridge-1999:19A1",
    "bridge-1999:19B1",
    "bridge-1999:35A",
    "bridge-1999:36",
    title="加倍或再加倍能否成立",
)
def double_in_question(auction: dict[str, Any]) -> dict[str, Any]:
    """Is the last double or redouble of an auction admissible (19), in turn, and followed by LHO's call (35A)?

    ``turn_of``: whose turn it was, seen from its maker. Raises RuleInputError when there is none, or when it came after
    the final pass.
    """
    doubles = [m for m in made_calls(auction) if m.call in (Action.DOUBLE, Action.REDOUBLE)]
    if not doubles:
        raise RuleInputError("输入的竞叫过程里没有加倍或再加倍。")
    one = doubles[-1]
    if Flag.AFTER_FINAL_PASS in one.flags:
        raise RuleInputError(f"{one.chinese}是最终不叫后的叫牌，应按第39条处理。")
    why = one.before.may_double(one.seat) if one.call is Action.DOUBLE else one.before.may_redouble(one.seat)
    return {
        "seat": one.seat.value,
        "turn": one.turn.value,
        "kind": _call_kind(one.call),
        "inadmissible": not why.ok,
        "because": why.because,
        "in_turn": one.seat is one.turn,
        "turn_of": one.turn_of,
        "lho_called": one.lho_called,
    }


@dataclass(frozen=True, slots=True)
class ChangedCall:
    """A call and, where the auction shows it, the call that was to replace it."""

    first: MadeCall
    between: tuple[Seat, ...]  # who called between the two, or after the first
    replacement: MadeCall | None


def _refuse_late(made: Sequence[MadeCall], *, replaced: bool = False) -> None:
    """Raise :class:`RuleInputError` where somebody called after the final pass: law 39 alone rules that.

    ``replaced``: the final passer's own next call may be the one that was to replace his pass (25).
    """
    at = next((n for n, m in enumerate(made) if Flag.AFTER_FINAL_PASS in m.flags), None)
    if at is not None and not (replaced and made[at].seat is made[at - 1].seat):
        raise RuleInputError(f"{made[at].chinese}是最终不叫后的叫牌，应按第39条处理。")


@rule("bridge.before_final_pass", "bridge-1999:39", "bridge-1999:17E", title="最终不叫后有没有人叫牌")
def before_final_pass(auction: dict[str, Any]) -> dict[str, Any]:
    """How many calls were made, none of them after the final pass. Raises RuleInputError where one was: law 39 alone rules it."""
    made = made_calls(auction)
    _refuse_late(made)
    return {"calls": len(made)}


def _called_again(made: Sequence[MadeCall]) -> Seat | None:
    """Who called again out of his turn straight after his own call, leaving aside calls that do not stand; else None."""
    for earlier, later in reversed(list(itertools.pairwise(made))):
        stood = later.before.calls
        own = stood[-1].seat if stood else None
        if later.seat in (earlier.seat, own) and later.seat is not later.turn:
            return later.seat
    return None


def as_entered(auction: Auction) -> dict[str, Any]:
    """The calls that stand as people enter them: a seat only at a call out of rotation."""
    calls: list[Any] = []
    turn = auction.dealer
    for each in auction.calls:
        calls.append(_placed(each.call, each.seat, turn))
        turn = each.seat.lho
    return {"dealer": auction.dealer.value, "calls": calls}


def _placed(call: Call, seat: Seat, turn: Seat) -> str | dict[str, str]:
    return str(call) if seat is turn else {"seat": seat.value, "call": str(call)}


def with_last(before: Auction, call: Call, seat: Seat) -> dict[str, Any]:
    """An auction with one more call as it was made, whether or not it can stand: it is yet to be ruled on."""
    entered = as_entered(before)
    return {**entered, "calls": [*entered["calls"], _placed(call, seat, before.turn)]}


@rule(
    "bridge.insufficient_replaced",
    "bridge-1999:27B",
    "bridge-1999:38",
    title="改正以后又要裁定的竞叫",
)
def insufficient_replaced(auction: dict[str, Any], call: str | None = None) -> dict[str, Any]:
    """The auction with ``call`` in place of the insufficient bid, as it was made: it is to be ruled on in its turn (27B, 38).

    Without ``call`` with the insufficient bid itself, which was accepted (27A). Raises RuleInputError when the auction has no
    insufficient bid, or for what is no call.
    """
    one = _in_question(made_calls(auction), "insufficient")
    return {"auction": with_last(one.before, one.call if call is None else parse_call(call, over_seven=True), one.seat)}


@rule(
    "bridge.repeated_out_of_rotation",
    "bridge-1999:31A1",
    "bridge-1999:27",
    title="上家不叫、重复越序叫牌以后的竞叫",
)
def repeated_out_of_rotation(auction: dict[str, Any]) -> dict[str, Any]:
    """The auction in which the player whose turn it was passes and the call out of rotation is repeated, sufficient or not (31A1).

    Raises RuleInputError when there is no bid out of rotation.
    """
    one = out_of_rotation_call(auction, "bid")
    return {"auction": with_last(one.before.with_call(Action.PASS), one.call, one.seat)}


@rule(
    "bridge.change_undone",
    "bridge-1999:25A",
    "bridge-1999:25B2",
    "bridge-1999:25B2a",
    "bridge-1999:35A",
    title="更改叫牌以后的竞叫",
)
def change_undone(
    auction: dict[str, Any], offender: SeatCode | None = None, replacement: str | None = None
) -> dict[str, Any]:
    """The auction as far as the call that was changed, with nothing after it (25B2, 35A), or with ``replacement`` in its place.

    The call it ends with may be irregular itself: then it is to be ruled on (25A, 25B2a). Raises RuleInputError when he has
    not called, or for what is no call.
    """
    one = call_changed(auction, offender).first
    call = one.call if replacement is None else parse_call(replacement, over_seven=True)
    return {"auction": with_last(one.before, call, one.seat)}


LhoCalled = Literal["none", "before", "together", "after_for_first", "after_for_second"]


def _who_changed(made: Sequence[MadeCall], lho_when: LhoCalled | None) -> Seat | None:
    """Who changed his call, as far as the auction shows it.

    He called twice, or was the only one to call, or nobody called after him. When others have called and it is not
    known whether his LHO was one of them, the last call may be his or LHO's: None.
    """
    if again := _called_again(made):
        return again
    return made[-1].seat if lho_when == "none" or len({m.seat for m in made}) == 1 else None


def call_changed(auction: dict[str, Any], offender: str | None) -> ChangedCall:
    """The call that was changed: offender's last, or the one before when he called again out of his turn."""
    made = made_calls(auction)
    if not made:
        raise RuleInputError("输入的竞叫过程里还没有叫牌。")
    _refuse_late(made, replaced=True)
    seat = (_called_again(made) or made[-1].seat) if offender is None else Seat.parse(offender)
    mine = [at for at, m in enumerate(made) if m.seat is seat]
    if not mine:
        raise RuleInputError(f"输入的竞叫过程里{seat.chinese}还没有叫牌。")
    last = mine[-1]
    if len(mine) > 1 and made[last].seat is not made[last].turn and last - mine[-2] < len(Seat):
        first = mine[-2]
        return ChangedCall(made[first], tuple(m.seat for m in made[first + 1 : last]), made[last])
    return ChangedCall(made[last], made[last].followed_by, None)


def _required_to_pass(barred: str | None, held: str | None) -> frozenset[Seat]:
    """Who must pass, as bridge.barred_for_good and bridge.held_next_turn say it in Chinese."""
    return frozenset(s for s in Seat if s.chinese in (barred or "") or f"{s.chinese}不叫" in (held or ""))


_LAWS: tuple[tuple[Flag, str], ...] = (
    (Flag.OVER_SEVEN, "over_seven"),
    (Flag.REQUIRED_TO_PASS, "required_to_pass"),
    (Flag.INADMISSIBLE_DOUBLE, "inadmissible_double"),
    (Flag.INADMISSIBLE_REDOUBLE, "inadmissible_double"),
    (Flag.INSUFFICIENT, "insufficient"),
)


def _breached(call: Call, flags: Collection[Flag]) -> str | None:
    """By which kind an irregular call is ruled on; out of rotation before being insufficient or inadmissible (27C, 36)."""
    if Flag.OUT_OF_ROTATION in flags and Flag.OVER_SEVEN not in flags and Flag.REQUIRED_TO_PASS not in flags:
        return f"{_out_of_rotation_kind(call)}_out_of_rotation"
    return next((law for flag, law in _LAWS if flag in flags), None)


@rule(
    "bridge.changed_call",
    "bridge-1999:25A",
    "bridge-1999:25B",
    "bridge-1999:25B2a",
    "bridge-1999:25B2b",
    title="被更改的叫牌",
)
def changed_call(
    auction: dict[str, Any],
    offender: str | None = None,
    lho_when: LhoCalled | None = None,
    barred: str | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """The call that is to be changed (25): offender's last in the auction, or the one before when he called again.

    ``lho_when``: whether and when his LHO called. Without ``offender`` all is null where the auction does not show who
    changed his call: the last call may be his, or LHO's over it.

    ``first_kind``: legal, insufficient (25B1 note: law 27) or other; ``breach``: which law's irregularity it is, null for a
    legal one; ``barred``, ``held``: who must pass, in Chinese (37). ``replacement``: the second call, where it is in
    the auction; then ``lho_called`` and ``partner_called`` say who called between the two. Without it they say who
    called after the first; whether that was before the change is not known, so that a call of partner's leaves
    ``partner_called`` null. ``lho_first``: where partner called, did LHO call before him? He had not when partner called
    out of his turn. Raises RuleInputError when he has not called, or when somebody else called after the final pass (39).
    """
    made = made_calls(auction)
    _refuse_late(made, replaced=True)
    if made and offender is None and _who_changed(made, lho_when) is None:
        keys = ("seat", "call", "first_kind", "breach", "lho_called", "partner_called", "lho_first", "replacement")
        return dict.fromkeys(keys)
    found = call_changed(auction, offender)
    one = found.first
    flags = one.before.flags(one.call, one.seat, _required_to_pass(barred, held))
    kind = "legal" if flags == (Flag.LEGAL,) else "insufficient" if flags == (Flag.INSUFFICIENT,) else "other"
    partner = one.seat.partner in found.between
    lho = one.seat.lho in found.between
    shown = found.replacement is not None
    return {
        "seat": one.seat.value,
        "call": str(one.call),
        "first_kind": kind,
        "breach": _breached(one.call, flags),
        "lho_called": lho,
        "partner_called": partner if shown or not partner else None,
        "lho_first": one.seat.lho in found.between[: found.between.index(one.seat.partner)] if partner else None,
        "replacement": str(found.replacement.call) if found.replacement is not None else None,
    }


@rule("bridge.replacement_legal", "bridge-1999:25A", "bridge-1999:18B", "bridge-1999:19", title="更改的叫牌是否合法")
def replacement_legal(
    auction: dict[str, Any],
    replacement: str,
    offender: str | None = None,
    barred: str | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """Would the call that replaces offender's call have been legal in its place (25A), in rotation too?

    ``flags``: what is wrong with it; ``barred``, ``held``: who must pass, in Chinese (37).
    Raises RuleInputError when he has not called, or for what is no call.
    """
    one = call_changed(auction, offender).first
    call = parse_call(read("call", replacement, {}), over_seven=True)
    flags = one.before.flags(call, one.seat, _required_to_pass(barred, held))
    breach = _breached(call, flags)
    return {"legal": breach is None, "breach": breach, "flags": [f.value for f in flags if f is not Flag.LEGAL]}


@rule(
    "bridge.replacement_can_stand", "bridge-1999:25B1", "bridge-1999:36", "bridge-1999:38", title="更改的叫牌能否被接受"
)
def replacement_can_stand(auction: dict[str, Any], replacement: str, offender: str | None = None) -> dict[str, Any]:
    """Can LHO accept the call that replaces offender's call: not an inadmissible double (36), not over seven (38)?

    Raises RuleInputError when he has not called, or for what is no call.
    """
    never = {Flag.INADMISSIBLE_DOUBLE.value, Flag.INADMISSIBLE_REDOUBLE.value, Flag.OVER_SEVEN.value}
    return {"can_stand": never.isdisjoint(replacement_legal(auction, replacement, offender)["flags"])}


OutOfRotationKind = Literal["bid", "pass", "double"]


_OUT_OF_ROTATION_NAMES: dict[OutOfRotationKind, str] = {
    "bid": "越序实质叫牌",
    "pass": "越序不叫",
    "double": "越序加倍或再加倍",
}


def _out_of_rotation_kind(call: Call) -> OutOfRotationKind:
    if isinstance(call, Bid):
        return "bid"
    return "pass" if call is Action.PASS else "double"


def _of_the_same_turn(made: Sequence[MadeCall], one: MadeCall) -> MadeCall | None:
    """Another player's call out of the very turn this one was made out of, with no call in between that stood."""
    others = (m for m in made if Flag.OUT_OF_ROTATION in m.flags and m.before == one.before and m.seat is not one.seat)
    return next(others, None)


def out_of_rotation_call(auction: dict[str, Any], kind: OutOfRotationKind) -> MadeCall:
    """The last call out of rotation of an auction. Raises :class:`RuleInputError` when it is not of this kind.

    When two players called out of the same turn, each call is ruled on by its own law: the one of this kind is taken.
    A call after the final pass goes by law 39 and a bid over seven by law 38, whoever's turn it was.
    """
    made = made_calls(auction)
    found = next((m for m in reversed(made) if Flag.OUT_OF_ROTATION in m.flags), None)
    if found is not None and _out_of_rotation_kind(found.call) != kind:
        other = _of_the_same_turn(made, found)
        found = other if other is not None and _out_of_rotation_kind(other.call) == kind else found
    if found is None:
        last = f"，最后是{made[-1].chinese}" if made else ""
        raise RuleInputError(f"输入的竞叫过程里没有越序叫牌{last}；先写发牌人，越序的叫牌再写明是谁叫的，如“W E:1H”。")
    if Flag.AFTER_FINAL_PASS in found.flags:
        raise RuleInputError(f"{found.chinese}是最终不叫后的叫牌，应按第39条处理。")
    if Flag.OVER_SEVEN in found.flags:
        raise RuleInputError(f"{found.chinese}超过7线，应按第38条处理。")
    if _out_of_rotation_kind(found.call) != kind:
        raise RuleInputError(
            f"输入的竞叫过程里，越序的是{found.chinese}，应按{_OUT_OF_ROTATION_NAMES[_out_of_rotation_kind(found.call)]}处理，不是{_OUT_OF_ROTATION_NAMES[kind]}。"
        )
    return found


@rule(
    "bridge.call_out_of_rotation",
    "bridge-1999:29A",
    "bridge-1999:28B",
    "bridge-1999:31",
    "bridge-1999:32",
    "bridge-1999:30C",
    title="竞叫里的越序叫牌",
)
def call_out_of_rotation(auction: dict[str, Any], kind: OutOfRotationKind) -> dict[str, Any]:
    """The last call out of rotation in an auction, and how matters stood when it was made (28B, 29A, 30-32).

    ``turn_of``: whose turn it was, seen from the offender. ``acted``: who called next: ``lho`` of the offender (29A),
    the ``turn_player`` himself (28B), or nobody of these. ``sufficient`` and ``admissible``: what the call would be in
    rotation. ``two``: did ``other``, another player, call out of that same turn ``before`` or ``after`` him, with nobody's
    call in between that stood? ``other_kind`` is what he called. Raises RuleInputError when there is none, or when it
    is not of this kind.
    """
    one = out_of_rotation_call(auction, kind)
    other = _of_the_same_turn(made_calls(auction), one)
    two = None if other is None else "before" if one.seat in other.followed_by else "after"
    next_to_act = one.followed_by[:1]
    acted = "lho" if one.lho_called else "turn_player" if next_to_act == (one.turn,) else "nobody"
    refused = (Flag.INADMISSIBLE_DOUBLE, Flag.INADMISSIBLE_REDOUBLE)
    return {
        "seat": one.seat.value,
        "call": str(one.call),
        "said": one.call.chinese,
        "turn": one.turn.value,
        "turn_of": one.turn_of,
        "acted": acted,
        "any_bid_before": one.before.last_bid is not None,
        "offender_called_before": one.before.has_called(one.seat),
        "partner_called_before": one.before.has_called(one.seat.partner),
        "sufficient": Flag.INSUFFICIENT not in one.flags,
        "admissible": not any(f in one.flags for f in refused),
        "two": two,
        "other": None if other is None else other.seat.value,
        "other_kind": None if other is None else _OUT_OF_ROTATION_NAMES[_out_of_rotation_kind(other.call)],
    }


@rule(
    "bridge.turn_out_of_rotation",
    "bridge-1999:28B",
    "bridge-1999:30",
    "bridge-1999:31",
    "bridge-1999:32",
    title="越序时轮到的是哪一家",
)
def turn_out_of_rotation(
    kind: Literal["bid", "pass", "double", "pass_out_of_rotation"],
    auction: dict[str, Any] | None = None,
    offender: SeatCode | None = None,
    turn: SeatCode | None = None,
    turn_of: Literal["lho", "partner", "rho"] | None = None,
) -> dict[str, Any]:
    """Whose turn it was when somebody called out of rotation (30-32): ``turn``, and ``turn_of``, seen from the offender.

    As the auction shows it, else of ``offender`` and either of the two. Null where these do not tell. Raises RuleInputError
    where the auction has no call out of rotation of this kind, or it was the turn of ``offender`` himself.
    """
    if auction is not None:
        found = irregular_call(auction, kind) if kind == "pass_out_of_rotation" else call_out_of_rotation(auction, kind)
        return {"turn": found["turn"], "turn_of": found["turn_of"]}
    if offender is None:
        return {"turn": turn, "turn_of": turn_of}
    his = Seat(offender)
    places = {his.lho: "lho", his.partner: "partner", his.rho: "rho"}
    if turn is None:
        return {
            "turn": next((seat.value for seat, place in places.items() if place == turn_of), None),
            "turn_of": turn_of,
        }
    if Seat(turn) is his:
        raise RuleInputError(f"轮到的就是{his.chinese}自己，他叫牌不是越序：请改正轮到叫牌的赛员或违规者。")
    return {"turn": turn, "turn_of": places[Seat(turn)]}


@rule("bridge.turn_called_over", "bridge-1999:28B", title="越序以后原轮到的人叫的牌")
def turn_called_over(auction: dict[str, Any], offender: SeatCode) -> dict[str, Any]:
    """Whose turn it was when somebody last called out of rotation, what is annulled and which call stands in its place (28B).

    All null where the auction has no call out of rotation of his, ``stands`` also where he whose turn it was has not called after.
    """
    made = made_calls(auction)
    for at in reversed(range(len(made))):
        one = made[at]
        if one.seat.value == offender and Flag.OUT_OF_ROTATION in one.flags:
            after = made[at + 1] if at + 1 < len(made) else None
            stands = str(after.call) if after is not None and after.seat is one.before.turn else None
            return {"turn": one.before.turn.value, "cancelled": str(one.call), "stands": stands}
    return {"turn": None, "cancelled": None, "stands": None}


@rule("bridge.who_called_over", "bridge-1999:28B", "bridge-1999:29A", title="越序以后接着叫牌的是谁")
def who_called_over(auction: dict[str, Any], offender: SeatCode) -> dict[str, Any]:
    """Who called next after the last call out of rotation of ``offender``: ``caller`` as right_to_penalise asks it (28B, 29A).

    lho, in_turn (28B), or both, where it was his LHO's turn; null where the auction has no call out of rotation, or nobody called
    after it. Raises RuleInputError where those out of rotation are others', or where it was his own partner who called.
    """
    made = made_calls(auction)
    wrong = [m for m in made if Flag.OUT_OF_ROTATION in m.flags]
    his = [m for m in wrong if m.seat is Seat(offender)]
    if wrong and not his:
        who = "、".join(dict.fromkeys(m.seat.chinese for m in wrong))
        raise RuleInputError(f"照竞叫过程，越序叫牌的是{who}，不是{Seat(offender).chinese}：请改正违规者或竞叫过程。")
    if not his or not his[-1].followed_by:
        return {"caller": None}
    one = his[-1]
    caller = one.followed_by[0]
    if caller is one.seat.partner:
        raise RuleInputError(
            f"照竞叫过程，越序以后叫牌的是违规者的同伴{caller.chinese}，非违规方还没有行动："
            "请改正“召请裁判之前非违规方已行动”，或改正竞叫过程。"
        )
    if caller is one.seat.lho:
        return {"caller": "both" if one.turn is caller else "lho"}
    return {"caller": "in_turn" if one.turn is caller else None}


@rule("bridge.condoned_call", "bridge-1999:35", title="被接着叫了的是哪一种不能成立的叫牌")
def condoned_call(
    auction: dict[str, Any], offender: SeatCode, barred: str | None = None, held: str | None = None
) -> dict[str, Any]:
    """Which of the calls that cannot stand is the last of ``offender`` that his LHO called over, and that ``call`` (35A-D).

    ``kind``: double (35A), over_seven (35C), after_final_pass (35D), or barred (35B) where ``barred`` or ``held`` say in Chinese
    that he had to pass; null where he made none of these, or nobody called over it at his left.
    """
    flags = {
        Flag.AFTER_FINAL_PASS: "after_final_pass",
        Flag.OVER_SEVEN: "over_seven",
        Flag.INADMISSIBLE_DOUBLE: "double",
        Flag.INADMISSIBLE_REDOUBLE: "double",
    }
    who = Seat(offender)
    silenced = who.chinese in (barred or "") or f"{who.chinese}不叫" in (held or "")
    for one in reversed([m for m in made_calls(auction) if m.seat is who and m.lho_called]):
        kind = next((flags[flag] for flag in flags if flag in one.flags), None)
        if kind is None and silenced and one.call is not Action.PASS:
            kind = "barred"
        if kind is not None:
            return {"kind": kind, "call": str(one.call), "turn": one.turn.value}
    return {"kind": None, "call": None, "turn": None}


def seats_and_calls(auction: dict[str, Any], what: str) -> tuple[tuple[Seat, Call], ...]:
    """The calls of an auction in the order they were made, with who made them, whether or not they stand.

    ``what``: how a message names the auction. Raises :class:`RuleInputError` for what is no auction.
    """
    if not isinstance(auction.get("calls"), list | tuple):
        raise RuleInputError(f"{what}应写作 dealer（发牌人）和 calls（各叫牌）。")
    turn = Seat.parse(str(auction.get("dealer")))
    made: list[tuple[Seat, Call]] = []
    for item in auction["calls"]:
        if isinstance(item, dict):
            turn = Seat.parse(item["seat"]) if "seat" in item else turn
            item = item.get("call")
        made.append((turn, parse_call(item, over_seven=True)))
        turn = turn.lho
    return tuple(made)


@rule("bridge.called_since", "bridge-1999:17C", "bridge-1999:21B1", "bridge-1999:21B2", title="他叫牌以后谁又叫了牌")
def called_since(auction: dict[str, Any], seat: str) -> dict[str, Any]:
    """Who has called since a player's last call: his LHO, his partner, his RHO (17C, 21B1, 21B2).

    Raises RuleInputError when he has not called yet, or when somebody called after the final pass (39).
    """
    player = Seat.parse(seat)
    _refuse_late(made_calls(auction))
    made = seats_and_calls(auction, "竞叫过程")
    own = [at for at, (caller, _) in enumerate(made) if caller is player]
    if not own:
        raise RuleInputError(f"{player.chinese}还没有叫过牌，没有可更改的叫牌。")
    since = {caller for caller, _ in made[own[-1] + 1 :]}
    return {
        "call": str(made[own[-1]][1]),
        "lho": player.lho in since,
        "partner": player.partner in since,
        "rho": player.rho in since,
    }


def _over_after(last: MadeCall) -> bool:
    """Is the auction over with this call?"""
    return last.before.is_over or last.before.with_call(last.call, last.seat, accepted=True).is_over


@rule("bridge.last_call_of", "bridge-1999:17C", "bridge-1999:35B", "bridge-1999:37", title="他最后叫的牌")
def last_call_of(auction: dict[str, Any], seat: SeatCode) -> dict[str, Any]:
    """The last call of a player, whether it is a pass, and whether and what his LHO has called since (17D, 35B, 37).

    All null where he has not called, or where it is his turn again: the call in question is not among those entered. Raises
    RuleInputError for what is no auction.
    """
    player = Seat(seat)
    made = seats_and_calls(auction, "竞叫过程")
    own = [at for at, (caller, _) in enumerate(made) if caller is player]
    last = made_calls(auction)[-1] if made else None
    again = last is not None and last.seat is player.rho and not _over_after(last)
    if not own or again:
        return dict.fromkeys(("call", "passed", "lho_called", "lho_call"))
    call = made[own[-1]][1]
    since = next((str(later) for caller, later in made[own[-1] + 1 :] if caller is player.lho), None)
    return {"call": str(call), "passed": call is Action.PASS, "lho_called": since is not None, "lho_call": since}


@rule("bridge.doubled_against_the_ban", "bridge-1999:30B2b", title="该轮不能加倍而加倍了没有")
def doubled_against_the_ban(
    auction: dict[str, Any],
    seat: SeatCode,
    north: str | None = None,
    east: str | None = None,
    south: str | None = None,
    west: str | None = None,
) -> dict[str, Any]:
    """Did a player double or redouble in the turn in which he may not (30B2b)? Null where nothing says that he may not.

    ``north`` to ``west``: whose ban on doubling still holds. Raises RuleInputError for what is no auction.
    """
    if {"N": north, "E": east, "S": south, "W": west}[seat] is None:
        return {"doubled": None}
    his = [call for caller, call in seats_and_calls(auction, "竞叫过程") if caller is Seat(seat)]
    return {"doubled": his[-1] in (Action.DOUBLE, Action.REDOUBLE) if his else None}
