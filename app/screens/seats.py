"""The outcome seen from each seat: who may choose what, and who has to do what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.ruling.perspectives import Choosing, Perspective, perspectives
from app.widgets.basics import quiet
from app.widgets.chips import chips
from app.widgets.sentences import card, sentence
from app.window import theme
from app.window.error_boundary import component

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.engine import Ruled


def seats_card(session: Session, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """Yield the card 各家要做什么: the persons concerned, and what the ruling means for the one who is tapped."""
    seen = perspectives(step, trees().trees)
    if len(seen) > 1:
        yield SeatsCard(walk, seen)


@component
def SeatsCard(walk: Walk, seen: tuple[Perspective, ...]) -> ft.Control:
    """Show the persons; a tap shows what one may choose and has to do."""
    from app.window.session import use_session

    session = use_session()
    ft.use_state(session.rights_view)
    chosen = next((each for each in seen if each.who == session.rights_view.seat), None)

    def choose(who: str) -> None:
        session.rights_view.seat = "" if session.rights_view.seat == who else who

    body: list[ft.Control] = [
        chips(session, [(each.who, each.who) for each in seen], chosen.who if chosen else "", choose)
    ]
    if chosen is None:
        body.append(quiet(session, "点一家，看它可以选什么、要做什么。", 15))
    else:
        body.extend(_seat(session, chosen))
    return card(session, "各家要做什么", body, ft.Icons.GROUPS)


def _seat(session: Session, seat: Perspective) -> Iterator[ft.Control]:
    for choosing in seat.chooses:
        yield from _choosing(session, choosing)
    if seat.required:
        yield quiet(session, "要做、要受的")
        yield from (sentence(session, f"· {line}", theme.LAW) for line in seat.required)
    if seat.plain:
        yield sentence(session, "没有要选的，也没有要做的。", theme.LAW)
    if seat.told:
        yield quiet(session, "会听到的")
        yield from (sentence(session, f"“{words}”") for words in seat.told)


def _choosing(session: Session, choosing: Choosing) -> Iterator[ft.Control]:
    yield quiet(session, "已经选了" if choosing.chosen else "可以选")
    if choosing.ask:
        yield sentence(session, choosing.ask, theme.LAW, bold=True)
    if choosing.chosen and choosing.chosen not in choosing.options:
        yield sentence(session, f"✓ {choosing.chosen}", theme.LAW)
    for option in choosing.options:
        mark = "✓" if option == choosing.chosen else "·"
        yield sentence(session, f"{mark} {option}", theme.LAW, bold=option == choosing.chosen)
