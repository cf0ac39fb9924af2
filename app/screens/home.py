"""The front page of 查: bookmarks, what was read and searched lately, and the rule books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.words import game_name
from app.screens.book import relation, since
from app.screens.welcome import welcome
from app.widgets.basics import labelled, leading_on, notice, quiet, row, section_title
from app.widgets.chips import chip_line
from app.widgets.clause_row import clause_line
from app.widgets.columns import stretched
from app.widgets.common_rulings import common_rulings
from app.widgets.fields import button
from app.widgets.readiness import ReadinessBox
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.published import IS_SITE, take_newer
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.model import Book, GameId

RECENT_SHOWN = 5
KEPT_SHOWN = 8  # bookmarks, before one goes to all of them
LISTING = 400  # px of the list on a wide window


@component
def Home(game: GameId | None) -> ft.Control:
    """Show where to go from an empty search."""
    session = use_session()
    ft.use_state(session.shelf)
    ft.use_state(session.notes)
    ft.use_state(session.newer)
    ft.use_state(session.settings)
    ft.use_state(session.own)
    if session.newcomer:
        return welcome(session)
    kept = _of_game(session, session.shelf.bookmarks)
    read = _of_game(session, session.shelf.clauses)[:RECENT_SHOWN]
    parts: list[ft.Control] = [ReadinessBox()] if IS_SITE else []
    if session.newer.waits:
        parts.append(_newer_version(session))
    if kept:
        parts.append(section_title(session, "书签", _all_kept(session)))
        parts.extend(_clauses(session, kept[:KEPT_SHOWN]))
    elif session.notes.texts:
        parts.append(section_title(session, "笔记", _all_kept(session)))
    if read or session.shelf.searches:
        clear = ft.TextButton(
            written(session, "清空", theme.SMALL),
            on_click=lambda _: session.forget_history(),
            height=max(theme.TARGET, session.px(40)),
        )
        parts.append(section_title(session, "最近", clear))
        if session.shelf.searches:
            parts.append(_searches(session))
        parts.extend(_clauses(session, read))
    if (tiles := common_rulings(session, game, LISTING if session.layout.wide else session.layout.pane)) is not None:
        parts.extend([section_title(session, "常用裁定"), tiles])
    bring = ft.TextButton(
        written(session, "加一本", theme.SMALL),
        icon=ft.Icons.ADD,
        tooltip=session.say("加一本自己的规则书"),
        on_click=on_tap(session.go, routes.own_address()),
        height=max(theme.TARGET, session.px(40)),
    )
    parts.append(section_title(session, "规则书", bring))
    own = session.own.books()
    gone = {id_ for id_, each in own.items() if each.withdrawn}
    books = [each for each in session.handbook.books.values() if game in (None, each.game) and each.id not in gone]
    parts.extend(_card(session, book) for book in books)
    parts.append(_terms(session))
    return ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=24), key="home")


def _newer_version(session: Session) -> ft.Control:
    """Say that there is a newer version. Here and not in a ruling, which nothing interrupts."""
    take = button(session, "现在换用", lambda _: take_newer(), ft.Icons.UPGRADE)
    said = [sentence(session, "下次打开时自动换用；没有裁完的、记下的都在。"), take]
    return notice(session, ft.Icons.UPGRADE, "执裁有新版本", said)


def _all_kept(session: Session) -> ft.Control:
    return ft.TextButton(
        written(session, "书签夹与笔记", theme.SMALL),
        on_click=on_tap(session.go, routes.tab_address("kept")),
        height=max(theme.TARGET, session.px(40)),
    )


def _terms(session: Session) -> ft.Control:
    """Lead to the terms of all books, and to what each supplement changed."""
    books = [each for each in session.handbook.books.values() if session.lookup.game in (None, each.game)]
    termed = [each.id for each in books if each.terms]
    terms = routes.glossary_address(termed[0] if len(termed) == 1 else None)
    changed = (
        _link(session, ft.Icons.COMPARE_ARROWS, f"{each.short}改了什么", routes.changes_address(each.id))
        for each in books
        if each.amendments and each.amends
    )
    return stretched([_link(session, ft.Icons.SORT_BY_ALPHA, "术语表", terms), *changed], spacing=0)


def _link(session: Session, icon: ft.IconData, text: str, address: str) -> ft.Control:
    sign = ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(20))
    return row(leading_on(sign, written(session, text, theme.BODY, expand=True)), on_tap(session.go, address))


def _of_game(session: Session, ids: Sequence[str]) -> list[str]:
    game = session.lookup.game
    return [each for each in ids if session.find(each) and game in (None, session.book_of(each).game)]


def _clauses(session: Session, ids: Sequence[str]) -> Iterator[ft.Control]:
    yield from (clause_line(session, session.handbook.provision(each)) for each in ids)


def _searches(session: Session) -> ft.Control:
    """What was searched lately, in one line; a tap searches it again."""
    return ft.Container(
        chip_line(_search(session, query) for query in session.shelf.searches),
        padding=ft.Padding.symmetric(horizontal=16),
    )


def _search(session: Session, query: str) -> ft.Control:
    sign = ft.Icon(ft.Icons.HISTORY, size=session.px(18), color=ft.Colors.ON_SURFACE_VARIANT)
    return ft.MergeSemantics(
        ft.Container(
            ft.Row([sign, ft.Text(query, size=session.px(theme.BODY))], spacing=6, tight=True),
            on_click=on_tap(session.put_query, query),
            ink=True,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
            border_radius=8,
            padding=ft.Padding.symmetric(horizontal=12, vertical=12),
        )
    )


def _card(session: Session, book: Book) -> ft.Control:
    """A rule book: its game and title, who issued it, since when it is in force."""
    facts = [f"{book.edition} · {book.issuer}", since(book), relation(session, book)]
    said = [labelled(session, game_name(book.game), book.title), *(quiet(session, fact) for fact in facts if fact)]
    return ft.MergeSemantics(
        ft.Container(
            leading_on(ft.Column(said, spacing=4, expand=True), spacing=10),
            on_click=on_tap(session.go, routes.book_address(book.id)),
            ink=True,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
            border_radius=12,
            padding=14,
            margin=ft.Margin.symmetric(horizontal=16, vertical=4),
        ),
        key=f"book-{book.id}",
    )
