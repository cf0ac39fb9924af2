"""日志: the rulings of the event, newest first; each with what it rests on, what was corrected, and papers to print."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, joined, shown
from app.base.words import game_name
from app.journal.journal import DIGITS
from app.journal.store import JournalError
from app.ruling.assignment import pair_there, pair_words, place_words
from app.ruling.counts_now import marks as marks_of
from app.ruling.taking_back import bring_back, take_back
from app.ruling.to_look_at import TO_LOOK_AT, clock
from app.ruling.wording import by_number
from app.screens.elsewhere import take_over_button
from app.screens.journal_check import CheckCard, head_parts
from app.screens.journal_papers import give_out, papers_card
from app.screens.record import WITHDRAWN
from app.widgets.basics import choice_chip, label_chip, notice, quiet, row, row_button
from app.widgets.chips import chip_row
from app.widgets.columns import wrapped
from app.widgets.fields import button
from app.widgets.pages import page
from app.widgets.sentences import LEVELS, card, level_look, sentence
from app.widgets.text import written
from app.window import keeping, routes, theme
from app.window.checking import checking
from app.window.components import memo, on_tap
from app.window.error_boundary import STRANGE, component, guarded
from app.window.library import journal
from app.window.published import place
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence

    from app.browser.storage import Storage
    from app.journal.entries import Entry
    from app.window.session import Session

DEBOUNCE = 0.12  # seconds of silence awaited while somebody types
CHIPS = 8  # tables or pairs offered at first to narrow the list
FAULTS = 3  # of the looking in the background that are said above the list
MORE_CHIPS = 24  # and so many more by each tap
MORE = 20  # rulings by each tap
CHANGED = 24  # of those corrected or taken back: what they changed is looked for


# The list


@dataclass(frozen=True, slots=True)
class Listing:
    """What the journal has for the event at hand, and what of it is listed."""

    every: Sequence[Entry]
    found: Sequence[Entry]
    doubtful: Collection[str]  # entries whose time is
    notices: Sequence[str]  # what is to be said of the file


def _listing(session: Session) -> Listing:
    """Read the journal. Raises JournalError."""
    book, view = journal(), session.journal_view
    event, query = None if view.all_events else session.duty.listed_event(), view.query.strip()
    every = book.entries(event)
    found = view.chosen(book.entries(event, text=query) if query else every)
    doubtful = book.doubtful()
    notices = [each for each in (book.store.notice, book.clock_doubt(), *checking.faults[:FAULTS]) if each]
    return Listing(every, found, doubtful, notices)


def _otherwise(session: Session) -> frozenset[str]:
    """The rulings of those that can be listed that would be others by now; none where the journal cannot be read."""
    with suppress(JournalError):
        book, view = journal(), session.journal_view
        listed = book.entries(None if view.all_events else session.duty.listed_event())
        return frozenset(marks_of(book, listed, CHANGED))
    return frozenset()


@component
def JournalPane() -> ft.Control:
    """Show the rulings of the event."""
    session = use_session()
    ft.use_state(session.assignment)
    view = session.journal_view
    ft.use_state(view)
    offered: tuple[Mapping[str, int], Callable[[Mapping[str, int]], None]] = ft.use_state({})
    known_by = [session.assignment.version, view.all_events, view.event]
    otherwise = ft.use_memo(partial(_otherwise, session), known_by)
    try:
        listing = _listing(session)
    except JournalError as refused:
        return page(session, "日志", [ft.Container(sentence(session, str(refused), theme.LAW), padding=16)])
    parts: list[ft.Control] = [
        *_of_the_file(session, listing.notices),
        *_result(session),
        LedgerBox(view.version, session.settings.script, session.settings.text_scale),
        *_narrowing(session, listing.every, *offered),
        *_list(session, listing, otherwise),
    ]
    kept = keeping.storage()
    if kept is not None:
        urgent = keeping.sentences(kept) or keeping.not_given_out(kept) >= keeping.remind_after()
        parts.insert(0 if urgent else len(parts), _kept_in_browser(session, kept))
    return page(session, "日志", [*parts, papers_card(session), CheckCard()], state=f"journal-{view.results}")


def _of_the_file(session: Session, notices: Sequence[str]) -> Iterator[ft.Control]:
    """What is to be said of the file, with the way to write into it again."""
    if notices:
        said = [*(sentence(session, each) for each in notices), *take_over_button(session)]
        yield ft.Container(notice(session, ft.Icons.WARNING_AMBER, "日志文件", said), padding=16)


def _list(session: Session, listing: Listing, otherwise: Collection[str]) -> Iterator[ft.Control]:
    """The rulings that are listed, a page at a time, or why there is none."""
    view, found = session.journal_view, listing.found
    if not found:
        empty = "还没有记录。在“裁决”里判完，点下面的“记录”，就存到这里。"
        yield ft.Container(quiet(session, "没有符合的记录。" if listing.every else empty, theme.BODY), padding=16)
        return
    name = "全部赛事" if view.all_events else shown(journal().event(session.duty.listed_event()).body.name, LINE)
    gone = sum(entry.withdrawn is not None for entry in found)
    total = f"共 {len(found)} 条" + (f"，其中已撤回 {gone} 条" if gone else "")
    yield ft.Container(quiet(session, f"{name}　{total}"), padding=ft.Padding.symmetric(horizontal=16))
    games = len({entry.body.game for entry in found}) > 1
    for entry in found[: view.shown]:
        said = game_name(entry.body.game) if games and entry.body.game else ""
        marks = tuple(_marks(entry, entry.id in listing.doubtful, entry.id in otherwise))
        yield guarded(partial(_row, session, entry, marks, said), partial(_bare, session, entry))
    if (left := len(found) - view.shown) > 0:
        yield ft.Container(button(session, f"再显示 {min(MORE, left)} 条", _more(session)), padding=16)


def _more(session: Session) -> Callable[[object], None]:
    def more(_: object) -> None:
        session.journal_view.shown += MORE

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
    """What the list can be narrowed to: an event, a level, a table, a pair."""
    view = session.journal_view
    tables = list(dict.fromkeys(t for e in entries if (t := e.body.place.table) and _seen(t)))
    pairs = list(dict.fromkeys(pair for e in entries for pair in e.body.offenders if _seen(pair)))
    if view.imported:
        text = f"刚并入的 {len(view.imported)} 条，点一下看全部"
        yield _chip_rows([choice_chip(session, text, True, lambda _: view.turn_to(None))])
    yield _chip_rows([*_events(session), *_levels(session)])
    if len(tables) > 1:
        named = [(table, f"{table}桌") for table in sorted(tables, key=_natural)]
        yield _chip_rows(_names(session, "table", named, offered, offer))
    if len(pairs) > 1:
        body = session.duty.event_body(session.duty.listed_event())
        named = [(pair, by_number(pair) if view.all_events else pair_words(body, pair)) for pair in pairs]
        yield _chip_rows(_names(session, "pair", named, offered, offer))


def _levels(session: Session) -> Iterator[ft.Control]:
    """The levels of rulings to see alone, and whether they stand in the order of the tables."""
    view = session.journal_view
    for level in LEVELS:
        yield choice_chip(session, LEVELS[level][2], view.level == level, on_tap(view.narrow, "level", level))
    turn = on_tap(lambda: setattr(view, "by_table", not view.by_table))
    yield choice_chip(session, "按桌号排", view.by_table, turn)


def _names(
    session: Session,
    name: str,
    values: Sequence[tuple[str, str]],
    offered: Mapping[str, int],
    offer: Callable[[Mapping[str, int]], None],
) -> list[ft.Control]:
    """Tables or pairs to see alone: some at first, more of them by each tap; the one that is chosen always."""
    view = session.journal_view
    now = getattr(view, name)
    count = offered.get(name, CHIPS)
    seen = [(value, shown(text, 16)) for i, (value, text) in enumerate(values) if i < count or value == now]
    found = [choice_chip(session, text, now == value, on_tap(view.narrow, name, value)) for value, text in seen]
    if len(values) > len(seen):
        found.append(choice_chip(session, "更多", False, lambda _: offer({**offered, name: count + MORE_CHIPS})))
    if count > CHIPS:
        found.append(choice_chip(session, "收起", False, lambda _: offer({**offered, name: CHIPS})))
    return found


def _seen(name: str) -> bool:
    """Whether anything of a name can be seen; one cannot choose what one does not see."""
    return bool(shown(name, LINE).strip())


def _events(session: Session) -> Iterator[ft.Control]:
    """The events at hand, one for each game where they differ, and all of them."""
    journal_view, here = session.journal_view, session.duty.listed_events()
    for event in here if len(here) > 1 or journal_view.all_events else ():
        now = not journal_view.all_events and session.duty.listed_event() == event
        name = shown(session.duty.event_body(event).name, LINE)
        yield choice_chip(session, name, now, on_tap(journal_view.turn_to, event))
    yield choice_chip(
        session,
        "全部赛事",
        journal_view.all_events,
        lambda _: journal_view.turn_to(session.duty.listed_events()[0] if journal_view.all_events else None),
    )


def _chip_rows(shown: Iterable[ft.Control]) -> ft.Control:
    return ft.Container(chip_row(shown), padding=ft.Padding.symmetric(horizontal=16, vertical=4))


def _natural(name: str) -> tuple[int, str]:
    digits = "".join(ch for ch in name if ch.isdecimal())
    return (int(digits) if digits and len(digits) <= DIGITS else 0, name)


def _row(session: Session, entry: Entry, stands_out: Iterable[str], game: str = "") -> ft.Control:
    """One ruling: of which ``game`` where several are listed, where, against whom and when, what it was and what was ruled; a tap
    opens it."""
    body, gone = entry.body, entry.withdrawn is not None
    icon, pair, level = WITHDRAWN if gone else level_look(body.level)
    event = session.duty.event_body(entry.event)
    whom = joined([pair_there(event, body.place, each) for each in body.offenders])
    head = [part for part in (game, shown(place_words(body.place), 60), whom, clock(entry.at)) if part]
    faint = ft.Colors.ON_SURFACE_VARIANT if gone else None
    title = written(
        session,
        shown(body.title, LINE),
        theme.BODY,
        weight=ft.FontWeight.W_600,
        color=faint,
        style=_struck(gone),
    )
    marks = (label_chip(session, mark) for mark in stands_out)
    said: list[ft.Control] = [
        quiet(session, " · ".join(head)),
        wrapped([title, *marks]),
        sentence(session, shown(body.ruling, 2 * LINE), theme.BODY, color=faint, lines=2),
    ]
    sign = ft.Icon(icon, color=session.shade(pair), size=session.px(22), semantics_label=session.say(level))
    opened = row(
        ft.Row(
            [sign, ft.Column(said, spacing=2, expand=True)],
            spacing=12,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        on_tap(session.go, routes.journal_address(entry.id)),
    )
    return _with_undo(session, entry, opened, " ".join([*head, body.title]))


def _marks(entry: Entry, doubtful: bool, otherwise: bool) -> Iterator[str]:
    """What stands out about a ruling, each in a word: its time is doubtful, it would be otherwise now."""
    if otherwise:
        yield TO_LOOK_AT
    if entry.withdrawn is not None:
        yield "已撤回"
    if doubtful:
        yield "时间存疑"
    if entry.body.level not in LEVELS and not entry.strange:
        yield level_look(entry.body.level)[2]
    if entry.corrections:
        yield "更正过"
    if entry.appeals:
        yield "已申诉"


def _bare(session: Session, entry: Entry) -> ft.Control:
    """A row of which nothing can be drawn but that it is there: it can still be taken back."""
    said = quiet(session, f"{clock(entry.at)}　{STRANGE}", theme.BODY)
    return _with_undo(session, entry, ft.Container(said, padding=16), clock(entry.at))


def _with_undo(session: Session, entry: Entry, opened: ft.Control, what: str) -> ft.Control:
    gone = entry.withdrawn is not None

    def undo(_: object) -> None:
        try:
            (bring_back if gone else take_back)(session.duty.journal(), entry)
        except JournalError as refused:
            session.tell(str(refused))
        else:
            session.table.follow_journal(entry.id)
            session.duty.written()
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
    """Return the button of a row; a screen reader is told ``what`` it takes back: the rows have one each."""
    icon, word = (ft.Icons.REDO, "恢复") if gone else (ft.Icons.UNDO, "撤回")
    return row_button(session, icon, word, f"{word} {shown(what, LINE)}", undo)


def _struck(gone: bool) -> ft.TextStyle:
    """Return how the words of a row are drawn; a line once drawn goes only where another style says that there is none."""
    return ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH if gone else ft.TextDecoration.NONE)


# What came of something done with the whole journal


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

    def put_away(_: object) -> None:
        view.ask("")
        view.show_all_again()

    away = ft.TextButton(
        written(session, "知道了", theme.BODY),
        on_click=put_away,
        height=max(theme.TARGET, session.px(44)),
    )
    return [ft.Container(notice(session, icon, title, [*said, away]), padding=16)]


def _kept_in_browser(session: Session, kept: Storage) -> ft.Control:
    """Say where what is saved lies, and remind of giving it out."""
    number = keeping.not_given_out(kept)
    said: list[ft.Control] = [sentence(session, each) for each in keeping.sentences(kept)]
    if number >= keeping.remind_after():
        said.append(sentence(session, f"有 {number} 条裁决只在{place()}里，还没有导出过；请现在导出一份。", theme.LAW))
    elif number:
        said.append(quiet(session, f"上次导出以后又记了 {number} 条。"))
    said.append(quiet(session, keeping.promise(kept)))

    async def export(_: object) -> None:
        try:
            await give_out(session)
        except JournalError as refused:
            session.tell(str(refused))

    said.append(button(session, "导出整本日志", export, ft.Icons.UPLOAD_FILE, filled=number >= keeping.remind_after()))
    return card(session, f"存在{place()}里", said, ft.Icons.SAVE_OUTLINED)
