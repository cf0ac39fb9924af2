"""Rule functions of levels, scores and whole events, by the names they are called by: JSON in, JSON out."""

from __future__ import annotations

import dataclasses
from typing import Any, Literal

from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import elimination, levels, schedules, scoring, withdrawals
from decision_trees.guandan import standings as ranking
from decision_trees.guandan import swiss as by_score
from decision_trees.guandan.contract_table import RegimeCode
from decision_trees.guandan.levels import GameMode
from decision_trees.guandan.regime import Regime
from decision_trees.guandan.seats import Side

_B, _S = "guandan-2017:", "guandan-supplement:"
ModeCode = Literal["计局制", "计副制", "计时制", "计时计副制"]


# -- levels and scores ----------------------------------------------------------------------------------------------------
@rule("guandan.level.advance", _B + "3.10", _B + "14.1.1", _B + "16.3")
def advance(level: str, partner_place: int, own_ace_deal: bool, via: str | None = None) -> dict[str, Any]:
    """上游方升到哪一级；via 是怎样得到的（打出，或对方判负双下），不影响结果。"""
    return {"level": levels.advance(level, partner_place, own_ace_deal)}


@rule("guandan.level.sequence", _B + "3.10", _B + "14.1.1")
def sequence(start: str, partner_places: list[int], note: str = "") -> dict[str, Any]:
    """同一方接连获上游，各副后的级数；到A后各副都是本方打A。"""
    return {"levels": list(levels.sequence(start, partner_places))}


@rule("guandan.game.over", _B + "14.1")
def game_over(
    mode: ModeCode,
    levels_ns_ew: list[str],
    deals_played: int = 0,
    deals_set: int | None = None,
    time_is_up: bool = False,
) -> dict[str, Any]:
    """一局是否结束、为什么、哪一方领先（级数相同为空）。"""
    ns, ew = _two(levels_ns_ew, "levels_ns_ew")
    found = levels.game_end(GameMode(mode), {Side.NS: ns, Side.EW: ew}, deals_played, deals_set, time_is_up)
    return {"over": found.over, "because": found.because, "ahead": found.ahead.value if found.ahead else None}


def _two(items: list[Any], where: str) -> tuple[Any, Any]:
    if len(items) != 2:
        raise RuleInputError(f"“{where}”应是两项，现在有 {len(items)} 项。")
    return items[0], items[1]


@rule("guandan.score.level_points", _B + "13.3", _B + "A4t")
def level_points(own: str, opp: str) -> dict[str, Any]:
    """26 分制级分。"""
    a, b = scoring.level_points(own, opp)
    return {"own_pts": a, "opp_pts": b}


@rule("guandan.score.game", _B + "13.3", _B + "14.1", _B + "14.3")
def game(mode: ModeCode, levels: list[str], format: str = "") -> dict[str, Any]:
    """一局的场分与级分，先写的一方在前。"""
    own, opponents = _two(levels, "levels")
    found = scoring.game_score(GameMode(mode), own, opponents, knockout="淘汰" in format)
    return {"match_points": list(found.match_points), "level_points": list(found.level_points)}


@rule("guandan.score.forfeit", _B + "16.4", _B + "16.5", _B + "24.2", _S + "1.3")
def forfeit(
    kind: Literal[
        "一局判负",
        "中途弃权",
        "停赛（恶意犯规，直接宣布）",
        "循环赛过半后退赛的未赛轮次",
        "积分编排赛当轮退赛",
        "迟到弃权",
    ],
    regime: RegimeCode,
    minutes_late: float | None = None,
    opp_actual_level_points: int | None = None,
    levels_opp_own: list[str] | None = None,
) -> dict[str, Any]:
    """弃权、判负的得分；对手实际级分可以直接给，也可以给双方级数（对手在前）。条文没有写的不列。"""
    actual = opp_actual_level_points
    if levels_opp_own is not None:
        computed = scoring.level_points(*_two(levels_opp_own, "levels_opp_own"))[0]
        if actual is not None and actual != computed:
            raise RuleInputError(f"对手级分写的是 {actual}，按双方级数应是 {computed}。")
        actual = computed
    if minutes_late is not None and kind == "迟到弃权" and Regime(regime).has_supplement:
        over = scoring.late_forfeit_row()["over"]
        if minutes_late <= over:
            raise RuleInputError(f"迟到 {minutes_late:g} 分钟还不到弃权，超过 {over} 分钟才以弃权论（附件一3）。")
    found = scoring.forfeit(scoring.Forfeit(kind), Regime(regime), actual)
    points = {
        "opp_match_points": found.opponents_match_points,
        "opp_level_points": found.opponents_level_points,
        "own_match_points": found.own_match_points,
        "own_level_points": found.own_level_points,
    }
    return {name: n for name, n in points.items() if n is not None}


@rule("guandan.score.deduct", _S + "4.6.1")
def deduct(own_pts: int, opp_pts: int, wrong_tribute_before_play: int, regime: RegimeCode) -> dict[str, Any]:
    """贡错、还错（未开打）若干次后的级分；只有附件扣分。"""
    own, opponents = scoring.deduct(own_pts, opp_pts, wrong_tribute_before_play, Regime(regime))
    return {"own_pts": own, "opp_pts": opponents}


# -- schedules and pairings -----------------------------------------------------------------------------------------------
MethodCode = Literal["berger", "rotation"]


