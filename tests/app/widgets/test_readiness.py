"""What a published site says of itself until it is kept, when keeping fails, and once it opens without a network."""

from __future__ import annotations

from typing import Any

import pytest

from app.widgets import readiness
from app.widgets.readiness import READY, ReadinessBox
from tests.app.screens.window import Screen, drawn, sitting


@pytest.fixture
def asked(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """On a site: what was asked of its page."""
    done: list[str] = []
    monkeypatch.setattr(readiness, "IS_SITE", True)
    monkeypatch.setattr(readiness, "keep_again", lambda: done.append("keep"))
    monkeypatch.setattr(readiness, "install", lambda: done.append("install"))
    return done


def box(place: str = "home", **said: Any) -> Screen:
    session = sitting()
    session.readiness.take({"install": "menu", **said})
    return drawn(session, ReadinessBox, place)


@pytest.mark.usefixtures("asked")
@pytest.mark.parametrize("place", ["home", "welcome", "settings"])
def test_it_is_not_called_ready_before_it_is(place: str) -> None:
    """Half of it is there: how far it is, and not to close it yet."""
    screen = box(place, share=0.42)
    assert "正在存进本机，已存 42%" in screen.said and "不要关掉" in screen.said and READY not in screen.said
    assert box(place, share=1.0).said.count(READY) == 0, "all has come, and was not looked through yet"


@pytest.mark.parametrize(
    ("why", "words"),
    [("network", "连上网以后自动接着存"), ("broken", "网站上有一个文件不完整"), ("room", "存储空间已满，请腾出空间")],
)
def test_a_first_keeping_that_failed_is_said_with_the_reason_and_begun_again_at_a_tap(
    asked: list[str], why: str, words: str
) -> None:
    screen = box(share=0.6, failed=why)
    assert "还没有存全，已存 60%" in screen.said and words in screen.said and READY not in screen.said
    screen.tap("再存一次")
    assert asked == ["keep"]


@pytest.mark.usefixtures("asked")
def test_where_nothing_can_be_kept_that_is_said() -> None:
    screen = box(failed="never")
    assert "断网打不开" in screen.said and "换一个浏览器" in screen.said and READY not in screen.said


def test_what_failed_is_forgotten_once_it_is_kept(asked: list[str]) -> None:
    screen = box("settings", share=1.0, failed="network", ready=True, install="prompt")
    assert READY in screen.said and "还没有存全" not in screen.said
    screen.tap("装到主屏幕")
    assert asked == ["install"]
