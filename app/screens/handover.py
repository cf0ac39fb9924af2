"""传给另一台手机: rulings as codes the other phone reads, without a network; or as a file by whatever the system offers."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
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
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import library, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import share_file
from app.window.library import journal
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.journal.entries import Entry
    from app.window.session import Session

HOW = "对方打开“日志”，点“读另一台手机的码”，对准上面。几张会轮流出现，先后不要紧，读齐了自己会并入。"
LARGEST = 560  # px of a code on a wide window
AROUND = 236  # px of the bars above and below, the chips, and room around a code


@component
def HandoverPane() -> ft.Control:
    """Show what is handed over, and the codes of it."""
    session = use_session()
    ft.use_state(session.handover)
    title = "传给另一台手机"
    if session.handover.books:
        return page(session, title, list(_books(session, session.handover.books)))
    try:
        going = _going(session)
    except JournalError as refused:
        return page(session, title, [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
    what = _what(session, going) if going.competition else _choice(session, going.entries)
    if not going.chosen:
        none = ft.Container(quiet(session, "还没有可以传的记录。", theme.BODY), padding=16)
        return page(session, title, [what, none])

    async def share(_: object) -> None:
        what = "赛程" if going.competition else "裁决"
        name = f"执裁{what} {len(going.chosen)}条 {datetime.now():%Y%m%d-%H%M}.txt"  # what systems let one share
        await share_file(name, going.text.encode(), "text/plain")

    to_share = ft.Container(button(session, "不能读码：传文件", share, ft.Icons.SHARE_OUTLINED), padding=16)
    return page(session, title, [what, *_codes(session, going.text), to_share])


def _books(session: Session, ids: Sequence[str]) -> Iterator[ft.Control]:
    """Books of one's own: how many codes they are, the codes, and the file with all their versions."""
    from app.brought.sharing import small, whole

    view, own = session.handover, session.own.books()
    store = library.own_books().store
    there = [id_ for id_ in ids if id_ in own]

    async def share(_: object) -> None:
        name = f"执裁规程 {len(there)}本 {datetime.now():%Y%m%d-%H%M}.txt"
        await share_file(name, whole(store, there).encode(), "text/plain")

    def show(_: object) -> None:
        view.shown = True

    said = "、".join(f"《{shown(own[id_].book.short, LINE)}》第 {own[id_].version} 版" for id_ in there)
    text = small(store, there)
    try:
        count = len(frames(text))
    except TooMuchError as much:
        yield ft.Container(sentence(session, f"{said}：{much}"), padding=16)
    else:
        time = f"要 {count} 张码，轮一遍约 {max(1, round(count * SECONDS))} 秒" if count > 1 else "一张码"
        yield ft.Container(sentence(session, f"{said}：{time}。"), padding=16)
        if view.shown:
            yield from _codes(session, text)
        else:
            yield ft.Container(button(session, "显示码", show, ft.Icons.QR_CODE_2, filled=True), padding=16)
    yield ft.Container(
        stretched(
            [
                button(session, "传文件", share, ft.Icons.SHARE_OUTLINED),
                quiet(session, "文件里有各版和原来的文件；码里只有现在的一版。", theme.BODY),
            ],
            spacing=8,
        ),
        padding=16,
    )


@dataclass(frozen=True, slots=True)
class Going:
    """What goes over: the records, as they are written for others."""

    entries: Sequence[Entry]  # the rulings to choose from
    competition: str  # the event whose rounds go over instead
    chosen: Sequence[str]
    text: str


def _going(session: Session) -> Going:
    """Read what is handed over from the journal. Raises JournalError."""
    view, book = session.handover, journal()
    if there := set(view.ids):
        entries: Sequence[Entry] = [entry for entry in book.entries() if entry.id in there]
    else:
        entries = book.entries(None if session.journal_view.all_events else session.duty.listed_event())
    rounds_of = [record.id for record in book.competition(view.competition)] if view.competition else []
    chosen = rounds_of or view.chosen(entries)
    text = _text(chosen, view.with_event or bool(rounds_of))
    if view.with_books and (books := _meant(session, entries)):
        from app.brought.sharing import small

        text += small(library.own_books().store, books)
    return Going(entries, view.competition if rounds_of else "", chosen, text)


