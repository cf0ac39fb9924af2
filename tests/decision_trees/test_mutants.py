"""The worked cases notice faults put into the trees: the share of all, kept beside this, does not fall; a sample is tried now."""

from __future__ import annotations

import math
import random
import re
import time

import pytest

from decision_trees.games import games
from decision_trees.library import open_library
from tests.benchmarks.tree_mutants import RESULT, Bench, Mutant, collect, equivalent, mutants

LIBRARY = open_library()
FLOOR = {"bridge": 96.7, "guandan": 97.0, "shengji": 96.3}  # per cent; may only rise
LOWEST = min(FLOOR.values())  # of a game added
SAMPLE = 60
SEED = 20261128
SECONDS = 60


def every(game: str) -> list[Mutant]:
    return [m for t in LIBRARY.trees.values() if t.game == game for m in mutants(t, LIBRARY.trees)]


@pytest.mark.parametrize("game", games())
def test_the_share_kept_has_not_fallen(game: str) -> None:
    said = RESULT.read_text(encoding="utf-8")
    assert re.search(r"(?m)^commit [0-9a-f]{7,}", said), "python -m tests.benchmarks.tree_mutants --write"
    share = re.search(rf"(?m)^{game} all: \d+ of \d+, ([\d.]+) %", said)
    assert share is not None and float(share[1]) >= FLOOR.get(game, LOWEST)


@pytest.mark.parametrize("game", games())
def test_a_sample_is_noticed_as_often(game: str) -> None:
    began, bench, none = time.process_time(), Bench(LIBRARY, (game,)), equivalent()
    able = [m for m in every(game) if m.id not in none]
    drawn = random.Random(SEED).sample(able, min(SAMPLE, len(able)))
    missed = [m.id for m in drawn if not bench.caught(m)]
    floor = FLOOR.get(game, LOWEST) / 100
    tolerance = 3 * math.sqrt(len(drawn) * floor * (1 - floor))
    assert len(drawn) - len(missed) >= len(drawn) * floor - tolerance, missed
    assert time.process_time() - began < SECONDS


def test_what_is_declared_to_change_nothing_is_a_fault_with_a_reason() -> None:
    collect(LIBRARY.trees.values())
    known = {m.id for game in games() for m in every(game)}
    assert [name for name, reason in equivalent().items() if name not in known or len(reason) < 10] == []
