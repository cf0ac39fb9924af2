"""The front page of 查: bookmarks, what was read and searched lately, and the rule books."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import routes, theme
from app.boundary import component
from app.desk import use_desk
from app.screens.book import relation, since
from app.widgets.basics import label_chip, quiet, row, section_title
from app.widgets.common_rulings import common_rulings
from app.words import GAMES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.desk import Desk
    from rules_data.model import Book

RECENT_SHOWN = 5
LISTING = 400  # px of the list on a wide window


@component
def Home() -> ft.Control:
    """Show where to go from an empty search."""
    desk = use_desk()
    ft.use_state(desk.shelf)
    ft.use_state(desk.lookup)
    game = desk.lookup.game
    kept = _of_game(desk, desk.shelf.bookmarks)
    read = _of_game(desk, desk.shelf.clauses)[:RECENT_SHOWN]
    parts: list[ft.Control] = []
    if kept:
        parts.append(section_title(desk, "书签"))
        parts.extend(_clauses(desk, kept))
    if read or desk.shelf.searches:
        clear = ft.TextButton(
            ft.Text(desk.say("清空"), size=desk.px(theme.SMALL)),
            on_click=lambda _: desk.forget_history(),
            height=max(theme.TARGET, desk.px(40)),
        )
        parts.append(section_title(desk, "最近", clear))
        if desk.shelf.searches:
            parts.append(_searches(desk))
        parts.extend(_clauses(desk, read))
    if (tiles := common_rulings(desk, game, LISTING if desk.layout.wide else desk.layout.pane)) is not None:
        parts.extend([section_title(desk, "常用裁定"), tiles])
    parts.append(section_title(desk, "规则书"))
    parts.extend(_card(desk, book) for book in desk.handbook.books.values() if game in (None, book.game))
    return ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=24), key="home")


def _of_game(desk: Desk, ids: Sequence[str]) -> list[str]:
    game = desk.lookup.game
    return [each for each in ids if desk.find(each) and game in (None, desk.book_of(each).game)]


def _clauses(desk: Desk, ids: Sequence[str]) -> Iterator[ft.Control]:
    for each in ids:
        provision = desk.handbook.provision(each)
        title = provision.title or desk.handbook.article(each).title or ""
        yield row(
            ft.Row(
                [
                    label_chip(desk, f"{GAMES[desk.book_of(each).game]} {provision.label}"),
                    ft.Text(
                        desk.say(title),
                        size=desk.px(theme.BODY),
                        expand=True,
                        max_lines=1,
                        overflow=ft.TextOverflow.ELLIPSIS,
                    ),
                ],
                spacing=10,
            ),
            lambda _, each=each: desk.go_clause(each),
        )


def _searches(desk: Desk) -> ft.Control:
    return ft.Container(
        ft.Row(
            [
                ft.MergeSemantics(
                    ft.Container(
                        ft.Row(
                            [
                                ft.Icon(ft.Icons.HISTORY, size=desk.px(18), color=ft.Colors.ON_SURFACE_VARIANT),
                                ft.Text(query, size=desk.px(theme.BODY)),
                            ],
                            spacing=6,
                            tight=True,
                        ),
                        on_click=lambda _, query=query: desk.put_query(query),
                        ink=True,
                        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
                        border_radius=8,
                        padding=ft.Padding.symmetric(horizontal=12, vertical=12),
                    )
                )
                for query in desk.shelf.searches
            ],
            spacing=8,
            scroll=ft.ScrollMode.HIDDEN,
        ),
        padding=ft.Padding.symmetric(horizontal=12),
    )


def _card(desk: Desk, book: Book) -> ft.Control:
    facts = [f"{book.edition} · {book.issuer}", since(book)]
    if text := relation(desk, book):
        facts.append(text)
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Column(
                        [
                            ft.Row(
                                [
                                    label_chip(desk, GAMES[book.game]),
                                    ft.Text(
                                        desk.say(book.title),
                                        size=desk.px(theme.BODY),
                                        weight=ft.FontWeight.W_600,
                                        expand=True,
                                    ),
                                ],
                                spacing=8,
                                vertical_alignment=ft.CrossAxisAlignment.START,
                            ),
                            *(quiet(desk, fact) for fact in facts),
                        ],
                        spacing=4,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
                ]
            ),
            on_click=lambda _: desk.go(routes.book_address(book.id)),
            ink=True,
            bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
            border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
            border_radius=12,
            padding=14,
            margin=ft.Margin.symmetric(horizontal=12, vertical=4),
        ),
        key=f"book-{book.id}",
    )
