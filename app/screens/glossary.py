"""The glossary: the terms of a book or of all, by pinyin; each opens with its definition."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import game_name
from app.reading.glossary import explained, glossary, initial
from app.widgets.basics import choice_chip, label_chip, more_button, quiet, row, section_title
from app.widgets.chips import chip_row
from app.widgets.pages import page
from app.widgets.search_box import clear_button, search_box, search_field
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import memo, on_tap
from app.window.error_boundary import component
from app.window.reading import TERMS
from app.window.session import use_session
from app.window.state import Sheet

if TYPE_CHECKING:
    from app.window.session import Session
    from rules_data.model import Term


@component
def GlossaryPane(book_id: str | None) -> ft.Control:
    """Show the terms of a book, or of all books."""
    session = use_session()
    ft.use_state(session.terms)
    terms = session.terms
    books = {book.id: book for book in session.handbook.books.values() if book.terms}
    book = books.get(book_id or "")
    found = glossary(session.handbook, book.game if book else None, terms.query)
    chips = [
        choice_chip(session, name, (book.id if book else None) == id_, on_tap(session.go, routes.glossary_address(id_)))
        for id_, name in [(None, "全部"), *((each.id, each.short) for each in books.values())]
    ]
    parts: list[ft.Control] = [
        TermField(session.box.version, session.settings.script, session.settings.text_scale),
        ft.Container(chip_row(chips), padding=ft.Padding.symmetric(horizontal=16, vertical=4)),
    ]
    letter = ""
    for term in found[: terms.shown]:
        if initial(term) != letter:
            letter = initial(term)
            parts.append(section_title(session, letter))
        parts.append(_row(session, term, book is None))
    if not found:
        parts.append(ft.Container(quiet(session, f"术语里没有“{terms.query}”。", theme.BODY), padding=16))
    if len(found) > terms.shown:

        def more(_: object) -> None:
            terms.shown += TERMS

        parts.append(more_button(session, f"{len(found) - terms.shown} 个", more))
    return page(session, f"术语（{len(found)}）", parts)


def _row(session: Session, term: Term, of_all: bool) -> ft.Control:
    names = "、".join((term.term, *term.aka))
    book = next(each.id for each in session.handbook.books.values() if each.terms and each.game == term.game)
    head: list[ft.Control] = [written(session, names, theme.BODY, weight=ft.FontWeight.W_600, expand=True)]
    if of_all and term.game:
        head.insert(0, label_chip(session, game_name(term.game)))
    said = explained(session.handbook, term)
    body: list[ft.Control] = [
        ft.Row(head, spacing=8, vertical_alignment=ft.CrossAxisAlignment.START),
        quiet(session, " · ".join((term.pinyin, *term.english[:1])), 13),
    ]
    if said:
        body.append(written(session, said, theme.BODY, max_lines=2, overflow=ft.TextOverflow.ELLIPSIS))
    return row(
        ft.Column(body, spacing=2),
        on_tap(session.show, Sheet("term", (term.id,), book)),
        key=f"term-{term.game}-{term.id}",
    )


@memo
@component
def TermField(version: int, script: str, scale: float) -> ft.Control:
    """Show the field; typing never draws it anew (see :mod:`app.widgets.search_box`)."""
    session = use_session()
    field = search_field(session, session.terms.query, "术语、拼音或英文", session.terms.seek, lambda: None)
    return search_box(session, field, ft.Icons.SEARCH, "查术语", ClearTerms())


@component
def ClearTerms() -> ft.Control:
    """Show the button that empties the field, where there is something in it."""
    session = use_session()
    ft.use_state(session.terms)

    def clear() -> None:
        session.terms.seek("")
        session.box.version += 1

    return clear_button(session, session.terms.query, clear)
