"""An event out of the records of the journal: its plan, its results and changes, and the rounds it has by now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import replace

from app.journal.competition import AdjustBody, ChangeBody, LateBody, LotsBody, PlanBody, ResultBody, RoundBody, read
from app.journal.records import EventBody, Record
from app.tools.competition import knockout, round_robin
from app.tools.competition.competition import Added, Competition, Entered, Late
from app.tools.competition.meetings import Meeting, Round
from app.tools.competition.scoring import Rules
from decision_trees.event_law import EventLaw


def opened(event: EventBody, records: Sequence[Record]) -> Competition | None:
    """An event as its records say; None where it has no plan."""
    bodies = [(record, body) for record in records if (body := read(record.body)) is not None]
    plans = [body for _, body in bodies if isinstance(body, PlanBody)]
    if not plans:
        return None
    plan = plans[-1]
    rules = Rules(
        event.game or "",
        plan,
        any("supplement" in book for book in event.books),
        dict(event.settled),
        event.format == "games",
    )
    found = Competition(event, plan, rules)
    paired: dict[int, RoundBody] = {}
    for record, body in bodies:
        if isinstance(body, ResultBody):
            entered = Entered(record.id, record.at, record.author, body)
            found.results[body.meeting].append(entered)
            found.by_two[frozenset((body.home, body.away))].append(entered)
        elif isinstance(body, RoundBody):
            paired[body.number] = body
            found.paired[body.number].append(record.id)
        elif isinstance(body, ChangeBody):
            found.changes.append((record.id, body))
            (found.left if body.change == "leave" else found.entered)[body.entrant] = body.round
            if body.change == "leave":
                found.leaving[body.entrant] = body
                found.left_by.setdefault(body.entrant, record.id)
        elif isinstance(body, AdjustBody):
            found.added.append(Added(record.id, record.at, record.author, body))
        elif isinstance(body, LateBody):
            found.late[body.entrant, body.round] = Late(record.id, record.at, record.author, body)
        elif isinstance(body, LotsBody):
            found.lots = (*body.order, *(e for e in found.lots if e not in body.order))
    _fill(found, paired)
    return found


def _fill(found: Competition, paired: Mapping[int, RoundBody]) -> None:
    plan, law = found.plan, found.rules.law
    if plan.format == "round_robin":
        found.rounds = round_robin.rounds(plan, law)
        found.compute()
    elif plan.format == "swiss":
        found.rounds = [_as_paired(paired[n], law) for n in sorted(paired) if n <= len(paired)]
        found.compute()
    elif plan.format in ("single", "double"):
        nodes = (
            knockout.single(plan.order, plan.third_place)
            if plan.format == "single"
            else knockout.double(plan.order, plan.finals, plan.drop)
        )
        found.rounds = _bracket(found, nodes)
    else:
        found.rounds = round_robin.group_rounds(plan, law)
        found.compute()
        stage = found.rounds
        done = all(found.outcome(m).state not in ("none", "open") for m in found.meetings())
        through = []
        for group in range(plan.groups):
            rows = found.standings(group=group)
            through.append([row.entrant for row in rows if row.rank][: plan.through])
            edge = plan.through - 1
            split = len(rows) > plan.through and rows[edge].rank and rows[edge].rank == rows[edge + 1].rank
            done = done and not split and len(through[-1]) == plan.through
        if done:
            order = knockout.from_groups(through)
            if len(order) >= 2:
                prefix = knockout.prefix_beside(plan.groups)
                nodes = knockout.single(order, plan.third_place, prefix, first=len(stage) + 1)
                found.rounds = [*stage, *_bracket(found, nodes)]


def _as_paired(body: RoundBody, law: EventLaw) -> Round:
    cites = law.paired.get("swiss", ())
    meetings = tuple(
        Meeting(f"{body.number}.{at}", body.number, each.home, each.away, each.table, "", each.why, cites)
        for at, each in enumerate(body.pairings, 1)
    )
    return Round(body.number, f"第{body.number}轮", meetings)


def _bracket(found: Competition, nodes: Sequence[knockout.Node]) -> list[Round]:
    """The rounds of a bracket as far as it is known who plays."""
    meetings = knockout.resolved(nodes, lambda meeting: found.decide(meeting).winner)
    by_round: dict[int, list[Meeting]] = defaultdict(list)
    for meeting in meetings:
        cites = tuple(cite for key in meeting.cites for cite in found.rules.law.paired.get(key, ()))
        by_round[meeting.round].append(replace(meeting, cites=cites))
    last = max(by_round)
    rounds = []
    for number in sorted(by_round):
        seated = round_robin.seated(by_round[number], found.plan.tables)
        rounds.append(Round(number, _round_name(number, last, seated, found.plan.format), seated))
    for each in rounds:
        for meeting in each.meetings:
            found.decide(meeting)
    return rounds


def _round_name(number: int, last: int, meetings: Sequence[Meeting], format_: str) -> str:
    if format_ == "double":
        return f"第{number}轮" if meetings[0].part not in ("final", "second_final") else meetings[0].stage
    left = sum(m.part != "third" for m in meetings)
    return {1: "决赛", 2: "半决赛"}.get(left, f"第{number}轮（{2 * left}进{left}）")
