"""What a book of one's own seems to settle of what the law leaves open or to the organiser: each with its sentence, to confirm."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.brought.settings import point_of
from app.journal.records import NO_EVENT
from app.screens.exams import block
from app.widgets.basics import labelled, quiet
from app.widgets.columns import panel
from app.widgets.links import provision_links
from app.widgets.pages import page
from app.widgets.sentences import answer_button
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.window.session import Session
    from rules_data.brought.model import Brought, Choice, Confirmed
    from rules_data.brought.settling import Point

TITLE = "本赛事定的"
INTRO = (
    "规则没有写死、或留给主办机构定的，这里照原文提出。确认了的才算数：裁决照它作出，并写出依据的这一句。再点一次收回。"
)
NOTHING = "没有看出定了规则没有写死的地方。赛事设置里也可以逐条定。"


def settings_page(session: Session, brought: Brought) -> ft.Control:
    """Show what a book seems to settle."""
    found = session.own.settling(session, brought)
    if not found:
        return page(session, TITLE, [block(quiet(session, NOTHING, theme.BODY))])
    shown = [
        _choice(session, brought, each, point)
        for each in found
        if (point := point_of(session.handbook, each.question)) is not None
    ]
    return page(session, TITLE, [block(quiet(session, INTRO)), *shown], state="settings")


def _choice(session: Session, brought: Brought, choice: Choice, point: Point) -> ft.Control:
    state = next((each for each in brought.decided if each.key == choice.key), None)
    by = next(p for p in brought.book.walk() if p.id == choice.by)
    said: list[ft.Control] = [
        labelled(session, "留给主办机构" if point.fact else "未定问题", point.said, theme.LAW),
        provision_links(session, point.at),
        quiet(session, f"{brought.book.short} {by.label}"),
        written(session, choice.sentence, theme.BODY),
        *_answers(session, brought, choice, point, state),
        *(
            written(session, line, theme.SMALL, color=session.shade(theme.AMBER))
            for line in _against(session, brought, point, state)
        ),
    ]
    if state is None:
        said.append(quiet(session, "还没有确认，没有生效"))
    return panel(said, f"choice-{choice.key}")


def _answers(
    session: Session, brought: Brought, choice: Choice, point: Point, state: Confirmed | None
) -> Iterator[ft.Control]:
    """The ways to settle it, what the sentence seems to say first."""
    own = session.own
    others = [each.key for each in point.options if each.key not in choice.options]
    for option in (*choice.options, *others):
        text = point.shown(option)
        chosen = (
            state is not None
            and state.accepted
            and state.settles is not None
            and tuple(state.settles) == (point.id, option)
        )
        seems = "看来是这样" if option in choice.options else None
        yield answer_button(
            session,
            text,
            on_tap(own.take_back, session, brought, choice, f"收回：{point.said}")
            if chosen
            else on_tap(own.settle, session, brought, choice, option, f"确认：{point.said} {text}"),
            seems,
            chosen=chosen,
        )
    refused = state is not None and not state.accepted
    yield answer_button(
        session,
        "这句没有定这一点",
        on_tap(own.take_back, session, brought, choice, f"收回：{point.said}")
        if refused
        else on_tap(own.settle, session, brought, choice, None, f"没有定：{point.said}"),
        chosen=refused,
    )


def _against(session: Session, brought: Brought, point: Point, state: Confirmed | None) -> Iterator[str]:
    """What keeps a confirmed setting from counting: the event's own, or another book's."""
    if state is None or not state.accepted or state.settles is None:
        return
    mine = state.settles[1]
    event = brought.event or session.assignment.post(brought.book.game).event
    there = session.duty.event_body(event).settled.get(point.id) if event != NO_EVENT else None
    if there is not None and there != mine:
        yield f"赛事设置里另定为“{point.shown(there)}”，以赛事设置为准。"
    for pair in session.own.settings(event, brought.book.game).against:
        if pair[0].point == point.id and brought.book.id in (pair[0].book, pair[1].book):
            other = next((each for each in pair if each.book != brought.book.id), pair[0])
            book = session.handbook.books[other.book]
            label = session.handbook.provision(other.by).label
            yield f"《{book.short}》{label}定为“{point.shown(other.option)}”，与这里不同：两处都没有采用，请收回一处。"
