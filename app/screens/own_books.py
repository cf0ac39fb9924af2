"""Books of one's own: bring a text, see how it was read beside its lines, mend what was not understood, confirm what it changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import GAMES, game_name
from app.screens.exams import block
from app.screens.own_about import about_row
from app.screens.own_edition import edition_parts
from app.screens.own_versions import versions_part
from app.widgets.basics import choice_chip, label_chip, more_button, notice, quiet, row, section_title
from app.widgets.chips import chip_row, chips
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button, caption, done_or_not, entry, fault
from app.widgets.pages import page
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.files import pick
from app.window.own_books import DEFAULT_SEATS, NEW, OTHER, SAID, undecided
from app.window.published import IS_SITE
from app.window.session import use_session
from rules_data.brought.amending import proposals
from rules_data.brought.by_hand import BY_HAND
from rules_data.brought.game_reading import FEWEST, MOST, seats_in

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.model import Brought, Doubtful, LineRead

KINDS = ("txt", "md", "docx", "pdf", "doc", "wps")  # the last two to say what to do with them
READS = "读 .txt、.md、.docx、.pdf（有文字的）。图片请先用系统的“提取文字”。"
READS_ON_A_SITE = "读 .txt、.md、.docx；PDF 请复制文字粘贴。图片请先用系统的“提取文字”。"
GAME_PARTS = ("rights", "terms", "clocks", "ladder", "trees", "tree", "ruling")
"""In an address: what is said of a book as the rules of a game of its own."""
SHOWN = 40  # lines at once
SIDE_BY_SIDE = 700  # px from which the two texts stand beside each other
LONG = 400  # characters of a clause
READ_AS = {
    "blank": "", "title": "标题行", "heading": "标题", "number": "编号", "text": "正文",
    "continues": "接上", "own": "自成一条", "row": "表格", "contents": "目录",
}  # fmt: skip


@component
def OwnBooksPane(book: str, part: str) -> ft.Control:
    """Show where a book is brought, how one was read, or what it changes."""
    session = use_session()
    ft.use_state(session.own)
    ft.use_state(session.own.form)
    ft.use_state(session.layout)
    if not book:
        return _bring(session)
    if book == "suggestions":
        from app.screens.own_suggestions import suggestions_page

        return suggestions_page(session)
    if part == "current":
        from app.screens.own_current import current_page

        return current_page(session, book)
    if part == "edition" and book != NEW:
        from app.screens.own_edition import edition_page

        return edition_page(session, book)
    brought = session.own.book(book)
    if brought is None:
        gone = "没有这本规则书。请回到“查找”重新选择，或再添加一次。"
        return page(session, "自己的规则书", [block(quiet(session, gone, theme.BODY))])
    if part == "versions":
        from app.screens.own_versions import versions_page

        return versions_page(session, brought)
    if (brought.own_game is not None and part in GAME_PARTS) or part == "ruling":
        from app.screens.own_game import game_page

        return game_page(session, brought, part)
    if part == "settings":
        from app.screens.own_settings import settings_page

        return settings_page(session, brought)
    if part == "about":
        from app.screens.own_about import AboutPane

        return AboutPane(brought, book)
    if part == "changes":
        from app.screens.own_changes import ChangesPane

        return ChangesPane(brought)
    return _lines(session, brought, book)


def _bring(session: Session) -> ft.Control:
    own, form = session.own, session.own.form

    async def open_file(_: object) -> None:
        picked = await pick(*KINDS)
        if picked is not None:
            own.open(picked.name, picked.content)

    def read(_: object) -> None:
        if own.read(session):
            session.go(routes.own_address(NEW))

    game = form.text("game")
    chosen = [
        choice_chip(session, name, game == id_, on_tap(form.put, "game", "" if game == id_ else id_))
        for id_, name in GAMES.items()
    ]
    chosen.append(
        choice_chip(session, "别的项目", game == OTHER, on_tap(form.put, "game", "" if game == OTHER else OTHER))
    )
    parts: list[ft.Control] = [
        block(
            quiet(
                session,
                "竞赛规程、补充规定、俱乐部约定、别的项目的规则：粘贴全文，或打开文件。只存在本机。",
                theme.BODY,
            ),
            entry(session, form, "text", "规程的全文，每条另起一行", lines=6),
            button(session, "打开文件", open_file, ft.Icons.FILE_OPEN_OUTLINED),
            quiet(session, READS_ON_A_SITE if IS_SITE else READS),
        ),
        section_title(session, "项目"),
        block(chip_row(chosen), *(_other_game(session) if game == OTHER else [quiet(session, "不选时从文中看出来。")])),
        *_meant_for(session, game),
        *_instead_of(session, game),
        block(*fault(session, form)),
    ]
    if own.draft is not None:
        parts.append(
            row(
                written(session, f"还没有添加完：{own.draft.book.title}", theme.BODY, color=ft.Colors.PRIMARY),
                on_tap(session.go, routes.own_address(NEW)),
            )
        )
    go_on = button(session, "读一读", read, ft.Icons.MENU_BOOK, filled=True)
    return page(session, "加一本规则书", parts, pinned=[go_on], state="bring")


def _other_game(session: Session) -> Iterator[ft.Control]:
    """Ask what a game the program does not know is called, and who sits at its table."""
    form = session.own.form
    about = "程序不懂它的规则：查条文、标权利、记裁决、计时、填阶梯都可以，怎样判由你定。"
    yield ft.Container(quiet(session, about), padding=ft.Padding.only(bottom=6))
    yield entry(session, form, "game_name", "项目的名称，如：斗地主")
    seats = form.number("seats") or seats_in(form.text("text")) or DEFAULT_SEATS
    numbers = [(number, f"{number}人") for number in range(FEWEST, MOST + 1)]
    yield caption(session, "几个人一桌")
    yield chips(session, numbers, seats, lambda number: form.put("seats", number))
    if seats % 2 == 0:
        ways = [(False, "各打各的"), (True, "两方，坐对面的一方")]
        yield chips(session, ways, bool(form.values.get("sides")), lambda two: form.put("sides", two))


def _meant_for(session: Session, game: str) -> Iterator[ft.Control]:
    """Ask whether the book is meant for one event; nothing where there is none. It can be changed afterwards."""
    form = session.own.form
    events = dict.fromkeys(id_ for each in ([game] if game else GAMES) for id_ in session.duty.events_of(each))
    if not events:
        return
    yield section_title(session, "用在哪里")
    choices = [("", "所有赛事"), *((each, session.duty.event_body(each).name) for each in events)]
    yield block(
        chip_row(
            choice_chip(session, name, form.text("event") == id_, on_tap(form.put, "event", id_))
            for id_, name in choices
        )
    )


def _instead_of(session: Session, game: str) -> Iterator[ft.Control]:
    """Ask whether this is the new text of a book that is here; nothing where there is none."""
    form = session.own.form
    there = [each for each in session.own.books().values() if not each.withdrawn and game in ("", each.book.game)]
    if not there:
        return
    yield section_title(session, "是不是已有的一本的新文本")
    choices = [("", "不是，是另一本"), *((each.book.id, each.book.short) for each in there)]
    yield block(
        chip_row(
            choice_chip(session, name, form.text("instead") == id_, on_tap(form.put, "instead", id_))
            for id_, name in choices
        ),
        quiet(session, "是的，那一本就多一版：原来的留着，没有变的确认也留着。"),
    )


# Line by line


def _lines(session: Session, brought: Brought, name: str) -> ft.Control:
    own = session.own
    if not own.text_of(brought):
        damaged = "原文的记录坏了，不能逐行核对；条文还在，可以照常查和引用。"
        return page(session, brought.book.short, [block(quiet(session, damaged, theme.BODY))])
    outline = own.outline(brought)
    doubts = {each.line: each for each in outline.doubts}
    filled = [each for each in outline.lines if each.text.strip()]
    listed = filled if own.all_lines or not doubts else _with_the_line_above(filled, {*doubts, own.line})
    room = SHOWN + own.shown

    def show(everything: bool) -> None:
        own.all_lines, own.shown = everything, 0

    def more(_: object) -> None:
        own.shown += SHOWN

    labels = {p.id: p.label for p in brought.book.walk()}
    book = brought.book
    count = sum(1 for p in book.walk() if p.kind not in ("title", "closing", "contents"))
    facts = f"{game_name(book.game)} · {count} 条 · {len(book.tables)} 个表 · 第 {brought.version} 版"
    parts: list[ft.Control] = [
        block(
            written(session, book.title, theme.LAW, weight=ft.FontWeight.W_600),
            quiet(session, facts),
            quiet(session, f"施行日期：{book.in_force_since}" if book.in_force_since else "原文没有写施行日期"),
        ),
        *(block(written(session, each, theme.BODY, color=session.shade(theme.AMBER))) for each in outline.remarks),
        about_row(session, brought, name),
        *edition_parts(session, brought, name),
        *_to_changes(session, brought, name),
    ]
    if doubts:
        chips = [
            choice_chip(session, f"没有读懂的 {len(doubts)}", not own.all_lines, on_tap(show, False)),
            choice_chip(session, f"全部 {len(filled)} 行", own.all_lines, on_tap(show, True)),
        ]
        parts.append(block(chip_row(chips)))
    else:
        parts.append(block(quiet(session, f"{len(filled)} 行都读懂了。点一行可以改。", theme.BODY)))
    parts.extend(
        part for each in listed[:room] for part in _line(session, brought, each, doubts.get(each.line), labels)
    )
    if len(listed) > room:
        parts.append(more_button(session, f"{len(listed) - room} 行", more))
    return page(
        session, "核对" if name == NEW else book.short, parts, pinned=_finish(session, name), state=f"lines-{name}"
    )


def _with_the_line_above(lines: Sequence[LineRead], wanted: set[int]) -> list[LineRead]:
    """The lines that are wanted, each after the one it may go on from."""
    found = (
        each
        for each, following in zip(lines, (*lines[1:], None), strict=True)
        if each.line in wanted or (following is not None and following.line in wanted)
    )
    return list(found)


def _finish(session: Session, name: str) -> Sequence[ft.Control]:
    if name != NEW:
        return ()

    def keep(_: object) -> None:
        if id_ := session.own.keep(session):
            session.tell("已添加，可以查到了")
            session.go(routes.book_address(id_), instead=True)

    done = button(session, "添加到手册", keep, ft.Icons.LIBRARY_ADD_CHECK, filled=True)
    return (done_or_not(session, done, button(session, "改文本", lambda _: session.back())),)


def _line(
    session: Session, brought: Brought, line: LineRead, doubt: Doubtful | None, labels: dict[str, str]
) -> Iterator[ft.Control]:
    own = session.own
    label = labels.get(line.provision, "")
    what = READ_AS[line.what] if line.what not in ("number", "text") else label or READ_AS[line.what]
    text = written(session, line.text.strip(), theme.BODY, expand=True)
    said: list[ft.Control] = [
        ft.Row(
            [quiet(session, str(line.line)), label_chip(session, what), text],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        )
    ]
    if doubt is not None:
        amber = session.shade(theme.AMBER)
        said.append(written(session, doubt.why, theme.SMALL, color=amber))
    elif line.mended:
        said.append(quiet(session, "照你说的"))
    chosen = own.line == line.line

    def open_line(_: object) -> None:
        own.line = 0 if chosen else line.line

    yield row(stretched(said, spacing=2), open_line, selected=chosen, key=f"line-{line.line}")
    if chosen:
        kept = next((each.what for each in brought.mends if each.line == line.line), None)
        choices = [
            choice_chip(session, name, kept == what_, on_tap(own.mend, session, brought, line.line, line.text, what_))
            for what_, name in SAID.items()
        ]
        if kept is not None:
            back = on_tap(own.mend, session, brought, line.line, line.text, None)
            choices.append(choice_chip(session, "照读出的", False, back))
        yield block(wrapped(choices))


# What it changes


def _to_changes(session: Session, brought: Brought, name: str) -> Iterator[ft.Control]:
    """Lead to what the book seems to change in the law, and to what it seems to settle."""
    if brought.edition_of and not brought.decided:  # of the law itself: it changes and settles nothing beside it
        return
    base = session.handbook.books.get(brought.base or "")
    settling = session.own.settling(session, brought)
    for part, icon, said, found in (
        ("changes", ft.Icons.COMPARE_ARROWS, "看来改动了规则", proposals(brought.book, base)),
        ("settings", ft.Icons.RULE, "看来定了规则没有写死的", settling),
    ):
        mine = sum(each.key.startswith(BY_HAND) for each in brought.decided) if part == "changes" else 0
        if not found and (part != "changes" or base is None):
            continue
        left = len(undecided(found, brought))
        text = f"{said} {len(found)} 处" + (f"，{left} 处没有确认" if left else "，都定了")
        if not found:
            text = "改动规则的条款" + ("" if mine else "：没有看出，可以自己加")
        text += f"，自己加的 {mine} 处" if mine else ""
        sign = ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(20))
        yield row(
            ft.Row([sign, written(session, text, theme.BODY, color=ft.Colors.PRIMARY, expand=True)], spacing=12),
            on_tap(session.go, routes.own_address(name, part)),
        )


def own_parts(session: Session, book_id: str) -> Iterator[ft.Control]:
    """What the page of a book of one's own has besides: its versions, line by line, what it changes, and to withdraw it."""
    brought = session.own.books().get(book_id)
    if brought is None:
        return
    meant = session.duty.event_body(brought.event).name if brought.event else "所有赛事"
    who = f"，{brought.by}" if brought.by else ""
    said = [f"第 {brought.version} 版（{brought.at[:10]}{who}：{brought.did}）", f"用于{meant}"]
    if brought.withdrawn:
        said.append("已撤下：不再查到，也不改动条文；引用过它的裁决照样读得到。再添加同一份文本就恢复。")
    yield block(*(quiet(session, each) for each in said))
    if not brought.withdrawn:
        yield about_row(session, brought, book_id)
    yield from _suggested(session, brought)
    if brought.own_game is not None:
        from app.screens.own_game import game_rows

        yield from game_rows(session, brought)
    yield from edition_parts(session, brought, book_id)
    yield from _to_changes(session, brought, book_id)
    yield from _to_ruling(session, brought)
    yield from versions_part(session, brought)
    doubts = f"，{len(brought.doubts)} 行没有读懂" if brought.doubts else ""
    sign = ft.Icon(ft.Icons.FACT_CHECK_OUTLINED, color=ft.Colors.PRIMARY, size=session.px(20))
    yield row(
        ft.Row(
            [sign, written(session, f"逐行核对{doubts}", theme.BODY, color=ft.Colors.PRIMARY, expand=True)], spacing=12
        ),
        on_tap(session.go, routes.own_address(book_id)),
    )
    if not brought.withdrawn:
        yield _handing_over(session, brought)
        yield _withdrawing(session, brought)


