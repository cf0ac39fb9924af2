"""Sheets that lead to rulings: the trees of a law to choose from, and a worked case."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app import theme
from app.library import trees
from app.ruling_text import MARKS
from app.widgets.basics import quiet, row
from app.widgets.sentences import answer_button, clause_chips, sentence
from decision_trees.engine import Ruled, advance
from decision_trees.functions import RuleInputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from app.desk import Desk
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


def tree_choices(desk: Desk, ids: Sequence[str]) -> list[ft.Control]:
    """Return the trees to choose from."""
    return [
        row(
            ft.Column(
                [
                    sentence(desk, tree.title, theme.LAW, bold=True),
                    quiet(desk, " · ".join(tree.heard[:3]), 15),
                ],
                spacing=2,
            ),
            lambda _, tree=tree: desk.begin_ruling(tree.id),
            left=0,
        )
        for tree in map(trees().tree, ids)
    ]


def case_parts(desk: Desk, id_: str) -> list[ft.Control]:
    """Return a worked case: what happened, how it is ruled and why."""
    case = trees().cases[id_]
    parts: list[ft.Control] = [
        sentence(desk, case.title, theme.TITLE, bold=True),
        sentence(desk, case.situation, theme.LAW),
    ]
    ruled = _ruled(desk, case)
    if ruled is not None:
        parts.append(quiet(desk, "裁定", theme.BODY))
        parts.append(sentence(desk, f"{MARKS[ruled.outcome.level]} {ruled.outcome.ruling}", theme.LAW, bold=True))
    parts.append(quiet(desk, "理由", theme.BODY))
    parts.append(sentence(desk, case.why, theme.BODY))
    parts.append(clause_chips(desk, case.expect.cites))
    parts.append(
        answer_button(
            desk, "看裁定过程", lambda _: desk.begin_ruling(case.tree, case.facts), icon=ft.Icons.CHEVRON_RIGHT
        )
    )
    return parts


def _ruled(desk: Desk, case: Case) -> Ruled | None:
    library = trees()
    try:
        step = advance(
            library.tree(case.tree), case.facts, trees=library.trees, books=desk.handbook.books, settled=case.settled
        )
    except RuleInputError:
        return None
    return step if isinstance(step, Ruled) else None
