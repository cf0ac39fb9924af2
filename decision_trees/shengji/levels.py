"""The result of a deal, levels, the next banker, and standard scores (the table of levels; 1.13, 1.21, 16, 17; A1)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

from decision_trees import tables
from decision_trees.functions import MoreNeeded, RuleInputError, rule
from decision_trees.shengji import bottom as bottom_cards
from decision_trees.shengji import penalty_points
from decision_trees.shengji.bottom import clamp, unit_of_points
from decision_trees.shengji.cards import RANKS, Written, parse_cards, parse_level
from decision_trees.shengji.json_input import item
from decision_trees.shengji.numbers import BOOK
from decision_trees.shengji.seats import Seat, Side


@dataclass(frozen=True, slots=True)
class DealResult:
    """What follows from the defenders' total: levels for either side, and who is banker next."""

    text: str  # as printed: 防家上台升一级
    banker_side_delta: int
    defender_side_delta: int
    change: bool  # the defenders take the stage (上台)
    next_banker: Seat


def deal_result(defenders_total: int, banker: Seat) -> DealResult:
    """The row of the table of levels; the partner is banker next, or, the deal lost, the next player (1.13, 16, 17).

    A total beyond the table, possible only with penalty points, counts as its nearest end (D-17).
    """
    unit = unit_of_points()
    if defenders_total % unit:
        raise RuleInputError(f"防家得分是{unit}的倍数，不会是{defenders_total}分（第一条二）。")
    total = clamp(defenders_total)
    for row in tables.rows(BOOK, "level-bands"):
        if row["from"] <= total <= row["to"]:
            change = row["stage_change"] == "是"
            after = banker.next if change else banker.partner
            return DealResult(row["result"], row["banker_delta"], row["defender_delta"], change, after)
    raise LookupError(f"no band for {total}")


def advance(level: str, delta: int) -> str | None:
    """The level so many levels up (1.3, 1.21); None beyond A, which the text does not settle (D-18)."""
    if delta < 0:
        raise RuleInputError(f"升级数不能是{delta}，只升不降。")
    at = RANKS.index(level) + delta
    return RANKS[at] if at < len(RANKS) else None


def position(level: str) -> int:
    """Where a level stands among the thirteen, the 2 being 0 (1.3)."""
    return RANKS.index(level)


def difference(a: str, b: str) -> int:
    """How many levels lie between two levels (1.3)."""
    return abs(position(a) - position(b))


@rule(
    "shengji.final_total",
    "shengji-40:13",
    "shengji-40:14p2",
    "shengji-40:28b.6",
    "shengji-40:19.3p1",
    "shengji-40:pret",
    title="防守方最后得分（按罚分各项）",
)
def final_total_of(
    trick_points: int,
    bottom: Written,
    last_trick_side: bottom_cards.Role,
    penalties: list[dict[str, Any]] | None = None,
) -> dict[str, Any]:
    """The defenders' total of a deal: tricks, the bottom doubled with the last trick, penalties (13, 14p2, 28b.6; D-16).

    ``penalties``: ``{offender, points}``, where the offender is ``banker`` or ``defender``; what one side pays the
    other gets. ``bottom_points`` are those on the cards. A total outside the table of levels comes with ``clamped``,
    what it counts as (D-17). Raises RuleInputError for points that cannot be.
    """
    charges = []
    for at, given in enumerate(penalties or [], 1):
        charge = item(given, {"offender": str, "points": int}, f"第{at}项罚分")
        if charge["offender"] not in ("banker", "defender") or charge["points"] < 0:
            raise RuleInputError(
                f"第{at}项罚分的 offender 应为 banker（庄家方）或 defender（防守方），points 不小于0。"
            )
        if charge["points"] % bottom_cards.unit_of_points():
            raise RuleInputError(
                f"第{at}项罚分应是{bottom_cards.unit_of_points()}的倍数，升级表没有别的得分，现在是{charge['points']}分。"
            )
        charges.append(penalty_points.Charge(charge["offender"], charge["points"]))
    total = bottom_cards.final_total(
        trick_points, parse_cards(bottom, "底牌"), last_trick_side, penalty_points.to_defenders(charges)
    )
    out: dict[str, Any] = {"bottom_points": total.bottom_points, "defenders_total": total.defenders_total}
    if total.clamped != total.defenders_total:
        out["clamped"] = total.clamped
    return out


