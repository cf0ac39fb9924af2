"""What a result is worth, by the text in force, with its working."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from app.base.opened import law, trees
from app.tools.competition.meetings import Meeting, Outcome, PlanError, Points
from app.tools.competition.victory import points_of
from decision_trees.event_law import EventLaw
from decision_trees.functions import RuleInputError, call, function

if TYPE_CHECKING:
    from app.journal.competition import PlanBody, ResultBody
    from app.tools.competition.victory import Table

SCORINGS = {
    "levels": ("级数（26分制）", "场分", "级分"),
    "standard": ("级数（标准分）", "标准分", ""),
    "winner": ("只记胜负", "胜场", ""),
    "points": ("直接记得分（VP、IMP、比赛分）", "得分", ""),
}


def law_of(game: str) -> EventLaw:
    """What the texts of a game say of events; of a game that has written nothing, what holds of any."""
    return trees().events.get(game) or EventLaw(scorings=("points", "winner"))


@dataclass(frozen=True, slots=True)
class Rules:
    """What is in force at an event."""

    game: str
    plan: PlanBody
    supplement: bool = False
    settled: Mapping[str, str] = field(default_factory=dict)  # open questions decided beforehand
    by_game: bool = False  # a game ends only when one side is past A (计局制)

    @property
    def law(self) -> EventLaw:
        """What the texts of this game say of events."""
        return law_of(self.game)

    @property
    def regime(self) -> str:
        """Whether one of the books adopted is a supplement."""
        return "supplement" if self.supplement else "base"

    def answer(self, question: str) -> str | None:
        """How an open question is settled here, or by default; None where neither."""
        known = law(self.settled)
        return known.answer(known.question(question), question)

    @property
    def victory(self) -> Table:
        """The event's own table of victory points; nothing where points count as they are written."""
        return self.plan.victory if self.plan.scoring == "points" else ()

    @property
    def most(self) -> float | None:
        """What one side can have of a meeting at most; None where nothing says it."""
        if self.victory:
            return self.victory[-1][1]
        return 1.0 if self.plan.scoring == "winner" else self.law.most_of(self.plan.scoring)

    @property
    def main(self) -> str:
        """What ranks first."""
        return "VP" if self.victory else SCORINGS[self.plan.scoring][1]

    @property
    def second(self) -> str:
        """What ranks second; nothing where there is none."""
        return SCORINGS[self.plan.scoring][2]


def outcome(rules: Rules, meeting: Meeting, result: ResultBody) -> Outcome:
    """What a result that is no forfeit comes to. Raises :class:`PlanError` for a result that cannot be."""
    knockout = meeting.in_bracket
    if result.points:
        return _laid_down(result)
    counted = rules.law.counted.get(rules.plan.scoring)
    try:
        found = _counted(rules, counted, result, knockout) if counted else _points(rules, result, knockout)
    except RuleInputError as fault:
        raise PlanError(str(fault)) from fault
    if knockout and not found.winner:
        if result.winner in ("home", "away"):
            words = (*found.words, "平局，胜者由规程或裁判长定")
            return Outcome("played", found.home, found.away, result.winner, words, found.cites, found.games)
        cites = (*found.cites, *rules.law.must_win)
        words = (*found.words, "淘汰赛必须分出胜负，请按规程加打后再录，或点出胜者")
        return Outcome("open", found.home, found.away, "", words, cites, found.games)
    return found


def _laid_down(result: ResultBody) -> Outcome:
    home, away, *rest = (*result.points, 0, 0)[:4] if len(result.points) >= 2 else (0, 0, 0, 0)
    second = [*rest, 0, 0][:2]
    winner = result.winner or ("" if home == away else "home" if home > away else "away")
    words = (f"裁判长定：{home:g}比{away:g}" + (f"；{result.remark}" if result.remark else ""),)
    return Outcome("played", Points(home, second[0]), Points(away, second[1]), winner, words)


def _winner(home: float, away: float) -> str:
    return "" if home == away else "home" if home > away else "away"


def _counted(rules: Rules, name: str, result: ResultBody, knockout: bool) -> Outcome:
    """What the rule function of the game makes of a result."""
    given = {
        "levels": [list(each) for each in result.levels],
        "scores": [list(each) for each in result.scores],
        "knockout": knockout,
        "mode": rules.plan.series,
        "to_the_end": rules.by_game,
    }
    known = function(name).parameters
    found = call(name, {key: value for key, value in given.items() if key in known})
    main, second = found["main"], found["second"] or (0, 0)
    home, away = (Points(main[at], second[at]) if main is not None else None for at in (0, 1))
    games = tuple((a, b) for a, b in found["games"])
    return Outcome(found["state"], home, away, found["winner"], tuple(found["words"]), tuple(found["cites"]), games)


def _points(rules: Rules, result: ResultBody, knockout: bool) -> Outcome:
    """Points as they are written, or who has won."""
    if rules.plan.scoring == "winner":
        side = result.winner or (_winner(*result.scores[0]) if result.scores else "")
        if side not in ("home", "away"):
            raise PlanError("只记胜负的比赛要点出胜者。")
        home, away = (1.0, 0.0) if side == "home" else (0.0, 1.0)
        return Outcome("played", Points(home), Points(away), side, (), (), tuple(result.scores))
    if not result.scores:
        raise PlanError("没有成绩；请录入双方的得分。")
    home, away = sum(a for a, _ in result.scores), sum(b for _, b in result.scores)
    if rules.victory and not knockout:
        got = points_of(rules.victory, home, away)
        words = (f"IMP {home:g}:{away:g}，差{abs(home - away):g}，VP {got[0]:g}:{got[1]:g}",)
        winner = _winner(home, away)
        return Outcome("played", Points(got[0]), Points(got[1]), winner, words, (), tuple(result.scores))
    words = (f"{home:g}:{away:g}",)
    return Outcome("played", Points(home), Points(away), _winner(home, away), words, (), tuple(result.scores))
