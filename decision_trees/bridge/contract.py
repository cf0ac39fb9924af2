"""Everything callable of this game: importing this module registers it."""

from __future__ import annotations

from decision_trees.bridge import (
    awards,
    compliance,
    contract_auction,
    contract_irregularities,
    contract_play,
    deals,
    elapsed,
    irregular_calls,
    irregular_leads,
    named_from_dummy,
    out_of_rotation,
    penalty_card_duties,
    withdrawn_calls,
)

__all__ = [
    "awards",
    "compliance",
    "contract_auction",
    "contract_irregularities",
    "contract_play",
    "deals",
    "elapsed",
    "irregular_calls",
    "irregular_leads",
    "named_from_dummy",
    "out_of_rotation",
    "penalty_card_duties",
    "withdrawn_calls",
]
