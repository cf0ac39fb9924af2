"""Scores: duplicate scores (77), when a ruling moves tricks (64), IMPs and matchpoints (78)."""

from __future__ import annotations

import functools
import math
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from decision_trees import tables
from decision_trees.bridge import BOOK, limit
from decision_trees.bridge.calls import (
    Bid,
    Doubling,
    DoublingCode,
    Strain,
    StrainCode,
    highest_level,
    parse_bid,
    parse_call,
)
from decision_trees.bridge.cards import tricks_in_deal
from decision_trees.bridge.seats import Seat, SeatCode, Side
from decision_trees.functions import RuleInputError, rule


@dataclass(frozen=True, slots=True)
class DuplicateScore:
    """A duplicate score (得分) for declarer's side, part by part as law 77 lists them."""

    made: bool
    trick_points: int = 0  # 墩分
    overtricks: int = 0  # 超墩
    slam: int = 0  # 满贯
    contract_bonus: int = 0  # 成局或部分定约
    doubled_bonus: int = 0  # 做成加倍或再加倍定约
    undertricks: int = 0  # 宕墩罚分, scored by the opponents

    @property
    def total(self) -> int:
        """For declarer's side; negative when the contract was defeated."""
        bonus = self.overtricks + self.slam + self.contract_bonus + self.doubled_bonus
        return self.trick_points + bonus - self.undertricks


def margin(level: int, tricks: int) -> int:
    """Tricks over what the contract needs (超墩); negative: undertricks (宕墩)."""
    return tricks - limit("book-tricks") - level


def trick_points(level: int, strain: Strain, doubled: Doubling) -> int:
    """Trick points (墩分) of the odd tricks bid and made."""
    if strain is Strain.NT:
        first, further = (
            int(tables.value(BOOK, "trick-points-no-trump", trick, doubled.value, key="trick"))
            for trick in ("first", "subsequent")
        )
        return first + further * (level - 1)
    return level * int(tables.value(BOOK, "trick-points", doubled.value, strain.value, key="doubling"))


def _overtrick(strain: Strain, doubled: Doubling, column: str) -> int:
    """One overtrick; undoubled it counts as a trick of the strain does (同墩分)."""
    if doubled is Doubling.NONE:
        return trick_points(2, strain, doubled) - trick_points(1, strain, doubled)
    return int(tables.value(BOOK, "overtricks", doubled.value, column, key="doubling"))


def _undertricks(down: int, doubled: Doubling, column: str) -> int:
    """Points for so many undertricks: the first, each further one, and what the fourth and later ones add."""

    def points(row: str) -> int:
        return int(tables.value(BOOK, "undertricks", row, f"{column}_{doubled.value}", key="undertrick"))

    from_the_fourth = max(0, down + 1 - 4)  # 第四及以后宕墩, as the row is headed
    return points("first") + points("subsequent") * (down - 1) + points("fourth-and-later-extra") * from_the_fourth


def duplicate_score(level: int, strain: Strain, doubled: Doubling, vulnerable: bool, tricks: int) -> DuplicateScore:
    """Law 77. ``tricks`` is all tricks of declarer's side; ``vulnerable`` is that side's.

    Raises :class:`RuleInputError` for a contract or a number of tricks that cannot be.
    """
    if not 1 <= level <= highest_level():
        raise RuleInputError(f"定约的线位墩数应为 1 至 {highest_level()}，现在是 {level}。")
    if not 0 <= tricks <= tricks_in_deal():
        raise RuleInputError(f"庄家方得墩应为 0 至 {tricks_in_deal()}，现在是 {tricks}。")
    column = "vulnerable" if vulnerable else "not_vulnerable"
    over = margin(level, tricks)
    if over < 0:
        return DuplicateScore(False, undertricks=_undertricks(-over, doubled, column))

    def bonus(name: str) -> int:
        return int(tables.value(BOOK, "contract-bonus", name, "points", key="bonus"))

    made = trick_points(level, strain, doubled)
    game = "game-vulnerable" if vulnerable else "game-not-vulnerable"
    return DuplicateScore(
        True,
        trick_points=made,
        overtricks=over * _overtrick(strain, doubled, column),
        slam=sum(int(row[column]) for row in tables.rows(BOOK, "slam-bonus") if row["level"] == level),
        contract_bonus=bonus(game if made >= limit("game-trick-points") else "partscore"),
        doubled_bonus=0 if doubled is Doubling.NONE else bonus(doubled.value),
    )


