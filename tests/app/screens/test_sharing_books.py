"""A book of one's own handed to another telephone: how many codes first, then the codes; taken in there and searched."""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.brought.kept import BookLog
from app.brought.sharing import MARK, parted, small, take
from app.handover.frames import frames
from app.handover.moving import books_of, packed
from app.journal.competition import PlanBody, written
from app.journal.journal import Journal
from app.journal.records import EventBody
from app.journal.side_log import in_memory
from app.screens.book import BookPane
from app.screens.handover import HandoverPane
from app.screens.journal_papers import give_out
from app.screens.lookup import find
from app.screens.receiving import take_in, take_in_file
from app.window import library
from app.window.files import Picked
from app.window.session import Session
from tests.app.journal.attacks import lines, ruling
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


def too_long() -> str:
    """A regulation that is more than 60 codes."""
    articles = "\n".join(
        f"第{n}条 掼蛋第{n}项另行规定，编号{hashlib.sha256(bytes([n % 256, n // 256])).hexdigest()}。"
        for n in range(1, 900)
    )
    return f"某杯掼蛋赛规程\n{articles}\n"


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
    id_ = brought(session, too_long())
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


def made(session: Session, journal: Journal) -> tuple[str, str]:
    """An event of guandan with its own regulation, and a regulation of another game; the ids of the event and of its book."""
    event = journal.save_event(EventBody("江城杯", "guandan"))
    session.own.form.put("event", event)
    id_ = brought(session, text_of(GUANDAN))
    brought(session, text_of(SHENGJI))
    return event, id_


PLAN = PlanBody("round_robin", ("1", "2"), scoring="levels", tables=("A1",))


def seconds_of(text: str) -> tuple[int, int]:
    """How many codes a text is, and the seconds of one round, of 0.8 each."""
    count = len(frames(text))
    return count, round(0.8 * count)


def told(session: Session) -> str:
    return str(session.journal_view.form.values.get("said"))


def test_rulings_go_over_with_the_books_of_their_event_and_how_many_codes_is_said_first(journal: Journal) -> None:
    session = sitting()
    event, id_ = made(session, journal)
    journal.save_ruling(event, ruling(3))
    session.handover.begin([])
    screen = handing(session)
    assert "连规程一起（1 本）" in screen.said  # that of shengji is not in force there
    assert "连规程一起（《江城杯掼蛋公开赛竞赛规程》第 1 版）：要 " in screen.said
    assert "第 1 张" not in screen.said and "显示码" in screen.said
    alone = lines(journal.store, journal.concerning([each.id for each in journal.entries()]))
    count, seconds = seconds_of("\n".join(alone) + "\n" + small(library.own_books().store, [id_]))
    assert f"要 {count} 张码，轮一遍约 {seconds} 秒" in screen.said
    screen.tap("显示码")
    assert f"第 1 张，共 {count} 张" in handing(session).said
    handing(session).tap("连规程一起（1 本）")  # without it: the codes at once, as ever
    assert "规程》" not in handing(session).said and "对准上面" in handing(session).said


def test_the_rounds_of_an_event_go_over_with_its_books(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = sitting()
    event, id_ = made(session, journal)
    journal.save_competition(event, [written(PLAN)])
    given: list[tuple[str, bytes]] = []

    async def share(name: str, content: bytes, _: str) -> None:
        given.append((name, content))

    monkeypatch.setattr("app.screens.handover.share_file", share)
    session.handover.begin_competition(event)
    screen = handing(session)
    assert "连规程一起（1 本）" in screen.said and "第 1 版）：要 " in screen.said
    screen.tap("不能读码：传文件")
    ((name, content),) = given
    assert name.startswith("执裁赛程 ")
    other = elsewhere(monkeypatch, tmp_path)
    asyncio.run(take_in_file(other, Picked(name, content)))
    assert other.own.books()[id_].event == event  # that of shengji did not go along
    assert set(other.own.books()) == {id_}
    assert "第 1 版收下了" in told(other)


def test_a_book_that_was_withdrawn_goes_along_with_the_ruling_given_by_it(journal: Journal) -> None:
    session = sitting()
    event, id_ = made(session, journal)
    cites = session.own.books()[id_].book.id
    receipt = {"own_books": [{"book": cites, "title": "江城杯", "version": 1, "changes": []}]}
    journal.save_ruling(event, ruling(3), receipt)
    session.own.withdraw(session, session.own.books()[id_])
    session.handover.begin([])
    assert "连规程一起（1 本）" in handing(session).said
    session.handover.begin_competition(event)


def test_more_codes_than_somebody_holds_a_phone_for_are_offered_as_a_file(journal: Journal) -> None:
    session = sitting()
    event = journal.save_event(EventBody("江城杯", "guandan"))
    brought(session, too_long())
    journal.save_ruling(event, ruling(3))
    session.handover.begin([])
    screen = handing(session)
    assert "张码，太多了：请少选几条，或传文件；或者不连规程一起，规程另外传。" in screen.said
    assert "显示码" not in screen.said and "传文件" in screen.said
    screen.tap("连规程一起（1 本）")
    assert "太多了" not in handing(session).said


def test_a_book_of_an_event_takes_that_event_along(
    journal: Journal, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    session = sitting()
    event, id_ = made(session, journal)
    journal.save_event(EventBody("江城杯", "guandan", date="2026-12-05"), event)
    given: list[bytes] = []

    async def share(_: str, content: bytes, __: str) -> None:
        given.append(content)

    monkeypatch.setattr("app.screens.handover.share_file", share)
    session.handover.begin_books([id_])
    handing(session).tap("传文件")
    records, books = parted(given[0].decode())
    header, record, _ = records.split("\n")  # the event as last written, and nothing else
    assert '"zhicai-journal"' in header and "2026-12-05" in record and event in record
    assert books.startswith(MARK)
    session.handover.begin_books([next(each for each in session.own.books() if each != id_)])
    handing(session).tap("传文件")
    assert given[1].decode().startswith(MARK)  # meant for all: no event goes with it


def test_the_whole_journal_as_a_file_has_the_books_behind_it(journal: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    session = sitting()
    event, id_ = made(session, journal)
    session.own.withdraw(session, session.own.books()[id_])
    given: list[bytes] = []

    async def hand_over(_: str, content: bytes) -> bool:
        given.append(content)
        return False

    monkeypatch.setattr("app.screens.journal_papers.hand_over", hand_over)
    asyncio.run(give_out(session))
    records, books = parted(given[0].decode())
    assert event in records and records.count("\n") == len(records.splitlines())
    there = in_memory(BookLog())
    take(there, books)
    assert [each.version for each in there.versions(id_)] == [1, 2] and len(there.current()) == 2


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
