"""A real event replayed: who met whom, the victory points, and the ranking its organiser published.

Bridge alone: of guandan and shengji no results could be had that say who met whom and how high (``made_events`` stands for them).
Of the series of the men of the same games the bulletin prints victory points that do not add up to its own ranking, so it is not
here. How the victory points follow from the IMPs was laid down by the event (78D) and is not published with them: they are entered
as they were given.
"""

from __future__ import annotations

import json
from collections import defaultdict
from pathlib import Path
from typing import Any

import pytest

from tests.app.tools.competition.events import Play

REAL: dict[str, Any] = json.loads((Path(__file__).with_name("real_events") / "bridge.json").read_text(encoding="utf-8"))
NUMBERS = {team: str(number) for number, team in enumerate(REAL["teams"], 1)}
"""The teams by their places in the schedule, in which the three rounds of the program are those that were played."""


def played(rounds: int) -> Play:
    """The event after so many rounds."""
    play = Play("bridge", len(NUMBERS))
    for each in REAL["rounds"][:rounds]:
        for match in each:
            play.result(NUMBERS[match["home"]], NUMBERS[match["away"]], scores=(tuple(match["vps"]),))
    return play


def test_the_schedule_is_the_one_that_was_played() -> None:
    planned = [{frozenset((m.home, m.away)) for m in each.meetings} for each in Play("bridge", 4).now().rounds]
    assert planned == [
        {frozenset((NUMBERS[match["home"]], NUMBERS[match["away"]])) for match in each} for each in REAL["rounds"]
    ]


def test_whoever_won_more_imps_has_more_victory_points_and_both_together_what_a_match_is_worth() -> None:
    """The published figures themselves: nothing was copied wrong."""
    matches = [match for each in REAL["rounds"] for match in each]
    assert {sum(match["vps"]) for match in matches} == {92}
    apart = sorted((abs(m["imps"][0] - m["imps"][1]), max(m["vps"])) for m in matches)
    assert [points for _, points in apart] == sorted(points for _, points in apart)
    assert all((m["imps"][0] > m["imps"][1]) == (m["vps"][0] > m["vps"][1]) for m in matches)


@pytest.mark.parametrize("rounds", [1, 2, 3])
def test_sums_after_every_round(rounds: int) -> None:
    sums: dict[str, int] = defaultdict(int)
    for each in REAL["rounds"][:rounds]:
        for match in each:
            for team, points in zip((match["home"], match["away"]), match["vps"], strict=True):
                sums[NUMBERS[team]] += points
    assert {number: score.main for number, score in played(rounds).now().scores().items()} == sums


def test_the_ranking_is_the_published_one() -> None:
    now = played(3).now()
    names = {number: team for team, number in NUMBERS.items()}
    scores = now.scores()
    assert [[names[row.entrant], scores[row.entrant].main] for row in now.standings()] == REAL["ranking"]
    assert [row.rank for row in now.standings()] == [1, 2, 3, 4] and now.finished and not now.faults
