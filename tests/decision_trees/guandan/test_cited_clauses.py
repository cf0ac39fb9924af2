"""Clauses that rule functions name, and which modules have tests."""

from __future__ import annotations

from pathlib import Path

from decision_trees import functions
from decision_trees.loader import ROOT
from rules_data.handbook import open_handbook


def test_every_function_names_provisions_that_exist() -> None:
    handbook = open_handbook()
    for function in functions.functions("guandan").values():
        assert function.laws and function.title, function.name
        assert [law for law in function.laws if law not in handbook] == [], function.name


def test_every_module_has_its_tests_beside_it() -> None:
    tested = {file.stem.removeprefix("test_") for file in Path(__file__).parent.glob("test_*.py")}
    assert {file.stem for file in (ROOT / "guandan").glob("*.py")} - tested == {"__init__"}


def test_every_function_is_asked_by_name() -> None:
    """In the tests of its module, not only by trees."""
    for name, function in functions.functions("guandan").items():
        module = function.run.__module__.rpartition(".")[2]
        tests = (Path(__file__).parent / f"test_{module}.py").read_text(encoding="utf-8")
        assert f'"{name.removeprefix("guandan.")}"' in tests or f'"{name}"' in tests, name
