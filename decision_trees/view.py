"""What the facts of a tree say, wherever its questions stand: for a picture of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from decision_trees.knowledge import Knowledge
from decision_trees.law import Law
from decision_trees.model import Tree
from decision_trees.reach import facts_of
from decision_trees.steps import Known


@dataclass(slots=True)
class View:
    """What is known where a tree stands, needed for its ruling or not: for a picture of it."""

    _knowledge: Knowledge

    def known(self, name: str) -> Known | None:
        """A fact, given or worked out; None where it is not known."""
        return self._knowledge.known.get(name) if self._knowledge.quietly(name) is not None else None

    def seat(self, who: str) -> str | None:
        """The seat of a role's path, of a fact that holds one, or of itself; None where it is not known."""
        if who in (self._knowledge.tree.deal.seats if self._knowledge.tree.deal is not None else ()):
            return who
        if who in self._knowledge.facts:
            return self._knowledge.seat(who)
        cast = self._knowledge.cast()
        return cast.seat(who) if cast is not None and who.partition(".")[0] in cast.roles else None


def view(tree: Tree, facts: Mapping[str, Any], law: Law) -> View:
    """Look at what the facts of a tree say, wherever its questions stand."""
    return View(Knowledge(tree=tree, facts=facts_of(tree, law.trees), node_tree=tree, law=law, given=facts))
