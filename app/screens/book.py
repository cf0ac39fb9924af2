"""A rule book: what it is, and its chapters and laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.reading.contents import GROUPS, clause_range
from app.reading.quoting import beginning
from app.widgets.basics import heading, icon_button, quiet, row
from app.widgets.columns import stretched
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from rules_data.brought.names import is_brought

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.session import Session
    from rules_data.model import Book, Provision


def since(book: Book) -> str:
    """Say from when a book applies, as it says itself."""
    return f"{book.in_force_since}起施行" if book.in_force_since else "原文未载施行日期"


def relation(session: Session, book: Book) -> str | None:
    """Say how a book stands to another."""
    books = session.handbook.books
    if book.amends:
        return f"补充《{books[book.amends].short}》"
    if book.witness_of:
        return f"《{books[book.witness_of].short}》的另一文本，供对照"
    amending = [other.short for other in books.values() if other.amends == book.id]
    return f"另有补充：{'、'.join(amending)}" if amending else None


@component
def BookPane(book_id: str) -> ft.Control:
    """Show a book's contents; a chapter unfolds when tapped."""
    session = use_session()
    ft.use_state(session.layout)
    ft.use_state(session.own)
    ft.use_state(session.own.form)
    book = session.handbook.books.get(book_id)
    if book is None:
        return ft.Column(
            [
                ft.Row([icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back())]),
                ft.Container(quiet(session, "没有这本规则书。请回到“查找”重新选择。", theme.BODY), padding=16),
            ]
        )
    head = ft.Container(
        ft.Row(
            [
                icon_button(session, ft.Icons.ARROW_BACK, "返回", lambda _: session.back()),
                heading(session, book.short),
            ],
            spacing=4,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=4, vertical=6),
    )
    facts = [f"{book.edition} · {book.issuer} · {since(book)}"]
    if text := relation(session, book):
        facts.append(text)
    about = ft.Container(
        ft.Column(
            [
                written(session, book.title, theme.LAW, weight=ft.FontWeight.W_600),
                *(quiet(session, fact) for fact in facts),
                written(session, book.about, theme.BODY),
            ],
            spacing=4,
        ),
        padding=16,
    )
    rows = [
        *_own(session, book),
        *_lists(session, book),
        *(each for top in book.provisions for each in _rows(session, top, 0)),
    ]
    return stretched(
        [head, ft.ListView([about, *rows], expand=True, padding=ft.Padding.only(bottom=24))], spacing=0, expand=True
    )


def _own(session: Session, book: Book) -> Iterator[ft.Control]:
    """What can be done with a book of one's own; loaded where it is one."""
    if is_brought(book.id):
        from app.screens.own_books import own_parts

        yield from own_parts(session, book.id)


def _lists(session: Session, book: Book) -> Iterator[ft.Control]:
    """Lead to the lists that belong to a book: its terms, and what a supplement changed."""

    def link(icon: ft.IconData, text: str, address: str) -> ft.Control:
        return row(
            ft.Row(
                [
                    ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(20)),
                    written(session, text, theme.BODY, color=ft.Colors.PRIMARY, expand=True),
                ],
                spacing=12,
            ),
            on_tap(session.go, address),
        )

    books = session.handbook.books.values()
    if book.terms:
        yield link(ft.Icons.SORT_BY_ALPHA, f"术语表（{len(book.terms)}）", routes.glossary_address(book.id))
    changing = (
        [book]
        if book.amendments and book.amends
        else [each for each in books if each.amends == book.id and each.amendments]
    )
    for each in changing:
        text = f"{each.short}改了什么（{len(each.amendments)}）"
        yield link(ft.Icons.COMPARE_ARROWS, text, routes.changes_address(each.id))
    if not is_brought(book.id):
        from app.screens.own_current import current_row
        from app.screens.own_edition import beside_row

        yield from current_row(session, book)
        yield from beside_row(session, book.id)


def _rows(session: Session, provision: Provision, level: int) -> Iterator[ft.Control]:
    if provision.kind not in GROUPS:
        yield _page_row(session, provision, level)
        return
    unfolded = provision.id in session.layout.open_chapters
    yield row(
        ft.Row(
            [
                ft.Column(
                    [
                        written(session, _name(provision), theme.BODY, weight=ft.FontWeight.W_600),
                        *([quiet(session, holds)] if (holds := clause_range(provision)) else []),
                    ],
                    spacing=0,
                    expand=True,
                ),
                ft.Icon(
                    ft.Icons.EXPAND_LESS if unfolded else ft.Icons.EXPAND_MORE,
                    semantics_label=session.say("收起" if unfolded else "展开"),
                ),
            ]
        ),
        lambda _: session.toggle_chapter(provision.id),
        left=16 + 16 * level,
        key=f"row-{provision.id}",
    )
    if unfolded:
        if provision.text:
            yield _page_row(session, provision, level + 1)
        for child in provision.children:
            yield from _rows(session, child, level + 1)


def _name(provision: Provision) -> str:
    title = provision.title or ""
    return f"{provision.label} {title}" if title and title != provision.label else provision.label


def _page_row(session: Session, provision: Provision, level: int) -> ft.Control:
    name = _name(provision)
    if name == provision.label and is_brought(provision.id):  # regulations have articles without a heading
        name = f"{name} {beginning(provision)[:40]}"
    return row(
        written(session, name, theme.BODY, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS),
        lambda _: session.go_clause(provision.id),
        left=16 + 16 * level,
        key=f"row-{provision.id}",
    )
