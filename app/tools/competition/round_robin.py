"""Everybody meets everybody: by the tables of the texts, for any number, once or more, alone or in groups."""

from __future__ import annotations

from collections.abc import Sequence

from app.journal.competition import PlanBody
from app.tools.competition.meetings import BYE, GROUP_NAMES, Meeting, Round
from decision_trees.event_law import EventLaw
from decision_trees.pairing import RoundRobinMethod, round_meetings

METHODS = {"berger": "贝格尔编排法", "rotation": "固定轮转编排法"}


def rounds(plan: PlanBody, law: EventLaw) -> list[Round]:
    """All rounds of a round robin."""
    return _of_groups(plan, [plan.order], law)


def group_rounds(plan: PlanBody, law: EventLaw) -> list[Round]:
    """All rounds within the groups."""
    return _of_groups(plan, groups(plan.order, plan.groups), law)


def groups(order: Sequence[str], number: int) -> list[list[str]]:
    """Put entrants into groups, the strongest of each first: there and back again, as a snake moves."""
    found: list[list[str]] = [[] for _ in range(number)]
    for at, entrant in enumerate(order):
        turn, place = divmod(at, number)
        found[place if turn % 2 == 0 else number - 1 - place].append(entrant)
    return found


def _of_groups(plan: PlanBody, of: Sequence[Sequence[str]], law: EventLaw) -> list[Round]:
    method = RoundRobinMethod(plan.method)
    single = [len(group) - 1 + len(group) % 2 for group in of]
    found: list[Round] = []
    for cycle in range(plan.cycles):
        for turn in range(1, max(single) + 1):
            number = cycle * max(single) + turn
            meetings: list[Meeting] = []
            for index, group in enumerate(of):
                if turn > single[index]:
                    continue
                name = GROUP_NAMES[index] if len(of) > 1 else ""
                why = f"{METHODS[plan.method]}{len(group)}对第{turn}轮"
                cites = law.paired.get(f"{plan.method}/{'odd' if len(group) % 2 else 'even'}", ())
                for at, (a, b) in enumerate(round_meetings(method, len(group), turn), 1):
                    home, away = (group[n - 1] if n else BYE for n in (a, b))
                    if cycle % 2:
                        home, away = away, home
                    words = (f"{why}，{a}号位对{b}号位",) if a and b else (f"{why}，对0号为轮空",)
                    id_ = f"{name}{number}.{at}"
                    meetings.append(
                        Meeting(id_, number, home, away, stage=f"{name}组" if name else "", why=words, cites=cites)
                    )
            found.append(Round(number, f"第{number}轮", seated(meetings, plan.tables)))
    return found


def seated(meetings: Sequence[Meeting], tables: Sequence[str]) -> tuple[Meeting, ...]:
    """Give each meeting that is played a table, in order."""
    from dataclasses import replace

    found: list[Meeting] = []
    number = 0
    for meeting in meetings:
        if meeting.is_bye or meeting.table:
            found.append(meeting)
            continue
        table = tables[number] if number < len(tables) else str(number + 1)
        number += 1
        found.append(replace(meeting, table=table))
    return tuple(found)
