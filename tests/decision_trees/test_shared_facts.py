"""Facts that several trees of a game share stand once in ``facts.yaml``."""

from __future__ import annotations

import shutil
from collections import Counter
from pathlib import Path

import pytest

from decision_trees.games import games
from decision_trees.loader import FACTS, FIGURES, NEXT, ROOT, SHARED, load_game
from rules_data.loader import DataError, read_yaml

NEW = Path(__file__).parents[1] / "new_game" / "gongzhu"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(NEW, tmp_path / "gongzhu"))


def share(folder: Path) -> Path:
    tree = folder / "trees" / "late_show.yaml"
    written = "  first_trick_over: {kind: bool, label: 第一墩已经出完}"
    assert written in tree.read_text("utf-8")
    tree.write_text(tree.read_text("utf-8").replace(written, f"  first_trick_over: {SHARED}"), encoding="utf-8")
    return tree


def test_a_tree_takes_a_fact_by_its_name(folder: Path) -> None:
    before = load_game("gongzhu", folder.parent).trees["gongzhu.late_show"]
    share(folder)
    (folder / FACTS).write_text("first_trick_over: {kind: bool, label: 第一墩已经出完}\n", encoding="utf-8")
    assert load_game("gongzhu", folder.parent).trees["gongzhu.late_show"] == before


def test_a_name_that_is_not_shared_is_said_with_its_line(folder: Path) -> None:
    tree = share(folder)
    line = tree.read_text("utf-8").splitlines().index(f"  first_trick_over: {SHARED}") + 1
    with pytest.raises(DataError) as raised:
        load_game("gongzhu", folder.parent)
    assert f"{tree}:{line}: facts.yaml 里没有“first_trick_over”" in str(raised.value)


def test_a_faulty_shared_fact_is_said_where_it_stands(folder: Path) -> None:
    share(folder)
    (folder / FACTS).write_text("first_trick_over: {kind: bol, label: 第一墩已经出完}\n", encoding="utf-8")
    with pytest.raises(DataError) as raised:
        load_game("gongzhu", folder.parent)
    assert f"{folder / FACTS}:1" in str(raised.value)


@pytest.mark.parametrize("game", [game for game in games() if (ROOT / game / FACTS).exists()])
def test_what_is_shared_is_used_twice(game: str) -> None:
    used = Counter(
        name
        for file in (ROOT / game / "trees").glob("*.yaml")
        for name, fact in (read_yaml(file).data.get("facts") or {}).items()
        if fact == SHARED
    )
    shared = read_yaml(ROOT / game / FACTS).data
    assert {name for name in shared if used[name] < 2} == set()


@pytest.mark.parametrize("game", [game for game in games() if (ROOT / game / NEXT).exists()])
def test_what_trees_say_alike_of_who_acts_next_is_used_twice(game: str) -> None:
    used = Counter(
        name
        for file in (ROOT / game / "trees").glob("*.yaml")
        for outcome in read_yaml(file).data["outcomes"].values()
        for each in ([outcome["next"]] if isinstance(outcome.get("next"), str) else outcome.get("next") or ())
        for name in (each, each.get("shared") if isinstance(each, dict) else None)
        if isinstance(name, str)
    )
    assert sorted(name for name in read_yaml(ROOT / game / NEXT).data if used[name] < 2) == []


def test_a_figure_and_who_acts_next_are_taken_by_their_name(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "bridge", tmp_path / "bridge", ignore=shutil.ignore_patterns("*.py")))
    outcome = load_game("bridge", tmp_path).trees["bridge.assigned_adjusted_score"].outcomes["stands"]
    assert outcome.figures["score"].call == "bridge.score_of_result"
    assert [entry.act for entry in outcome.next] == ["none"]
    (folder / FIGURES).write_text("other: {call: bridge.auction_stands, say: 好}\n", encoding="utf-8")
    with pytest.raises(DataError) as raised:
        load_game("bridge", tmp_path)
    assert "figures.yaml 里没有“score”" in str(raised.value)


def test_a_figure_of_every_outcome_is_written_once(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(ROOT / "bridge", tmp_path / "bridge", ignore=shutil.ignore_patterns("*.py")))
    file = folder / "trees" / "wrong_seats.yaml"
    text = file.read_text(encoding="utf-8")
    before = load_game("bridge", tmp_path).trees["bridge.wrong_seats"].outcomes
    assert not any("score" in outcome.figures for outcome in before.values())
    first = next(iter(before))
    every = text.replace("\noutcomes:\n", "\nfigures: {score: shared}\noutcomes:\n")
    bare = every.replace(f"\n  {first}:\n", f"\n  {first}:\n    figures: {{score: none}}\n")
    file.write_text(bare, encoding="utf-8")
    tree = load_game("bridge", tmp_path).trees["bridge.wrong_seats"]
    assert tree.figures["score"].call == "bridge.score_of_result"
    assert [name for name, outcome in tree.outcomes.items() if "score" not in outcome.figures] == [first]
    file.write_text(bare.replace("{score: shared}", "{imps: shared}"), encoding="utf-8")
    with pytest.raises(DataError) as raised:
        load_game("bridge", tmp_path)
    assert "wrong_seats.yaml" in str(raised.value) and "树的 figures 里没有“score”" in str(raised.value)
