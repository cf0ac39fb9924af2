"""日志: the rulings of the event, newest first; each with what it rests on, what was corrected, and papers to print."""

from __future__ import annotations

import asyncio
from datetime import datetime
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.base.opened import handbook
from app.base.plain_text import LINE, joined, shown
from app.journal.journal import DIGITS
from app.journal.store import JournalError
from app.ruling.assignment import pair_words, place_words
from app.screens.elsewhere import take_over_button
from app.screens.journal_check import CheckCard, head_parts, printed_head
from app.screens.record import NOT_IN_NAMES, WITHDRAWN, clock
from app.widgets.basics import choice_chip, label_chip, notice, quiet, row
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.sentences import LEVELS, card, level_look, sentence
from app.window import keeping, routes, theme
from app.window.attempts import attempts
from app.window.checking import checking
from app.window.checking import kept as checkable
from app.window.components import memo, on_tap
from app.window.error_boundary import STRANGE, component, guarded
from app.window.files import hand_over, pick
from app.window.library import journal
from app.window.published import IS_SITE, PAPERS, need
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from app.browser.storage import Storage
    from app.journal.entries import Entry
    from app.journal.records import EventBody
    from app.window.session import Session

DEBOUNCE = 0.12  # seconds of silence awaited while somebody types
CHIPS = 8  # tables or pairs offered at first to narrow the list
FAULTS = 3  # of the looking in the background that are said above the list
MORE_CHIPS = 24  # and so many more by each tap


# The list


