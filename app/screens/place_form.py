"""Where it was and against whom: the fields by which a ruling, or the correction of one, is given its place."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import flet as ft

from app.journal.pairs import NAMED, Pairs, pairs_at
from app.journal.records import Place
from app.journal.store import JournalError
from app.ruling.assignment import pair_words
from app.ruling.placing import offenders_of, place_of
from app.ruling.scene import Scene
from app.ruling.seating import tables_of
from app.widgets.basics import choice_chip
from app.widgets.fields import button, caption, counter, entry
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import journal
from app.window.session import use_session
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from app.base.form import Form
    from app.ruling.walk import Walk
    from app.window.session import Session

PICKED = 16  # rounds to be picked with one tap
AT_ONCE = 60  # pairs to be tapped without asking for more
FORM = 0.55  # of the height of the window, where many pairs are offered


def use_pairs(session: Session, event: str, place: Place, game: str) -> Pairs:
    """Return the pairs to be offered at a place; they stay where they are while one looks at them."""

    def look() -> Pairs:
        try:
            entries = journal().entries(event)
        except JournalError:  # said where something is saved
            entries = []
        seating = session.table.seating(Scene(event, game, place))
        seated = seating.pairs.values() if seating is not None and seating.of_an_event else ()
        return pairs_at(session.event_body(event), place, entries, games()[game].parties, seated)

    return ft.use_memo(look, [event, place.table, place.round, game])


def use_tables(session: Session, scene: Scene) -> dict[str, str]:
    """Return the tables of a round of an event with those who meet there, where that is drawn."""

    def look() -> dict[str, str]:
        with suppress(JournalError):
            return tables_of(journal(), scene)
        return {}

    return ft.use_memo(look, [scene])


def pair_chips(
    session: Session, names: Mapping[str, str], chosen: Sequence[str], tap: Callable[[str], None]
) -> list[ft.Control]:
    """Return one chip for each pair."""
    return [choice_chip(session, name, pair in chosen, on_tap(tap, pair)) for pair, name in names.items()]


@component
def PlaceForm(form: Form, event: str, game: str, with_deal: bool) -> ft.Control:
    """Ask where it was and against whom."""
    session = use_session()
    ft.use_state(form)
    shown, show = ft.use_state(AT_ONCE)
    body = session.event_body(event)
    place = place_of(form)
    pairs = use_pairs(session, event, place, game)
    drawn = use_tables(session, Scene(event, game, Place(None, place.round)))
    chosen = form.chosen("pairs")

    def wrapped(names: Mapping[str, str], more: bool = False) -> ft.Control:
        chips = pair_chips(session, names, chosen, lambda pair: form.toggle("pairs", pair))
        if more:
            chips.append(choice_chip(session, "更多", False, lambda _: show(shown + AT_ONCE)))
        return ft.Row(chips, wrap=True, spacing=8, run_spacing=8)

    fields: list[ft.Control] = [entry(session, form, "table", "几号桌")]
    if named := dict.fromkeys(body.tables, "") | drawn:
        fields.append(
            ft.Row(
                [
                    choice_chip(
                        session,
                        f"{name}桌 {meet}" if meet else name,
                        name == place.table,
                        on_tap(form.put, "table", name),
                    )
                    for name, meet in named.items()
                ],
                spacing=8,
                scroll=ft.ScrollMode.HIDDEN,
            )
        )
    counters = [("round", "轮次", "轮")]
    if "game" in games()[game].counters:
        counters.append(("game", "局次", "局"))
    if with_deal:
        counters.append(("deal", "副次", "副"))
    offered = {"round": min(body.rounds or 0, PICKED), "game": 4, "deal": 0}
    fields += [counter(session, form, name, label, unit, offered=offered[name]) for name, label, unit in counters]
    if pairs.here:
        fields += [caption(session, "违规方（可选几个）：本桌"), wrapped(pairs.here)]
    if pairs.others:
        fields.append(caption(session, "全部，按编号" if pairs.here else "违规方（可选几个），按编号"))
        first = dict(list(pairs.others.items())[:shown])
        fields.append(wrapped(first, more=len(pairs.others) > shown))
    fields.append(entry(session, form, "other", "或写对号、队名"))
    if offenders := offenders_of(form, body):
        said = "、".join(pair_words(body, pair) for pair in offenders)
        fields.append(sentence(session, f"违规方：{said}", theme.BODY, bold=True))
    return ft.Column(fields, spacing=10, horizontal_alignment=ft.CrossAxisAlignment.STRETCH)


@component
def PlaceBox(walk: Walk) -> ft.Control:
    """Ask of a ruling being made where it is and against whom; above its question."""
    session = use_session()

    def done(_: object) -> None:
        session.table.say_place(walk)
        walk.placing = False

    form = ft.Column(
        [PlaceForm(walk.form, walk.scene.event, walk.scene.game, True)],
        scroll=ft.ScrollMode.AUTO,
        horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
    )
    many = len(session.event_body(walk.scene.event).entrants) > NAMED  # they take more room than there is
    return ft.Container(
        ft.Column(
            [
                ft.Container(form, height=(session.page.height or 800) * FORM if many else None),
                button(session, "就这样", done, filled=True),
            ],
            spacing=12,
            tight=True,
            horizontal_alignment=ft.CrossAxisAlignment.STRETCH,
        ),
        padding=ft.Padding.only(left=16, right=16, bottom=14),
    )
