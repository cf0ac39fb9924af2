"""Everything callable of this game: importing this module registers it."""

from __future__ import annotations

from decision_trees.bridge import (
    awards,
    contract_auction,
    contract_irregularities,
    contract_play,
    deals,
    irregular_calls,
)

__all__ = ["awards", "contract_auction", "contract_irregularities", "contract_play", "deals", "irregular_calls"]
