"""Saying instead of typing: a microphone where the device itself recognises speech, and who else listens where it does not."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import HOVERED, quiet
from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable

    from app.window.session import Session

BY_THE_KEYBOARD = "听写由你的输入法做，它可能联网；执裁只收文字"
SMALL = 13  # px


def by_the_keyboard(session: Session) -> ft.Control:
    """Return the line that says who listens when somebody dictates."""
    return ft.Container(
        quiet(session, BY_THE_KEYBOARD, SMALL), padding=ft.Padding.only(left=20, right=16, top=2, bottom=2)
    )


@component
def Microphone(name: str, written: Callable[[], str], put: Callable[[str], object]) -> ft.Control:
    """Show the button that begins and ends listening; what is said follows what was ``written`` in the field before.

    Nothing where the device does not recognise speech by itself: what is said at a table leaves it for nobody.
    """
    session = use_session()
    senses = session.senses
    ft.use_state(senses.can)
    before = ft.use_ref("")

    def heard(words: str) -> None:
        if not words:
            before.current = written().rstrip()
        else:
            put(f"{before.current} {words}" if before.current else words)

    def attach() -> None:
        senses.on_words[name] = heard

    ft.use_effect(attach, [name], cleanup=lambda: senses.hang_up(name))
    if not senses.can.listen:
        return ft.Container(visible=False)
    listens = senses.can.listening == name
    said = session.say("停止听写" if listens else "说出来：只在这台设备上听写")
    return ft.MergeSemantics(
        ft.IconButton(
            ft.Icon(
                ft.Icons.STOP_CIRCLE if listens else ft.Icons.MIC,
                color=ft.Colors.ERROR if listens else ft.Colors.PRIMARY,
                size=session.icon,
                semantics_label=said,
            ),
            tooltip=ft.Tooltip(
                said,
                exclude_from_semantics=True,
                wait_duration=HOVERED,
                text_style=ft.TextStyle(size=session.px(theme.SMALL), color=ft.Colors.ON_INVERSE_SURFACE),
            ),
            action=senses.listening("" if listens else name),
            size_constraints=ft.BoxConstraints(min_width=theme.TARGET, min_height=theme.TARGET),
        )
    )
