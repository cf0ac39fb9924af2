"""What somebody reads and taps in the journal, of one record, of an event, and of a result."""

from __future__ import annotations

import re

import pytest

from app.hall.pages import board_page
from app.journal.competition import PlanBody, written
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Entrant, EventBody, Place
from app.ruling.after_ladder import Final
from app.ruling.assignment import context
from app.ruling.rulings import Rulings
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.screens.competition import CompetitionPane
from app.screens.events import EventPane, EventsPane
from app.screens.journal import JournalPane
from app.screens.record import EntryPane
from decision_trees.engine import Ruled
from tests.app.screens.window import drawn, gone_to, sitting

CANNOT = "显示不出来"
HERE = Scene(NO_EVENT, "guandan", Place("5", 2, 1, 7), ("3",))


@pytest.fixture
def slow(journal: Journal) -> str:
    """A ruling in the journal: 31 seconds for a card after the warning (22.1)."""
    facts = {"seconds": 31, "warned": True}
    walk = Rulings().begin("guandan.slow_play", facts, context(journal, HERE, ()), None, HERE)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    return save(journal, walk, Final(step, step), player="", remark="已口头警告", former=None).id


@pytest.fixture
def event(journal: Journal) -> str:
    """An event of four pairs, who all meet."""
    order = ("1", "2", "3", "4")
    names = tuple(Entrant(each, f"第{each}对") for each in order)
    made = journal.save_event(EventBody("公开赛", "guandan", ("guandan-2017",), {}, entrants=names))
    journal.save_competition(made, [written(PlanBody("round_robin", order, scoring="levels"))])
    return made


def test_an_empty_journal_says_how_it_is_filled(journal: Journal) -> None:
    said = drawn(sitting(), JournalPane).said
    assert "还没有记录" in said and "“记录”" in said and CANNOT not in said


def test_a_ruling_is_listed_with_where_against_whom_and_what(slow: str) -> None:
    session = sitting()
    screen = drawn(session, JournalPane)
    assert "未设赛事　共 1 条" in screen.texts and "出牌超时" in screen.texts
    assert any(text.startswith("5桌 第2轮 第1局 第7副 · 3号") for text in screen.texts)
    assert any("记违例一次" in text and "停止其本圈出牌权一次" in text for text in screen.texts), "22.1"
    assert CANNOT not in screen.said
    screen.tap("出牌超时")
    assert gone_to(session).endswith(slow)


def test_the_journal_opens_where_there_are_rulings(event: str, slow: str) -> None:
    """Not on 未设赛事 with nothing in it while another event has some, nor on an event at hand that has none."""
    session = sitting()
    session.duty.attend(event, ["guandan"])
    screen = drawn(session, JournalPane)
    assert "未设赛事　共 1 条" in screen.texts and "出牌超时" in screen.texts
    assert "公开赛" in screen.tappable()


def test_a_list_narrowed_to_what_has_no_penalty_leaves_a_penalty_out(slow: str) -> None:
    session = sitting()
    drawn(session, JournalPane).tap("不判罚")
    assert "出牌超时" not in drawn(session, JournalPane).texts


def test_a_record_says_what_was_ruled_on_what_and_by_which_clause(slow: str) -> None:
    screen = drawn(sitting(), EntryPane, slow)
    for text in ("违规方：3号", "何处：5桌 第2轮 第1局 第7副", "裁判：李裁判", "计入：违例1次", "备注：已口头警告"):
        assert text in screen.texts
    assert "这一手已用时间：31秒" in screen.said and "裁判员已经警告过：是" in screen.said
    printed = "警告后10秒内仍不出牌,则记违例一次及停止其本圈出牌权一次"  # 22.1, as printed
    assert printed in screen.said and CANNOT not in screen.said


def test_a_record_is_taken_back_after_it_was_asked_why_and_can_be_brought_back(journal: Journal, slow: str) -> None:
    session = sitting()
    drawn(session, EntryPane, slow).tap("撤回这条裁决")
    asked = drawn(session, EntryPane, slow)
    assert "为什么撤回（可不写）" in asked.said and {"撤回这条裁决", "取消"} <= asked.tappable().keys()
    assert journal.entry(slow).withdrawn is None, "nothing is taken back before it is confirmed"
    asked.tap("撤回这条裁决")
    assert journal.entry(slow).withdrawn is not None
    assert "恢复这条裁决" in drawn(session, EntryPane, slow).tappable()


