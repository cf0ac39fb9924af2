"""What can be done with a clause: copy, share, print, write a note, put its bookmark into a folder."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import flet as ft

from app.base.background import aside
from app.reading.contents import GROUPS
from app.reading.quoting import quotation, shared
from app.widgets.basics import row
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.files import hand_over
from app.window.published import PAPERS, PartMissingError, need
from app.window.state import Sheet
from rules_data.brought.names import is_brought

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

    from app.window.session import Session
    from rules_data.model import Provision


@dataclass(frozen=True)
class Action:
    """One thing that can be done with a clause."""

    icon: ft.IconData
    name: str
    act: Callable[[object], Awaitable[None] | None]


def actions(session: Session, provision: Provision) -> list[Action]:
    """Return what can be done with a clause, what is done most often first."""
    book = session.handbook

    async def copy(_: object) -> None:
        session.overlay.sheet = None
        await session.copy(quotation(book, provision), f"已复制{provision.label}及出处、勘误")

    async def share(_: object) -> None:
        session.overlay.sheet = None
        text = shared(book, provision, session.link_base(), routes.clause_address(provision.id))
        await session.share(provision.label, text, "网址" if session.link_base() else "条文")

    def paper(which: Provision) -> Callable[[object], Awaitable[None]]:
        async def print_it(_: object) -> None:
            session.overlay.sheet = None
            await print_law(session, which)

        return print_it

    def note(_: object) -> None:
        session.show(Sheet("note", (provision.id,)))

    def folder(_: object) -> None:
        session.show(Sheet("folder", (provision.id,)))

    page = provision if provision.kind in GROUPS else book.article(provision.id)
    found = [
        Action(ft.Icons.CONTENT_COPY, "复制条文和出处", copy),
        Action(ft.Icons.SHARE, "分享", share),
        Action(ft.Icons.PRINT_OUTLINED, f"打印{provision.label}（PDF）", paper(provision)),
    ]
    if page.id != provision.id:
        found.append(Action(ft.Icons.PRINT_OUTLINED, f"打印整个{page.label}（PDF）", paper(page)))
    noted = provision.id in session.notes.texts
    found.append(Action(ft.Icons.EDIT_NOTE, "改笔记" if noted else "写笔记", note))
    found.append(Action(ft.Icons.FOLDER_OUTLINED, "放进书签夹", folder))
    own = session.own.books().get(session.book_of(provision.id).id) if is_brought(provision.id) else None
    if own is not None and own.own_game is not None and not own.withdrawn:
        begin = on_tap(session.own.begin_tree, session, own, provision.number)
        found.append(Action(ft.Icons.ACCOUNT_TREE_OUTLINED, "从这一条开始一棵裁决树", begin))
    return found


def action_rows(session: Session, provision: Provision) -> list[ft.Control]:
    """Return what can be done with a clause as rows of a sheet."""
    return [
        row(
            ft.Row(
                [
                    ft.Icon(action.icon, color=ft.Colors.PRIMARY),
                    written(session, action.name, theme.LAW, expand=True),
                ],
                spacing=16,
            ),
            action.act,
            left=0,
        )
        for action in actions(session, provision)
    ]


def bookmark_line(session: Session, provision: Provision) -> ft.Control:
    """Say that a clause is kept, and in which folder; a tap puts it into another."""
    folder = session.shelf.folders.get(provision.id, "")
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(ft.Icons.BOOKMARK, size=session.px(18), color=ft.Colors.PRIMARY),
                    ft.Text(
                        session.say("书签夹：") + (folder or session.say("不分夹")),
                        size=session.px(theme.SMALL),
                        color=ft.Colors.PRIMARY,
                    ),
                ],
                spacing=6,
                tight=True,
            ),
            on_click=on_tap(session.show, Sheet("folder", (provision.id,))),
            ink=True,
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=10, vertical=14),
        )
    )


async def print_law(session: Session, provision: Provision) -> None:
    """Hand over a provision with all below it as PDF."""
    try:
        await need(PAPERS)
    except PartMissingError as missing:
        session.tell(str(missing))
        return
    from app.papers.law_paper import law_paper

    content = await aside(law_paper, session.handbook, provision, session.say)
    book = session.book_of(provision.id)
    if await hand_over(f"{book.short}{provision.label}.pdf".replace("/", "-"), content):
        session.tell("PDF 已做好，可以打印")
