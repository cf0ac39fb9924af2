"""Cases name every open question their ruling rests on: what is only a default is not taught as text."""

from __future__ import annotations

import pytest

from decision_trees.cases import run_case
from decision_trees.engine import Ruled
from decision_trees.law import Law
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

LIBRARY = open_library()
HANDBOOK = open_handbook()


@pytest.mark.parametrize("game", ["bridge"])
def test_a_case_names_the_open_questions_of_its_ruling(game: str) -> None:
    wanting = {}
    for name, case in LIBRARY.cases.items():
        if not name.startswith(f"{game}."):
            continue
        step = run_case(case, Law(LIBRARY.trees, HANDBOOK.books)).step
        used = {settled.id for settled in step.settled} if isinstance(step, Ruled) else set()
        if used - set(case.expect.open_questions):
            wanting[case.id] = sorted(used - set(case.expect.open_questions))
    assert wanting == {}
