"""``zhicai case``: what a worked case comes to, beside what is expected; a wrong expectation is seen at once."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from typer.testing import CliRunner

from app.cli import cases
from app.cli.main import cli
from decision_trees.library import open_library

CASE = "bridge.established_revoke.won_nothing"


def zhicai(*words: str, status: int = 0) -> str:
    done = CliRunner().invoke(cli, list(words))
    assert done.exit_code == status, done.output
    return done.output


def test_a_case_says_what_is_expected_and_what_it_comes_to() -> None:
    told = next(each for each in open_library().cases.values() if each.id == CASE)
    said = zhicai("case", CASE)
    assert told.situation in said and f"应为：{told.expect.outcome}" in said and "✗" not in said
    record = json.loads(zhicai("case", CASE, "--json"))
    assert record["ok"] and {row["what"] for row in record["rows"]} >= {"结论", "条款"}


def test_what_does_not_agree_is_marked(monkeypatch: pytest.MonkeyPatch) -> None:
    library = open_library()
    key, told = next((key, each) for key, each in library.cases.items() if each.id == CASE)
    wrong = replace(told, expect=replace(told.expect, outcome="two_tricks", ruling=("转九墩",)))
    other = replace(library, cases={**library.cases, key: wrong})
    handbook, _ = cases.opened()
    monkeypatch.setattr(cases, "opened", lambda: (handbook, other))
    said = zhicai("case", CASE, status=1)
    assert "✗ 结论　应为：two_tricks" in said and f"现为：{told.expect.outcome}" in said
    assert "✗ 裁决　应为：转九墩" in said
    assert json.loads(zhicai("case", CASE, "--json", status=1))["ok"] is False


def test_a_chain_is_shown_ruling_by_ruling() -> None:
    said = zhicai("case", "bridge.chain.barred_partner_calls")
    assert "1. " in said and "2. " in said and "✗" not in said
    assert json.loads(zhicai("case", "bridge.chain.barred_partner_calls", "--json"))["ok"]


def test_an_unknown_case_is_told_what_is_near() -> None:
    assert f"相近的有 {CASE}" in zhicai("case", f"{CASE}x", status=2)
