"""A clause of an event's regulations is ruled by itself: chosen on its page, counted as it says, its penalty on the record."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO
from pathlib import Path

import pytest
from pypdf import PdfReader

from app.base.opened import trees
from app.brought.in_receipt import own_lines
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, EventBody, Place
from app.papers.ruling_form import ruling_form
from app.papers.spreadsheet import as_csv
from app.ruling.assignment import history_of
from app.ruling.by_clause import reach_of
from app.ruling.scene import Scene
from app.screens.book import BookPane
from app.screens.by_hand import ByHandPane
from app.screens.clause import ClausePane
from app.screens.journal import JournalPane
from app.screens.own_books import OwnBooksPane
from app.screens.record import EntryPane
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from decision_trees.engine import Ruled
from tests.app.screens.window import Screen, drawn, gone_to, sitting
from tests.rules_data.brought.making import BRIDGE, GUANDAN, SHENGJI, text_of

PAIR = "3桌南北"
PHONE = "第一次给予警告，第二次记违例一次。"  # of article 11 of the guandan regulation


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def brought(session: Session, name: str) -> str:
    session.own.form.type("text", text_of(name))
    drawn(session, OwnBooksPane, "", "").tap("读一读")
    drawn(session, OwnBooksPane, NEW, "").tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def form_of(session: Session, book: str, number: str, pair: str = PAIR) -> Screen:
    """The form of a ruling by a clause, begun on its page, with the place filled in."""
    drawn(session, ClausePane, f"{book}:{number}").tap("照本条记一次裁决")
    form = session.own.rulings[book]
    assert form.text("cite") == f"{book}:{number}"
    form.put("table", "3")
    form.put("round", 1)
    form.put("pairs", (pair,))
    return pane(session, book)


def pane(session: Session, book: str) -> Screen:
    return drawn(session, ByHandPane, session.own.books()[book])


def kept(session: Session, book: str) -> str:
    """Keep what is on the form; the record."""
    pane(session, book).tap("存入日志")
    assert book not in session.own.rulings, session.own.rulings[book].fault
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_the_first_and_the_second_time_come_to_what_the_clause_says(journal: Journal) -> None:
    session = sitting()
    book = brought(session, GUANDAN)
    screen = form_of(session, book, "11")
    assert "这是这一方全赛第 1 次照这一条记：给予警告。" in screen.said
    screen.tap("照条文写：给予警告。")
    pane(session, book).tap("记警告（本条写到）")
    first = journal.entry(kept(session, book))
    assert first.body.ruling == "给予警告。" and dict(first.body.counts) == {f"{book}:11": 1, "warning": 1}
    assert first.body.title == "《江城杯掼蛋公开赛竞赛规程》第十一条 手机" and first.body.cites == (f"{book}:11",)
    screen = form_of(session, book, "11")
    assert "这是这一方全赛第 2 次照这一条记：记违例一次。" in screen.said
    screen.tap("照条文写：记违例一次。")
    pane(session, book).tap("记违例（本条写到）")
    assert "这是这一方本轮第 1 次违例" in pane(session, book).said
    second = kept(session, book)
    said = drawn(session, EntryPane, second).said
    assert "照本条记1次" in said and "违例1次" in said and "记违例一次。" in said and "按凭据重走" not in said
    assert PHONE in said  # the words of the clause, out of the receipt
    screen = form_of(session, book, "11")
    assert "第 3 次照这一条记。条文写到第 2 次，这一次怎样没有写。" in screen.said


def test_the_trees_of_the_game_count_what_a_clause_put_down(journal: Journal) -> None:
    session = sitting()
    book = brought(session, GUANDAN)
    form_of(session, book, "11")
    pane(session, book).tap("记违例（本条写到）")
    session.own.rulings[book].type("ruling", "记违例一次。")
    kept(session, book)
    scene = Scene(NO_EVENT, "guandan", Place("3", 1), (PAIR,))
    assert [r["kind"] for r in history_of(journal, scene) or ()] == [
        "violation"
    ]  # the clause itself is no kind of the ladder
    assert "照这一条记" in form_of(session, book, "11").said
    pane(session, book).tap("记违例（本条写到）")
    # 16.3.1: 每局或每轮比赛中，违例两次记犯规一次
    assert re.search("这是这一方本轮第 2 次违例：.*犯规", pane(session, book).said)
    walk = session.desk.begin("guandan.slow_play")
    assert walk.standing.step is not None and not isinstance(
        walk.standing.step, Ruled
    )  # rulings by trees go on as ever


def test_another_pair_and_what_was_withdrawn_do_not_count(journal: Journal) -> None:
    session = sitting()
    book = brought(session, SHENGJI)
    screen = form_of(session, book, "6")
    assert "第 1 次照这一条记：提醒。" in screen.said
    screen.tap("照条文写：提醒。")
    first = kept(session, book)
    assert "第 1 次" in form_of(session, book, "6", "3桌东西").said
    assert "第 2 次照这一条记：罚20分。" in form_of(session, book, "6").said
    journal.withdraw(first, "记错了")
    assert "第 1 次照这一条记：提醒。" in pane(session, book).said


def test_a_clause_that_does_not_count_is_ruled_by_with_its_words(journal: Journal) -> None:
    session = sitting()
    book = brought(session, BRIDGE)
    screen = form_of(session, book, "3.3", "3桌南北方")
    assert "照本条累计" in screen.said and "次照这一条记" not in screen.said
    screen.tap("照条文写：双方都有责任的，各罚一半。")
    record = journal.entry(kept(session, book))
    assert record.body.counts == () and record.body.game == "bridge" and record.body.tree == "bridge.by_hand"
    assert "双方都有责任的，各罚一半。" in drawn(session, EntryPane, record.id).said
    assert "《" in drawn(session, JournalPane).said
    # counted only where the referee says so
    screen = form_of(session, book, "2.4", "3桌南北方")
    screen.tap("照本条累计")
    assert "这是这一方全赛第 1 次照这一条记。" in pane(session, book).said


@pytest.mark.parametrize(
    ("words", "within"),
    [("同一局中再犯的", "game"), ("每轮累计两次的", "round"), ("一副牌中", "deal"), ("第一次警告", "event")],
)
def test_within_what_a_clause_counts_is_proposed_by_its_words(words: str, within: str) -> None:
    from tests.rules_data.brought.making import brought as made

    book = made(GUANDAN, f"某杯掼蛋赛规程\n第一条 {words}，罚2分。\n第二条 其余照旧。\n").book
    clause = next(p for p in book.walk() if p.number == "1")
    assert reach_of(clause) == within


def test_what_it_lacks_is_said_before_it_is_kept(journal: Journal) -> None:
    session = sitting()
    book = brought(session, GUANDAN)
    drawn(session, ClausePane, f"{book}:11").tap("照本条记一次裁决")
    form = session.own.rulings[book]
    form.type("ruling", "警告。")
    pane(session, book).tap("存入日志")
    assert form.fault == "要累计次数，请选违规方。"
    form.put("pairs", (PAIR,))
    form.put("round", None)
    pane(session, book).tap("存入日志")
    assert form.fault == "要累计次数，请填第几轮。"
    pane(session, book).tap("记违例（本条写到）")
    pane(session, book).tap("本局累计")
    pane(session, book).tap("存入日志")
    assert form.fault == "要累计次数，请填第几轮、第几局。"
    assert journal.entries() == []


def test_only_where_the_book_is_in_force(journal: Journal) -> None:
    session = sitting()
    event = journal.save_event(EventBody("友谊赛", "guandan"))
    session.own.form.put("event", event)
    book = brought(session, GUANDAN)
    assert "照本条记一次裁决" not in drawn(session, ClausePane, f"{book}:11").said  # this event is not at hand
    assert "照条文记一次裁决" not in drawn(session, BookPane, book).said
    session.assignment.attend(event, ["guandan"])
    assert "照本条记一次裁决" in drawn(session, ClausePane, f"{book}:11").said
    drawn(session, BookPane, book).tap("照条文记一次裁决")
    assert "找一条：写条号或里面的字" in pane(session, book).said
    session.own.withdraw(session, session.own.books()[book])
    assert "照本条记一次裁决" not in drawn(session, ClausePane, f"{book}:11").said


def test_papers_and_tables_say_the_clause_and_its_words(journal: Journal) -> None:
    session = sitting()
    book = brought(session, GUANDAN)
    form_of(session, book, "11").tap("照条文写：给予警告。")
    entry = journal.entry(kept(session, book))
    receipt = journal.receipt(entry.id) or {}
    assert any(PHONE[:-1] in line for line in own_lines(receipt))
    for handbook in (session.handbook, library.handbook()):  # with the book, and on a device without it
        content = ruling_form(entry, journal.event(NO_EVENT), handbook, receipt=receipt, library=trees())
        text = "".join(page.extract_text() for page in PdfReader(BytesIO(content)).pages)
        assert "给予警告" in text and "第十一条" in text.replace(" ", "")
        assert "第十一条 手机" in as_csv([entry], lambda id_: journal.event(id_).body, handbook).decode("utf-8-sig")