@functools.cache
def score_unit() -> int:
    """The greatest number of points that divides every figure of law 77, and so the score of every board."""
    figures = ("trick-points", "trick-points-no-trump", "overtricks", "slam-bonus", "contract-bonus", "undertricks")
    return math.gcd(
        *(
            points
            for table in figures
            for row in tables.rows(BOOK, table)
            for column, points in row.items()
            if column != "level" and isinstance(points, int)
        )
    )


def declarer_tricks_after_transfer(at_table: int, offending_side: Literal["declarer", "defenders"], moved: int) -> int:
    """Declarer's tricks once a revoke has moved some (64A): away from declarer's side when it revoked, else to it.

    Raises :class:`RuleInputError` when the offending side has not that many tricks.
    """
    if not 0 <= at_table <= tricks_in_deal():
        raise RuleInputError(f"庄家方得墩应为 0 至 {tricks_in_deal()}，现在是 {at_table}。")
    if moved < 0:
        raise RuleInputError(f"转给的墩数不能是负数，现在是 {moved}。")
    has = at_table if offending_side == "declarer" else tricks_in_deal() - at_table
    if moved > has:
        raise RuleInputError(f"违规方只得了 {has} 墩，转不出 {moved} 墩。")
    return at_table - moved if offending_side == "declarer" else at_table + moved


def imps(difference: int) -> int:
    """IMPs for a difference in total points (78B); one below the first row of the table earns none (D-19).

    Raises :class:`RuleInputError` for a negative difference, or one that scores of law 77 cannot leave.
    """
    if difference < 0:
        raise RuleInputError(f"分差不能是负数，现在是 {difference}。")
    rows = tables.rows(BOOK, "imp")
    if difference < rows[0]["from"]:
        return 0
    for row in rows:
        if row["from"] <= difference and (row["to"] is None or difference <= row["to"]):
            return int(row["imp"])
    raise RuleInputError(f"总分之差不会是 {difference}，换算表里没有这一档（第78条B款）。")


def imps_for_home_team(home_table: int, other_table: int) -> int:
    """IMPs of the team that sat N-S at the first table; both scores are from N-S's side (78B)."""
    difference = home_table - other_table
    return imps(difference) if difference >= 0 else -imps(-difference)


def matchpoints(scores: Sequence[int]) -> tuple[int, ...]:
    """Scoring units for each score of one board (78A): for every other score, those it is better than, equal to, worse than.

    Raises :class:`RuleInputError` when there is no score.
    """
    if not scores:
        raise RuleInputError("至少要有一个成绩。")
    worse, equal, better = (limit(f"matchpoint-{w}") for w in ("worse", "equal", "better"))
    order = sorted(scores)
    units = {}
    for own in set(scores):
        below, upto = bisect_left(order, own), bisect_right(order, own)
        units[own] = worse * below + equal * (upto - below - 1) + better * (len(order) - upto)
    return tuple(units[own] for own in scores)


def top(results: int) -> int:
    """Scoring units for beating every other of so many results (78A)."""
    return limit("matchpoint-worse") * (results - 1)


@rule("bridge.duplicate_score", "bridge-1999:77", "bridge-1999:def/局", "bridge-1999:def/部分定约", title="复式记分")
def duplicate_score_of(
    level: int, strain: StrainCode, doubled: DoublingCode, vulnerable: bool, tricks: int
) -> dict[str, Any]:
    """Duplicate score in points for declarer's side (77): ``tricks`` are all that side won, ``vulnerable`` is that side's.

    Negative when the contract was defeated. Raises RuleInputError for a level or a number of tricks that cannot be.
    """
    return {"score": duplicate_score(level, Strain(strain), Doubling(doubled), vulnerable, tricks).total}


@rule("bridge.score_parts", "bridge-1999:77", title="复式记分由哪几项合成")
def score_parts(level: int, strain: StrainCode, doubled: DoublingCode, vulnerable: bool, tricks: int) -> dict[str, Any]:
    """The parts a duplicate score is made of, in Chinese (77); inputs and errors as of ``bridge.duplicate_score``."""
    score = duplicate_score(level, Strain(strain), Doubling(doubled), vulnerable, tricks)
    over = margin(level, tricks)
    if not score.made:
        return {"said": f"宕{-over}墩，罚分{score.undertricks}，为对方所得", "over": over}
    game = "成局奖分" if score.trick_points >= limit("game-trick-points") else "部分定约奖分"
    parts = {
        "墩分": score.trick_points,
        f"超{over}墩": score.overtricks,
        "满贯奖分": score.slam,
        game: score.contract_bonus,
        "完成加倍定约奖分": score.doubled_bonus,
    }
    return {"said": "，".join(f"{name}{points}" for name, points in parts.items() if points), "over": over}


