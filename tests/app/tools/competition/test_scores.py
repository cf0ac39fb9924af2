"""What results, forfeits and withdrawals come to, by the text in force; standings and why."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest

from app.journal.competition import AdjustBody, ChangeBody, LotsBody, ResultBody
from app.tools.competition.meetings import Points
from app.tools.competition.scoring import law_of
from decision_trees.guandan.standings import Match, ranking
from tests.app.tools.competition.events import Play, ranks

LEVELS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A", "A+")


def _score(play: Play, entrant: str) -> tuple[float, float]:
    score = play.now().scores()[entrant]
    return score.main, score.second


def test_a_game_gives_match_points_and_level_points_of_the_table() -> None:
    play = Play("guandan", 4)
    play.result("1", "4", ("A", "9"))  # five levels apart: 13 + 5
    assert (_score(play, "1"), _score(play, "4")) == ((2, 18), (0, 8))
    play.result("2", "3", ("7", "7"))
    assert (_score(play, "2"), _score(play, "3")) == ((1, 13), (1, 13))


def test_a_correction_is_a_new_result_and_both_are_kept() -> None:
    play = Play("guandan", 4)
    play.result("1", "4", ("A", "2"))
    play.result("4", "1", ("A+", "2"))  # written from the other side
    meeting = next(m for m in play.now().meetings() if m.home == "1" and m.away == "4")
    assert play.now().outcome(meeting).winner == "away"
    assert [each.body.levels for each in play.now().history(meeting)] == [(("A", "2"),), (("A+", "2"),)]
    play.add(ResultBody(meeting.id, "1", "4", void=True))
    assert play.now().outcome(meeting).state == "none"


@pytest.mark.parametrize(
    ("supplement", "ground", "gets"),
    [
        (False, "迟到弃权", (2, 18)),
        (True, "迟到弃权", (2, 17)),
        (True, "中途弃权", (2, 18)),
        (False, "一局判负", (2, 18)),
    ],
)
def test_a_forfeit_gives_what_the_text_in_force_says(supplement: bool, ground: str, gets: tuple[int, int]) -> None:
    play = Play("guandan", 4, supplement=supplement)
    play.result("1", "4", forfeit="away", ground=ground)
    assert (_score(play, "1"), _score(play, "4")) == (gets, (0, 0))


def test_what_both_get_who_forfeit_is_written_of_one_game_only() -> None:
    """Guandan says what one side that forfeits and its opponents get, each side being both; shengji that both have 0 (20)."""
    play = Play("guandan", 4, supplement=True)
    play.result("1", "4", forfeit="both", ground="迟到弃权")
    meeting = next(m for m in play.now().meetings() if m.home == "1" and m.away == "4")
    assert (play.now().outcome(meeting).state, play.now().outcome(meeting).winner) == ("open", "")
    other = Play("shengji", 4)
    other.result("1", "4", forfeit="both", ground="迟到弃权")
    found = other.now().outcome(meeting)
    assert (found.state, found.home, found.away, found.winner) == ("forfeit", Points(0), Points(0), "")
    assert found.cites == ("shengji-40:20",)


def test_whoever_leaves_before_half_loses_his_results_and_his_opponents_keep_theirs() -> None:
    play = Play("guandan", 6)
    play.result("1", "6", ("A", "2"))
    play.result("2", "5", ("3", "A"))
    play.add(ChangeBody("6", "leave", 2))
    now = play.now()
    assert now.scores()["1"].main == 2
    assert now.scores()["6"].main == now.scores()["6"].second == 0
    assert now.standings()[-1].entrant == "6" and "注销" in now.standings()[-1].note
    later = [m for m in now.meetings() if m.has("6") and m.round >= 2]
    assert [now.outcome(m).state for m in later] == ["off"] * 4
    settled = Play("guandan", 6, settled={"guandan-2017/D-18": "forfeit"})
    settled.add(*(r for r in [ChangeBody("6", "leave", 2)]))
    met = [m for m in settled.now().meetings() if m.has("6") and m.round >= 2]
    assert all(settled.now().outcome(m).state == "forfeit" for m in met)


def test_whoever_leaves_from_half_on_keeps_his_results_and_forfeits_the_rest() -> None:
    play = Play("guandan", 5)  # four opponents each
    for each in play.now().rounds[:3]:
        for meeting in each.meetings:
            if meeting.is_known:
                play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("8", "5"),)))
    before = play.now().scores()["1"]
    play.add(ChangeBody("1", "leave", 4))
    now = play.now()
    assert (now.scores()["1"].main, now.scores()["1"].second) == (before.main, before.second)
    rest = [m for m in now.meetings() if m.has("1") and m.is_known and m.round >= 4]
    for meeting in rest:
        found = now.outcome(meeting)
        assert (found.away if meeting.home == "1" else found.home) == Points(2, 18)
        assert "guandan-2017:24.2.1" in found.cites


def test_standard_scores_and_what_the_text_leaves_open() -> None:
    play = Play("shengji", 4)
    play.result("1", "4", ("9", "5"))
    assert (_score(play, "1")[0], _score(play, "4")[0]) == (14, 6)
    play.result("2", "3", forfeit="away", ground="迟到弃权")
    meeting = next(m for m in play.now().meetings() if m.home == "2" and m.away == "3")
    assert play.now().outcome(meeting).state == "open"  # the text lists three amounts and says not which
    twelve = Play("shengji", 4, settled={"shengji-40/D-28": "twelve"})
    twelve.result("2", "3", forfeit="away", ground="迟到弃权")
    assert (_score(twelve, "2")[0], _score(twelve, "3")[0]) == (12, 0)


def test_points_of_bridge_are_added_and_what_a_forfeit_is_worth_is_for_the_event_to_say() -> None:
    play = Play("bridge", 4)
    play.result("1", "4", scores=((12.5, 7.5),))
    assert (_score(play, "1")[0], _score(play, "4")[0]) == (12.5, 7.5)
    play.result("2", "3", forfeit="home", ground="弃权")
    meeting = next(m for m in play.now().meetings() if m.home == "2")
    assert play.now().outcome(meeting).state == "open"
    play.result("2", "3", points=(0, 18))
    assert (_score(play, "2")[0], _score(play, "3")[0]) == (0, 18)


def test_penalties_and_lots_are_seen_in_the_standings() -> None:
    play = Play("guandan", 4)
    for meeting in list(play.now().meetings()):
        play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("8", "8"),)))
    assert ranks(play.now()) == [(1, "1"), (1, "2"), (1, "3"), (1, "4")]
    assert all(row.shared for row in play.now().standings())
    play.add(LotsBody(("3", "1", "4", "2")))
    assert [row.entrant for row in play.now().standings()] == ["3", "1", "4", "2"]
    play.add(AdjustBody("3", 1, second=-1, reason="贡错牌两次以上"))
    found = play.now().standings()
    assert found[-1].entrant == "3" and found[-1].by is not None and found[-1].by.key == "second"
    assert "级分38，少于" in found[-1].why


@pytest.mark.parametrize("seed", range(30))
def test_ranks_are_those_of_the_rule_function(seed: int) -> None:
    """With few levels many are equal, so that every step is used."""
    chance = random.Random(seed)
    number = chance.choice((3, 4, 5, 6))
    play = Play("guandan", number)
    matches = []
    for meeting in list(play.now().meetings()):
        if not meeting.is_known or chance.random() < 0.1:
            continue
        a, b = chance.choice(LEVELS[:3]), chance.choice(LEVELS[:3])
        play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=((a, b),)))
        apart = LEVELS.index(a) - LEVELS.index(b)
        own = 13 + apart
        matches.append(Match(str(meeting.home), str(meeting.away), own, 26 - own))
    names = [str(each) for each in range(1, number + 1)]
    expected = [(place.rank, pair) for place in ranking(names, matches) for pair in place.pairs]
    assert sorted(ranks(play.now())) == sorted(expected)


def test_what_a_team_still_needs_is_sure() -> None:
    play = Play("guandan", 4, places=1)
    play.result("1", "4", ("A", "2"))
    play.result("2", "3", ("A", "2"))
    play.result("4", "3", ("A", "2"))
    play.result("1", "2", ("A", "2"))
    needs = play.now().needs()  # one meeting left for each: 1 has 4, 2 and 4 have 2, 3 has 0
    assert needs["3"].state == "out"
    assert (needs["1"].state, needs["1"].points) == ("needs", 1)
    play.result("3", "1", ("A", "2"))
    play.result("2", "4", ("2", "A"))
    assert play.now().finished
    assert [n for n, need in play.now().needs().items() if need.state == "in"] == [
        str(play.now().standings()[0].entrant)
    ]


def test_results_stay_with_the_two_where_the_order_is_drawn_anew() -> None:
    play = Play("guandan", 6)
    play.result("1", "6", ("A", "9"))
    play.result("2", "3", ("K", "Q"))
    play.add(replace(play.now().plan, order=("4", "2", "6", "1", "5", "3"), method="rotation"))
    assert (_score(play, "1"), _score(play, "6")) == ((2, 18), (0, 8))
    assert sum(score.played for score in play.now().scores().values()) == 4


def test_where_games_are_played_to_their_end_one_side_must_be_past_the_ace() -> None:
    play = Play("guandan", 4)
    play.event = replace(play.event, format="games")
    play.result("1", "4", ("A", "9"))
    meeting = next(m for m in play.now().meetings() if m.home == "1" and m.away == "4")
    assert play.now().outcome(meeting).state == "open" and "过A" in play.now().faults[meeting.id]
    play.result("1", "4", ("A+", "9"))
    assert _score(play, "1") == (2, 19)


def test_where_no_most_is_known_the_distance_to_the_places_that_count_is_said() -> None:
    play = Play("bridge", 4, places=2)
    for (home, away), score in {("1", "4"): (18, 2), ("2", "3"): (12, 8)}.items():
        meeting = next(m for m in play.now().meetings() if {m.home, m.away} == {home, away})
        mine = score if meeting.home == home else score[::-1]
        play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), scores=(mine,)))
    found = play.now().needs()
    assert found["1"].words == "现在在前2名，得分比第3名多10"
    assert found["4"].words == "现在得分比第2名少10"


def test_a_bye_of_a_round_that_is_still_to_come_counts_in_no_standing_of_now() -> None:
    """Five pairs, so five rounds with one bye each; 2 match points and 13 level points for it."""
    play = Play("guandan", 5, bye_points=(2, 13))
    byes = {meeting.round: str(meeting.home or meeting.away) for meeting in play.now().meetings() if meeting.is_bye}
    assert sorted(byes) == [1, 2, 3, 4, 5] and sorted(byes.values()) == ["1", "2", "3", "4", "5"]

    def had() -> set[str]:
        return {row.entrant for row in play.now().standings() if row.score.byes}

    assert had() == set() and all(row.score.main == 0 for row in play.now().standings())
    for number in range(1, 6):
        for meeting in play.now().meetings():
            if meeting.round == number and not meeting.is_bye:
                play.result(str(meeting.home), str(meeting.away), ("A", "9"))
        assert had() == {byes[reached] for reached in range(1, number + 1)}
        waits = {row.entrant for row in play.now().standings() if row.score.main == 0}
        assert not waits & had()
    assert play.now().finished and had() == set(byes.values())


def test_what_somebody_still_needs_counts_the_byes_to_come() -> None:
    """Nobody is called through whom another passes by a bye."""
    play = Play("guandan", 5, bye_points=(2, 13), places=1)
    ahead = play.now().standings(ahead=True)
    assert all((row.score.byes, row.score.main, row.score.second) == (1, 2, 13) for row in ahead)
    assert all((row.score.byes, row.score.main) == (0, 0) for row in play.now().standings())


def test_what_a_meeting_gives_at_most_is_what_the_text_prints() -> None:
    """Guandan 13.3: the winner of a game has 2 match points; shengji, the table of standard scores: 20 to 0 from ten levels on."""
    assert law_of("guandan").most_of("levels") == 2
    assert law_of("shengji").most_of("standard") == 20
    assert law_of("bridge").most_of("points") is None and law_of("guandan").most_of("points") is None
