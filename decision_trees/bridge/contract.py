"""Everything callable of this game: importing this module registers it."""

from __future__ import annotations

from decision_trees.bridge import (
    awards,
    compliance,
    contract_auction,
    contract_irregularities,
    contract_play,
    correction_times,
    deals,
    defective_tricks,
    elapsed,
    following_suit,
    irregular_calls,
    irregular_leads,
    named_from_dummy,
    out_of_rotation,
    penalty_card_duties,
    several_revokes,
    withdrawn_calls,
)

__all__ = [
    "awards",
    "compliance",
    "contract_auction",
    "contract_irregularities",
    "contract_play",
    "correction_times",
    "deals",
    "defective_tricks",
    "elapsed",
    "following_suit",
    "irregular_calls",
    "irregular_leads",
    "named_from_dummy",
    "out_of_rotation",
    "penalty_card_duties",
    "several_revokes",
    "withdrawn_calls",
]
