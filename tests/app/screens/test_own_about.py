"""What a book of one's own is called, from when it is in force and where: changed before it is kept, and afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.journal.records import EventBody
from app.screens.book import BookPane
from app.screens.own_books import OwnBooksPane
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from tests.app.screens.window import Screen, drawn, gone_to, sitting
from tests.rules_data.brought.making import GUANDAN, text_of

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


def read(session: Session, text: str) -> None:
    session.own.form.type("text", text)
    pane(session).tap("读一读")


def write(session: Session, book: str, **said: str) -> None:
    pane(session, book, "about")
    id_ = session.own.book(book).book.id  # type: ignore[union-attr]
    for name, text in said.items():
        session.own.abouts[id_].type(name, text)


def test_title_and_day_are_changed_before_the_book_is_kept_and_nothing_is_a_version_then() -> None:
    session = sitting()
    read(session, text_of(GUANDAN))
    pane(session, NEW).tap("名称、施行日期、用在哪里")
    assert gone_to(session) == "/own/new/about"
    assert "还没有这个项目的赛事" in pane(session, NEW, "about").said
    write(session, NEW, title="江城杯掼蛋赛规程", short="江城杯规程", since="2026-12-05")
    pane(session, NEW, "about").tap("存下")
    assert gone_to(session).startswith("/own/new?") and "施行日期：2026-12-05" in pane(session, NEW).said
    pane(session, NEW).tap("添加到手册")
    (one,) = session.own.books().values()
    assert (one.version, one.book.title, one.book.short) == (1, "江城杯掼蛋赛规程", "江城杯规程")
    assert "2026-12-05起施行" in drawn(session, BookPane, one.book.id).said


def kept(session: Session) -> str:
    read(session, text_of(GUANDAN))
    pane(session, NEW).tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_afterwards_each_change_is_a_version_and_says_what_was_done() -> None:
    session = sitting()
    id_ = kept(session)
    event = session.duty.journal().save_event(EventBody("江城杯", "guandan"))
    other = session.duty.journal().save_event(EventBody("桥牌赛", "bridge"))
    assert session.own.in_force("", "guandan") == {id_}
    drawn(session, BookPane, id_).tap("名称、施行日期、用在哪里")
    screen = pane(session, id_, "about")
    assert "江城杯" in screen.tappable() and "桥牌赛" not in screen.tappable()
    screen.tap("江城杯")
    pane(session, id_, "about").tap("存下")
    one = session.own.books()[id_]
    assert (one.version, one.event, one.did) == (2, event, "用于“江城杯”")
    assert session.own.in_force(event, "guandan") == {id_} and session.own.in_force(other, "guandan") == frozenset()
    pane(session, id_, "about").tap("所有赛事")
    pane(session, id_, "about").tap("存下")
    assert (session.own.books()[id_].version, session.own.books()[id_].event) == (3, "")
    pane(session, id_, "about").tap("存下")  # nothing was changed
    assert session.own.books()[id_].version == 3


@pytest.mark.parametrize(
    ("said", "fault"),
    [
        ({"title": " "}, "名称不能空着"),
        ({"since": "下个月"}, "看不懂“下个月”"),
        ({"since": "2026年13月1日"}, "看不懂"),
        ({"title": "规" * 61}, "太长了"),
    ],
)
def test_what_cannot_be_is_one_sentence_and_nothing_is_kept_or_lost(said: dict[str, str], fault: str) -> None:
    session = sitting()
    id_ = kept(session)
    write(session, id_, **said)
    pane(session, id_, "about").tap("存下")
    assert fault in pane(session, id_, "about").said
    assert session.own.books()[id_].version == 1
    assert all(session.own.abouts[id_].text(name) == text for name, text in said.items())


def test_an_empty_day_and_short_name_are_taken_from_nowhere_and_the_title() -> None:
    session = sitting()
    id_ = kept(session)
    write(session, id_, since="", short="")
    pane(session, id_, "about").tap("存下")
    book = session.own.books()[id_].book
    assert book.in_force_since is None and book.short == "江城杯掼蛋公开赛竞赛规程"


def test_a_new_text_that_says_its_day_is_in_force_from_then() -> None:
    session = sitting()
    id_ = kept(session)
    write(session, id_, since="2027年1月1日")
    pane(session, id_, "about").tap("存下")
    session.own.form.values["instead"] = id_
    read(session, text_of(GUANDAN).replace("2026年12月1日", "2026年12月3日"))
    pane(session, NEW).tap("添加到手册")
    assert session.own.books()[id_].book.in_force_since == "2026年12月3日"
    write(session, id_, since="2027年2月2日")
    pane(session, id_, "about").tap("存下")
    pane(session, id_).tap("参赛选手须穿运动鞋")
    pane(session, id_).tap("普通文字")  # of the same text: what somebody said of the day stays
    assert session.own.books()[id_].book.in_force_since == "2027年2月2日"
    assert len(session.own.books()[id_].mends) == 1
