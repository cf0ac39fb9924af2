"""Small parts used on every screen: named buttons, label chips, headings, rows that open something."""

from __future__ import annotations

from math import ceil
from typing import TYPE_CHECKING, Any

import flet as ft

from app.widgets.columns import stretched
from app.widgets.text import written
from app.window import theme

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.window.session import Session

HOVERED = 400  # ms the mouse rests on a button before its name is shown


BESIDE = 1.5  # headings beside buttons grow no further


def icon_button(
    session: Session, icon: ft.IconData, name: str, on_click: Callable[[Any], Any], color: str | None = None
) -> ft.Control:
    """Return an icon button with a name; the mouse is shown it too, but a screen reader says it once: it stands at the icon."""
    said = session.say(name)
    return ft.MergeSemantics(
        ft.IconButton(
            ft.Icon(icon, color=color, size=session.icon, semantics_label=said),
            tooltip=ft.Tooltip(
                said,
                exclude_from_semantics=True,
                wait_duration=HOVERED,
                text_style=ft.TextStyle(size=session.px(theme.SMALL), color=ft.Colors.ON_INVERSE_SURFACE),
            ),
            on_click=on_click,
            size_constraints=ft.BoxConstraints(min_width=theme.TARGET, min_height=theme.TARGET),
        )
    )


def typed_into(session: Session, field: ft.TextField, name: str) -> ft.TextField:
    """Return a field that says when the cursor is in it: digits are typed there then, and answer nothing."""

    def enter(_: object) -> None:
        session.typing = name

    field.on_focus, field.on_blur = enter, lambda _: out_of(session, name)
    return field


def out_of(session: Session, name: str) -> None:
    """Note that the cursor left a field; another one may have said before that it is there now."""
    if session.typing == name:
        session.typing = ""


def lines(session: Session, text: str, size: float, width: float) -> int:
    """Return how many lines a text of full characters takes in a width of px."""
    return ceil(len(text) / max(1, int(width / session.px(size))))


def no_wider(session: Session, button: ft.Control) -> ft.Control:
    """Return a button that on a wide window does not grow with it: the eye would have to look for its words."""
    if not session.layout.wide and session.layout.pane <= theme.READING_WIDTH:
        return button
    return ft.Container(ft.Container(button, width=theme.WIDEST), alignment=ft.Alignment.CENTER_LEFT)


def choice_chip(
    session: Session,
    text: str,
    selected: bool,
    on_select: Callable[[Any], Any],
    tight: bool = False,
    spoken: str = "",
) -> ft.Control:
    """Return one of several choices, as high as a finger needs; ``tight``: four of them fit on a narrow phone.

    ``spoken`` is its name where another choice on the screen has the same words.
    """
    return ft.Chip(
        label=written(session, text, theme.BODY, semantics_label=session.say(spoken) if spoken else None),
        selected=selected,
        on_select=on_select,
        show_checkmark=False,
        padding=ft.Padding.symmetric(horizontal=4 if tight else 8, vertical=14),
        label_padding=ft.Padding.symmetric(horizontal=4) if tight else None,
    )


def label_chip(session: Session, label: str) -> ft.Control:
    """Return the label of a provision as a small chip."""
    return ft.Container(
        written(session, label, theme.SMALL, color=ft.Colors.ON_SECONDARY_CONTAINER),
        bgcolor=ft.Colors.SECONDARY_CONTAINER,
        border_radius=8,
        padding=ft.Padding.symmetric(horizontal=8, vertical=2),
    )


def labelled(session: Session, label: str, text: str, size: float = theme.BODY) -> ft.Control:
    """Return the name of something with its label before it."""
    name = written(session, text, size, weight=ft.FontWeight.W_600, expand=True)
    return ft.Row([label_chip(session, label), name], spacing=8, vertical_alignment=ft.CrossAxisAlignment.START)


def leading_on(*parts: ft.Control, spacing: float = 12) -> ft.Row:
    """Return what stands in a row that opens something, and at its end the sign that it does."""
    return ft.Row([*parts, ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT)], spacing=spacing)


def section_title(session: Session, text: str, action: ft.Control | None = None) -> ft.Control:
    """Return the heading of a group."""
    title = ft.Semantics(
        content=written(session, text, theme.SMALL, weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY),
        heading_level=2,
    )
    return ft.Container(
        ft.Row([ft.Container(title, expand=True), *([action] if action else [])]),
        padding=ft.Padding.only(left=16, right=8, top=16, bottom=4),
    )


def row(
    content: ft.Control,
    on_click: Callable[[Any], Any],
    selected: bool = False,
    left: float = 16,
    key: str | None = None,
    right: float = 16,
) -> ft.Control:
    """Return a full-width row that opens something; to a screen reader it is one button."""
    return ft.MergeSemantics(
        ft.Container(
            content,
            on_click=on_click,
            ink=True,
            bgcolor=ft.Colors.SECONDARY_CONTAINER if selected else None,
            padding=ft.Padding.only(left=left, right=right, top=13, bottom=13),
            alignment=ft.Alignment.CENTER_LEFT,
        ),
        key=key,
    )


def row_button(
    session: Session, icon: ft.IconData, word: str, spoken: str, on_click: Callable[[Any], Any]
) -> ft.Control:
    """Return a button beside a row, with its word below its icon; a screen reader is told more: the rows have one each."""
    said = ft.Text(session.say(word), size=session.px(theme.SMALL), no_wrap=True, semantics_label=session.say(spoken))
    return ft.TextButton(
        ft.Column(
            [ft.Icon(icon, size=session.px(20)), said],
            spacing=2,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        on_click=on_click,
        style=ft.ButtonStyle(padding=ft.Padding.symmetric(horizontal=12, vertical=12)),
    )


def heading(session: Session, text: str, size: float = theme.TITLE, beside: bool = False) -> ft.Control:
    """Return the heading of a page, which a screen reader can jump to; ``beside`` buttons it keeps to two lines."""
    return ft.Semantics(
        content=ft.Text(
            session.say(text),
            size=min(session.px(size), size * BESIDE) if beside else session.px(size),
            weight=ft.FontWeight.W_600,
            max_lines=2 if beside else None,
            overflow=ft.TextOverflow.ELLIPSIS if beside else ft.TextOverflow.CLIP,
        ),
        heading_level=1,
    )


def quiet(session: Session, text: str, size: float = theme.SMALL) -> ft.Text:
    """Return a text of second importance."""
    return written(session, text, size, color=ft.Colors.ON_SURFACE_VARIANT)


def notice(
    session: Session, icon: ft.IconData, title: str, body: Sequence[ft.Control], color: str | None = None
) -> ft.Control:
    """Return a card that says something about the text above it."""
    head = ft.Row(
        [
            ft.Icon(icon, color=color or ft.Colors.PRIMARY, size=session.px(20)),
            written(session, title, theme.BODY, weight=ft.FontWeight.W_600, expand=True),
        ],
        spacing=8,
        vertical_alignment=ft.CrossAxisAlignment.START,
    )
    return ft.Container(
        stretched([head, *body], spacing=6),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
        border_radius=12,
        padding=12,
    )


def more_button(session: Session, left: str, more: Callable[[Any], Any]) -> ft.Control:
    """The button below a long list that shows another page of it; ``left`` says how many there are: 12 条."""
    return ft.Container(
        ft.OutlinedButton(
            written(session, f"更多（还有 {left}）", theme.BODY),
            on_click=more,
            height=max(theme.TARGET, session.px(40)),
        ),
        padding=16,
        alignment=ft.Alignment.CENTER,
    )
