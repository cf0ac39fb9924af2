"""While a ruling is made: where it is, against whom, and what the journal already counts. See app.ruling.scene."""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.base.plain_text import LINE, shown
from app.journal.records import NO_EVENT
from app.journal.store import JournalError
from app.ruling.assignment import scene_words
from app.ruling.seating import seating_words, strangers_words
from app.ruling.tally import next_steps, tally
from app.screens.offender_row import PairRow, TableRow, seat_wanted, use_drawn_tables, use_seating
from app.screens.place_form import PlaceBox
from app.screens.seating_form import SeatingForm
from app.widgets.basics import choice_chip, quiet
from app.widgets.chips import chip_line
from app.widgets.columns import stretched
from app.widgets.sentences import sentence
from app.window import theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import journal
from app.window.session import use_session
from decision_trees.engine import Ruled

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.journal.entries import Entry
    from app.journal.records import EventBody
    from app.ruling.seating import Seating
    from app.ruling.walk import Walk
    from app.window.session import Session


AT_HAND = 2  # events that are offered where none was chosen


def entry_of(walk: Walk) -> Entry | None:
    """The record of a ruling as it stands in the journal; None where there is none, or where it cannot be read."""
    with suppress(JournalError):
        return journal().entry(walk.record) if walk.record is not None else None
    return None


def other_event(session: Session, walk: Walk) -> list[ft.Control]:
    """Offer to take a ruling to the event at hand, where it was begun at another; it does not go there by itself.

    Where no event is at hand, those there are of its game are offered, the newest first.
    """
    if walk.record is not None:
        return []
    now = session.assignment.post(walk.scene.game).event
    if now != walk.scene.event:
        others = [now]
    elif now == NO_EVENT:
        others = session.duty.events_of(walk.scene.game)[:AT_HAND]
    else:
        return []

    def take(event: str) -> None:
        session.duty.attend(event, [walk.scene.game])
        session.table.take_to(walk, event)

    names = {event: shown(session.duty.event_body(event).name, LINE) for event in others}
    return [choice_chip(session, f"改记到“{name}”", False, on_tap(take, event)) for event, name in names.items()]


@component
def SceneStrip(walk: Walk) -> ft.Control:
    """Say where it is and what the journal counts of the pair, before anything is answered; ask for the pair."""
    session = use_session()
    ft.use_state(session.assignment)
    ft.use_state(walk)
    scene = walk.scene

    def look_again() -> None:
        if walk.record is None:  # what is recorded stays with the count it was made with
            walk.come_to_know(session.desk.context(scene, walk.incident, walk.id))

    seating, drawn = use_seating(session, walk), use_drawn_tables(session, walk)
    ft.use_effect(look_again, [scene, session.assignment.version, walk.incident.record])
    if not trees().ladders[scene.game].kinds:
        return ft.Container()
    try:
        event = journal().event(scene.event).body
    except JournalError as refused:
        said = f"日志读不出，累计的次数请自己数。{refused}"
        return ft.Container(sentence(session, said, theme.SMALL, color=session.shade(theme.AMBER)), padding=16)
    parts: list[ft.Control] = [_head(session, walk, event, seating)]
    if walk.editing is None and (other := other_event(session, walk)):
        parts.append(ft.Container(chip_line(other), padding=ft.Padding.only(left=12, right=12, bottom=6)))
    seats = event.entrants == () or (seating is not None and seating.of_an_event)
    if walk.record is None and walk.seating:
        parts.append(SeatingForm(walk))
    elif walk.record is None and walk.placing:
        parts.append(PlaceBox(walk))
    elif walk.record is None and drawn is not None and not scene.offenders:
        parts.append(TableRow(walk))
    elif walk.record is None and not scene.offenders and not (seats and seat_wanted(walk)):
        parts.append(PairRow(walk))  # where the seats are offered, each says its pair
    return ft.Container(
        stretched(parts, spacing=0),
        bgcolor=ft.Colors.SURFACE_CONTAINER_LOW,
    )


def _head(session: Session, walk: Walk, event: EventBody, seating: Seating | None) -> ft.Control:
    scene = walk.scene
    where = scene_words(event, scene.place, scene.offenders)
    name = shown(event.name, LINE)
    name = f"{name}　{where}" if where else name
    lines: list[ft.Control] = [quiet(session, name)]
    if seating is not None and seating.how == "said":
        lines.append(quiet(session, f"实际：{seating_words(event, scene.game, seating)}", theme.SMALL))
    if walk.record is None and (wrong := strangers_words(event, seating, scene.offenders)):
        lines.append(sentence(session, wrong, theme.SMALL, color=session.shade(theme.AMBER)))
    said = ft.Column([*lines, *_counted(session, walk)], spacing=0, expand=True)
    icon = ft.Icon(ft.Icons.PLACE_OUTLINED, size=session.px(20), color=ft.Colors.PRIMARY)
    padding = ft.Padding.symmetric(horizontal=16, vertical=8)
    if walk.record is not None:  # of what is recorded the journal is corrected, not this page
        return ft.MergeSemantics(ft.Container(ft.Row([icon, said], spacing=8), padding=padding))

    def toggle(_: object) -> None:
        if walk.placing:
            session.table.say_place(walk)
            walk.placing = False
        else:
            session.table.ask_place(walk)

    fold = ft.Icon(ft.Icons.EXPAND_LESS if walk.placing else ft.Icons.EXPAND_MORE, size=session.px(20))
    return ft.MergeSemantics(
        ft.Container(ft.Row([icon, said, fold], spacing=8), on_click=toggle, ink=True, padding=padding)
    )


def _counted(session: Session, walk: Walk) -> Iterator[ft.Control]:
    scene = walk.scene
    found = tally(scene, walk.context)
    if not scene.offenders:
        yield quiet(session, "违规方是谁？累计次数从日志数出。", theme.SMALL)
    elif not scene.pair:
        yield quiet(session, "违规方不止一个，累计的次数请分开裁。", theme.SMALL)
    elif found is None:
        yield quiet(session, "日志里这一方有裁决没写轮次或局次，次数请自己数。", theme.SMALL)
    else:
        yield sentence(session, f"此前：{'；'.join(found.words()) or '没有累计'}", theme.SMALL)
        if not isinstance(walk.standing.step, Ruled):
            for text in next_steps(found, scene.game, walk.context):
                yield sentence(session, text, theme.SMALL, color=session.shade(theme.AMBER))
        within = {counted.within for counted in found.ladder.kinds.values()}
        if scene.place.game is None and "game" in within and walk.record is None:
            yield quiet(session, "点这里填上局次，本局的次数也从日志数出。", theme.SMALL)
