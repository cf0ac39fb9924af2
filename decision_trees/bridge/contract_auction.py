"""Rule functions of the auction and of scoring, by the names they are called by: JSON in, JSON out."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.bridge import adjusted_scores, forced_pass, scoring, time_limits
from decision_trees.bridge.auction import Auction, Entry, follow
from decision_trees.bridge.boards import Board
from decision_trees.bridge.calls import Doubling, Strain, lowest_sufficient, parse_bid, parse_call
from decision_trees.bridge.cards import Suit
from decision_trees.bridge.lead_penalties import lead_penalty
from decision_trees.bridge.seats import Seat
from decision_trees.bridge.time_limits import Clock
from decision_trees.functions import RuleInputError, rule

SeatCode = Literal["N", "E", "S", "W"]
StrainCode = Literal["C", "D", "H", "S", "NT"]
SuitCode = Literal["C", "D", "H", "S"]
DoublingCode = Literal["none", "X", "XX"]
CallData = str | dict[str, Any]
"""A call, or ``{"call": "1H", "accepted": true}`` for an insufficient bid that offender's LHO accepted (27A)."""


def _number(value: float) -> int | float:
    """Whole numbers without a decimal point."""
    return int(value) if value == int(value) else value


def _flag(data: dict[str, Any], key: str, where: str) -> bool | None:
    value = data.get(key)
    if value is not None and not isinstance(value, bool):
        raise RuleInputError(f"{where}的 {key} 应是 true 或 false,现在是 {value!r}。")
    return value


def _only(data: dict[str, Any], keys: tuple[str, ...], where: str) -> None:
    unknown = [k for k in data if k not in keys]
    if unknown:
        raise RuleInputError(f"{where}不能有“{unknown[0]}”，可用：{'、'.join(keys)}。")


def auction_of(dealer: str, calls: list[CallData]) -> Auction:
    """The auction of a dealer and the calls in rotation. Raises :class:`RuleInputError` when it cannot be."""
    auction = Auction(Seat.parse(dealer))
    for at, item in enumerate(calls, 1):
        where = f"第{at}个叫牌"
        if isinstance(item, str):
            auction = auction.with_call(parse_call(item))
            continue
        _only(item, ("call", "accepted"), where)
        auction = auction.with_call(parse_call(item.get("call")), accepted=bool(_flag(item, "accepted", where)))
    return auction


# -- the auction --------------------------------------------------------------------------------------------------------
@rule("bridge.board", "bridge-1999:2")
def board(number: int) -> dict[str, Any]:
    """Dealer and vulnerability of a board, 发牌人和局况 (2)."""
    found = Board.of(number)
    return {"dealer": found.dealer.value, "vulnerable": found.vulnerable}


@rule("bridge.whose_turn_to_call", "bridge-1999:17B", "bridge-1999:17C")
def whose_turn_to_call(dealer: SeatCode, calls_made: int) -> dict[str, Any]:
    """Whose turn it is after so many calls that stand, 轮到谁叫牌 (17B, C)."""
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
)
def call_check(
    dealer: SeatCode,
    calls: list[CallData],
    call: str,
    by: SeatCode | None = None,
    must_pass: list[SeatCode] | None = None,
) -> dict[str, Any]:
    """What is wrong with a call, 这个叫牌有什么不对: every irregularity it is, or legal (18, 19, 28, 36-39).

    ``by``: who made it, by default the player in turn. ``must_pass``: players under a forced pass.
    """
    auction = auction_of(dealer, calls)
    flags = auction.flags(
        parse_call(call, over_seven=True),
        Seat.parse(by) if by else None,
        {Seat.parse(s) for s in must_pass or ()},
    )
    return {"flags": [f.value for f in flags]}


@rule("bridge.lowest_sufficient", "bridge-1999:18B", "bridge-1999:18C", "bridge-1999:27B1")
def lowest_sufficient_bid(last_bid: str | None, strain: StrainCode) -> dict[str, Any]:
    """Lowest sufficient bid in a strain, 同名目最低的足够叫牌; null when there is none (18B, 27B1)."""
    bid = lowest_sufficient(parse_bid(last_bid) if last_bid is not None else None, Strain(strain))
    return {"bid": str(bid) if bid else None}


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
)
def auction_result(dealer: SeatCode, calls: list[CallData]) -> dict[str, Any]:
    """Where the auction stands, 竞叫结果: whose turn, passed out, or contract, declarer and opening leader (17E, 22, 41A)."""
    auction = auction_of(dealer, calls)
    return {"ended": auction.is_over, **contract_data(auction)}


