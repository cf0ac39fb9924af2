"""Bridge at the living table: :mod:`system` and :mod:`bidding` call, :mod:`playing` plays, :mod:`irregular_calls` and
:mod:`irregular_plays` go wrong, :mod:`carried_out` goes on after a ruling."""

from app.study.table.bridge.game import GAME

__all__ = ["GAME"]
