"""Rule functions of penalties and the clock, by the names they are called by: JSON in, JSON out."""

from __future__ import annotations

from typing import Any, Literal

from decision_trees.functions import rule
from decision_trees.guandan import clock, levels, penalties
from decision_trees.guandan.contract_table import RegimeCode, SeatCode
from decision_trees.guandan.regime import Regime
from decision_trees.guandan.seats import Seat, parse_finish

_B, _S = "guandan-2017:", "guandan-supplement:"


# -- penalties ------------------------------------------------------------------------------------------------------------
@rule("guandan.penalty.wrong_tribute_after_start", _B + "19.4", _S + "4.6.2")
def wrong_tribute_after_start(actual_order: list[str], offender: SeatCode, regime: RegimeCode) -> dict[str, Any]:
    """已开打后发现贡错牌：名次怎样重排、升几级；采用附件时违规方按双下判负。"""
    finish, seat = parse_finish(actual_order), Seat(offender)
    if Regime(regime).has_supplement:  # no order of finishing, only its result
        place = 2
        return {"upper": None, "partner_place": place, "advance": levels.steps(place), "double_down": True}
    found = levels.made_last(finish, seat)
    order = {"finish_order": [s.value for s in found.finish]} if found.finish else {}
    return {
        **order,
        "upper": found.upper.value,
        "partner_place": found.partner_place,
        "advance": found.advance,
        "double_down": found.double_down,
    }


@rule("guandan.penalty.ladder", _B + "11.5", _B + "12", _B + "20.2", _S + "4.5", _S + "4.7", _S + "4.8.1")
def ladder(
    rule: Literal[
        "第十一条五 出牌方式",
        "第十二条 未报牌",
        "第十二条三 追问张数",
        "第二十条二 非法信号",
        "附件四5 出牌方式",
        "附件四7(1) 二次报牌",
        "附件四7(2) 二次追问",
        "附件四7(3) 追问未报牌搭档",
        "附件四8(1) 未报牌或报错牌",
    ],
    prior_same_pair_or_player: int,
    regime: RegimeCode,
) -> dict[str, Any]:
    """同类违规已有若干次，这一次怎样处罚。"""
    return {"ruling": penalties.ladder(penalties.Counted(rule), prior_same_pair_or_player, Regime(regime))}


@rule("guandan.penalty.violation_to_foul", _B + "16.3.1")
def violation_to_foul(prior_recorded_violations_of_pair: int, prior_in_same_round: bool) -> dict[str, Any]:
    """再记一次违例是否成犯规。"""
    return {"foul": penalties.becomes_foul(prior_recorded_violations_of_pair, prior_in_same_round)}


@rule("guandan.penalty.fouls_to_game_loss", _B + "16.4")
def fouls_to_game_loss(fouls_of_pair_in_this_game: int) -> dict[str, Any]:
    """一局中犯规这么多次是否一局判负。"""
    return {"game_lost": penalties.loses_game(fouls_of_pair_in_this_game)}


@rule("guandan.penalty.game_losses", _B + "16.5")
def game_losses(games_adjudged_lost_in_event: int) -> dict[str, Any]:
    """一局判负这么多次是否停赛。"""
    return {"suspended": penalties.is_suspended(games_adjudged_lost_in_event)}


@rule("guandan.penalty.authority", _B + "15.1", _B + "15.2", _B + "16")
def authority(sanction: str) -> dict[str, Any]:
    """这项处罚由谁决定。"""
    return {"decided_by": penalties.authority(sanction).value}


# -- the clock ------------------------------------------------------------------------------------------------------------
@rule("guandan.time.late", _B + "21", _S + "1.1", _S + "1.2", _S + "1.3")
def late(minutes: float, regime: RegimeCode) -> dict[str, Any]:
    """迟到若干分钟：是否弃权，对方升几级；没有规定的为空。"""
    found = clock.late(minutes, Regime(regime))
    return {"forfeit": True} if found.forfeit else {"forfeit": False, "opp_level_up": found.opponents_advance}


@rule("guandan.time.play", _B + "22.1")
def play_time(seconds: float) -> dict[str, Any]:
    """出牌用时的处理。"""
    return {"ruling": clock.play_time(seconds).value}


@rule("guandan.time.tribute", _B + "22.2")
def tribute_time(step: Literal["tribute", "return"], seconds: float) -> dict[str, Any]:
    """贡牌（抓完牌起）、还牌（贡牌后起）用时的处理。"""
    return {"ruling": clock.tribute_time(step, seconds).ruling}


@rule("guandan.time.round_end", _B + "14.1.3", _S + "1.4")
def round_end(
    state: Literal["抓牌中", "已贡还、未领出", "已开打"],
    regime: RegimeCode,
    finish_seconds_after_time: float | None = None,
) -> dict[str, Any]:
    """到时的这副牌是否有效；没有打完的不写秒数。"""
    counts = clock.deal_counts(clock.DealState(state), finish_seconds_after_time, Regime(regime))
    return {"deal": "有效" if counts else "取消"}


@rule("guandan.appeal.admissible", _B + "39.1.2", _B + "39.1.3", _B + "39.1.4")
def appeal(minutes_after_round: float, written_and_signed: bool, fee_paid: bool) -> dict[str, Any]:
    """申诉是否受理。"""
    accepted = clock.appeal_is_admissible(minutes_after_round, written_and_signed, fee_paid)
    return {"result": "受理" if accepted else "不受理"}
