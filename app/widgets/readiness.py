"""Whether a published site opens on this device without a network: how far it is kept, and how it comes to the home screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.basics import notice
from app.widgets.fields import button
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.keeping import hinted, put_hint_away
from app.window.published import IS_SITE, install, keep_again
from app.window.session import use_session

if TYPE_CHECKING:
    from app.window.session import Session

READY = "已存进本机，断网也能用"
WAIT = "存完以前请不要关掉，也不要带进没有网络的赛场；存完会在这里说。"
FAILED = {
    "network": "网络断了或太慢。连上网以后自动接着存；在这以前请不要带进没有网络的赛场。",
    "broken": "网站上有一个文件不完整，过一会儿再试。在这以前没有网络就打不开；请告诉放网站的人。",
    "room": "浏览器的存储空间已满，请腾出空间后再存一次。在这以前没有网络就打不开。",
}
NEVER = "这个浏览器不能把网页存进本机，没有网络就打不开。请用 https 的网址打开，或换一个浏览器。"
INSTALL = {
    "prompt": "装到主屏幕，就像应用一样打开，浏览器也不容易清掉存下的。",
    "menu": "在浏览器的菜单里选“添加到主屏幕”或“安装”，就像应用一样打开，浏览器也不容易清掉存下的。",
    "share": "点浏览器的“分享”，选“添加到主屏幕”；装好后从主屏幕打开一次，等那里也说断网能用。",
}


@component
def ReadinessBox(place: str = "home") -> ft.Control:
    """Show how far it is, and once it is ready that it is: at home until that was put away, in the ``settings`` always.

    At the ``welcome``, where the reader has something else to choose, in few words.
    """
    session = use_session()
    now = session.readiness
    ft.use_state(now)
    away, put_away = ft.use_state(hinted())
    if not IS_SITE or not now.install or (now.ready and away and place == "home"):  # the page has not said anything yet
        return ft.Container(width=0, height=0)
    edge = 0 if place == "welcome" else 16

    def box(icon: ft.IconData, title: str, body: list[ft.Control], *, warning: bool = False) -> ft.Control:
        shown = notice(session, icon, title, body, session.shade(theme.AMBER) if warning else None)
        placed = ft.Container(shown, padding=ft.Padding.only(left=edge, right=edge, top=12 if edge else 4))
        return ft.Semantics(content=placed, live_region=True) if warning or now.ready else placed

    if now.ready:

        def leave(_: object) -> None:
            put_hint_away()
            put_away(True)

        hint: list[ft.Control] = [sentence(session, INSTALL[now.install])] if now.install in INSTALL else []
        buttons: list[ft.Control] = []
        if now.install == "prompt" and place != "welcome":
            offer = button(session, "装到主屏幕", on_tap(install), ft.Icons.ADD_TO_HOME_SCREEN)
            buttons.append(ft.Container(offer, expand=True))
        if place == "home":
            buttons.append(_text_button(session, "知道了", leave))
        return box(ft.Icons.OFFLINE_PIN_OUTLINED, READY, [*hint, *([ft.Row(buttons)] if buttons else [])])
    if now.failed == "never":
        return box(ft.Icons.WARNING_AMBER, "断网打不开", [sentence(session, NEVER)], warning=True)
    kept = f"已存 {int(now.share * 100)}%"
    bar = ft.ProgressBar(value=now.share)
    if not now.failed:
        return box(ft.Icons.DOWNLOADING, f"正在存进本机，{kept}", [bar, sentence(session, WAIT)])
    again = button(session, "再存一次", on_tap(keep_again), ft.Icons.REFRESH)
    body: list[ft.Control] = [bar, sentence(session, FAILED[now.failed]), again]
    return box(ft.Icons.WARNING_AMBER, f"还没有存全，{kept}", body, warning=True)


def _text_button(session: Session, text: str, on_click: ft.ControlEventHandler[ft.TextButton]) -> ft.Control:
    return ft.TextButton(
        written(session, text, theme.BODY),
        on_click=on_click,
        height=max(theme.TARGET, session.px(44)),
    )
