"""Random tournaments, played to their end while everything that must hold is looked at."""

from __future__ import annotations

import random
from collections import Counter

from app.journal.competition import AdjustBody, ChangeBody, ResultBody
from app.tools.competition.competition import Competition
from app.tools.competition.meetings import PlanError
from app.tools.competition.next_round import next_round
from tests.app.tools.competition.events import Play

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+")
FORMATS = ("round_robin", "swiss", "single", "double", "groups")


def _plan(chance: random.Random, format_: str) -> Play:
    number = chance.randint(2, 16)
    more: dict[str, object] = {"format": format_}
    if format_ == "swiss":
        number = max(4, number)
        more |= {
            "rounds": chance.randint(1, number // 2),
            "bye_points": (2, 13),
            "first": chance.choice(["snake", "halves", "listed"]),
        }
    elif format_ == "groups":
        number = max(6, number)
        more |= {"groups": 2, "through": chance.randint(1, 2), "third_place": chance.random() < 0.5}
    elif format_ == "double":
        more |= {"drop": chance.choice(["same", "reverse"]), "finals": chance.choice([1, 2])}
    elif format_ == "round_robin":
        more |= {"method": chance.choice(["berger", "rotation"]), "cycles": chance.choice([1, 1, 2])}
    return Play("guandan", number, **more)  # type: ignore[arg-type]


def _result(chance: random.Random, play: Play, now: Competition) -> None:
    assert now.current is not None
    for meeting in now.waiting(now.current):
        home, away = str(meeting.home), str(meeting.away)
        if chance.random() < 0.06:
            side = chance.choice(["home", "away"])
            play.add(ResultBody(meeting.id, home, away, forfeit=side, ground="中途弃权"))  # type: ignore[arg-type]
            continue
        a, b = chance.choice(LEVELS), chance.choice(LEVELS)
        if a == b and (a == "A+" or meeting.id[0] in "KWLF"):
            a, b = "A", "2"
        play.add(ResultBody(meeting.id, home, away, levels=((a, b),)))


def _change(chance: random.Random, play: Play, now: Competition) -> None:
    """Somebody leaves, comes late or loses a point."""
    number = len(now.rounds) + 1
    still = [e for e in now.entrants if now.plays(e, number)]
    if chance.random() < 0.15 and len(still) > 4:
        play.add(ChangeBody(chance.choice(still), "leave", number))
    if chance.random() < 0.1:
        play.add(ChangeBody(f"迟{number}", "enter", number))
    if chance.random() < 0.2:
        play.add(AdjustBody(chance.choice(still), number, second=-1))


def play_one(seed: int) -> str:
    """Play a tournament; returns its format."""
    chance = random.Random(seed)
    format_ = chance.choice(FORMATS)
    play = _plan(chance, format_)
    for _ in range(80):
        now = play.now()
        if now.finished:
            break
        if format_ == "swiss" and not (now.rounds and now.waiting(now.rounds[-1])):
            _change(chance, play, now)
            try:
                play.add(next_round(play.now()))
            except PlanError:  # after some have left, nobody may be left whom one has not met
                break
        elif now.waiting(now.current) if now.current else False:
            _result(chance, play, now)
        elif format_ == "groups":  # equals at the edge: lots
            from app.journal.competition import LotsBody

            play.add(LotsBody(now.entrants))
        else:
            break
    check(play.now(), format_)
    return format_


def check(now: Competition, format_: str) -> None:
    """What holds of every tournament."""
    times = now.plan.cycles if format_ == "round_robin" else 1
    if format_ in ("round_robin", "swiss"):
        met = Counter(frozenset((m.home, m.away)) for m in now.meetings() if m.is_known)
        assert max(met.values(), default=0) <= times, met
        byes = Counter(m.home or m.away for m in now.meetings() if m.is_bye)
        assert max(byes.values(), default=0) <= times, byes
    for each in now.rounds:
        playing = [e for m in each.meetings for e in (m.home, m.away) if e]
        assert len(playing) == len(set(playing)), each
    _sums(now, format_)
    if format_ == "single" and now.finished:
        assert sum(m.is_known for m in now.meetings()) == len(now.plan.order) - 1
        assert [row.rank for row in now.standings()].count(1) == 1
    if format_ == "double" and now.finished:
        losses: Counter[str | None] = Counter()
        for meeting in now.meetings():
            if meeting.is_known:
                losses[meeting.away if now.outcome(meeting).winner == "home" else meeting.home] += 1
        champion = now.standings()[0].entrant
        least = 1 if now.plan.finals == 1 else 2
        assert all(
            losses[e] == 2 or (e == now.standings()[1].entrant and losses[e] >= least)
            for e in now.plan.order
            if e != champion
        )
        assert losses[champion] <= 1
    ranks = [row.rank for row in now.standings() if row.rank]
    assert ranks == sorted(ranks)


def _sums(now: Competition, format_: str) -> None:
    """The points of all are the points of all meetings, byes and penalties."""
    scores = now.scores()
    given = Counter[str]()
    for meeting in now.meetings():
        if meeting.id[0] in "KWLF" and format_ == "groups":
            continue
        found = now.outcome(meeting)
        for points in (found.home, found.away):
            if points is not None:
                given["main"] += points.main  # type: ignore[assignment]
                given["second"] += points.second  # type: ignore[assignment]
        if found.state == "played" and format_ in ("round_robin", "swiss"):
            assert found.home is not None and found.away is not None
            assert (found.home.main + found.away.main, found.home.second + found.away.second) == (2, 26)
    assert sum(score.main for score in scores.values()) == given["main"]
    taken = sum(each.body.second for each in now.added)
    assert sum(score.second for score in scores.values()) == given["second"] + taken
