"""One window of the app: it is given a page, sets the session for it, and shows the frame."""

from __future__ import annotations

from base64 import b64decode
from collections.abc import Mapping
from typing import Any

import flet as ft

from app.base.background import touched
from app.frame import panes, shell
from app.frame.drawing import draw_once
from app.frame.keyboard import press
from app.frame.patching import look_quickly
from app.screens.lookup import take_up
from app.window import keeping, routes
from app.window.checking import check_in_background
from app.window.error_boundary import component, keep_window
from app.window.files import Picked
from app.window.library import law_texts, prepare
from app.window.preferences import Preferences
from app.window.published import IS_SITE, follow_opened, follow_readiness, hear_of_newer, tell_dark
from app.window.senses import NOT_SAID
from app.window.session import LOW, LYING, WIDE, Session, use_session
from app.window.theme import MODES, build_theme
from app.window.trail import read

__all__ = ["main", "prepare"]


@component
def Frame() -> ft.Control:
    """Show the frame for the shape of the window; everything is shown anew when a setting changes."""
    session = use_session()
    ft.use_state(session.settings)
    ft.use_state(session.layout)

    def dress() -> None:
        page, settings = session.page, session.settings
        page.theme_mode = MODES[settings.mode]
        page.theme = build_theme(settings.text_scale, dark=False)
        page.dark_theme = build_theme(settings.text_scale, dark=True)
        measure(session)

    ft.use_effect(dress, [session.settings.mode, session.settings.text_scale])
    return ft.Router(shell.WIDE if session.layout.wide else shell.PHONE, not_found=shell.NotFound, manage_views=True)


def measure(session: Session) -> None:
    """Note the shape and the brightness of the window."""
    page, mode = session.page, session.settings.mode
    width = int(page.width or 0)
    session.layout.wide = width >= WIDE
    session.layout.low = width >= LYING and (page.height or 800) < LOW
    beside = shell.LIST_WIDTH + shell.RAIL if session.layout.wide else shell.RAIL if session.layout.low else 0
    session.layout.pane = (width - beside) // 40 * 40
    session.layout.dark = mode == "dark" or (mode == "system" and page.platform_brightness == ft.Brightness.DARK)
    tell_dark(session.layout.dark)


def forgive_late_replies(page: ft.Page) -> None:
    """Drop the reply of a control that has left the screen meanwhile; Flet would close the connection over it."""
    session = page.session
    handle = session.handle_invoke_method_results

    def handle_if_present(control_id: int, call_id: str, result: Any, error: str | None) -> None:
        if control_id in session.index:
            handle(control_id, call_id, result, error)

    session.handle_invoke_method_results = handle_if_present  # type: ignore[method-assign]


def give_way(page: ft.Page) -> None:
    """Let what is done in the background leave the turn to whoever touches this window."""
    session = page.session
    dispatch = session.dispatch_event

    async def answer(control_id: int, event_name: str, event_data: Any) -> None:
        touched()
        await dispatch(control_id, event_name, event_data)
        touched()

    session.dispatch_event = answer  # type: ignore[method-assign]


def follow_history(session: Session) -> None:
    """Hear first of every address the browser comes to: what it says of steps on a screen is not for Flet's router."""
    pass_on = session.page.before_event

    def before(e: ft.Event[ft.BaseControl]) -> Any:
        if isinstance(e, ft.RouteChangeEvent):
            if (asked := routes.parse(e.route).asked) is not None:
                session.page.run_task(take_up, session, asked)
            if not read(e.route)[2]:  # not what the app itself wrote there
                session.tools.take(routes.parse(e.route))
            e.route = session.hear_route(e.route)
        return pass_on(e)

    session.page.before_event = before  # type: ignore[method-assign]


async def wake(session: Session) -> None:
    """Learn what the device can do, and follow the clocks that run."""
    session.senses.on_failure = lambda: session.tell(NOT_SAID)
    session.senses.on_unheard = session.tell
    await session.senses.open()
    await session.bell.open()
    await meet_halls(session)


async def meet_halls(session: Session) -> None:
    """Go on with the halls this device has joined; where it has joined none, nothing of that is loaded."""
    from app.window.hall_sight import WINDOWS, ever_joined

    WINDOWS[id(session)] = session
    if ever_joined():
        from app.window.hall_desk import hall_desk

        hall_desk().attend(session)


async def main(page: ft.Page) -> None:
    """Open a window."""
    draw_once()
    look_quickly()
    keep_window(page)
    forgive_late_replies(page)
    give_way(page)
    page.data = session = Session(page, law_texts(), Preferences(page, keeping.values()))
    session.trail.begin(page.route)
    session.tools.take(routes.parse(page.route))
    follow_history(session)
    await session.unpack()
    _dress(session)
    _listen(session)
    _hear_of_the_page(session)
    page.title = session.say(
        shell.page_title(session, routes.parse(page.route))
    )  # uncovers the first screen: see index.html
    page.render_views(Frame)
    keeping.follow(session)
    page.run_task(keeping.look_for_loss, session)
    page.run_task(check_in_background, session)
    page.run_task(wake, session)
    if IS_SITE:
        panes.load_soon()
    if (asked := routes.parse(page.route).asked) is not None:  # loaded again after it was asked
        page.run_task(take_up, session, asked)


def _dress(session: Session) -> None:
    """Give a window its looks, and its size."""
    page = session.page
    page.theme_mode = MODES[session.settings.mode]
    page.theme = build_theme(session.settings.text_scale, dark=False)
    page.dark_theme = build_theme(session.settings.text_scale, dark=True)
    page.locale_configuration = ft.LocaleConfiguration([ft.Locale("zh", "CN")], ft.Locale("zh", "CN"))
    page.theme_animation_style = ft.AnimationStyle.no_animation()
    measure(session)


def _listen(session: Session) -> None:
    """Follow what happens to a window: its size, being loaded again, the way back, keys."""
    page = session.page

    def back_again(_: object) -> None:
        session.put_query(session.lookup.query)  # a page loaded again shows what was typed
        session.preferences.catch_up(session.hear)
        page.run_task(wake, session)

    async def pressed(event: ft.KeyboardEvent) -> None:
        await press(session, event)

    page.on_resize = lambda _: measure(session)
    page.on_platform_brightness_change = lambda _: measure(session)
    page.on_connect = back_again
    page.on_view_pop = lambda _: session.back()
    page.on_keyboard_event = pressed


def _hear_of_the_page(session: Session) -> None:
    """Follow what the page around a window says: a newer version, how far it can do without a network, files opened with it."""
    page = session.page

    async def note_newer() -> None:
        session.newer.waits = True

    async def note_readiness(said: Mapping[str, Any]) -> None:
        session.readiness.take(said)

    async def open_file(said: Mapping[str, Any]) -> None:
        from app.screens.receiving import take_in_opened

        await take_in_opened(session, Picked(said["name"], b64decode(said["content"])))

    hear_of_newer(lambda: page.run_task(note_newer))
    follow_readiness(lambda said: page.run_task(note_readiness, said))
    follow_opened(lambda said: page.run_task(open_file, said))