@rule("bridge.score_after_revoke", "bridge-1999:64A", "bridge-1999:77", title="藏牌转墩后的得分")
def score_after_revoke(
    level: int,
    strain: StrainCode,
    doubled: DoublingCode,
    vulnerable: bool,
    declarer_tricks_at_table: int,
    offending_side: Literal["defenders", "declarer"],
    transfer: int,
) -> dict[str, Any]:
    """Score in points of declarer's side once the tricks of an established revoke are moved (64A, 77).

    ``declarer_tricks_at_table``: all that side won at the table. Raises RuleInputError when the offending side has not
    the tricks to be moved.
    """
    tricks = declarer_tricks_after_transfer(declarer_tricks_at_table, offending_side, transfer)
    score = duplicate_score(level, Strain(strain), Doubling(doubled), vulnerable, tricks)
    return {"declarer_tricks": tricks, "score": score.total}


@rule("bridge.imp", "bridge-1999:78B", title="分差换算成IMP")
def imp(diff: int) -> dict[str, Any]:
    """IMPs for a difference in total points (78B).

    Raises RuleInputError for a negative difference, or one that the table does not know.
    """
    return {"imp": imps(diff)}


@rule("bridge.imp_board", "bridge-1999:78B", title="一副牌的IMP")
def imp_board(ns_score_home_table: int, ns_score_other_table: int) -> dict[str, Any]:
    """IMPs of one board of a team match for the team that sat N-S at the first table (78B).

    Both scores are in points, from North-South's side. Raises RuleInputError for a difference that the table does not
    know.
    """
    return {"home_ns_team_imp": imps_for_home_team(ns_score_home_table, ns_score_other_table)}


@rule("bridge.matchpoints", "bridge-1999:78A", title="一副牌的比赛分")
def matchpoints_of(ns_scores: list[int]) -> dict[str, Any]:
    """Scoring units of one board for N-S and E-W (78A), and the most there are.

    ``ns_scores``: what each North-South scored, in points. Raises RuleInputError when there is no score.
    """
    units = matchpoints(ns_scores)
    most = top(len(ns_scores))
    return {"units": list(units), "top": most, "ew_units": [most - u for u in units]}


def _ns_score(contract: str, doubled: str, declarer: str, tricks: int, vulnerability: str) -> int:
    """North-South's score for a result."""
    bid, seat = parse_bid(contract), Seat(declarer)
    vulnerable = vulnerability in ("both", seat.side.value)
    score = duplicate_score(bid.level, bid.strain, Doubling(doubled), vulnerable, tricks).total
    return score if seat.side is Side.NS else -score


_STATES = {Doubling.NONE: "没有加倍的", Doubling.DOUBLED: "加倍的", Doubling.REDOUBLED: "再加倍的"}


def _each_state(doubled: str | None, say: Callable[[Doubling], str], mark: str) -> str:
    """What is said of a contract; of each state (77) where nobody has said whether it was doubled."""
    if doubled is not None:
        return say(Doubling(doubled))
    return mark.join(f"{words}{say(state)}" for state, words in _STATES.items())


@rule("bridge.score_of_result", "bridge-1999:77", "bridge-1999:12C2", title="一个结果的得分")
def score_of_result(
    contract: str,
    declarer: SeatCode,
    tricks: int,
    vulnerability: Literal["none", "NS", "EW", "both"],
    doubled: DoublingCode | None = None,
    ruled_before: int = 0,
    not_said: DoublingCode | None = None,
) -> dict[str, Any]:
    """What a result at this vulnerability scores for both sides, and the result in words (77).

    ``tricks``: all that declarer's side won; ``ruled_before``: what rulings have moved to it since; ``not_said``: what
    ``doubled`` is where it was not said. Where neither is known the words give the score of each state, and ``ns`` and
    ``ew``, signed total points, are null. Raises RuleInputError for a contract or a number of tricks that cannot be.
    """
    tricks += ruled_before
    doubled = doubled or not_said
    bid, seat = parse_bid(contract), Seat(declarer)
    made = margin(bid.level, tricks)
    result = "做成" if made == 0 else f"超{made}墩" if made > 0 else f"宕{-made}墩"
    name = f"{bid.chinese}{Doubling(doubled).chinese if doubled not in (None, 'none') else ''}"

    def scored(state: Doubling) -> str:
        ns = _ns_score(contract, state, declarer, tricks, vulnerability)
        return f"南北方{ns:+d}，东西方{-ns:+d}"

    ns = _ns_score(contract, doubled, declarer, tricks, vulnerability) if doubled else None
    return {
        "ns": ns,
        "ew": -ns if ns is not None else None,
        "said": f"{seat.chinese}打{name}{result}，{_each_state(doubled, scored, '；')}",
    }


