"""The second violation of a pair rests on the first: what a referee reads and taps when the first is taken back (16.3.1)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from app.journal.competition import PlanBody, written
from app.journal.entries import Entry
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Entrant, EventBody, Place
from app.ruling.counts_now import brought_by, counted_on
from app.ruling.deal_sheet import lying
from app.ruling.scene import Scene
from app.screens.competition import CompetitionPane
from app.screens.journal import JournalPane
from app.screens.record import EntryPane
from app.screens.recording import record
from app.screens.ruling import Walking
from app.window.preferences import DEALS
from app.window.session import Session
from decision_trees.engine import Ruled
from tests.app.screens.window import drawn, gone_to, sitting

PLACE = Place("71", 1, 1, 2)
LATE = {"seconds": 31, "warned": True}


def too_slow(session: Session, journal: Journal, pair: str = "71-NS", event: str = NO_EVENT) -> Entry:
    scene = Scene(event, "guandan", PLACE if event == NO_EVENT else Place("1", 1, 1, 2), (pair,))
    walk = session.rulings.begin("guandan.slow_play", LATE, session.desk.context(scene, None), None, scene)
    session.table.keep_deal(walk)
    assert record(session, walk), walk.form.fault
    return journal.entry(walk.record or "")


@pytest.fixture
def two(journal: Journal) -> tuple[Session, Entry, Entry]:
    session = sitting()
    return session, too_slow(session, journal), too_slow(session, journal)


def test_what_it_would_change_is_said_before_it_is_taken_back(two: tuple[Session, Entry, Entry]) -> None:
    session, first, second = two
    session.journal_view.ask("withdraw", first.id)
    said = drawn(session, EntryPane, first.id).said
    assert "按本轮第2次违例判的；撤回以后这是第1次" in said
    session.journal_view.ask("wrong", second.id)
    assert "它累计来的“第几次违例（记违例的次数）”一并撤回。" in drawn(session, EntryPane, second.id).said
    session.journal_view.ask("")


def test_the_second_is_marked_and_ruled_again_as_the_first(two: tuple[Session, Entry, Entry], journal: Journal) -> None:
    session, first, second = two
    session.journal_view.ask("withdraw", first.id)
    drawn(session, EntryPane, first.id).tap("撤回这条裁决")
    assert session.toast.text == "已存入日志；有1条裁决因此要重看，见下面"
    assert drawn(session, JournalPane).said.count("要重看") == 2, "the violation, and the foul that it brought"
    screen = drawn(session, EntryPane, first.id)
    assert "撤回以后会变的裁决" in screen.said and "按本轮第2次违例判的；现在这是第1次" in screen.said
    screen = drawn(session, EntryPane, second.id)
    assert "它数进去的" in screen.said and "按本轮第2次违例判的；现在这是第1次" in screen.said
    screen.tap("按凭据重走一遍")
    assert "重走用的是当时的次数；现在的次数不同，见上面" in drawn(session, EntryPane, second.id).said
    drawn(session, EntryPane, second.id).tap("照现在的次数重判")
    walk = next(each for each in session.rulings.walks.values() if each.record == second.id)
    assert record(session, walk), walk.form.fault
    anew = journal.entry(walk.record or "")
    assert anew.id != second.id and journal.entry(second.id).withdrawn is not None
    assert brought_by(journal, anew) == [] and counted_on(journal, anew) == []
    assert [each["kind"] for each in journal.history(NO_EVENT, "guandan", pair="71-NS")] == ["violation"]


def test_it_is_kept_by_one_tap_that_is_on_record(two: tuple[Session, Entry, Entry], journal: Journal) -> None:
    session, first, second = two
    session.journal_view.ask("withdraw", first.id)
    drawn(session, EntryPane, first.id).tap("撤回这条裁决")
    assert "要重看" in drawn(session, JournalPane).said
    drawn(session, EntryPane, second.id).tap("维持原裁定")
    assert "要重看" not in drawn(session, JournalPane).said
    assert "已记明：维持原裁定" in drawn(session, EntryPane, second.id).said
    (note,) = journal.entry(second.id).notes
    assert "维持原裁定" in note.text and "它数进去的" in note.text


def test_the_foul_goes_to_the_right_pair_with_its_violation(
    two: tuple[Session, Entry, Entry], journal: Journal
) -> None:
    session, _, second = two
    (foul,) = brought_by(journal, second)
    session.table.correct(second, PLACE, ("71-EW",), {}, "")
    assert journal.entry(foul.id).body.offenders == ("71-EW",)
    (mark,) = counted_on(journal, journal.entry(second.id))
    assert mark.why == "按本轮第2次违例判的；现在这是第1次"
    assert "这条裁决更正过，次数跟着变了" in drawn(session, EntryPane, second.id).said


def test_whose_count_a_correction_changes_is_said_before_it_is_written(
    two: tuple[Session, Entry, Entry], journal: Journal
) -> None:
    session, first, _ = two
    drawn(session, EntryPane, first.id).tap("更正桌号、对号、备注")
    session.journal_view.placing.put("pairs", ("71-EW",))
    said = drawn(session, EntryPane, first.id).said
    assert "71-NS：本轮违例 2 次、本局犯规 1 次 → 本轮违例 1 次、本局犯规 1 次" in said
    assert "71-EW：没有累计 → 本轮违例 1 次" in said
    assert "要重看。按本轮第2次违例判的；现在这是第1次" in said
    drawn(session, EntryPane, first.id).tap("取消")
    assert journal.entry(first.id).corrections == ()
    session.journal_view.ask("withdraw", first.id)
    said = drawn(session, EntryPane, first.id).said
    assert "撤回以后，第1轮 第1局 第2副 71-NS：本轮违例 2 次" in said


def test_what_the_journal_counts_is_not_asked_for_to_work_out_more(two: tuple[Session, Entry, Entry]) -> None:
    session, *_ = two
    counted = "本轮在这一桌已记违例"

    def offered(*offenders: str, **facts: object) -> list[str]:
        scene = Scene(NO_EVENT, "guandan", PLACE, offenders)
        walk = session.rulings.begin(
            "guandan.slow_play", {**LATE, **facts}, session.desk.context(scene, None), None, scene
        )
        assert isinstance(walk.standing.step, Ruled)
        return [each for each in drawn(session, Walking, walk, True).tappable() if each.startswith("填上")]

    assert not any(counted in each for each in offered("71-NS")), "it says itself that this is the third"
    (said,) = [each for each in offered(offender="S") if counted in each]
    assert "南北方" in said and "东西方" not in said, "South's own number may be said where the journal counts nobody"


def test_the_count_of_the_table_goes_with_that_of_the_journal(journal: Journal) -> None:
    """At one table, in the same deal: the second stops play (16.3.1); as the first it does not, and nothing says that it would."""
    session = sitting()

    def slow() -> Entry:
        scene = Scene(NO_EVENT, "guandan", PLACE, ("71-NS",))
        scene = replace(scene, sheet=lying(session.preferences.kept(DEALS), scene))
        walk = session.rulings.begin(
            "guandan.slow_play", {**LATE, "offender": "S"}, session.desk.context(scene, None), None, scene
        )
        session.table.keep_deal(walk)
        assert record(session, walk), walk.form.fault
        return journal.entry(walk.record or "")

    first, second = slow(), slow()
    assert "各家先停着" in second.body.ruling and counted_on(journal, second) == []
    session.journal_view.ask("withdraw", first.id)
    drawn(session, EntryPane, first.id).tap("撤回这条裁决")
    marks = counted_on(journal, journal.entry(second.id))
    assert [mark.why for mark in marks] == ["按本轮第2次违例判的；现在这是第1次"]
    assert drawn(session, EntryPane, second.id).said.count("维持原裁定") == 1, "one cause is said once, by its count"
    assert "第2次违例" not in marks[0].now.partition("不再有")[0] and "停止其本圈出牌权一次" in marks[0].now


def test_one_to_be_looked_at_again_says_so_at_the_result_it_might_decide(journal: Journal) -> None:
    """The foul of the second violation (16.3.1) rests on the first; taken back, it is no ground for a result."""
    order = ("1", "2", "3", "4")
    event = journal.save_event(EventBody("公开赛", "guandan", entrants=tuple(Entrant(n, f"第{n}对") for n in order)))
    journal.save_competition(event, [written(PlanBody("round_robin", order, scoring="levels"))])
    session = sitting()
    first, second = (too_slow(session, journal, "4", event) for _ in range(2))
    said = drawn(session, CompetitionPane, event, "result", "1.1").said
    assert "日志：4号 出牌超时，" in said and "要重看" not in said
    journal.withdraw(first.id, "看错了")
    session = sitting()
    screen = drawn(session, CompetitionPane, event, "result", "1.1")
    assert "日志：4号 出牌超时（要重看），" in screen.said
    screen.tap("要重看：出牌超时")
    assert gone_to(session).endswith(second.id)
