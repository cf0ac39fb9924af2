"""Numbers that a regulation lays down for an event: each with its sentence, put into the form by a tap that confirms it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.brought.settings import BYE, DEALS, FORFEIT, ROUNDS, point_of
from app.widgets.basics import quiet
from app.widgets.sentences import answer_button
from app.widgets.text import written
from app.window import theme
from app.window.components import on_tap

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    import flet as ft

    from app.window.session import Session
    from rules_data.brought.model import Brought, Choice
    from rules_data.model import GameId

__all__ = ["BYE", "DEALS", "FORFEIT", "ROUNDS", "laid_down"]


def laid_down(
    session: Session, event: str, game: GameId, fact: str, now: int, take: Callable[[int], object]
) -> Iterator[ft.Control]:
    """Offer what the books in force at an event say of a number; ``take`` puts it into the form, where ``now`` stands."""
    for brought, choice, confirmed in session.own.laid_down(session, event, game, fact):
        point = point_of(session.handbook, choice.question)
        if point is None or not choice.options[0].isdecimal():
            continue
        text = point.shown(choice.options[0])
        chosen = confirmed and now == int(choice.options[0])
        did = "" if confirmed else f"确认：{point.said} {text}"
        by = session.handbook.provision(choice.by)
        yield quiet(session, f"《{brought.book.short}》{by.label}")
        yield written(session, f"“{choice.sentence}”", theme.BODY)
        about = None if chosen else f"{point.said}，点了就确认"
        yield answer_button(
            session, f"照规程：{text}", on_tap(_taken, session, brought, choice, did, take), about, chosen=chosen
        )


def _taken(session: Session, brought: Brought, choice: Choice, did: str, take: Callable[[int], object]) -> None:
    """Put the number into the form; what was not confirmed yet is confirmed by that."""
    if did:
        session.own.settle(session, brought, choice, choice.options[0], did)
    take(int(choice.options[0]))
