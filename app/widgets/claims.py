"""What players may wrongly claim under a ruling, with the referee's answer in one line; folded until it is wanted."""

from __future__ import annotations

from typing import TYPE_CHECKING

import flet as ft

from app.widgets.fields import folded
from app.widgets.sentences import card, clause_chips, sentence
from app.window import theme
from app.window.error_boundary import component
from app.window.session import use_session

if TYPE_CHECKING:
    from collections.abc import Iterable

    from decision_trees.engine import Ruled
    from decision_trees.model import Claim, Tree

TITLE = "他们可能会说"


def claims_of(tree: Tree, outcome: str) -> tuple[Claim, ...]:
    """The claims that are answered under an outcome."""
    return tuple(claim for claim in tree.claims if not claim.outcomes or outcome in claim.outcomes)


def claims_under(rulings: Iterable[Ruled]) -> tuple[Claim, ...]:
    """The claims answered under rulings announced together, each from the tree the outcome stands in."""
    return tuple(dict.fromkeys(c for ruled in rulings for c in claims_of(ruled.tree, ruled.outcome_id)))


@component
def Claims(claims: tuple[Claim, ...]) -> ft.Control:
    """Show how many there are, and each with its answer once one asks for them."""
    session = use_session()
    unfolded, unfold = ft.use_state(False)
    if not unfolded:
        return folded(session, f"{TITLE}（{len(claims)}）", ft.Icons.FORUM_OUTLINED, unfold)
    body: list[ft.Control] = []
    for claim in claims:
        body += [
            sentence(session, f"“{claim.says}”", theme.BODY),
            sentence(session, claim.answer, theme.LAW, bold=True),
            clause_chips(session, claim.cites),
        ]
    return card(session, TITLE, body, ft.Icons.FORUM_OUTLINED)
