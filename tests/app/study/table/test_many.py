"""What 300 tables a game came to, by the sources as they are; and a few of them played here."""

from __future__ import annotations

import re

import pytest

from app.study.table.games import game_of
from tests.app.study.table.many import NUMBER, looked_at, measured, result

GAMES = ("bridge", "guandan", "shengji")
OWED = {"bridge": {"bridge.established_revoke"}}  # ruled once the deal is over: an established revoke (63, 64)


@pytest.mark.parametrize("game", GAMES)
def test_three_hundred_tables_have_no_fault_and_every_irregularity(game: str) -> None:
    first, *rest = result(game).read_text(encoding="utf-8").splitlines()
    found = re.fullmatch(r"commit \w+ measured (\w+) seeds (\d+) to (\d+): 0 faults", first)
    assert found is not None, first
    assert found[1] == measured(game), f"run python -m tests.app.study.table.many {game} --write"
    assert int(found[3]) - int(found[2]) + 1 >= NUMBER
    played = game_of(game)
    assert played is not None
    ruled = {line.split()[1] for line in rest if line.endswith(" right")}
    assert ruled == {kind.id for kind in played.irregularities} | OWED.get(game, set())


@pytest.mark.parametrize(("game", "seed"), [("guandan", 1000), ("guandan", 1001), ("shengji", 1000), ("shengji", 1003)])
def test_a_table_of_them(game: str, seed: int) -> None:
    assert looked_at(game, seed)[0] == []
