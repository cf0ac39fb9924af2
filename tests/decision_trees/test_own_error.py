"""What is gone through when a referee ruled wrongly is named by the game, and the linter holds it to the trees."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT
from rules_data.handbook import open_handbook


@pytest.mark.parametrize(("game", "clause"), [("bridge", "bridge-1999:82C"), ("guandan", "guandan-2017:35.1")])
def test_it_is_the_tree_of_the_clause(game: str, clause: str) -> None:
    begins = games()[game].wrong_ruling
    assert begins is not None
    assert open_library().tree(begins.tree).cites[0] == clause


def test_where_the_law_does_not_write_it_nothing_is_named() -> None:
    assert games()["shengji"].wrong_ruling is None


@pytest.mark.parametrize(
    ("written", "fault"),
    [
        ("{tree: shengji.nowhere}", "裁决树 shengji.nowhere 不存在"),
        ("{tree: shengji.slow_play, facts: {colour: red}}", "colour"),
        ("{tree: shengji.slow_play, facts: {action: sleeping}}", "action"),
    ],
)
def test_the_linter_refuses_what_cannot_be_gone_through(written: str, fault: str, tmp_path: Path) -> None:
    folder = tmp_path / "shengji"
    shutil.copytree(ROOT / "shengji", folder, ignore=shutil.ignore_patterns("*.py", "__pycache__", "cases", "chains"))
    with (folder / "game.yaml").open("a", encoding="utf-8") as file:
        file.write(f"wrong_ruling: {written}\n")
    assert any(
        "wrong_ruling" in str(each) and fault in str(each) for each in lint_game("shengji", open_handbook(), tmp_path)
    )
