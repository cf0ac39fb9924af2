"""Where an auction stands, and how it goes on once its call in question is ruled on (17E, 22, 25, 28-32, 37, 41A).

An auction that goes on has no declarer: the functions answer null where there is nothing to say yet.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import replace
from typing import Any, Literal

from decision_trees.bridge.auction import Auction, Contract, Flag, StandingCall
from decision_trees.bridge.call_in_question import MadeCall, as_entered, call_changed, made_calls, with_last
from decision_trees.bridge.calls import Action, Bid, Strain, lowest_sufficient, parse_call
from decision_trees.bridge.forced_passes import BarredPlayer
from decision_trees.bridge.reading import read
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.notation import PIPS

TURN_PLAYER_CALLED = "turn_player_called"
"""What happened where the player whose turn it was called over a call out of rotation (28B)."""

SIMULTANEOUS = "simultaneous"
"""What happened where two players called at the same time (33)."""


def contract_fields(found: Contract | None, exchanged: bool = False) -> dict[str, Any]:
    """Contract, doubling and the people of a contract; nothing while there is none.

    ``exchanged``: declarer spread his hand after a lead out of turn, and dummy plays both hands since (54A).
    """
    if found is None:
        return dict.fromkeys(("contract", "doubled", "declarer", "dummy", "leader"))
    if exchanged:
        found = replace(found, declarer=found.dummy)
    return {
        "contract": str(found.bid),
        "doubled": found.doubled.value,
        "declarer": found.declarer.value,
        "dummy": found.dummy.value,
        "leader": found.opening_leader.value,
    }


def calls_that_stand(auction: dict[str, Any]) -> tuple[Auction, bool]:
    """The calls of an entered auction that stand, and whether the last one made is yet to be ruled on."""
    made = made_calls(auction)
    if not made:
        return Auction(Seat(read("auction", auction, {})["dealer"])), False
    last = made[-1]
    if last.flags != (Flag.LEGAL,):
        return last.before, True
    standing = last.before.with_call(last.call)
    again = standing.reopened()
    return (standing if again is None else again.auction), False


def auction_with_contract(auction: dict[str, Any]) -> tuple[Auction, Contract] | None:
    """An entered auction and its contract; None while it goes on, its last call is in question, or it was passed out."""
    made = made_calls(auction)
    if not made or made[-1].flags != (Flag.LEGAL,):
        return None
    standing = made[-1].before.with_call(made[-1].call)
    return None if standing.contract is None else (standing, standing.contract)


def _spelled(bid: Bid) -> str:
    """2♠, 3NT."""
    return f"{bid.level}{PIPS.get(bid.strain.value, bid.strain.value)}"


def open_calls(standing: Auction, undoubled: bool = False) -> str:
    """What whose turn it is may call beside a pass, in Chinese: the lowest bid that is sufficient, a double or redouble (18, 19).

    ``undoubled``: he may not double or redouble this turn (30B2b).
    """
    seat = standing.turn
    last = standing.last_bid.call if standing.last_bid is not None else None
    each = [b for s in Strain if (b := lowest_sufficient(last if isinstance(last, Bid) else None, s)) is not None]
    lowest = min(each, key=lambda b: (b.level, b.strain.order), default=None)
    doubling = next((a for a in (Action.DOUBLE, Action.REDOUBLE) if standing.flags(a, seat) == (Flag.LEGAL,)), None)
    bids = f"可叫{_spelled(lowest)}或更高" if lowest is not None else ""
    if doubling is None:
        return f"{seat.chinese}{bids or '只能不叫'}"
    if undoubled:
        return f"{seat.chinese}{bids or '只能不叫'}，不能{doubling.chinese}"
    return f"{seat.chinese}{bids + '，' if bids else '不能再作实质叫牌，'}可以{doubling.chinese}"


@rule(
    "bridge.auction_stands",
    "bridge-1999:17C",
    "bridge-1999:17E",
    "bridge-1999:22",
    "bridge-1999:41A",
    "bridge-1999:def/庄家",
    title="竞叫进行到哪里",
)
def auction_stands(
    auction: dict[str, Any],
    barred: str | None = None,
    held: str | None = None,
    partner_of: SeatCode | None = None,
    exchanged: bool = False,
) -> dict[str, Any]:
    """Where an auction stands: over or not, whose turn, the last bid; contract, declarer, dummy, opening leader (22, 41A).

    ``must_pass``, ``bound`` in Chinese: whose turn it is must pass, of those who have to as bridge.barred_for_good and
    bridge.held_next_turn say it (``barred``, ``held``), or the partner of ``partner_of``; ``can``: what else he may call
    (18, 19). While the last call made is irregular and not ruled on, whose turn it is and whether it is over are not known
    (null); a contract reached before that call is. ``exchanged``: declarer and dummy changed places (54A).
    Raises RuleInputError for what is no auction.
    """
    standing, in_question = calls_that_stand(auction)
    last = standing.last_bid
    turn = None if in_question or standing.is_over else standing.turn
    bound = can = None
    if turn is not None:
        silent = turn.chinese in (barred or "") or f"{turn.chinese}不叫" in (held or "")
        if silent or (partner_of is not None and turn is Seat(partner_of).partner):
            bound = "（必须不叫）"
        else:
            can = f"；{open_calls(standing, f'{turn.chinese}不加倍' in (held or ''))}"
    return {
        "over": None if in_question and not standing.is_over else standing.is_over,
        "passed_out": standing.is_passed_out,
        "turn": turn.value if turn is not None else None,
        "must_pass": None if turn is None else bound is not None,
        "bound": bound,
        "can": can,
        "last_bid": str(last.call) if last else None,
        "last_bid_by": last.seat.value if last else None,
        **contract_fields(standing.contract, exchanged),
    }


@rule("bridge.if_nobody_bids_on", "bridge-1999:17E", "bridge-1999:22B", "bridge-1999:41A", title="各家都不再叫时的定约")
def if_nobody_bids_on(auction: dict[str, Any]) -> dict[str, Any]:
    """The contract an auction comes to where everybody passes from now on (22B), with declarer and opening leader (41A).

    ``state``: over where it is over already, open where it goes on; null where it would be passed out, or the last call made is
    irregular and not ruled on. Raises RuleInputError for what is no auction.
    """
    standing, in_question = calls_that_stand(auction)
    state = "over" if standing.is_over else "open"
    while not standing.is_over:
        standing = standing.with_call(Action.PASS)
    found = contract_fields(standing.contract)
    settled = found["contract"] is not None and not in_question
    return {"state": state if settled else None, **found}


@rule("bridge.missed_turn", "bridge-1999:34", "bridge-1999:17E", "bridge-1999:29A", title="有没有人因越序不叫失去轮次")
def missed_turn(auction: dict[str, Any]) -> dict[str, Any]:
    """Did three passes, one of them accepted out of rotation, deprive a player of his turn (34)?

    ``missed``: that player; ``jumped``: who passed out of rotation; ``cancelled``: the passes after that, taken back
    with it, in Chinese; ``can``: what he may call; ``after``: the auction as it stands then. Raises RuleInputError while
    nobody has called.
    """
    made = made_calls(auction)
    if not made:
        raise RuleInputError("输入的竞叫过程里还没有叫牌。")
    last = made[-1]
    placed = StandingCall(last.seat, last.call, last.seat is not last.turn, Flag.INSUFFICIENT in last.flags)
    final = Auction(last.before.dealer, (*last.before.calls, placed))
    reopened = final.reopened()
    jumped = next((c for c in final.calls[-3:] if c.out_of_rotation and c.call is Action.PASS), None)
    cancelled = None
    if reopened is not None and jumped is not None:
        cancelled = f"（{'、'.join(f'{c.seat.chinese}不叫' for c in (jumped, *reopened.cancelled))}）"
    three = len(final.calls) > 3 and all(c.call is Action.PASS for c in final.calls[-3:])
    return {
        "three_passes": three,
        "out_of_rotation": any(c.out_of_rotation and c.call is Action.PASS for c in final.calls[-3:]),
        "deprived": reopened is not None,
        "missed": None if reopened is None else reopened.auction.turn.value,
        "jumped": None if jumped is None else jumped.seat.value,
        "cancelled": [] if reopened is None else [f"{c.seat.chinese}不叫" for c in reopened.cancelled],
        "cancelled_said": cancelled,
        "can": None if reopened is None else f"；{open_calls(reopened.auction)}",
        "after": as_entered(final if reopened is None else reopened.auction),
    }


# -- what follows for the auction -----------------------------------------------------------------------------------------
def _only_passes(auction: Auction, silent: set[Seat]) -> tuple[Auction, tuple[Seat, ...]]:
    """The auction when those who must pass do and everybody else passes too, and who of these could have called."""
    free: list[Seat] = []
    while not auction.is_over:
        if auction.turn not in silent:
            free.append(auction.turn)
        auction = auction.with_call(Action.PASS)
    return auction, tuple(dict.fromkeys(free))


def _his_turn_again(made: Sequence[MadeCall], one: MadeCall) -> bool:
    """Is it his turn since this call, which nothing was wrong with? Then the one in question is not among those entered (37)."""
    last = made[-1]
    if one.flags != (Flag.LEGAL,) or last.flags != (Flag.LEGAL,):
        return False
    standing = last.before.with_call(last.call)
    return not standing.is_over and standing.turn is one.seat and one is not last


def _after_forced_pass(made: Sequence[MadeCall], one: MadeCall) -> tuple[Auction, MadeCall | None]:
    """The auction with the pass its right-hand opponent had to make before ``one`` (28A); the last call if it is to be ruled on."""
    rho = one.before.turn
    since = list(made[made.index(one) :])
    if len(since) > 1 and since[1].seat is rho and since[1].call is Action.PASS:
        del since[1]  # the pass itself, made after all
    standing = one.before.with_call(Action.PASS)
    for each in since:
        if each is since[-1] and standing.flags(each.call, each.seat) != (Flag.LEGAL,):
            return standing, each
        standing = standing.with_call(each.call, each.seat, accepted=True)
    return standing, None


_Ruled = Literal["cancelled", "stands", "ahead", "annulled", "repeated", "recalled", "corrected", "passed"]
"""What a ruling made of the call in question, as :func:`auction_goes_on` says."""


def _call_ruled_on(made: Sequence[MadeCall], then: _Ruled, by: SeatCode | None) -> MadeCall:
    """The call in question: the last that was irregular, the last of ``by``, or the last out of rotation (28B)."""
    wrong = [m for m in made if (m.flags != (Flag.LEGAL,) if by is None else m.seat is Seat(by))]
    if not wrong and by is not None:
        raise RuleInputError(f"输入的竞叫过程里{Seat(by).chinese}还没有叫牌。")
    if not wrong:
        raise RuleInputError("竞叫里没有不合规则的叫牌，没有要裁定的。")
    one = wrong[-1]
    if by is not None and then == "passed" and _his_turn_again(made, one):
        raise MoreNeeded(f"请把{one.seat.chinese}这一次叫的牌也写进竞叫过程。")
    if then == "annulled":
        return next((m for m in reversed(made) if Flag.OUT_OF_ROTATION in m.flags), one)
    return one


def _standing_once_ruled(
    auction: dict[str, Any],
    made: Sequence[MadeCall],
    one: MadeCall,
    then: _Ruled,
    correction: str | None,
    rho_call: str | None,
) -> tuple[Auction, MadeCall | None]:
    """The auction once the call in question is ruled on; the last call if it stays and is itself yet to be ruled on."""
    standing = one.before
    if then == "stands" and one is not made[-1]:
        standing, in_question = calls_that_stand(auction)
        return standing, made[-1] if in_question else None
    if then == "ahead":
        return _after_forced_pass(made, one)
    if then == "stands":
        standing = standing.with_call(one.call, one.seat, accepted=True)
    elif then == "annulled":
        after = made[made.index(one) + 1 :]
        if not after:
            raise MoreNeeded("请把轮到的人叫的牌也写上。")
        for later in after:
            standing = standing.with_call(later.call, later.seat, accepted=True)
    elif then == "repeated":
        standing = standing.with_call(Action.PASS).with_call(one.call, one.seat, accepted=False)
    elif then == "recalled":
        if rho_call is None:
            raise MoreNeeded(f"请写{one.seat.rho.chinese}轮到时叫了什么。")
        standing = standing.with_call(parse_call(rho_call))
        if correction is not None:
            standing = standing.with_call(parse_call(correction), one.seat, accepted=False)
    elif then == "corrected":
        if correction is None:
            raise MoreNeeded("请写违规者改成什么。")
        standing = standing.with_call(parse_call(correction), one.seat, accepted=False)
    elif then == "passed" and one.seat is standing.turn:
        standing = standing.with_call(parse_call("P"), one.seat, accepted=False)
    return standing, None


@rule(
    "bridge.auction_goes_on",
    "bridge-1999:17E",
    "bridge-1999:22",
    "bridge-1999:41A",
    "bridge-1999:def/庄家",
    title="裁定以后竞叫怎样继续",
)
def auction_goes_on(
    auction: dict[str, Any],
    then: _Ruled,
    correction: str | None = None,
    silent: list[BarredPlayer] | None = None,
    by: SeatCode | None = None,
    barred: str | None = None,
    held: str | None = None,
    undoubled: list[BarredPlayer] | None = None,
    rho_call: str | None = None,
) -> dict[str, Any]:
    """How the auction goes on once its call in question is ruled on (17E, 22, 41A).

    The call in question is the last one that was irregular, or the last of ``by``: another was irregular after his, or he
    was to pass, which the calls do not show (37). ``then``: ``cancelled``: it is taken out and its turn comes back to
    the player whose turn it was; ``stands``: it stays, with every call after it; ``ahead``: the same, after the pass that the
    player whose turn it was had to make, whether or not he has made it since (28A); ``annulled``: it is taken out and the
    calls after it stay, the first by the player whose turn it was (28B); ``repeated``: that player passes and its maker
    repeats it (31A1, 32B1); ``recalled``: that player calls ``rho_call`` and its maker calls anew, ``correction`` once it is
    known (31A2, 32B2); ``corrected``: in its place its maker makes ``correction``; ``passed``: in its place its
    maker passes, or it is only taken out where it was not his turn. ``silent``: who must pass from now on, for the rest
    of the auction; ``barred``: who had to before, in Chinese; ``held``: who has to at his next turn, or may not double then, as
    bridge.held_next_turn says it; ``undoubled``: who may not double this turn from now on (30B2b).

    ``state``: ``over``, ``passed_out``, ``closing`` (it is over with the contract given if those still free to call,
    ``free``, pass), ``open`` (nobody has bid) or ``in_question`` (it stays, but the last call made, by ``caller``, is
    irregular itself and yet to be ruled on); ``turn``: whose turn it is, ``bound``: that he must pass, in Chinese, or
    null, ``can``: what else he may call (18, 19); ``bid``: the last bid, which a bid must exceed, or null. ``after``: the
    auction as it stands now, with the passes that end it where nobody is free to call. ``lead``: what law 26 may hold for
    offender's partner, the call taken as natural, once the auction is over. Raises RuleInputError when there is nothing to
    rule on or the correction cannot stand, MoreNeeded while a call is missing.
    """
    made = made_calls(auction)
    one = _call_ruled_on(made, then, by)
    if then == "ahead":  # he had to pass this once, and that is it
        held = (held or "").replace(f"{one.before.turn.chinese}不叫", "")
    standing, pending = _standing_once_ruled(auction, made, one, then, correction, rho_call)
    found = _goes_on(one, standing, silent, barred, held, undoubled)
    if pending is None:
        return found
    after = read("auction", auction, {}) if then == "stands" else with_last(standing, pending.call, pending.seat)
    return {**found, "state": "in_question", "caller": pending.seat.value, "after": after}


def _goes_on(
    one: MadeCall,
    standing: Auction,
    silent: list[BarredPlayer] | None,
    barred: str | None,
    held: str | None,
    undoubled: list[BarredPlayer] | None = None,
) -> dict[str, Any]:
    """What is said of an auction that goes on from the calls that stand after ``one`` was ruled on."""
    mute = {one.seat if s == "offender" else one.seat.partner for s in silent or ()}
    mute |= {seat for seat in Seat if seat.chinese in (barred or "")}
    closed, free = _only_passes(standing, mute)
    turn = None if standing.is_over else standing.turn.value
    if standing.is_over or not free:
        state = "passed_out" if closed.is_passed_out else "over"
    else:
        state = "open" if closed.contract is None else "closing"
    contract = closed.contract
    suit = one.call.strain.suit if isinstance(one.call, Bid) else None
    passes = turn is not None and (Seat(turn) in mute or f"{Seat(turn).chinese}不叫" in (held or ""))
    no_double = {one.seat if s == "offender" else one.seat.partner for s in undoubled or ()}
    no_double |= {seat for seat in Seat if f"{seat.chinese}不加倍" in (held or "")}
    free_to_call = turn is not None and state in ("open", "closing") and not passes
    return {
        "state": state,
        "turn": turn,
        "bound": "（必须不叫）" if passes else None,
        "can": f"；{open_calls(standing, standing.turn in no_double)}" if free_to_call else None,
        "bid": str(standing.last_bid.call) if standing.last_bid is not None else None,
        "free": [s.value for s in free],
        "offender": one.seat.value,
        "partner": one.seat.partner.value,
        "caller": None,
        "call": str(one.call),
        "suit": suit.chinese if suit else None,
        "lead": _lead_penalty_in_prospect(one, standing, contract) if state == "over" else "unknown",
        "after": as_entered(standing if free else closed),
        **contract_fields(contract),
    }


def _lead_penalty_in_prospect(one: MadeCall, standing: Auction, contract: Contract | None) -> str:
    """What law 26 holds for offender's partner when the auction is over: no lead penalty for declarer's side or a suit that was
    legally named (26A1), else at the opening lead or when he first leads, by the suit named or by none (26A2, 26B)."""
    if contract is None or contract.declarer.side is one.seat.side:
        return "none"
    when = "opening" if contract.opening_leader is one.seat.partner else "later"
    if not isinstance(one.call, Bid) or one.call.strain.suit is None:
        return when
    legally = {c.call.strain for c in standing.calls if c.seat is one.seat and isinstance(c.call, Bid)}
    return "named" if one.call.strain in legally else f"{when}_suit"


@rule(
    "bridge.change_goes_on",
    "bridge-1999:25B1",
    "bridge-1999:25B2b1",
    "bridge-1999:17E",
    "bridge-1999:22",
    "bridge-1999:41A",
    title="更改叫牌裁定以后竞叫怎样继续",
)
def change_goes_on(
    auction: dict[str, Any],
    keep: Literal["first", "replacement"],
    replacement: str | None = None,
    offender: SeatCode | None = None,
    silent: list[BarredPlayer] | None = None,
    barred: str | None = None,
    held: str | None = None,
) -> dict[str, Any]:
    """How the auction goes on when of a changed call the first or the replacement stands (25B); answers as auction_goes_on.

    The replacement may be in the auction or be given beside it. Raises RuleInputError when it cannot stand, MoreNeeded
    while it is missing.
    """
    found = call_changed(auction, offender)
    again = found.replacement
    last = made_calls(auction)[-1]
    if keep == "first":
        standing = again.before if again is not None else calls_that_stand(auction)[0]
    elif again is not None and again is not last and last.seat is not again.seat:
        standing = calls_that_stand(auction)[0]
    else:
        call = again.call if again is not None else None if replacement is None else parse_call(replacement)
        if call is None:
            raise MoreNeeded("请写替代的叫牌。")
        standing = found.first.before.with_call(call, found.first.seat, accepted=True)
    return _goes_on(found.first, standing, silent, barred, held)


@rule(
    "bridge.calls_before",
    "bridge-1999:25B2",
    "bridge-1999:27B",
    "bridge-1999:29B",
    "bridge-1999:36",
    title="取消的叫牌以前的竞叫",
)
def calls_before(auction: dict[str, Any], by: SeatCode | None = None, changed: bool = False) -> dict[str, Any]:
    """The auction as it stood before a call that is cancelled: what is called in its place is all that is wanting.

    The call is the last one that was irregular, of ``by`` where that is given; his last where none of his was (37), or none where
    it is his turn again: it is not among those entered. ``changed``: the call that he changed (25). Raises RuleInputError where
    there is no such call.
    """
    if changed:
        return {"auction": as_entered(call_changed(auction, by).first.before)}
    mine = [m for m in made_calls(auction) if by is None or m.seat is Seat(by)]
    wrong = [m for m in mine if m.flags != (Flag.LEGAL,)] or (mine if by is not None else [])
    if not wrong:
        raise RuleInputError("竞叫里没有取消的叫牌。")
    made = made_calls(auction)
    if by is not None and _his_turn_again(made, wrong[-1]):
        return {"auction": as_entered(made[-1].before.with_call(made[-1].call))}
    return {"auction": as_entered(wrong[-1].before)}


@rule(
    "bridge.changed_on_explanation",
    "bridge-1999:21B1",
    "bridge-1999:21B2",
    title="因误释更改叫牌以后的竞叫",
)
def changed_on_explanation(
    auction: dict[str, Any],
    seat: SeatCode,
    call: str | None = None,
    lho_call: str | None = None,
    lho_keeps: bool = False,
) -> dict[str, Any]:
    """The auction once a player has changed his last call on a wrong explanation, and his LHO perhaps his own (21B1, 21B2).

    Up to the calls that are known: without ``call`` it ends before his, without ``lho_call`` before LHO's, unless he
    ``lho_keeps`` what he called. Raises RuleInputError when the player has not called, or for what is no call.
    """
    made = made_calls(auction)
    mine = [m for m in made if m.seat is Seat(seat)]
    if not mine:
        raise RuleInputError(f"{Seat(seat).chinese}还没有叫过牌，没有可更改的叫牌。")
    one = mine[-1]
    if call is None:
        return {"auction": as_entered(one.before)}
    first = parse_call(call, over_seven=True)
    entered = with_last(one.before, first, one.seat)
    if one.before.flags(first, one.seat) != (Flag.LEGAL,):
        return {"auction": entered}  # to be ruled on before anybody goes on
    lho = next((m.call for m in made[made.index(one) + 1 :] if m.seat is one.seat.lho), None) if lho_keeps else None
    if lho_call is not None:
        lho = parse_call(lho_call, over_seven=True)
    if lho is None:
        return {"auction": entered}
    return {"auction": with_last(one.before.with_call(first), lho, one.seat.lho)}


def _called_early(made: Sequence[MadeCall], what: str) -> dict[str, Any]:
    """Who last called out of rotation, and whose turn it was where that player called himself (28); empty where nobody did."""
    early = [one for one in made if Flag.OUT_OF_ROTATION in one.flags]
    if not early:
        return {}
    one = early[-1]
    in_turn = one.turn.value if what == TURN_PLAYER_CALLED else None
    return {"offender": one.seat.value, "in_turn": in_turn, "lho_in_turn": one.turn is one.seat.lho}


def _follows(flags: Collection[Flag]) -> str | None:
    """How the call taken as the second is after the first (33); None over seven, where no law says."""
    if Flag.OVER_SEVEN in flags:
        return None
    if {Flag.INADMISSIBLE_DOUBLE, Flag.INADMISSIBLE_REDOUBLE}.intersection(flags):
        return "inadmissible_double"
    return "insufficient" if Flag.INSUFFICIENT in flags else "legal"


@rule("bridge.simultaneous_calls", "bridge-1999:33", "bridge-1999:17C", "bridge-1999:39", title="同时叫牌视同先后叫牌")
def simultaneous_calls(
    auction: dict[str, Any], what: str = SIMULTANEOUS, turn_seat: SeatCode | None = None
) -> dict[str, Any]:
    """The last two calls of an auction, made at the same time: the call of whose turn it was goes first, the other follows (33).

    ``one_in_turn``: was it the turn of one of the two? ``in_turn``: who that was; ``other``: who called with him, ``place``:
    where he sits from there (lho, partner, rho), ``kind``: what he called (bid, pass, double). ``follows``: how his call is after
    the first (legal, insufficient, inadmissible_double); ``after``: the auction with the two in that order. Without ``turn_seat``
    as the auction shows it. Null is what the auction does not show, as where its last two calls are by one player, the first is
    irregular itself or the turn was another's; all of it where ``what`` happened was not this: then ``offender`` is who last
    called out of rotation (28), ``lho_in_turn``: was it the turn of his left-hand opponent, and ``in_turn`` whose it was where he
    called himself (28B). Raises RuleInputError where the first of the two ended the auction: law 39 rules the other.
    """
    keys = ("one_in_turn", "in_turn", "other", "place", "kind", "follows", "after", "offender", "lho_in_turn")
    found: dict[str, Any] = dict.fromkeys(keys)
    made = made_calls(auction)
    if what != SIMULTANEOUS:
        return {**found, **_called_early(made, what)}
    if len(made) < 2 or made[-1].seat is made[-2].seat or made[-2].before.is_over:
        return found
    standing = made[-2].before
    pair = {one.seat: one.call for one in made[-2:]}
    first = standing.turn
    if turn_seat is not None and Seat(turn_seat) is not first:
        return found
    found["one_in_turn"] = first in pair
    if first not in pair or standing.flags(pair[first], first) != (Flag.LEGAL,):
        return found
    other = next(seat for seat in pair if seat is not first)
    call = pair[other]
    then = standing.with_call(pair[first])
    if then.is_over:
        raise RuleInputError(f"{other.chinese}的{call.chinese}视同最终不叫后的叫牌，应按第39条处理。")
    return {
        "one_in_turn": True,
        "in_turn": first.value,
        "other": other.value,
        "place": {first.lho: "lho", first.partner: "partner", first.rho: "rho"}[other],
        "kind": "pass" if call is Action.PASS else "bid" if isinstance(call, Bid) else "double",
        "follows": _follows(then.flags(call, other)),
        "after": with_last(then, call, other),
        "offender": None,
        "lho_in_turn": None,
    }


@rule("bridge.next_sufficient", "bridge-1999:18B", "bridge-1999:18C", "bridge-1999:27A", title="此后最低的足够叫牌")
def next_sufficient(auction: dict[str, Any], over: str | None = None) -> dict[str, Any]:
    """The bid to be exceeded and the lowest that does, once an insufficient bid is accepted (18B, 18C, 27A).

    The bid to be exceeded is ``over`` when given, and all is null when that is no bid; otherwise the last insufficient
    one; without one, the last bid. ``state``: is there ``some`` bid that exceeds it, or ``none``. ``bids``: the lowest in each
    denomination, from the cheapest up; none, and ``lowest`` null, over seven no trumps. Raises RuleInputError for what
    is no auction.
    """
    made = made_calls(auction)
    low = [m.call for m in made if Flag.INSUFFICIENT in m.flags]
    bids = low or [m.call for m in made if isinstance(m.call, Bid)]
    last = bids[-1] if bids and isinstance(bids[-1], Bid) else None
    if over is not None:
        named = parse_call(over)
        if not isinstance(named, Bid):
            return dict.fromkeys(("over", "lowest", "bids", "state"))
        last = named
    each = [b for strain in Strain if (b := lowest_sufficient(last, strain)) is not None]
    each.sort(key=lambda b: (b.level, b.strain.order))
    return {
        "over": str(last) if last else None,
        "lowest": str(each[0]) if each else None,
        "bids": [str(b) for b in each],
        "state": "some" if each else "none",
    }
