"""裁 for a game that is known by its text alone: its own trees, a ruling by a clause, and what is found of both."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.screens.exams import block
from app.widgets.basics import leading_on, quiet, row, section_title
from app.widgets.columns import stretched
from app.widgets.fields import button
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.library import finder

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.window.session import Session
    from decision_trees.model import Tree

CLAUSES = 12  # shown


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
    """Find the clauses of the game; its few trees are looked through where they are shown."""
    rulings = session.rulings
    rulings.likely = rulings.unruled = False
    rulings.told, rulings.trees, rulings.elsewhere = (), (), None
    hits = finder().search(query, game=rulings.game, limit=CLAUSES).hits
    rulings.clauses = tuple(hit for hit in hits if hit.kind == "provision")


def named_in(query: str, game: str) -> list[Tree]:
    """The trees of a game with two characters of a query in their name or how they are told."""
    wanted = "".join(query.split())
    pairs = {wanted[n : n + 2] for n in range(max(1, len(wanted) - 1))}
    return [t for t in trees().of_game(game) if wanted and any(p in "\n".join((t.title, *t.heard)) for p in pairs)]
