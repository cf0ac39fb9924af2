"""A head is read from a paper with the camera: taken where it is one, said what it is where it is none."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from app.browser import device
from app.journal.heads import Code, Head, code_of
from app.screens.journal_check import read_head

CODE = code_of(Head("0123456789abcdef", 7, "a" * 32, 128, 128, "5d" * 32))


class Window:
    """As much of a session as reading asks for."""

    def __init__(self) -> None:
        self.told: list[str] = []

    def say(self, words: str) -> str:
        return words

    def tell(self, words: str) -> None:
        self.told.append(words)


def test_what_the_camera_sees(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Any]] = []
    hears: list[Callable[[Any], object]] = []

    def ask(what: str, how: Any, heard: Callable[[Any], object] | None = None) -> None:
        asked.append((what, how))
        hears.extend([heard] if heard is not None else [])

    monkeypatch.setattr(device, "ask", ask)
    window: Any = Window()
    taken: list[Code] = []
    read_head(window, taken.append)
    assert asked.pop()[0] == "scan"
    (heard,) = hears

    heard({"code": "https://example.org/menu"})
    assert asked.pop()[1]["done"] is False and taken == []
    heard({"code": CODE.qr[:-40]})
    what, how = asked.pop()
    assert (what, how["done"]) == ("scanned", False) and "没有读完整" in how["said"]
    heard({"code": CODE.qr})
    assert asked.pop() == ("scanned", {"done": True, "said": "读到了"}) and taken == [CODE]
    heard({"ended": "refused"})
    heard({"ended": "done"})
    assert window.told == ["没有得到使用相机的许可：请在浏览器里允许，或填上短码"]