@rule("bridge.imps_of_board", "bridge-1999:78B", "bridge-1999:77", title="本桌的结果和另一桌比较的IMP")
def imps_of_board(
    contract: str,
    declarer: SeatCode,
    tricks: int,
    vulnerability: Literal["none", "NS", "EW", "both"],
    other_table_ns: int,
    doubled: DoublingCode | None = None,
    moved: int = 0,
    moved_from: Literal["declarer", "defenders"] = "declarer",
    ruled_before: int = 0,
) -> dict[str, Any]:
    """IMPs of a board against the other table, for the team that sits North-South here (78B).

    ``tricks``: all that declarer's side won, before ``moved`` of them go from one side to the other; ``ruled_before``: what
    earlier rulings have moved to it; ``other_table_ns``: what North-South scored there, in points. Where nobody has said whether
    it was doubled, the words give each state, and ``ns`` and ``imp_ns`` are null. Raises RuleInputError for a contract or a number
    of tricks that cannot be.
    """
    after = declarer_tricks_after_transfer(tricks + ruled_before, moved_from, moved)

    def compared(state: Doubling) -> str:
        here = _ns_score(contract, state, declarer, after, vulnerability)
        found = imps_for_home_team(here, other_table_ns)
        team = "南北" if found > 0 else "东西"
        gained = f"本桌坐{team}的队得{abs(found)} IMP" if found else "0 IMP"
        return f"南北方{here:+d}，另一桌{other_table_ns:+d}：{gained}"

    here = _ns_score(contract, doubled, declarer, after, vulnerability) if doubled else None
    found = imps_for_home_team(here, other_table_ns) if here is not None else None
    return {"ns": here, "imp_ns": found, "said": _each_state(doubled, compared, "；")}


@rule("bridge.below_the_imp_table", "bridge-1999:78B", title="分差是不是换算表以下")
def below_the_imp_table(
    scoring: str | None = None,
    contract: str | None = None,
    declarer: SeatCode | None = None,
    tricks: int | None = None,
    vulnerability: Literal["none", "NS", "EW", "both"] | None = None,
    other_table_ns: int | None = None,
    doubled: DoublingCode | None = None,
    ruled_before: int = 0,
) -> dict[str, Any]:
    """Is the difference of a board below the first row of the table of IMPs (78B), so that D-19 is about it?

    ``below`` is no where the ``scoring`` has no IMPs, and null while the two scores are not known. Raises RuleInputError for a
    contract or a number of tricks that cannot be.
    """
    if scoring is not None and scoring not in ("imps", "knockout_imps"):
        return {"below": False}
    if contract is None or declarer is None or tricks is None or vulnerability is None or other_table_ns is None:
        return {"below": None}
    if doubled is None:
        return {"below": None}
    here = _ns_score(contract, doubled, declarer, tricks + ruled_before, vulnerability)
    return {"below": imps_for_home_team(here, other_table_ns) == 0}


@rule("bridge.imps_of_result", "bridge-1999:78B", "bridge-1999:12C2", title="一个结果与另一桌比较的IMP")
def imps_of_result(
    contract: str,
    declarer: SeatCode,
    tricks: int,
    vulnerability: Literal["none", "NS", "EW", "both"],
    other_table_ns: int,
    offender: SeatCode,
    doubled: DoublingCode = "none",
) -> dict[str, Any]:
    """IMPs of a result for the team that did not offend (78B).

    ``other_table_ns``: what North-South scored there, in points; the team that sits North-South here sits East-West
    there. Raises RuleInputError for a contract or a number of tricks that cannot be.
    """
    here = _ns_score(contract, doubled, declarer, tricks, vulnerability)
    for_ns = imps_for_home_team(here, other_table_ns)
    return {"non_offender_imp": -for_ns if Seat(offender).side is Side.NS else for_ns}


@rule("bridge.imps_of_both", "bridge-1999:12C2", "bridge-1999:78B", title="双方各保留自己的IMP")
def imps_of_both(non_offender_imp: int, offender_imp: int) -> dict[str, Any]:
    """IMPs of both teams when each keeps its own assigned score: they need not balance (12C2).

    Both are given as the team that did not offend would have them.
    """
    return {"non_offender": non_offender_imp, "offender_team": -offender_imp}


def result_in_words(level: int, tricks: int) -> str:
    """正好做成, 超1墩 or 宕2墩, of so many tricks of declarer's side."""
    over = margin(level, tricks)
    return "正好做成" if over == 0 else f"超{over}墩" if over > 0 else f"宕{-over}墩"


