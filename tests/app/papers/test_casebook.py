"""Rulings of a journal as worked cases: each comes out as it was given, and nobody is named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from app.base.opened import handbook, law, trees
from app.journal.journal import Journal
from app.journal.records import Place
from app.papers.casebook import Casebook, casebook
from app.ruling.after_ladder import Final
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.walk import start
from decision_trees.case_checks import fact_faults, faults_of
from decision_trees.cases import run_case
from decision_trees.engine import Ruled
from decision_trees.games import games
from decision_trees.model import Case
from rules_data.loader import load_records
from tests.app.journal.memory_store import MemoryStore

PAIR, PLAYER, REFEREE = "张三队李四", "王五六", "赵裁判"


def kept(journal: Journal, tree: str, offenders: tuple[str, ...] = (), context: Any = None, **facts: Any) -> str:
    walk = start(tree, facts, context or Context())
    walk.scene = Scene("01EVENT", tree.partition(".")[0], Place("3", 2), offenders)
    step = walk.standing.step
    assert isinstance(step, Ruled), step
    final = Final(step, step)
    return save(journal, walk, final, player=PLAYER, remark=f"{PAIR}不服", former=None).id


@pytest.fixture
def journal() -> Journal:
    return Journal(MemoryStore(), REFEREE)


REVOKE: dict[str, Any] = {
    "special": "none",
    "winner": "offender",
    "side_tricks_after": 1,
    "offender": "E",
    "declarer": "S",
}


HISTORY = [{"kind": "violation", "pair": PAIR, "player": PLAYER, "round": 2, "game": 1, "deal": 4}]
COUNTED: dict[str, Any] = {"history": HISTORY, "pair": PAIR, "round": 3, "offender": "S"}


def as_cases(book: Casebook, game: str, folder: Path) -> list[Case]:
    """The cases of a game as ``zhicai check`` reads them."""
    file = folder / f"{game}.yaml"
    file.write_text(book.text(game), encoding="utf-8")
    return list(load_records(file, Case)[0])


def test_each_comes_out_as_it_was_given(journal: Journal, tmp_path: Path) -> None:
    kept(journal, "bridge.established_revoke", (PAIR,), **REVOKE)
    kept(journal, "guandan.violation_count", (PAIR,), **COUNTED)
    book = casebook(journal, journal.entries(), "hall2026")
    assert not book.left_out
    for game in book.cases:
        for case in as_cases(book, game, tmp_path):
            tree = trees().tree(case.tree)
            assert not list(faults_of(case, tree, games()[game])), case
            assert not list(fact_faults(case.facts, tree, trees().trees)), case
            verdict = run_case(case, law())
            assert verdict.ok, verdict.faults
    assert [case["id"] for case in book.cases["bridge"]] == ["bridge.established_revoke.hall2026_1"]
    assert all(
        cite in handbook() for cases in book.cases.values() for case in cases for cite in case["expect"]["cites"]
    )


def test_nobody_is_named(journal: Journal) -> None:
    kept(journal, "guandan.violation_count", (PAIR,), **COUNTED)
    text = casebook(journal, journal.entries(), "x").text("guandan")
    for name in (PAIR, PLAYER, REFEREE, "不服"):
        assert name not in text
    (case,) = yaml.safe_load(text)
    assert case["facts"]["pair"] == case["facts"]["history"][0]["pair"] == "第1号"
    assert case["facts"]["offender"] == "S"  # a seat is no name


def test_what_is_no_case_is_said_with_why(journal: Journal) -> None:
    gone = kept(journal, "bridge.established_revoke", **REVOKE)
    changed = kept(journal, "bridge.established_revoke", **REVOKE | {"side_tricks_after": 0})
    kept(journal, "bridge.established_revoke", **REVOKE | {"offender": "W"})
    kept(journal, "bridge.established_revoke", **REVOKE | {"offender": "W"})
    journal.withdraw(gone, "误记")
    journal.correct(changed, {"ruling": "转两墩。"}, "改判")
    book = casebook(journal, journal.entries(), "x")
    assert len(book.cases["bridge"]) == 1
    whys = "".join(why for _, why in book.left_out)
    assert "撤回" in whys and "更正" in whys and "完全一样" in whys and len(book.left_out) == 3
