"""Scores of a game: match points (场分), level points (26 分制级分), forfeits (rules 13, 16.4, 16.5, 24; supplement 1.3, 4.6)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import RuleInputError, rule
from decision_trees.guandan import levels
from decision_trees.guandan.levels import GameMode, ModeCode
from decision_trees.guandan.numbers import BASE, SUPPLEMENT, Regime, RegimeCode
from decision_trees.guandan.seats import OffenderCode, Side, side_of

_B, _S = "guandan-2017:", "guandan-supplement:"


def two_items(items: list[Any], where: str) -> tuple[Any, Any]:
    """The two items there must be."""
    if len(items) != 2:
        raise RuleInputError(f"“{where}”应是两项，现在有 {len(items)} 项。")
    return items[0], items[1]


def level_points(own: str, opponents: str) -> tuple[int, int]:
    """Level points of both sides from their last levels (13.3, appendix 4)."""
    levels.order(own), levels.order(opponents)
    first, second = str(tables.value(BASE, "level-points", own, opponents, key="own")).split(":")
    return int(first), int(second)


def match_points(own: int, opponents: int) -> tuple[int, int]:
    """Match points (13.3): the higher wins, equal levels are a draw."""

    def points(result: str) -> int:
        return int(tables.value(BASE, "match-points", result, "points", key="result"))

    if own == opponents:
        return points("draw"), points("draw")
    return (points("win"), points("loss")) if own > opponents else (points("loss"), points("win"))


@dataclass(frozen=True, slots=True)
class GameScore:
    """A game's match points and level points, this side first."""

    match_points: tuple[int, int]
    level_points: tuple[int, int]


def game_score(mode: GameMode, own: str, opponents: str, knockout: bool = False) -> GameScore:
    """Score of a finished game (13.3, 14.1, 14.3).

    Raises :class:`RuleInputError` when a game of 计局制 ended with nobody past A, when both are, or when a knockout game
    ended level: then there must be a winner, and how to find one is for the event to say (D-40).
    """
    a, b = levels.order(own), levels.order(opponents)
    past = [level for level in (own, opponents) if level == levels.PAST_ACE]
    if len(past) == 2:
        raise RuleInputError("双方不会都过A，一方过A时一局已经结束。")
    if mode is GameMode.BY_GAME and not past:
        raise RuleInputError("计局制要一方过A才结束（第十四条一1），现在双方都没有过A。")
    if knockout and a == b:
        raise RuleInputError("淘汰赛必须分出胜负（第十四条三），平级时怎样分，看比赛规程。")
    return GameScore(match_points(a, b), level_points(own, opponents))


class Forfeit(StrEnum):
    """Why a side forfeits."""

    GAME_LOST = "一局判负"
    WALKED_OUT = "中途弃权"
    SUSPENSION = "停赛（恶意犯规，直接宣布）"
    ROUND_ROBIN = "循环赛过半后退赛的未赛轮次"
    SWISS = "积分编排赛当轮退赛"
    LATE = "迟到弃权"


_ROW = {
    Forfeit.GAME_LOST: "game-lost",
    Forfeit.WALKED_OUT: "game-lost",  # 16.4 names it: 或者一方弃权
    Forfeit.SUSPENSION: "suspension",
    Forfeit.ROUND_ROBIN: "withdrawal-round-robin",
    Forfeit.SWISS: "withdrawal-swiss",
    Forfeit.LATE: "game-lost",
}


@dataclass(frozen=True, slots=True)
class ForfeitScore:
    """Points after a forfeit; None where the clause does not say."""

    opponents_match_points: int
    opponents_level_points: int
    own_match_points: int | None
    own_level_points: int | None


def late_forfeit_row() -> Mapping[str, Any]:
    """The row of supplement 1.3."""
    return next(row for row in tables.rows(SUPPLEMENT, "lateness") if row["band"] == "forfeit")