PAST_ACE = "A+"
"""Past A (打过A): the game is over (1.21)."""


@rule(
    "shengji.deal_result",
    "shengji-40:pret",
    "shengji-40:1.13",
    "shengji-40:16",
    "shengji-40:17",
    title="一副的结果：升几级、谁上台",
)
def deal_result_of(defenders_total: int, banker: str) -> dict[str, Any]:
    """Levels won, whether the defenders take the stage, and the next banker (the table of levels; 1.13, 16, 17).

    The partner is banker next, or, the deal lost, the next player. A total beyond the table counts as its nearest end
    (D-17). Raises RuleInputError for a total that is no multiple of the points on a card (1.2).
    """
    result = deal_result(defenders_total, Seat.parse(banker))
    return {
        "banker_side_delta": result.banker_side_delta,
        "defender_side_delta": result.defender_side_delta,
        "change": result.change,
        "next_banker": result.next_banker.value,
    }


@rule("shengji.off_table", "shengji-40:pret", title="防家得分在不在升级表以内")
def off_table(defenders_total: int) -> dict[str, Any]:
    """Is the defenders' final score below or above what the table of levels lists (pret; D-17)?"""
    return {"beyond": clamp(defenders_total) != defenders_total}


@rule("shengji.advance_level", "shengji-40:1.3", "shengji-40:1.21", "shengji-40:pret", title="升若干级以后打几")
def advance_level(level: str, delta: int) -> dict[str, Any]:
    """The level so many levels up (table of levels; 1.3); from A upwards it is past A, ``A+``, which ends the game (1.21).

    From below A beyond it the text does not say whether A may be skipped: ``needs_ruling`` (D-18). Raises
    RuleInputError for a level that is none, or fewer than 0 levels.
    """
    start = parse_level(level)
    after = advance(start, delta)
    if after is None:
        return {"level": PAST_ACE} if start == RANKS[-1] else {"needs_ruling": True}
    return {"level": after}


def _climb(level: str, delta: int) -> Literal["none", "plain", "past_ace", "over_ace"]:
    """Going up so many levels: within the levels; from A, past it, which ends the game (局, 1.21); or from below A past it,
    which the text does not settle (D-18)."""
    if not delta:
        return "none"
    if advance(level, delta) is not None:
        return "plain"
    return "past_ace" if level == RANKS[-1] else "over_ace"


@rule("shengji.level_played", "shengji-40:1.13", "shengji-40:1.4", title="本副打几")
def level_played(banker: str, level_ns: str | None = None, level_ew: str | None = None) -> dict[str, Any]:
    """Which level is played: that of the banker's side (1.13, 1.4).

    Raises MoreNeeded while that side's level is not known, RuleInputError for a level that is none.
    """
    return {"level": _level_of(Seat.parse(banker).side, level_ns, level_ew)}


def _level_of(side: Side, level_ns: str | None, level_ew: str | None) -> str:
    """The level of a side. Raises MoreNeeded, with the parameter that says it, while it is not known."""
    name, level = ("level_ns", level_ns) if side is Side.NS else ("level_ew", level_ew)
    if level is None:
        raise MoreNeeded(f"还要知道{side.chinese}打几。", name)
    return parse_level(level)


