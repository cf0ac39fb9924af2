"""Victory points by an event's own table: read with one sentence for each fault, and counted in results and standings.

The table is made by hand for the tests; no law text here holds one.
"""

from __future__ import annotations

import json

import pytest

from app.base.form import Form
from app.journal.competition import PlanBody, ResultBody, fault, read, written
from app.screens.competition_plan import VICTORY, with_table
from app.tools.competition import victory
from app.tools.competition.meetings import Meeting, PlanError
from app.tools.competition.planning import check
from app.tools.competition.scoring import Rules, outcome
from app.tools.competition.tables import round_table
from tests.app.tools.competition.events import Play, ranks

TEXT = "0-2 10 10\n3-8 12.5 7.5\n9 15 5\n10以上 20 0"
TABLE = ((0, 10, 10), (3, 12.5, 7.5), (9, 15, 5), (10, 20, 0))


def test_a_table_is_read_as_it_is_written_and_written_as_it_is_read() -> None:
    assert victory.read_table(TEXT) == TABLE
    assert victory.read_table("\n0~2，10，10\n\n3至8: 12.5 7.5\n9 15 5\n10+ 20 0\n") == TABLE
    assert victory.written(TABLE) == TEXT


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "VP表是空的"),
        ("1-2 10 10", "第1行“1-2 10 10”：应从0起"),
        ("0-2 10 10\n4-8 12 8\n9+ 20 0", "第2行“4-8 12 8”：应从3起，IMP差3没有写到"),
        ("0-2 10 10\n2-8 12 8\n9+ 20 0", "第2行“2-8 12 8”：应从3起，IMP差2前面已经写过"),
        ("0-2 10 10\n3-8 12\n9+ 20 0", "看不懂"),
        ("0-2 10 10\n三以上 12 8", "看不懂"),
        ("0-2 10 10\n3-8 12 8", "最后一段要写到“以上”，如 9以上 20 0"),
        ("0-2 10 10\n3+ 12 8\n9+ 20 0", "后面不能再有"),
        ("0 10 10\n1-0 12 8", "起点大于终点"),
        ("0-2 11 9\n3+ 12 8", "IMP差0是平局"),
        ("0-2 10 10\n3-8 8 12\n9+ 20 0", "IMP差3起：胜方的VP（8）少于负方（12）"),
        ("0-2 10 10\n3-8 14 6\n9+ 12 4", "IMP差9起：差得更多，胜方的VP不应更少"),
        ("0-2 10 10\n3-8 14 6\n9+ 15 7", "IMP差9起：差得更多"),
    ],
)
def test_each_fault_is_one_sentence(text: str, said: str) -> None:
    with pytest.raises(PlanError) as refused:
        victory.read_table(text)
    assert said in str(refused.value) and str(refused.value).count("。") == 1


@pytest.mark.parametrize(
    ("home", "away", "gets"),
    [(20, 20, (10, 10)), (22, 20, (10, 10)), (23, 20, (12.5, 7.5)), (20, 28, (7.5, 12.5)), (29, 20, (15, 5)),
     (20, 30, (0, 20)), (90, 0, (20, 0))],
)  # fmt: skip
def test_imps_become_victory_points(home: int, away: int, gets: tuple[float, float]) -> None:
    plan = PlanBody("round_robin", ("1", "2"), victory=TABLE)
    found = outcome(Rules("bridge", plan), MEETING, ResultBody("m", "1", "2", scores=((home, away),)))
    assert found.home is not None and found.away is not None
    assert (found.home.main, found.away.main) == gets
    assert found.words == (f"IMP {home}:{away}，差{abs(home - away)}，VP {gets[0]:g}:{gets[1]:g}",)
    assert found.winner == ("home" if home > away else "away" if away > home else "")


MEETING = Meeting("m", 1, "1", "2")


def test_without_a_table_points_count_as_they_are_written() -> None:
    rules = Rules("bridge", PlanBody("round_robin", ("1", "2")))
    found = outcome(rules, MEETING, ResultBody("m", "1", "2", scores=((23, 20),)))
    assert found.home is not None and (found.home.main, found.words, rules.main) == (23, ("23:20",), "得分")


def test_standings_count_victory_points() -> None:
    """Of three: 1 beats 2 by 3 IMPs (12.5:7.5), 3 beats 1 by 9 (15:5), 2 and 3 are 2 apart (10:10): 3 has 25, 1 and 2 17.5."""
    play = Play("bridge", 3, victory=TABLE, places=1)
    for home, away, imps in (("1", "2", (23, 20)), ("1", "3", (20, 29)), ("2", "3", (12, 10))):
        play.result(home, away, scores=(imps,))
    now = play.now()
    assert {row.entrant: row.score.main for row in now.standings()} == {"3": 25, "1": 17.5, "2": 17.5}
    assert ranks(now)[0] == (1, "3")
    assert now.rules.main == "VP"
    rows = [" ".join(row) for round_ in now.rounds for row in round_table(now, round_)[1]]
    assert any("20:29（VP 5:15）" in row or "29:20（VP 15:5）" in row for row in rows), rows


def test_what_is_still_needed_knows_how_much_a_match_gives_at_most() -> None:
    """After 3 beat 1 by 9 (15:5), with two matches left, 3 is not sure of the first place: 1 may come to 25, 2 to 40."""
    play = Play("bridge", 3, victory=TABLE, places=1)
    play.result("1", "3", scores=((20, 29),))
    needs = play.now().needs()
    assert {needs[each].state for each in "123"} <= {"needs", "open"}
    play.result("2", "3", scores=((0, 30),))  # 3 has 35; 1 can come to 25, 2 to 20
    needs = play.now().needs()
    assert (needs["3"].state, needs["1"].state, needs["2"].state) == ("in", "out", "out")


def test_a_knockout_counts_imps() -> None:
    play = Play("bridge", 2, format="single", victory=TABLE)
    play.result("1", "2", scores=((31, 30),))
    meeting = next(iter(play.now().meetings()))
    found = play.now().outcome(meeting)
    assert found.winner == ("home" if meeting.home == "1" else "away") and "VP" not in "".join(found.words)


def test_a_table_goes_through_the_journal() -> None:
    plan = PlanBody("round_robin", ("1", "2"), victory=TABLE)
    plain = json.loads(json.dumps(written(plan)))
    assert fault(plain) == "" and read(plain) == plan
    assert "victory" not in written(PlanBody("round_robin", ("1", "2"))), "what was not said is not written"
    assert fault({**plain, "victory": [[0, 10]]})


def test_where_only_wins_count_there_is_no_table() -> None:
    with pytest.raises(PlanError, match="VP表用在录IMP的比赛里"):
        check(PlanBody("round_robin", ("1", "2"), scoring="winner", victory=TABLE), "bridge")


def test_the_form_keeps_drops_and_refuses_a_table() -> None:
    plan = PlanBody("round_robin", ("1", "2"), victory=TABLE)
    assert with_table(plan, Form()) == plan
    assert with_table(plan, Form({VICTORY: "0 10 10\n1以上 20 0"})).victory == ((0, 10, 10), (1, 20, 0))
    assert with_table(plan, Form({VICTORY: " "})).victory == ()
    with pytest.raises(PlanError, match="应从0起"):
        with_table(plan, Form({VICTORY: "1以上 20 0"}))
