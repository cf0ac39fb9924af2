"""Every worked case of every game comes out as it was worked out by hand; and there are enough of them."""

from __future__ import annotations

import pytest

from decision_trees.cases import run_case
from decision_trees.games import games
from decision_trees.law import Law
from decision_trees.library import open_library
from decision_trees.lint import lint_game
from rules_data.handbook import open_handbook

LIBRARY = open_library()
HANDBOOK = open_handbook()


@pytest.mark.parametrize("name", sorted(LIBRARY.cases))
def test_case(name: str) -> None:
    verdict = run_case(LIBRARY.cases[name], Law(LIBRARY.trees, HANDBOOK.books))
    assert verdict.ok, f"{LIBRARY.cases[name].situation}\n" + "\n".join(verdict.faults)


@pytest.mark.parametrize("game", games())
def test_trees_are_sound(game: str) -> None:
    assert [str(p) for p in lint_game(game, HANDBOOK)] == []


@pytest.mark.parametrize("tree_id", sorted(t.id for t in LIBRARY.trees.values() if not t.part))
def test_every_flow_has_two_cases(tree_id: str) -> None:
    assert len(LIBRARY.cases_of(tree_id)) >= 2


@pytest.mark.parametrize("tree_id", sorted(LIBRARY.trees))
def test_every_outcome_with_a_penalty_has_a_case(tree_id: str) -> None:
    covered = {c.expect.outcome for c in LIBRARY.cases.values() if c.tree == tree_id}
    wanting = [n for n, o in LIBRARY.trees[tree_id].outcomes.items() if o.level == "penalty" and n not in covered]
    assert wanting == []


@pytest.mark.parametrize(("game", "cases", "tricky"), [("bridge", 120, 30), ("guandan", 100, 30), ("shengji", 80, 25)])
def test_there_are_enough_cases(game: str, cases: int, tricky: int) -> None:
    own = [c for name, c in LIBRARY.cases.items() if name.startswith(game + ".")]
    assert len(own) >= cases
    assert sum(c.tricky for c in own) >= tricky


def test_half_the_cases_of_guandan_have_the_supplement() -> None:
    own = [c for name, c in LIBRARY.cases.items() if name.startswith("guandan.")]
    assert sum(c.facts.get("regime") == "supplement" for c in own) >= 50


@pytest.mark.parametrize("book", ["bridge-1999", "guandan-2017", "shengji-40"])
def test_every_open_question_is_wired(book: str) -> None:
    used = {q.open for t in LIBRARY.trees.values() for q in t.questions.values() if q.open}
    used |= {i for t in LIBRARY.trees.values() for o in t.outcomes.values() for i in o.open_questions}
    wanting = [q.id for q in HANDBOOK.books[book].open_questions if f"{book}/{q.id}" not in used]
    assert wanting == []
