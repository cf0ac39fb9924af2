"""查: the search box, the games, and below them either what was found or where to go from here."""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING

import flet as ft

from app.screens.home import Home
from app.screens.results import Results
from app.widgets.chips import game_chips_and_all
from app.widgets.columns import stretched
from app.widgets.search_box import clear_button, search_box, search_field
from app.window.components import memo
from app.window.error_boundary import component
from app.window.library import finder
from app.window.published import called
from app.window.routes import ALL
from app.window.session import use_session
from app.window.state import FIRST

if TYPE_CHECKING:
    from app.window.routes import Asked
    from app.window.session import Session

DEBOUNCE = 0.12  # seconds of silence awaited while somebody types
PAUSE = 0.4  # after this long without typing, the next change is answered at once


@component
def LookupPane() -> ft.Control:
    """Show the search."""
    session = use_session()
    return stretched(
        [SearchBox(session.settings.script, session.settings.text_scale), GameChips(), Findings()],
        spacing=0,
        expand=True,
    )


@memo
@component
def SearchBox(script: str, scale: float) -> ft.Control:
    """Show the text field.

    It is built anew when one of its arguments changes or the app sets its text, never by typing: the text in it
    belongs to the keyboard, and writing it back would break the composition of an input method.
    """
    session = use_session()
    ft.use_state(session.box)

    def typed(text: str) -> None:
        session.lookup.query = text
        now = time.monotonic()
        if now - session.typed_at > PAUSE and text.strip():
            find(session)  # with the change: the screen is drawn once, not twice
        session.typed_at = now

    def submitted() -> None:
        results = session.lookup.results
        if results is not None and results.hits and session.lookup.answered[0] == session.lookup.query:
            session.open_hit(results.hits[session.lookup.at or 0])

    field = search_field(session, session.lookup.query, "条文号、术语，或发生了什么", typed, submitted)
    session.search_field = field
    return search_box(session, field, ft.Icons.SEARCH, "查条文", ClearButton())


@component
def ClearButton() -> ft.Control:
    """Show the button that empties the field, where there is something in it."""
    session = use_session()
    ft.use_state(session.lookup)
    return clear_button(session, session.lookup.query, lambda: session.put_query(""))


@component
def GameChips() -> ft.Control:
    """Show the filter by game."""
    session = use_session()
    ft.use_state(session.lookup)

    return game_chips_and_all(session, session.lookup.game, session.choose_game)


@component
def Findings() -> ft.Control:
    """Answer the search, and show the answer or the front page."""
    session = use_session()
    ft.use_state(session.lookup)
    lookup = session.lookup
    question = (lookup.query.strip(), lookup.game)

    async def answer() -> None:
        if not question[0] or question == lookup.answered:
            return
        if time.monotonic() - session.typed_at < PAUSE:
            await asyncio.sleep(DEBOUNCE)
        find(session)

    ft.use_effect(answer, list(question))
    if not question[0]:
        return Home(lookup.game)
    return Results()


async def take_up(session: Session, asked: Asked) -> None:
    """Go on with what was asked before the app was there; the title says when it is on the screen."""
    if asked.game is not None:
        session.choose_game(None if asked.game == ALL else asked.game)
    session.put_query(asked.query)
    if asked.query.strip():
        find(session)
    if asked.typing:
        await session.focus_search()
    await asyncio.sleep(0.1)
    session.page.title = session.say(f"查“{asked.query}” · {called()}")
    session.page.update()


def find(session: Session) -> None:
    """Search for what is in the box now."""
    lookup = session.lookup
    query = lookup.query.strip()
    lookup.results = finder().search(query, game=lookup.game, limit=100)
    lookup.answered = (query, lookup.game)
    lookup.shown = FIRST
    lookup.told = None  # heard once the hits are on the screen
    lookup.at = None
