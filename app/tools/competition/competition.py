"""An event as it stands: its rounds, what came of them, who has left, and where everybody stands.

Everything is computed from the records of the journal, in the order of their ULIDs; nothing is kept beside them.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from app.base.opened import handbook, trees
from app.journal.competition import (
    AdjustBody,
    ChangeBody,
    LateBody,
    LotsBody,
    PairingBody,
    PlanBody,
    ResultBody,
    RoundBody,
    Side,
    read,
)
from app.journal.records import EventBody, Record
from app.tools.competition import knockout, lateness, round_robin, scoring, swiss
from app.tools.competition.meetings import BYE, Meeting, Outcome, PlanError, Points, Round
from app.tools.competition.scoring import Rules
from app.tools.competition.standings import Direct, Need, Row, Score, Step, gaps, needs, ranking
from decision_trees.event_law import EventLaw, Following, Left, System, When, following

NONE = Outcome("none")
SILENT = Following("refer", "", "", "这个项目的规则没有写退赛怎样算，照比赛规程", (), "")


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
                return entered.body if entered.body.home == meeting.home else turned(entered.body)
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
                own = self._to_meet(entrant)
                met = self._met(entrant, self.left[entrant])
                self.cancelled[entrant] = f"退赛，应赛{len(own)}个对手，已赛{len(met)}个：{found.says}"

    def _to_meet(self, entrant: str) -> set[str | None]:
        """Whom somebody was to meet, brackets aside."""
        own = (m for m in self.meetings() if m.has(entrant) and m.is_known and not m.in_bracket)
        return {m.other(entrant) for m in own}

    def _met(self, entrant: str, number: int) -> set[str | None]:
        """Whom he met before a round, brackets aside."""
        own = (m for m in self.meetings() if m.has(entrant) and m.is_known and not m.in_bracket)
        return {m.other(entrant) for m in own if m.round < number and self.result(m) is not None}

    def following(self, entrant: str, bracket: bool = False, number: int | None = None) -> Following | None:
        """What follows where somebody leaves, from a round on; None where nobody was to meet him.

        ``number``: from which round; none: as it is on record. ``bracket``: for his meetings of a bracket.
        """
        number = self.left[entrant] if number is None else number
        bracket = bracket or self.is_knockout
        system: System = "knockout" if bracket else "swiss" if self.plan.format == "swiss" else "robin"
        begun = number > 1 or (bracket and not self.is_knockout) or self._begun_before(entrant)
        when: When = "after" if begun else "before"
        asking = self.rules.law.leaving.get(when)
        opponents = self._to_meet(entrant)
        if system == "robin" and not opponents:
            return None
        if asking is None:
            return SILENT
        group = next((each for each in self.groups if entrant in each), list(self.entrants))
        still = [each for each in group if each != entrant and self.left.get(each, 2) > 1]
        left = Left(
            system,
            len(still),
            len(opponents) if system == "robin" else None,
            len(self._met(entrant, number)) if system == "robin" else None,
            self.plan.scoring == "standard",
            "supplement" if self.rules.supplement else "base",
        )
        key = (when, left)
        if key not in self._following:
            self._following[key] = following(asking, left, trees().trees, handbook().books, self.rules.settled)
        return self._following[key]

    def _begun_before(self, entrant: str) -> bool:
        """Whether something was played before it was written that somebody leaves; where it is not written, by now."""
        at = self.left_by.get(entrant)
        return any(at is None or each.record < at for those in self.results.values() for each in those)

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
            found = self._left(meeting, gone, averages)
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
            return self._without(found, meeting, void)
        return found

    def judged(self, meeting: Meeting, result: ResultBody, averages: Mapping[str, float] | None = None) -> Outcome:
        """What a result comes to here, with what lateness gives. Raises :class:`PlanError` for one that cannot be."""
        late = {
            entrant: known.body
            for entrant in (str(meeting.home), str(meeting.away))
            if (known := self.late.get((entrant, meeting.round))) is not None
        }
        result, words, cites = lateness.raised(self.rules, meeting, result, late)
        found = scoring.outcome(self.rules, meeting, result, averages)
        return replace(found, words=(*found.words, *words), cites=(*found.cites, *cites)) if late else found

    def lateness(self, entrant: str, number: int | None = None) -> list[tuple[str, tuple[str, ...]]]:
        """How often somebody was late, up to a round: a sentence and the clauses of each."""
        return [
            (lateness.said(self.rules, found.body), lateness.follows(self.rules, found.body).cites)
            for (who, at), found in sorted(self.late.items(), key=lambda each: each[0][1])
            if who == entrant and (number is None or at <= number)
        ]

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

    def _left(self, meeting: Meeting, gone: Sequence[str], averages: Mapping[str, float]) -> Outcome:
        """A meeting of somebody who has left."""
        if len(gone) == 2:
            return Outcome("off", words=("双方都已退赛，不赛",))
        side = gone[0]
        other = "away" if side == "home" else "home"
        entrant = self._those(gone, meeting)[0]
        bracket = meeting.in_bracket
        follows = self.following(entrant, bracket)
        ground = self.rules.law.leaving_ground.get("swiss" if self.plan.format == "swiss" else "robin", "")
        if follows is None:
            return Outcome("off", words=("退赛，不赛",))
        words, cites = (follows.says, *(f"按默认：{each}" for each in follows.settled)), follows.cites
        asks = follows.rest in ("refer", "fill_up")  # who was paired with him when he left is not written of either
        decided = self.leaving[entrant].decided if asks else ""
        if asks and not decided:
            return Outcome("open", words=(*words, "他的对手怎样算由裁判长定，在“变动”里记下"), cites=cites)
        if follows.rest == "advances" or (bracket and decided == "wins"):
            said = "退赛，对手进入下一轮" if not decided else "裁判长定：对手进入下一轮"
            return Outcome("forfeit", None, None, other, (said,), cites)
        if follows.rest in ("forfeit_rest", "forfeit_round") or decided == "wins":
            found = scoring.forfeited(self.rules, meeting, side, ground, averages)
            return replace(found, cites=tuple(dict.fromkeys((*found.cites, *cites))))
        said = "裁判长定：不计，按轮空" if decided else follows.says
        return Outcome("off", words=(said,), cites=cites)

    def _without(self, found: Outcome, meeting: Meeting, void: Sequence[str]) -> Outcome:
        """A result of somebody whose results were cancelled."""
        follows = self.following(void[0])
        cites = follows.cites if follows is not None else ()
        if follows is None or follows.against != "kept":
            words = (*found.words, "一方退赛，已赛结果注销")
            return Outcome("off", None, None, "", words, (*found.cites, *cites), found.games)
        home = None if meeting.home in void else found.home
        away = None if meeting.away in void else found.away
        words = (*found.words, "一方退赛，成绩注销，对手成绩依然保留")
        return Outcome(found.state, home, away, found.winner, words, (*found.cites, *cites), found.games)

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
        rows: dict[str, dict[str, Any]] = {e: defaultdict(float) for e in those}
        met: dict[str, set[str]] = {e: set() for e in those}
        for meeting in self.meetings():
            if (number is not None and meeting.round > number) or (meeting.in_bracket and not self.is_knockout):
                continue
            found = self.outcome(meeting)
            if found.state == "bye" and byes_until is not None and meeting.round > byes_until:
                continue
            for side, entrant, points in (("home", meeting.home, found.home), ("away", meeting.away, found.away)):
                if not entrant or entrant not in rows:
                    continue
                row = rows[entrant]
                if found.state == "bye":
                    row["byes"] += 1
                elif found.state in ("none", "open"):
                    row["left"] += 1
                elif found.state != "off" and entrant not in self.cancelled:
                    row["played"] += 1
                    row["won" if found.winner == side else "lost" if found.winner else "drawn"] += 1
                if found.state not in ("bye", "none", "off") and (other := meeting.other(entrant)):
                    met[entrant].add(other)
                if points is not None and entrant not in self.cancelled:
                    row["main"] += points.main
                    row["second"] += points.second
        bodies: list[AdjustBody | LateBody] = [each.body for each in self.added]
        bodies += [each.body for each in self.late.values()]
        for body in bodies:
            if body.entrant in rows and (number is None or body.round <= number):
                row = rows[body.entrant]
                row["main"] += body.main
                row["second"] += body.second
                row["adjusted"] += body.main
                row["adjusted_second"] += body.second
        counted = ("played", "won", "drawn", "lost", "byes", "left")
        for row in rows.values():
            for name, value in row.items():
                row[name] = int(value) if name in counted or float(value).is_integer() else round(value, 6)
        seconds = {entrant: row["second"] for entrant, row in rows.items()}
        return {
            entrant: Score(**row, opponents=sum(seconds.get(o, 0) for o in met[entrant]))
            for entrant, row in rows.items()
        }

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
        regroup = self.rules.answer("D-26", "regroup") == "regroup"
        last = {e: why for e, why in self.cancelled.items() if e in those}
        last |= {e: "开赛前退赛" for e, at in self.left.items() if at <= 1 and e in those and e not in last}
        rows = ranking(those, scores, self.steps(), self.direct(number), self.lots, regroup, last)
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
        most = {"levels": 2.0, "standard": 20.0, "winner": 1.0}.get(self.plan.scoring)
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

    def _placed(self, those: Sequence[str]) -> list[Row]:
        """Places of a bracket: the later somebody went out, the higher."""
        scores = self._of_bracket(those)
        out: dict[str, tuple[int, str]] = {}
        last = max((m.round for m in self.meetings()), default=1)
        for meeting in self.meetings():
            found = self.outcome(meeting)
            if not meeting.is_known or not found.winner or not meeting.in_bracket:
                continue
            won, lost = (meeting.home, meeting.away) if found.winner == "home" else (meeting.away, meeting.home)
            if meeting.part == "third":
                out[str(won)] = (2 * last - 1, "三、四名决赛胜")
                out[str(lost)] = (2 * last - 2, "三、四名决赛负")
            elif meeting.part == "winners":
                continue
            elif self._decides(meeting):
                out[str(won)] = (2 * meeting.round + 3, "冠军")
                out[str(lost)] = (2 * meeting.round + 2, "亚军")
            elif meeting.part == "final":
                continue
            else:
                out.setdefault(
                    str(lost),
                    (2 * meeting.round - (1 if meeting.part == "knockout" else 0) - 1, f"第{meeting.round}轮出局"),
                )
        still = 2 * last + 1
        still_wins = self._wins_left() if self.plan.format != "double" else {}
        rows: list[Row] = []
        order = sorted(those, key=lambda e: -out.get(e, (still, ""))[0])
        for number, entrant in enumerate(order, 1):
            more = f"，再胜{still_wins[entrant]}场夺冠" if entrant in still_wins else ""
            stage, note = out.get(entrant, (still, f"还在比赛{more}"))
            same = rows and out.get(rows[-1].entrant, (still, ""))[0] == stage
            rank = 0 if entrant not in out else rows[-1].rank if same else number
            rows.append(Row(rank, entrant, scores[entrant], None, bool(same and rank), note))
        shared = {row.rank for row in rows if row.shared}
        return [replace(row, shared=row.rank in shared) for row in rows]

    def _wins_left(self) -> dict[str, int]:
        """How many matches those still in a single elimination have to win for the first place."""
        bracket = [meeting for meeting in self.meetings() if meeting.part == "knockout"]
        last = max((meeting.round for meeting in bracket), default=0)
        found: dict[str, int] = {}
        for meeting in bracket:
            if not self.outcome(meeting).winner:
                for entrant in filter(None, (meeting.home, meeting.away)):
                    found.setdefault(entrant, last - meeting.round + 1)
        return found

    def _of_bracket(self, those: Sequence[str]) -> dict[str, Score]:
        """Matches won and lost in the bracket."""
        won: dict[str, int] = defaultdict(int)
        lost: dict[str, int] = defaultdict(int)
        for meeting in self.meetings():
            winner = self.outcome(meeting).winner
            if meeting.is_known and winner and meeting.in_bracket:
                home, away = str(meeting.home), str(meeting.away)
                won[home if winner == "home" else away] += 1
                lost[away if winner == "home" else home] += 1
        return {e: Score(played=won[e] + lost[e], won=won[e], lost=lost[e]) for e in those}

    def places(self) -> list[Row]:
        """Places of the bracket that follows groups, of those who reached it; nothing before there is one."""
        those = dict.fromkeys(e for m in self.meetings() if m.in_bracket for e in (m.home, m.away) if e)
        return self._placed(list(those)) if those else []

    def _decides(self, meeting: Meeting) -> bool:
        """Whether the winner of a meeting has won everything."""
        if meeting.part == "second_final":
            return True
        if meeting.part == "final":
            return self.plan.finals == 1 or self.outcome(meeting).winner == "home"
        if self.plan.format == "double":
            return False
        return meeting.part == "knockout" and meeting.round == max(m.round for m in self.meetings())

    # The next round

    def next_round(self) -> RoundBody:
        """Pair the next round by score. Raises :class:`PlanError` where it cannot be paired yet, or no more."""
        if self.plan.format != "swiss":
            raise PlanError("只有积分编排赛要逐轮编排；别的赛制各轮已经排定。")
        number = len(self.rounds) + 1
        if number > self.plan.rounds:
            raise PlanError(f"共{self.plan.rounds}轮，已经排完；要加赛，请先改赛程的轮数。")
        if self.rounds and (missing := self.waiting(self.rounds[-1])):
            tables = "、".join(m.table for m in missing[:5])
            raise PlanError(f"第{number - 1}轮还有{len(missing)}桌没有成绩（{tables}桌），录完再编排下一轮。")
        return RoundBody(number, self.proposed(number))

    def proposed(self, number: int) -> tuple[PairingBody, ...]:
        """The pairings of a round by score."""
        playing = [e for e in self.entrants if self.plays(e, number)]
        if len(playing) % 2 and not self.plan.bye_points:
            raise PlanError("这一轮是单数，有一对轮空，怎样计分条文没有写；请先在赛程设置里填轮空得分。")
        before = number - 1
        met = {frozenset((str(m.home), str(m.away))) for m in self.meetings() if m.is_known and m.round <= before}
        byes = {m.home or "" for m in self.meetings() if m.is_bye and m.round <= before}
        rows = [row.entrant for row in self.standings(before)] if before else list(self.entrants)
        scores = self.scores(before)
        sides: dict[str, list[int]] = defaultdict(lambda: [0, 0])
        for meeting in self.meetings():
            if meeting.is_known and meeting.round <= before:
                sides[str(meeting.home)][0] += 1
                sides[str(meeting.away)][1] += 1
        standing = [swiss.Standing(e, scores[e].main, scores[e].second, *sides[e]) for e in rows if e in playing]
        pairings = swiss.pair_round(standing, met, byes, self.plan.first if number == 1 else None, self.rules.main)
        tables = self.plan.tables
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
            raise PlanError(f"{home}号与{away}号已相遇过，不能再排在一起（第二十八条一）；请换一个对调。")
        if changed and not (home and away) and any(m.is_bye and m.has(home or away) for m in before):
            raise PlanError(f"{home or away}号已经轮空过；请换一个对调。")
        why = ("由裁判长对调",) if changed else meeting.why
        pairings.append(PairingBody(meeting.table, home, away, why))
    return RoundBody(number, tuple(pairings))


def turned(body: ResultBody) -> ResultBody:
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
                nodes = knockout.single(order, plan.third_place, first=len(stage) + 1)
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
