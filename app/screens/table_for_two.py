"""学, a living table for two phones: how one comes to it, and where the program is served, opening it."""

from __future__ import annotations

from contextlib import suppress
from secrets import randbelow
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.base.words import GAMES
from app.study.table.model import Address
from app.widgets.basics import quiet, section_title
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.sentences import answer_button, sentence
from app.widgets.text import written
from app.window import theme
from app.window.error_boundary import component
from app.window.published import IS_SITE
from app.window.session import use_session

if TYPE_CHECKING:
    from app.window.session import Session
    from app.window.table_for_two import TableForTwo

SEEDS = 1_000_000  # a table by chance has one of so many numbers
LOCAL = "127.0.0.1"
SIDE = 232  # of the code, as wide as a camera reads from a hand's length
WHAT = "一人扮四家牌手，一步一步打，裁判问到谁就替谁回答；一人当裁判，看出违规就叫停，问，照树裁，打到记分讲评。"
KEEPS = (
    "裁得怎样，算作裁判这一位的练习：在这台电脑上坐下的直接记进这里；用自己的手机的，打完点“存下答题记录”，"
    "在自己的执裁里打开“学 → 统计”并入。"
)


@component
def TableForTwoPart(version: int) -> ft.Control:
    """The part of the page of living tables that is about two phones."""
    session = use_session()
    asked, ask = ft.use_state(False)
    said, say = ft.use_state("")
    _, again = ft.use_state(0)
    parts: list[ft.Control] = [sentence(session, WHAT, theme.BODY)]
    open_here = None if IS_SITE else _standing()

    async def begin(_: object) -> None:
        if IS_SITE:
            ask(True)
            return
        say(await aside(_begun, session, version))
        again(id(object()))

    async def end(_: object) -> None:
        from app.window.table_for_two import put_away

        await aside(put_away)
        again(id(object()))

    if open_here is None:
        parts.append(answer_button(session, "两台手机打一桌", begin, "两位学员，在同一个网络里"))
        if asked:
            parts.append(sentence(session, _command(session), theme.BODY))
            parts.append(quiet(session, KEEPS, theme.BODY))
    else:
        parts += _open_table(session, open_here)
        parts += [quiet(session, KEEPS, theme.BODY), button(session, "收桌", end, ft.Icons.CLOSE)]
    if said:
        parts.append(
            ft.Semantics(content=sentence(session, said, theme.BODY, color=session.shade(theme.RED)), live_region=True)
        )
    padding = ft.Padding.symmetric(horizontal=16, vertical=8)
    return stretched(
        [section_title(session, "两台手机"), ft.Container(stretched(parts, spacing=10), padding=padding)], spacing=0
    )


def _command(session: Session) -> str:
    game = GAMES[session.studying.game]
    return (
        f"要有一台电脑开桌：装上执裁，运行 zhicai study together --game {game}，窗口里有地址、二维码和牌桌码；"
        "两台手机连同一个网络，用浏览器打开，各选一个位置。"
    )  # fmt: skip


def _standing() -> TableForTwo | None:
    from app.window.table_for_two import standing

    return standing()


def _begun(session: Session, version: int) -> str:
    """Open a table by chance; why it cannot be, empty where it is open."""
    from app.exams.hall import Scripts
    from app.exams.paper import PaperError
    from app.papers.wording import label
    from app.window.table_for_two import opened

    studying, law = session.studying, handbook()

    async def count() -> None:
        studying.written()

    def kept() -> None:
        with suppress(RuntimeError):  # its window was closed: it counts when another is opened
            session.page.run_task(count)

    try:
        opened(
            Address(studying.game, version, randbelow(SEEDS), studying.weak_kinds()),
            label=lambda cite: label(cite, law), script=Scripts("hans", law.script.traditional),
            store=studying.store, kept=kept,
        )  # fmt: skip
    except PaperError as fault:
        return str(fault)
    return ""


def _open_table(session: Session, table: TableForTwo) -> list[ft.Control]:
    """Where the two come in: the address, its picture for a camera, the code; and the place of who sits here."""
    address = table.addresses[0]
    shown = " 或 ".join(each.partition("#")[0] for each in table.addresses)
    return [
        sentence(session, f"两台手机用浏览器打开：{shown}", theme.LAW),
        sentence(session, f"牌桌码：{table.room.code}（扫下面的码不用输）", theme.LAW),
        ft.Container(
            ft.Image(
                src=_code(address), width=SIDE, height=SIDE, fit=ft.BoxFit.FILL, filter_quality=ft.FilterQuality.NONE,
                semantics_label=session.say("牌桌地址的二维码"),
            ),
            bgcolor=ft.Colors.WHITE, alignment=ft.Alignment.CENTER, padding=8,
        ),
        ft.FilledButton(
            written(session, "在这台电脑上坐下", theme.BODY), url=table.seat(_host(session), session.studying.learner()),
            height=max(56, session.px(48)),
        ),
    ]  # fmt: skip


def _host(session: Session) -> str:
    """Under which name this window finds the machine that serves it."""
    address = urlsplit(session.page.url or "")
    return address.hostname or LOCAL if session.studying.web and address.scheme in ("http", "https") else LOCAL


def _code(address: str) -> bytes:
    import io

    import segno

    out = io.BytesIO()
    segno.make_qr(address, error="m").save(out, kind="png", scale=8, border=4)
    return out.getvalue()