def _entry(data: dict[str, Any], at: int) -> Entry:
    where = f"第{at}个叫牌"
    _only(data, ("seat", "call", "oor", "accepted"), where)
    for key in ("seat", "call"):
        if not isinstance(data.get(key), str):
            raise RuleInputError(f"{where}缺少 {key}，应写作 {{seat, call}}。")
    return Entry(
        Seat.parse(data["seat"]), parse_call(data["call"]), _flag(data, "oor", where), _flag(data, "accepted", where)
    )


@rule("bridge.auction_with_oor_pass", "bridge-1999:34", "bridge-1999:29A", "bridge-1999:29B", "bridge-1999:17E")
def auction_with_oor_pass(dealer: SeatCode, calls: list[dict[str, Any]]) -> dict[str, Any]:
    """Has an auction with a pass out of rotation ended, 越序不叫后竞叫结束没有; who calls, which calls are cancelled (34, 29).

    ``oor``: the call was out of rotation (worked out when left out). ``accepted``: offender's LHO accepted it; when left
    out, whether LHO made the next call decides.
    """
    followed = follow(Seat.parse(dealer), [_entry(data, at) for at, data in enumerate(calls, 1)])
    auction = followed.auction
    return {
        "ended": auction.is_over,
        "next_to_call": None if auction.is_over else auction.turn.value,
        "cancelled": [{"seat": c.seat.value, "call": str(c.call)} for c in followed.cancelled],
    }


# -- penalties of the auction ---------------------------------------------------------------------------------------------
def forced_pass_data(row: forced_pass.ForcedPass) -> dict[str, Any]:
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
    *(f"bridge-1999:{law}" for law in dict.fromkeys(row.law for row in forced_pass.TABLE)),
)
def forced_pass_of(
    event: str, rho: str | None = None, then: Literal["repeat_strain", "other"] | None = None
) -> dict[str, Any]:
    """Who must pass and how long after an irregularity of the auction, 强制性不叫 (24-39).

    ``rho``: what RHO called in his turn, for calls at RHO's turn. ``then``: whether the offender then repeated his strain.
    ``lead_penalty``: true for law 26, "26B" where law 32 names it.
    """
    return forced_pass_data(forced_pass.forced_pass(event, parse_call(rho) if rho is not None else None, then))


@rule("bridge.lead_penalty_26", "bridge-1999:26", "bridge-1999:26A1", "bridge-1999:26A2", "bridge-1999:26B")
def lead_penalty_26(
    withdrawn: dict[str, Any],
    final_same_call: bool,
    offender_legally_named: list[StrainCode],
    offender_defends: bool,
) -> dict[str, Any]:
    """Lead penalty after a withdrawn call, 引牌判罚: what declarer may require or forbid of offender's partner (26).

    ``withdrawn``: the call and the suits it relates to. ``final_same_call``: his final call was the same with much the same
    meaning. ``offender_legally_named``: denominations he named legally at any time in the auction.
    """
    _only(withdrawn, ("call", "suits"), "withdrawn")
    parse_call(withdrawn.get("call"), over_seven=True)
    suits = withdrawn.get("suits", [])
    if not isinstance(suits, list | tuple) or not all(isinstance(s, str) for s in suits):
        raise RuleInputError('withdrawn.suits 应是取消的叫牌所关联的花色，如 ["H"];没有关联的写 []。')
    found = lead_penalty(
        [Suit.parse(s) for s in suits],
        same_call=final_same_call,
        legally_named={Suit(s) for s in offender_legally_named if s != "NT"},
        offender_defends=offender_defends,
    )
    if not found.options:
        return {"penalty": "none"}
    return {"penalty": found.law, "options": list(found.options)}


@rule("bridge.change_of_call_cap", "bridge-1999:25B2b2", "bridge-1999:25B2b1", "bridge-1999:12C1")
def change_of_call_cap(
    option: Literal["25B2(b)(1)", "25B2(b)(2)", "25A", "25B1", "25B2(a)"], offender_actual_pct: float
) -> dict[str, Any]:
    """Percentages after a changed call, 更改叫牌后的得分上限: average minus at most for the offending side (25B2(b)(2))."""
    found = adjusted_scores.change_of_call_score(option, offender_actual_pct)
    return {"offender_pct": found.offender_pct, "non_offender_pct": found.non_offender_pct}


# -- scores -----------------------------------------------------------------------------------------------------------------
@rule("bridge.duplicate_score", "bridge-1999:77", "bridge-1999:def/局", "bridge-1999:def/部分定约")
def duplicate_score(
    level: int, strain: StrainCode, doubled: DoublingCode, vulnerable: bool, tricks: int
) -> dict[str, Any]:
    """Duplicate score for declarer's side, 复式记分 (77): ``tricks`` are all that side won, ``vulnerable`` is that side's."""
    return {"score": scoring.duplicate_score(level, Strain(strain), Doubling(doubled), vulnerable, tricks).total}


