"""What a referee is told of how a browser keeps his journal."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace
from typing import Any, cast

import pytest

from app.browser.storage import Storage
from app.journal.journal import Journal
from app.journal.records import NO_EVENT
from app.window import keeping
from app.window.session import Session
from tests.app.browser.test_storage import BODY, Disk, Tab


@pytest.fixture
def kept(monkeypatch: pytest.MonkeyPatch) -> Storage:
    opened = Storage(Tab(Disk()))
    asyncio.run(opened.open())
    monkeypatch.setattr(keeping, "_opened", [opened])
    return opened


def window() -> Session:
    return cast(Session, SimpleNamespace(assignment=SimpleNamespace(written=lambda: None)))


def save(kept: Storage, number: int) -> None:
    journal = Journal(kept.store(), "李裁判")
    for _ in range(number):
        first = journal.save_ruling(NO_EVENT, BODY)
        journal.correct(first.id, {"remark": "更正"})


def test_rulings_are_counted_from_the_last_time_the_journal_was_given_out(kept: Storage) -> None:
    assert keeping.not_given_out(kept) == 0
    save(kept, 4)
    assert keeping.not_given_out(kept) == 4, "corrections are no rulings"
    asyncio.run(keeping.given_out(window()))
    assert keeping.not_given_out(kept) == 0
    save(kept, 2)
    assert keeping.not_given_out(kept) == 2


def test_after_how_many_one_is_reminded_stands_in_the_data() -> None:
    assert 1 <= keeping.remind_after() <= 50


def test_the_answer_of_the_browser_is_said(kept: Storage) -> None:
    assert "没有答应长期保存" in keeping.promise(kept) and "导出" in keeping.promise(kept)
    kept.persisted = True
    assert "答应了不自动清除" in keeping.promise(kept)
    kept.kept = False
    assert "关掉这一页" in keeping.promise(kept)


def test_what_is_saved_where_nothing_is_kept_is_not_called_kept(kept: Storage, monkeypatch: pytest.MonkeyPatch) -> None:
    assert not keeping.passing()
    kept.kept = False
    assert keeping.passing() and "关掉就没有了" in keeping.PASSING and "导出" in keeping.PASSING
    monkeypatch.setattr(keeping, "_opened", [])  # beside a server: files
    assert not keeping.passing()


def test_what_is_changed_is_called_kept_only_where_it_is(kept: Storage) -> None:
    assert keeping.refused() == ""
    kept.values.full = "没有空间了。"
    assert "没有存下" in keeping.refused() and "已满" in keeping.refused()
    reading = Storage(Tab(cast(Tab, kept.browser).disk))
    asyncio.run(reading.open())
    keeping._opened[:] = [reading]
    assert "另一个标签页" in keeping.refused()
    reading.kept = False
    assert keeping.refused() == keeping.ONLY_HERE


def test_a_browser_that_promised_nothing_is_said_to_once(kept: Storage) -> None:
    told: list[str] = []
    session = cast(
        Session,
        SimpleNamespace(
            tell=told.append, preferences=SimpleNamespace(on_page=lambda heard, key: heard(key)), hear=None
        ),
    )
    keeping.not_promised(session, kept)
    keeping.not_promised(session, kept)
    assert told == ["这个浏览器没有答应保留；如果是无痕窗口，关掉就没有了"]


def test_what_is_gone_or_does_not_fit_is_said(kept: Storage) -> None:
    assert keeping.sentences(kept) == []
    kept.gone = 12
    kept.values.full = "没有空间了。"
    said = keeping.sentences(kept)
    assert said[0] == "没有空间了。" and "12 条" in said[1] and "并入" in said[1]


def test_loss_is_found_where_the_note_of_the_page_says_there_were_records(
    kept: Storage, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Page:
        async def get(self, key: str) -> Any:
            return {"zhicai.held": "7"}.get(key)

    monkeypatch.setattr(keeping.ft, "SharedPreferences", Page)
    asyncio.run(keeping.look_for_loss(window()))
    assert kept.gone == 7
    kept.gone = 0
    save(kept, 1)
    asyncio.run(keeping.look_for_loss(window()))
    assert kept.gone == 0


def test_in_files_nothing_of_this_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_opened", [])
    assert keeping.storage() is None
    keeping.saved(window())
    asyncio.run(keeping.given_out(window()))
    asyncio.run(keeping.look_for_loss(window()))
