"""The fields of forms. They leave the text to the keyboard while somebody types."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app import theme
from app.boundary import component
from app.desk import use_desk
from app.widgets.basics import icon_button, quiet

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.desk import Desk
    from app.form import Form

MOST = 999  # of anything counted by taps


@ft.memo
@component
def EntryField(
    form: Form, name: str, label: str, version: int, script: str, scale: float, lines: int = 1
) -> ft.Control:
    """Show a field of words: built anew only when the app puts something into it."""
    desk = use_desk()
    return ft.TextField(
        value=form.text(name),
        label=desk.say(label),
        label_style=ft.TextStyle(size=desk.px(theme.BODY)),
        text_size=desk.px(theme.LAW),
        multiline=lines > 1,
        min_lines=lines,
        max_lines=max(lines, 1) * 3 if lines > 1 else 1,
        autocorrect=False,
        enable_suggestions=lines > 1,
        on_change=lambda event: form.type(name, event.control.value),
    )


def entry(desk: Desk, form: Form, name: str, label: str, lines: int = 1) -> ft.Control:
    """Return a field of words."""
    return EntryField(form, name, label, form.version, desk.settings.script, desk.settings.text_scale, lines)


def counter(desk: Desk, form: Form, name: str, label: str, unit: str, least: int = 1) -> ft.Control:
    """Return a number that is changed by taps; empty until it is touched."""
    now = form.number(name)

    def step(by: int) -> None:
        number = form.number(name)  # what stands now, not what was drawn last
        value = least if number is None and by > 0 else (number if number is not None else least) + by
        form.put(name, min(MOST, value) if value >= least else None)

    shown = ft.Text(
        desk.say(f"第{now}{unit}" if now is not None else f"{label}未填"),
        size=desk.px(theme.LAW if now is not None else theme.BODY),
        weight=ft.FontWeight.W_600 if now is not None else None,
        color=None if now is not None else ft.Colors.ON_SURFACE_VARIANT,
        text_align=ft.TextAlign.CENTER,
        expand=True,
    )
    return ft.Row(
        [
            icon_button(
                desk,
                ft.Icons.REMOVE_CIRCLE_OUTLINE,
                f"{label}减一",
                lambda _: step(-1),
            ),
            shown,
            icon_button(desk, ft.Icons.ADD_CIRCLE_OUTLINE, f"{label}加一", lambda _: step(1)),
        ],
        spacing=0,
    )


def button(
    desk: Desk, text: str, on_click: Callable[[Any], Any], icon: ft.IconData | None = None, filled: bool = False
) -> ft.Control:
    """Return a button as wide as the form."""
    kind = ft.FilledButton if filled else ft.OutlinedButton
    return kind(
        ft.Text(desk.say(text), size=desk.px(theme.BODY)),
        icon=icon,
        on_click=on_click,
        height=max(56, desk.px(48)),
    )


def fault(desk: Desk, form: Form) -> list[ft.Control]:
    """Return what is wrong with the form, in one sentence."""
    if not form.fault:
        return []
    return [
        ft.Semantics(
            content=ft.Row(
                [
                    ft.Icon(ft.Icons.ERROR_OUTLINE, color=desk.shade(theme.RED), size=desk.px(20)),
                    ft.Text(desk.say(form.fault), size=desk.px(theme.BODY), color=desk.shade(theme.RED), expand=True),
                ],
                spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
            live_region=True,
        )
    ]


def caption(desk: Desk, text: str) -> ft.Control:
    """Return what a group of fields is about."""
    return ft.Container(quiet(desk, text, theme.BODY), padding=ft.Padding.only(top=8))
