"""Three whole events replayed record by record: rounds, sums after each round, the order, and the step that separates equals.

The records (``made_events/*.jsonl``) are **made, not real**: but for bridge (``test_real_event.py``) no published results could be
had. They have the shape of a real event (a withdrawal, lateness, a forfeit, a game lost, a bye, lots) and stay as they are. What
they come to is reckoned here from the law text alone, from the written records and nothing of the program: guandan 13.3 and
appendix 4 (match points; level points 13 and one for each level), 16.4, 24.2.2, 28.1, 28.2 and supplement 1.2, 1.3, 4.6.1; shengji
18p5, 19.4, 20 and the table of standard scores; bridge 78D (the regulations: victory points, then the matches between equals, then
lots).
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from app.journal.records import Record
from app.tools.competition.competition import Competition
from app.tools.competition.next_round import next_round
from tests.app.tools.competition.events import Play

FOLDER = Path(__file__).with_name("made_events")
LADDER = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+")
EVENTS: dict[str, dict[str, Any]] = {
    "guandan": {"supplement": True},
    "shengji": {"settled": {"shengji-40/D-28": "own-average"}},
    "bridge": {},
}
Sums = dict[str, list[float]]  # main, second


def bodies(game: str) -> list[dict[str, Any]]:
    lines = (FOLDER / f"{game}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def replayed(game: str, until: int | None = None) -> Competition:
    """The event out of its records, or out of the first so many."""
    play = Play(game, 2, **EVENTS[game])
    play.records = [
        Record(f"{number:026d}", "2026-11-22T10:00:00+08:00", "", "e", "competition", body)
        for number, body in enumerate(bodies(game)[:until])
    ]
    return play.now()


def last(game: str, what: str) -> list[dict[str, Any]]:
    return [body for body in bodies(game) if body["what"] == what]


def ordered(
    who: Sequence[str],
    keys: Sequence[str],
    value: dict[str, dict[str, float]],
    own: dict[tuple[str, str], float],
    lots: Sequence[str],
) -> list[tuple[str, str]]:
    """Everybody in order, each with the step that puts him behind the one before; nothing for the first and for equals."""
    if len(who) < 2 or not keys:
        return [(each, "") for each in who]
    key, rest = keys[0], keys[1:]
    if key == "among":
        if any((a, b) not in own for a in who for b in who if a != b):
            return ordered(who, rest, value, own, lots)
        rated = {a: sum(own[a, b] for b in who if a != b) for a in who}
    elif key == "lots":
        if not set(who) <= set(lots):
            return ordered(who, rest, value, own, lots)
        rated = {a: -float(lots.index(a)) for a in who}
    else:
        rated = {a: value[key][a] for a in who}
    found: list[tuple[str, str]] = []
    for level in sorted({round(each, 6) for each in rated.values()}, reverse=True):
        part = [a for a in who if round(rated[a], 6) == level]
        again = (
            keys if key == "among" and len(part) < len(who) else rest
        )  # compared again among those still equal (D-26)
        inside = ordered(part, again, value, own, lots)
        found += [(inside[0][0], key if found else inside[0][1]), *inside[1:]]
    return found


class Guandan:
    """What the records of the guandan event come to, by the text."""

    def __init__(self) -> None:
        self.pairs = last("guandan", "plan")[0]["order"]
        self.rounds = {body["number"]: body["pairings"] for body in last("guandan", "round")}
        self.late = {(b["entrant"], b["round"]): b for b in last("guandan", "late")}
        self.results = {(b["meeting"].partition(".")[0], b["home"], b["away"]): b for b in last("guandan", "result")}
        [left] = last("guandan", "change")
        self.left, self.from_round = left["entrant"], left["round"]

    def meetings(self, until: int) -> Iterator[tuple[str, str, tuple[int, int], tuple[int, int]]]:
        """Who met, and the match points and level points of both."""
        for number in range(1, until + 1):
            for pairing in self.rounds[number]:
                home, away = pairing["home"], pairing.get("away", "")
                if not away:
                    continue
                if number >= self.from_round and self.left in (home, away):  # 24.2.2: that round is forfeited
                    gone = home == self.left
                    yield home, away, (0, 2) if gone else (2, 0), (0, 18) if gone else (18, 0)
                    continue
                body = self.results[str(number), home, away]
                if body.get("ground") == "迟到弃权":  # supplement 1.3
                    gone = body["forfeit"] == "home"
                    yield home, away, (0, 2) if gone else (2, 0), (0, 17) if gone else (17, 0)
                    continue
                a, b = (LADDER.index(level) for level in body["levels"][0])
                if body.get("ground") == "一局判负":  # 16.4: what is over 18 counts as it is
                    gone = body["forfeit"] == "home"
                    actual = 13 + (b - a if gone else a - b)
                    gets = max(18, actual)
                    yield home, away, (0, 2) if gone else (2, 0), (0, gets) if gone else (gets, 0)
                    continue
                for who, side in ((home, 1), (away, 0)):  # supplement 1.2: the opponents go up two
                    if (who, number) in self.late:
                        a, b = (a, b + 2) if side else (a + 2, b)
                match = (2, 0) if a > b else (0, 2) if a < b else (1, 1)
                yield home, away, match, (13 + a - b, 13 + b - a)

    @cache  # noqa: B019
    def sums(self, until: int) -> tuple[Sums, dict[tuple[str, str], float], dict[str, set[str]]]:
        sums: Sums = {pair: [0, 0] for pair in self.pairs}
        own: dict[tuple[str, str], float] = {}
        met: dict[str, set[str]] = defaultdict(set)
        for home, away, match, level in self.meetings(until):
            for who, other, at in ((home, away, 0), (away, home, 1)):
                sums[who][0] += match[at]
                sums[who][1] += level[at]
                own[who, other] = level[at]
                met[who].add(other)
        for number in range(1, until + 1):
            for pairing in self.rounds[number]:
                if not pairing.get("away"):  # as the regulations of this event have it
                    sums[pairing["home"]][0] += 2
                    sums[pairing["home"]][1] += 13
        for body in last("guandan", "adjust"):
            if body["round"] <= until:
                sums[body["entrant"]][1] += body["second"]
        return sums, own, met

    def order(self, until: int) -> list[tuple[str, str]]:
        sums, own, met = self.sums(until)
        value = {
            "main": {p: s[0] for p, s in sums.items()},
            "second": {p: s[1] for p, s in sums.items()},
            "opponents": {p: sum(sums[o][1] for o in met[p]) for p in sums},
        }
        return ordered(self.pairs, ("main", "second", "among", "opponents"), value, own, ())


def test_guandan_sums_order_and_what_separates_equals_after_every_round() -> None:
    law, now = Guandan(), replayed("guandan")
    separated = set()
    for number in range(1, 8):
        sums, _, _ = law.sums(number)
        scores = now.scores(number)
        assert {p: [s.main, s.second] for p, s in scores.items()} == sums, number
        rows = now.standings(number)
        assert [(row.entrant, row.by.key if row.by else "") for row in rows] == law.order(number), number
        separated |= {row.by.key for row in rows if row.by}
    assert separated == {"main", "second", "among", "opponents"}
    assert now.finished and not now.faults


def test_guandan_every_round_is_paired_as_the_text_says() -> None:
    """28.1: high meets high, nobody twice; who has the bye is the lowest that had none. All pairings are tried in that order."""
    law, made = Guandan(), bodies("guandan")
    for number in range(2, 8):
        before = law.sums(number - 1)[2]
        standing = [each for each, _ in law.order(number - 1) if not (each == law.left and number > law.from_round)]
        byes = [p["home"] for n in range(1, number) for p in law.rounds[n] if not p.get("away")]

        def pairs(left: tuple[str, ...], before: dict[str, set[str]] = before) -> list[frozenset[str]] | None:
            if not left:
                return []
            for other in left[1:]:
                if other not in before[left[0]]:
                    rest = pairs(tuple(each for each in left[1:] if each != other))
                    if rest is not None:
                        return [frozenset((left[0], other)), *rest]
            return None

        outs = [each for each in reversed(standing) if each not in byes] if len(standing) % 2 else [""]
        wanted = next(
            (found, out) for out in outs if (found := pairs(tuple(e for e in standing if e != out))) is not None
        )
        now = law.rounds[number]
        assert [frozenset((p["home"], p["away"])) for p in now if p.get("away")] == wanted[0], number
        assert [p["home"] for p in now if not p.get("away")] == ([wanted[1]] if wanted[1] else [])
        at = next(i for i, body in enumerate(made) if body["what"] == "round" and body["number"] == number)
        proposed = next_round(
            replayed("guandan", at)
        ).pairings  # the program pairs the same out of the records until then
        assert [(p.home, p.away) for p in proposed] == [(p["home"], p.get("away", "")) for p in now]


STANDARD = {0: 10, 1: 11, 2: 12, 3: 13, 4: 14}
"""Standard scores of the winner by the difference of levels, of 20 together (table of the appendix), as far as they come here."""


def robin(game: str) -> Iterator[tuple[int, str, str, dict[str, Any] | None]]:
    """The meetings of a round robin out of the records: those of the plan are the program's, held to Berger elsewhere."""
    written = {(b["home"], b["away"], b["meeting"]): b for b in last(game, "result")}
    for each in replayed(game).rounds:
        for m in each.meetings:
            if m.is_known:
                yield each.number, str(m.home), str(m.away), written.get((str(m.home), str(m.away), m.id))