@rule("bridge.score_after_revoke", "bridge-1999:64A", "bridge-1999:77")
def score_after_revoke(
    level: int,
    strain: StrainCode,
    doubled: DoublingCode,
    vulnerable: bool,
    declarer_tricks_at_table: int,
    offending_side: Literal["defenders", "declarer"],
    transfer: int,
) -> dict[str, Any]:
    """Score once the tricks of an established revoke are moved, 藏牌转墩后的得分 (64A, 77)."""
    tricks = scoring.declarer_tricks_after_transfer(declarer_tricks_at_table, offending_side, transfer)
    score = scoring.duplicate_score(level, Strain(strain), Doubling(doubled), vulnerable, tricks)
    return {"declarer_tricks": tricks, "score": score.total}


@rule("bridge.imp", "bridge-1999:78B")
def imp(diff: int) -> dict[str, Any]:
    """IMPs for a difference in total points, 分差换算 (78B)."""
    return {"imp": scoring.imps(diff)}


@rule("bridge.imp_board", "bridge-1999:78B")
def imp_board(ns_score_home_table: int, ns_score_other_table: int) -> dict[str, Any]:
    """IMPs of one board of a team match for the team that sat N-S at the first table, 一副牌的IMP (78B)."""
    return {"home_ns_team_imp": scoring.imps_for_home_team(ns_score_home_table, ns_score_other_table)}


@rule("bridge.matchpoints", "bridge-1999:78A")
def matchpoints(ns_scores: list[int]) -> dict[str, Any]:
    """Scoring units of one board for N-S and E-W, 比赛分 (78A)."""
    units = scoring.matchpoints(ns_scores)
    top = scoring.top(len(ns_scores))
    return {"units": list(units), "top": top, "ew_units": [top - u for u in units]}


@rule("bridge.total_points", "bridge-1999:78C")
def total_points(scores: list[int]) -> dict[str, Any]:
    """Total points over the boards played, 总分 (78C)."""
    return {"total": sum(scores)}


@rule("bridge.artificial_pairs", "bridge-1999:12C1", "bridge-1999:88")
def artificial_pairs(
    responsibility: Literal["direct", "partial", "none"], session_pct_other_boards: float | None = None
) -> dict[str, Any]:
    """Artificial adjusted score at pairs, 双人赛人为调整分: percentage by responsibility (12C1, 88)."""
    found = adjusted_scores.artificial_score(responsibility, session_pct_other_boards)
    return {"pct": float(found.pct), "bound": found.bound}


@rule("bridge.artificial_imps", "bridge-1999:86A")
def artificial_imps(kind: Literal["average_plus", "average_minus", "average"]) -> dict[str, Any]:
    """Artificial adjusted score in IMPs, 队式赛人为调整分 (86A)."""
    return {"imp": adjusted_scores.artificial_imps(kind)}


@rule("bridge.knockout_unbalanced", "bridge-1999:86B", "bridge-1999:12C")
def knockout_unbalanced(team_a_imp_by_a_result: float, team_a_imp_by_b_result: float) -> dict[str, Any]:
    """Unbalanced adjusted scores in a knockout, 淘汰赛不平衡调整分: both results from team A's side, averaged (86B)."""
    mean = _number(adjusted_scores.knockout_score(team_a_imp_by_a_result, team_a_imp_by_b_result))
    return {"team_a_imp": mean, "team_b_imp": 0 - mean}


# -- time limits --------------------------------------------------------------------------------------------------------------
@rule("bridge.correction_deadline", "bridge-1999:79C")
def correction_deadline(official_score_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Last minute to correct an error of scoring, 更正记分的时限 (79C)."""
    minutes = time_limits.allowed_minutes("correction", organizer_minutes)
    return {"deadline": str(time_limits.deadline(Clock.parse(official_score_time), minutes).at)}


@rule("bridge.appeal_deadline", "bridge-1999:92B")
def appeal_deadline(official_score_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Last minute to request a ruling or appeal one, 申诉时限 (92B)."""
    found = time_limits.deadline(
        Clock.parse(official_score_time), time_limits.allowed_minutes("appeal", organizer_minutes)
    )
    return {"deadline": str(found.at), "next_day": found.next_day}


@rule("bridge.appeal_in_time", "bridge-1999:92B")
def appeal_in_time(official_score_time: str, appeal_time: str, organizer_minutes: int | None = None) -> dict[str, Any]:
    """Was the appeal made in time, 申诉是否及时: the last minute included (92B)."""
    minutes = time_limits.allowed_minutes("appeal", organizer_minutes)
    return {"in_time": time_limits.in_time(Clock.parse(official_score_time), Clock.parse(appeal_time), minutes)}
