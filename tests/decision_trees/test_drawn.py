"""What facts mean in a picture is checked: of a kind that can be drawn so, of somebody where it must be, and of no ruling."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from decision_trees.library import open_library
from decision_trees.lint import lint_game
from decision_trees.model import Drawn, Tree
from rules_data.handbook import open_handbook
from rules_data.records import plain, revive

NEW = Path(__file__).parents[1] / "new_game" / "gongzhu"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(NEW, tmp_path / "gongzhu"))


def faults(folder: Path) -> list[str]:
    return [str(p) for p in lint_game("gongzhu", open_handbook(), folder.parent) if "drawn" in str(p)]


def of_the_deal(folder: Path, line: str) -> None:
    file = folder / "deal.yaml"
    text = file.read_text("utf-8")
    assert "  offender: {draw: doer}" in text
    file.write_text(text.replace("  offender: {draw: doer}", f"  {line}"), encoding="utf-8")


def of_the_tree(folder: Path, line: str) -> None:
    file = folder / "trees" / "late_show.yaml"
    text = file.read_text("utf-8")
    written = "  shown: {draw: exposed, by: offender, words: 亮出, act: 晚了？}"
    assert written in text
    file.write_text(text.replace(written, f"  {line}"), encoding="utf-8")


def test_as_it_is_written_nothing_is_wrong(folder: Path) -> None:
    assert faults(folder) == []


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("nobody: {draw: doer}", "“nobody”：没有声明"),
        ("offender: {draw: hand, by: S}", "不能画作 hand"),
        ("led: {draw: noted}", "不能画作 noted"),
        ("offender: {draw: seat, by: S}", "不能写 by"),
        ("offender: {draw: seat, act: 越序}", "没有可以标出的一手"),
        ("offender: {draw: seat, called: led}", "“led”不是选择"),
    ],
)
def test_what_the_deal_says_wrongly_is_said(folder: Path, line: str, said: str) -> None:
    of_the_deal(folder, line)
    (fault,) = faults(folder)
    assert said in fault and "deal.yaml:" in fault


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("shown: {draw: exposed}", "要写 by"),
        ("shown: {draw: exposed, by: nobody}", "“nobody”不是座位"),
        ("shown: {draw: exposed, by: offender.lho}", "“offender.lho”不是座位"),
        ("shown: {draw: doer}", "不能画作 doer"),
        ("showed: {draw: exposed, by: offender}", "“showed”没有声明"),
    ],
)
def test_what_a_tree_says_wrongly_is_said(folder: Path, line: str, said: str) -> None:
    of_the_tree(folder, line)
    (fault,) = faults(folder)
    assert said in fault and "late_show.yaml:" in fault


def test_a_tree_may_say_that_a_fact_is_not_drawn(folder: Path) -> None:
    of_the_tree(folder, "shown: null")
    assert faults(folder) == []


def test_an_unknown_way_of_drawing_is_refused(folder: Path) -> None:
    of_the_deal(folder, "offender: {draw: circle}")
    problems = [str(p) for p in lint_game("gongzhu", open_handbook(), folder.parent)]
    assert len(problems) == 1 and "deal.yaml" in problems[0]


def test_how_a_tree_is_drawn_does_not_change_what_receipts_hold_of_it() -> None:
    library = open_library()
    tree = library.tree("bridge.revoke")
    assert tree.drawn
    bare = plain(replace(tree, deal=None, drawn={}))
    import hashlib

    text = json.dumps(bare, ensure_ascii=False, sort_keys=True)
    assert library.hashes[tree.id] == hashlib.sha256(text.encode()).hexdigest()[:16]


def test_what_is_compiled_is_what_was_written() -> None:
    tree = open_library().tree("bridge.revoke")
    assert revive(Tree, json.loads(json.dumps(plain(replace(tree, deal=None))))) == replace(tree, deal=None)
    assert all(isinstance(each, Drawn) for each in tree.drawn.values())