def _to_ruling(session: Session, brought: Brought) -> Iterator[ft.Control]:
    """Lead to a ruling by one of its clauses, where the book is in force at the event at hand."""
    if (
        brought.own_game is not None
        or brought.edition_of
        or brought.book.id not in session.duty.own_books(brought.book.game)
    ):
        return
    sign = ft.Icon(ft.Icons.EDIT_NOTE, color=ft.Colors.PRIMARY, size=session.px(20))
    words = written(session, "照条文记一次裁决", theme.BODY, color=ft.Colors.PRIMARY, expand=True)
    yield row(ft.Row([sign, words], spacing=12), on_tap(session.go, routes.own_address(brought.book.id, "ruling")))


def _suggested(session: Session, brought: Brought) -> Iterator[ft.Control]:
    """Say whose the book of an event is, and lead to what was suggested of it at the events at hand."""
    from app.screens.own_suggestions import ABOUT, to_suggestions

    if session.suggesting.hall_of(session, brought.event) is not None:
        yield block(quiet(session, ABOUT))
    events = [brought.event] if brought.event else session.suggesting.events(session)
    found = [one for event in events for one in session.suggesting.of_event(session, event, brought.book.id)]
    yield from to_suggestions(session, found)


def _handing_over(session: Session, brought: Brought) -> ft.Control:
    def begin(_: object) -> None:
        session.handover.begin_books([brought.book.id])
        session.go(routes.tab_address("handover"))

    return block(button(session, "传给另一台手机", begin, ft.Icons.QR_CODE_2))


def _withdrawing(session: Session, brought: Brought) -> ft.Control:
    form = session.own.form
    asked = form.text("withdraw") == brought.book.id

    def withdraw(_: object) -> None:
        form.put("withdraw", "")
        if session.own.withdraw(session, brought):
            session.tell("已撤下")

    if not asked:
        return block(
            button(session, "撤下这本", on_tap(form.put, "withdraw", brought.book.id), ft.Icons.ARCHIVE_OUTLINED)
        )
    sure = done_or_not(
        session,
        button(session, "撤下", withdraw, ft.Icons.ARCHIVE_OUTLINED, filled=True),
        button(session, "不撤", on_tap(form.put, "withdraw", "")),
    )
    words = written(session, "不再查到，也不改动条文；已有的裁决照样读得到。", theme.BODY)
    return block(notice(session, ft.Icons.ARCHIVE_OUTLINED, "撤下这本规则书？", [words, sure]))
