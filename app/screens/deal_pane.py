"""牌局: what is known of the deal at the table, one tap to say who the offender is, and the whole sheet to fill in."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.ruling.pairs import pairs_at
from app.ruling.placing import fill_place
from app.ruling.walk import OFFENDER
from app.widgets.basics import choice_chip, quiet
from app.widgets.fields import button
from app.widgets.seat_table import seat_table
from app.widgets.sentences import card, sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import trees
from app.window.session import use_session
from decision_trees.games import games
from decision_trees.model import Fact
from decision_trees.values import show

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from app.ruling.walk import Walk
    from app.window.session import Session


NARROW = 400  # px of a window on which four seats stand closer together


def _said(walk: Walk, name: str, fact: Fact, value: Any) -> str:
    deal = trees().deals[walk.tree.game]
    return deal.seats.get(str(value), str(value)) if fact.kind == "seat" else show(fact, value)


@component
def DealStrip(walk: Walk) -> ft.Control:
    """Say what is known of the deal; ask where the offender sits until somebody says so. It never holds the ruling up."""
    session = use_session()
    ft.use_state(walk)
    deal = trees().deals.get(walk.tree.game)
    if deal is None or walk.record is not None:
        return ft.Container()
    known = walk.of_the_deal()
    words = "　".join(
        f"{fact.label} {_said(walk, name, fact, known[name])}"
        for name, fact in deal.facts.items()
        if name in known and fact.derive is None and fact.kind not in ("cards", "auction", "history")
    )

    def open_sheet(_: object) -> None:
        walk.dealing = not walk.dealing

    head = ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Icon(ft.Icons.TABLE_RESTAURANT_OUTLINED, size=session.px(20), color=ft.Colors.PRIMARY),
                    ft.Container(sentence(session, f"牌局　{words or '还没有填'}", theme.SMALL, lines=2), expand=True),
                    ft.Icon(ft.Icons.EXPAND_LESS if walk.dealing else ft.Icons.EXPAND_MORE, size=session.px(20)),
                ],
                spacing=8,
            ),
            on_click=open_sheet,
            ink=True,
            padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        )
    )
    rows: list[ft.Control] = [head]
    if seat_wanted(walk):
        rows.append(_seats(session, walk))
    return ft.Container(
        ft.Column(rows, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _seats(session: Session, walk: Walk) -> ft.Control:
    """One tap says who it was."""
    deal = trees().deals[walk.tree.game]
    words = deal.roles[OFFENDER].words if OFFENDER in deal.roles else deal.facts[OFFENDER].label
    tight = (session.page.width or NARROW) < NARROW
    chips = [
        choice_chip(session, name, False, on_tap(say_offender, session, walk, seat), tight)
        for seat, name in deal.seats.items()
    ]
    return ft.Container(
        ft.Row([quiet(session, f"{words}：", theme.BODY), *chips], spacing=8, scroll=ft.ScrollMode.HIDDEN),
        padding=ft.Padding.only(left=16, right=12, bottom=6),
    )


def deal_parts(session: Session, walk: Walk) -> Iterator[ft.Control]:
    """Yield the sheet: its groups as they are filled in, and the next deal."""
    deal = trees().deals[walk.tree.game]
    known = walk.of_the_deal()
    if OFFENDER in deal.facts:
        yield _table(session, walk, known)
    for group in ([name for name in names if name != OFFENDER] for names in deal.sheet):
        rows = [_row(session, walk, name, group[at:], known) for at, name in enumerate(group)]
        yield ft.Container(
            ft.Column(rows, spacing=0, horizontal_alignment=ft.CrossAxisAlignment.STRETCH),
            border=ft.Border(bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
        )
    worked_out = [
        f"{fact.label}：{_said(walk, name, fact, known[name])}"
        for name, fact in deal.facts.items()
        if name in known and fact.derive is not None and not any(name in group for group in deal.sheet)
    ]
    if worked_out:
        yield card(session, "由此推出", [quiet(session, "；".join(worked_out), theme.BODY)])
    yield ft.Container(
        quiet(
            session,
            "填不填都可以裁；填了，裁定就说得出是哪一家、哪张牌、升到几级。本桌到下一副都用它。",
            theme.SMALL,
        ),
        padding=16,
    )


def _table(session: Session, walk: Walk, known: dict[str, Any]) -> ft.Control:
    """The four seats with those known to sit there; a tap says who the offender is."""
    label = walk.declared()[OFFENDER].label
    about = {seat: said for seat, said in walk.seated().items() if said != label}
    seats = seat_table(
        session, walk.tree.game, lambda seat: lambda _: say_offender(session, walk, seat), known.get(OFFENDER), about
    )
    return ft.Container(
        ft.Column(
            [sentence(session, f"{label}是哪一家？", theme.BODY, bold=True), seats],
            spacing=8,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=16,
    )


def say_offender(session: Session, walk: Walk, seat: str) -> None:
    """Take the seat of the offender; where no entrants are known, his side is then the pair ruled against."""
    walk.answer(OFFENDER, seat)
    event = session.event_body(walk.scene.event)
    if walk.record is not None or event.entrants:
        return
    game = games()[walk.tree.game]
    here = pairs_at(event, walk.scene.place, (), game.parties).here
    pair = next((p for p in here if p.endswith(game.party_of(seat))), None)
    if pair is not None:
        fill_place(walk.form, walk.scene)
        walk.form.put("pairs", (pair,))
        session.place(walk)


def seat_wanted(walk: Walk) -> bool:
    """Whether the ruling speaks of the offender and nobody has said where he sits."""
    deal = trees().deals.get(walk.tree.game)
    if deal is None or OFFENDER not in deal.facts or walk.record is not None or walk.dealing:
        return False
    return walk.names(OFFENDER) and OFFENDER not in walk.of_the_deal()


def deal_bar(session: Session, walk: Walk) -> ft.Control:
    """Return the bar under the sheet: on to the next deal, or back to the ruling."""

    def close(_: object) -> None:
        walk.dealing = False

    return ft.Container(
        ft.Row(
            [
                ft.Container(
                    button(session, "下一副", lambda _: session.next_deal(walk), ft.Icons.SKIP_NEXT), expand=True
                ),
                ft.Container(button(session, "填好了", close, filled=True), expand=True),
            ],
            spacing=12,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10),
    )


def _row(session: Session, walk: Walk, name: str, following: Sequence[str], known: dict[str, Any]) -> ft.Control:
    fact = walk.declared()[name]
    said = _said(walk, name, fact, known[name]) if name in known else "填"

    def enter(_: object) -> None:
        walk.dealing = False
        left = [each for each in following if each == name or each not in known]
        walk.enter([each for each in left if each == name or walk.declared()[each].derive is None])

    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Container(sentence(session, fact.label, theme.BODY), expand=True),
                    sentence(
                        session,
                        said,
                        theme.BODY,
                        bold=name in known,
                        color=None if name in known else ft.Colors.PRIMARY,
                    ),
                    ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=8,
            ),
            on_click=enter,
            ink=True,
            padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        )
    )
