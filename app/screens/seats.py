"""The outcome seen from each seat: who may choose what, and who has to do what."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import theme
from app.boundary import component
from app.library import trees
from app.perspectives import Choosing, Perspective, perspectives
from app.widgets.basics import choice_chip, quiet
from app.widgets.sentences import card, sentence

if TYPE_CHECKING:
    from collections.abc import Iterator

    from app.desk import Desk
    from app.walk import Walk
    from decision_trees.engine import Ruled


def seats_card(desk: Desk, walk: Walk, step: Ruled) -> Iterator[ft.Control]:
    """Yield the card 各家要做什么: the persons concerned, and what the ruling means for the one who is tapped."""
    seen = perspectives(step, trees().trees)
    if len(seen) > 1:
        yield SeatsCard(walk, seen)


@component
def SeatsCard(walk: Walk, seen: tuple[Perspective, ...]) -> ft.Control:
    """Show the persons; a tap shows what one may choose and has to do."""
    from app.desk import use_desk

    desk = use_desk()
    ft.use_state(desk.standpoint)
    chosen = next((each for each in seen if each.who == desk.standpoint.seat), None)

    def choose(who: str) -> None:
        desk.standpoint.seat = "" if desk.standpoint.seat == who else who

    body: list[ft.Control] = [
        ft.Row(
            [choice_chip(desk, each.who, each is chosen, lambda _, who=each.who: choose(who)) for each in seen],
            wrap=True,
            spacing=8,
            run_spacing=4,
        )
    ]
    if chosen is None:
        body.append(quiet(desk, "点一家，看它可以选什么、要做什么。", 15))
    else:
        body.extend(_seat(desk, chosen))
    return card(desk, "各家要做什么", body, ft.Icons.GROUPS)


def _seat(desk: Desk, seat: Perspective) -> Iterator[ft.Control]:
    for choosing in seat.chooses:
        yield from _choosing(desk, choosing)
    if seat.required:
        yield quiet(desk, "要做、要受的")
        yield from (sentence(desk, f"· {line}", theme.LAW) for line in seat.required)
    if seat.plain:
        yield sentence(desk, "没有要选的，也没有要做的。", theme.LAW)
    if seat.told:
        yield quiet(desk, "会听到的")
        yield from (sentence(desk, f"“{words}”") for words in seat.told)


def _choosing(desk: Desk, choosing: Choosing) -> Iterator[ft.Control]:
    yield quiet(desk, "已经选了" if choosing.chosen else "可以选")
    if choosing.ask:
        yield sentence(desk, choosing.ask, theme.LAW, bold=True)
    if choosing.chosen and choosing.chosen not in choosing.options:
        yield sentence(desk, f"✓ {choosing.chosen}", theme.LAW)
    for option in choosing.options:
        mark = "✓" if option == choosing.chosen else "·"
        yield sentence(desk, f"{mark} {option}", theme.LAW, bold=option == choosing.chosen)
