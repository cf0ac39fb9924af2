"""牌局, the whole sheet: everything that may be known of the deal, filled in in one visit; what is one tap is tapped in its row."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.ruling.standing import OFFENDER
from app.screens.offender_row import say_offender
from app.widgets.basics import choice_chip, quiet
from app.widgets.columns import stretched, wrapped
from app.widgets.fields import button
from app.widgets.seat_table import seat_table
from app.widgets.sentences import card, sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.model import Fact
from decision_trees.seats import short
from decision_trees.values import show

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from app.ruling.walk import Walk
    from app.window.session import Session

IN_ROW = 12  # characters of all answers of a choice that is tapped in its row
HELP = 18  # characters of a line of help that stands in the sheet
LABEL = 96  # px of what a row is about, beside its answers


def _said(walk: Walk, name: str, fact: Fact, value: Any) -> str:
    deal = trees().deals[walk.tree.game]
    return deal.seats.get(str(value), str(value)) if fact.kind == "seat" else show(fact, value)


def deal_parts(session: Session, walk: Walk) -> Iterator[ft.Control]:
    """Yield the sheet: its groups as they are filled in."""
    deal = trees().deals[walk.tree.game]
    known = walk.of_the_deal()
    if OFFENDER in deal.facts:
        yield _table(session, walk, known)
    if walk.fault:
        red = session.shade(theme.RED)
        yield ft.Container(sentence(session, walk.fault, color=red), padding=ft.Padding.symmetric(horizontal=16))
    left = {name for of_seats in deal.at_seats.values() for name in of_seats.values()}
    groups = [tuple(name for name in names if name != OFFENDER) for names in deal.sheet]
    folded = tuple(group for group in groups if group and all(name in left and name not in known for name in group))
    yield from (_group(session, walk, group, known) for group in groups if group not in folded)
    if folded:
        yield LeftByRulings(walk, folded)
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


def _group(session: Session, walk: Walk, group: tuple[str, ...], known: dict[str, Any]) -> ft.Control:
    rows = [_row(session, walk, name, known.get(name)) for name in group]
    return ft.Container(
        stretched(rows, spacing=0),
        border=ft.Border(bottom=ft.BorderSide(1, ft.Colors.OUTLINE_VARIANT)),
    )


@component
def LeftByRulings(walk: Walk, groups: tuple[tuple[str, ...], ...]) -> ft.Control:
    """What earlier rulings may have left at each seat, of which nothing is known: folded until somebody has something to say."""
    session = use_session()
    unfolded, unfold = ft.use_state(False)
    if unfolded:
        rows = [_group(session, walk, group, walk.of_the_deal()) for group in groups]
        return stretched(rows, spacing=0)
    return ft.Container(
        button(session, "前面的裁决留下的：各家的罚张、限制", lambda _: unfold(True), ft.Icons.EXPAND_MORE),
        padding=ft.Padding.symmetric(horizontal=16, vertical=12),
    )


def _table(session: Session, walk: Walk, known: dict[str, Any]) -> ft.Control:
    """The four seats with those known to sit there; a tap says who the offender is."""
    label = walk.declared()[OFFENDER].label
    about = {seat: said for seat, said in walk.seated().items() if said != label}
    seats = seat_table(
        session, walk.tree.game, lambda seat: lambda _: say_offender(session, walk, seat), known.get(OFFENDER), about
    )
    return ft.Container(
        stretched([sentence(session, f"{label}是哪一家？", theme.BODY, bold=True), seats], spacing=8),
        padding=16,
    )


def deal_bar(session: Session, walk: Walk) -> ft.Control:
    """Return the bar under the sheet: on to the next deal, to another table, or back to the ruling."""

    def move(_: object) -> None:
        walk.close_sheet()
        session.table.ask_place(walk)

    return ft.Container(
        ft.Row(
            [
                ft.Container(
                    button(session, "下一副", lambda _: session.table.next_deal(walk), ft.Icons.SKIP_NEXT), expand=3
                ),
                ft.Container(button(session, "换桌", move), expand=2),
                ft.Container(button(session, "填好了", lambda _: walk.close_sheet(), filled=True), expand=3),
            ],
            spacing=10,
        ),
        bgcolor=ft.Colors.SURFACE_CONTAINER,
        padding=ft.Padding.symmetric(horizontal=16, vertical=10),
    )


def in_the_row(fact: Fact, seats: dict[str, str]) -> dict[Any, str]:
    """The answers of a fact that are few and short enough to stand beside its name, in words; none of any other."""
    if fact.kind == "seat":
        return {seat: short(name) for seat, name in seats.items()}
    if fact.kind == "bool":
        return {True: "是", False: "否"}
    said = {key: option.text for key, option in fact.options.items()} if fact.kind == "choice" else {}
    return dict(said) if sum(map(len, said.values())) <= IN_ROW else {}


def _row(session: Session, walk: Walk, name: str, value: Any) -> ft.Control:
    fact = walk.declared()[name]
    answers = in_the_row(fact, trees().deals[walk.tree.game].seats)
    if answers:
        return _tapped(session, walk, name, fact, answers, value)
    return ft.MergeSemantics(
        ft.Container(
            ft.Row(
                [
                    ft.Column(
                        [
                            sentence(session, fact.label, theme.BODY),
                            *([quiet(session, fact.help)] if fact.help and len(fact.help) <= HELP else []),
                        ],
                        spacing=0,
                        expand=2,
                    ),
                    ft.Container(
                        sentence(
                            session,
                            "填" if value is None else _said(walk, name, fact, value),
                            theme.BODY,
                            bold=value is not None,
                            color=ft.Colors.PRIMARY if value is None else None,
                        ),
                        expand=None if value is None else 2,
                        alignment=ft.Alignment.CENTER_RIGHT,
                    ),
                    ft.Icon(ft.Icons.CHEVRON_RIGHT, color=ft.Colors.ON_SURFACE_VARIANT),
                ],
                spacing=8,
            ),
            on_click=lambda _: walk.enter([name]),
            ink=True,
            padding=ft.Padding.symmetric(horizontal=16, vertical=14),
        )
    )


def _tapped(session: Session, walk: Walk, name: str, fact: Fact, answers: dict[Any, str], value: Any) -> ft.Control:
    """A row with its answers; a second tap on what was said takes it back."""

    def say(answer: Any) -> None:
        if answer == value and name in walk.standing.facts:
            walk.release(name)
        elif answer != value:
            walk.answer(name, answer)

    chips = [
        choice_chip(session, text, value == answer, on_tap(say, answer), True, f"{fact.label}：{text}")
        for answer, text in answers.items()
    ]
    label = sentence(session, fact.label, theme.BODY)
    padding = ft.Padding.only(left=16, right=12, top=2, bottom=2)
    long = sum(map(len, answers.values())) > IN_ROW
    if long or len(fact.label) * session.px(theme.BODY) > LABEL or session.settings.text_scale > 1:
        return ft.Container(ft.Column([label, wrapped(chips, gap=6, between=0)], spacing=0), padding=padding)
    return ft.Container(
        ft.Row([ft.Container(label, expand=True), ft.Row(chips, spacing=6, tight=True)], spacing=8), padding=padding
    )