@rule(
    "shengji.settled_levels",
    "shengji-40:pret",
    "shengji-40:1.3",
    "shengji-40:1.13",
    "shengji-40:1.21",
    "shengji-40:16",
    "shengji-40:17",
    "shengji-40:26p3",
    title="升级一方由几升到几，谁接庄",
)
def settled_levels(
    change: bool,
    banker_up: int,
    defender_up: int,
    banker: str,
    level_ns: str | None = None,
    level_ew: str | None = None,
    no_next_deal: str | None = None,
    stops_at_ace: bool = False,
) -> dict[str, Any]:
    """From which level the side that goes up goes to which, who is banker next, what is played then (1.13, 16, 17).

    ``climb``: ``none``, ``plain``, ``past_ace`` (past A, the game is over, 1.21), or ``over_ace``: from below A beyond
    it, where the text does not say whether A may be skipped (D-18); ``to`` is then null. ``next_level`` is null where
    it is not settled. ``no_next_deal``: why no other deal follows, as after a disqualification (26p3), null where one
    does; ``key`` is then ``last`` for a plain climb. ``stops_at_ace``: it is settled that a side which would go over A from
    below stops there (D-18): ``key`` is then ``stops`` or ``stops_last``. Of the other side the level may
    be unknown. Raises MoreNeeded while that of the side that goes up is.
    """
    seat = Seat.parse(banker)
    side, delta = (seat.side.opponents, defender_up) if change else (seat.side, banker_up)
    start = _level_of(side, level_ns, level_ew)
    other = level_ew if side is Side.NS else level_ns
    climb = _climb(start, delta)
    stops = stops_at_ace and climb == "over_ace"
    after = RANKS[-1] if stops else advance(start, delta)
    next_banker = seat.next if change else seat.partner
    key: str = climb
    if climb == "none" and change:
        key = "on_stage"
    if climb == "plain" and no_next_deal:
        key = "last"
    if stops:
        key = "stops_last" if no_next_deal else "stops"
    return {
        "climb": climb,
        "key": key,
        "side": side.value,
        "delta": delta,
        "from": start,
        "to": after,
        "other": parse_level(other) if other is not None else None,
        "other_side": side.opponents.value,
        "next_banker": next_banker.value,
        "next_level": after,
    }


@rule("shengji.known_past_ace", "shengji-40:pret", "shengji-40:1.21", title="升级一方是否已知打过A")
def known_past_ace(
    change: bool,
    banker_up: int,
    defender_up: int,
    level_ns: str | None = None,
    level_ew: str | None = None,
    banker: str | None = None,
) -> dict[str, Any]:
    """Is the side that goes up known to have gone past A, or over it from below (1.21, D-18)?

    While the banker or a level is not given it is not taken to have. ``side`` is the side that went past A or over it,
    null where none is known to.
    """
    if banker is None:
        return {"after": "not_past_ace", "side": None}
    try:
        settled = settled_levels(change, banker_up, defender_up, banker, level_ns, level_ew)
    except MoreNeeded:
        return {"after": "not_past_ace", "side": None}
    beyond = settled["climb"] in ("past_ace", "over_ace")
    return {"after": settled["climb"] if beyond else "not_past_ace", "side": settled["side"] if beyond else None}


@rule("shengji.later_deal", "shengji-40:2.1", "shengji-40:3p2", title="从第二副牌开始")
def later_deal(new_game: bool = False) -> dict[str, Any]:
    """What the deal after another one is: not the first of the game (2.1, 3p2), unless a ``new_game`` begins with it (1.21)."""
    return {"first_deal": new_game}


@rule(
    "shengji.after_deal",
    "shengji-40:pret",
    "shengji-40:1.13",
    "shengji-40:1.21",
    "shengji-40:16",
    "shengji-40:17",
    "shengji-40:26p3",
    title="一副以后谁坐庄、双方打几",
)
def after_deal(
    banker: str,
    defenders_total: int | None = None,
    level_ns: str | None = None,
    level_ew: str | None = None,
    lost_by: str | None = None,
    lost_up: int = 0,
    banker_stays: bool = False,
    stops_at_ace: bool = False,
    new_game: bool = False,
    rises: str | None = None,
) -> dict[str, Any]:
    """After a deal: who is banker next, and the level of either side (table of levels; 1.13, 16, 17).

    ``lost_by``: whose side lost the deal for passing illegal information; it ended there, no points are looked up, and
    the other side goes up by ``lost_up`` (26p3). ``banker_stays``: the event has it that he is then banker again (D-30).
    Null where it is not settled: the score of a deal played out is not known; a side that went past A or over it
    (1.21; D-18) has no level, and there is no banker yet; levels are null too where they were not known before.
    ``stops_at_ace``: it is settled that a side which goes over A from below stops there (D-18). ``new_game``: it is settled
    that another game begins (D-18-3), from the first level, without a banker. ``rises``: the side known to go up where
    nothing else of the deal is known; its levels are not.
    """
    seat = Seat.parse(banker)
    if new_game:
        return {"banker": None, "level_ns": RANKS[0], "level_ew": RANKS[0]}
    if lost_by is not None:
        change, banker_up, defender_up = Seat.parse(lost_by).side is seat.side, lost_up, lost_up
        after = seat if banker_stays else seat.next if change else seat.partner
    elif defenders_total is not None:
        result = deal_result(defenders_total, seat)
        change, banker_up, defender_up = result.change, result.banker_side_delta, result.defender_side_delta
        after = result.next_banker
    elif rises is not None:
        after = seat.partner if Side.parse(rises) is seat.side else seat.next
        return {"banker": after.value, "level_ns": None, "level_ew": None}
    else:
        return {"banker": None, "level_ns": None, "level_ew": None}
    try:
        settled = settled_levels(change, banker_up, defender_up, banker, level_ns, level_ew, stops_at_ace=stops_at_ace)
    except MoreNeeded:
        return {"banker": after.value, "level_ns": None, "level_ew": None}
    to = settled["to"]
    levels = {settled["side"]: to, settled["other_side"]: settled["other"]}
    return {
        "banker": after.value if to is not None else None,
        "level_ns": levels[Side.NS.value],
        "level_ew": levels[Side.EW.value],
    }


