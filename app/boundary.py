"""Components that cannot take the window down with them.

An error while a component is drawn ends Flet's loop of updates: nothing on the screen changes any more, and nothing says why.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec

import flet as ft

P = ParamSpec("P")

log = logging.getLogger("zhicai")
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


def failed(what: str) -> ft.Control:
    """What is shown instead, with what a maintainer needs."""
    return ft.Container(
        ft.Column(
            [
                ft.Row([ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR), ft.Text(SAID, expand=True)]),
                ft.Text(what, size=12, color=ft.Colors.ON_SURFACE_VARIANT, selectable=True),
            ],
            spacing=8,
        ),
        padding=16,
    )