@rule("guandan.schedule.round", _B + "27", _B + "A7t1", _B + "A7t2", _B + "A8t1", _B + "A8t2")
def schedule_round(method: MethodCode, pairs: int, round: int) -> dict[str, Any]:
    """循环赛某轮的对阵；0 号是轮空。"""
    meetings = schedules.round_meetings(schedules.Method(method), pairs, round)
    return {"pairings": [f"{a}-{b}" for a, b in meetings]}


@rule("guandan.schedule.bye", _B + "27", _B + "A8t1", _B + "A8t2")
def schedule_bye(method: MethodCode, pairs: int, round: int) -> dict[str, Any]:
    """循环赛某轮谁轮空；双数时为空。"""
    return {"bye": schedules.bye(schedules.Method(method), pairs, round)}


@rule("guandan.schedule.totals", _B + "27.2", _B + "27.3")
def schedule_totals(pairs: int, cycle: Literal["single", "double"]) -> dict[str, Any]:
    """循环赛的轮数与场数。"""
    return dataclasses.asdict(schedules.totals(pairs, cycle == "double"))


@rule("guandan.swiss.pair", _B + "28.1")
def swiss_pair(standing: list[str], already_met: list[str], bye: str | None = None) -> dict[str, Any]:
    """积分编排下一轮：高分对高分，相遇过的不再相遇；单数时由规程定轮空者。"""
    names = set(standing)
    pairings = by_score.pair(standing, {_meeting(m, names) for m in already_met}, bye)
    return {"pairings": ["-".join(sorted(two)) for two in pairings]}


def _meeting(text: str, names: set[str]) -> frozenset[str]:
    """The two of ``A-B``; names may themselves have hyphens."""
    parts = text.split("-")
    splits = [("-".join(parts[:i]), "-".join(parts[i:])) for i in range(1, len(parts))]
    known = [s for s in splits if s[0] in names and s[1] in names]
    found = known or [s for s in splits if s[0] and s[1]]
    if not found or found[0][0] == found[0][1]:
        raise RuleInputError(f"看不懂“{text}”，相遇过的两对应写作“甲-乙”。")
    return frozenset(found[0])


@rule("guandan.knockout.single", _B + "26.1")
def knockout_single(pairs: int) -> dict[str, Any]:
    """单败淘汰赛的位数、轮空、轮数与场数。"""
    return dataclasses.asdict(elimination.single(pairs))


@rule("guandan.knockout.double", _B + "26.2")
def knockout_double(pairs: int) -> dict[str, Any]:
    """双败淘汰赛胜区、负区、决赛的场数。"""
    return dataclasses.asdict(elimination.double(pairs))


# -- withdrawals and standings --------------------------------------------------------------------------------------------
@rule("guandan.withdrawal.round_robin", _B + "24.2.1")
def withdrawal_round_robin(opponents: int, played: int) -> dict[str, Any]:
    """循环赛中退赛，已有成绩怎么办。"""
    return {"own_results": withdrawals.round_robin(opponents, played).value}


@rule("guandan.withdrawal.swiss", _B + "24.2.2")
def withdrawal_swiss(rounds: int, played: int) -> dict[str, Any]:
    """积分编排赛中退赛：已有成绩，当轮对手的场分与级分。"""
    found = withdrawals.swiss(rounds, played)
    return {"own_results": found.own_results.value, "current_round_opp": list(found.current_round_opponent)}


@rule("guandan.withdrawal.knockout", _B + "24.2.3")
def withdrawal_knockout() -> dict[str, Any]:
    """淘汰赛中退赛，对手怎么办。"""
    return {"opponent": withdrawals.knockout()}


@rule("guandan.withdrawal.before_start", _B + "24.1")
def withdrawal_before_start(format: Literal["循环赛", "积分编排赛", "淘汰赛"], remaining: int) -> dict[str, Any]:
    """第一轮开始前退赛，剩余若干对时怎么办。"""
    return {"handling": withdrawals.before_start(withdrawals.Event(format), remaining)}


@rule("guandan.standings", _B + "27.4", _B + "28.2")
def standings(pairs: list[str], matches: list[list[Any]]) -> dict[str, Any]:
    """名次与各对的场分、级分、对手分；同一名次多个名字是并列或抽签。"""
    played = [_match(m, f"matches[{i}]") for i, m in enumerate(matches)]
    places = ranking.standings(pairs, played)
    totals = ranking.totals(pairs, played)
    return {
        "ranking": [{"rank": place.rank, "pairs": list(place.pairs)} for place in places],
        "totals": {name: list(dataclasses.astuple(t)) for name, t in totals.items()},
    }


def _whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _match(item: list[Any], where: str) -> ranking.Match:
    if len(item) == 4 and all(isinstance(n, str) for n in item[:2]) and all(_whole(n) for n in item[2:]):
        return ranking.Match(*item)
    raise RuleInputError(f"“{where}”应写作 [甲, 乙, 甲级分, 乙级分]，级分是整数。")


@rule("guandan.match.series", _B + "14.2", _B + "30.3.1", _B + "30.3.2")
def series(mode: Literal["累计级分2局", "累计级分3局", "3局2胜", "5局3胜"], games: list[list[int]]) -> dict[str, Any]:
    """多局制一轮的胜方（1、2，未定为空）；games 是各局双方的级分。"""
    found = ranking.series(ranking.SeriesMode(mode), [_two(g, f"games[{i}]") for i, g in enumerate(games)])
    result: dict[str, Any] = {"winner": found.winner}
    if found.totals is not None:
        result = {"totals": list(found.totals), **result}
    if found.extra_deal:
        result["extra_deal"] = True
    return result
