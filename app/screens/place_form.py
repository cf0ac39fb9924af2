"""Where it was and against whom: the fields by which a ruling, or the correction of one, is given its place."""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING

import flet as ft

from app.journal.pairs import NAMED, Pairs, pairs_at
from app.journal.records import Place
from app.journal.store import JournalError
from app.ruling.assignment import pair_words
from app.ruling.placing import offenders_of, place_of
from app.ruling.scene import Scene
from app.ruling.seating import strangers_words, tables_of
from app.ruling.wording import side_words
from app.widgets.basics import choice_chip
from app.widgets.chips import chip_line, chip_row
from app.widgets.columns import stretched
from app.widgets.fields import button, caption, counter, entry
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import journal
from app.window.session import use_session
from decision_trees.games import every_game

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

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
        known = every_game().get(game)  # None: it came with a text that is not here
        parties = known.parties if known is not None else ()
        return pairs_at(session.duty.event_body(event), game, place, entries, parties, seated)

    return ft.use_memo(look, [event, place.table, place.round, game])


def use_tables(session: Session, scene: Scene) -> dict[str, str]:
    """Return the tables of a round of an event with those who meet there, where that is drawn."""

    def look() -> dict[str, str]:
        with suppress(JournalError):
            return tables_of(journal(), scene)
        return {}

    return ft.use_memo(look, [scene])


@component
def PlaceForm(form: Form, event: str, game: str, with_deal: bool) -> ft.Control:
    """Ask where it was and against whom."""
    session = use_session()
    ft.use_state(form)
    shown, show = ft.use_state(AT_ONCE)
    body = session.duty.event_body(event)
    place = place_of(form)
    pairs = use_pairs(session, event, place, game)
    drawn = use_tables(session, Scene(event, game, Place(None, place.round)))
    fields: list[ft.Control] = [entry(session, form, "table", "几号桌")]
    if named := dict.fromkeys(body.tables, "") | drawn:
        fields.append(_tables(session, form, named, place.table))
    fields += _counters(session, form, game, body.rounds or 0, with_deal)
    chosen, tap = form.chosen("pairs"), partial(form.toggle, "pairs")
    if pairs.here:
        here = pair_chips(session, pairs.here, chosen, tap)
        fields += [caption(session, "违规方（可选几个）：本桌"), chip_row(here)]
    if pairs.others:
        fields.append(caption(session, "全部，按编号" if pairs.here else "违规方（可选几个），按编号"))
        some = pair_chips(session, dict(list(pairs.others.items())[:shown]), chosen, tap)
        if len(pairs.others) > shown:
            some.append(choice_chip(session, "更多", False, lambda _: show(shown + AT_ONCE)))
        fields.append(chip_row(some))
    fields.append(entry(session, form, "other", "或写对号、队名"))
    if offenders := offenders_of(form, body):
        said = "、".join(pair_words(body, pair) for pair in offenders)
        fields.append(sentence(session, f"违规方：{said}", theme.BODY, bold=True))
    if wrong := strangers_words(body, session.table.seating(Scene(event, game, place)), offenders):
        fields.append(sentence(session, wrong, theme.BODY, color=session.shade(theme.AMBER)))
    return stretched(fields, spacing=10)


def _tables(session: Session, form: Form, named: Mapping[str, str], now: str | None) -> ft.Control:
    """The tables there are, each with those who meet there, in one line."""
    shown: list[ft.Control] = [
        choice_chip(session, f"{name}桌 {meet}" if meet else name, name == now, on_tap(form.put, "table", name))
        for name, meet in named.items()
    ]
    return chip_line(shown)


def _counters(session: Session, form: Form, game: str, rounds: int, with_deal: bool) -> Iterator[ft.Control]:
    """The numbers by which a game says when it was; the rounds an event has can be picked."""
    yield counter(session, form, "round", "轮次", "轮", offered=min(rounds, PICKED))
    known = every_game().get(game)
    if known is None or "game" in known.counters:
        yield counter(session, form, "game", "局次", "局", offered=4)
    if with_deal:
        yield counter(session, form, "deal", "副次", "副")


def pair_chips(
    session: Session, names: Mapping[str, str], chosen: Sequence[str], tap: Callable[[str], object]
) -> list[ft.Control]:
    """Return one chip for each pair."""
    return [choice_chip(session, side_words(name), pair in chosen, on_tap(tap, pair)) for pair, name in names.items()]


@component
def PlaceBox(walk: Walk) -> ft.Control:
    """Ask of a ruling being made where it is and against whom; above its question."""
    session = use_session()

    def done(_: object) -> None:
        session.table.say_place(walk)
        walk.placing = False

    form = stretched([PlaceForm(walk.form, walk.scene.event, walk.scene.game, True)], scroll=ft.ScrollMode.AUTO)
    many = len(session.duty.event_body(walk.scene.event).entrants) > NAMED  # they take more room than there is
    return ft.Container(
        stretched(
            [
                ft.Container(form, height=(session.page.height or 800) * FORM if many else None),
                button(session, "就这样", done, filled=True),
            ],
            spacing=12,
            tight=True,
        ),
        padding=ft.Padding.only(left=16, right=16, bottom=14),
    )
