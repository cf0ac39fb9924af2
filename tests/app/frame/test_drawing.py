"""A component is drawn once for what has changed, whatever it lies in and however many things it looks at."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import dataclass

import flet as ft
import pytest
from flet.components.component import Component

from app.frame import drawing
from app.serving import sockets
from app.window.components import memo
from app.window.error_boundary import component
from tests.open_window import Window, Within, device


@ft.observable
@dataclass
class Said:
    text: str = "before"


class Small:
    """A window of an outer component, an inner one, and one inside a part that is kept as it is."""

    def __init__(self) -> None:
        self.said, self.drawn = Said(), Counter[str]()

        def change(_: object) -> None:
            self.said.text = "after"

        @component
        def Inner(name: str) -> ft.Control:
            ft.use_state(self.said)
            self.drawn[name] += 1
            return ft.Text(f"{name} {self.said.text}")

        @memo
        @component
        def Kept() -> ft.Control:
            self.drawn["kept"] += 1
            return ft.Column([Inner("deep")])

        @component
        def Outer() -> ft.Control:
            ft.use_state(self.said)
            self.drawn["outer"] += 1
            return ft.Column([ft.Button("change", on_click=change), Inner("inner"), Inner("second"), Kept()])

        self.outer = Outer

    async def main(self, page: ft.Page) -> None:
        drawing.draw_once()
        page.render(self.outer)


async def changed(small: Small) -> tuple[Counter[str], str]:
    line = Within()
    await line.open(sockets.Lines(small.main))
    window = Window(line, device())
    await window.register("/")
    await window.see("deep before")
    small.drawn.clear()
    await window.tap("change")
    await window.see("deep after")
    await window.settle()
    said = window.said()
    await window.leave()
    return small.drawn, said


def test_each_component_is_drawn_once_and_one_in_a_kept_part_is_drawn_too() -> None:
    drawn, said = asyncio.run(changed(Small()))
    assert drawn == {"outer": 1, "inner": 1, "second": 1, "deep": 1}
    assert all(f"{name} after" in said for name in ("inner", "second", "deep")) and "before" not in said


def test_flet_by_itself_draws_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """When it does not any more, ``app/frame/drawing.py`` can go."""
    monkeypatch.setattr(drawing, "draw_once", lambda: None)
    monkeypatch.setattr(Component, "update", drawing._plain_update)
    drawn = [asyncio.run(changed(Small()))[0].total() for _ in range(8)]  # a set has no order: not each time
    assert max(drawn) > 4
