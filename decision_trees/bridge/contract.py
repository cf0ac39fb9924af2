"""Everything callable of this game: importing this module registers it."""

from __future__ import annotations

from decision_trees.bridge import contract_auction, contract_play

__all__ = ["contract_auction", "contract_play"]
