"""Sheets that lead to rulings: the trees of a law to choose from, and a worked case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.base.opened import trees
from app.ruling.picture import picture_of, ruled
from app.ruling.wording import MARKS
from app.widgets.basics import quiet, row
from app.widgets.picture import WIDEST, picture_view
from app.widgets.sentences import answer_button, clause_chips, sentence
from app.window import theme
from app.window.components import on_tap
from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError
from decision_trees.law import Law

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.window.session import Session
    from decision_trees.model import Case, Tree


def trees_of(ids: Sequence[str]) -> tuple[Tree, ...]:
    """Return the trees about some provisions: those that cite one, or else those of which an outcome does."""
    wanted = set(ids)
    found = [tree for tree in trees().trees.values() if not tree.part]
    about = [tree for tree in found if wanted.intersection(tree.cites)]
    if not about:
        about = [tree for tree in found if any(wanted.intersection(each.cites) for each in tree.outcomes.values())]
    return tuple(about)


def cases_of(ids: Sequence[str]) -> tuple[str, ...]:
    """Return the worked cases that come to one of some provisions."""
    wanted = set(ids)
    return tuple(id_ for id_, case in trees().cases.items() if wanted.intersection(case.expect.cites))


def tree_choices(session: Session, ids: Sequence[str]) -> list[ft.Control]:
    """Return the trees to choose from."""
    return [
        row(
            ft.Column(
                [
                    sentence(session, tree.title, theme.LAW, bold=True),
                    quiet(session, " · ".join(tree.heard[:3]), 15),
                ],
                spacing=2,
            ),
            on_tap(session.desk.begin, tree.id),
            left=0,
        )
        for tree in map(trees().tree, ids)
    ]


def case_parts(session: Session, id_: str) -> list[ft.Control]:
    """Return a worked case: what happened, how it is ruled and why."""
    case = trees().cases[id_]
    parts: list[ft.Control] = [
        sentence(session, case.title, theme.TITLE, bold=True),
        sentence(session, case.situation, theme.LAW),
    ]
    step = _ruled(session, case)
    if (drawn := picture_of(case)) is not None:
        shown = drawn if step is None else ruled(drawn, step.outcome)
        parts.append(picture_view(session, shown, (session.layout.pane or WIDEST) - 40))
    if step is not None:
        parts.append(quiet(session, "裁定", theme.BODY))
        parts.append(sentence(session, f"{MARKS[step.outcome.level]} {step.outcome.ruling}", theme.LAW, bold=True))
    parts.append(quiet(session, "理由", theme.BODY))
    parts.append(sentence(session, case.why, theme.BODY))
    parts.append(clause_chips(session, case.expect.cites))
    parts.append(
        answer_button(
            session, "看裁定过程", lambda _: session.desk.begin(case.tree, case.facts), icon=ft.Icons.CHEVRON_RIGHT
        )
    )
    return parts


def _ruled(session: Session, case: Case) -> Ruled | None:
    library = trees()
    try:
        step = advance(library.tree(case.tree), case.facts, Law(library.trees, session.handbook.books, case.settled))
    except RuleInputError:
        return None
    return step if isinstance(step, Ruled) else None
