"""One window of the app: it is given a page, sets the desk for it, and shows the frame."""

from __future__ import annotations

from typing import Any

import flet as ft

from app import routes, shell
from app.boundary import component, keep_window
from app.desk import WIDE, Desk, use_desk
from app.library import handbook, prepare
from app.storage import Storage
from app.theme import MODES, build_theme

__all__ = ["main", "prepare"]


@component
def Frame() -> ft.Control:
    """Show the frame for the shape of the window; everything is shown anew when a setting changes."""
    desk = use_desk()
    ft.use_state(desk.settings)
    ft.use_state(desk.layout)

    def dress() -> None:
        page, settings = desk.page, desk.settings
        page.theme_mode = MODES[settings.mode]
        page.theme = build_theme(settings.text_scale, dark=False)
        page.dark_theme = build_theme(settings.text_scale, dark=True)
        measure(desk)

    ft.use_effect(dress, [desk.settings.mode, desk.settings.text_scale])
    return ft.Router(shell.WIDE if desk.layout.wide else shell.PHONE, not_found=shell.NotFound, manage_views=True)


def measure(desk: Desk) -> None:
    """Note the shape and the brightness of the window."""
    page, mode = desk.page, desk.settings.mode
    width = int(page.width or 0)
    desk.layout.wide = width >= WIDE
    desk.layout.pane = (width - shell.LIST_WIDTH - 80 if desk.layout.wide else width) // 40 * 40
    desk.layout.dark = mode == "dark" or (mode == "system" and page.platform_brightness == ft.Brightness.DARK)


def forgive_late_replies(page: ft.Page) -> None:
    """Drop the reply of a control that has left the screen meanwhile; Flet would close the connection over it."""
    session = page.session
    handle = session.handle_invoke_method_results

    def handle_if_present(control_id: int, call_id: str, result: Any, error: str | None) -> None:
        if control_id in session.index:
            handle(control_id, call_id, result, error)

    session.handle_invoke_method_results = handle_if_present  # type: ignore[method-assign]


async def main(page: ft.Page) -> None:
    """Open a window."""
    keep_window(page)
    forgive_late_replies(page)
    page.data = desk = Desk(page, handbook(), Storage(page))
    await desk.unpack()
    page.theme_mode = MODES[desk.settings.mode]
    page.theme = build_theme(desk.settings.text_scale, dark=False)
    page.dark_theme = build_theme(desk.settings.text_scale, dark=True)
    page.locale_configuration = ft.LocaleConfiguration([ft.Locale("zh", "CN")], ft.Locale("zh", "CN"))
    page.theme_animation_style = ft.AnimationStyle.no_animation()
    measure(desk)
    page.on_resize = lambda _: measure(desk)
    page.on_platform_brightness_change = lambda _: measure(desk)

    def back_again(_: object) -> None:
        desk.put_query(desk.lookup.query)  # a page loaded again shows what was typed
        desk.storage.catch_up(desk.hear)

    page.on_connect = back_again
    page.on_view_pop = lambda _: desk.back()

    async def key(event: ft.KeyboardEvent) -> None:
        if (event.ctrl or event.meta) and event.key.upper() == "K":
            await desk.focus_search()

    page.on_keyboard_event = key
    page.title = desk.say(shell.page_title(desk, routes.parse(page.route)))  # uncovers the first screen: see index.html
    page.render_views(Frame)
