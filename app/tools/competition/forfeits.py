"""What a forfeit is worth: the tree of its ground is asked, and what follows is applied by the kinds of its effects."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from app.base.opened import law
from app.tools.competition import scoring
from app.tools.competition.meetings import Meeting, Outcome, PlanError, Points
from decision_trees.event_law import Answer, Asking, System, asked
from decision_trees.games import every_game

if TYPE_CHECKING:
    from app.journal.competition import ResultBody
    from app.tools.competition.scoring import Rules

Averages = Mapping[str, float]
"""What everybody has made on the average of all he played."""
PLAIN = "弃权"
Whom = Literal["own", "others"]
WHOM: tuple[Whom, ...] = ("own", "others")
_COUNTED = ("points", "score_correction")
_ANY = "分"  # the unit of an amount that is of all that is counted


@dataclass(frozen=True, slots=True)
class Gets:
    """What the two get of a forfeit, as a tree says; None where it does not."""

    own: Points | None
    others: Points | None
    wins: bool = False  # the other one, whatever the points are

    @classmethod
    def of(cls, rules: Rules, answer: Answer, counts: bool) -> Gets:
        """Read an answer; ``counts``: whether points are counted here, and not only who has won."""
        own, others = (_points(rules, answer, whom, counts) for whom in WHOM)
        return cls(own if own is not None or others is None else Points(), others, answer.has("wins", "advances"))


def _points(rules: Rules, answer: Answer, whom: Whom, counts: bool) -> Points | None:
    found: dict[str, float] = {}
    for each in answer.effects:
        if each.kind not in _COUNTED or each.whom not in (whom, "both") or each.amount is None:
            continue
        for name, unit in (("main", rules.main), ("second", rules.second)):
            if unit and (each.unit == unit or (each.unit == _ANY and counts)):
                found[name] = round(each.amount, 2)
    return Points(**found) if "main" in found or (found and whom == "own") else None


def forfeited(
    rules: Rules,
    meeting: Meeting,
    side: str,
    ground: str,
    averages: Averages | None = None,
    result: ResultBody | None = None,
) -> Outcome:
    """What a forfeit is worth; open where the text does not say and nothing was settled.

    ``averages``: of all that was played, for forfeits that are counted by them.
    """
    written = rules.law.forfeit(ground)
    ground = ground or PLAIN
    if side == "both":
        if written.both is None:
            return _open(f"双方{ground}：条文没有写双方都弃权各得几分", "")
        answer = _asked(rules, written.both, {})
        gets = Gets.of(rules, answer, not meeting.in_bracket and rules.plan.scoring != "winner")
        if gets.others is None:
            return _open(f"双方{ground}：{answer.says}；没有写谁胜", "", answer.at)
        words = (f"双方{ground}：{answer.says}",)
        return Outcome("forfeit", gets.own, gets.others, "", words, answer.at)
    winner = "away" if side == "home" else "home"
    whose = meeting.home if side == "home" else meeting.away
    asking = written.by_system.get(system_of(rules, meeting), written.one)
    if asking is None:
        if rules.plan.scoring != "winner":
            return _open(f"{whose}号{ground}：规则没有写各得几分", winner)
        return won(rules, winner, (f"{whose}号{ground}，对手胜",), ())
    answer = _asked(rules, asking, _known(rules, meeting, side, averages or {}, result))
    return worth(rules, answer, meeting, side, f"{whose}号{ground}")


def worth(rules: Rules, answer: Answer, meeting: Meeting, side: str, said: str) -> Outcome:
    """What a side that forfeits and the other one get, by the answer of a tree."""
    winner = "away" if side == "home" else "home"
    gets = Gets.of(rules, answer, rules.plan.scoring != "winner")
    if gets.others is not None and gets.own is not None:
        home, away = (gets.own, gets.others) if side == "home" else (gets.others, gets.own)
        words = (f"{said}：对手{_said(rules, gets.others)}；本方{_said(rules, gets.own)}",)
        return Outcome("forfeit", home, away, winner, words, answer.at)
    if gets.wins:
        return won(rules, winner, (f"{said}，对手胜",), answer.at)
    if answer.undecided:
        listed = f"（{'；'.join(each.rstrip('。') for each in answer.figures)}）" if answer.figures else ""
        open_words = f"{said}：{answer.says}{listed}，请在赛事的未定问题里定"
        return _open(open_words, winner, answer.cites)
    return _open(f"{said}：{answer.says}", winner, answer.cites)


def won(rules: Rules, winner: str, words: tuple[str, ...], cites: tuple[str, ...]) -> Outcome:
    """The other one has won; points come of it only where matches won are counted."""
    if rules.plan.scoring != "winner":
        return Outcome("forfeit", None, None, winner, words, cites)
    home, away = (1.0, 0.0) if winner == "home" else (0.0, 1.0)
    return Outcome("forfeit", Points(home), Points(away), winner, words, cites)


def system_of(rules: Rules, meeting: Meeting) -> System:
    """In what kind of an event a meeting is played."""
    return "knockout" if meeting.in_bracket else "swiss" if rules.plan.format == "swiss" else "robin"


def seat_of(rules: Rules, side: str) -> str | None:
    """A seat of the side that is the first or the second of a meeting; None in a game without sides."""
    known = every_game().get(rules.game)
    found = list(known.sides) if known is not None else []
    return found[0 if side == "home" else 1][0] if len(found) > 1 else None


def _open(words: str, winner: str, cites: tuple[str, ...] = ()) -> Outcome:
    return Outcome("open", None, None, winner, (f"{words}；或由裁判长直接定得分",), cites)


def _said(rules: Rules, points: Points) -> str:
    second = f"，{rules.second}{points.second:g}" if rules.second else ""
    return f"{rules.main}{points.main:g}{second}"


def _asked(rules: Rules, asking: Asking, known: Mapping[str, Any]) -> Answer:
    return asked(asking, known, law(rules.settled))


def _known(rules: Rules, meeting: Meeting, side: str, averages: Averages, result: ResultBody | None) -> dict[str, Any]:
    """What the event knows of a forfeit."""
    own, other = (meeting.home, meeting.away) if side == "home" else (meeting.away, meeting.home)
    level = result.levels[0] if result is not None and result.levels else (None, None)
    return {
        "regime": rules.regime,
        "seat": seat_of(rules, side),
        "standard": rules.plan.scoring == "standard" and not meeting.in_bracket,
        "played": None not in level,
        "level_home": level[0],
        "level_away": level[1],
        "own_average": averages.get(str(own)),
        "others_average": averages.get(str(other)),
        "recorded": _recorded(rules, meeting, side, result),
    }


def _recorded(rules: Rules, meeting: Meeting, side: str, result: ResultBody | None) -> float | None:
    """What the other one would have by what was written of the meeting until then."""
    if result is None or not (result.levels or result.scores):
        return None
    try:
        found = scoring.outcome(rules, meeting, result)
    except PlanError:
        return None
    points = found.away if side == "home" else found.home
    return None if points is None else points.main
