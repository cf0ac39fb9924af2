"""Controls one below another, each as wide as there is room; or beside one another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


def stretched(controls: Iterable[ft.Control] = (), **how: Any) -> ft.Column:
    """Return a column whose controls are all as wide as it is."""
    return ft.Column(list(controls), horizontal_alignment=ft.CrossAxisAlignment.STRETCH, **how)


def panel(controls: Iterable[ft.Control], key: str) -> ft.Container:
    """Return controls one below another on a ground of their own: one of several things to look at."""
    return ft.Container(
        stretched(controls, spacing=8),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=12,
        padding=12,
        margin=ft.Margin.symmetric(horizontal=12, vertical=6),
        key=key,
    )


def wrapped(controls: Iterable[ft.Control], gap: float = 8, between: float | None = None, **how: Any) -> ft.Row:
    """Return controls beside one another, in as many lines as they take; ``between`` lines another gap."""
    return ft.Row(list(controls), wrap=True, spacing=gap, run_spacing=gap if between is None else between, **how)


def in_lines(controls: Sequence[ft.Control], most: int, gap: float, between: float | None = None) -> ft.Column:
    """Return controls in lines of so many, the last filled up, so that all are equally wide; ``between`` lines another gap."""
    lines = [list(controls[at : at + most]) for at in range(0, len(controls), most)]
    if len(lines) > 1:
        lines[-1].extend(ft.Container(expand=True) for _ in range(most - len(lines[-1])))
    return ft.Column([ft.Row(line, spacing=gap) for line in lines], spacing=gap if between is None else between)
