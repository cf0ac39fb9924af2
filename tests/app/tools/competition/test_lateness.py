"""Being late, but not so late that it is a forfeit: entered as a record, by the text in force."""

from __future__ import annotations

import pytest

from app.journal.competition import LateBody, ResultBody, fault, written
from app.tools.competition.lateness import follows
from app.tools.competition.tables import standings_table
from rules_data.handbook import open_handbook
from tests.app.tools.competition.events import Play


@pytest.mark.parametrize(
    ("minutes", "over", "settled", "raised", "forfeit", "cite"),
    [  # supplement 1.1: within 5; 1.2: 5 to 10; 1.3: above 10; the limits themselves are open (D-10)
        (1, False, {}, "7", False, "1.1"),
        (5, False, {}, "7", False, "1.1"),
        (5, True, {}, "8", False, "1.2"),
        (10, False, {}, "8", False, "1.2"),
        (10, True, {}, None, True, "1.3"),
        (5, False, {"guandan-2017/D-10": "upper-band"}, "8", False, "1.2"),
        (10, False, {"guandan-2017/D-10": "upper-band"}, None, True, "1.3"),
        (4, False, {"guandan-2017/D-10": "upper-band"}, "7", False, "1.1"),
    ],
)
def test_guandan_with_the_supplement(
    minutes: int, over: bool, settled: dict[str, str], raised: str | None, forfeit: bool, cite: str
) -> None:
    play = Play("guandan", 4, supplement=True, settled=settled)
    body = LateBody("1", 1, minutes=minutes, over=over, included=False)
    found = follows(play.now().rules, body)
    assert (found.up, found.forfeit, found.cites[0]) == (raised is not None, forfeit, f"guandan-supplement:{cite}")
    if raised is not None:  # the opponents stood at 6
        play.add(body)
        meeting = next(m for m in play.now().rounds[0].meetings if m.has("1"))
        levels = ("9", "6") if meeting.home == "1" else ("6", "9")
        result = ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(levels,))
        assert f"9对{raised}：" in play.now().judged(meeting, result).words[0]


@pytest.mark.parametrize(
    ("minutes", "over", "forfeit", "word"),
    [(5, False, False, "不判罚"), (5, True, False, "警告"), (15, False, False, "警告"), (15, True, True, "弃权")],
)
def test_shengji_counts_what_is_more_than_the_limit(minutes: int, over: bool, forfeit: bool, word: str) -> None:
    found = follows(Play("shengji", 4).now().rules, LateBody("1", 1, minutes=minutes, over=over))
    assert found.forfeit is forfeit and word in found.words and found.cites[0] == "shengji-40:20"


def test_levels_that_do_not_have_it_in_them_are_raised_and_it_is_shown_with_its_clause() -> None:
    play = Play("guandan", 4, supplement=True)
    meeting = play.now().rounds[0].meetings[0]
    home, away = str(meeting.home), str(meeting.away)
    play.add(LateBody(home, 1, minutes=7, included=False))
    play.add(ResultBody(meeting.id, home, away, levels=(("6", "9"),)))
    now = play.now()
    outcome = now.outcome(meeting)
    assert outcome.games == ((8, 18),)  # 6 against J: five levels apart, 18 to 8 (appendix 4)
    assert "guandan-supplement:1.2" in outcome.cites
    assert any("对方自然升2级（附件一2）" in word for word in outcome.words)
    row = next(cells for cells in standings_table(now, now.standings())[1] if cells[1].startswith(home))
    assert "第1轮迟到7分钟：迟到的一方迟到5到10分钟以内，对方自然升2级（附件一2）" in row[-1]
    play.add(LateBody(home, 1, minutes=7))  # written again: the levels had it in them after all
    assert play.now().outcome(meeting).games == ((10, 16),)  # 6 against 9


def test_nobody_goes_past_the_ace_by_it() -> None:
    play = Play("guandan", 4, supplement=True)
    meeting = play.now().rounds[0].meetings[0]
    play.add(LateBody(str(meeting.away), 1, minutes=7, included=False))
    play.add(ResultBody(meeting.id, str(meeting.home), str(meeting.away), levels=(("K", "A"),)))
    assert play.now().outcome(meeting).games == ((13, 13),)  # A against A


@pytest.mark.parametrize(
    ("option", "games"),
    [("", ()), ("none", ((16, 10),)), ("each-band", ((15, 11),))],  # 9 against 6; 10 against 8
)
def test_both_late_waits_for_what_the_event_lays_down(option: str, games: tuple[tuple[int, int], ...]) -> None:
    play = Play("guandan", 4, supplement=True, settled={"guandan-2017/D-10b": option} if option else {})
    meeting = play.now().rounds[0].meetings[0]
    home, away = str(meeting.home), str(meeting.away)
    play.add(LateBody(home, 1, minutes=7, included=False), LateBody(away, 1, minutes=3, included=False))
    play.add(ResultBody(meeting.id, home, away, levels=(("9", "6"),)))
    outcome = play.now().outcome(meeting)
    assert outcome.games == games
    assert (outcome.state == "open") is (not option)


@pytest.mark.parametrize(("game", "cite"), [("bridge", "bridge-1999:90B1"), ("guandan", "guandan-2017:21")])
def test_where_the_text_leaves_the_amount_open_what_is_laid_down_counts(game: str, cite: str) -> None:
    play = Play(game, 4)
    play.add(LateBody("1", 1, minutes=3, main=-2))
    now = play.now()
    assert now.scores()["1"].main == -2 and now.scores()["1"].adjusted == -2
    ((said, cites),) = now.lateness("1")
    assert cite in cites and "-2" in said


def test_every_clause_is_in_the_books_and_a_record_that_cannot_be_is_refused() -> None:
    books = open_handbook()
    for game, supplement in (("guandan", True), ("guandan", False), ("shengji", False), ("bridge", False)):
        rules = Play(game, 4, supplement=supplement).now().rules
        for minutes in (1, 6, 11, 16):
            assert all(cite in books for cite in follows(rules, LateBody("1", 1, minutes=minutes)).cites)
    assert not fault(written(LateBody("1", 1, minutes=3)))
    assert fault(written(LateBody("1", 1, minutes=1000))) and fault(written(LateBody("1", -1, minutes=3)))
