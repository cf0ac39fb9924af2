"""What a worked case may expect of a ruling, each kind met and not met."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from decision_trees.cases import run_case
from decision_trees.law import Law
from decision_trees.model import Case, Expectation
from tests.decision_trees.test_roles import LAW, TREE, books

CASE = Case(
    id="bridge.test", tree=TREE.id, title="试", situation="试", why="试",
    facts={"late": True, "offender": "S", "declarer": "S", "tricks": 10},
    expect=Expectation(outcome="ruled", cites=LAW),
)  # fmt: skip


@pytest.mark.parametrize(
    ("met", "expected"),
    [
        (True, {"ruling": ("西家", "南北方")}),
        (False, {"ruling": ("北家",)}),
        (True, {"do": ("南家",)}),
        (False, {"do": ("南家", "南家")}),  # one line is not two
        (True, {"tell": {"南家": "同伴"}}),
        (False, {"tell": {"南家": "首引"}}),
        (False, {"tell": {"北家": "同伴"}}),
        (True, {"effects": ("warning", "warning 东西方")}),
        (False, {"effects": ("foul",)}),
        (False, {"effects": ("warning 南北方",)}),
        (True, {"figures": {"made": "♥10"}}),
        (False, {"figures": {"made": "打宕"}}),
        (False, {"figures": {"late_only": "太晚"}}),
        (True, {"roles": {"offender.lho": "W", "leader": "W"}}),
        (False, {"roles": {"offender.lho": "E"}}),
        (True, {"never_says": ("违规者的下家",)}),
        (False, {"never_says": ("不受限制",)}),
    ],
)
def test_an_expectation(met: bool, expected: dict[str, Any]) -> None:
    case = replace(CASE, expect=replace(CASE.expect, **expected))
    verdict = run_case(case, Law({TREE.id: TREE}, books()))
    assert verdict.ok is met, verdict.faults
