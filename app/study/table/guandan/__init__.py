"""Guandan at the living table: a deal with tribute, played by simple players, to the levels it brings."""

from __future__ import annotations

from app.study.table.guandan import position, rulings
from app.study.table.guandan.acts import action
from app.study.table.guandan.irregularities import IRREGULARITIES
from app.study.table.guandan.position import At
from app.study.table.simple import SimpleGame
from decision_trees.guandan.seats import Seat

GAME: SimpleGame[At] = SimpleGame(
    id="guandan",
    version=1,
    number=(1, 2, 2),
    seats={seat.value: seat.chinese for seat in Seat},
    irregularities=IRREGULARITIES,
    begun=position.begun,
    seen_by=lambda at, seat: position.seen_by(at, Seat(seat)),
    action=action,
    after=position.after,
    seen=position.seen,
    ruled=rulings.ruled,
    score=position.score,
    shown=position.shown,
)
