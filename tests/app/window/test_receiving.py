"""What came of taking in another referee's journal is said on the page of the journal: also what it shows of rewritten chains."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from app.journal.journal import Journal
from app.journal.records import NO_EVENT, EventBody
from app.journal.view import JournalView
from app.screens import receiving
from tests.app.journal.attacks import RECEIPT, Hall, lines, opened, ruling


class Window:
    """As much of a session as taking in asks for."""

    def __init__(self) -> None:
        self.journal_view = JournalView()
        self.duty = SimpleNamespace(written=lambda: None)  # nothing is drawn


def taken_in(path: Path, text: str, monkeypatch: pytest.MonkeyPatch) -> str:
    window: Any = Window()
    with opened(path) as store:
        monkeypatch.setattr(receiving, "journal", lambda: Journal(store, "乙"))
        asyncio.run(receiving.take_in(window, "甲的日志", text))
    said: str = window.journal_view.form.text("said")
    return said


def test_a_journal_that_was_written_anew_is_said_to_be(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Journal and key of yesterday are put back, and written on."""
    hall = Hall(tmp_path)
    yesterday = {each: (hall.folder / each).read_bytes() for each in ("journal.sqlite", "journal.key")}
    with opened(hall.path) as ours:
        Journal(ours, "甲").save_ruling(NO_EVENT, ruling(7), RECEIPT)
        honest = taken_in(hall.theirs, "\n".join(lines(ours)), monkeypatch)
        assert "新增 2 条" in honest and "改写" not in honest
    for name, data in yesterday.items():
        (hall.folder / name).write_bytes(data)
    with opened(hall.path) as ours:
        Journal(ours, "甲").save_ruling(NO_EVENT, ruling(8), RECEIPT)
        said = taken_in(hall.theirs, "\n".join(lines(ours)), monkeypatch)
    assert "两条不同的第 8 条：它的日志换回过旧备份后续写，或被改写过。" in said


def test_fewer_rulings_listed_than_records_added_are_accounted_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An event, two rulings, a remark on one and its withdrawal, behind the ruling of the hall."""
    hall = Hall(tmp_path)
    with opened(hall.path) as ours:
        journal = Journal(ours, "甲")
        journal.save_event(EventBody("秋季赛", "bridge"))
        first = journal.save_ruling(NO_EVENT, ruling(7), RECEIPT)
        journal.save_ruling(NO_EVENT, ruling(8), RECEIPT)
        journal.note(first.id, NO_EVENT, "以前说过")
        journal.withdraw(first.id, "判错")
        said = taken_in(hall.theirs, "\n".join(lines(ours)), monkeypatch)
    added = int(re.search(r"新增 (\d+) 条", said)[1])  # type: ignore[index]
    speaking, listed, other = map(
        int,
        re.search(r"里，(\d+) 条说的是下面列出的 (\d+) 个裁决（.*），(\d+) 条是赛事、赛程和成绩。", said).groups(),  # type: ignore[union-attr]
    )
    assert (speaking, listed) == (5, 3)  # the hall had one already
    assert speaking + other == added


def test_nothing_is_explained_where_each_record_is_a_ruling() -> None:
    assert receiving._listed(3, 3, 3) == receiving._listed(1, 0, 0) == []
    assert receiving._listed(5, 3, 3) == ["新增的 5 条里，3 条说的是下面列出的 3 个裁决，2 条是赛事、赛程和成绩。"]
