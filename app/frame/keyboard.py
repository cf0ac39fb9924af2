"""What the keys of a keyboard do: Ctrl+K, the arrows and Enter in a search, 1 to 9 for answers, Enter to go on, Esc as Back."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from app.widgets.answers import in_order
from app.window import routes
from decision_trees.engine import Undecided
from decision_trees.law import open_question

if TYPE_CHECKING:
    from collections.abc import Callable

    import flet as ft

    from app.window.session import Session

STEPS = {"Arrow Down": 1, "Arrow Up": -1}
DIGITS = {**{str(n): n for n in range(1, 10)}, **{f"Numpad {n}": n for n in range(1, 10)}}


async def press(session: Session, event: ft.KeyboardEvent) -> None:
    """Do what a key says where the window is; a key that says nothing there is left to the field it is typed into."""
    if (event.ctrl or event.meta) and event.key.upper() == "K":
        await session.focus_search()
    elif event.ctrl or event.meta or event.alt:
        return
    elif event.key == "Escape":
        session.escape()
    elif event.key in STEPS:
        session.lookup.step(STEPS[event.key])
    elif event.key in ("Enter", "Numpad Enter") and not session.typing and session.overlay.sheet is None:
        place = routes.parse(session.trail.here)
        if place.kind == "sitting":
            session.examining.enter(session.examining.sitting(place.record or ""))
        else:
            session.studying.enter(place)
    elif event.key in DIGITS and not session.typing:
        answers = numbered(session)
        if DIGITS[event.key] <= len(answers):
            answers[DIGITS[event.key] - 1]()


def numbered(session: Session) -> list[Callable[[], Any]]:
    """Return what the digits answer on the present screen: the answers in the order in which they stand there."""
    place = routes.parse(session.trail.here)
    if place.kind == "sitting":
        return session.examining.numbered(session.examining.sitting(place.record or ""))
    if place.tab == "learn":
        return session.studying.numbered(place) if session.overlay.sheet is None else []
    walk = session.rulings.named(place.tree_id, place.ruling) if place.kind == "ruling" else None
    if walk is None or session.overlay.sheet is not None or walk.on_sheet or walk.saving or walk.reading is not None:
        return []
    if (posed := walk.posed()) is not None:
        return [partial(walk.answer, posed.name, value) for value in in_order(posed.fact)]
    step = walk.standing.step
    if isinstance(step, Undecided):
        options = open_question(session.handbook.books, step.id).options
        return [partial(walk.settle, step.id, option.key) for option in options]
    return []
