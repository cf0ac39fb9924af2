"""An open question is worth showing where another answer to it would change the ruling."""

from __future__ import annotations

from typing import Any

from decision_trees.decisive import decisive
from decision_trees.engine import Ruled, advance
from decision_trees.law import Law, open_question
from decision_trees.library import open_library
from rules_data.handbook import open_handbook

LIBRARY = open_library()
BOOKS = open_handbook().books


def decides(tree: str, **facts: Any) -> tuple[frozenset[str], set[str]]:
    step = advance(LIBRARY.tree(tree), facts, Law(LIBRARY.trees, BOOKS))
    assert isinstance(step, Ruled)
    return decisive(step, facts, Law(LIBRARY.trees, BOOKS)), {s.id for s in step.settled}


def test_a_question_the_way_turns_on_decides() -> None:
    """Whether an early correction is the final one (D-26) decides whether a double may be replaced freely."""
    found, _ = decides(
        "bridge.insufficient_bid", in_turn=True, corrected_early=True, slip=False, lho_when="none", accepts="correct",
        early_correction="double",
    )  # fmt: skip
    assert "bridge-1999/D-26" in found


def test_one_whose_other_answers_rule_the_same_does_not() -> None:
    """Over all worked cases: what is not said to decide may be settled otherwise, and the same is ruled."""
    for case in LIBRARY.cases.values():
        tree = LIBRARY.tree(case.tree)
        step = advance(tree, case.facts, Law(LIBRARY.trees, BOOKS, case.settled))
        if not isinstance(step, Ruled):
            continue
        found = decisive(step, case.facts, Law(LIBRARY.trees, BOOKS, case.settled))
        for used in step.settled:
            if used.id in found:
                continue
            for option in open_question(BOOKS, used.id).options:
                other = advance(tree, case.facts, Law(LIBRARY.trees, BOOKS, {**case.settled, used.id: option.key}))
                assert isinstance(other, Ruled)
                assert (other.outcome_id, other.outcome.ruling) == (step.outcome_id, step.outcome.ruling)
