"""Who came late to a round: the tree of the game is asked, and what follows is applied by the kinds of its effects."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from app.base.opened import handbook, law
from app.tools.competition.forfeits import seat_of
from app.tools.competition.meetings import PlanError
from decision_trees.event_law import Answer, Asking, asked

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.journal.competition import LateBody, ResultBody
    from app.tools.competition.meetings import Meeting
    from app.tools.competition.scoring import Rules

A_LITTLE = 0.5  # minutes: more than the whole ones, by some seconds
_SIDES = ("home", "away")


@dataclass(frozen=True, slots=True)
class Follows:
    """What being late brings."""

    words: str  # one sentence without its end
    cites: tuple[str, ...] = ()
    up: bool = False  # the opponents go up
    forfeit: bool = False
    asks: bool = False  # how much is taken off is for the director, or the regulations, to say
    counted: bool = False  # a warning, which counts against the pair
    undecided: bool = False  # the event has to settle an open question first


def time_said(body: LateBody) -> str:
    """How late, in words."""
    return f"{body.minutes}分多钟" if body.over else f"{body.minutes}分钟"


def follows(rules: Rules, body: LateBody, other: LateBody | None = None, side: str = "home") -> Follows:
    """What being so late brings, by the text in force. ``other``: how late the other side is; ``side``: of the late one."""
    if not _minutes(body):
        return Follows("没有迟到")
    if rules.law.late is None:
        return Follows("怎样处理由规程定", asks=True)
    if other is not None and _minutes(other) and rules.law.late_both is not None:
        both = _asked(rules, rules.law.late_both, {"regime": rules.regime})
        if not both.has("each_alone"):
            return _of(both)
    return _of(_asked(rules, rules.law.late, _known(rules, body, side)))


def said(rules: Rules, body: LateBody, other: LateBody | None = None, side: str = "home") -> str:
    """One sentence: how late somebody was, and what it came to."""
    found = follows(rules, body, other, side)
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
    words: list[str] = []
    cites: list[str] = []
    for side in _SIDES:
        entrant, other = (meeting.home, meeting.away) if side == "home" else (meeting.away, meeting.home)
        body, others = late.get(str(entrant)), late.get(str(other))
        if body is None:
            continue
        found = follows(rules, body, others, side)
        words.append(f"{entrant}号{said(rules, body, others, side)}")
        cites += found.cites
        counts = not body.included and not result.forfeit and not result.points
        if found.undecided and counts:
            raise PlanError(f"双方都迟到：{found.words}，条文没有写；请在赛事的未定问题里定，再算成绩。")
        if found.up and counts:
            result = _up(rules, result, body, side)
    return result, tuple(words), tuple(dict.fromkeys(cites))


def _minutes(body: LateBody) -> float:
    return body.minutes + (A_LITTLE if body.over else 0)


def _known(rules: Rules, body: LateBody, side: str) -> dict[str, Any]:
    """What the event knows of somebody who is late."""
    span = f"{body.minutes}分{int(A_LITTLE * 60)}秒" if body.over else f"{body.minutes}分"
    spans = {f"span_{each}": span if each == side else "0分" for each in _SIDES}
    return {"regime": rules.regime, "minutes": _minutes(body), **spans}


def _asked(rules: Rules, asking: Asking, known: Mapping[str, Any]) -> Answer:
    return asked(asking, known, law(rules.settled))


def _of(answer: Answer) -> Follows:
    where = "、".join(handbook().provision(cite).label for cite in answer.at)
    by = f"，按默认：{'；'.join(answer.settled)}" if answer.settled else ""
    return Follows(
        f"{answer.says}（{where}{by}）" if where else answer.says,
        answer.cites,
        answer.has("levels"),
        answer.has("lose_game"),
        answer.refers or answer.has("procedural_penalty"),
        answer.has("warning"),
        bool(answer.undecided),
    )


def _up(rules: Rules, result: ResultBody, body: LateBody, side: str) -> ResultBody:
    """The opponents of a late side go up in the first game, as the tree leaves the table."""
    if not result.levels or rules.law.late is None:
        raise PlanError(
            "这一桌录的是级数以外的成绩，迟到的升级加不进去；请录双方的级数，或把迟到改记为“已含在级数里”。"
        )
    first, *rest = result.levels
    known = {**_known(rules, body, side), "seat": seat_of(rules, side), "level_home": first[0], "level_away": first[1]}
    facts = rules.law.late.facts
    left = _asked(rules, rules.law.late, known).leaves
    home, away = (
        next((str(left[fact]) for fact, told in facts.items() if told == f"$level_{each}" and fact in left), first[at])
        for at, each in enumerate(_SIDES)
    )
    return replace(result, levels=((home, away), *rest))
