"""Everything callable of this game: importing this module registers it."""

from __future__ import annotations

from decision_trees.guandan import contract_event, contract_rulings, contract_table, exchange, history, wild_cards

__all__ = ["contract_event", "contract_rulings", "contract_table", "exchange", "history", "wild_cards"]
