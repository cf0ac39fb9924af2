"""What a referee of a hall changes of the event's book is shown to him and to the chief as a suggestion, and taken by a tap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from app.hall.member import Membership
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.screens.book import BookPane
from app.screens.events import EventsPane
from app.screens.hall import HallPane
from app.screens.own_books import OwnBooksPane
from app.window import library
from app.window.hall_desk import Standing
from app.window.own_books import NEW
from app.window.session import Session
from app.window.state import Toast
from tests.app.screens.test_own_versions import FIRST, LATER
from tests.app.screens.window import Screen, drawn, gone_to, sitting


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def toast(session: Session) -> str:
    said: Toast = session.toast
    return said.text


def pane(session: Session, book: str = "", part: str = "") -> Screen:
    return drawn(session, OwnBooksPane, book, part)


def at_the_event(journal: Journal) -> tuple[Session, str, str]:
    """A referee at an event whose book is here, as the chief has it; the event and the book."""
    event = journal.save_event(EventBody("友谊杯", "guandan"))
    session = sitting()
    session.assignment.author = "甲"
    session.duty.attend(event, ["guandan"])
    session.own.form.type("text", FIRST)
    pane(session).tap("友谊杯")
    pane(session).tap("读一读")
    pane(session, NEW).tap("添加到手册")
    return session, event, gone_to(session).rpartition("/")[2].partition("?")[0]


def joins(session: Session, event: str, role: str = "referee") -> None:
    one = Membership("http://192.0.2.7:8610", "k3m9", event, "友谊杯", role, "甲")
    session.hall.standings = (Standing(one),)


@pytest.fixture(autouse=True)
def nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """No hall is met here."""
    monkeypatch.setattr("app.window.hall_desk.HallDesk.written", lambda _: None)


def test_a_member_suggests_and_the_chief_takes_it(journal: Journal) -> None:
    session, event, id_ = at_the_event(journal)
    joins(session, event)
    assert "裁判的改动先是建议" in drawn(session, BookPane, id_).said
    session.own.form.type("text", LATER)
    session.own.form.put("instead", id_)
    pane(session).tap("读一读")
    pane(session, NEW).tap("添加到手册")
    assert "已作为建议记下，送给裁判长定" in toast(session)
    assert session.own.books()[id_].version == 1 and session.own.draft is None
    drawn(session, BookPane, id_).tap("改规程的建议 1 条，1 条等裁判长定")
    assert gone_to(session).endswith("/own/suggestions")
    said = pane(session, "suggestions").said
    assert (
        "等裁判长定" in said
        and "每轮限时（删去）四十（加上）五十分钟" in said
        and "裁判长定了，会场同步时就知道。" in said
    )
    assert "采用" not in pane(session, "suggestions").tappable()
    assert "改规程的建议 1 条" in drawn(session, HallPane, "", "").said

    joins(session, event, "chief")  # as the chief sees it
    assert "改规程的建议 1 条，1 条等裁判长定" in drawn(session, EventsPane).said
    pane(session, "suggestions").tap("采用")
    assert toast(session) == "已采用：《友谊杯掼蛋赛竞赛规程》第 2 版。"
    book = session.own.books()[id_]
    assert (book.version, book.by, book.did) == (2, "甲", "采用甲的建议：换成新的文本")
    assert "裁判长采用了（甲）" in pane(session, "suggestions").said
    assert "都定了" in drawn(session, EventsPane).said


def test_a_decision_is_suggested_and_refused_with_a_reason(journal: Journal) -> None:
    session, event, id_ = at_the_event(journal)
    joins(session, event)
    drawn(session, BookPane, id_).tap("看来定了规则没有写死的 1 处，1 处没有确认")
    pane(session, id_, "settings").tap("40分钟")
    assert session.own.books()[id_].version == 1 and not session.own.books()[id_].decided
    said = pane(session, "suggestions").said
    assert "“每轮限时四十分钟，中间茶歇十分钟。”：现在没有定，建议确认" in said
    joins(session, event, "chief")
    (one,) = session.suggesting.of_event(session, event)
    session.own.form.type(f"why {one.id}", "照计局制")
    pane(session, "suggestions").tap("不采用")
    said = pane(session, "suggestions").said
    assert "裁判长没有采用（甲）" in said and "理由：照计局制" in said and not session.own.books()[id_].decided


def test_who_has_joined_no_hall_changes_his_books_himself(journal: Journal) -> None:
    session, _, id_ = at_the_event(journal)
    assert "现在没有建议" in pane(session, "suggestions").said
    assert session.own.withdraw(session, session.own.books()[id_])
    joins(session, "another")
    again = replace(session.own.books()[id_], version=3, withdrawn=False)
    assert session.own.put(session, again) and session.own.books()[id_].version == 3
