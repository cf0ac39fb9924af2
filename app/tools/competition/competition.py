"""An event as it stands: its rounds, what came of them, who has left, and where everybody stands.

Everything is computed from the records of the journal, in the order of their ULIDs; nothing is kept beside them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from app.base.opened import law
from app.journal.competition import (
    AdjustBody,
    ChangeBody,
    LateBody,
    PlanBody,
    ResultBody,
    Side,
)
from app.journal.records import EventBody
from app.tools.competition import bracket, forfeits, knockout, lateness, leaving, round_robin, scoring
from app.tools.competition.meetings import BYE, Meeting, Outcome, PlanError, Points, Round
from app.tools.competition.scoring import Rules
from app.tools.competition.standings import Direct, Need, Row, Score, Step, gaps, needs, ranking
from app.tools.competition.sums import Sum
from decision_trees.event_law import Following, Left, When, following

NONE = Outcome("none")


@dataclass(frozen=True, slots=True)
class Entered:
    """A result as somebody wrote it."""

    record: str
    at: str
    author: str
    body: ResultBody


@dataclass(frozen=True, slots=True)
class Added:
    """Points added to a total or taken from it."""

    record: str
    at: str
    author: str
    body: AdjustBody


@dataclass(frozen=True, slots=True)
class Late:
    """Somebody who came late to a round."""

    record: str
    at: str
    author: str
    body: LateBody


@dataclass
class Competition:
    """An event with a plan."""

    event: EventBody
    plan: PlanBody
    rules: Rules
    rounds: list[Round] = field(default_factory=list)
    results: dict[str, list[Entered]] = field(default_factory=lambda: defaultdict(list))  # by meeting, the last counts
    by_two: dict[frozenset[str], list[Entered]] = field(default_factory=lambda: defaultdict(list))  # the same
    paired: dict[int, list[str]] = field(default_factory=lambda: defaultdict(list))  # records of rounds by score
    left: dict[str, int] = field(default_factory=dict)  # from which round on somebody no longer plays
    leaving: dict[str, ChangeBody] = field(default_factory=dict)  # what was written of it last
    left_by: dict[str, str] = field(default_factory=dict)  # by which record it was written first
    entered: dict[str, int] = field(default_factory=dict)  # from which round on somebody plays
    changes: list[tuple[str, ChangeBody]] = field(default_factory=list)  # with the records
    added: list[Added] = field(default_factory=list)
    late: dict[tuple[str, int], Late] = field(default_factory=dict)  # by who, and the round
    lots: tuple[str, ...] = ()
    cancelled: dict[str, str] = field(default_factory=dict)  # whose results do not count, and why
    faults: dict[str, str] = field(default_factory=dict)  # results that cannot be, by meeting
    _outcomes: dict[str, Outcome] = field(default_factory=dict)
    _following: dict[tuple[When, Left], Following] = field(default_factory=dict)

    # Who

    @property
    def entrants(self) -> tuple[str, ...]:
        """Everybody who plays or has played, as drawn."""
        late = [each for each in self.entered if each not in self.plan.order]
        return (*self.plan.order, *late)

    def name(self, entrant: str | None) -> str:
        """What somebody is called beside his number; nothing where only the number is known."""
        return next((each.name for each in self.event.entrants if each.number == entrant), "")

    def said(self, entrant: str | None) -> str:
        """Number and name."""
        if entrant == BYE:
            return "轮空"
        return f"{entrant} {self.name(entrant)}".strip() if entrant is not None else "待定"

    def plays(self, entrant: str, number: int) -> bool:
        """Whether somebody plays in a round."""
        return self.entered.get(entrant, 0) <= number < self.left.get(entrant, 1 << 30)

    @property
    def is_knockout(self) -> bool:
        """Whether there is nothing but a bracket."""
        return self.plan.format in ("single", "double")

    @property
    def has_bracket(self) -> bool:
        """Whether there is a bracket."""
        return self.plan.format in ("single", "double", "groups")

    # What

    def meetings(self) -> Iterable[Meeting]:
        """All meetings there are, round after round."""
        for each in self.rounds:
            yield from each.meetings

    def meeting(self, id_: str) -> Meeting | None:
        """A meeting by its name."""
        return next((each for each in self.meetings() if each.id == id_), None)

    def round(self, number: int) -> Round | None:
        """A round by its number."""
        return next((each for each in self.rounds if each.number == number), None)

    def outcome(self, meeting: Meeting) -> Outcome:
        """What came of a meeting."""
        return self._outcomes.get(meeting.id, NONE)

    def result(self, meeting: Meeting) -> ResultBody | None:
        """What was written of a meeting last, unless it was taken back or others met."""
        for entered in reversed(self.history(meeting)):
            if {entered.body.home, entered.body.away} == {meeting.home, meeting.away}:
                if entered.body.void:
                    return None
                return entered.body if entered.body.home == meeting.home else seen_from_the_other_side(entered.body)
        return None

    def history(self, meeting: Meeting) -> list[Entered]:
        """All that was written of a meeting, the last one last.

        Where everybody meets once, it is that of the two: in whichever round they met by an earlier plan.
        """
        if self.plan.format in ("round_robin", "groups") and self.plan.cycles == 1 and not meeting.in_bracket:
            two = frozenset((str(meeting.home), str(meeting.away)))
            return [each for each in self.by_two.get(two, ()) if self._is_round(each.body.meeting)]
        return list(self.results.get(meeting.id, ()))

    def _is_round(self, id_: str) -> bool:
        """Whether a result of a meeting of this name is of a round, of this plan or an earlier one."""
        if knockout.named(id_) is None:
            return True
        known = self.meeting(id_)
        return known is not None and not known.in_bracket

    def waiting(self, each: Round) -> list[Meeting]:
        """Meetings of a round that have no result yet."""
        return [m for m in each.meetings if m.is_known and self.outcome(m).state in ("none", "open")]

    @property
    def current(self) -> Round | None:
        """The first round in which something is to be played, or the last one."""
        return next((each for each in self.rounds if self.waiting(each)), self.rounds[-1] if self.rounds else None)

    @property
    def finished(self) -> bool:
        """Whether nothing is to be played any more."""
        if self.plan.format == "swiss" and len(self.rounds) < self.plan.rounds:
            return False
        return all(self.outcome(m).state not in ("none", "open") for m in self.meetings())

    # Computing

    def compute(self) -> None:
        """Work out what came of every meeting."""
        self._outcomes.clear()
        self.faults.clear()
        self._cancel()
        averages: dict[str, float] = {}
        for _ in range(2 if self.plan.scoring == "standard" else 1):  # the second time averages are known
            for meeting in self.meetings():
                self._outcomes[meeting.id] = self._decide(meeting, averages)
            averages = self._averages()

    def decide(self, meeting: Meeting) -> Outcome:
        """What comes of a meeting of a bracket, which is not among the rounds yet."""
        found = self._outcomes[meeting.id] = self._decide(meeting, {})
        return found

    def _averages(self) -> dict[str, float]:
        sums: dict[str, list[float]] = defaultdict(list)
        for meeting in self.meetings():
            found = self._outcomes[meeting.id]
            if found.state != "played":
                continue
            for entrant, points in ((meeting.home, found.home), (meeting.away, found.away)):
                if entrant and points is not None:
                    sums[entrant].append(points.main)
        return {entrant: sum(each) / len(each) for entrant, each in sums.items()}

    def _cancel(self) -> None:
        """Whose results do not count, because he left."""
        self.cancelled.clear()
        self._following.clear()
        for entrant in self.left:
            found = self.following(entrant)
            if found is not None and found.own == "cancelled":
                own = leaving.to_meet(self, entrant)
                met = leaving.met(self, entrant, self.left[entrant])
                self.cancelled[entrant] = f"退赛，应赛{len(own)}个对手，已赛{len(met)}个：{found.says}"

    def following(self, entrant: str, in_bracket: bool = False, number: int | None = None) -> Following | None:
        """What follows where somebody leaves, from a round on; None where nobody was to meet him.

        ``number``: from which round; none: as it is on record. ``in_bracket``: for his meetings of a bracket.
        """
        asked = leaving.asked(self, entrant, in_bracket, self.left[entrant] if number is None else number)
        if not isinstance(asked, tuple):
            return asked
        if asked not in self._following:
            asking = self.rules.law.leaving[asked[0]]
            self._following[asked] = following(asking, asked[1], law(self.rules.settled))
        return self._following[asked]

    @property
    def to_draw_again(self) -> tuple[str, ...]:
        """Who left so that the draw is to be made again; nobody once it was."""
        return tuple(
            entrant
            for entrant in self.left
            if entrant in self.plan.order and (found := self.following(entrant)) is not None and found.rest == "redraw"
        )

    def drawn_again(self, order: Sequence[str]) -> PlanBody:
        """The plan with those who are left, in the order of the new draw."""
        return replace(self.plan, order=tuple(order))

    def _decide(self, meeting: Meeting, averages: Mapping[str, float]) -> Outcome:
        if meeting.home is None or meeting.away is None:
            return NONE
        if meeting.is_bye:
            return self._bye(meeting)
        gone = [side for side, e in (("home", meeting.home), ("away", meeting.away)) if self._gone(e, meeting)]
        result = self.result(meeting)
        if gone and (result is None or meeting.round >= min(self.left[e] for e in self._those(gone, meeting))):
            found = leaving.left_meeting(self, meeting, self._those(gone, meeting), gone, averages)
            if found.state != "open" or result is None:
                return found
        if result is None:
            return NONE
        try:
            found = self.judged(meeting, result, averages)
        except PlanError as fault:
            self.faults[meeting.id] = str(fault)
            return Outcome("open", words=(str(fault),))
        void = [e for e in (meeting.home, meeting.away) if e in self.cancelled]
        if void:
            return leaving.without(self, found, meeting, void)
        return found

    def judged(self, meeting: Meeting, result: ResultBody, averages: Mapping[str, float] | None = None) -> Outcome:
        """What a result comes to here, with what lateness gives. Raises :class:`PlanError` for one that cannot be."""
        late = {
            entrant: known.body
            for entrant in (str(meeting.home), str(meeting.away))
            if (known := self.late.get((entrant, meeting.round))) is not None
        }
        result, words, cites = lateness.raised(self.rules, meeting, result, late)
        if result.forfeit and not result.points:
            found = forfeits.forfeited(self.rules, meeting, result.forfeit, result.ground, averages, result)
        else:
            found = scoring.outcome(self.rules, meeting, result)
        return replace(found, words=(*found.words, *words), cites=(*found.cites, *cites)) if late else found

    def lateness(self, entrant: str, number: int | None = None) -> list[tuple[str, tuple[str, ...]]]:
        """How often somebody was late, up to a round: a sentence and the clauses of each."""
        said = []
        for (who, at), found in sorted(self.late.items(), key=lambda each: each[0][1]):
            if who == entrant and (number is None or at <= number):
                about = self.late_in(entrant, at)
                follows = lateness.follows(self.rules, found.body, *about)
                said.append((lateness.said(self.rules, found.body, *about), follows.cites))
        return said

    def late_in(self, entrant: str, number: int) -> tuple[LateBody | None, Literal["home", "away"]]:
        """How late the other one is whom somebody meets in a round, if he is; and on which side he himself sits."""
        at = self.round(number)
        meeting = next((each for each in at.meetings if each.has(entrant)), None) if at is not None else None
        if meeting is None:
            return None, "home"
        other = self.late.get((str(meeting.other(entrant)), number))
        return other.body if other is not None else None, "home" if meeting.home == entrant else "away"

    @staticmethod
    def _those(sides: Sequence[str], meeting: Meeting) -> list[str]:
        return [str(meeting.home if side == "home" else meeting.away) for side in sides]

    def _gone(self, entrant: str, meeting: Meeting) -> bool:
        return meeting.round >= self.left.get(entrant, 1 << 30)

    def _bye(self, meeting: Meeting) -> Outcome:
        who = meeting.home or meeting.away
        if meeting.in_bracket or not who:
            return Outcome("bye", winner="home" if meeting.home else "away", words=("轮空，进入下一轮",) if who else ())
        gets = self.plan.bye_points or (0, 0)
        points = Points(gets[0], gets[1])
        second = f"，{self.rules.second}{gets[1]:g}" if self.rules.second else ""
        words = (f"轮空：{self.rules.main}{gets[0]:g}{second}（按规程）",)
        if not self.plan.bye_points:
            words = ("轮空：循环赛人人轮空次数相同，不计分",)
        return Outcome("bye", points if meeting.home else None, points if meeting.away else None, "", words)

    # Standings

    def steps(self) -> list[Step]:
        """By what equals are told apart here, with the clauses."""
        rules = self.rules
        names = {"main": rules.main, "second": rules.second}
        written = rules.law.tells_apart(self.plan.format, self.plan.scoring)
        found = [Step(each.by, each.said or names.get(each.by, ""), *each.cites[:1]) for each in written]
        if not found:
            found.append(Step("main", rules.main))
        if len(found) > 1:
            return found
        if rules.second:
            found.append(Step("second", rules.second))
        if self.plan.equals == "among":
            found.append(Step("among", f"相互之间的{rules.main}（规程）"))
        return [*found, Step("lots", "抽签")]

    @property
    def regroups(self) -> bool:
        """Whether what two got of each other is compared again among those it leaves equal."""
        written = self.rules.law.tells_apart(self.plan.format, self.plan.scoring)
        again = [each.again.items() for each in written if each.by == "among"]
        return all(self.rules.answer(question) == answer for each in again for question, answer in each)

    @property
    def reached(self) -> int:
        """The last round of which a result is there."""
        open_ = ("none", "open", "off", "bye")
        return max((m.round for m in self.meetings() if self.outcome(m).state not in open_), default=0)

    def scores(
        self, number: int | None = None, of: Iterable[str] | None = None, *, ahead: bool = False
    ) -> dict[str, Score]:
        """The sums of everybody, after a round or now.

        A bye of a round that has not been reached counts only where one looks ``ahead``.
        """
        byes_until = None if ahead or number is not None or self.finished else self.reached
        those = tuple(of) if of is not None else self.entrants
        sums = {e: Sum() for e in those}
        for meeting in self.meetings():
            if (number is not None and meeting.round > number) or (meeting.in_bracket and not self.is_knockout):
                continue
            found = self.outcome(meeting)
            if found.state == "bye" and byes_until is not None and meeting.round > byes_until:
                continue
            for side, entrant, points in (("home", meeting.home, found.home), ("away", meeting.away, found.away)):
                if entrant and entrant in sums:
                    counted = points if entrant not in self.cancelled else None
                    sums[entrant].add(found, side, meeting.other(entrant), counted, entrant in self.cancelled)
        bodies: list[AdjustBody | LateBody] = [each.body for each in self.added]
        bodies += [each.body for each in self.late.values()]
        for body in bodies:
            if body.entrant in sums and (number is None or body.round <= number):
                sums[body.entrant].adjust(body.main, body.second)
        seconds = {entrant: each.second for entrant, each in sums.items()}
        return {entrant: each.score(seconds) for entrant, each in sums.items()}

    def direct(self, number: int | None = None) -> Direct:
        """What two got from their own meetings, of what compares equals here."""
        second = bool(self.rules.second)
        found: dict[frozenset[str], dict[str, float]] = {}
        for meeting in self.meetings():
            outcome = self.outcome(meeting)
            if (number is not None and meeting.round > number) or not meeting.is_known or meeting.in_bracket:
                continue
            if outcome.state in ("none", "open", "off") or outcome.home is None or outcome.away is None:
                continue
            own = found.setdefault(frozenset((str(meeting.home), str(meeting.away))), defaultdict(float))
            own[str(meeting.home)] += outcome.home.second if second else outcome.home.main
            own[str(meeting.away)] += outcome.away.second if second else outcome.away.main
        return found

    def standings(self, number: int | None = None, group: int | None = None, *, ahead: bool = False) -> list[Row]:
        """Where everybody stands after a round, or now; of a group, or of all. ``ahead``: with the byes still to come."""
        those = self.entrants if group is None else tuple(self.groups[group])
        if self.is_knockout:
            return self._placed(those)
        scores = self.scores(number, those, ahead=ahead)
        last = {e: why for e, why in self.cancelled.items() if e in those}
        last |= {e: "开赛前退赛" for e, at in self.left.items() if at <= 1 and e in those and e not in last}
        rows = ranking(those, scores, self.steps(), self.direct(number), self.lots, self.regroups, last)
        notes = {e: f"第{at}轮起退赛" for e, at in self.left.items()} | {
            e: f"第{at}轮起参赛" for e, at in self.entered.items() if at > 1
        }
        return [replace(row, note=row.note or notes.get(row.entrant, "")) for row in rows]

    @property
    def groups(self) -> list[list[str]]:
        """The groups; one of all where there are none."""
        if self.plan.format == "groups":
            return round_robin.groups(self.plan.order, self.plan.groups)
        return [list(self.entrants)]

    def needs(self, group: int | None = None) -> dict[str, Need]:
        """What everybody still needs for one of the places that count."""
        places = self.plan.through if self.plan.format == "groups" else self.plan.places
        most = self.rules.most
        if not places or self.is_knockout:
            return {}
        rows = self.standings(group=group, ahead=True)
        if most is None:
            return {} if self.finished else gaps(rows, places, self.rules.main)
        to_pair = max(0, self.plan.rounds - len(self.rounds)) if self.plan.format == "swiss" else 0
        left = {
            row.entrant: row.score.left + (to_pair if self.plays(row.entrant, len(self.rounds) + 1) else 0)
            for row in rows
        }
        return needs(rows, places, left, most, self.rules.main)

    def places(self) -> list[Row]:
        """Places of the bracket that follows groups, of those who reached it; nothing before there is one."""
        those = dict.fromkeys(e for m in self.meetings() if m.in_bracket for e in (m.home, m.away) if e)
        return self._placed(tuple(those)) if those else []

    def _placed(self, those: Sequence[str]) -> list[Row]:
        """Places of a bracket: the later somebody went out, the higher."""
        played = [(meeting, self.outcome(meeting)) for meeting in self.meetings()]
        return bracket.placed(those, played, double=self.plan.format == "double", finals=self.plan.finals)


def seen_from_the_other_side(body: ResultBody) -> ResultBody:
    """A result seen from the other side."""
    other: dict[str, Side] = {"home": "away", "away": "home"}
    points = body.points
    return replace(
        body,
        home=body.away,
        away=body.home,
        levels=tuple((b, a) for a, b in body.levels),
        scores=tuple((b, a) for a, b in body.scores),
        forfeit=other.get(body.forfeit, body.forfeit),
        winner=other.get(body.winner, body.winner),
        points=tuple(n for i in range(0, len(points) - 1, 2) for n in (points[i + 1], points[i])),
    )