def test_without_an_event_one_may_rule_all_the_same(journal: Journal) -> None:
    session = sitting()
    screen = drawn(session, EventsPane)
    assert "不设也能裁定和记录" in screen.said and {"设一项赛事", "记下姓名"} <= screen.tappable().keys()
    assert CANNOT not in screen.said


def test_an_event_is_attended_and_left_by_a_tap(event: str) -> None:
    session = sitting()
    drawn(session, EventsPane).tap("公开赛")
    assert session.assignment.post("guandan").event == event
    drawn(session, EventsPane).tap("不在赛事中")
    assert session.assignment.post("guandan").event == NO_EVENT


def test_an_event_is_read_with_its_entrants_and_its_books(event: str) -> None:
    screen = drawn(sitting(), EventPane, event)
    assert {"公开赛", "掼蛋补充规定(附件)", "存下并用这项赛事", "不存"} <= {*screen.texts}
    assert "共 4 对/队，按编号排；点一个可以改" in screen.texts
    assert {f"{each} 第{each}对" for each in "1234"} <= screen.tappable().keys() and CANNOT not in screen.said


def test_a_result_is_tapped_in_and_stands_in_the_round(event: str) -> None:
    session = sitting()
    assert "第1轮：2桌，还差2桌" in drawn(session, CompetitionPane, event, "rounds", None).said
    screen = drawn(session, CompetitionPane, event, "result", "1.1")
    assert "第1轮 1桌" in screen.texts and CANNOT not in screen.said
    for side, level in (("1 第1对", "K"), ("4 第4对", "9")):
        drawn(session, CompetitionPane, event, "result", "1.1").tap(side)
        drawn(session, CompetitionPane, event, "result", "1.1").tap(level)
    now = drawn(session, CompetitionPane, event, "result", "1.1")
    assert "1 第1对 K" in now.tappable() and "4 第4对 9" in now.tappable()
    now.tap("存下成绩")
    assert "第1轮：2桌，还差1桌" in drawn(session, CompetitionPane, event, "rounds", None).said


def test_rulings_of_several_games_are_told_apart(slow: str, journal: Journal) -> None:
    alone = drawn(sitting(), JournalPane)
    assert not any("掼蛋" in text and "5桌" in text for text in alone.texts), "one game needs no name"
    here = Scene(NO_EVENT, "shengji", Place("6"), ("4",))
    facts = {"action": "follow", "seconds": 15, "sanction_slow": "warning", "offender": "E"}
    walk = Rulings().begin("shengji.slow_play", facts, context(journal, here, ()), None, here)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    save(journal, walk, Final(step, step), player="", remark="", former=None)
    screen = drawn(sitting(), JournalPane)
    assert any(text.startswith("掼蛋 · 5桌") for text in screen.texts)
    assert any(text.startswith("升级 · 6桌") for text in screen.texts)


def test_a_side_that_nobody_has_numbered_is_a_side_wherever_it_is_listed(journal: Journal) -> None:
    """Under 全部赛事 too, and on the page of a hall: 6桌东西 would be things."""
    here = Scene(NO_EVENT, "shengji", Place("6"), ("6桌东西",))
    facts = {"action": "follow", "seconds": 15, "sanction_slow": "warning", "offender": "E"}
    walk = Rulings().begin("shengji.slow_play", facts, context(journal, here, ()), None, here)
    step = walk.standing.step
    assert isinstance(step, Ruled)
    entry = save(journal, walk, Final(step, step), player="", remark="", former=None).id
    session = sitting()
    session.journal_view.all_events = True
    screen = drawn(session, JournalPane)
    assert any("6桌 · 东西方" in text for text in screen.texts)
    said = f"{screen.said}{board_page('公开赛', (), (journal.entry(entry),), 0, 'zh-Hans')}"
    assert not re.search("东西(?!方)", said), re.findall(".{6}东西(?!方).{3}", said)


def test_an_event_of_one_game_turns_every_screen_to_it(event: str) -> None:
    session = sitting()
    session.duty.attend(event, ["guandan"])
    assert (session.rulings.game, session.rights_view.game, session.examining.composing.game) == ("guandan",) * 3
