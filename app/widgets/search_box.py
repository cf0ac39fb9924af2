"""The field a search is typed into, with the button that empties it.

The text in a field belongs to the keyboard: it is built anew when the app sets its text or an argument changes, never by
typing, for writing it back would break the composition of an input method.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import icon_button, typed_into
from app.window import theme

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session


def search_field(
    session: Session, value: str, hint: str, typed: Callable[[str], None], submitted: Callable[[], None]
) -> ft.TextField:
    """Return the field: ``typed`` hears every change, ``submitted`` the end of a line."""

    def changed(event: ft.Event[ft.TextField]) -> None:
        typed(event.control.value)

    field = ft.TextField(
        value=value,
        hint_text=session.say(hint),
        hint_style=ft.TextStyle(size=session.px(theme.BODY), color=ft.Colors.ON_SURFACE_VARIANT),
        text_size=session.px(theme.LAW),
        border=ft.NoInputBorder(),
        expand=True,
        autocorrect=False,
        enable_suggestions=False,
        keyboard_type=ft.KeyboardType.WEB_SEARCH,
        content_padding=ft.Padding.symmetric(horizontal=0, vertical=14),
        on_change=changed,
        on_submit=lambda _: submitted(),
        key="search-field",
    )
    return typed_into(session, field, "search")


def search_box(
    session: Session,
    field: ft.TextField,
    icon: ft.IconData,
    label: str,
    clear: ft.Control,
    top: float = 12,
    beside: tuple[ft.Control, ...] = (),
) -> ft.Control:
    """Return a field in its frame. A hint is no name once something is typed: the label stays."""
    return ft.Container(
        ft.Row(
            [
                ft.Icon(icon, color=ft.Colors.ON_SURFACE_VARIANT),
                ft.MergeSemantics(ft.Semantics(content=field, label=session.say(label)), expand=True),
                ft.Row([*beside, clear], spacing=0, tight=True),
            ],
            spacing=10,
            vertical_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER_HIGH,
        border_radius=28,
        padding=ft.Padding.only(left=16, right=4),
        margin=ft.Margin.only(left=16, right=16, top=top, bottom=4),
    )


def clear_button(session: Session, query: str, clear: Callable[[], None]) -> ft.Control:
    """Return the button that empties the field, where there is something in it."""
    if not query:
        return ft.Container(width=theme.TARGET, height=theme.TARGET)
    return icon_button(session, ft.Icons.CLOSE, "清除", lambda _: clear())