@component
def JournalPane() -> ft.Control:
    """Show the rulings of the event."""
    session = use_session()
    ft.use_state(session.assignment)
    journal_view = session.journal_view
    ft.use_state(journal_view)
    offered: tuple[Mapping[str, int], Callable[[Mapping[str, int]], None]] = ft.use_state({})
    try:
        book = journal()
        event = None if journal_view.all_events else session.listed_event()
        every = book.entries(event)
        found = journal_view.chosen(
            book.entries(event, text=journal_view.query.strip()) if journal_view.query.strip() else every
        )
        doubtful = book.doubtful()
        notices = [each for each in (book.store.notice, book.clock_doubt(), *checking.faults[:FAULTS]) if each]
    except JournalError as refused:
        return page(session, "日志", [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
    name = "全部赛事" if journal_view.all_events else shown(book.event(session.listed_event()).body.name, LINE)
    parts: list[ft.Control] = []
    if notices:
        said: list[ft.Control] = [sentence(session, each) for each in notices]
        said += take_over_button(session)
        parts.append(ft.Container(notice(session, ft.Icons.WARNING_AMBER, "日志文件", said), padding=16))
    parts += _result(session)
    parts.append(LedgerBox(journal_view.version, session.settings.script, session.settings.text_scale))
    parts += _narrowing(session, every, *offered)
    if not every:
        parts.append(
            ft.Container(
                quiet(session, "还没有记录。在“裁决”里判完，点下面的“记录”，就存到这里。", theme.BODY), padding=16
            )
        )
    elif not found:
        parts.append(ft.Container(quiet(session, "没有符合的记录。", theme.BODY), padding=16))
    else:
        gone = sum(entry.withdrawn is not None for entry in found)
        total = f"共 {len(found)} 条" + (f"，其中已撤回 {gone} 条" if gone else "")
        parts.append(ft.Container(quiet(session, f"{name}　{total}"), padding=ft.Padding.symmetric(horizontal=16)))
        parts += [
            guarded(
                partial(_row, session, entry, entry.id in doubtful),
                partial(_bare, session, entry),
            )
            for entry in found[: journal_view.shown]
        ]
        if len(found) > journal_view.shown:
            parts.append(
                ft.Container(
                    button(session, f"再显示 {min(20, len(found) - journal_view.shown)} 条", _more(session)), padding=16
                )
            )
    kept = keeping.storage()
    if kept is not None:
        card_of_browser = _kept_in_browser(session, kept)
        urgent = keeping.sentences(kept) or keeping.not_given_out(kept) >= keeping.remind_after()
        parts.insert(0 if urgent else len(parts), card_of_browser)
    parts.append(_papers(session))
    parts.append(CheckCard())
    return page(session, "日志", parts, state=f"journal-{journal_view.results}")


def _more(session: Session) -> Callable[[object], None]:
    def more(_: object) -> None:
        session.journal_view.shown += 20

    return more


@memo
@component
def LedgerBox(version: int, script: str, scale: float) -> ft.Control:
    """Show the field to search the journal with; the text belongs to the keyboard."""
    session = use_session()
    typed, set_typed = ft.use_state(session.journal_view.query)
    begun = ft.use_memo(lambda: session.journal_view.query, [version])  # what is searched lags behind what is typed

    async def wait() -> None:
        await asyncio.sleep(DEBOUNCE)
        if session.journal_view.query != typed:
            session.journal_view.look(typed)

    ft.use_effect(wait, [typed])
    return ft.Container(
        ft.TextField(
            value=begun,
            label=session.say("在日志里找：违规、对号、条文里的字"),
            label_style=ft.TextStyle(size=session.px(theme.BODY)),
            text_size=session.px(theme.LAW),
            prefix_icon=ft.Icon(ft.Icons.SEARCH, size=session.icon),
            autocorrect=False,
            on_change=lambda event: set_typed(event.control.value),
        ),
        padding=ft.Padding.only(left=16, right=16, top=12, bottom=4),
    )


def _narrowing(
    session: Session, entries: Sequence[Entry], offered: Mapping[str, int], offer: Callable[[Mapping[str, int]], None]
) -> Iterator[ft.Control]:
    journal_view = session.journal_view

    def chips(name: str, values: Sequence[tuple[str, str]]) -> ft.Control:
        now = getattr(journal_view, name)
        count = offered.get(name, CHIPS)
        seen = [(value, shown(text, 16)) for i, (value, text) in enumerate(values) if i < count or value == now]
        found = [
            choice_chip(session, text, now == value, on_tap(journal_view.narrow, name, value)) for value, text in seen
        ]
        if len(values) > len(seen):
            found.append(choice_chip(session, "更多", False, lambda _: offer({**offered, name: count + MORE_CHIPS})))
        if count > CHIPS:
            found.append(choice_chip(session, "收起", False, lambda _: offer({**offered, name: CHIPS})))
        return _chip_rows(found)

    tables = list(dict.fromkeys(t for e in entries if (t := e.body.place.table) and _seen(t)))
    pairs = list(dict.fromkeys(pair for e in entries for pair in e.body.offenders if _seen(pair)))
    if journal_view.imported:
        yield _chip_rows(
            [
                choice_chip(
                    session,
                    f"刚并入的 {len(journal_view.imported)} 条，点一下看全部",
                    True,
                    lambda _: journal_view.turn_to(None),
                )
            ]
        )
    yield _chip_rows(
        [
            *_events(session),
            *(
                choice_chip(
                    session,
                    LEVELS[level][2],
                    journal_view.level == level,
                    on_tap(journal_view.narrow, "level", level),
                )
                for level in LEVELS
            ),
            choice_chip(
                session,
                "按桌号排",
                journal_view.by_table,
                lambda _: setattr(journal_view, "by_table", not journal_view.by_table),
            ),
        ]
    )
    if len(tables) > 1:
        yield chips("table", [(table, f"{table}桌") for table in sorted(tables, key=_natural)])
    if len(pairs) > 1:
        body = session.event_body(session.listed_event())
        yield chips(
            "pair",
            [(pair, _number(pair) if session.journal_view.all_events else pair_words(body, pair)) for pair in pairs],
        )


def _number(pair: str) -> str:
    """A pair among those of several events, where its name would be that of another."""
    return f"{pair}号" if pair.isdecimal() else pair


def _seen(name: str) -> bool:
    """Whether anything of a name can be seen; one cannot choose what one does not see."""
    return bool(shown(name, LINE).strip())


def _events(session: Session) -> Iterator[ft.Control]:
    """The events at hand, one for each game where they differ, and all of them."""
    journal_view, here = session.journal_view, session.assignment.events()
    for event in here if len(here) > 1 or journal_view.all_events else ():
        now = not journal_view.all_events and session.listed_event() == event
        name = shown(session.event_body(event).name, LINE)
        yield choice_chip(session, name, now, on_tap(journal_view.turn_to, event))
    yield choice_chip(
        session,
        "全部赛事",
        journal_view.all_events,
        lambda _: journal_view.turn_to(session.assignment.event if journal_view.all_events else None),
    )


def _chip_rows(chips: list[ft.Control]) -> ft.Control:
    return ft.Container(
        ft.Row(chips, wrap=True, spacing=8, run_spacing=8), padding=ft.Padding.symmetric(horizontal=16, vertical=4)
    )


def _natural(name: str) -> tuple[int, str]:
    digits = "".join(ch for ch in name if ch.isdecimal())
    return (int(digits) if digits and len(digits) <= DIGITS else 0, name)


def _row(session: Session, entry: Entry, doubtful: bool) -> ft.Control:
    body = entry.body
    gone = entry.withdrawn is not None
    icon, pair, level = WITHDRAWN if gone else level_look(body.level)
    event = session.event_body(entry.event)
    whom = joined([pair_words(event, each) for each in body.offenders])
    head = [shown(place_words(body.place), 60), whom, clock(entry.at)]
    marks = ["已撤回"] if gone else []
    marks += ["时间存疑"] if doubtful else []
    marks += [level] if body.level not in LEVELS and not entry.strange else []
    marks += ["更正过"] if entry.corrections else []
    marks += ["已申诉"] if entry.appeals else []
    opened = row(
        ft.Row(
            [
                ft.Icon(icon, color=session.shade(pair), size=session.px(22), semantics_label=session.say(level)),
                ft.Column(
                    [
                        quiet(session, " · ".join(part for part in head if part)),
                        ft.Row(
                            [
                                ft.Text(
                                    session.say(shown(body.title, LINE)),
                                    size=session.px(theme.BODY),
                                    weight=ft.FontWeight.W_600,
                                    color=ft.Colors.ON_SURFACE_VARIANT if gone else None,
                                    style=_struck(gone),
                                ),
                                *(label_chip(session, mark) for mark in marks),
                            ],
                            spacing=8,
                            wrap=True,
                        ),
                        sentence(
                            session,
                            shown(body.ruling, 2 * LINE),
                            theme.BODY,
                            color=ft.Colors.ON_SURFACE_VARIANT if gone else None,
                            lines=2,
                        ),
                    ],
                    spacing=2,
                    expand=True,
                ),
            ],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        lambda _: session.go(routes.journal_address(entry.id)),
    )

    return _with_undo(session, entry, opened, " ".join([*(part for part in head if part), body.title]))


def _bare(session: Session, entry: Entry) -> ft.Control:
    """A row of which nothing can be drawn but that it is there: it can still be taken back."""
    said = quiet(session, f"{clock(entry.at)}　{STRANGE}", theme.BODY)
    return _with_undo(session, entry, ft.Container(said, padding=16), clock(entry.at))


def _with_undo(session: Session, entry: Entry, opened: ft.Control, what: str) -> ft.Control:
    gone = entry.withdrawn is not None

    def undo(_: object) -> None:
        try:
            session.open_journal().withdraw(entry.withdrawal or entry.id)
        except JournalError as refused:
            session.tell(str(refused))
        else:
            session.written()
            session.tell("已恢复" if gone else "已撤回，再点一下恢复")

    return ft.Row(
        [
            ft.Container(opened, expand=True),
            _undo_button(session, gone, what, undo),
        ],
        spacing=0,
        vertical_alignment=ft.CrossAxisAlignment.START,
        key=entry.id,
    )


def _undo_button(session: Session, gone: bool, what: str, undo: Callable[[object], None]) -> ft.Control:
    """Return the button of a row, with its word: an arrow alone looks like the way back by one answer.

    A screen reader is told ``what`` it takes back: the rows have one each.
    """
    word = session.say("恢复" if gone else "撤回")
    return ft.TextButton(
        ft.Column(
            [
                ft.Icon(ft.Icons.REDO if gone else ft.Icons.UNDO, size=session.px(20)),
                ft.Text(
                    word,
                    size=session.px(theme.SMALL),
                    no_wrap=True,
                    semantics_label=f"{word} {session.say(shown(what, LINE))}",
                ),
            ],
            spacing=2,
            tight=True,
            alignment=ft.MainAxisAlignment.CENTER,
            horizontal_alignment=ft.CrossAxisAlignment.CENTER,
        ),
        on_click=undo,
        style=ft.ButtonStyle(padding=ft.Padding.symmetric(horizontal=12, vertical=12)),
    )


def _struck(gone: bool) -> ft.TextStyle:
    """Return how the words of a row are drawn; a line once drawn goes only where another style says that there is none."""
    return ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH if gone else ft.TextDecoration.NONE)


# Papers of the whole journal, and exchange with other referees


def _papers(session: Session) -> ft.Control:
    safely = attempts(session, "没有做成：日志里有一条读不懂的记录；可以先撤回它，或按桌号、对号缩小范围再试")

    def entries() -> list[Entry]:
        return session.journal_view.chosen(
            journal().entries(
                None if session.journal_view.all_events else session.listed_event(),
                text=session.journal_view.query.strip() or None,
            )
        )

    async def report() -> None:
        from app.papers.report import ruling_report

        await need(PAPERS)
        event = journal().event(session.listed_event())
        content = await aside(
            ruling_report,
            entries(),
            event,
            handbook(),
            printed_at=_now(),
            script=session.settings.script,
            head=printed_head(),
        )
        await hand_over(f"裁决汇总 {NOT_IN_NAMES.sub(' ', shown(event.body.name, 60))}.pdf", content)

    async def csv() -> None:
        from app.papers.spreadsheet import as_csv

        await hand_over("裁决日志.csv", await aside(as_csv, entries(), _event_body, handbook()))

    async def xlsx() -> None:
        from app.papers.spreadsheet import as_xlsx

        await need(PAPERS)
        await hand_over("裁决日志.xlsx", await aside(as_xlsx, entries(), _event_body, handbook()))

    async def export() -> None:
        await give_out(session)

    async def merge() -> None:
        from app.screens.receiving import take_in_file

        picked = await pick("jsonl", "json", "txt", "zip")
        if picked is not None:
            await take_in_file(session, picked)

    def codes() -> None:
        session.handover.begin(entry.id for entry in entries())
        session.go(routes.tab_address("handover"))

    async def move() -> None:
        from app.handover.moving import packed
        from app.study.answers import exported

        answers = session.studying.answers()
        content = await aside(packed, _exported(), keeping.all_values(session), exported(answers) if answers else "")
        name = f"执裁搬家 {datetime.now():%Y%m%d-%H%M}.zip"
        if await hand_over(name, content):
            await keeping.given_out(session)
            lines = (f"日志、设置、书签、没判完的裁决和答题记录都在“{name}”里。", MOVE_ON)
            session.journal_view.ask("")
            session.journal_view.ask("moved", said="\n".join(lines))

    async def backup() -> None:
        content = await aside(checkable().content)
        if await hand_over(f"执裁日志备份 {datetime.now():%Y%m%d-%H%M}.sqlite", content):
            await keeping.given_out(session)
            session.tell("已备份")

    def read(_: object) -> None:
        from app.screens.receiving import read_codes

        read_codes(session)

    return card(
        session,
        "打印与交换",
        [
            button(session, "裁决汇总（PDF）", safely(report), ft.Icons.PICTURE_AS_PDF),
            button(session, "表格（XLSX）", safely(xlsx), ft.Icons.TABLE_VIEW),
            button(session, "表格（CSV）", safely(csv), ft.Icons.TABLE_ROWS),
            button(session, "传给另一台手机", lambda _: codes(), ft.Icons.QR_CODE_2),
            *([button(session, "读另一台手机的码", read, ft.Icons.QR_CODE_SCANNER)] if IS_SITE else []),
            *(
                [button(session, "导出整本日志", safely(export), ft.Icons.UPLOAD_FILE)]
                if keeping.storage() is None
                else []
            ),
            button(session, "并入别的裁判的日志", safely(merge), ft.Icons.MERGE),
            quiet(session, "导出的文件可以给别的裁判并入；同一份并入两次，什么也不变。"),
            button(session, "备份日志文件", safely(backup), ft.Icons.SAVE_ALT),
            button(session, "搬到另一台设备", safely(move), ft.Icons.PHONELINK_SETUP),
            quiet(
                session,
                "备份是整本日志的一份拷贝。"
                "搬到另一台设备的文件带上日志、设置、书签和没判完的裁决，在那台设备上用“并入”读进去。",
            ),
        ],
        ft.Icons.PRINT_OUTLINED,
    )


MOVE_ON = "把这个文件传到那台设备，在那里打开“日志”，用“并入别的裁判的日志”选它；两边的都留着，读几次都一样。"
RESULTS = {
    "moved": (ft.Icons.PHONELINK_SETUP, "已做好搬家的文件"),
    "verified": (ft.Icons.VERIFIED_OUTLINED, "核对的结果"),
    "merged": (ft.Icons.MERGE, "导入的结果"),
    "head": (ft.Icons.FINGERPRINT, "日志头"),
}


def _result(session: Session) -> list[ft.Control]:
    """What came of checking the journal or of an import, until it is put away."""
    view = session.journal_view
    if view.asking not in RESULTS or view.about:
        return []
    icon, title = RESULTS[view.asking]
    text = view.form.text("said")
    said: list[ft.Control] = [sentence(session, line) for line in text.split("\n")]
    if view.asking == "head":
        said = head_parts(session, text)
    away = ft.TextButton(
        ft.Text(session.say("知道了"), size=session.px(theme.BODY)),
        on_click=lambda _: view.ask(""),
        height=max(theme.TARGET, session.px(44)),
    )
    return [ft.Container(notice(session, icon, title, [*said, away]), padding=16)]


def _exported() -> str:
    """The whole journal as a file for others."""
    from io import StringIO

    from app.journal.exchange import export

    text = StringIO()
    export(journal().store, text)
    return text.getvalue()


async def give_out(session: Session) -> None:
    """Give out the whole journal as a file."""
    if await hand_over(f"执裁日志 {datetime.now():%Y%m%d-%H%M}.jsonl", _exported().encode()):
        await keeping.given_out(session)


def _kept_in_browser(session: Session, kept: Storage) -> ft.Control:
    """Say where what is saved lies, and remind of giving it out."""
    number = keeping.not_given_out(kept)
    said: list[ft.Control] = [sentence(session, each) for each in keeping.sentences(kept)]
    if number >= keeping.remind_after():
        said.append(sentence(session, f"有 {number} 条裁决只在这个浏览器里，还没有导出过；请现在导出一份。", theme.LAW))
    elif number:
        said.append(quiet(session, f"上次导出以后又记了 {number} 条。"))
    said.append(quiet(session, keeping.promise(kept)))

    async def export(_: object) -> None:
        try:
            await give_out(session)
        except JournalError as refused:
            session.tell(str(refused))

    said.append(button(session, "导出整本日志", export, ft.Icons.UPLOAD_FILE, filled=number >= keeping.remind_after()))
    return card(session, "存在这个浏览器里", said, ft.Icons.SAVE_OUTLINED)


def _event_body(id_: str) -> EventBody:
    return journal().event(id_).body


def _now() -> str:
    return datetime.now().astimezone().isoformat(timespec="seconds")