def _what(session: Session, going: Going) -> ft.Control:
    """Say whose rounds go over."""
    name = shown(journal().event(going.competition).body.name, LINE)
    return ft.Container(quiet(session, f"“{name}”的赛程和成绩，共{len(going.chosen)}条记录。", theme.BODY), padding=16)


def _codes(session: Session, text: str) -> Iterator[ft.Control]:
    """The codes of a text, and what the other does with them; or that it is too much for them."""
    try:
        row = frames(text)
    except TooMuchError as much:
        yield ft.Container(sentence(session, str(much)), padding=16)
        return
    yield Codes(tuple(row), session.settings.script, session.settings.text_scale)
    yield ft.Container(quiet(session, HOW, theme.BODY), padding=ft.Padding.symmetric(horizontal=16))


def _text(ids: Sequence[str], with_event: bool) -> str:
    stream = StringIO()
    book = journal()
    export(book.store, stream, book.concerning(ids, events=with_event))
    return stream.getvalue()


def _choice(session: Session, entries: Sequence[Entry]) -> ft.Control:
    """What of the rulings goes over: all, or one round; with the event or without."""
    view = session.handover

    def choose(number: int | None) -> None:
        view.round = number

    def event(_: object) -> None:
        view.with_event = not view.with_event

    def with_books(_: object) -> None:
        view.with_books = not view.with_books

    there = rounds(entries)
    offered: list[tuple[int | None, str]] = [(None, f"全部 {len(entries)} 条")]
    if len(there) > 1 or (there and sum(there.values()) < len(entries)):
        offered += [(number, f"第{number}轮 {count} 条") for number, count in there.items()]
    shown = [choice_chip(session, text, view.round == number, on_tap(choose, number)) for number, text in offered]
    if any(entry.event != NO_EVENT for entry in entries):
        shown.append(choice_chip(session, "连赛事设置一起", view.with_event, event))
    if books := _meant(session, entries):
        shown.append(choice_chip(session, f"连规程一起（{len(books)} 本）", view.with_books, with_books))
    return ft.Container(chip_row(shown), padding=16)


def _meant(session: Session, entries: Sequence[Entry]) -> list[str]:
    """The books of one's own in force where these rulings were given."""
    where = {(entry.event, entry.body.game) for entry in entries}
    return sorted({id_ for event, game in where for id_ in session.own.in_force(event, game)})


@component
def Codes(row: tuple[str, ...], script: str, scale: float) -> ft.Control:
    """Show the codes one after the other."""
    session = use_session()
    at, set_at = ft.use_state(0)
    stands, set_stands = ft.use_state(False)
    drawn: dict[int, bytes] = ft.use_memo(dict, [row])
    number = at % len(row)

    async def go_on() -> None:
        if not stands and len(row) > 1:
            await asyncio.sleep(SECONDS)
            set_at(number + 1)

    def step(by: int) -> None:
        set_stands(True)
        set_at((number + by) % len(row))

    ft.use_effect(go_on, [number, stands, row])
    if number not in drawn:
        drawn[number] = picture(row[number])
    told = f"第 {number + 1} 张，共 {len(row)} 张"
    parts: list[ft.Control] = [_code(session, drawn[number], told)]
    if len(row) > 1:
        turn = ("继续轮换", ft.Icons.PLAY_ARROW) if stands else ("停在这张", ft.Icons.PAUSE)
        parts.append(
            ft.Row(
                [
                    icon_button(session, ft.Icons.CHEVRON_LEFT, "上一张", on_tap(step, -1)),
                    icon_button(session, turn[1], turn[0], lambda _: set_stands(not stands)),
                    written(session, told, theme.LAW, expand=True, expand_loose=True),
                    icon_button(session, ft.Icons.CHEVRON_RIGHT, "下一张", on_tap(step, 1)),
                ],
                alignment=ft.MainAxisAlignment.CENTER,
            )
        )
    return stretched(parts, spacing=8)


def _code(session: Session, drawn: bytes, told: str) -> ft.Control:
    """One code, on white whatever the theme: that is what cameras read."""
    width = session.page.width or 412
    high = (session.page.height or 915) - AROUND  # a camera must see the whole code
    size = min(LARGEST, max(280, min((width - 320 if session.layout.wide else width) - 16, high)))
    return ft.Container(
        ft.Image(
            src=drawn,
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
