"""牌局, above the question: whose deal is in force and what is known of it; whether it still is that one is asked in one tap."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import flet as ft

from app.base.opened import trees
from app.base.plain_text import LINE, shown
from app.ruling import deal_sheet
from app.ruling.assignment import place_words
from app.ruling.whose_deal import said_once, when, whose
from app.screens.offender_row import TableRow, seat_row, seat_wanted, use_seating
from app.screens.place_form import PlaceBox
from app.screens.scene_strip import other_event
from app.screens.seating_form import SeatingForm
from app.widgets.basics import choice_chip
from app.widgets.chips import chip_line
from app.widgets.columns import stretched
from app.widgets.sentences import sentence
from app.widgets.text import written
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.preferences import DEALS
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.journal.entries import Entry
    from app.ruling.walk import Walk
    from app.window.session import Session

LARGE = 1.3  # letters so large leave no room for buttons beside the words,
BESIDE = 330  # unless the pane is this wide, in letters of plain size
SHOWN = 6  # things known of a deal that are said in the question


@component
def DealStrip(walk: Walk) -> ft.Control:
    """Say whose deal is in force and what is known of it; ask where the offender sits. It never holds the ruling up."""
    session = use_session()
    ft.use_state(walk)
    ft.use_state(session.assignment)
    seating = use_seating(session, walk)
    deal = trees().deals.get(walk.tree.game)
    if deal is None or walk.record is not None:
        return ft.Container()
    rows = _asking(session, walk) if session.table.is_unclaimed(walk) else _telling(session, walk)
    if not trees().ladders[walk.scene.game].kinds and (walk.placing or walk.seating):
        rows.append(SeatingForm(walk) if walk.seating else PlaceBox(walk))  # else it stands below the place
    elif not trees().ladders[walk.scene.game].kinds and walk.editing is None:
        if others := other_event(session, walk):
            rows.append(ft.Container(chip_line(others), padding=ft.Padding.only(left=12, right=12, bottom=6)))
        rows.append(TableRow(walk))
    if seat_wanted(walk) and not walk.seating and walk.editing is None:
        rows.append(seat_row(session, walk, seating))
    return ft.Container(
        stretched(rows, spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _telling(session: Session, walk: Walk) -> list[ft.Control]:
    """Whose deal it is and what is known of it, with the way to another one."""
    kept = session.preferences.kept(DEALS)
    doubted = session.table.doubted(walk)
    begun = {name: value for name, value in walk.context.begun.items() if name in walk.declared()}
    known = said_once(
        walk.tree.game,
        {name: value for name, value in begun.items() if walk.declared()[name].kind == "auction"} | walk.of_the_deal(),
        walk.declared(),
        doubted,
        begun.keys() - walk.of_the_deal().keys(),
    )
    words = "　".join(f"{label} {value}" for label, value in known)
    said = f"牌局（{whose(kept, walk.scene, walk.id)}）　{words or '还没有填'}"

    def turn(_: object) -> None:
        if walk.dealing:
            walk.close_sheet()
        else:
            walk.open_sheet()

    head = ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(ft.Icons.TABLE_RESTAURANT_OUTLINED, size=session.px(20), color=ft.Colors.PRIMARY),
                    ft.Container(sentence(session, said, theme.SMALL, lines=3), expand=True),
                    ft.Icon(ft.Icons.EXPAND_LESS if walk.dealing else ft.Icons.EXPAND_MORE, size=session.px(20)),
                ],
                spacing=8,
            ),
            on_click=turn,
            ink=True,
            padding=ft.Padding.only(left=16, right=8, top=14, bottom=14),
        ),
        expand=True,
    )
    again = _to_look_at_again(session, doubted)
    if walk.dealing:
        return [ft.Row([head]), *again]
    others = [
        _small(session, "下一副", lambda _: session.table.next_deal(walk)),
        _small(session, "换桌", lambda _: session.table.ask_place(walk)),
    ]
    scale = session.settings.text_scale
    if scale > LARGE and session.layout.pane < BESIDE * scale:
        return [ft.Row([head]), ft.Row(others, alignment=ft.MainAxisAlignment.END), *again]
    return [ft.Row([head, *others], spacing=0), *again]


def _to_look_at_again(session: Session, doubted: Mapping[str, Entry]) -> list[ft.Control]:
    """The way to the rulings that are to be looked at again, whose effects stand at the table until then."""
    entries = {each.id: each for each in doubted.values()}
    chips = [
        choice_chip(
            session,
            f"要重看：{shown(each.body.title, LINE)}",
            False,
            on_tap(session.go, routes.journal_address(each.id)),
        )
        for each in entries.values()
    ]
    return [ft.Container(chip_line(chips), padding=ft.Padding.only(left=12, right=12, bottom=4))] if chips else []


def _small(session: Session, text: str, on_click: Any) -> ft.Control:
    return ft.TextButton(
        written(session, text, theme.SMALL),
        on_click=on_click,
        style=ft.ButtonStyle(padding=ft.Padding.symmetric(horizontal=11)),
        height=max(theme.TARGET, session.px(44)),
    )


def _asking(session: Session, walk: Walk) -> list[ft.Control]:
    """Whether it is still the deal that was ruled on here last; until that is said, nothing of it is taken over."""
    kept, scene = session.preferences.kept(DEALS), walk.scene
    doubted = session.table.doubted(walk)
    begun = deal_sheet.begun_at(kept, scene)
    unclaimed = said_once(scene.game, session.table.unclaimed_deal(walk), None, doubted, begun)
    told = [f"{label} {value}" for label, value in unclaimed]
    words = "　".join(told[:SHOWN]) + ("…" if len(told) > SHOWN else "")
    at = when(deal_sheet.told_at(kept, scene))
    where = place_words(session.table.unclaimed_place(walk))
    asked = f"还是{where}这一副吗？" if scene.place.table else "还是上一次的牌局吗？没有写桌号。"
    noted = f"{f'{at} 记下：' if at else ''}{words}。" if words else ""
    said = f"{asked}　{noted}没有说以前都不用。"

    def another(_: object) -> None:
        if walk.scene.place.table:  # which one decides whom a ruling is against
            session.table.ask_place(walk)
        else:
            session.table.other_table(walk)

    chips = [
        choice_chip(session, "同一副", False, lambda _: session.table.same_deal(walk)),
        choice_chip(session, "下一副", False, lambda _: session.table.next_deal(walk)),
        choice_chip(session, "换了一桌", False, another),
    ]
    icon = ft.Icon(ft.Icons.TABLE_RESTAURANT_OUTLINED, size=session.px(20), color=session.shade(theme.AMBER))
    return [
        ft.Container(
            ft.Row([icon, ft.Container(sentence(session, said, theme.SMALL), expand=True)], spacing=8),
            padding=ft.Padding.only(left=16, right=16, top=8),
        ),
        ft.Container(
            chip_line(chips),
            padding=ft.Padding.only(left=12, right=12, bottom=4),
        ),
        *_to_look_at_again(session, doubted),
    ]
