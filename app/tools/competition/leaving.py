"""Somebody leaves an event: what is asked of the tree of the text, and what becomes of his meetings and results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from app.tools.competition import forfeits
from app.tools.competition.meetings import Meeting, Outcome
from decision_trees.event_law import Answer, Following, Left, System, When

if TYPE_CHECKING:
    from app.tools.competition.competition import Competition

SILENT = Following("refer", "", "", Answer("这个项目的规则没有写退赛怎样算，照比赛规程", ()))


def to_meet(found: Competition, entrant: str) -> set[str | None]:
    """Whom somebody was to meet, brackets aside."""
    own = (m for m in found.meetings() if m.has(entrant) and m.is_known and not m.in_bracket)
    return {m.other(entrant) for m in own}


def met(found: Competition, entrant: str, number: int) -> set[str | None]:
    """Whom he met before a round, brackets aside."""
    own = (m for m in found.meetings() if m.has(entrant) and m.is_known and not m.in_bracket)
    return {m.other(entrant) for m in own if m.round < number and found.result(m) is not None}


def asked(found: Competition, entrant: str, in_bracket: bool, number: int) -> tuple[When, Left] | Following | None:
    """What the tree is asked where somebody leaves from a round on; what follows where the text has no tree for it.

    None where nobody was to meet him.
    """
    in_bracket = in_bracket or found.is_knockout
    system: System = "knockout" if in_bracket else "swiss" if found.plan.format == "swiss" else "robin"
    begun = number > 1 or (in_bracket and not found.is_knockout) or _begun_before(found, entrant)
    when: When = "after" if begun else "before"
    opponents = to_meet(found, entrant)
    if system == "robin" and not opponents:
        return None
    if found.rules.law.leaving.get(when) is None:
        return SILENT
    group = next((each for each in found.groups if entrant in each), list(found.entrants))
    still = [each for each in group if each != entrant and found.left.get(each, 2) > 1]
    robin = system == "robin"
    return when, Left(
        system,
        len(still),
        len(opponents) if robin else None,
        len(met(found, entrant, number)) if robin else None,
        found.plan.scoring == "standard",
        found.rules.regime,
    )


def _begun_before(found: Competition, entrant: str) -> bool:
    """Whether something was played before it was written that somebody leaves; where it is not written, by now."""
    at = found.left_by.get(entrant)
    return any(at is None or each.record < at for those in found.results.values() for each in those)


def left_meeting(
    event: Competition, meeting: Meeting, who: Sequence[str], sides: Sequence[str], averages: Mapping[str, float]
) -> Outcome:
    """A meeting of somebody who has left."""
    if len(sides) == 2:
        return Outcome("off", words=("双方都已退赛，不赛",))
    side = sides[0]
    other = "away" if side == "home" else "home"
    entrant = who[0]
    follows = event.following(entrant, meeting.in_bracket)
    if follows is None:
        return Outcome("off", words=("退赛，不赛",))
    words, cites = (follows.says, *(f"按默认：{each}" for each in follows.settled)), follows.cites
    asks = follows.rest in ("refer", "fill_up")  # who was paired with him when he left is not written of either
    decided = event.leaving[entrant].decided if asks else ""
    if asks and not decided:
        return Outcome("open", words=(*words, "他的对手怎样算由裁判长定，在“变动”里记下"), cites=cites)
    if follows.rest == "advances" or (meeting.in_bracket and decided == "wins"):
        said = "退赛，对手进入下一轮" if not decided else "裁判长定：对手进入下一轮"
        return Outcome("forfeit", None, None, other, (said,), cites)
    if follows.rest in ("forfeit_rest", "forfeit_round") or decided == "wins":
        ground = event.rules.law.leaving_ground
        found = forfeits.worth(event.rules, follows.answer, meeting, side, f"{entrant}号退赛")
        if found.state == "open" or decided:
            found = forfeits.forfeited(event.rules, meeting, side, ground, averages)
        return replace(found, cites=tuple(dict.fromkeys((*found.cites, *cites))))
    said = "裁判长定：不计，按轮空" if decided else follows.says
    return Outcome("off", words=(said,), cites=cites)


def without(event: Competition, found: Outcome, meeting: Meeting, void: Sequence[str]) -> Outcome:
    """A result of somebody whose results were cancelled."""
    follows = event.following(void[0])
    cites = follows.cites if follows is not None else ()
    if follows is None or follows.against != "kept":
        words = (*found.words, "一方退赛，已赛结果注销")
        return Outcome("off", None, None, "", words, (*found.cites, *cites), found.games)
    home = None if meeting.home in void else found.home
    away = None if meeting.away in void else found.away
    words = (*found.words, "一方退赛，成绩注销，对手成绩依然保留")
    return Outcome(found.state, home, away, found.winner, words, (*found.cites, *cites), found.games)
