"""传给另一台手机: rulings as codes the other phone reads, without a network; or as a file by whatever the system offers."""

from __future__ import annotations

import asyncio
from datetime import datetime
from io import StringIO
from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, shown
from app.handover.codes import picture
from app.handover.frames import TooMuchError, frames
from app.handover.view import SECONDS, rounds
from app.journal.exchange import export
from app.journal.records import NO_EVENT
from app.journal.store import JournalError
from app.widgets.basics import choice_chip, icon_button, quiet
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.window import theme
from app.window.error_boundary import component
from app.window.files import share_file
from app.window.library import journal
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from app.journal.entries import Entry
    from app.window.session import Session

LARGEST = 560  # px of a code on a wide window
AROUND = 236  # px of the bars above and below, the chips, and room around a code


@component
def HandoverPane() -> ft.Control:
    """Show what is handed over, and the codes of it."""
    session = use_session()
    view = session.handover
    ft.use_state(view)
    title = "传给另一台手机"
    try:
        book = journal()
        there = set(view.ids)
        entries = (
            [entry for entry in book.entries() if entry.id in there]
            if there
            else book.entries(None if session.journal_view.all_events else session.listed_event())
        )
        rounds_of = [record.id for record in book.competition(view.competition)] if view.competition else []
        chosen = rounds_of or view.chosen(entries)
        text = _text(chosen, view.with_event or bool(rounds_of))
    except JournalError as refused:
        return page(session, title, [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
    parts: list[ft.Control] = [_choice(session, entries)]
    if rounds_of:
        name = shown(book.event(view.competition).body.name, LINE)
        said = f"“{name}”的赛程和成绩，共{len(rounds_of)}条记录。"
        parts = [ft.Container(quiet(session, said, theme.BODY), padding=16)]
    if not chosen:
        parts.append(ft.Container(quiet(session, "还没有可以传的记录。", theme.BODY), padding=16))
        return page(session, title, parts)
    try:
        row: Sequence[str] = frames(text)
    except TooMuchError as much:
        parts.append(ft.Container(sentence(session, str(much)), padding=16))
    else:
        parts.append(Codes(tuple(row), session.settings.script, session.settings.text_scale))
        parts.append(
            ft.Container(
                quiet(
                    session,
                    "对方打开“日志”，点“读另一台手机的码”，对准上面。几张会轮流出现，先后不要紧，读齐了自己会并入。",
                    theme.BODY,
                ),
                padding=ft.Padding.symmetric(horizontal=16),
            )
        )

    async def share(_: object) -> None:
        what = "赛程" if rounds_of else "裁决"
        name = f"执裁{what} {len(chosen)}条 {datetime.now():%Y%m%d-%H%M}.txt"  # what systems let one share
        await share_file(name, text.encode(), "text/plain")

    parts.append(ft.Container(button(session, "不能读码：传文件", share, ft.Icons.SHARE_OUTLINED), padding=16))
    return page(session, title, parts)


def _text(ids: Sequence[str], with_event: bool) -> str:
    stream = StringIO()
    book = journal()
    export(book.store, stream, book.concerning(ids, events=with_event))
    return stream.getvalue()


def _choice(session: Session, entries: Sequence[Entry]) -> ft.Control:
    """What of the rulings goes over: all, or one round; with the event or without."""
    view = session.handover

    def of_round(number: int | None) -> Callable[[object], None]:
        def choose(_: object) -> None:
            view.round = number

        return choose

    def event(_: object) -> None:
        view.with_event = not view.with_event

    there = rounds(entries)
    chips = [choice_chip(session, f"全部 {len(entries)} 条", view.round is None, of_round(None))]
    if len(there) > 1 or (there and sum(there.values()) < len(entries)):
        chips += [
            choice_chip(session, f"第{number}轮 {count} 条", view.round == number, of_round(number))
            for number, count in there.items()
        ]
    if any(entry.event != NO_EVENT for entry in entries):
        chips.append(choice_chip(session, "连赛事设置一起", view.with_event, event))
    return ft.Container(ft.Row(chips, wrap=True, spacing=8, run_spacing=8), padding=16)


@component
def Codes(row: tuple[str, ...], script: str, scale: float) -> ft.Control:
    """Show the codes one after the other, on white whatever the theme: that is what cameras read."""
    session = use_session()
    at, set_at = ft.use_state(0)
    stands, set_stands = ft.use_state(False)
    drawn: dict[int, bytes] = ft.use_memo(dict, [row])
    number = at % len(row)

    async def go_on() -> None:
        if not stands and len(row) > 1:
            await asyncio.sleep(SECONDS)
            set_at(number + 1)

    ft.use_effect(go_on, [number, stands, row])
    if number not in drawn:
        drawn[number] = picture(row[number])
    told = f"第 {number + 1} 张，共 {len(row)} 张"
    width = session.page.width or 412
    high = (session.page.height or 915) - AROUND  # a camera must see the whole code
    size = min(LARGEST, max(280, min((width - 320 if session.layout.wide else width) - 16, high)))
    parts: list[ft.Control] = [
        ft.Container(
            ft.Image(
                src=drawn[number],
                width=size,
                height=size,
                fit=ft.BoxFit.FILL,
                filter_quality=ft.FilterQuality.NONE,
                gapless_playback=True,
                semantics_label=session.say(f"二维码，{told}"),
            ),
            bgcolor=ft.Colors.WHITE,
            alignment=ft.Alignment.CENTER,
            padding=ft.Padding.symmetric(vertical=8),
        )
    ]
    if len(row) > 1:

        def step(by: int) -> Callable[[object], None]:
            def go(_: object) -> None:
                set_stands(True)
                set_at((number + by) % len(row))

            return go

        parts.append(
            ft.Row(
                [
                    icon_button(session, ft.Icons.CHEVRON_LEFT, "上一张", step(-1)),
                    icon_button(
                        session,
                        ft.Icons.PLAY_ARROW if stands else ft.Icons.PAUSE,
                        "继续轮换" if stands else "停在这张",
                        lambda _: set_stands(not stands),
                    ),
                    ft.Text(session.say(told), size=session.px(theme.LAW), expand=True, expand_loose=True),
                    icon_button(session, ft.Icons.CHEVRON_RIGHT, "下一张", step(1)),
                ],
                alignment=ft.MainAxisAlignment.CENTER,
            )
        )
    return ft.Column(parts, horizontal_alignment=ft.CrossAxisAlignment.STRETCH, spacing=8)
