"""Who came late is entered by taps: the side, the minutes; what follows is said before it is kept."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, cast

import flet as ft
import pytest

from app.base.form import Form
from app.base.opened import handbook
from app.journal.competition import LateBody
from app.screens import competition_late
from app.window.session import Session
from tests.app.tools.competition.events import Play


def _controls(control: Any) -> Iterator[Any]:
    yield control
    inside = (getattr(control, name, None) for name in ("content", "label", "icon"))
    for part in (*inside, *(getattr(control, "controls", None) or ())):
        if isinstance(part, ft.Control):
            yield from _controls(part)


def _name(control: Any) -> str:
    """What a screen reader calls it."""
    said = (
        str(getattr(each, "semantics_label", None) or getattr(each, "value", None) or "") for each in _controls(control)
    )
    return "".join(said)


class Screen:
    """What is asked of a table, tapped by the words on it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, **play: Any) -> None:
        self.session = Session(cast(ft.Page, None), handbook(), cast(Any, None))
        self.found = Play(**play).now()
        self.meeting = self.found.rounds[0].meetings[0]
        self.form, self.kept, self.forfeits = Form(), [], []  # type: ignore[var-annotated]

        def write(_: Session, __: str, *bodies: Any) -> bool:
            self.kept += bodies
            return False

        monkeypatch.setattr(competition_late, "write", write)

    def parts(self) -> list[Any]:
        shown = competition_late.late_parts(
            self.session, "e", self.found, self.meeting, self.form, self.forfeits.append
        )
        return [each for part in shown for each in _controls(part)]

    def words(self) -> str:
        texts = [each for each in self.parts() if isinstance(each, ft.Text)]
        return " ".join(str(t.value or "") + "".join(str(s.text) for s in t.spans or ()) for t in texts)

    def tap(self, words: str) -> None:
        for each in self.parts():
            act = getattr(each, "on_click", None) or getattr(each, "on_select", None)
            if act and words == _name(each):
                act(None)
                return
        raise AssertionError(f"nothing to tap is called {words}: {self.words()}")


def test_minutes_are_tapped_and_what_follows_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch, game="guandan", number=4, supplement=True)
    home = str(screen.meeting.home)
    screen.tap(screen.found.said(home))
    assert "自然升" not in screen.words(), "nothing is said before there are minutes"
    screen.tap("迟到7分钟")
    assert "对方自然升2级（附件一2）" in screen.words()
    screen.tap("没有含，照加")
    screen.tap(f"记下{home}号迟到")
    assert screen.kept == [LateBody(home, 1, minutes=7, included=False)]


def test_so_late_that_it_is_a_forfeit_is_entered_as_one(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch, game="guandan", number=4, supplement=True)
    away = str(screen.meeting.away)
    screen.tap(screen.found.said(away))
    screen.tap("迟到10分钟")
    screen.tap("另有几秒")
    screen.tap(f"{away}号按迟到弃权记")
    assert (screen.forfeits, screen.kept) == (["away"], [])


def test_what_the_text_leaves_open_is_tapped(monkeypatch: pytest.MonkeyPatch) -> None:
    screen = Screen(monkeypatch, game="bridge", number=4)
    home = str(screen.meeting.home)
    screen.tap(screen.found.said(home))
    screen.tap("迟到3分钟")
    assert "数额条文未定，由裁判斟酌（第90条A款、第90条B款1）" in screen.words()
    screen.tap("得分扣加减一")
    screen.tap(f"记下{home}号迟到")
    assert screen.kept == [LateBody(home, 1, minutes=3, main=-1)]
