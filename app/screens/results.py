"""What a search found."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import trees
from app.base.words import GAMES, game_name
from app.reading.keeping import matching
from app.ruling.heard import sure
from app.screens.kept import kept_rows
from app.widgets.basics import label_chip, leading_on, more_button, quiet, row, section_title
from app.widgets.columns import wrapped
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap, scroll_target
from app.window.error_boundary import component
from app.window.session import use_session
from app.window.state import FIRST, PAGE
from search.tools import COMPETITION

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.session import Session
    from search.engine import Hit, SearchResults

SOON = 0.05  # seconds in which the first results reach the screen
RESTED = 0.5  # seconds without another key: a story is heard when it is told, not on the way from a key to its results
OWN = 3  # of one's own bookmarks and notes above what the search found
KINDS = {"term": "术语", "table": "表", "tree": "裁定", "case": "案例"}


@component
def Results() -> ft.Control:
    """Show the hits, about twenty at once."""
    session = use_session()
    ft.use_state(session.lookup)
    ft.use_state(session.shelf)
    ft.use_state(session.notes)
    lookup = session.lookup
    listed: Any = ft.use_ref(None)

    async def keep_in_view() -> None:
        if lookup.at is not None and lookup.results is not None and listed.current is not None:
            await listed.current.scroll_to(scroll_key=scroll_target(f"hit-{lookup.at}"), duration=0)

    async def draw_the_others() -> None:
        if lookup.shown == FIRST:
            await asyncio.sleep(SOON)
            if lookup.shown == FIRST:
                lookup.shown = PAGE

    async def hear() -> None:
        asked = lookup.answered
        await asyncio.sleep(RESTED)
        if lookup.answered == asked:
            lookup.told = sure(*asked)

    ft.use_effect(hear, [lookup.answered])
    ft.use_effect(keep_in_view, [lookup.at])
    ft.use_effect(draw_the_others, [lookup.answered, lookup.shown])
    if lookup.results is None:
        return ft.Container(expand=True)
    hits = lookup.results.hits
    own = matching(session.handbook, lookup.answered[0], session.shelf.folders, session.notes.texts, lookup.game)
    if not hits and not own and not lookup.results.tools and lookup.told is None:
        return _nothing(session)

    kept = [section_title(session, "我的书签和笔记"), *kept_rows(session, own[:OWN])] if own else []
    rows = [*_beside(session, lookup.results), *kept, *_hits(session, lookup.results)]
    shown = ft.ListView(rows, expand=True, padding=ft.Padding.only(bottom=24), key=f"results-{lookup.answered}")
    listed.current = shown
    return shown


def _beside(session: Session, found: SearchResults) -> Iterator[ft.Control]:
    """What stands above the clauses: the ruling that is plainly meant, the way to have it heard, tools."""
    if found.ruling is not None:
        yield _meant(session, found.ruling)
    if session.lookup.told is not None:
        yield _as_told(session, session.lookup.told)
    yield from (_tool(session, hit) for hit in found.tools)


def _hits(session: Session, found: SearchResults) -> Iterator[ft.Control]:
    """What was found, a page at a time, but for what stands above."""
    lookup, hits, meant = session.lookup, found.hits, found.ruling

    def more(_: object) -> None:
        lookup.shown += PAGE

    for index, hit in enumerate(hits[: lookup.shown]):
        if meant is None or hit.id != meant.id:
            yield _hit(session, hit, index)
    if len(hits) > lookup.shown > FIRST:
        yield more_button(session, f"{len(hits) - lookup.shown} 条", more)


def marked(session: Session, hit: Hit) -> list[ft.TextSpan]:
    """Return the snippet with what was found set off."""
    found = ft.TextStyle(weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY)
    snippet = session.say(hit.snippet)
    spans, at = [], 0
    for start, end in hit.marks:
        spans.append(ft.TextSpan(snippet[at:start]))
        spans.append(ft.TextSpan(snippet[start:end], style=found))
        at = end
    return [*spans, ft.TextSpan(snippet[at:])]


def _meant(session: Session, hit: Hit) -> ft.Control:
    """The irregularity that is plainly meant: a card that leads to its ruling."""
    return ft.Container(
        row(
            ft.Row(
                [
                    ft.Icon(ft.Icons.GAVEL, color=ft.Colors.ON_PRIMARY_CONTAINER),
                    written(
                        session,
                        f"裁定：{hit.title}",
                        theme.LAW,
                        weight=ft.FontWeight.W_600,
                        color=ft.Colors.ON_PRIMARY_CONTAINER,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.ARROW_FORWARD, color=ft.Colors.ON_PRIMARY_CONTAINER),
                ],
                spacing=12,
            ),
            lambda _: session.open_hit(hit),
            key=f"meant-{hit.id}",
        ),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border_radius=12,
        margin=ft.Margin.symmetric(horizontal=12, vertical=6),
        padding=ft.Padding.symmetric(vertical=4),
    )


def _as_told(session: Session, tree_id: str) -> ft.Control:
    """What was typed tells what happened: the way to have it heard, and ruled."""
    tree = trees().tree(tree_id)

    def tell(_: object) -> None:
        session.remember_search()
        session.rulings.choose(tree.game)
        session.rulings.denied = frozenset()
        session.rulings.put(session.lookup.query)
        session.go(routes.rule_address(tree.game))

    about = quiet(session, f"{GAMES[tree.game]} · {tree.title}")
    return row(_signed(session, ft.Icons.HEARING, "按裁决听", about), tell, key=f"told-{tree.id}")


def _signed(session: Session, icon: ft.IconData, title: str, about: ft.Control) -> ft.Control:
    """What a search leads to that is no clause: its sign, what it is called, what it is about."""
    name = written(session, title, theme.BODY, weight=ft.FontWeight.W_600)
    return leading_on(ft.Icon(icon, color=ft.Colors.PRIMARY), ft.Column([name, about], spacing=0, expand=True))


def _tool(session: Session, hit: Hit) -> ft.Control:
    """A calculator, a clock or a schedule that may be meant; schedules are of every game."""
    game = game_name(session.handbook.books[hit.book].game)
    of = "" if hit.id.startswith(COMPETITION) and session.lookup.game is None else f"{game} · "
    about = quiet(session, f"{of}{hit.snippet}", 13)
    signed = _signed(session, ft.Icons.CALCULATE_OUTLINED, f"工具：{hit.title}", about)
    return row(signed, on_tap(session.open_hit, hit), key=f"tool-{hit.id}")


def _hit(session: Session, hit: Hit, index: int) -> ft.Control:
    book = session.handbook.books[hit.book]
    where = " › ".join((game_name(book.game), *dict.fromkeys((*hit.path[:1], *hit.path[-1:]))))
    kept = hit.id in session.shelf.bookmarks or hit.id in session.notes.texts
    body: list[ft.Control] = [
        ft.Row(
            [
                label_chip(session, KINDS.get(hit.kind) or hit.label),
                written(
                    session,
                    hit.title or "",
                    theme.BODY,
                    weight=ft.FontWeight.W_600,
                    expand=True,
                    max_lines=2,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
                *([_own(session, hit.id)] if kept else []),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        quiet(session, where, 13),
    ]
    if hit.snippet:
        body.append(
            ft.Text(
                spans=marked(session, hit),
                style=ft.TextStyle(size=session.px(theme.BODY), height=1.4),
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
            )
        )
    if hit.reason:
        body.append(written(session, hit.reason, 13, color=ft.Colors.PRIMARY))
    opened = row(
        ft.Column(body, spacing=2),
        lambda _: session.open_hit(hit),
        selected=index == session.lookup.at,
        key=f"hit-{index}-{hit.id}",
    )
    return ft.Container(opened, key=scroll_target(f"hit-{index}"))


def _own(session: Session, id_: str) -> ft.Control:
    """The sign that one keeps a clause, or has a note on it."""
    noted = id_ in session.notes.texts
    return ft.Icon(
        ft.Icons.EDIT_NOTE if noted else ft.Icons.BOOKMARK,
        size=session.px(18),
        color=ft.Colors.TERTIARY if noted else ft.Colors.PRIMARY,
        semantics_label=session.say("有笔记" if noted else "有书签"),
    )


def _nothing(session: Session) -> ft.Control:
    lookup = session.lookup
    assert lookup.results is not None
    body: list[ft.Control] = [
        written(session, f"没有找到“{lookup.answered[0]}”。", theme.LAW),
        quiet(
            session,
            "换个说法试试：术语（藏牌）、拼音（cangpai）、条文号（64条），或发生了什么（有花色不跟）。",
            theme.BODY,
        ),
    ]
    if lookup.game is not None:

        def everywhere(_: object) -> None:
            lookup.game = None

        body.append(
            ft.FilledTonalButton(
                session.say("在全部规则中查找"), on_click=everywhere, height=max(theme.TARGET, session.px(40))
            )
        )
    if lookup.results.suggestions:
        body.append(written(session, "是不是想找：", theme.BODY))
        body.append(
            wrapped(
                ft.OutlinedButton(
                    written(session, suggestion, theme.BODY),
                    on_click=on_tap(session.put_query, suggestion),
                    height=max(theme.TARGET, session.px(40)),
                )
                for suggestion in lookup.results.suggestions
            )
        )
    return ft.ListView([ft.Container(ft.Column(body, spacing=12), padding=16)], expand=True)
