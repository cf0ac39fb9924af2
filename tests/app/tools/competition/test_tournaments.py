"""Whole tournaments of every format, with withdrawals, late entries and forfeits. All 1,000: tests/benchmarks/competition.py."""

from __future__ import annotations

import pytest

from tests.app.tools.competition.tournaments import play_one


@pytest.mark.parametrize("seed", range(60))
def test_nobody_meets_twice_byes_are_fair_and_scores_add_up(seed: int) -> None:
    play_one(seed)
