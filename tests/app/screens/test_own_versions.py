"""Two versions of a book of one's own beside each other: a new text brought in the app, what became of each clause, by word."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.screens.book import BookPane
from app.screens.clause import ClausePane
from app.screens.own_books import OwnBooksPane
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from rules_data.brought.amending import proposals
from tests.app.screens.window import Screen, drawn, gone_to, sitting
from tests.rules_data.brought.making import GUANDAN, text_of

FIRST = """友谊杯掼蛋赛竞赛规程
第一条 总则
比赛自2026年12月1日起执行本规程。
第二条 时间
每轮限时四十分钟，中间茶歇十分钟。
第三条 着装
参赛选手须穿运动鞋，佩戴参赛证。
第四条 奖品
前八名发给奖品，其余各队发给纪念品。
"""
LATER = """友谊杯掼蛋赛竞赛规程
第一条 总则
比赛自2026年12月1日起执行本规程。
第二条 时间
每轮限时五十分钟，中间茶歇十分钟。
第三条 手机
手机一律关闭，放在桌边的袋子里。
第四条 着装
参赛选手须穿运动鞋，佩戴参赛证。
"""

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


def brought(session: Session, text: str, instead: str = "") -> str:
    session.own.form.type("text", text)
    screen = pane(session)
    if instead:
        screen.tap(instead)
    pane(session).tap("读一读")
    pane(session, NEW).tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_a_new_text_of_a_book_is_brought_and_both_stand_beside_each_other() -> None:
    session = sitting()
    id_ = brought(session, FIRST)
    assert "只有这一版" in pane(session, id_, "versions").said
    assert brought(session, LATER, "友谊杯掼蛋赛竞赛规程") == id_
    book = session.own.books()[id_]
    assert (book.version, book.did) == (2, "换成新的文本") and len(session.own.books()) == 1
    drawn(session, BookPane, id_).tap("版本：共 2 版，逐条比较")
    assert gone_to(session).endswith(f"/own/{id_}/versions")
    said = pane(session, id_, "versions").said
    assert "4 处不同：改 1、移 1、加 1、删 1" in said  # 时间, 着装, 手机, 奖品; the first article is the same
    assert "每轮限时（删去）四十（加上）五十分钟，中间茶歇十分钟。" in said  # by word, said to a screen reader
    assert "第三条→第四条" in said and "手机一律关闭" in said and "前八名发给奖品" in said
    assert "第 2 版" in said and "换成新的文本" in said and "比赛自2026年12月1日起" not in said


def test_any_two_versions_can_be_chosen_the_older_is_always_the_first() -> None:
    session = sitting()
    id_ = brought(session, FIRST)
    brought(session, LATER, "友谊杯掼蛋赛竞赛规程")
    session.own.withdraw(session, session.own.books()[id_])
    said = pane(session, id_, "versions").said
    assert "两版的条文逐字相同" in said and "撤下" in said  # 2 and 3
    pane(session, id_, "versions").tap("第 1 版")
    said = pane(session, id_, "versions").said
    assert "（删去）四十（加上）五十" in said and "换成新的文本" in said and "撤下" in said  # 1 and 3
    session.own.form.put(f"version_new {id_}", 1)
    session.own.form.put(f"version_old {id_}", 2)
    assert "（删去）四十（加上）五十" in pane(session, id_, "versions").said  # never the new one as what was before


def test_the_same_text_again_is_no_version() -> None:
    session = sitting()
    id_ = brought(session, FIRST)
    session.own.form.type("text", FIRST)
    session.own.form.put("instead", id_)
    assert not session.own.read(session)
    assert session.own.form.fault == "《友谊杯掼蛋赛竞赛规程》现在就是这份文本，没有改动。"
    assert session.own.books()[id_].version == 1


def test_what_was_chosen_for_one_book_is_not_chosen_for_another() -> None:
    session = sitting()
    id_ = brought(session, FIRST)
    brought(session, LATER, "友谊杯掼蛋赛竞赛规程")
    session.own.form.put(f"version_new {id_}", 1)
    other = brought(session, FIRST.replace("友谊杯", "迎春杯"))
    session.own.withdraw(session, session.own.books()[other])
    assert "第 1 版以后" in pane(session, other, "versions").said


def test_the_page_of_the_words_in_force_shows_what_the_event_changes_with_its_source() -> None:
    """第六条 of the regulation says 第十二条第二款 otherwise; it is shown once that is confirmed, and nothing before."""
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    law = session.handbook.books["guandan-2017"]
    assert "现行文字" not in drawn(session, BookPane, law.id).said
    assert "照印本适用" in drawn(session, OwnBooksPane, law.id, "current").said
    book = session.own.books()[id_]
    proposal = next(each for each in proposals(book.book, law) if each.by == f"{id_}:6")
    session.own.decide(session, book, proposal, True)
    drawn(session, BookPane, law.id).tap("现行文字：本赛事改动的 1 条")
    assert gone_to(session).startswith("/own/guandan-2017/current")
    said = drawn(session, OwnBooksPane, law.id, "current").said
    assert "照《江城杯掼蛋公开赛竞赛规程》改动的 1 条" in said and "第十二条二（不再适用）：如同一对选手" in said
    assert "《江城杯掼蛋公开赛竞赛规程》第六条：将规则第十二条第二款改为：“同一对选手" in said
    assert "记违例一次，不停止出牌权。”" in said
    assert "现行文字　" in drawn(session, ClausePane, "guandan-2017:12.2").said
    assert "现行文字　" not in drawn(session, ClausePane, "guandan-2017:13.2").said
