"""What a search found."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import theme
from app.boundary import component
from app.desk import use_desk
from app.state import PAGE
from app.widgets.basics import label_chip, quiet, row
from app.words import GAMES

if TYPE_CHECKING:
    from app.desk import Desk
    from search.engine import Hit

KINDS = {"term": "术语", "table": "表", "tree": "裁定", "case": "案例"}


@component
def Results() -> ft.Control:
    """Show the hits, about twenty at once."""
    desk = use_desk()
    ft.use_state(desk.lookup)
    lookup = desk.lookup
    if lookup.results is None:
        return ft.Container(expand=True)
    hits = lookup.results.hits
    if not hits:
        return _nothing(desk)

    def more(_: object) -> None:
        lookup.shown += PAGE

    meant = lookup.results.ruling
    rows = [_meant(desk, meant)] if meant is not None else []
    rows += [
        _hit(desk, hit, index) for index, hit in enumerate(hits[: lookup.shown]) if meant is None or hit.id != meant.id
    ]
    if len(hits) > lookup.shown:
        rows.append(
            ft.Container(
                ft.OutlinedButton(
                    ft.Text(desk.say(f"更多（还有 {len(hits) - lookup.shown} 条）"), size=desk.px(theme.BODY)),
                    on_click=more,
                    height=max(theme.TARGET, desk.px(40)),
                ),
                padding=16,
                alignment=ft.Alignment.CENTER,
            )
        )
    return ft.ListView(rows, expand=True, padding=ft.Padding.only(bottom=24), key=f"results-{lookup.answered}")


def marked(desk: Desk, hit: Hit) -> list[ft.TextSpan]:
    """Return the snippet with what was found set off."""
    found = ft.TextStyle(weight=ft.FontWeight.W_600, color=ft.Colors.PRIMARY)
    snippet = desk.say(hit.snippet)
    spans, at = [], 0
    for start, end in hit.marks:
        spans.append(ft.TextSpan(snippet[at:start]))
        spans.append(ft.TextSpan(snippet[start:end], style=found))
        at = end
    return [*spans, ft.TextSpan(snippet[at:])]


def _meant(desk: Desk, hit: Hit) -> ft.Control:
    """The irregularity that is plainly meant: a card that leads to its ruling."""
    return ft.Container(
        row(
            ft.Row(
                [
                    ft.Icon(ft.Icons.GAVEL, color=ft.Colors.ON_PRIMARY_CONTAINER),
                    ft.Text(
                        desk.say(f"裁定：{hit.title}"),
                        size=desk.px(theme.LAW),
                        weight=ft.FontWeight.W_600,
                        color=ft.Colors.ON_PRIMARY_CONTAINER,
                        expand=True,
                    ),
                    ft.Icon(ft.Icons.ARROW_FORWARD, color=ft.Colors.ON_PRIMARY_CONTAINER),
                ],
                spacing=12,
            ),
            lambda _: desk.open_hit(hit),
            key=f"meant-{hit.id}",
        ),
        bgcolor=ft.Colors.PRIMARY_CONTAINER,
        border_radius=12,
        margin=ft.Margin.symmetric(horizontal=12, vertical=6),
        padding=ft.Padding.symmetric(vertical=4),
    )


def _hit(desk: Desk, hit: Hit, index: int) -> ft.Control:
    book = desk.handbook.books[hit.book]
    where = " › ".join((GAMES[book.game], *dict.fromkeys((*hit.path[:1], *hit.path[-1:]))))
    body: list[ft.Control] = [
        ft.Row(
            [
                label_chip(desk, KINDS.get(hit.kind) or hit.label),
                ft.Text(
                    desk.say(hit.title or ""),
                    size=desk.px(theme.BODY),
                    weight=ft.FontWeight.W_600,
                    expand=True,
                    max_lines=2,
                    overflow=ft.TextOverflow.ELLIPSIS,
                ),
            ],
            spacing=8,
            vertical_alignment=ft.CrossAxisAlignment.START,
        ),
        quiet(desk, where, 13),
    ]
    if hit.snippet:
        body.append(
            ft.Text(
                spans=marked(desk, hit),
                style=ft.TextStyle(size=desk.px(theme.BODY), height=1.4),
                max_lines=2,
                overflow=ft.TextOverflow.ELLIPSIS,
            )
        )
    if hit.reason:
        body.append(ft.Text(desk.say(hit.reason), size=desk.px(13), color=ft.Colors.PRIMARY))
    return row(ft.Column(body, spacing=2), lambda _: desk.open_hit(hit), key=f"hit-{index}-{hit.id}")


def _nothing(desk: Desk) -> ft.Control:
    lookup = desk.lookup
    assert lookup.results is not None
    body: list[ft.Control] = [
        ft.Text(desk.say(f"没有找到“{lookup.answered[0]}”。"), size=desk.px(theme.LAW)),
        quiet(
            desk,
            "换个说法试试：术语（藏牌）、拼音（cangpai）、条文号（64条），或发生了什么（有花色不跟）。",
            theme.BODY,
        ),
    ]
    if lookup.game is not None:

        def everywhere(_: object) -> None:
            lookup.game = None

        body.append(
            ft.FilledTonalButton(
                desk.say("在全部规则中查找"), on_click=everywhere, height=max(theme.TARGET, desk.px(40))
            )
        )
    if lookup.results.suggestions:
        body.append(ft.Text(desk.say("是不是想找："), size=desk.px(theme.BODY)))
        body.append(
            ft.Row(
                [
                    ft.OutlinedButton(
                        ft.Text(desk.say(suggestion), size=desk.px(theme.BODY)),
                        on_click=lambda _, suggestion=suggestion: desk.put_query(suggestion),
                        height=max(theme.TARGET, desk.px(40)),
                    )
                    for suggestion in lookup.results.suggestions
                ],
                wrap=True,
                spacing=8,
                run_spacing=8,
            )
        )
    return ft.ListView([ft.Container(ft.Column(body, spacing=12), padding=16)], expand=True)
