"""What goes out of the journal as a whole: it is said when it is done, with what to do next, and not when it was not."""

from __future__ import annotations

from typing import Any

import pytest

from app.handover.moving import unpacked
from app.journal.journal import Journal
from app.journal.records import NO_EVENT
from app.screens import journal_papers
from app.screens.journal import JournalPane
from app.screens.journal_papers import MOVE_ON, papers_card
from tests.app.journal.attacks import ruling
from tests.app.screens.window import drawn, shown, sitting

DONE = "已做好搬家的文件"


@pytest.fixture
def given(monkeypatch: pytest.MonkeyPatch) -> dict[str, bytes]:
    """What the reader was given, by its name."""
    files: dict[str, bytes] = {}

    async def hand_over(name: str, content: bytes) -> bool:
        files[name] = content
        return True

    monkeypatch.setattr(journal_papers, "hand_over", hand_over)
    return files


def test_moving_to_another_device_says_that_it_is_done_and_what_to_do_there(
    journal: Journal, given: dict[str, bytes]
) -> None:
    id_ = journal.save_ruling(NO_EVENT, ruling(3)).id
    session = sitting()
    assert DONE not in drawn(session, JournalPane).said
    shown(session, lambda: [papers_card(session)]).tap("搬到另一台设备")
    screen = drawn(session, JournalPane)
    (name,) = given
    assert DONE in screen.said and f"都在“{name}”里" in screen.said and MOVE_ON in screen.said
    assert id_ in unpacked(given[name])[0], "it is in the file that was given"
    screen.tap("知道了")
    assert DONE not in drawn(session, JournalPane).said


def test_moving_that_was_called_off_or_failed_is_not_said_to_be_done(
    journal: Journal, monkeypatch: pytest.MonkeyPatch
) -> None:
    session, told = sitting(), []
    monkeypatch.setattr(session, "tell", told.append)

    async def called_off(*_: Any) -> bool:
        return False

    async def full(*_: Any) -> bool:
        raise OSError(28, "No space left on device")

    for way, number in ((called_off, 0), (full, 1)):
        monkeypatch.setattr(journal_papers, "hand_over", way)
        shown(session, lambda: [papers_card(session)]).tap("搬到另一台设备")
        assert DONE not in drawn(session, JournalPane).said and len(told) == number
