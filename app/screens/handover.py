"""传给另一台手机: rulings as codes the other phone reads, without a network; or as a file by whatever the system offers."""

from __future__ import annotations

import asyncio
from contextlib import suppress
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
    from collections.abc import Iterable, Iterator, Sequence

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
    what = _what(session, going) if going.competition else _choice(session, going)
    if not going.chosen:
        none = ft.Container(quiet(session, "还没有可以传的记录。", theme.BODY), padding=16)
        return page(session, title, [what, none])

    async def share(_: object) -> None:
        what = "赛程" if going.competition else "裁决"
        name = f"执裁{what} {len(going.chosen)}条 {datetime.now():%Y%m%d-%H%M}.txt"  # what systems let one share
        await share_file(name, _file(going.text, going.along).encode(), "text/plain")

    to_share = ft.Container(button(session, "不能读码：传文件", share, ft.Icons.SHARE_OUTLINED), padding=16)
    return page(session, title, [what, *_showing(session, going), to_share])


def _showing(session: Session, going: Going) -> Iterator[ft.Control]:
    """The codes of records; where books go along, first how many codes these are and how long one holds the phone for them."""
    if not going.along:
        yield from _codes(session, going.text)
        return
    text = going.text + library.own_books().small(going.along)
    named = _named(session, going.along)
    yield from _counted(session, f"连规程一起（{named}）", text, "；或者不连规程一起，规程另外传")


def _counted(session: Session, said: str, text: str, otherwise: str = "") -> Iterator[ft.Control]:
    """Say how many codes a text is and how many seconds once round is; show them when somebody wants that."""
    view = session.handover

    def show(_: object) -> None:
        view.shown = True

    try:
        count = len(frames(text))
    except TooMuchError as much:
        yield ft.Container(sentence(session, f"{said}：{str(much).rstrip('。')}{otherwise}。"), padding=16)
        return
    time = f"要 {count} 张码，轮一遍约 {max(1, round(count * SECONDS))} 秒" if count > 1 else "一张码"
    yield ft.Container(sentence(session, f"{said}：{time}。"), padding=16)
    if view.shown:
        yield from _codes(session, text)
    else:
        yield ft.Container(button(session, "显示码", show, ft.Icons.QR_CODE_2, filled=True), padding=16)


def _named(session: Session, ids: Sequence[str]) -> str:
    own = session.own.books()
    return "、".join(f"《{shown(own[id_].book.short, LINE)}》第 {own[id_].version} 版" for id_ in ids)


def _file(records: str, ids: Sequence[str]) -> str:
    """Records and books as a file has them: these with all their versions."""
    from app.brought.along import with_books

    return with_books(records, library.own_store(), ids)


def _books(session: Session, ids: Sequence[str]) -> Iterator[ft.Control]:
    """Books of one's own: how many codes they are, the codes, and the file with all their versions.

    With one that is meant for an event goes that event: without it the book would be in force nowhere.
    """
    own = session.own.books()
    there = [id_ for id_ in ids if id_ in own]
    meant = _events(own[id_].event for id_ in there)

    async def share(_: object) -> None:
        name = f"执裁规程 {len(there)}本 {datetime.now():%Y%m%d-%H%M}.txt"
        await share_file(name, _file(meant, there).encode(), "text/plain")

    yield from _counted(session, _named(session, there), meant + library.own_books().small(there))
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


def _events(ids: Iterable[str]) -> str:
    """The records of some events as last written; nothing where there are none, or the journal cannot be read."""
    with suppress(JournalError):
        book = journal()
        known = {each.id for each in book.events()} - {NO_EVENT}
        if found := sorted(set(ids) & known):
            return _text(found, True)
    return ""


@dataclass(frozen=True, slots=True)
class Going:
    """What goes over: the records, as they are written for others."""

    entries: Sequence[Entry]  # the rulings to choose from
    competition: str  # the event whose rounds go over instead
    chosen: Sequence[str]
    text: str
    meant: Sequence[str]  # the books of one's own that it rests on
    along: Sequence[str]  # those of them that go over with it


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
    meant = _meant(session, view.competition if rounds_of else "", chosen)
    along = meant if view.with_books else ()
    return Going(entries, view.competition if rounds_of else "", chosen, text, meant, along)


def _what(session: Session, going: Going) -> ft.Control:
    """Say whose rounds go over, and that its books do."""
    name = shown(journal().event(going.competition).body.name, LINE)
    said = quiet(session, f"“{name}”的赛程和成绩，共{len(going.chosen)}条记录。", theme.BODY)
    return ft.Container(stretched([said, *_with_books(session, going)], spacing=8), padding=16)


def _with_books(session: Session, going: Going) -> Iterator[ft.Control]:
    """Whether the books of one's own go along."""
    view = session.handover

    def with_books(_: object) -> None:
        view.with_books, view.shown = not view.with_books, False

    if going.meant:
        yield choice_chip(session, f"连规程一起（{len(going.meant)} 本）", view.with_books, with_books)


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


def _choice(session: Session, going: Going) -> ft.Control:
    """What of the rulings goes over: all, or one round; with the event or without, with its books or without."""
    view, entries = session.handover, going.entries

    def choose(number: int | None) -> None:
        view.round, view.shown = number, False

    def event(_: object) -> None:
        view.with_event, view.shown = not view.with_event, False

    there = rounds(entries)
    offered: list[tuple[int | None, str]] = [(None, f"全部 {len(entries)} 条")]
    if len(there) > 1 or (there and sum(there.values()) < len(entries)):
        offered += [(number, f"第{number}轮 {count} 条") for number, count in there.items()]
    shown = [choice_chip(session, text, view.round == number, on_tap(choose, number)) for number, text in offered]
    if any(entry.event != NO_EVENT for entry in entries):
        shown.append(choice_chip(session, "连赛事设置一起", view.with_event, event))
    return ft.Container(chip_row([*shown, *_with_books(session, going)]), padding=16)


def _meant(session: Session, competition: str, chosen: Sequence[str]) -> list[str]:
    """The books of one's own that go with the rounds of an event, or with rulings."""
    own = session.own.books()
    if not own:
        return []
    from app.brought.along import going_along, of_event

    book = journal()
    if competition:
        return of_event(own, competition, book.event(competition).body.game)
    entries = [entry for id_ in chosen if (entry := book.find(id_)) is not None]
    return going_along(own, ((each.event, each.body.game) for each in entries), map(book.receipt, chosen))


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
