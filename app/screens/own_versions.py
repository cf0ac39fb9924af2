"""The versions of a book of one's own: who made each and why, and two of them beside each other, clause by clause and by word."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import flet as ft

from app.screens.exams import block
from app.screens.own_edition import KINDS, SHOWN, clause_words
from app.widgets.basics import choice_chip, label_chip, more_button, quiet, row, section_title
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.widgets.pages import page
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.library import own_books

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.comparing import Pair
    from rules_data.brought.model import Brought

TITLE = "版本"
OLD, NEW, MORE = "version_old ", "version_new ", "versions_shown"  # on the form; the first two with the book
SAME = "两版的条文逐字相同；改的是上面写的。"


def versions_page(session: Session, brought: Brought) -> ft.Control:
    """Show the versions of a book, and two of them beside each other."""
    every = own_books().store.versions(brought.book.id)
    if len(every) < 2:
        only = "只有这一版：添加新的文本、改一行、确认一处，就多一版，原来的留着。"
        return page(session, TITLE, [block(quiet(session, only, theme.BODY))])
    old, new = _chosen(session, every)
    parts: list[ft.Control] = [
        section_title(session, "拿哪一版"),
        block(_which(session, OLD, every, old.version)),
        section_title(session, "和哪一版比"),
        block(_which(session, NEW, every, new.version)),
        section_title(session, f"第 {old.version} 版以后"),
        block(*(_said(session, each) for each in every if old.version < each.version <= new.version)),
        *_differences(session, own_books().between(old, new)),
    ]
    return page(session, TITLE, parts, state="versions")


def _chosen(session: Session, every: Sequence[Brought]) -> tuple[Brought, Brought]:
    """The two that are compared, the older first: those said on the form, else the latest and the one before it."""
    form, of = session.own.form, every[-1].book.id
    found = {each.version: each for each in every}
    new = found.get(form.number(NEW + of) or 0, every[-1])
    old = found.get(form.number(OLD + of) or 0, every[max(0, every.index(new) - 1)])
    return (old, new) if old.version <= new.version else (new, old)


def _which(session: Session, name: str, every: Sequence[Brought], now: int) -> ft.Control:
    form, of = session.own.form, every[-1].book.id
    return chip_row(
        choice_chip(session, f"第 {each.version} 版", each.version == now, on_tap(form.put, name + of, each.version))
        for each in reversed(every)
    )


def _said(session: Session, each: Brought) -> ft.Control:
    when = each.at[:16].replace("T", " ")
    return quiet(session, f"第 {each.version} 版　{when} UTC　{each.by or '没有署名'}　{each.did}", theme.BODY)


def _differences(session: Session, pairs: Sequence[Pair]) -> Iterator[ft.Control]:
    """What differs, clause by clause in the order of the later one."""
    form = session.own.form
    different = [pair for pair in pairs if pair.kind != "same"]
    if not different:
        yield block(quiet(session, SAME, theme.BODY))
        return
    count = Counter(pair.kind for pair in different)
    counted = "、".join(f"{said} {count[kind]}" for kind, said in KINDS.items() if count[kind])
    yield section_title(session, f"{len(different)} 处不同：{counted}")
    room = form.number(MORE) or SHOWN
    for at, pair in enumerate(different[:room]):
        text = stretched([ft.Row([label_chip(session, KINDS[pair.kind])]), clause_words(session, pair)], spacing=4)
        yield ft.Container(text, padding=ft.Padding.symmetric(horizontal=16, vertical=8), key=f"difference-{at}")
    if len(different) > room:
        yield more_button(session, f"{len(different) - room} 条", lambda _: form.put(MORE, room + SHOWN))


def versions_part(session: Session, brought: Brought) -> Iterator[ft.Control]:
    """Lead to the versions of a book, where there are several."""
    if brought.version < 2:
        return
    sign = ft.Icon(ft.Icons.HISTORY, color=ft.Colors.PRIMARY, size=session.px(20))
    text = written(
        session, f"版本：共 {brought.version} 版，逐条比较", theme.BODY, color=ft.Colors.PRIMARY, expand=True
    )
    yield row(ft.Row([sign, text], spacing=12), on_tap(session.go, routes.own_address(brought.book.id, "versions")))