@rule("shengji.deal_ended", "shengji-40:1.19", "shengji-40:14", "shengji-40:26p3", title="这一副是不是打完了")
def deal_ended(
    defenders_total: int | None = None, lost_by: str | None = None, stage: str | None = None
) -> dict[str, Any]:
    """Whether a deal is known to be over (1.19): its final score is known (14), it was recorded, or adjudged lost (26p3)."""
    return {"over": defenders_total is not None or lost_by is not None or stage == "recorded"}


@rule("shengji.judged", "shengji-40:26p3", title="这一副有没有因传递非法信息判负")
def judged(lost_by: str | None = None) -> dict[str, Any]:
    """Was the deal lost for passing illegal information, so that it ended and no points are looked up (26p3)?"""
    return {"judged": lost_by is not None}


@rule(
    "shengji.deal_total",
    "shengji-40:1.2",
    "shengji-40:13p2",
    "shengji-40:14p2",
    "shengji-40:28b.6",
    title="防守方最后得分",
)
def deal_total(
    trick_points: int,
    last_trick_side: bottom_cards.Role,
    bottom: Written | None = None,
    banker_penalty: int = 0,
    defender_penalty: int = 0,
    banker: str | None = None,
    early_ns: int = 0,
    early_ew: int = 0,
) -> dict[str, Any]:
    """The defenders' final score: tricks, the bottom doubled with the last one, penalties (1.2, 13p2, 14p2, 28b.6; D-16).

    A total beyond the table of levels counts as its nearest end (D-17). ``banker_penalty`` is added,
    ``defender_penalty`` taken off, and so is what was charged before anybody was banker, ``early_ns`` and ``early_ew``:
    all is null while the ``banker`` is not known then, and while ``bottom`` is not, which is needed only when the
    defenders won the last trick. ``total`` is as summed, ``counts`` brought into the table of levels, ``within`` whether they are
    the same. Raises RuleInputError for points that cannot be.
    """
    if (last_trick_side == "defender" and bottom is None) or (banker is None and (early_ns or early_ew)):
        return dict.fromkeys(("tricks", "bottom", "doubled", "penalties", "total", "counts", "within"))
    cards = parse_cards(bottom, "底牌") if bottom is not None else ()
    charges = penalty_points.charged(banker_penalty, defender_penalty, early_ns, early_ew, banker)
    total = bottom_cards.final_total(trick_points, cards, last_trick_side, penalty_points.to_defenders(charges))
    return {
        "tricks": trick_points,
        "bottom": total.bottom_points,
        "doubled": bottom_cards.doubled(total.bottom_points, last_trick_side),
        "penalties": penalty_points.to_defenders(charges),
        "total": total.defenders_total,
        "counts": total.clamped,
        "within": total.clamped == total.defenders_total,
    }


@dataclass(frozen=True, slots=True)
class StandardScore:
    """Standard scores of both sides for a difference, the last row standing for all above (10 以上)."""

    difference: int
    winner: int
    loser: int