def test_shengji_sums_order_and_what_separates_equals() -> None:
    teams = last("shengji", "plan")[0]["order"]
    [left] = last("shengji", "change")
    got: dict[str, list[float]] = defaultdict(list)
    open_: list[tuple[str, str]] = []  # who forfeits to whom
    met: dict[str, set[str]] = defaultdict(set)
    own: dict[tuple[str, str], float] = {}
    for number, home, away, body in robin("shengji"):
        if left["entrant"] in (home, away) and number >= left["round"]:
            open_.append((home, away) if home == left["entrant"] else (away, home))
        elif body is not None and body.get("forfeit"):
            open_.append((home, away) if body["forfeit"] == "home" else (away, home))
        else:
            assert body is not None
            a, b = (LADDER.index(level) for level in body["levels"][0])
            high = STANDARD[abs(a - b)]
            own[home, away], own[away, home] = (high, 20 - high) if a >= b else (20 - high, high)
            for who, other in ((home, away), (away, home)):
                got[who].append(own[who, other])
                met[who].add(other)
    assert len(met[left["entrant"]]) >= 7 / 2, "from half on the results stand and the rest is forfeited (18p5)"
    for gone, other in open_:  # 18p5, 19.4, 20: the event has laid down the own average of those who played
        own[other, gone], own[gone, other] = round(sum(got[other]) / len(got[other]), 2), 0
    sums = {team: sum(points for (who, _), points in own.items() if who == team) for team in teams}
    now = replayed("shengji")
    assert {team: score.main for team, score in now.scores().items()} == pytest.approx(sums)
    lots = last("shengji", "lots")[0]["order"]
    wanted = ordered(teams, ("main", "among", "lots"), {"main": sums}, own, lots)
    rows = now.standings()
    assert [(row.entrant, row.by.key if row.by else "") for row in rows] == wanted
    assert {step for _, step in wanted} == {"", "main", "among", "lots"}
    [late] = now.late.values()
    assert "警告" in now.lateness(late.body.entrant)[0][0] and len(open_) == 2 + 2


def test_bridge_sums_order_and_what_separates_equals() -> None:
    teams = last("bridge", "plan")[0]["order"]
    [left], [late] = last("bridge", "change"), last("bridge", "late")
    own: dict[tuple[str, str], float] = defaultdict(float)
    sums = dict.fromkeys(teams, 0.0)
    sums[late["entrant"]] += late["main"]  # 90A, 90B1: how much the director said
    for number, home, away, body in robin("bridge"):
        if left["entrant"] in (home, away) and number >= left["round"]:
            continue  # not written; the chief referee has decided that it does not count
        assert body is not None
        points = body["points"] if body.get("points") else body["scores"][0]
        for who, other, at in ((home, away, 0), (away, home, 1)):
            sums[who] += points[at]
            own[who, other] += points[at]
    now = replayed("bridge")
    assert {team: score.main for team, score in now.scores().items()} == pytest.approx(sums)
    lots = last("bridge", "lots")[0]["order"]
    wanted = ordered(teams, ("main", "among", "lots"), {"main": sums}, dict(own), lots)
    assert [(row.entrant, row.by.key if row.by else "") for row in now.standings()] == wanted
    assert {step for _, step in wanted} == {"", "main", "among", "lots"}
