"""What came on the screen and what went are the same controls, in the same order, as when Flet reads every field of each."""

from __future__ import annotations

import asyncio
import dataclasses
import gc
import inspect
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from multiprocessing import get_context
from typing import Any

import flet as ft
import pytest
from flet.controls.base_control import BaseControl
from flet.controls.object_patch import DiffBuilder, ObjectPatch

from app.frame import patching
from app.frame.main import main, prepare
from app.serving import sockets
from app.window import library
from tests.open_window import Window, Within, device

# Of Flet's two functions as they were when ours were written; other words there may mean that ours must do something else.
WRITTEN_FOR = {"_plain_configure": "fbbb21ab0ef5bcaa", "_plain_removed": "a2053753507269d7"}


def every_field(item: Any) -> list[Any]:
    """What Flet reads of a dataclass, but for what cannot hold anything."""
    read = (getattr(item, each.name) for each in dataclasses.fields(item) if not each.metadata.get("skip", False))
    return [value for value in read if isinstance(value, (list, dict)) or dataclasses.is_dataclass(value)]


def same(one: list[Any], other: list[Any]) -> bool:
    return len(one) == len(other) and all(a is b for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("name", WRITTEN_FOR)
def test_flet_s_own_are_those_that_ours_stand_for(name: str) -> None:
    source = inspect.getsource(getattr(patching, name))
    assert sha256(source.encode()).hexdigest()[:16] == WRITTEN_FOR[name], (
        "Flet has changed it: read it, do the same in app/frame/patching.py, or take that away"
    )


ROUTES = ("/rule", "/rule/bridge/insufficient_bid", "/clause/bridge-1999/64A1", "/rights", "/learn", "/tools")


def compared() -> tuple[list[str], int, int]:
    """Open windows; return where ours and Flet's differ, how many were read, and how many controls went."""
    wrong: list[str] = []
    read, gone, quick, removed = 0, 0, patching.held, patching._removed

    def watched(item: Any) -> list[Any]:
        nonlocal read
        found = quick(item)
        holding = [value for value in found if isinstance(value, (list, dict)) or dataclasses.is_dataclass(value)]
        if not same(holding, every_field(item)):
            wrong.append(repr(item))
        read += 1
        return found

    def both(self: Any, item: Any, recurse: bool) -> Iterator[Any]:
        nonlocal gone
        found = list(removed(self, item, recurse))
        DiffBuilder._removed_controls = patching._plain_removed  # type: ignore[method-assign]  # it calls itself by name
        if not same(found, list(patching._plain_removed(self, item, recurse))):
            wrong.append(repr(item))
        DiffBuilder._removed_controls = both  # type: ignore[method-assign]
        gone += len(found)
        return iter(found)

    async def opened(route: str) -> Window:
        line = Within()
        await line.open(sockets.Lines(main))
        window = Window(line, device())
        await window.register(route)
        await window.settle()
        return window

    async def walk() -> None:
        for route in ROUTES:
            await (await opened(route)).leave()
        window = await opened("/")
        for query in ("藏牌", "迟到"):
            before = window.said()
            await window.type(query)
            await window.change_from(before)
        await window.leave()

    patching.held, patching._removed = watched, both
    prepare()
    asyncio.run(walk())
    return wrong, read, gone


def test_on_screens_of_all_tabs_the_fields_left_out_hold_nothing() -> None:
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as alone:  # windows of a program belong to one loop
        wrong, read, gone = alone.submit(compared).result()
    assert not wrong and read > 1500 and gone > 300


@dataclasses.dataclass
class Beside:
    """A value that is no control and holds one."""

    name: str
    inside: ft.Control
    more: list[Any] = dataclasses.field(default_factory=list)


def a_screen() -> list[Any]:
    """Controls in all the ways they can lie in each other, made anew each time."""
    frozen = ft.Container(ft.Text("里面"), data={"by": [ft.Text("字典里"), Beside("值", ft.Text("值里"))]})
    object.__setattr__(frozen, "_frozen", True)
    return [
        ft.Column(
            [
                ft.Row(
                    [ft.Icon(ft.Icons.ADD), ft.Text(spans=[ft.TextSpan("一"), ft.TextSpan("二", style=ft.TextStyle())])]
                ),
                ft.IconButton(ft.Icon(ft.Icons.ADD), tooltip=ft.Tooltip("名"), on_click=lambda _: None),
                frozen,
            ]
        ),
        ft.Container(None, data=Beside("外", ft.Button("按"), [ft.Text("表里")]), padding=ft.Padding.only(left=3)),
        ft.Container(badge=ft.Badge(label=ft.Text("三")), border=ft.Border.all(1)),
    ]


def described(controls: list[Any]) -> list[tuple[Any, ...]]:
    """What was made of each control, in order: whose it is, and how it is marked."""
    places = {id(each): place for place, each in enumerate(controls)}
    return [
        (
            type(each).__name__,
            places.get(id(each._parent())) if getattr(each, "_parent", None) else None,
            getattr(each, "_frozen", None),
            getattr(each, "_initialized", None),
            dict(each._dirty),
        )
        for each in controls
    ]


@pytest.mark.parametrize("frozen", [False, True])
def test_what_comes_is_prepared_as_flet_prepares_it(monkeypatch: pytest.MonkeyPatch, frozen: bool) -> None:
    found = []
    for one in (patching._plain_configure, patching._configure):
        monkeypatch.setattr(DiffBuilder, "_configure_dataclass", one)
        _, came, _ = ObjectPatch.from_diff({"_b": None}, {"_b": a_screen()}, BaseControl, path=[], frozen=frozen)
        found.append(described(came))
    assert found[0] == found[1] and len(found[0]) > 12


def test_a_control_that_is_said_to_lie_in_itself_is_refused_as_flet_refuses_it(monkeypatch: pytest.MonkeyPatch) -> None:
    text = ft.Text("我")
    for one in (patching._plain_configure, patching._configure):
        with pytest.raises(Exception, match="Parent is the same as item"):
            list(one(DiffBuilder(None, None, BaseControl), text, text, False))


def test_python_looks_no_more_through_what_was_read() -> None:
    prepare()
    gc.unfreeze()  # what an opened window before this set aside
    before = gc.get_freeze_count()
    try:
        library.set_aside()
        assert gc.get_freeze_count() > before + 1000
    finally:
        gc.unfreeze()
