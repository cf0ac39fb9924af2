"""Sentences as they are said at the table: enough, by several writers, and what is wrong with one is said with its line."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from app.base.opened import trees
from decision_trees.games import games
from decision_trees.said import SENTENCES, SHARE, UNRULED, WRITERS, check_said, few, once, sentences, unruled


@pytest.mark.parametrize("game", games())
def test_every_tree_has_enough_by_enough_writers(game: str) -> None:
    said = sentences(game)
    entries = sorted(
        {each.tree for each in said if each.tree is not None}
    )  # a new tree is found by its title and cases
    assert len(entries) >= 0.95 * len(trees().of_game(game))
    assert few(said, entries) == {} and SENTENCES == 60 and SHARE == 0.4
    assert len({each.writer for each in said if not unruled(each.writer)}) >= WRITERS == 4
    kept = Counter(each.tree for each in once(said))
    assert all(kept[tree] >= 0.9 * SENTENCES for tree in entries)


def written(folder: Path, writer: str, text: str) -> None:
    file = folder / "game" / "said" / f"{writer}.yaml"
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")


def faults(folder: Path) -> list[str]:
    return [
        f"{problem.file.name}:{problem.line}: {problem.what}" for problem in check_said(["game.one"], "game", folder)
    ]


def test_good_ones_have_no_fault(tmp_path: Path) -> None:
    for writer in "abcd":
        written(tmp_path, writer, f"- {{tree: game.one, text: 他是{writer}}}\n")
    written(tmp_path, UNRULED, "- {text: 厕所在哪里}\n")
    assert faults(tmp_path) == []


def test_what_is_wrong_is_said_with_file_and_line(tmp_path: Path) -> None:
    for writer in "abcd":
        written(tmp_path, writer, f"- {{tree: game.one, text: 他是{writer}}}\n")
    written(
        tmp_path, "e", "- {tree: game.two, text: 没有这棵树}\n- {tree: game.one, text: 他 是a}\n- {text: 没有写树}\n"
    )
    written(tmp_path, UNRULED, "- {tree: game.one, text: 有树}\n- {text: " + "长" * 121 + "}\n")
    assert [fault for fault in faults(tmp_path) if fault[:4] in ("e.ya", "none")] == [
        "e.yaml:1: 没有裁决树“game.two”。",
        "e.yaml:2: 这句话写了两次，另一处在 a.yaml:1。",
        "e.yaml:3: 没有写是哪棵树。",
        "none.yaml:1: 写在 none.yaml 里的，不是哪棵树的。",
        "none.yaml:2: 一句话应有 1 到 120 个字。",
    ]


def test_one_writer_alone_is_not_enough(tmp_path: Path) -> None:
    written(tmp_path, "a", "- {tree: game.one, text: 只有我}\n- {tree: game.one, writer: a, text: x}\n")
    assert any("a.yaml" in fault for fault in faults(tmp_path))
    written(tmp_path, "a", "- {tree: game.one, text: 只有我}\n")
    assert faults(tmp_path) == ["said:None: 只有 1 个人写的句子。", "said:None: “game.one”的 1 句里有 1 句是 a 写的。"]
    for writer in "bcde":
        written(tmp_path, writer, f"- {{tree: game.one, text: 又是{writer}}}\n")
    assert faults(tmp_path) == []
