"""Clauses that rule functions are registered for."""

from __future__ import annotations

from decision_trees.functions import functions
from rules_data.handbook import open_handbook


def test_every_clause_a_function_applies_exists() -> None:
    handbook = open_handbook()
    for name, function in functions("shengji").items():
        assert function.laws, name
        assert function.title, name
        assert all(law in handbook for law in function.laws), (name, function.laws)
