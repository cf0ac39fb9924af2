"""No two parts of one ruling say otherwise: all worked cases, some walks now, and 20,000 a game in the file kept beside it."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from decision_trees.cases import run_case
from decision_trees.coming import Coming
from decision_trees.engine import Ruled
from decision_trees.games import games
from decision_trees.law import Law
from rules_data.handbook import open_handbook
from tests.decision_trees.agreement import LIBRARY, RESULT, disagreements, mechanics, walked

BOOKS = open_handbook().books
WALKS = 2


def ruled(case: str) -> Ruled:
    step = run_case(LIBRARY.cases[f"bridge.{case}"], Law(LIBRARY.trees, BOOKS)).step
    assert isinstance(step, Ruled)
    return step


@pytest.mark.parametrize("game", games())
def test_every_case_agrees_with_itself(game: str) -> None:
    found = {}
    for case in LIBRARY.cases.values():
        if case.tree.startswith(f"{game}."):
            step = run_case(case, Law(LIBRARY.trees, BOOKS)).step
            if isinstance(step, Ruled) and (said := list(disagreements(step))):
                found[case.id] = said
    assert found == {}


@pytest.mark.parametrize("tree_id", sorted(LIBRARY.trees))
def test_walks_agree_with_themselves(tree_id: str) -> None:
    rng = random.Random(f"agreement {tree_id}")
    results = [walked(LIBRARY.trees[tree_id], rng) for _ in range(WALKS)]
    assert [each for each in results if each is not None and each[0]] == []


def test_the_long_run_was_of_these_mechanics_and_found_nothing() -> None:
    said = RESULT.read_text(encoding="utf-8")
    assert f"mechanics {mechanics()}" in said, "python -m tests.decision_trees.agreement"
    walks = re.findall(r"(?m)^(\w+): (\d+) walks, (\d+) disagreements", said)
    assert {game for game, _, _ in walks} == set(games())
    assert all(int(count) >= 20_000 and found == "0" for _, count, found in walks)


def test_another_seat_of_one_role_is_seen() -> None:
    step = ruled("bridge.established_revoke.two_tricks")
    wrong = replace(step, outcome=replace(step.outcome, do=(*step.outcome.do, "告诉东家（藏牌者）")))
    assert list(disagreements(step)) == [] and any("藏牌者" in each for each in disagreements(wrong))


def test_another_number_of_tricks_is_seen() -> None:
    step = ruled("bridge.established_revoke.two_tricks")
    wrong = replace(step, outcome=replace(step.outcome, do=(*step.outcome.do, "东西方转3墩")))
    assert any("转墩" in each for each in disagreements(wrong))


def test_another_one_who_acts_next_is_seen() -> None:
    step = ruled("bridge.opening_lead_face_up.accepted_declarer_second")
    assert isinstance(step.next, Coming)
    wrong = replace(step, outcome=replace(step.outcome, do=(*step.outcome.do, "由西家接着出牌")))
    assert any("接着是南家" in each for each in disagreements(wrong))
