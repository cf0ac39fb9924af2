"""Earlier rulings on the same irregularity under a ruling: one line until somebody wants to see them, for a hall to rule alike."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.plain_text import LINE, shown
from app.journal.store import JournalError
from app.ruling.assignment import place_words
from app.ruling.precedents import Standing, nearest, standing
from app.ruling.to_look_at import clock
from app.widgets.basics import leading_on, quiet, row
from app.widgets.fields import folded
from app.widgets.sentences import card, sentence
from app.window import routes, theme
from app.window.components import on_tap
from app.window.error_boundary import component
from app.window.library import journal
from app.window.session import use_session

if TYPE_CHECKING:
    from app.ruling.precedents import Precedent
    from app.ruling.walk import Walk
    from app.window.session import Session
    from decision_trees.engine import Ruled
    from decision_trees.model import Tree

TITLE = "以前这样判过"
ALIKE = "已答的都和这次一样。"
OTHERWISE = "判得不同"


@component
def EarlierRulings(walk: Walk, step: Ruled) -> ft.Control:
    """Show how often this was ruled before, and each ruling once one asks for them."""
    session = use_session()
    ft.use_state(session.assignment)
    unfolded, unfold = ft.use_state(False)
    leaving_out = (walk.record,)  # that is this ruling
    event, version = walk.scene.event, session.assignment.version
    found: Standing | None = ft.use_memo(
        lambda: _standing(event, step.entry, leaving_out), [event, step.entry.id, version, walk.record]
    )
    if found is None or not found.title:
        return ft.Container()
    if not unfolded:
        return folded(session, f"{TITLE}（{found.title}）", ft.Icons.HISTORY, unfold)
    shown_now = nearest(journal(), found, step.entry, step)
    return card(session, TITLE, [_row(session, each) for each in shown_now], ft.Icons.HISTORY)


def _standing(event: str, tree: Tree, leaving_out: tuple[str | None, ...]) -> Standing | None:
    try:
        return standing(journal(), event, tree, leaving_out=leaving_out)
    except JournalError:  # said where the journal is opened
        return None


def _row(session: Session, found: Precedent) -> ft.Control:
    """One of them: when and where, what was ruled, and what was otherwise; a tap opens it."""
    entry = found.entry
    event = "" if found.here else shown(session.duty.event_body(entry.event).name, 40)
    head = [part for part in (event, shown(place_words(entry.body.place), 60), clock(entry.at)) if part]
    said: list[ft.Control] = [
        quiet(session, " · ".join([*head, *([] if found.same_outcome else [OTHERWISE])])),
        sentence(session, shown(entry.body.ruling, 2 * LINE), theme.BODY, lines=2),
    ]
    if found.differs:
        said.append(quiet(session, f"{'；'.join(found.differs)}。", theme.SMALL))
    elif found.alike and found.same_outcome:
        said.append(quiet(session, ALIKE, theme.SMALL))
    return ft.Container(
        row(
            leading_on(ft.Column(said, spacing=2, expand=True), spacing=8),
            on_tap(session.go, routes.journal_address(entry.id)),
            left=14,
        ),
        border=ft.Border.all(1, ft.Colors.OUTLINE_VARIANT),
        border_radius=12,
    )
