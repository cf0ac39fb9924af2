"""The grid of tools: found by what people call them, and all of them again by one tap."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import flet as ft
import pytest

from app.screens.tool_grid import ToolGrid
from tests.app.screens.window import Screen, _below, _on, drawn, sitting

pytestmark = pytest.mark.usefixtures("journal")


def again(screen: Screen) -> Screen:
    """The same component as it stands after something was typed or tapped."""
    with _on(screen.session):
        return Screen(screen.session, [*_below(screen.controls[0], set())])


def test_what_was_looked_for_is_let_go_by_one_tap() -> None:
    first = drawn(sitting(), ToolGrid, 400)
    every = first.texts
    assert {"甩牌", "贡牌", "计时"} <= set(every)
    field = next(each for each in first.controls if isinstance(each, ft.TextField))
    cast(Any, field.on_change)(SimpleNamespace(control=SimpleNamespace(value="甩牌")))
    found = again(first)
    assert "甩牌" in found.texts and "贡牌" not in found.texts
    assert (
        next(each for each in found.controls if isinstance(each, ft.TextField)).key == field.key
    )  # what is typed stays
    clear = next(each for each in found.controls if isinstance(each, ft.IconButton))
    cast(Any, clear.on_click)(None)
    whole = again(found)
    assert whole.texts == every
    assert next(each for each in whole.controls if isinstance(each, ft.TextField)).key != field.key
    assert not any(isinstance(each, ft.IconButton) for each in whole.controls)
