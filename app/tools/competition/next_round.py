"""The next round of an event paired by score, as its results stand, and two of them changed over by the chief referee."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from app.base.opened import handbook
from app.journal.competition import PairingBody, RoundBody
from app.tools.competition import swiss
from app.tools.competition.meetings import PlanError

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition


def next_round(found: Competition) -> RoundBody:
    """Pair the next round by score. Raises :class:`PlanError` where it cannot be paired yet, or no more."""
    if found.plan.format != "swiss":
        raise PlanError("只有积分编排赛要逐轮编排；别的赛制各轮已经排定。")
    number = len(found.rounds) + 1
    if number > found.plan.rounds:
        raise PlanError(f"共{found.plan.rounds}轮，已经排完；要加赛，请先改赛程的轮数。")
    if found.rounds and (missing := found.waiting(found.rounds[-1])):
        tables = "、".join(m.table for m in missing[:5])
        raise PlanError(f"第{number - 1}轮还有{len(missing)}桌没有成绩（{tables}桌），录完再编排下一轮。")
    return RoundBody(number, proposed(found, number))


def proposed(found: Competition, number: int) -> tuple[PairingBody, ...]:
    """The pairings of a round by score."""
    playing = [e for e in found.entrants if found.plays(e, number)]
    if len(playing) % 2 and not found.plan.bye_points:
        raise PlanError("这一轮是单数，有一对轮空，怎样计分条文没有写；请先在赛程设置里填轮空得分。")
    before = number - 1
    met = {frozenset((str(m.home), str(m.away))) for m in found.meetings() if m.is_known and m.round <= before}
    byes = {m.home or "" for m in found.meetings() if m.is_bye and m.round <= before}
    rows = [row.entrant for row in found.standings(before)] if before else list(found.entrants)
    scores = found.scores(before)
    sides: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    for meeting in found.meetings():
        if meeting.is_known and meeting.round <= before:
            sides[str(meeting.home)][0] += 1
            sides[str(meeting.away)][1] += 1
    standing = [swiss.Standing(e, scores[e].main, scores[e].second, *sides[e]) for e in rows if e in playing]
    pairings = swiss.pair_round(standing, met, byes, found.plan.first if number == 1 else None, found.rules.main)
    tables = found.plan.tables
    return tuple(
        replace(each, table=tables[int(each.table) - 1]) if each.table and int(each.table) <= len(tables) else each
        for each in pairings
    )


def swapped(found: Competition, number: int, one: str, other: str) -> RoundBody:
    """A round by score in which two take each other's places, as the chief referee decides.

    Raises :class:`PlanError` where somebody would meet twice or have a second bye, or something was played already.
    """
    now = found.round(number)
    if now is None or found.plan.format != "swiss" or number != len(found.rounds):
        raise PlanError("只有积分编排赛的最后一轮可以对调；请选最后一轮。")
    if any(found.result(meeting) is not None for meeting in now.meetings):
        raise PlanError(f"第{number}轮已有成绩，不能再对调；先取消成绩再改。")
    place = {one: other, other: one}
    before = [m for m in found.meetings() if m.round < number]
    pairings = []
    for meeting in now.meetings:
        home, away = (place.get(str(each), str(each)) for each in (meeting.home, meeting.away))
        changed = (home, away) != (meeting.home, meeting.away)
        if changed and home and away and any({m.home, m.away} == {home, away} for m in before):
            raise PlanError(f"{home}号与{away}号已相遇过，不能再排在一起{_where(found)}；请换一个对调。")
        if changed and not (home and away) and any(m.is_bye and m.has(home or away) for m in before):
            raise PlanError(f"{home or away}号已经轮空过；请换一个对调。")
        why = ("由裁判长对调",) if changed else meeting.why
        pairings.append(PairingBody(meeting.table, home, away, why))
    return RoundBody(number, tuple(pairings))


def _where(found: Competition) -> str:
    """Where it is written who meets whom, in brackets; nothing where it is not."""
    cites = found.rules.law.paired.get("swiss", ())
    return f"（{'、'.join(handbook().provision(cite).label for cite in cites)}）" if cites else ""
