"""What a regulation settles: proposed with its sentence, confirmed by a tap, ruled by, in the receipt, taken back."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from app.base.opened import trees
from app.brought.in_receipt import OWN, own_lines
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.screens.clocks import ClocksPane
from app.screens.outcome import outcome_parts
from app.screens.own_books import OwnBooksPane
from app.tools import clocks
from app.tools.competition.reading import competition_of
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from decision_trees.engine import Ruled, Undecided
from rules_data.brought.settling import choices
from tests.app.screens.window import Screen, drawn, gone_to, shown, sitting
from tests.rules_data.brought.making import BRIDGE, GUANDAN, SHENGJI, text_of

D40 = "guandan-2017/D-40"
SENTENCE = "淘汰赛打成平级的，加打一副，以该副胜方为本轮胜方。"

pytestmark = pytest.mark.usefixtures("journal")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def pane(session: Session, book: str = "", part: str = "") -> Screen:
    return drawn(session, OwnBooksPane, book, part)


def brought(session: Session, text: str) -> str:
    session.own.form.type("text", text)
    pane(session).tap("读一读")
    pane(session, NEW).tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def confirm(session: Session, id_: str, point: str, option: str) -> None:
    """Confirm one proposal as the tap does."""
    book = session.own.books()[id_]
    base = session.handbook.books[book.base or ""]
    choice = next(each for each in choices(book.book, base) if each.question == point)
    session.own.settle(session, book, choice, option, "确认")


def knocked_out(session: Session) -> Ruled | Undecided:
    walk = session.desk.begin("guandan.equal_levels")
    assert walk.answer("system", "knockout"), walk.fault
    return cast("Ruled | Undecided", walk.standing.step)


def test_a_setting_is_confirmed_by_a_tap_ruled_by_and_taken_back() -> None:
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    assert isinstance(knocked_out(session), Undecided)  # the text has no default: nobody has decided
    screen = pane(session, id_, "settings")
    assert SENTENCE in screen.said and "第五条四" in screen.said and "还没有确认，没有生效" in screen.said
    screen.tap("加打一副 看来是这样")
    step = knocked_out(session)
    assert isinstance(step, Ruled) and step.outcome_id == "extra_knockout"
    assert session.own.settings("", "guandan").by_point[D40].sentence == SENTENCE
    pane(session, id_, "settings").tap("加打一副 看来是这样")
    assert isinstance(knocked_out(session), Undecided)


def test_the_ruling_says_by_which_words_and_the_receipt_keeps_them() -> None:
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    confirm(session, id_, D40, "extra-deal")
    walk = session.desk.begin("guandan.equal_levels")
    walk.answer("system", "knockout")
    step = walk.standing.step
    assert isinstance(step, Ruled)
    said = shown(session, lambda: list(outcome_parts(session, walk, step))).said
    assert "照本赛事的规定" in said and f"照《江城杯掼蛋公开赛竞赛规程》第五条四：“{SENTENCE}”" in said
    (one,) = session.own.in_receipt(session, walk.scene.event, "guandan", step.cites, step)
    assert (one["book"], one["version"]) == (id_, 2)
    (line,) = own_lines({OWN: [one]})
    assert line.startswith("《2026年江城杯掼蛋公开赛竞赛规程》第 2 版第五条四定了“淘汰赛打成平级") and SENTENCE in line
    other = session.desk.begin("guandan.equal_levels")
    other.answer("system", "robin")
    assert isinstance(other.standing.step, Ruled)  # it does not come to the question: the book is not named
    assert session.own.in_receipt(session, "", "guandan", other.standing.step.cites, other.standing.step) == []


def test_a_number_left_to_the_organiser_is_known_to_the_ruling() -> None:
    session = sitting()
    text = text_of(BRIDGE) + "5.4 申诉须在正式分数公布后20分钟内提出。\n"
    id_ = brought(session, text)
    confirm(session, id_, "bridge-1999#organizer_minutes", "20")
    walk = session.desk.begin("bridge.appeal")
    assert walk.context.facts["organizer_minutes"] == 20
    assert walk.answer("official_score_time", "16:00") and walk.answer("appeal_time", "16:25")
    known = walk.standing.known("within_organiser_limit")
    assert known is not None and known.value is False  # law 92B: later than 20 minutes, though within 30
    assert [setting.option for _, setting in session.own.used(session, "", "bridge", walk.standing.step)] == ["20"]


def test_the_clock_of_a_round_runs_as_long_as_the_regulation_says() -> None:
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    confirm(session, id_, "guandan-2017#guandan.round", "50")
    drawn(session, ClocksPane).tap("本 轮 时 间")
    (running,) = session.clocks.running
    assert running.minutes == 50
    reading = clocks.read(trees().clocks["guandan.round"], running, time.time())
    assert reading.shown.startswith(("50:", "49:"))


def test_what_the_event_says_itself_goes_before_its_books() -> None:
    session = sitting()
    event = session.duty.journal().save_event(EventBody("公开赛", "guandan", ("guandan-2017",), {D40: "regulations"}))
    id_ = brought(session, text_of(GUANDAN))
    confirm(session, id_, D40, "extra-deal")
    session.duty.attend(event, ["guandan"])
    step = knocked_out(session)
    assert isinstance(step, Ruled) and step.outcome_id == "by_regulations"
    assert session.own.used(session, event, "guandan", step) == ()
    assert "赛事设置里另定为“照比赛规程”，以赛事设置为准" in pane(session, id_, "settings").said


def test_a_book_of_another_event_settles_nothing_here() -> None:
    session = sitting()
    journal = session.duty.journal()
    one = journal.save_event(EventBody("甲赛", "guandan", ("guandan-2017",)))
    other = journal.save_event(EventBody("乙赛", "guandan", ("guandan-2017",)))
    session.duty.attend(one, ["guandan"])
    session.own.form.put("event", one)
    id_ = brought(session, text_of(GUANDAN))
    assert session.own.books()[id_].event == one
    confirm(session, id_, D40, "extra-deal")
    assert isinstance(knocked_out(session), Ruled)
    session.duty.attend(other, ["guandan"])
    assert isinstance(knocked_out(session), Undecided)


def test_two_books_that_differ_settle_nothing_and_say_so() -> None:
    session = sitting()
    first = brought(session, text_of(GUANDAN))
    confirm(session, first, D40, "extra-deal")
    other = brought(session, "友谊杯掼蛋赛规程\n第一条 本规程用于友谊杯。\n第二条 淘汰赛打成平级的，抽签决定胜者。\n")
    confirm(session, other, D40, "regulations")
    assert isinstance(knocked_out(session), Undecided)
    assert "两处都没有采用，请收回一处" in pane(session, other, "settings").said
    session.own.withdraw(session, session.own.books()[other])
    assert isinstance(knocked_out(session), Ruled)


def test_the_competition_goes_by_it_too(journal: Journal) -> None:
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    book = session.duty.journal()
    book.beside = lambda event, game: library.own_books().settings(event, game).questions()
    event = book.save_event(EventBody("公开赛", "guandan", ("guandan-2017",)))
    assert competition_of(book, event)[1] is None  # no plan: nothing to settle
    confirm(session, id_, D40, "extra-deal")
    assert book.beside(event, "guandan") == {D40: "extra-deal"} and book.beside(event, "bridge") == {}


def test_a_text_without_such_words_offers_nothing() -> None:
    session = sitting()
    id_ = brought(session, "周五打牌约定\n第一条 带水杯，升级用两副牌。\n第二条 升级打完关灯。\n")
    assert "看来定了" not in pane(session, id_).said
    assert "没有看出" in pane(session, id_, "settings").said


def test_what_was_not_meant_is_refused_and_not_asked_again() -> None:
    session = sitting()
    id_ = brought(session, text_of(SHENGJI))
    assert "看来定了规则没有写死的" in pane(session, id_).said
    before = pane(session, id_, "settings").said.count("还没有确认，没有生效")
    pane(session, id_, "settings").tap("这句没有定这一点")
    assert pane(session, id_, "settings").said.count("还没有确认，没有生效") == before - 1
    assert session.own.settings("", "shengji").by_point == {}