def forfeit(kind: Forfeit, regime: Regime, opponents_actual: int | None = None) -> ForfeitScore:
    """Points of a forfeit (16.4, 16.5, 24.2; supplement 1.3).

    Only 16.4 lets opponents whose level points are higher keep them (D-08, D-38), and only being late, where the
    supplement is adopted, gives 17 (D-09). Raises :class:`RuleInputError` for level points there cannot be.
    """
    if opponents_actual is not None:
        most = max(int(row["own"]) for row in tables.rows(BASE, "level-points-by-difference"))
        if not 0 <= opponents_actual <= most:
            raise RuleInputError(f"级分应为 0 至 {most}，现在是 {opponents_actual}。")
    if kind is Forfeit.LATE and regime.has_supplement:
        row = late_forfeit_row()
    else:
        row = next(r for r in tables.rows(BASE, "forfeits") if r["kind"] == _ROW[kind])
    level = int(row["opponents_level_points"])
    if row.get("actual_if_higher") and opponents_actual is not None:
        level = max(level, opponents_actual)
    own_match, own_level = row["own_match_points"], row["own_level_points"]
    return ForfeitScore(
        int(row["opponents_match_points"]),
        level,
        None if own_match is None else int(own_match),
        None if own_level is None else int(own_level),
    )


def deduct(own: int, opponents: int, wrong_before_play: int, regime: Regime) -> tuple[int, int]:
    """Level points after wrong tributes or returns found before play (supplement 4.6.1); the base rules deduct nothing.

    Never below zero, and the opponents gain nothing (D-39).
    """
    if own < 0 or opponents < 0 or wrong_before_play < 0:
        raise RuleInputError("级分和次数不能是负数。")
    each = int(tables.value(SUPPLEMENT, "supplement-deduction", "wrong-tribute-or-return", "points"))
    lost = each * wrong_before_play if regime.has_supplement else 0
    return max(0, own - lost), opponents


@rule("guandan.score.level_points", _B + "13.3", _B + "A4t", title="双方级数折合的级分")
def score_level_points(own: str, opp: str) -> dict[str, Any]:
    """Level points of both sides from their last levels (13.3, appendix A4).

    Raises :class:`RuleInputError` for a level there is not.
    """
    a, b = level_points(own, opp)
    return {"own_pts": a, "opp_pts": b}


@rule("guandan.score.game", _B + "13.3", _B + "14.1", _B + "14.3", title="一局的场分与级分")
def score_game(mode: ModeCode, levels: list[str], format: str = "") -> dict[str, Any]:
    """Match points and level points of a finished game, the first side first (13.3, 14.1, 14.3).

    ``format``: a knockout must have a winner. Raises :class:`RuleInputError` for an end there cannot be (D-40).
    """
    own, opponents = two_items(levels, "levels")
    found = game_score(GameMode(mode), own, opponents, knockout="淘汰" in format)
    return {"match_points": list(found.match_points), "level_points": list(found.level_points)}


