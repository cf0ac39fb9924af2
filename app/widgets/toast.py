"""A short message that lies over a screen for a moment and takes no tap: what is under it is used as if it were not there."""

from __future__ import annotations

import asyncio

import flet as ft

from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

BELOW_HEAD = 120  # px from the upper edge: below the head of the page and its tabs, far from the buttons at the foot
WIDEST = 420


def under_toast(*content: ft.Control) -> ft.Control:
    """Return what fills a page, with the place over it where messages appear."""
    return ft.Stack([*content, Toast()], fit=ft.StackFit.EXPAND, expand=True)


@component
def Toast() -> ft.Control:
    """Show the message, if there is one."""
    session = use_session()
    toast = session.toast
    ft.use_state(toast)

    async def wait() -> None:
        said = toast.version
        await asyncio.sleep(toast.seconds if toast.text else 0)
        if toast.version == said:
            toast.text = ""

    ft.use_effect(wait, [toast.version])
    if not toast.text:
        return ft.Container(width=0, height=0, left=0, top=0)
    size = min(session.px(theme.BODY), 24)
    return ft.Container(
        ft.Container(
            ft.Semantics(
                content=ft.Text(session.say(toast.text), size=size, color=ft.Colors.ON_INVERSE_SURFACE),
                live_region=True,
            ),
            bgcolor=ft.Colors.INVERSE_SURFACE,
            border_radius=12,
            padding=ft.Padding.symmetric(horizontal=16, vertical=10),
            width=min(WIDEST, (session.page.width or WIDEST) - 24) if len(toast.text) * size > 240 else None,
        ),
        alignment=ft.Alignment.TOP_CENTER,
        ignore_interactions=True,
        left=0,
        right=0,
        top=BELOW_HEAD,
    )
