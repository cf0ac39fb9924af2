"""A rule book: what it is, and its chapters and laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import theme
from app.boundary import component
from app.desk import use_desk
from app.screens.clause import GROUPS
from app.widgets.basics import heading, icon_button, quiet, row

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.desk import Desk
    from rules_data.model import Book, Provision


def since(book: Book) -> str:
    """Say from when a book applies, as it says itself."""
    return f"{book.in_force_since}起施行" if book.in_force_since else "原文未载施行日期"


def relation(desk: Desk, book: Book) -> str | None:
    """Say how a book stands to another."""
    books = desk.handbook.books
    if book.amends:
        return f"补充《{books[book.amends].short}》"
    if book.witness_of:
        return f"《{books[book.witness_of].short}》的另一文本，供对照"
    amending = [other.short for other in books.values() if other.amends == book.id]
    return f"另有补充：{'、'.join(amending)}" if amending else None


@component
def BookPane(book_id: str) -> ft.Control:
    """Show a book's contents; a chapter unfolds when tapped."""
    desk = use_desk()
    ft.use_state(desk.layout)
    book = desk.handbook.books.get(book_id)
    if book is None:
        return ft.Column(
            [
                ft.Row([icon_button(desk, ft.Icons.ARROW_BACK, "返回", lambda _: desk.back())]),
                ft.Container(quiet(desk, "没有这本规则书。请回到“查”重新选择。", theme.BODY), padding=16),
            ]
        )
    head = ft.Container(
        ft.Row(
            [
                icon_button(desk, ft.Icons.ARROW_BACK, "返回", lambda _: desk.back()),
                heading(desk, book.short),
            ],
            spacing=4,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
    )
    facts = [f"{book.edition} · {book.issuer} · {since(book)}"]
    if text := relation(desk, book):
        facts.append(text)
    about = ft.Container(
        ft.Column(
            [
                ft.Text(desk.say(book.title), size=desk.px(theme.LAW), weight=ft.FontWeight.W_600),
                *(quiet(desk, fact) for fact in facts),
                ft.Text(desk.say(book.about), size=desk.px(theme.BODY)),
            ],
            spacing=4,
        ),
        padding=16,
    )
    rows = [each for top in book.provisions for each in _rows(desk, top, 0)]
    return ft.Column(
        [head, ft.ListView([about, *rows], expand=True, padding=ft.Padding.only(bottom=24))],
        spacing=0,
        expand=True,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )


def _rows(desk: Desk, provision: Provision, level: int) -> Iterator[ft.Control]:
    if provision.kind not in GROUPS:
        yield _page_row(desk, provision, level)
        return
    unfolded = provision.id in desk.layout.open_chapters
    yield row(
        ft.Row(
            [
                ft.Text(
                    desk.say(_name(provision)),
                    size=desk.px(theme.BODY),
                    weight=ft.FontWeight.W_600,
                    expand=True,
                ),
                ft.Icon(
                    ft.Icons.EXPAND_LESS if unfolded else ft.Icons.EXPAND_MORE,
                    semantics_label=desk.say("收起" if unfolded else "展开"),
                ),
            ]
        ),
        lambda _: desk.toggle_chapter(provision.id),
        left=16 + 16 * level,
        key=f"row-{provision.id}",
    )
    if unfolded:
        if provision.text:
            yield _page_row(desk, provision, level + 1)
        for child in provision.children:
            yield from _rows(desk, child, level + 1)


def _name(provision: Provision) -> str:
    title = provision.title or ""
    return f"{provision.label} {title}" if title and title != provision.label else provision.label


def _page_row(desk: Desk, provision: Provision, level: int) -> ft.Control:
    return row(
        ft.Text(desk.say(_name(provision)), size=desk.px(theme.BODY)),
        lambda _: desk.go_clause(provision.id),
        left=16 + 16 * level,
        key=f"row-{provision.id}",
    )
