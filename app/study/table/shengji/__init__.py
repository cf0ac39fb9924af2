"""Shengji at the living table: trumps declared, the bottom buried, the tricks played by simple players, to the result."""

from __future__ import annotations

from app.study.table.shengji import position, rulings
from app.study.table.shengji.acts import action
from app.study.table.shengji.irregularities import IRREGULARITIES
from app.study.table.shengji.position import At
from app.study.table.simple import SimpleGame
from decision_trees.shengji.seats import Seat

GAME: SimpleGame[At] = SimpleGame(
    id="shengji",
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
    usual={
        "gravity": ("enough",),  # of a revoke: no more than the points
        "played_after": ("nobody",),
        "blocked": ("one",),  # of a throw: one card is beaten, where that may be
    },
)