def standard_score(difference: int) -> StandardScore:
    """The row of 标准分转换表 (A1t) for a difference in levels."""
    if difference < 0:
        raise RuleInputError(f"级数差不能是{difference}。")
    rows = tables.rows(BOOK, "standard-scores")
    row = next(r for r in rows if r["from"] <= difference and (r["to"] is None or difference <= r["to"]))
    return StandardScore(row["from"], row["winner"], row["loser"])


def highest_standard_score() -> int:
    """The highest standard score of a round."""
    return max(int(row["winner"]) for row in tables.rows(BOOK, "standard-scores"))


@rule("shengji.standard_score", "shengji-40:A1t", title="级数差换算成标准分")
def standard_score_of(
    diff: int | None = None, a: str | int | None = None, b: str | int | None = None
) -> dict[str, Any]:
    """Standard scores for a difference in levels, or for the two sides' levels ``a`` and ``b`` (A1).

    Raises MoreNeeded for neither, RuleInputError for both, for a difference below 0 or a level that is none.
    """
    if diff is None:
        if a is None or b is None:
            raise MoreNeeded("请写级数差 diff，或写双方级数 a、b。")
        diff = difference(parse_level(str(a)), parse_level(str(b)))
    elif a is not None or b is not None:
        raise RuleInputError("级数差 diff 和双方级数 a、b 只写一种。")
    score = standard_score(diff)
    return {"diff": score.difference, "winner": score.winner, "loser": score.loser}


@rule("shengji.scored_otherwise", "shengji-40:prep2", "shengji-40:18p4", title="赛事已定不采用标准分")
def scored_otherwise(standard_scoring: bool | None = None) -> dict[str, Any]:
    """Is the event known not to be scored by standard points, as 18p4 allows for though prep2 prescribes them?"""
    return {"otherwise": standard_scoring is False}


@rule(
    "shengji.scores_past_ace_agree",
    "shengji-40:A1t",
    "shengji-40:1.3",
    "shengji-40:1.21",
    title="打过A算第几级，标准分一样不一样",
)
def scores_past_ace_agree(
    level_ns: str | None = None, level_ew: str | None = None, past_ace: Literal["none", "NS", "EW"] | None = None
) -> dict[str, Any]:
    """Do both readings of what past A counts as (D-18-2) come to the same standard scores (A1)? No while a level is not given."""
    if level_ns is None or level_ew is None or past_ace is None:
        return {"same": False}
    one, other = (round_scores(level_ns, level_ew, past_ace, ace) for ace in ("fifteen", "ace"))
    return {"same": (one["NS"], one["EW"]) == (other["NS"], other["EW"])}


@rule(
    "shengji.round_scores",
    "shengji-40:prep2",
    "shengji-40:1.3",
    "shengji-40:1.21",
    "shengji-40:A1t",
    title="一轮双方的标准分",
)
def round_scores(
    level_ns: str, level_ew: str, past_ace: Literal["none", "NS", "EW"] = "none", ace: Literal["fifteen", "ace"] = "ace"
) -> dict[str, Any]:
    """How many levels lie between the sides at the end of a round, who is higher, and both standard scores (prep2, 1.3, 1.21, A1).

    ``past_ace``: the side that has gone past A; with ``ace`` ``fifteen`` that is one level above A, otherwise it counts
    as A (D-18-2). ``winner`` and ``lower`` null: equal. Raises RuleInputError for a level that is none.
    """
    height = {
        Side.NS: position(parse_level(level_ns)),
        Side.EW: position(parse_level(level_ew)),
    }
    if past_ace != "none":
        height[Side(past_ace)] = position(RANKS[-1]) + (ace == "fifteen")
    apart = abs(height[Side.NS] - height[Side.EW])
    score = standard_score(apart)
    winner = max(height, key=lambda side: height[side]) if apart else None
    own = {side: score.winner if winner in (side, None) else score.loser for side in Side}
    return {
        "difference": apart,
        "winner": winner.value if winner else None,
        "lower": winner.opponents.value if winner else None,
        "result": "higher" if winner else "equal",
        "NS": own[Side.NS],
        "EW": own[Side.EW],
    }
