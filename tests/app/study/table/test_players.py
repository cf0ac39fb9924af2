"""The simple players beat players of any legal card; the figures that stand in the benchmark are of the sources as they are."""

from __future__ import annotations

import pytest

from tests.benchmarks.table_players import AIM, GAMES, RESULT, SEED, measured, share


@pytest.mark.parametrize("game", GAMES)
def test_the_figure_is_of_these_players_and_reaches_the_aim(game: str) -> None:
    line = next(line for line in RESULT.read_text(encoding="utf-8").splitlines() if line.startswith(f"{game}:"))
    assert f"measured {measured(game)}" in line, "run python -m tests.benchmarks.table_players --write"
    assert float(line.partition("win ")[2].partition(" %")[0]) >= AIM


@pytest.mark.parametrize(("game", "deals"), [("guandan", 12), ("shengji", 60)])
def test_simple_players_win_three_of_four_deals(game: str, deals: int) -> None:
    assert share(game, deals, SEED + 1) >= AIM


@pytest.mark.parametrize("game", GAMES)
def test_the_same_chance_is_the_same_deal(game: str) -> None:
    assert [GAMES[game](f"again/{n}", True) for n in range(3)] == [GAMES[game](f"again/{n}", True) for n in range(3)]
