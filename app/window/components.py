"""What components are made with, typed: Flet's own decorators and keys say nothing of what they take and give."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ParamSpec, TypeVar, cast

import flet as ft

P = ParamSpec("P")
T = TypeVar("T")


def memo(component: Callable[P, T]) -> Callable[P, T]:
    """Draw a component anew only when what it is given has changed."""
    return cast("Callable[P, T]", ft.memo(component))  # type: ignore[no-untyped-call]


def keyed(key: str, component: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Draw a component whose state belongs to a key: under another key it begins anew."""
    return cast("Callable[..., T]", component)(*args, **kwargs, key=key)


def scroll_target(name: str) -> ft.ScrollKey:
    """Return the mark on a page to which it can be scrolled."""
    return cast("Callable[[str], ft.ScrollKey]", ft.ScrollKey)(name)


def on_tap(act: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> Callable[[Any], None]:
    """Return what a tap does: ``act`` with what is at hand now (the variable of a loop is another by then)."""

    def tapped(_: Any) -> None:
        act(*args, **kwargs)

    return tapped
