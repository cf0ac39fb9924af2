"""Brackets: seeds, byes, the way through, places."""

from __future__ import annotations

import pytest

from app.journal.competition import ResultBody
from app.tools.competition.knockout import double, from_groups, seed_places, single
from tests.app.tools.competition.events import Play


def _win(play: Play, winner: str, loser: str) -> None:
    meeting = next(
        m
        for m in play.now().meetings()
        if {m.home, m.away} == {winner, loser} and play.now().outcome(m).state == "none"
    )
    play.add(ResultBody(meeting.id, winner, loser, levels=(("A", "2"),)))


@pytest.mark.parametrize("size", [2, 4, 8, 16, 32])
def test_the_best_meet_as_late_as_can_be(size: int) -> None:
    places = list(seed_places(size))
    while len(places) > 1:
        assert all(a + b == len(places) + 1 for a, b in zip(places[::2], places[1::2], strict=True))
        places = [min(two) for two in zip(places[::2], places[1::2], strict=True)]


@pytest.mark.parametrize("number", range(2, 34))
def test_the_strongest_have_the_byes(number: int) -> None:
    order = [str(each) for each in range(1, number + 1)]
    first = [node for node in single(order, False) if node.id.startswith("K1.")]
    byes = {node.home.entrant for node in first if node.away.entrant == ""}
    assert byes == set(order[: 2 ** (number - 1).bit_length() - number])


@pytest.mark.parametrize("drop", ["same", "reverse"])
@pytest.mark.parametrize("number", range(2, 20))
def test_in_a_double_elimination_every_loser_of_the_winners_part_drops_once(number: int, drop: str) -> None:
    nodes = double([str(each) for each in range(number)], 1, drop)
    taken = [s.meeting for n in nodes for s in (n.home, n.away) if s.take == "loser"]
    assert sorted(taken) == sorted(n.id for n in nodes if n.id[0] == "W")
    ids = [n.id for n in nodes]
    assert len(ids) == len(set(ids))
    seen: set[str] = set()
    for node in nodes:  # nobody plays before it is known who he is
        assert all(not s.meeting or s.meeting in seen for s in (node.home, node.away))
        seen.add(node.id)


def test_eight_play_down_to_one_and_the_third_place_is_played() -> None:
    play = Play("guandan", 8, format="single", third_place=True)
    for winner, loser in (
        ("1", "8"),
        ("5", "4"),
        ("2", "7"),
        ("3", "6"),
        ("1", "5"),
        ("3", "2"),
        ("5", "2"),
        ("3", "1"),
    ):
        _win(play, winner, loser)
    now = play.now()
    assert now.finished
    assert [(row.rank, row.entrant) for row in now.standings()][:4] == [(1, "3"), (2, "1"), (3, "5"), (4, "2")]
    assert {row.rank for row in now.standings()[4:]} == {5}
    assert [each.title for each in now.rounds] == ["第1轮（8进4）", "半决赛", "决赛"]


def test_a_draw_does_not_go_on_before_somebody_says_who() -> None:
    play = Play("guandan", 2, format="single")
    play.add(ResultBody("K1.1", "1", "2", levels=(("8", "8"),)))
    meeting = next(iter(play.now().meetings()))
    assert play.now().outcome(meeting).state == "open" and "guandan-2017:14.3" in play.now().outcome(meeting).cites
    play.add(ResultBody("K1.1", "1", "2", levels=(("8", "8"),), winner="away"))
    assert play.now().standings()[0].entrant == "2"


def test_a_match_of_three_games_is_won_with_two() -> None:
    play = Play("guandan", 2, format="single", series="3局2胜")
    play.add(ResultBody("K1.1", "1", "2", levels=(("A", "8"),)))
    meeting = next(iter(play.now().meetings()))
    assert play.now().outcome(meeting).state == "open"
    play.add(ResultBody("K1.1", "1", "2", levels=(("A", "8"), ("3", "4"), ("K", "A"))))
    assert play.now().outcome(meeting).winner == "away"


