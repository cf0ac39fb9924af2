"""裁 for a game that is known by its text alone: its own trees, a ruling by a clause, and what is found of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.base.plain_text import LINE, shown
from app.journal.store import JournalError
from app.ruling.heard import TOLD
from app.ruling.own_story import UNRULED, own_story
from app.screens.exams import block
from app.widgets.basics import leading_on, quiet, row, section_title
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.library import finder, journal

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session


def entries(session: Session, open_rulings: ft.Control, ways: Sequence[ft.Control]) -> ft.Control:
    """What can be ruled: what is open, by a clause, and by the trees that were begun (``ways``)."""
    game = session.rulings.game
    books = session.own.of_game(game)
    parts: list[ft.Control] = [open_rulings]
    for each in books:
        way = on_tap(session.go, routes.own_address(each.book.id, "ruling"))
        by_hand = button(session, "照条文记一次裁决", way, ft.Icons.EDIT_NOTE, filled=True)
        parts.append(block(quiet(session, each.book.short, theme.BODY), by_hand))
    if ways:
        parts += [section_title(session, "裁决树"), *ways]
    parts.append(section_title(session, "这个项目的"))
    for each in books:
        for part, icon, title in (
            ("trees", ft.Icons.ACCOUNT_TREE_OUTLINED, "裁决树：从一条开始，或接着做"),
            ("ladder", ft.Icons.STAIRS_OUTLINED, "判罚阶梯"),
        ):
            sign = ft.Icon(icon, color=ft.Colors.PRIMARY, size=session.px(20))
            words = written(session, title, theme.BODY, color=ft.Colors.PRIMARY, expand=True)
            way = on_tap(session.go, routes.own_address(each.book.id, part))
            parts.append(row(leading_on(sign, words), way, key=f"own-{part}-{each.book.id}"))
    listed = ft.ListView(parts, expand=True, padding=ft.Padding.only(bottom=24), key=f"own-rulings-{game}")
    return stretched([listed], spacing=0, expand=True)


def look(session: Session, query: str) -> None:
    """Find what comes nearest: the trees somebody made whose words are in it, clauses, what was ruled by them."""
    rulings = session.rulings
    rulings.likely = False
    rulings.told, rulings.trees, rulings.elsewhere = (), (), None
    event = session.assignment.post(rulings.game).event
    try:
        found = own_story(query, rulings.game, finder(), trees(), journal() if len(query) >= TOLD else None, event)
    except JournalError:
        found = own_story(query, rulings.game, finder(), trees(), None, event)
    rulings.clauses, rulings.unruled, rulings.before = found.clauses, found.told, found.before


def nothing_rules(session: Session) -> ft.Control:
    """Say that no tree rules what was told."""
    return ft.Container(quiet(session, UNRULED, theme.LAW), padding=16)


def before(session: Session) -> Iterator[ft.Control]:
    """What was ruled before by the clauses that come nearest."""
    if not session.rulings.before:
        return
    yield section_title(session, "以前照这几条记的")
    for each in session.rulings.before:
        cites = "、".join(session.handbook.provision(id_).label for id_ in each.body.cites if id_ in session.handbook)
        where = f"{each.at[:10]}　{cites}"
        words = written(session, shown(each.body.ruling, LINE), theme.BODY)
        body = ft.Column([words, quiet(session, where)], spacing=2, expand=True)
        yield row(
            leading_on(body, spacing=8), on_tap(session.go, routes.journal_address(each.id)), key=f"before-{each.id}"
        )
