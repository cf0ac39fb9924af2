"""Clauses that rule functions name, and how many cases there are."""

from __future__ import annotations

import importlib
from pathlib import Path

from decision_trees import functions
from decision_trees.bridge.forced_passes import TABLE
from decision_trees.loader import ROOT
from rules_data.handbook import open_handbook


def test_every_forced_pass_and_every_function_cites_clauses_that_exist() -> None:
    handbook = open_handbook()
    for row in TABLE:
        assert f"bridge-1999:{row.law}" in handbook, row
    for name, function in functions.functions("bridge").items():
        assert function.laws, name
        for law in function.laws:
            assert law in handbook, (name, law)


def test_enough_worked_cases() -> None:
    modules = [importlib.import_module(f"tests.decision_trees.bridge.{file.stem}") for file in _test_files()]
    assert sum(len(getattr(m, table, ())) for m in modules for table in ("WORKED", "IN_PART")) >= 26 + 120 + 250


def test_every_module_has_its_tests_beside_it() -> None:
    """A module without tests of its own is only used by others."""
    untested = {"__init__", "json_input"}
    tested = {file.stem.removeprefix("test_") for file in _test_files()}
    assert {file.stem for file in (ROOT / "bridge").glob("*.py")} - tested == untested


def _test_files() -> list[Path]:
    return sorted(Path(__file__).parent.glob("test_*.py"))
