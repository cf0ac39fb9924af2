"""Faults that cannot take the window down with them, and that are not shown in the words of the program.

An error while a component is drawn ends Flet's loop of updates: nothing on the screen changes any more, and nothing says why.
An error after a tap makes Flet end the window with a traceback on it. On the screen stands a sentence instead, with a number
under which the log has the rest: a message may name folders of this machine.
"""

from __future__ import annotations

import logging
import secrets
from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft

P = ParamSpec("P")
T = TypeVar("T")

log = logging.getLogger("zhicai")
STRANGE = "这一条显示不出来，原样留着，其他的不受影响。"
UNFINISHED = "刚才这一步没有完成。已存入日志的记录都在；请再试一次，不行就重新打开应用。"
# A whole page that cannot be drawn has no style of its own: without one, letters are red and underlined.
PLAIN = ft.TextStyle(color=ft.Colors.ON_SURFACE_VARIANT, weight=ft.FontWeight.W_400, decoration=ft.TextDecoration.NONE)
UNDRAWN = "这一处显示不出来。已存入日志的记录都在；请返回上一页，或重新打开应用。"


def component(draw: Callable[P, T]) -> Callable[P, T]:
    """Make a Flet component of a function; where drawing fails, the rest goes on and a sentence stands in its place."""

    @ft.component
    @wraps(draw)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> Any:
        try:
            return draw(*args, **kwargs)
        except Exception as fault:
            number = numbered()
            log.exception("%s %s cannot be drawn", number, draw.__qualname__)
            return failed(f"{number} {draw.__qualname__}: {type(fault).__name__}")

    return cast("Callable[P, T]", guarded)


def guarded(draw: Callable[[], T], instead: Callable[[], T] | None = None) -> T | ft.Control:
    """Draw one part of a page; where that fails, the others go on and a sentence, or what is given, stands in its place."""
    try:
        return draw()
    except Exception as fault:
        number = numbered()
        log.exception("%s a part cannot be drawn", number)
        if instead is None:
            return failed(f"{number} {type(fault).__name__}", STRANGE)
        return instead()


def failed(what: str, said: str = UNDRAWN) -> ft.Control:
    """What is shown instead, with what a maintainer needs."""
    return ft.Container(
        ft.Column(
            [
                ft.Row(
                    [
                        ft.Icon(ft.Icons.ERROR_OUTLINE, color=ft.Colors.ERROR),
                        ft.Text(said, size=16, style=PLAIN, expand=True),
                    ]
                ),
                ft.Text(what, size=12, style=PLAIN, selectable=True),
            ],
            spacing=8,
        ),
        padding=16,
    )


def numbered() -> str:
    """A number to find a fault by in the log."""
    return f"编号 {secrets.token_hex(3).upper()}"


def keep_window(page: ft.Page) -> None:
    """Let an error after a tap be said on the window, which goes on; one before anything was shown ends it with a sentence."""
    end = page.session.error

    def say(message: str) -> None:
        number = numbered()
        log.error("%s %s", number, message)
        said = f"{UNFINISHED}（{number}）"
        try:
            if page.session.components_mode:  # the frame is drawn
                page.data.tell(said, 6.0)  # the session's message: it covers no button
                return
        except Exception:
            log.exception("%s cannot be said", number)
        end(said)

    page.session.error = say  # type: ignore[method-assign]
