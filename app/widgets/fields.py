"""The fields of forms. They leave the text to the keyboard while somebody types."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft

from app.widgets.basics import icon_button, lines, no_wider, out_of, quiet, typed_into
from app.widgets.chips import chips_of_many
from app.widgets.columns import stretched
from app.widgets.text import written
from app.window import theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.base.form import Form
    from app.window.session import Session

FOCUS = 0.1  # seconds until a new field is on the screen
LINE = 1.25  # of the words of a button: two lines fit into it
WITHOUT, WITH_ICON = 48, 84  # px of a button beside its words
MOST = 999  # of anything counted by taps


@memo
@component
def EntryField(
    form: Form, name: str, label: str, version: int, script: str, scale: float, lines: int = 1, unseen: bool = False
) -> ft.Control:
    """Show a field of words: built anew only when the app puts something into it."""
    session = use_session()
    field = ft.TextField(
        value=form.text(name),
        label=session.say(label),
        label_style=ft.TextStyle(size=session.px(theme.BODY)),
        text_size=session.px(theme.LAW),
        multiline=lines > 1,
        min_lines=lines,
        max_lines=max(lines, 1) * 3 if lines > 1 else 1,
        password=unseen,
        can_reveal_password=unseen,
        autocorrect=False,
        enable_suggestions=lines > 1,
        on_change=lambda event: form.type(name, event.control.value),
    )
    typed_into(session, field, name)
    ft.use_effect(lambda: None, [], cleanup=lambda: out_of(session, name))  # it may go with the cursor in it
    return field


def entry(session: Session, form: Form, name: str, label: str, lines: int = 1, *, unseen: bool = False) -> ft.Control:
    """Return a field of words; ``unseen``: a password."""
    shown = session.settings.script, session.settings.text_scale
    return EntryField(form, name, label, form.version, *shown, lines, unseen)


def counter(
    session: Session, form: Form, name: str, label: str, unit: str, least: int = 1, offered: int = 0
) -> ft.Control:
    """Return a number that is changed by taps, or typed after a tap on it; empty until it is touched.

    ``offered`` numbers, from the least, can be picked where it is typed.
    """

    def step(by: int) -> None:
        number = form.number(name)  # what stands now, not what was drawn last
        value = least if number is None and by > 0 else (number if number is not None else least) + by
        form.put(name, min(MOST, value) if value >= least else None)

    def pick(number: int) -> None:
        form.values[TYPED] = None
        form.put(name, number)

    line = ft.Row(
        [
            icon_button(session, ft.Icons.REMOVE_CIRCLE_OUTLINE, f"{label}减一", on_tap(step, -1)),
            _counted(session, form, name, label, unit),
            icon_button(session, ft.Icons.ADD_CIRCLE_OUTLINE, f"{label}加一", on_tap(step, 1)),
        ],
        spacing=0,
    )
    if form.values.get(TYPED) != name:
        return line
    settings = session.settings
    typed = NumberField(form, name, f"写{label}：第几{unit}", least, settings.script, settings.text_scale)
    numbers = [(number, str(number)) for number in range(least, least + offered)]
    chosen = [now] if (now := form.number(name)) is not None else []
    offers = [chips_of_many(session, numbers, chosen, pick)] if offered else []
    return stretched([line, typed, *offers], spacing=8)


def _counted(session: Session, form: Form, name: str, label: str, unit: str) -> ft.Control:
    """The number as it stands; a tap lets it be typed, or puts the keyboard away."""
    now = form.number(name)
    typing = form.values.get(TYPED) == name

    def turn(_: object) -> None:
        form.values[_typed(name)] = ""
        form.put(TYPED, None if typing else name)

    filled = now is not None
    return ft.TextButton(
        written(
            session,
            f"第{now}{unit}" if filled else f"{label}未填",
            theme.LAW if filled else theme.BODY,
            weight=ft.FontWeight.W_600 if filled else None,
            color=ft.Colors.ON_SURFACE if filled else ft.Colors.ON_SURFACE_VARIANT,
            text_align=ft.TextAlign.CENTER,
        ),
        icon=ft.Icons.EXPAND_LESS if typing else ft.Icons.DIALPAD,
        on_click=turn,
        height=max(theme.TARGET, session.px(theme.TARGET)),
        expand=True,
    )


TYPED = "typed number"  # which of the numbers of a form is being typed


def _typed(name: str) -> str:
    return f"{name} as typed"


@memo
@component
def NumberField(form: Form, name: str, label: str, least: int, script: str, scale: float) -> ft.Control:
    """Show the field a number is typed into; it leaves the text to the keyboard, and takes digits only."""
    session = use_session()

    def take(text: str) -> None:
        form.values[_typed(name)] = text
        number = int(text) if text.isdecimal() and len(text) <= len(str(MOST)) else None
        form.type_number(name, number if number is not None and number >= least else None)

    def done(_: object) -> None:
        form.put(TYPED, None)

    field = ft.TextField(
        value=form.text(_typed(name)),
        label=session.say(label),
        label_style=ft.TextStyle(size=session.px(theme.BODY)),
        text_size=session.px(theme.LAW),
        keyboard_type=ft.KeyboardType.NUMBER,
        input_filter=ft.NumbersOnlyInputFilter(),  # type: ignore[no-untyped-call]
        max_length=len(str(MOST)),
        counter="",
        on_change=lambda event: take(event.control.value),
        on_submit=done,
    )

    async def begin() -> None:
        await asyncio.sleep(FOCUS)
        await field.focus()  # type: ignore[no-untyped-call]

    typed_into(session, field, _typed(name))
    ft.use_effect(
        begin, [], cleanup=lambda: out_of(session, _typed(name))
    )  # what is typed next belongs here, whichever field had it
    return field


def button(
    session: Session, text: str, on_click: Callable[[Any], Any], icon: ft.IconData | None = None, filled: bool = False
) -> ft.Control:
    """Return a button as wide as the form, on a wide window not wider than a hand, and as high as its words."""
    pane = session.layout.pane or theme.READING_WIDTH
    width = theme.WIDEST if session.layout.wide or pane > theme.READING_WIDTH else pane - 32
    high = lines(session, text, theme.BODY, width - (WITH_ICON if icon else WITHOUT)) * session.px(theme.BODY) * LINE
    kind = ft.FilledButton if filled else ft.OutlinedButton
    return no_wider(
        session,
        kind(
            written(session, text, theme.BODY, style=ft.TextStyle(height=LINE)),
            icon=ft.Icon(icon, size=session.icon * 0.75) if icon else None,
            on_click=on_click,
            height=max(56, session.px(48), high + 16),
        ),
    )


def folded(session: Session, title: str, icon: ft.IconData, unfold: Callable[[bool], None]) -> ft.Control:
    """Return the one line of a part that is shown once somebody asks for it."""
    return ft.Container(
        ft.OutlinedButton(
            written(session, title, theme.BODY),
            icon=icon,
            on_click=lambda _: unfold(True),
            height=max(theme.TARGET, session.px(40)),
        ),
        padding=ft.Padding.only(left=16, right=16, top=12),
    )


def done_or_not(session: Session, done: ft.Control, leave: ft.Control) -> ft.Control:
    """Return the two buttons at the foot of a form: what ends it well is the wider one, on a wide window too."""
    wide = session.layout.wide or session.layout.pane > theme.READING_WIDTH
    return ft.Row([ft.Container(done, expand=2), ft.Container(leave, expand=1) if wide else leave], spacing=12)


def fold(session: Session, form: Form, name: str, text: str, icon: ft.IconData) -> tuple[bool, ft.Control]:
    """Return whether a part of a form is unfolded, and the button that unfolds it and folds it again."""
    open_ = bool(form.values.get(name))
    shown = ("收起", ft.Icons.EXPAND_LESS) if open_ else (text, icon)
    return open_, button(session, shown[0], lambda _: form.put(name, not open_), shown[1])


def fault(session: Session, form: Form) -> list[ft.Control]:
    """Return what is wrong with the form, in one sentence."""
    if not form.fault:
        return []
    return [
        ft.Semantics(
            content=ft.Row(
                [
                    ft.Icon(ft.Icons.ERROR_OUTLINE, color=session.shade(theme.RED), size=session.px(20)),
                    written(session, form.fault, theme.BODY, color=session.shade(theme.RED), expand=True),
                ],
                spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
            live_region=True,
        )
    ]


def caption(session: Session, text: str) -> ft.Control:
    """Return what a group of fields is about."""
    return ft.Container(quiet(session, text, theme.BODY), padding=ft.Padding.only(top=8))