@rule(
    "bridge.results_compared",
    "bridge-1999:77",
    "bridge-1999:def/超墩",
    "bridge-1999:def/宕墩",
    title="转墩前后的得墩和得分",
)
def results_compared(
    contract: str,
    vulnerable: bool,
    declarer_tricks: int,
    moved: int,
    moved_from: Literal["declarer", "defenders"],
    doubled: DoublingCode | None = None,
    won_after: int = 0,
    won_revoke_trick: bool = False,
    ruled_before: int = 0,
) -> dict[str, Any]:
    """The result of a board before and after some tricks go to the other side (77).

    ``contract`` is the bid, ``vulnerable`` declarer's side; ``declarer_tricks``: all its tricks before; scores are its
    own, in points; ``ruled_before``: what earlier rulings have moved to it, ``with_ruled`` in words. ``won_after``,
    ``won_revoke_trick``: tricks the offending side is said to have won from the revoke on. ``scored`` and ``rescored`` are the
    score after, and before and after, in words: of each state where nobody has said whether it was doubled; ``score_before``
    and ``score_after`` are then null. Raises RuleInputError when a side has not the tricks to be moved, or said to be won.
    """
    bid = parse_call(contract)
    if not isinstance(bid, Bid):
        raise RuleInputError(f"定约应是一个实质叫牌，如 4S、3NT，现在是“{contract}”。")
    theirs = declarer_tricks if moved_from == "declarer" else tricks_in_deal() - declarer_tricks
    if won_after + won_revoke_trick > theirs >= 0:
        raise RuleInputError(
            f"庄家方得{declarer_tricks}墩，违规方一共只有{theirs}墩，却填了从藏牌墩起赢{won_after + won_revoke_trick}墩，请核对。"
        )
    declarer_tricks += ruled_before
    after = declarer_tricks_after_transfer(declarer_tricks, moved_from, moved)

    def score(state: Doubling, tricks: int) -> int:
        return duplicate_score(bid.level, bid.strain, state, vulnerable, tricks).total

    def rescored(state: Doubling) -> str:
        return f"得分由{score(state, declarer_tricks):+d}改为{score(state, after):+d}"

    return {
        "contract": str(bid),
        "doubling": "" if doubled in (None, "none") else Doubling(doubled).chinese,
        "moved": moved,
        "with_ruled": _with_ruled(ruled_before),
        "before": declarer_tricks,
        "after": after,
        "result_before": result_in_words(bid.level, declarer_tricks),
        "result_after": result_in_words(bid.level, after),
        "score_before": score(Doubling(doubled), declarer_tricks) if doubled else None,
        "score_after": score(Doubling(doubled), after) if doubled else None,
        "scored": _each_state(doubled, lambda state: f"得分{score(state, after):+d}", "，"),
        "rescored": _each_state(doubled, rescored, "，"),
    }


def _with_ruled(moved: int) -> str:
    """What earlier rulings have moved to declarer's side (negative: from it), in words; empty where nothing."""
    return f"（连同已裁定{'转来' if moved > 0 else '转出'}的{abs(moved)}墩）" if moved else ""


@rule("bridge.tricks_after_ruling", "bridge-1999:64A", "bridge-1999:68D", "bridge-1999:71", title="裁定以后庄家方得墩")
def tricks_after_ruling(tricks: int, moved: int, moved_from: Literal["declarer", "defenders"]) -> dict[str, Any]:
    """Tricks of declarer's side once ``moved`` of them go from one side to the other (64A, 70, 71).

    Raises RuleInputError when the side has not the tricks to be moved.
    """
    return {"tricks": declarer_tricks_after_transfer(tricks, moved_from, moved)}


@rule("bridge.moved_to_declarer", "bridge-1999:64A", title="转给庄家方的墩数")
def moved_to_declarer(moved: int, moved_from: Literal["declarer", "defenders"]) -> dict[str, Any]:
    """Tricks moved to declarer's side, less than none where they are moved from it (64A)."""
    return {"tricks": moved if moved_from == "defenders" else -moved}


@rule("bridge.moved_already", "bridge-1999:64A", "bridge-1999:64B2", title="这一方已转出的墩数")
def moved_already(
    to_declarer: int, side: Literal["declarer", "defenders"], at_most: int | None = None
) -> dict[str, Any]:
    """Tricks that earlier rulings have moved from a side (64A); null where they were moved from the other.

    ``at_most``: what one ruling can move; more are of several, and null.
    """
    moved = to_declarer if side == "defenders" else -to_declarer
    return {"moved": moved if moved > 0 and (at_most is None or moved <= at_most) else None}
