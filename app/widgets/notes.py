"""Notes of one's own on a clause, and the folder its bookmark is in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import shown
from app.widgets.basics import choice_chip, icon_button, quiet
from app.widgets.chips import chip_row
from app.widgets.columns import stretched
from app.window import theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from app.window.state import FOLDER, Sheet

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from app.window.session import Session
    from rules_data.model import Provision


def note_card(session: Session, provision: Provision) -> Iterator[ft.Control]:
    """Show one's note on a provision, where there is one; a tap opens it to be changed."""
    text = session.notes.texts.get(provision.id)
    if text is None:
        return
    yield ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(ft.Icons.EDIT_NOTE, size=session.px(18), color=ft.Colors.TERTIARY),
                    ft.Text(
                        session.say("我的笔记：") + shown(text, lines=True), size=session.px(theme.BODY), expand=True
                    ),
                ],
                spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
            on_click=on_tap(session.show, Sheet("note", (provision.id,))),
            ink=True,
            bgcolor=ft.Colors.TERTIARY_CONTAINER,
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=10, vertical=10),
        )
    )


@memo
@component
def NoteEditor(provision_id: str) -> ft.Control:
    """Show the field a note is written in. Every letter is kept at once; an emptied note is none."""
    session = use_session()
    ft.use_effect(lambda: None, [], cleanup=session.show_notes)
    return stretched(
        [
            ft.TextField(
                value=session.notes.texts.get(provision_id, ""),
                label=session.say("我的笔记"),
                label_style=ft.TextStyle(size=session.px(theme.BODY)),
                text_size=session.px(theme.LAW),
                multiline=True,
                min_lines=4,
                max_lines=10,
                autofocus=True,
                on_change=lambda event: session.keep_note(provision_id, event.control.value),
            ),
            quiet(session, "随写随存，只在这台设备上；清空就是删去。不是条文，打印和复制条文时不带。"),
        ],
        spacing=8,
    )


@component
def FolderChooser(provision_id: str) -> ft.Control:
    """Show the folders a bookmark can be put into, and a field for a new one."""
    session = use_session()
    ft.use_state(session.shelf)
    typed = ft.use_ref("")
    now = session.shelf.folders.get(provision_id, "")

    def put(folder: str) -> None:
        session.put_bookmark(provision_id, folder)
        session.overlay.sheet = None

    def make(_: object) -> None:
        if (typed.current or "").strip():
            put(typed.current or "")

    def type_name(event: ft.Event[ft.TextField]) -> None:
        typed.current = event.control.value

    names = ["", *dict.fromkeys(session.shelf.folders.values())]
    chips = [
        choice_chip(session, shown(name, FOLDER) if name else "不分夹", name == now, on_tap(put, name))
        for name in names
    ]
    field = ft.TextField(
        label=session.say("新书签夹的名字"),
        label_style=ft.TextStyle(size=session.px(theme.BODY)),
        text_size=session.px(theme.LAW),
        max_length=FOLDER,
        expand=True,
        on_change=type_name,
        on_submit=make,
    )
    return stretched(
        [
            chip_row(chips),
            ft.Row(
                [field, icon_button(session, ft.Icons.CREATE_NEW_FOLDER_OUTLINED, "放进新书签夹", make)],
                spacing=8,
                vertical_alignment=ft.CrossAxisAlignment.START,
            ),
        ],
        spacing=12,
    )


@component
def FolderName(folder: str, done: Callable[[], None]) -> ft.Control:
    """Show the field in which a folder gets another name; with an empty one it is dissolved."""
    session = use_session()
    typed = ft.use_ref(folder)

    def rename(_: object) -> None:
        session.change_shelf(lambda shelf: shelf.rename(folder, typed.current or ""))
        done()

    def type_name(event: ft.Event[ft.TextField]) -> None:
        typed.current = event.control.value

    field = ft.TextField(
        value=folder,
        label=session.say("书签夹的名字（清空就是解散，书签还在）"),
        label_style=ft.TextStyle(size=session.px(theme.BODY)),
        text_size=session.px(theme.LAW),
        max_length=FOLDER,
        expand=True,
        on_change=type_name,
        on_submit=rename,
    )
    return ft.Container(
        ft.Row([field, icon_button(session, ft.Icons.CHECK, "改好了", rename)], spacing=8),
        padding=ft.Padding.symmetric(horizontal=16, vertical=4),
    )