def test_the_winner_of_the_losers_part_must_win_twice_where_the_event_says_so() -> None:
    play = Play("guandan", 2, format="double", finals=2, drop="same")
    _win(play, "1", "2")
    _win(play, "2", "1")
    assert not play.now().finished
    _win(play, "2", "1")
    assert [(row.rank, row.entrant) for row in play.now().standings()] == [(1, "2"), (2, "1")]
    once = Play("guandan", 2, format="double", finals=2, drop="same")
    _win(once, "1", "2")
    _win(once, "1", "2")
    assert once.now().finished and once.now().standings()[0].entrant == "1"


@pytest.mark.parametrize("number", range(2, 9))
def test_two_of_a_group_do_not_meet_at_once(number: int) -> None:
    order = from_groups([[f"{chr(65 + g)}{place}" for place in (1, 2)] for g in range(number)])
    assert sorted(order) == sorted(f"{chr(65 + g)}{place}" for g in range(number) for place in (1, 2))
    for node in single(order, False):
        if node.id.startswith("K1.") and node.away.entrant:
            assert str(node.home.entrant)[0] != str(node.away.entrant)[0]


def test_groups_lead_into_a_bracket() -> None:
    play = Play("guandan", 8, format="groups", groups=2, through=2)
    for meeting in list(play.now().meetings()):
        stronger, weaker = sorted((str(meeting.home), str(meeting.away)), key=int)
        play.add(ResultBody(meeting.id, stronger, weaker, levels=(("A", "2"),)))
    now = play.now()
    last = [m for m in now.meetings() if m.id[0] == "K" and m.is_known]
    assert [{m.home, m.away} for m in last] == [{"1", "3"}, {"2", "4"}]  # A is 1 4 5 8, B is 2 3 6 7


def test_who_is_still_in_hears_how_many_matches_are_to_be_won() -> None:
    play = Play("guandan", 8, format="single")
    play.result("1", "8", ("A", "2"))
    notes = {row.entrant: row.note for row in play.now().standings()}
    assert notes["1"] == "还在比赛，再胜2场夺冠"  # the semifinal and the final
    assert notes["2"] == "还在比赛，再胜3场夺冠"
    assert notes["8"] == "第1轮出局"


def test_the_meetings_of_a_sixth_group_are_of_its_rounds_and_the_bracket_comes_after() -> None:
    """Group F has meetings F1.1, F2.1 …, a final is F1: what is of a bracket is not told by the first letter."""
    play = Play("guandan", 18, format="groups", groups=6, through=1)
    of_f = [m for m in play.now().meetings() if m.stage == "F组" and m.is_known]
    assert of_f and not any(m.in_bracket for m in of_f)
    for meeting in [m for m in play.now().meetings() if m.is_known]:
        home = int(str(meeting.home)) < int(str(meeting.away))
        play.add(
            ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("A", "2") if home else ("2", "A"),))
        )
    now = play.now()
    winners = [now.standings(group=at)[0] for at in range(6)]
    assert [row.score.main for row in winners] == [4.0] * 6, "two wins of two match points each (13.3)"
    bracket = [m for m in now.meetings() if m.in_bracket]
    assert {m.part for m in bracket} == {"knockout"}
    assert {e for m in bracket for e in (m.home, m.away) if e} == {row.entrant for row in winners}


def test_a_group_k_and_the_bracket_have_names_of_their_own() -> None:
    """Eleven groups of two: the eleventh is K, whose meeting is K1.1; the first of each goes on."""
    play = Play("guandan", 22, format="groups", groups=11, through=1, third_place=True)
    for meeting in list(play.now().meetings()):
        play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("A", "9"),)))
    now = play.now()
    names = [meeting.id for meeting in now.meetings()]
    assert len(names) == len(set(names)) and "K1.1" in names and "KO1.1" in names
    of_group = next(meeting for meeting in now.meetings() if meeting.id == "K1.1")
    assert not of_group.in_bracket and now.outcome(of_group).games == ((18, 8),)
    parts = {meeting.part for meeting in now.meetings() if meeting.in_bracket}
    assert parts == {"knockout", "third"}
    first = next(meeting for meeting in now.meetings() if meeting.id.startswith("KO1.") and meeting.is_known)
    play.add(ResultBody(first.id, str(first.home), str(first.away), levels=(("9", "A"),)))
    then = play.now()
    assert then.outcome(first).winner == "away" and then.outcome(of_group).games == ((18, 8),)
    assert len(then.standings(group=10)) == 2 and then.standings(group=10)[0].score.second == 18
