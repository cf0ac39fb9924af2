"""Components that cannot take the window down with them.

An error while a component is drawn ends Flet's loop of updates: nothing on the screen changes any more, and nothing says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import flet as ft

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("zhicai")
STRANGE = "这一条显示不出来，原样留着，其他的不受影响。"
SAID = "这一处显示不出来。已存入日志的记录都在；请返回上一页，或重新打开应用。"


def component(draw: Callable[P, Any]) -> Callable[P, Any]:
    """Make a Flet component of a function; where drawing fails, the rest goes on and a sentence stands in its place."""

    @ft.component
    @wraps(draw)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Any:
        try:
            return draw(*args, **kwargs)
        except Exception as fault:
            log.exception("%s cannot be drawn", draw.__qualname__)
            return failed(f"{draw.__qualname__}: {type(fault).__name__}: {fault}")

    return guarded


def guarded(draw: Callable[[], T], instead: Callable[[], T] | None = None) -> T | ft.Control:
    """Draw one part of a page; where that fails, the others go on and a sentence, or what is given, stands in its place."""
    try:
        return draw()
    except Exception as fault:
        log.exception("a part cannot be drawn")
        if instead is None:
            return failed(f"{type(fault).__name__}: {str(fault)[:200]}", STRANGE)
        return instead()


def failed(what: str, said: str = SAID) -> ft.Control:
    """What is shown instead, with what a maintainer needs."""
    return ft.Container(
        ft.Column(
            [
                ft.Row([ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR), ft.Text(said, expand=True)]),
                ft.Text(what, size=12, color=ft.Colors.ON_SURFACE_VARIANT, selectable=True),
            ],
            spacing=8,
        ),
        padding=16,
    )
