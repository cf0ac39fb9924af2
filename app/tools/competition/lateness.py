"""Who came late to a round, but not so late that he forfeits it: what follows by the text in force.

Guandan with the supplement: the opponents go up one or two levels (supplement 1.1, 1.2); without it the regulations of the
event say (21). Shengji: a warning (20). Bridge: a procedural penalty, how much the director decides (90A, 90B1).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from app.tools.competition.meetings import PlanError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.journal.competition import LateBody, ResultBody
    from app.tools.competition.meetings import Meeting
    from app.tools.competition.scoring import Rules

FORFEIT = "迟到弃权"  # the ground of a forfeit for being late
A_LITTLE = 0.5  # minutes: more than the whole ones, by some seconds


@dataclass(frozen=True, slots=True)
class Follows:
    """What being late brings."""

    words: str  # one sentence without its end
    cites: tuple[str, ...]
    up: int = 0  # levels the opponents go up
    forfeit: bool = False
    asks: bool = False  # how much is taken off is for the director, or the regulations, to say


def time_said(body: LateBody) -> str:
    """How late, in words."""
    return f"{body.minutes}分多钟" if body.over else f"{body.minutes}分钟"


def follows(rules: Rules, body: LateBody) -> Follows:
    """What being so late brings, by the text in force."""
    minutes = body.minutes + (A_LITTLE if body.over else 0)
    if not minutes:
        return Follows("没有迟到", ())
    if rules.game == "guandan":
        return _guandan(rules, body, minutes)
    if rules.game == "shengji":
        return _shengji(minutes)
    if rules.game == "bridge":
        return Follows(
            "可给予程序性判罚，数额由裁判斟酌（第90条A款、B款1）", ("bridge-1999:90A", "bridge-1999:90B1"), asks=True
        )
    return Follows("怎样处理由规程定", (), asks=True)


def _guandan(rules: Rules, body: LateBody, minutes: float) -> Follows:
    from decision_trees.guandan.clock import late
    from decision_trees.guandan.numbers import Regime
    from rules_data.handbook import open_handbook

    if not rules.supplement:
        return Follows("怎样处罚由竞赛规程定（第二十一条）", ("guandan-2017:21",), asks=True)
    lower, upper = late(minutes, Regime.SUPPLEMENT), late(minutes + A_LITTLE, Regime.SUPPLEMENT)
    at_limit = not body.over and lower != upper
    found = upper if at_limit and rules.answer("D-10", "lower-band") == "upper-band" else lower
    limit = f"，恰好{body.minutes}分钟归哪一档由赛事的未定问题定" if at_limit else ""
    clause = f"guandan-supplement:{found.at}"
    named = open_handbook().provision(clause).label
    if found.forfeit:
        return Follows(f"以弃权论（{named}{limit}）", (clause,), forfeit=True)
    up = found.opponents_advance or 0
    return Follows(f"对方自然升{up}级（{named}{limit}）", (clause, "guandan-2017:21"), up)


def _shengji(minutes: float) -> Follows:
    from decision_trees.shengji.clock import lateness
    from decision_trees.shengji.numbers import time_limit

    found, cites = lateness(minutes), ("shengji-40:20",)
    if found == "forfeit":
        return Follows(f"超过{time_limit('late_forfeit')}分钟，算弃权（第二十条）", cites, forfeit=True)
    if found == "warning":
        return Follows(f"超过{time_limit('late_warning')}分钟，给予警告，不扣分（第二十条）", cites)
    return Follows(f"没有超过{time_limit('late_warning')}分钟，不处理（第二十条）", cites)


def said(rules: Rules, body: LateBody) -> str:
    """One sentence: how late somebody was, and what it came to."""
    found = follows(rules, body)
    taken = [
        f"{name}{amount:+g}"
        for name, amount in ((rules.main, body.main), (rules.second, body.second))
        if name and amount
    ]
    added = "，录的级数没有含，照加" if found.up and not body.included else ""
    return f"第{body.round}轮迟到{time_said(body)}：{found.words}{added}" + (f"，记{'、'.join(taken)}" if taken else "")


def raised(
    rules: Rules, meeting: Meeting, result: ResultBody, late: Mapping[str, LateBody]
) -> tuple[ResultBody, tuple[str, ...], tuple[str, ...]]:
    """A result with the levels that lateness gives, where they are not in it; what is said of it, and the clauses.

    ``late``: who of the two was late. Raises :class:`PlanError` where the text does not say what counts and nothing was settled.
    """
    words = [f"{entrant}号{said(rules, body)}" for entrant, body in late.items()]
    cites = [cite for body in late.values() for cite in follows(rules, body).cites]
    ups = {entrant: follows(rules, body).up for entrant, body in late.items() if follows(rules, body).up}
    if len(ups) > 1:
        both = rules.answer("D-10b")
        if both == "none":
            words.append("双方都迟到，赛事已定不升级")
            return result, tuple(words), tuple(cites)
        if not both:
            if any(not late[entrant].included for entrant in ups):
                raise PlanError("双方都迟到，附件只写一方迟到，升不升级条文没有写；请在赛事的未定问题里定，再算成绩。")
            words.append("双方都迟到，附件只写一方迟到，升不升级请在赛事的未定问题里定")
    for entrant, up in ups.items():
        if not late[entrant].included and not result.forfeit and not result.points:
            result = _up(result, "away" if entrant == meeting.home else "home", up)
    return result, tuple(words), tuple(dict.fromkeys(cites))


def _up(result: ResultBody, side: str, by: int) -> ResultBody:
    """Let a side go up in the first game; A must be played, nobody goes past it so (14.1.1)."""
    from decision_trees.guandan.clock import level_raised

    if not result.levels:
        raise PlanError("这一桌录的是级分，迟到的升级加不进去；请录双方的级数，或把迟到改记为“已含在级数里”。")
    first, *rest = result.levels
    both = list(first)
    at = 0 if side == "home" else 1
    both[at] = level_raised("E", by, level_ns=both[at])["to"]
    return replace(result, levels=((both[0], both[1]), *rest))