@rule("guandan.score.forfeit", _B + "16.4", _B + "16.5", _B + "24.2", _S + "1.3", title="弃权、判负的得分")
def score_forfeit(
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
    """Points of a forfeit (16.4, 16.5, 24.2; supplement 1.3); what a clause does not say is left out.

    The opponents' actual level points, or both sides' levels with theirs first, count where a clause says so (D-08, D-38).
    Raises :class:`RuleInputError` for points, levels or minutes that cannot be.
    """
    actual = opp_actual_level_points
    if levels_opp_own is not None:
        computed = level_points(*two_items(levels_opp_own, "levels_opp_own"))[0]
        if actual is not None and actual != computed:
            raise RuleInputError(f"对手级分写的是 {actual}，按双方级数应是 {computed}。")
        actual = computed
    if minutes_late is not None and kind == "迟到弃权" and Regime(regime).has_supplement:
        over = late_forfeit_row()["over"]
        if minutes_late <= over:
            raise RuleInputError(f"迟到 {minutes_late:g} 分钟还不到弃权，超过 {over} 分钟才以弃权论（附件一3）。")
    found = forfeit(Forfeit(kind), Regime(regime), actual)
    points = {
        "opp_match_points": found.opponents_match_points,
        "opp_level_points": found.opponents_level_points,
        "own_match_points": found.own_match_points,
        "own_level_points": found.own_level_points,
    }
    return {name: n for name, n in points.items() if n is not None}


@rule("guandan.score.deduct", _S + "4.6.1", title="贡错还错几次扣多少级分")
def score_deduct(own_pts: int, opp_pts: int, wrong_tribute_before_play: int, regime: RegimeCode) -> dict[str, Any]:
    """Level points after so many wrong tributes or returns found before play (supplement 4.6.1; D-39).

    By the base rules nothing is deducted. Raises :class:`RuleInputError` for negative numbers.
    """
    own, opponents = deduct(own_pts, opp_pts, wrong_tribute_before_play, Regime(regime))
    return {"own_pts": own, "opp_pts": opponents}


@rule("guandan.score.of_sides", _B + "13.3", _B + "A4t", title="违规双方各得多少级分")
def score_of_sides(offender: OffenderCode, level_ns: str, level_ew: str) -> dict[str, Any]:
    """Level points of the offender's opponents and of his side, and their difference (13.3, appendix A4).

    The levels they come from are given back with them. Raises :class:`RuleInputError` for a level there is not.
    """
    ns, ew = level_points(level_ns, level_ew)
    own, opponents = (ns, ew) if side_of(offender) is Side.NS else (ew, ns)
    return {
        "opponents": opponents,
        "own": own,
        "difference": opponents - own,
        "level_ns": level_ns,
        "level_ew": level_ew,
    }


@rule("guandan.score.final", _B + "13.3", _B + "14.1", _B + "A4t", _S + "4.6.1", title="一局结束谁胜、各得几分")
def score_final(level_ns: str, level_ew: str, deducted_ns: int = 0, deducted_ew: int = 0) -> dict[str, Any]:
    """Who has won a game by the last levels, and both sides' match points and level points (13.3, 14.1, appendix A4).

    ``deducted_ns``, ``deducted_ew``: level points taken from a side for wrong tributes and returns (supplement 4.6.1),
    in words as ``deducted``; never below zero, and the opponents gain nothing (D-39). ``case``: ``won``, or ``draw`` and
    no winner, with ``_deducted`` where something was. Raises :class:`RuleInputError` for levels there cannot be.
    """
    ns, ew = levels.order(level_ns), levels.order(level_ew)
    if level_ns == level_ew == levels.PAST_ACE:
        raise RuleInputError("双方不会都过A，一方过A时一局已经结束。")
    if deducted_ns < 0 or deducted_ew < 0:
        raise RuleInputError("扣的级差分不能是负数。")
    match, points = match_points(ns, ew), level_points(level_ns, level_ew)
    points = (max(0, points[0] - deducted_ns), max(0, points[1] - deducted_ew))
    taken = {"南北方": deducted_ns, "东西方": deducted_ew}
    winner = None if ns == ew else "NS" if ns > ew else "EW"
    return {
        "case": ("draw" if winner is None else "won") + ("_deducted" if any(taken.values()) else ""),
        "deducted": "、".join(f"{side}{n}分" for side, n in taken.items() if n) or None,
        "winner": winner,
        "match_ns": match[0],
        "match_ew": match[1],
        "points_ns": points[0],
        "points_ew": points[1],
        "points": _written(points, winner),
    }


def _forfeited(own: int | None, opponents: int, side: Side) -> str | None:
    """The points of a game that ``side`` forfeited, as people write them; None where the text does not say its own."""
    if own is None:
        return None
    return _written((own, opponents) if side is Side.NS else (opponents, own), side.opponents.value)


def _written(points: tuple[int, int], winner: str | None) -> str:
    """The points of a game as people write them, north-south's first; who won it where the points do not say so."""
    ns, ew = points
    ahead = None if ns == ew else "NS" if ns > ew else "EW"
    return f"{ns}:{ew}{'' if ahead == winner else {None: '平', 'NS': '先胜', 'EW': '后胜'}[winner]}"


@rule("guandan.score.drawn", _B + "13.3", _B + "A4t", _S + "4.6.1", title="平级的双方各得几分")
def score_drawn(deducted_ns: int = 0, deducted_ew: int = 0) -> dict[str, Any]:
    """Both sides' points where the last levels are equal, whichever they are, less what was taken (13.3; supplement 4.6.1).

    ``said``: the level points in words. Raises :class:`RuleInputError` for a negative deduction.
    """
    found = score_final(levels.first_level(), levels.first_level(), deducted_ns, deducted_ew)
    ns, ew, deducted = found["points_ns"], found["points_ew"], found["deducted"]
    said = f"南北方{ns}分、东西方{ew}分（已扣{deducted}）" if deducted else f"各{ns}分"
    return {**found, "said": said}


@rule("guandan.score.carried", _S + "4.6.1", title="扣的级差分带不带到下一副")
def score_carried(deducted: int, ended: bool | None = None) -> dict[str, Any]:
    """What was taken from a side so far, in the next deal of its game; None in another game (supplement 4.6.1; D-39)."""
    return {"deducted": None if ended else deducted}


@rule("guandan.score.deducted", _S + "4.6.1", _B + "A4t", title="扣1分以后的级分")
def score_deducted(offender: OffenderCode, level_ns: str, level_ew: str) -> dict[str, Any]:
    """Both sides' level points after one wrong tribute or return found before play (supplement 4.6.1, appendix A4).

    ``match_ns``, ``match_ew``: the match points, which the deduction leaves as they are (13.3). Raises
    :class:`RuleInputError` for a level there is not.
    """
    ns, ew = level_points(level_ns, level_ew)
    if side_of(offender) is Side.NS:
        ns, ew = deduct(ns, ew, 1, Regime.SUPPLEMENT)
    else:
        ew, ns = deduct(ew, ns, 1, Regime.SUPPLEMENT)
    match = match_points(levels.order(level_ns), levels.order(level_ew))
    return {"points_ns": ns, "points_ew": ew, "match_ns": match[0], "match_ew": match[1]}


@rule("guandan.score.forfeited", _B + "16.4", _B + "16.5", _S + "1.3", title="一方判负双方各记几分")
def score_forfeited(
    offender: OffenderCode,
    kind: Literal["一局判负", "中途弃权", "停赛（恶意犯规，直接宣布）", "迟到弃权"],
    regime: RegimeCode,
    level_ns: str | None = None,
    level_ew: str | None = None,
    by_difference: bool = False,
    loser_keeps: bool = False,
    opponents_points: int | None = None,
) -> dict[str, Any]:
    """Both sides' points when one forfeits, is adjudged lost or suspended (16.4, 16.5; supplement 1.3).

    Levels, or ``opponents_points`` where they are known otherwise, let the opponents keep higher points (16.4).
    ``by_difference``: the event compares the difference of points (D-08); ``loser_keeps``: the loser then keeps his too
    (D-08b). Raises :class:`RuleInputError` for a level, or points, there cannot be.
    """
    side = side_of(offender)
    actual: int | None = None
    own = 0
    if level_ns is not None and level_ew is not None:
        ns, ew = level_points(level_ns, level_ew)
        own, actual = (ns, ew) if side is Side.NS else (ew, ns)
    if opponents_points is not None:
        own, actual = sum(level_points(levels.ACE, levels.ACE)) - opponents_points, opponents_points
    fixed = forfeit(Forfeit(kind), Regime(regime))
    if actual is not None and by_difference and actual - own <= fixed.opponents_level_points:
        actual = None
    found = forfeit(Forfeit(kind), Regime(regime), actual)
    if loser_keeps and found.opponents_level_points > fixed.opponents_level_points:
        found = replace(found, own_level_points=own)
    return {
        "opponents": side.opponents.value,
        "own": side.value,
        "opponents_match": found.opponents_match_points,
        "opponents_points": found.opponents_level_points,
        "own_match": found.own_match_points,
        "own_points": found.own_level_points,
        "points": _forfeited(found.own_level_points, found.opponents_level_points, side),
    }
