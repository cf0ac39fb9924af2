"""A clock that runs is in sight whatever is looked at: on every page of a phone, and beside the rail of a wide window."""

from __future__ import annotations

import inspect
import time
from collections.abc import Iterator
from typing import Any

import flet as ft

from app.base.opened import trees
from app.frame import shell
from app.tools.clocks import Running
from app.tools.in_sight import Sight
from app.widgets.running_clocks import RunningClocks, besides
from app.window import routes
from app.window.session import Session
from tests.app.screens.window import drawn, gone_to, shown, sitting

PLAY = next(clock for clock in trees().clocks.values() if clock.game == "guandan" and clock.title == "出牌")


def with_a_clock() -> Session:
    session = sitting()
    session.clocks.running = [Running(PLAY.id, time.time() - 5)]
    return session


def pages(listed: list[ft.Route]) -> Iterator[Any]:
    for route in listed:
        yield route.component
        yield from pages(route.children or [])


def test_it_stands_above_what_a_page_shows() -> None:
    session = with_a_clock()
    screen = shown(session, lambda: [shell._view([ft.Text("这一页")], "/")])
    said = screen.texts
    assert said.index("出牌") < said.index("这一页") and any(text.startswith("还剩") for text in said)
    screen.tap("出牌")
    assert gone_to(session) == routes.tool_address("clocks")
    session.clocks.running = []
    assert "出牌" not in shown(session, lambda: [shell._view([ft.Text("这一页")], "/")]).texts


def test_every_page_of_a_phone_is_made_so() -> None:
    made = {page for page in pages(shell._phone_routes()) if page is not None}
    assert len(made) > 10
    for page in made:
        assert "_view(" in inspect.getsource(page.__component_impl__), page


def test_it_stands_above_both_halves_of_a_wide_window() -> None:
    assert "RunningClocks()" in inspect.getsource(shell.WidePage.__component_impl__)  # type: ignore[attr-defined]


def test_on_the_page_of_the_clocks_it_is_not_said_twice() -> None:
    session = with_a_clock()
    assert "出牌" in drawn(session, RunningClocks).texts
    session.trail.begin(routes.tool_address("clocks"))
    assert "出牌" not in drawn(session, RunningClocks).texts


def test_of_the_clocks_besides_it_is_said_how_many_came_to_their_end_too() -> None:
    over, runs = Sight("出牌 1桌", "11", False, "penalty"), Sight("本轮时间", "12:00", True, "none")
    assert besides([]) == []
    assert besides([over, runs, runs]) == ["另有1个也超时了", "另有2个在走"]
    assert besides([over]) == ["另有1个也超时了"]
