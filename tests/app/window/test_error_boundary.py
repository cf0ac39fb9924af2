"""A component that fails is replaced by a sentence; the others do not notice."""

from __future__ import annotations

import logging

import flet as ft
import pytest

from app.window.error_boundary import UNDRAWN, component


def drawn(made: object) -> ft.Control:
    """Draw without a window."""
    control = made.__component_impl__()  # type: ignore[attr-defined]
    assert isinstance(control, ft.Control)
    return control


def test_what_fails_is_said_and_logged(caplog: pytest.LogCaptureFixture) -> None:
    @component
    def Broken() -> ft.Control:
        raise ValueError("no such clause")

    with caplog.at_level(logging.ERROR, "zhicai"):
        control = drawn(Broken)
    texts = [each.value for each in _texts(control)]
    assert texts[0] == UNDRAWN
    assert "Broken: ValueError" in texts[1] and "no such clause" not in texts[1], "a message may name folders"
    number = texts[1].split()[1]
    assert number in caplog.text and "no such clause" in caplog.text


def test_what_does_not_fail_is_itself() -> None:
    @component
    def Sound() -> ft.Control:
        return ft.Text("第64条")

    assert [each.value for each in _texts(drawn(Sound))] == ["第64条"]


def _texts(control: ft.Control) -> list[ft.Text]:
    if isinstance(control, ft.Text):
        return [control]
    inside = [getattr(control, "content", None), *(getattr(control, "controls", None) or ())]
    return [text for each in inside if isinstance(each, ft.Control) for text in _texts(each)]
