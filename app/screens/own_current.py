"""现行文字: the law as it applies at the event at hand, with what the books in force there change, each with its source."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, shown
from app.screens.exams import block
from app.widgets.basics import more_button, quiet, row
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from rules_data.brought.comparing import own_text

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from app.window.session import Session
    from rules_data.brought.comparing import Pair
    from rules_data.model import Book

TITLE = "现行文字"
SHOWN = 40  # clauses at once
MORE = "current_shown"  # on the form
NOTHING = "这里没有书改动它：照印本适用。确认了改动的条款、赛事采用了补充规定的，写在这里。"


def changed_here(session: Session, law: Book) -> tuple[str, list[Book], list[tuple[Pair, tuple[str, ...]]]]:
    """The event at hand by name, the books in force there that change a law, and the clauses they change with their sources."""
    from rules_data.brought.beside import as_in_force

    name, adopted = session.duty.adopted_books(law.game)
    ids = [*(id_ for id_ in adopted if session.handbook.books[id_].amends == law.id), *session.duty.own_books(law.game)]
    there = [session.handbook.books[id_] for id_ in session.handbook.books if id_ in ids]
    own = {p.id for p in law.walk()}
    there = [book for book in there if any(own.intersection(each.base) for each in book.amendments)]
    found = [(pair, by) for pair, by in as_in_force(law, there) if pair.kind == "changed"] if there else []
    return name, there, found


def current_page(session: Session, name: str) -> ft.Control:
    """Show the clauses of a law that are changed at the event, as printed and as they apply, with where that stands."""
    law = session.handbook.books.get(name)
    if law is None:
        return page(session, TITLE, [block(quiet(session, "没有这本规则书。请回到“查找”重新选择。", theme.BODY))])
    event, books, found = changed_here(session, law)
    where = f"{shown(event, LINE)}：" if event else ""
    if not found:
        return page(
            session, TITLE, [block(quiet(session, f"{where}《{law.title}》{law.edition}。{NOTHING}", theme.BODY))]
        )
    named = "、".join(f"《{book.short}》" for book in books)
    about = f"{where}《{law.title}》{law.edition}，照{named}改动的 {len(found)} 条；别的各条照印本。"
    room = session.own.form.number(MORE) or SHOWN
    parts: list[ft.Control] = [block(quiet(session, about, theme.BODY))]
    for pair, by in found[:room]:
        parts.append(block(*_clause(session, pair, by)))
    if len(found) > room:
        parts.append(
            more_button(session, f"{len(found) - room} 条", lambda _: session.own.form.put(MORE, room + SHOWN))
        )
    return page(session, TITLE, parts, state="current")


def _clause(session: Session, pair: Pair, by: Sequence[str]) -> Iterator[ft.Control]:
    """The printed words, struck out where others took their place, and below them those that apply, with where they stand."""
    if (old := pair.old) is None:
        return
    stands = own_text(pair.new).startswith(own_text(old))
    said = "" if stands else "（不再适用）"
    style = None if stands else ft.TextStyle(decoration=ft.TextDecoration.LINE_THROUGH)
    label = ft.TextSpan(session.say(f"{old.label}{said}　"), ft.TextStyle(weight=ft.FontWeight.W_600))
    spans = [label, ft.TextSpan(session.say(own_text(old)), style)]
    text = ft.Text(spans=spans, style=ft.TextStyle(size=session.px(theme.BODY), height=1.5))
    yield ft.Semantics(content=text, label=session.say(f"{old.label}{said}：{own_text(old)}"), exclude_semantics=True)
    for id_ in by:
        clause = session.handbook.provision(id_)
        words = "".join(own_text(each) for each in clause.walk())
        source = f"《{session.book_of(id_).short}》{clause.label}"
        yield written(session, f"{source}：{words}", theme.BODY, color=ft.Colors.PRIMARY)
    yield provision_links(session, (old.id, *by))


def current_row(session: Session, law: Book) -> Iterator[ft.Control]:
    """Lead from a law to what of it is changed at the event at hand, where anything is."""
    _, _, found = changed_here(session, law)
    if found:
        sign = ft.Icon(ft.Icons.LAYERS, color=ft.Colors.PRIMARY, size=session.px(20))
        text = f"{TITLE}：本赛事改动的 {len(found)} 条"
        words = written(session, text, theme.BODY, color=ft.Colors.PRIMARY, expand=True)
        yield row(ft.Row([sign, words], spacing=12), on_tap(session.go, routes.own_address(law.id, "current")))
