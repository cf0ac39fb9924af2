"""What the parts of a ruling are made of: sentences with suits in colour, answers, clauses, words to say aloud."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.journal.entries import LATER
from app.ruling.wording import shaped as shaped
from app.widgets.basics import label_chip, quiet
from app.widgets.columns import stretched, wrapped
from app.widgets.law_text import pieces
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.state import Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from app.window.session import Session
    from decision_trees.model import Level

ANSWER = 60  # px, the height of an answer

GREEN = ("#1B6B3A", "#8FE3A5")
GROUNDS: dict[Level, tuple[str, str]] = {
    "none": ("#DDF2E2", "#12351F"),
    "restriction": ("#FFEBC9", "#3D2A06"),
    "penalty": ("#FFDAD6", "#4A1512"),
}
LEVELS: dict[Level, tuple[ft.IconData, tuple[str, str], str]] = {
    "none": (ft.Icons.CHECK_CIRCLE, GREEN, "不判罚"),
    "restriction": (ft.Icons.SWAP_HORIZ, theme.AMBER, "有限制或选择"),
    "penalty": (ft.Icons.PRIORITY_HIGH, theme.RED, "判罚"),
}


UNKNOWN: tuple[ft.IconData, tuple[str, str], str] = (ft.Icons.HELP_OUTLINE, ("#5B5F66", "#B4B8C0"), LATER)
UNKNOWN_GROUND = ("#ECEDEF", "#24262A")


def level_look(level: str) -> tuple[ft.IconData, tuple[str, str], str]:
    """Icon, colours and name of a level; of one this version does not know a neutral one."""
    return LEVELS.get(level, UNKNOWN)  # type: ignore[call-overload, no-any-return]


def level_ground(level: str) -> tuple[str, str]:
    """The ground of a level."""
    return GROUNDS.get(level, UNKNOWN_GROUND)  # type: ignore[call-overload, no-any-return]


def sentence(
    session: Session,
    text: str,
    size: float = theme.BODY,
    bold: bool = False,
    color: str | None = None,
    centred: bool = False,
    lines: int | None = None,
) -> ft.Text:
    """Return a sentence with its suits in colour."""
    spans = [
        ft.TextSpan(
            piece.text,
            style=ft.TextStyle(color=session.shade(theme.SUITS[piece.text]), weight=ft.FontWeight.BOLD),
        )
        if piece.kind == "suit"
        else ft.TextSpan(
            piece.text, style=ft.TextStyle(color=color) if color else None
        )  # the text's own does not reach it
        for piece in pieces(shaped(session.say(text)), ())
    ]
    return ft.Text(
        spans=spans,
        style=ft.TextStyle(
            size=session.px(size), height=1.4, weight=ft.FontWeight.W_600 if bold else None, color=color
        ),
        text_align=ft.TextAlign.CENTER if centred else ft.TextAlign.START,
        max_lines=lines,
        overflow=ft.TextOverflow.ELLIPSIS if lines else ft.TextOverflow.CLIP,
    )


def answer_button(
    session: Session,
    text: str,
    on_click: Callable[[Any], Any],
    about: str | None = None,
    chosen: bool = False,
    centred: bool = False,
    icon: ft.IconData | None = None,
    beside: bool = False,
    digit: int = 0,
) -> ft.Control:
    """Return an answer as wide as the screen, or ``beside`` others in a row; to a screen reader one button.

    ``digit`` is the key that answers too; it is shown where there is likely to be a keyboard.
    """
    said: list[ft.Control] = [sentence(session, text, theme.LAW, bold=True, centred=centred)]
    if about:
        said.append(sentence(session, about, theme.SMALL, color=ft.Colors.ON_SURFACE_VARIANT))
    content: ft.Control = ft.Column(
        said,
        spacing=2,
        tight=True,
        horizontal_alignment=ft.CrossAxisAlignment.CENTER if centred else ft.CrossAxisAlignment.START,
        alignment=ft.MainAxisAlignment.CENTER,
        expand=not centred,
    )
    shown = ft.Icons.CHECK if chosen else icon
    if shown is not None:
        mark = ft.Icon(shown, color=ft.Colors.PRIMARY, semantics_label=session.say("现在的回答") if chosen else None)
        content = ft.Row([content, mark], spacing=8, alignment=ft.MainAxisAlignment.CENTER)
    if session.layout.wide and 0 < digit < 10:
        sign = ft.Text(str(digit), size=session.px(theme.SMALL), color=ft.Colors.ON_SURFACE_VARIANT)
        content.expand = not centred
        middle = ft.MainAxisAlignment.CENTER if centred else ft.MainAxisAlignment.START
        content = ft.Row([ft.Semantics(content=sign, exclude_semantics=True), content], spacing=10, alignment=middle)
    return ft.MergeSemantics(
        ft.Container(
            content,
            on_click=on_click,
            ink=True,
            bgcolor=ft.Colors.SECONDARY_CONTAINER,
            border=ft.Border.all(2, ft.Colors.PRIMARY) if chosen else None,
            border_radius=14,
            padding=ft.Padding.symmetric(horizontal=16, vertical=10 if about else (ANSWER - theme.LAW * 1.4) / 2),
            alignment=ft.Alignment.CENTER if centred else ft.Alignment.CENTER_LEFT,
        ),
        expand=beside or None,
    )


def clause_chips(session: Session, ids: Sequence[str]) -> ft.Control:
    """Return the labels of clauses, each opening its clause in a sheet."""
    found = [provision for each in dict.fromkeys(ids) if (provision := session.find(each))]
    return wrapped(
        (
            ft.MergeSemantics(
                ft.Container(
                    label_chip(session, provision.label),
                    on_click=on_tap(session.show, Sheet("reference", (provision.id,))),
                    ink=True,
                    border_radius=8,
                    padding=ft.Padding.symmetric(vertical=12),
                )
            )
            for provision in found
        ),
        between=0,
    )


def in_fields(session: Session, said: Iterable[str], size: float) -> ft.Control:
    """Return what is known, short sentences beside one another, each in a field of its own."""
    return wrapped(
        (
            ft.Container(
                sentence(session, each, size),
                bgcolor=ft.Colors.SURFACE_CONTAINER_HIGHEST,
                border_radius=8,
                padding=ft.Padding.symmetric(horizontal=8, vertical=3),
            )
            for each in said
        ),
        gap=6,
        between=4,
    )


def card(session: Session, title: str, body: Sequence[ft.Control], icon: ft.IconData | None = None) -> ft.Control:
    """Return a group of a ruling under its heading."""
    head: list[ft.Control] = [ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(20))] if icon else []
    head.append(
        ft.Semantics(
            content=written(session, title, theme.BODY, weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY),
            heading_level=2,
            expand=True,
        )
    )
    return ft.Container(
        stretched([ft.Row(head, spacing=8), *body], spacing=8),
        padding=ft.Padding.only(left=16, right=16, top=18),
    )


def step_note(session: Session, text: str) -> ft.Text:
    """Return a line that explains."""
    return quiet(session, shaped(text), theme.BODY)
