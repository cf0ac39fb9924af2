"""Whom a ruling is against, said by one tap: his seat, which says the pair too, or the pair alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.ruling.assignment import pair_words, place_words
from app.ruling.standing import OFFENDER
from app.screens.place_form import AT_ONCE, pair_chips, use_pairs
from app.widgets.basics import choice_chip, quiet
from app.widgets.chips import chip_line
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.session import use_session
from decision_trees.games import every_game
from decision_trees.seats import short

if TYPE_CHECKING:
    from collections.abc import Mapping

    from app.ruling.seating import Seating
    from app.ruling.walk import Walk
    from app.window.session import Session

NARROW = 400  # px of a window on which four seats stand closer together
OTHERWISE = "实际坐的不一样"


def use_seating(session: Session, walk: Walk) -> Seating | None:
    """Return who sits where at the table of a ruling, looked up again when the place or the journal has changed."""
    scene, version = walk.scene, session.assignment.version
    return ft.use_memo(lambda: session.table.seating(scene), [scene.event, scene.place, scene.game, version])


def seat_wanted(walk: Walk) -> bool:
    """Whether the ruling speaks of the offender and nobody has said where he sits."""
    deal = trees().deals.get(walk.tree.game)
    if deal is None or OFFENDER not in deal.facts or walk.record is not None or walk.dealing:
        return False
    return walk.names(OFFENDER) and OFFENDER not in walk.of_the_deal()


def say_offender(session: Session, walk: Walk, seat: str) -> None:
    """Take the seat of the offender; the pair that sits there is then the pair ruled against."""
    walk.answer(OFFENDER, seat)
    session.table.follow_seat(walk)


def seat_row(session: Session, walk: Walk, seating: Seating | None) -> ft.Control:
    """Return the seats; where the pairs of the table are known, each side begins with its own."""
    deal = trees().deals[walk.tree.game]
    words = deal.roles[OFFENDER].words if OFFENDER in deal.roles else deal.facts[OFFENDER].label
    tight = (session.page.width or NARROW) < NARROW
    chips: list[ft.Control] = []

    def seat(letter: str, alone: bool) -> ft.Control:
        name = deal.seats[letter]
        text = short(name) if alone else name
        return choice_chip(session, text, False, on_tap(say_offender, session, walk, letter), tight or alone, name)

    if seating is None or not seating.of_an_event:
        chips = [seat(letter, False) for letter in deal.seats]
    else:
        event = session.duty.event_body(walk.scene.event)
        for side, pair in seating.pairs.items():
            chosen = pair in walk.scene.offenders
            name = pair_words(event, pair)
            text = name if len(pair) > 2 or not pair.isdigit() else f"{pair}号"
            chips.append(choice_chip(session, text, chosen, on_tap(session.table.say_pair, walk, pair), True, name))
            chips += [seat(letter, True) for letter in deal.seats if letter in side]
        chips.append(otherwise_chip(session, walk))
    return ft.Container(
        ft.Row(
            [quiet(session, f"{words}：", theme.BODY), *chips],
            spacing=6 if len(chips) > 4 else 8,
            run_spacing=4,
            wrap=len(chips) > 4,  # more than fit beside each other, and as many as can be seen at once
            scroll=None if len(chips) > 4 else ft.ScrollMode.HIDDEN,
        ),
        padding=ft.Padding.only(left=16, right=12, bottom=6),
    )


def otherwise_chip(session: Session, walk: Walk) -> ft.Control:
    """Return the chip that says that others sit at the table than was thought."""

    def unfold(_: object) -> None:
        walk.placing = False
        walk.seating = True

    return choice_chip(session, OTHERWISE, False, unfold)


@component
def TableRow(walk: Walk) -> ft.Control:
    """Ask at which table it is, where the round is drawn: one tap says it, and with it who sits there."""
    session = use_session()
    found = use_drawn_tables(session, walk)
    if found is None:
        return ft.Container()
    number, tables = found
    chips = [
        choice_chip(session, f"{table}桌 {meet}", False, on_tap(session.table.say_table, walk, table, number), True)
        for table, meet in tables.items()
    ]
    return ft.Container(
        chip_line([quiet(session, f"第{number}轮：", theme.BODY), *chips]),
        padding=ft.Padding.only(left=16, right=12, bottom=6),
    )


def use_drawn_tables(session: Session, walk: Walk) -> tuple[int, Mapping[str, str]] | None:
    """Return the round that is played and its tables, where one of them is to be said."""
    scene, version = walk.scene, session.assignment.version
    return ft.use_memo(lambda: session.table.drawn_tables(scene), [scene.event, scene.place, scene.game, version])


@component
def PairRow(walk: Walk) -> ft.Control:
    """Ask for the pair: one tap, those of this table first."""
    session = use_session()
    seating = use_seating(session, walk)
    pairs = use_pairs(session, walk.scene.event, walk.scene.place, walk.tree.game)
    known = seating is not None and seating.of_an_event
    if seating is not None and known:
        event, game = session.duty.event_body(walk.scene.event), every_game()[walk.tree.game]
        offered = {
            pair: f"{pair_words(event, pair)}（{game.party_of(side[0])}）" for side, pair in seating.pairs.items()
        }
    else:
        offered = dict([*pairs.here.items(), *pairs.others.items()][:AT_ONCE])
    chips = pair_chips(session, offered, (), lambda pair: session.table.say_pair(walk, pair))
    if known:
        chips.append(otherwise_chip(session, walk))
    table = place_words(walk.scene.place) or "桌号、轮次"
    chips.append(choice_chip(session, f"改{table}", False, lambda _: session.table.ask_place(walk)))
    return ft.Container(
        chip_line(chips),
        padding=ft.Padding.only(left=12, right=12, bottom=6),
    )
