"""The first screen says what each of the five tabs is for."""

from __future__ import annotations

from app.frame.shell import TABS
from app.screens.welcome import welcome
from tests.app.screens.window import shown, sitting


def test_every_tab_is_named() -> None:
    session = sitting()
    said = shown(session, lambda: [welcome(session)]).texts
    for name, *_ in TABS.values():
        assert any(text.startswith(f"{name}：") for text in said), name
