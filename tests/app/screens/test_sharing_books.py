"""A book of one's own handed to another telephone: how many codes first, then the codes; taken in there and searched."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.brought.sharing import MARK, small
from app.handover.frames import frames
from app.handover.moving import books_of, packed
from app.journal.journal import Journal
from app.journal.records import NO_EVENT
from app.screens.book import BookPane
from app.screens.handover import HandoverPane
from app.screens.lookup import find
from app.screens.receiving import take_in, take_in_file
from app.window import library
from app.window.files import Picked
from app.window.session import Session
from tests.app.journal.attacks import ruling
from tests.app.screens.test_own_settings import brought, confirm
from tests.app.screens.window import Screen, drawn, gone_to, sitting
from tests.rules_data.brought.making import GUANDAN, SHENGJI, text_of

pytestmark = pytest.mark.usefixtures("journal")


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Books of its own for each test."""
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path))
    library.own_books.cache_clear()
    yield tmp_path
    library.own_books.cache_clear()


def handing(session: Session) -> Screen:
    return drawn(session, HandoverPane)


def elsewhere(monkeypatch: pytest.MonkeyPatch, folder: Path) -> Session:
    """A session on another telephone."""
    monkeypatch.setenv("ZHICAI_DATA", str(folder / "other"))
    library.own_books.cache_clear()
    return sitting()


def test_the_number_of_codes_and_seconds_are_said_before_they_are_shown() -> None:
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    drawn(session, BookPane, id_).tap("传给另一台手机")
    assert gone_to(session).startswith("/tools/handover")
    count = len(frames(small(library.own_books().store, [id_])))
    screen = handing(session)
    assert f"《江城杯掼蛋公开赛竞赛规程》第 1 版：要 {count} 张码，轮一遍约 {round(0.8 * count)} 秒。" in screen.said
    assert "第 1 张" not in screen.said
    screen.tap("显示码")
    assert f"第 1 张，共 {count} 张" in handing(session).said


def test_what_is_too_much_for_codes_is_offered_as_a_file() -> None:
    session = sitting()
    lines = "\n".join(
        f"第{n}条 掼蛋第{n}项另行规定，编号{hashlib.sha256(bytes([n % 256, n // 256])).hexdigest()}。"
        for n in range(1, 900)
    )
    id_ = brought(session, f"某杯掼蛋赛规程\n{lines}\n")
    drawn(session, BookPane, id_).tap("传给另一台手机")
    screen = handing(session)
    assert "张码，太多了" in screen.said and "传文件" in screen.said and "显示码" not in screen.said


def test_it_is_taken_in_searched_and_a_later_version_replaces_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = sitting()
    id_ = brought(session, text_of(GUANDAN))
    first = small(library.own_books().store, [id_])
    confirm(session, id_, "guandan-2017/D-40", "extra-deal")
    second = small(library.own_books().store, [id_])
    other = elsewhere(monkeypatch, tmp_path)
    asyncio.run(take_in(other, "另一台手机的码", first))
    other.lookup.query = "茶歇"
    find(other)
    assert other.lookup.results is not None and other.lookup.results.hits[0].id == f"{id_}:12"
    asyncio.run(take_in(other, "另一台手机的码", second))
    assert other.own.books()[id_].version == 2
    assert other.own.settings("", "guandan").questions() == {"guandan-2017/D-40": "extra-deal"}
    asyncio.run(take_in(other, "另一台手机的码", first))
    assert other.own.books()[id_].version == 2  # the older text changes nothing


def test_it_goes_along_with_the_rulings_of_its_event(journal: Journal) -> None:
    session = sitting()
    brought(session, text_of(SHENGJI))
    journal.save_ruling(NO_EVENT, ruling(3))
    session.handover.begin([])
    game = journal.entries()[0].body.game
    offered = "连规程一起（1 本）" in handing(session).said
    assert offered is (game == "shengji")


def test_it_moves_with_everything_else_to_another_device(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    session = sitting()
    id_ = brought(session, text_of(SHENGJI))
    content = packed('{"file": "zhicai-journal", "format": 1}\n', {}, "", session.own.exported())
    assert books_of(content).startswith(MARK)
    other = elsewhere(monkeypatch, tmp_path)
    asyncio.run(take_in_file(other, Picked("搬家.zip", content)))
    assert list(other.own.books()) == [id_]


def test_a_damaged_file_of_books_changes_nothing() -> None:
    session = sitting()
    brought(session, text_of(SHENGJI))
    asyncio.run(take_in(session, "规程.txt", f'{MARK},"format":7}}\n'))
    assert "更新版本的执裁写的" in str(session.journal_view.form.values.get("said"))
    assert len(session.own.books()) == 1
