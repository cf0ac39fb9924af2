"""Forced passes (强制性不叫): who must pass, how long, and whether a lead penalty may follow (laws 24-39).

Law knowledge as a table: one row for each case the laws tell apart, with the clause that says it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from decision_trees.bridge import limit
from decision_trees.bridge.call_in_question import made_calls, seats_and_calls
from decision_trees.bridge.calls import Action, Call, parse_call
from decision_trees.bridge.seats import Seat, SeatCode
from decision_trees.functions import MoreNeeded, RuleInputError, rule

BarredPlayer = Literal["offender", "partner"]


Duration = Literal["none", "one_turn", "rest_of_auction"]
"""One turn: 该轮必须不叫. Rest of the auction: 永远不叫."""


LeadPenaltyLaw = Literal["26", "26B"] | None
"""Law 26, A or B as the withdrawn call relates to suits; 26B where law 32 names it."""


SubsequentCall = Literal["repeat_strain", "other"]


@dataclass(frozen=True, slots=True)
class ForcedPass:
    """What the laws lay down for one case."""

    event: str
    law: str
    who: tuple[BarredPlayer, ...] = ()
    duration: Duration = "none"
    lead_penalty: LeadPenaltyLaw = None
    rho: Literal["passes", "acts"] | None = None  # this case: what RHO did in his turn
    then: SubsequentCall | None = None  # this case: what the offender then called
    double_cancelled: bool = False  # the substituted double is cancelled, another call must be made (27B3)
    partner_no_double_this_turn: bool = False  # 30B2(b)
    must_repeat: bool = False  # the offender must repeat the call in his turn (31A1, 32B1)
    later_calls_cancelled: bool = False  # with it, every later call is cancelled (35A, C, D)
    score_capped: bool = False  # the offending side scores no more than average minus (25B2(b)(2))

    @property
    def score_cap_pct(self) -> int | None:
        """The most the offending side may score, in percent."""
        return limit("average-minus-pct") if self.score_capped else None


_BOTH: tuple[BarredPlayer, ...] = ("offender", "partner")


TABLE: tuple[ForcedPass, ...] = (
    # a card exposed, or a lead, during the auction; the cards themselves: law 50 once the offender defends
    ForcedPass("exposed_small_card_in_auction", "24A"),
    ForcedPass("exposed_honor_in_auction", "24B", ("partner",), "one_turn"),
    ForcedPass("premature_lead_small_in_auction", "24B", ("partner",), "one_turn"),
    ForcedPass("premature_lead_honor_in_auction", "24B", ("partner",), "one_turn"),
    ForcedPass("exposed_two_small_cards_in_auction", "24C", ("partner",), "one_turn"),
    ForcedPass("exposed_two_or_more_cards_in_auction", "24C", ("partner",), "one_turn"),
    # change of call
    ForcedPass("change_of_call_inadvertent", "25A"),
    ForcedPass("change_of_call_accepted", "25B1"),
    ForcedPass("change_of_call_keep_first_legal", "25B2b1", ("partner",), "one_turn", "26"),
    ForcedPass("change_of_call_new_legal_call", "25B2b2", lead_penalty="26", score_capped=True),
    # insufficient bid
    ForcedPass("insufficient_accepted", "27A"),
    ForcedPass("insufficient_corrected_natural_same_strain_lowest", "27B1a"),
    ForcedPass("insufficient_conventional_lowest_same_strain", "27B2", ("partner",), "rest_of_auction", "26"),
    ForcedPass("insufficient_corrected_other_bid", "27B2", ("partner",), "rest_of_auction", "26"),
    ForcedPass("insufficient_corrected_by_pass", "27B2", ("partner",), "rest_of_auction", "26"),
    ForcedPass(
        "insufficient_corrected_by_double", "27B3", ("partner",), "rest_of_auction", "26", double_cancelled=True
    ),
    # call out of rotation, not accepted
    ForcedPass("call_oor_accepted", "29A"),
    ForcedPass("pass_oor_before_any_bid", "30A", ("offender",), "one_turn"),
    ForcedPass("pass_oor_after_bid_rho_turn", "30B1", ("offender",), "one_turn"),
    ForcedPass(
        "pass_oor_after_bid_partner_turn", "30B2", ("offender",), "rest_of_auction", partner_no_double_this_turn=True
    ),
    # a conventional pass goes by law 31 (30C); at RHO's turn A2(b) only when RHO acts (D-06)
    ForcedPass("conventional_pass_oor_rho_turn", "31A1", rho="passes", must_repeat=True),
    ForcedPass("conventional_pass_oor_rho_turn", "31A2b", ("partner",), "rest_of_auction", "26", rho="acts"),
    ForcedPass("conventional_pass_oor_partner_turn", "31B", ("partner",), "rest_of_auction", "26"),
    ForcedPass("conventional_pass_oor_lho_turn_not_called_before", "31B", ("partner",), "rest_of_auction", "26"),
    ForcedPass("bid_oor_rho_turn", "31A1", rho="passes", must_repeat=True),
    ForcedPass("bid_oor_rho_turn", "31A2a", ("partner",), "one_turn", rho="acts", then="repeat_strain"),
    ForcedPass("bid_oor_rho_turn", "31A2b", ("partner",), "rest_of_auction", "26", rho="acts", then="other"),
    ForcedPass("bid_oor_partner_turn", "31B", ("partner",), "rest_of_auction", "26"),
    ForcedPass("bid_oor_lho_turn_not_called_before", "31B", ("partner",), "rest_of_auction", "26"),
    ForcedPass("double_oor_rho_turn", "32B1", rho="passes", must_repeat=True),
    ForcedPass("double_oor_rho_turn", "32B2", ("partner",), "rest_of_auction", "26B", rho="acts"),
    ForcedPass("double_oor_partner_turn", "32A", ("partner",), "rest_of_auction", "26B"),
    # calls that cannot stand; condoned when offender's LHO calls before a penalty is assessed (35)
    ForcedPass("inadmissible_double_in_turn", "36", ("partner",), "rest_of_auction", "26"),
    ForcedPass("inadmissible_double_lho_called", "35A", later_calls_cancelled=True),
    ForcedPass("required_to_pass_player_bids", "37", _BOTH, "rest_of_auction", "26"),
    ForcedPass("required_to_pass_player_bids_lho_called", "35B"),  # an earlier 永远不叫 goes on
    ForcedPass("bid_of_eight", "38", _BOTH, "rest_of_auction", "26"),
    ForcedPass("bid_of_eight_lho_called", "35C", ("offender",), "one_turn", later_calls_cancelled=True),
    ForcedPass("call_after_final_pass_no_penalty", "39A"),  # a pass, or any call of declarer's side
    ForcedPass("call_after_final_pass_defender_acts", "39B", lead_penalty="26"),
    ForcedPass("call_after_final_pass_lho_called", "35D", later_calls_cancelled=True),
)


EVENTS: tuple[str, ...] = tuple(dict.fromkeys(row.event for row in TABLE))


def forced_pass(event: str, rho: Call | None = None, then: SubsequentCall | None = None) -> ForcedPass:
    """The row for an event; ``rho`` and ``then`` where the law asks what RHO did and what the offender then called.

    Raises :class:`RuleInputError` for an unknown event, or when the law needs to know more.
    """
    rows = [row for row in TABLE if row.event == event]
    if not rows:
        raise RuleInputError(f"没有“{event}”这种情形，可用：{'、'.join(EVENTS)}。")
    if all(row.rho is None for row in rows):
        return rows[0]
    if rho is None and then is None:
        raise MoreNeeded(f"“{event}”要看上家轮到时的叫牌，请给出 rho（如 P、2H）。")
    # The choice between repeating the strain and not is only there when RHO acted (31A2).
    acted = rho is not Action.PASS
    rows = [row for row in rows if row.rho == ("acts" if acted else "passes")]
    if len(rows) > 1:
        if then is None:
            raise MoreNeeded(f"“{event}”上家有叫牌行动，要看违规者再叫时是否重复原定约名目，请给出 then。")
        rows = [row for row in rows if row.then == then]
    return rows[0]


def forced_pass_data(row: ForcedPass) -> dict[str, Any]:
    """A row of the forced passes; what does not apply is left out, and with a call to be repeated nothing else does."""
    out: dict[str, Any] = {"who": list(row.who), "duration": row.duration}
    if row.must_repeat:
        return out | {"must_repeat": True}
    out["lead_penalty"] = row.lead_penalty if row.lead_penalty == "26B" else row.lead_penalty is not None
    if row.double_cancelled:
        out["double_cancelled"] = True
    if row.partner_no_double_this_turn:
        out["partner_no_double_this_turn"] = True
    if row.later_calls_cancelled:
        out["all_later_calls_cancelled"] = True
    if row.score_cap_pct is not None:
        out["score_cap_pct"] = row.score_cap_pct
    return out


@rule(
    "bridge.forced_pass",
    *(f"bridge-1999:{law}" for law in dict.fromkeys(row.law for row in TABLE)),
    title="谁必须不叫、多久",
)
def forced_pass_of(
    event: str, rho: str | None = None, then: Literal["repeat_strain", "other"] | None = None
) -> dict[str, Any]:
    """Who must pass and how long after an irregularity of the auction (24-39).

    ``rho``: what RHO called in his turn, for calls at RHO's turn. ``then``: whether the offender then repeated his
    strain. ``lead_penalty``: true for law 26, "26B" where law 32 names it; ``score_cap_pct`` in percent. Raises
    RuleInputError for an unknown event, MoreNeeded when the law asks what RHO or the offender did.
    """
    return forced_pass_data(forced_pass(event, parse_call(rho) if rho is not None else None, then))


@rule("bridge.required_to_pass", "bridge-1999:37", "bridge-1999:35B", title="他是不是正受罚不叫")
def required_to_pass(
    seat: SeatCode,
    north: Literal["one_turn", "rest_of_auction"] | None = None,
    east: Literal["one_turn", "rest_of_auction"] | None = None,
    south: Literal["one_turn", "rest_of_auction"] | None = None,
    west: Literal["one_turn", "rest_of_auction"] | None = None,
) -> dict[str, Any]:
    """Must somebody pass, and for the rest of the auction (laws 37, 35B)? All null where nothing says so of him."""
    barred = {"N": north, "E": east, "S": south, "W": west}[seat]
    return {"required": True if barred else None, "for_good": barred == "rest_of_auction" if barred else None}


@rule("bridge.barred_for_good", "bridge-1999:37", "bridge-1999:35B", title="受罚永远不叫的各家")
def barred_for_good(
    north: Literal["one_turn", "rest_of_auction"] | None = None,
    east: Literal["one_turn", "rest_of_auction"] | None = None,
    south: Literal["one_turn", "rest_of_auction"] | None = None,
    west: Literal["one_turn", "rest_of_auction"] | None = None,
) -> dict[str, Any]:
    """Who must pass for the rest of the auction (37, 35B), in Chinese; null where nobody is known to."""
    barred = {"N": north, "E": east, "S": south, "W": west}
    names = [Seat(seat).chinese for seat, how in barred.items() if how == "rest_of_auction"]
    return {"seats": "、".join(names) or None}


@rule("bridge.held_next_turn", "bridge-1999:37", "bridge-1999:30B2b", title="下一次轮到时受限的各家")
def held_next_turn(
    north: Literal["one_turn", "rest_of_auction"] | None = None,
    east: Literal["one_turn", "rest_of_auction"] | None = None,
    south: Literal["one_turn", "rest_of_auction"] | None = None,
    west: Literal["one_turn", "rest_of_auction"] | None = None,
    undoubled_north: Literal["one_turn"] | None = None,
    undoubled_east: Literal["one_turn"] | None = None,
    undoubled_south: Literal["one_turn"] | None = None,
    undoubled_west: Literal["one_turn"] | None = None,
) -> dict[str, Any]:
    """Who must pass when it is next his turn, and who may not double then (30B2b, 37), in Chinese; null where nobody is known."""
    passes = {"N": north, "E": east, "S": south, "W": west}
    doubles = {"N": undoubled_north, "E": undoubled_east, "S": undoubled_south, "W": undoubled_west}
    held = [f"{Seat(seat).chinese}不叫" for seat, how in passes.items() if how == "one_turn"]
    held += [f"{Seat(seat).chinese}不加倍" for seat, how in doubles.items() if how]
    return {"seats": "、".join(held) or None}


@rule(
    "bridge.rho_required_to_pass", "bridge-1999:28A", "bridge-1999:37", "bridge-1999:24", title="上家是不是正受罚不叫"
)
def rho_required_to_pass(
    seat: SeatCode,
    auction: dict[str, Any] | None = None,
    north: Literal["one_turn", "rest_of_auction"] | None = None,
    east: Literal["one_turn", "rest_of_auction"] | None = None,
    south: Literal["one_turn", "rest_of_auction"] | None = None,
    west: Literal["one_turn", "rest_of_auction"] | None = None,
) -> dict[str, Any]:
    """Must the right-hand opponent of one who called out of rotation pass (28A)? Null where nothing tells it.

    He must where a ruling said so of him. Where the call out of rotation was the first of all, no call has been penalised: only
    a card exposed before it could bar him (24), and the referee who ruled that corrects it.
    """
    barred = required_to_pass(Seat(seat).rho.value, north, east, south, west)["required"]
    made = made_calls(auction) if auction is not None else ()
    out_of_rotation = auction is not None and bool(made) and made[0].seat is not made[0].before.turn
    first = out_of_rotation and made[0].seat is Seat(seat)
    return {"required": True if barred else False if first else None}


@rule("bridge.called_under_restriction", "bridge-1999:37", "bridge-1999:30B2b", title="受限而叫了牌的是谁")
def called_under_restriction(
    auction: dict[str, Any] | None = None, silent: str | None = None, held: str | None = None
) -> dict[str, Any]:
    """Whose call the table says was made against a restriction: who must pass (37), or may not double (30B2b).

    ``silent``: who must pass for the rest of the auction, ``held``: who is restricted in his next turn, both as sentences list
    them. ``seat``: the one of them whose last call in the ``auction`` is against it; without an auction the only one of them;
    null where none or several are. Raises RuleInputError for what is no auction.
    """
    listed = [*(silent or "").split("、"), *(held or "").split("、")]
    passes = {seat for seat in Seat if {seat.chinese, f"{seat.chinese}不叫"}.intersection(listed)}
    plain = {seat for seat in Seat if f"{seat.chinese}不加倍" in listed}
    found = passes | plain
    if auction is not None:
        last = dict(seats_and_calls(auction, "竞叫过程"))
        acted = {seat for seat in passes if last.get(seat, Action.PASS) is not Action.PASS}
        found = acted | {seat for seat in plain if last.get(seat) in (Action.DOUBLE, Action.REDOUBLE)}
    return {"seat": found.pop().value if len(found) == 1 else None}
