"""The setting that says where others can open this app, so that a shared clause is a link that works for them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.reading.quoting import public_address
from app.widgets.basics import quiet
from app.widgets.columns import stretched
from app.widgets.text import written
from app.window import theme
from app.window.components import memo
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from app.window.session import Session


@memo
@component
def PublicAddress(script: str, scale: float) -> ft.Control:
    """Show the field; an address is kept as soon as it is one."""
    session = use_session()
    fault, say = ft.use_state("")
    typing = ft.use_ref(session.settings.public_address)  # what stands in the field: drawing it anew changes nothing

    def typed(event: ft.Event[ft.TextField]) -> None:
        typing.current = event.control.value
        try:
            address = public_address(event.control.value)
        except ValueError as wrong:
            say(str(wrong))
        else:
            say("")
            if address != session.settings.public_address:
                session.change_settings(public_address=address)

    return ft.Container(
        stretched(
            [
                written(session, "公开网址", theme.BODY, weight=ft.FontWeight.W_600),
                ft.TextField(
                    value=typing.current or "",
                    hint_text="https://",
                    text_size=session.px(theme.LAW),
                    keyboard_type=ft.KeyboardType.URL,
                    autocorrect=False,
                    enable_suggestions=False,
                    on_change=typed,
                ),
                ft.Semantics(
                    content=written(session, fault, theme.SMALL, color=session.shade(theme.RED)),
                    live_region=True,
                )
                if fault
                else quiet(session, _meaning(session)),
            ],
            spacing=6,
        ),
        padding=ft.Padding.symmetric(horizontal=16, vertical=12),
    )


def _meaning(session: Session) -> str:
    if session.link_base():
        return "分享条文时给出这个网址的链接，别人点了就到那一条。"
    return "别人打得开的网址，如协会网站上的执裁。没有就留空：分享条文时给出处和原文。"
