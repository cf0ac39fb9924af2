"""What this device is used for: the rulings made most often come first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.base.opened import trees
from decision_trees.games import games

if TYPE_CHECKING:
    from collections.abc import Mapping

    from decision_trees.model import Tree
    from rules_data.model import GameId

SHOWN = 6


def common(counts: Mapping[str, int], game: GameId | None = None) -> list[Tree]:
    """Return the rulings made most often here, filled up with those that are common everywhere."""
    known = {tree.id: tree for tree in trees().trees.values() if not tree.part and game in (None, tree.game)}
    own = sorted((id_ for id_ in counts if id_ in known), key=lambda id_: -counts[id_])
    asked = [found for found in games().values() if game in (None, found.id)]
    usual = [each.usual[at] for at in range(SHOWN) for each in asked if at < len(each.usual)]
    return [known[id_] for id_ in dict.fromkeys([*own, *usual]) if id_ in known][:SHOWN]
