"""The journal is looked at beside what is done with it: how far that has come, and what was found."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest

from app.journal.heads import code_of, read_code
from app.journal.journal import Journal
from app.journal.records import NO_EVENT
from app.journal.sqlite_store import open_store
from app.journal.store import JournalError
from app.journal.verification import Verification
from app.window import checking as module
from app.window.checking import WRONG, Checking, check, check_in_background
from tests.app.journal.attacks import File


class Window:
    """A session that is told something."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def tell(self, words: str) -> None:
        self.told.append(words)


@pytest.fixture
def book(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Journal:
    made = Journal(open_store(tmp_path / "journal.sqlite"), "甲")
    for number in range(30):
        made.note(None, NO_EVENT, str(number))
    monkeypatch.setattr(module, "journal", lambda: made)
    monkeypatch.setattr(module, "checking", Checking())
    monkeypatch.setattr(module, "AFTER_OPENING", 0.0)
    monkeypatch.setattr(module, "PIECE", 7)
    return made


def tampered(tmp_path: Path, seq: int) -> None:
    file = File(tmp_path / "journal.sqlite")
    file.run(f"UPDATE records SET author = '乙' WHERE seq = {seq}")
    file.checked()
    file.close()


def test_it_goes_on_in_pieces_and_says_how_far(book: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    async def pause(seconds: float) -> None:
        assert module.checking.goes_on
        if seconds in (module.PAUSE, module.AFTER_OPENING):
            said.append(module.checking.sentence)

    monkeypatch.setattr(asyncio, "sleep", pause)
    assert module.checking.sentence == "打开以后还没有核对。"
    window: Any = Window()
    asyncio.run(check_in_background(window))
    assert said.pop(0) == "末尾核对过了，其余的稍后在后台核对。" and not module.checking.goes_on
    assert said == [f"正在后台核对：已核对 {number} 条，共 30 条。" for number in (0, 7, 14, 21, 28)]
    assert module.checking.sentence == "打开以后核对过全部 30 条，没有发现改动、缺失或损坏。"
    assert window.told == [] and module.checking.faults == ()


@pytest.mark.parametrize("seq", [2, 29])
def test_a_fault_is_told_once_wherever_it_lies(book: Journal, tmp_path: Path, seq: int) -> None:
    tampered(tmp_path, seq)
    window: Any = Window()
    asyncio.run(check_in_background(window))
    asyncio.run(check_in_background(window))  # another window
    assert window.told == [WRONG] and module.checking.faults
    assert "处不对" in module.checking.sentence


def test_it_is_held_against_a_head_that_was_typed(book: Journal) -> None:
    store: Any = book.store
    code = code_of(store.head())
    found = asyncio.run(check((read_code(code.text),)))
    assert found.sound and any(f"给出的头 {code.text}：相符" in each for each in found.anchors)


def test_a_journal_that_cannot_be_opened_stops_nothing(book: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse() -> Journal:
        raise JournalError("日志读不出。")

    monkeypatch.setattr(module, "journal", refuse)
    window: Any = Window()
    asyncio.run(check_in_background(window))
    assert window.told == [] and module.checking.sentence == "日志读不出。" and not module.checking.goes_on


def test_a_window_that_is_closed_leaves_it_to_the_next(book: Journal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "AFTER_OPENING", 60.0)

    async def closed() -> None:
        window: Any = Window()
        task = asyncio.create_task(check_in_background(window))
        await asyncio.sleep(0.3)
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    asyncio.run(closed())
    assert module.checking.goes_on and module.checking.sentence == "打开以后还没有核对。"
    monkeypatch.setattr(module, "AFTER_OPENING", 0.0)
    window: Any = Window()
    asyncio.run(check_in_background(window))
    assert module.checking.found is not None and module.checking.found.sound


def test_of_an_empty_journal_it_is_said_that_there_is_nothing() -> None:
    found = Checking(found=Verification(0, 0, 0, (), ()))
    assert found.sentence == "还没有记录，没有什么要核对。"
