"""The screens of one's own books, read and tapped: bringing, mending, confirming, what a clause and a ruling say."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.brought.in_receipt import OWN, own_lines
from app.screens.book import BookPane
from app.screens.clause import ClausePane
from app.screens.home import Home
from app.screens.lookup import find
from app.screens.own_books import OwnBooksPane
from app.widgets.in_force import own_changes
from app.window import library
from app.window.own_books import NEW
from app.window.session import Session
from rules_data.brought.amending import proposals
from rules_data.layers import in_force
from tests.app.screens.window import Screen, drawn, gone_to, shown, sitting
from tests.rules_data.brought.making import GUANDAN, SHENGJI, text_of


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def pane(session: Session, book: str = "", part: str = "") -> Screen:
    return drawn(session, OwnBooksPane, book, part)


def pasted(session: Session, text: str) -> None:
    session.own.form.type("text", text)
    pane(session).tap("读一读")


def brought(session: Session, name: str) -> str:
    pasted(session, text_of(name))
    pane(session, NEW).tap("添加到手册")
    return gone_to(session).rpartition("/")[2].partition("?")[0]


def test_what_is_wrong_is_said_and_what_was_typed_stays() -> None:
    session = sitting()
    pasted(session, "")
    assert "还没有文字" in pane(session).said
    pasted(session, "会议纪要\n一、时间\n周三。")
    assert "看不出是哪个项目" in pane(session).said
    assert session.own.form.text("text").startswith("会议纪要")
    session.own.open("旧.doc", b"\xd0\xcf\x11\xe0" + bytes(600))
    assert "另存为”.docx" in pane(session).said


def test_a_line_is_mended_and_the_book_is_kept_and_found() -> None:
    session = sitting()
    pasted(session, text_of(SHENGJI))
    assert gone_to(session) == "/own/new"
    screen = pane(session, NEW)
    assert "没有读懂的 1" in screen.said and "上一行没有说完" in screen.said
    screen.tap("庄家自己也不得再看。")
    pane(session, NEW).tap("接上一行")
    assert "都读懂了" in pane(session, NEW).said
    pane(session, NEW).tap("添加到手册")
    id_ = gone_to(session).rpartition("/")[2].partition("?")[0]
    assert session.find(f"{id_}:4") is not None
    session.lookup.query = "收拾桌子"
    find(session)
    assert session.lookup.results is not None
    assert session.lookup.results.hits[0].id == f"{id_}:8"
    assert "东风俱乐部周三升级活动约定" in drawn(session, Home, None).said


def test_nothing_is_kept_before_somebody_says_so() -> None:
    session = sitting()
    pasted(session, text_of(SHENGJI))
    assert session.own.books() == {}
    assert "还没有添加完：东风俱乐部周三升级活动约定" in pane(session).said


def test_a_kept_book_is_mended_by_a_new_version_and_withdrawn() -> None:
    session = sitting()
    id_ = brought(session, SHENGJI)
    pane(session, id_).tap("庄家自己也不得再看。")
    pane(session, id_).tap("接上一行")
    page = drawn(session, BookPane, id_)
    assert "第 2 版" in page.said and "第 8 行：接上一行" in page.said
    page.tap("撤下这本")
    drawn(session, BookPane, id_).tap("撤下")
    assert session.own.books()[id_].withdrawn
    assert "东风俱乐部" not in drawn(session, Home, None).said
    assert "茶水费" in drawn(session, ClausePane, f"{id_}:8").said  # stays readable


def test_a_change_is_confirmed_beside_the_law_and_said_where_it_matters() -> None:
    session = sitting()
    id_ = brought(session, GUANDAN)
    page = pane(session, id_, "changes")
    assert "第十二条第二款" in page.said
    assert page.said.count("还没有确认，没有生效") == 4
    assert "江城杯" not in drawn(session, ClausePane, "guandan-2017:12.2").said
    rulings = shown(session, lambda: list(own_changes(session, "guandan", ["guandan-2017:12.2"])))
    assert "改了" not in rulings.said
    page.tap("确认")  # the first: 第六条
    assert pane(session, id_, "changes").said.count("还没有确认，没有生效") == 3
    clause = drawn(session, ClausePane, "guandan-2017:12.2").said
    assert "江城杯掼蛋公开赛竞赛规程" in clause and "不停止出牌权" in clause
    said = shown(session, lambda: list(own_changes(session, "guandan", ["guandan-2017:12.2", "guandan-2017:17"]))).said
    assert "《江城杯掼蛋公开赛竞赛规程》第六条改了这里依据的第十二条二" in said
    assert "没有算进这一改动" in said
    other = shown(session, lambda: list(own_changes(session, "guandan", ["guandan-2017:17"]))).said
    assert other == ""


def test_a_receipt_names_the_version_and_keeps_the_words() -> None:
    session = sitting()
    id_ = brought(session, GUANDAN)
    cites = ["guandan-2017:12.2", "guandan-2017:17"]
    assert session.own.in_receipt(session, "", "guandan", cites) == []  # nothing is confirmed yet
    pane(session, id_, "changes").tap("确认")
    (one,) = session.own.in_receipt(session, "", "guandan", cites)
    assert (one["book"], one["version"], one["source"]) == (id_, 2, session.own.books()[id_].source)
    assert [each["cite"] for each in one["changes"]] == ["guandan-2017:12.2"]
    (line,) = own_lines({OWN: [one]})  # read where the book is not
    assert line.startswith("《2026年江城杯掼蛋公开赛竞赛规程》第 2 版第六条改了第十二条二：") and "不停止出牌权" in line
    assert [*own_lines({OWN: "x"}), *own_lines({OWN: [{"changes": [1]}]}), *own_lines({})] == []
    assert session.own.in_receipt(session, "", "bridge", ["bridge-1999:64A1"]) == []


def test_what_is_added_or_repealed_is_not_called_changed() -> None:
    session = sitting()
    id_ = brought(session, GUANDAN)
    book = session.own.books()[id_].book
    for each in proposals(book, session.handbook.books["guandan-2017"]):
        session.own.decide(session, session.own.books()[id_], each, True)
    cites = ["guandan-2017:7.3", "guandan-2017:21", "guandan-2017:12.2"]
    said = shown(session, lambda: list(own_changes(session, "guandan", cites))).said
    assert "第六条改了这里依据的第十二条二" in said
    assert "第八条说不再适用的是这里依据的第七条三" in said
    assert "第九条补充了这里依据的第二十一条" in said


def test_a_book_of_another_game_changes_nothing() -> None:
    session = sitting()
    id_ = brought(session, GUANDAN)
    pane(session, id_, "changes").tap("确认")
    assert shown(session, lambda: list(own_changes(session, "bridge", ["bridge-1999:64A1"]))).said == ""


def test_an_address_that_names_no_book() -> None:
    assert "没有这本规则书" in pane(sitting(), "own-000000000000").said


def test_a_change_recognised_wrongly_is_mended_by_tap_and_another_added_by_hand() -> None:
    session = sitting()
    id_ = brought(session, GUANDAN)
    pane(session, id_, "changes").tap("改一改：第二十二条")  # 第七条: proposed to replace a part of 22.1
    screen = pane(session, id_, "changes")
    assert "规则的哪一条" in screen.said and "照这样确认" in screen.said
    screen.tap("补充")
    pane(session, id_, "changes").tap("去掉第二十二条一")
    pane(session, id_, "changes").tap("照这样确认")
    assert "还没有选规则的哪一条" in pane(session, id_, "changes").said  # nothing is lost, and nothing kept
    form = session.own.changes[id_]
    form.type("wanted", "22.2")
    pane(session, id_, "changes").tap("掼蛋规则 第二十二条二")
    pane(session, id_, "changes").tap("照这样确认")
    page = pane(session, id_, "changes")
    assert "照你说的改了" in page.said and page.said.count("还没有确认，没有生效") == 3
    (one,) = session.own.books()[id_].decided
    assert one.amendment is not None and (one.amendment.effect, one.amendment.base) == ("adds", ("guandan-2017:22.2",))
    assert "第七条" in drawn(session, ClausePane, "guandan-2017:22.2").said
    assert in_force(session.handbook, "guandan-2017:22.1", {"guandan-2017", id_}).status == "stands"

    page.tap("自己加一处")
    pane(session, id_, "changes").tap("照这样确认")
    assert "还没有选《江城杯掼蛋公开赛竞赛规程》的哪一条" in pane(session, id_, "changes").said
    form.type("wanted_own", "第十条")
    pane(session, id_, "changes").tap("第十条 着装")
    pane(session, id_, "changes").tap("不再适用")
    form.type("wanted", "第十七条五")
    pane(session, id_, "changes").tap("掼蛋规则 第十七条五")
    pane(session, id_, "changes").tap("整条")
    pane(session, id_, "changes").tap("照这样确认")
    page = pane(session, id_, "changes")
    assert "自己加的" in page.said and "收回" in page.said
    assert "第十条" in drawn(session, ClausePane, "guandan-2017:17.5").said
    assert "自己加的 1 处" in drawn(session, BookPane, id_).said
    page.tap("收回")
    assert "自己加的" not in pane(session, id_, "changes").said.replace("有的话，自己加", "")
    assert [each.key for each in session.own.books()[id_].decided] == [one.key]


def test_a_text_that_proposes_no_change_can_be_said_to_make_one() -> None:
    session = sitting()
    id_ = brought(session, SHENGJI)
    drawn(session, BookPane, id_).tap("改动规则的条款：没有看出，可以自己加")
    assert gone_to(session) == f"/own/{id_}/changes"
    pane(session, id_, "changes").tap("自己加一处")
    assert "《东风俱乐部周三升级活动约定》的哪一条" in pane(session, id_, "changes").said


def test_a_long_text_is_read_and_looked_through_once_however_often_its_screen_is_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    session = sitting()
    pasted(session, text_of(GUANDAN))
    count = {"read_text": 0, "choices": 0}

    def counted(module: str, name: str) -> None:
        made = getattr(importlib.import_module(module), name)

        def once_more(*args: object) -> object:
            count[name] += 1
            return made(*args)

        monkeypatch.setattr(f"{module}.{name}", once_more)

    counted("rules_data.brought.reading", "read_text")
    counted("rules_data.brought.settling", "choices")
    for _ in range(4):
        assert "都读懂了" in pane(session, NEW).said
    assert count == {"read_text": 1, "choices": 1}
    pane(session, NEW).tap("参赛选手须穿运动鞋")
    pane(session, NEW).tap("普通文字")
    assert "照你说的" in pane(session, NEW).said  # another reading is shown, not the one from before
