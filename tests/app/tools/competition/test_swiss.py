"""Pairing by score: the first round, who meets whom and why, byes, late entries, withdrawals."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from app.journal.competition import ChangeBody, ResultBody
from app.tools.competition.meetings import PlanError, Points
from app.tools.competition.next_round import next_round, swapped
from app.tools.competition.swiss import Standing, pair_round
from tests.app.tools.competition.events import Play, two


def _pairs(names: list[str], met: set[frozenset[str]], byes: set[str]) -> list[frozenset[str]] | None:
    """By trying everything: the lowest who had none has the bye, then the highest meets the highest he may."""

    def rest(left: list[str]) -> list[frozenset[str]] | None:
        if not left:
            return []
        for other in left[1:]:
            if frozenset((left[0], other)) not in met:
                below = rest([each for each in left[1:] if each != other])
                if below is not None:
                    return [frozenset((left[0], other)), *below]
        return None

    for bye in [each for each in reversed(names) if each not in byes] if len(names) % 2 else [""]:
        found = rest([each for each in names if each != bye])
        if found is not None:
            return [*found, *([frozenset((bye, ""))] if bye else [])]
    return None


@pytest.mark.parametrize("seed", range(60))
def test_few_are_paired_as_trying_everything_says(seed: int) -> None:
    chance = random.Random(seed)
    names = [str(each) for each in range(chance.randint(3, 8))]
    often = chance.random()
    met = {frozenset(each) for each in combinations(names, 2) if chance.random() < often}
    byes = {each for each in names if chance.random() < 0.4}
    expected = _pairs(names, met, byes)
    standing = [Standing(each) for each in names]
    if expected is None:
        with pytest.raises(PlanError):
            pair_round(standing, met, byes)
    else:
        assert [frozenset((p.home, p.away)) for p in pair_round(standing, met, byes)] == expected


@pytest.mark.parametrize(
    ("how", "expected"),
    [("snake", {"1-6", "2-5", "3-4"}), ("halves", {"1-4", "2-5", "3-6"}), ("listed", {"1-2", "3-4", "5-6"})],
)
def test_the_first_round(how: str, expected: set[str]) -> None:
    play = Play("guandan", 6, format="swiss", rounds=3, first=how)
    body = next_round(play.now())
    assert {"-".join(sorted((p.home, p.away))) for p in body.pairings} == expected


def test_why_two_meet_is_said() -> None:
    standing = [Standing("甲", 4), Standing("乙", 4), Standing("丙", 2), Standing("丁", 2)]
    first, second = pair_round(standing, {frozenset("甲乙")}, ())
    assert {first.home, first.away} == {"甲", "丙"}
    assert "积分4对2" in first.why[0] and "甲号与乙号已相遇过" in first.why[1]
    assert {second.home, second.away} == {"乙", "丁"}


def test_who_sat_on_one_side_sits_on_the_other() -> None:
    (pairing,) = pair_round([Standing("甲", home=2), Standing("乙", away=2)], (), ())
    assert (pairing.home, pairing.away) == ("乙", "甲")


def test_the_lowest_has_the_bye_and_no_second_one() -> None:
    play = Play("guandan", 5, format="swiss", rounds=3, bye_points=(2, 13))
    byes = []
    for _ in range(3):
        play.add(next_round(play.now()))
        now = play.now()
        byes += [m.home for m in now.rounds[-1].meetings if m.is_bye]
        for meeting in now.waiting(now.rounds[-1]):
            play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("A", "2"),)))
    assert len(set(byes)) == 3
    score = play.now().scores()[str(byes[0])]
    assert score.byes == 1 and score.main >= 2


def test_a_bye_without_a_worth_is_not_paired() -> None:
    with pytest.raises(PlanError, match="轮空"):
        next_round(Play("guandan", 5, format="swiss", rounds=3).now())


def test_the_next_round_waits_for_all_results() -> None:
    play = Play("guandan", 6, format="swiss", rounds=2)
    play.add(next_round(play.now()))
    with pytest.raises(PlanError, match="还有3桌没有成绩"):
        next_round(play.now())


def test_whoever_leaves_forfeits_the_round_and_is_paired_no_more() -> None:
    play = Play("guandan", 6, format="swiss", rounds=3)
    play.add(next_round(play.now()))
    other = next(m for m in play.now().meetings() if not m.has("1"))
    play.add(ResultBody(other.id, str(other.home), str(other.away), levels=(("A", "2"),)))
    play.add(ChangeBody("1", "leave", 1))
    meeting = next(m for m in play.now().meetings() if m.has("1"))
    outcome = play.now().outcome(meeting)
    assert (outcome.away if meeting.home == "1" else outcome.home) == Points(2, 18)
    assert outcome.cites == ("guandan-2017:24.2.2",)
    for each in play.now().waiting(play.now().rounds[0]):
        play.add(ResultBody(each.id, str(each.home), str(each.away), levels=(("A", "2"),)))
    play.add(ChangeBody("9", "enter", 2))
    found = next_round(play.now())
    assert sorted(n for p in found.pairings for n in (p.home, p.away)) == ["2", "3", "4", "5", "6", "9"]


def test_whoever_leaves_before_anything_is_played_is_no_forfeit_until_the_chief_referee_says_so() -> None:
    """24.1.3 has the number made even; 24.2.2 speaks only of leaving after the start."""
    play = Play("guandan", 6, format="swiss", rounds=3)
    play.add(next_round(play.now()))
    play.add(ChangeBody("1", "leave", 1))
    meeting = next(m for m in play.now().meetings() if m.has("1"))
    outcome = play.now().outcome(meeting)
    assert (outcome.state, outcome.cites) == ("open", ("guandan-2017:24.1.3",))
    assert "补足双数" in outcome.words[0] and meeting in play.now().waiting(play.now().rounds[0])
    play.add(ChangeBody("1", "leave", 1, decided="bye"))
    assert play.now().outcome(meeting).state == "off"
    play.add(ChangeBody("1", "leave", 1, decided="wins"))
    won = play.now().outcome(meeting)
    assert (won.away if meeting.home == "1" else won.home) == Points(2, 18)


def test_what_would_follow_is_asked_anew_for_each_round_he_may_leave_from() -> None:
    """24.1.3 before the first round, 24.2.2 after the start: the same event, the same number of those who stay."""
    now = Play("guandan", 6, format="swiss", rounds=3).now()
    before, after = now.following("1", number=1), now.following("1", number=2)
    assert before is not None and after is not None
    assert (before.cites, after.cites) == (("guandan-2017:24.1.3",), ("guandan-2017:24.2.2",))


def test_more_rounds_than_there_are_opponents_are_refused() -> None:
    from app.tools.competition.planning import check

    with pytest.raises(PlanError, match="至多5轮"):
        check(Play("guandan", 6, format="swiss", rounds=6).now().plan, "guandan")


def test_tables_are_those_of_the_event() -> None:
    play = Play("guandan", 4, format="swiss", rounds=1, tables=("A1", "A2"))
    play.add(next_round(play.now()))
    meetings = play.now().rounds[0].meetings
    assert [m.table for m in meetings] == ["A1", "A2"]
    assert two((m.home, m.away) for m in meetings) == ["1-4", "3-2"]


def test_the_chief_puts_two_in_each_others_places_but_nobody_meets_twice() -> None:
    play = Play("guandan", 6, format="swiss", rounds=3, first="listed")
    play.add(next_round(play.now()))  # 1-2 3-4 5-6
    play.add(swapped(play.now(), 1, "2", "3"))
    assert {frozenset((m.home, m.away)) for m in play.now().rounds[0].meetings} == {
        frozenset("13"),
        frozenset("24"),
        frozenset("56"),
    }
    for each in play.now().waiting(play.now().rounds[0]):
        play.add(ResultBody(each.id, str(each.home), str(each.away), levels=(("A", "2"),)))
    with pytest.raises(PlanError, match="已有成绩"):
        swapped(play.now(), 1, "1", "2")
    play.add(next_round(play.now()))
    one = next(m for m in play.now().rounds[1].meetings if m.has("1"))
    with pytest.raises(PlanError, match="已相遇过"):  # 1 and 3 met in the first round
        swapped(play.now(), 2, str(one.other("1")), "3")
