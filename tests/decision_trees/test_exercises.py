"""Exercises on rule functions: what is written is checked, and what is dealt can be."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from random import Random

import pytest
import yaml

from decision_trees.exercises import check_exercises, dealt, load_exercises
from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.loader import ROOT, load_game
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()
FILES = load_game("bridge")
GOOD = {
    "id": "imp",
    "title": "换算表",
    "kind": "number",
    "topic": "event",
    "inputs": {"diff": {"between": [20, 1500], "step": 10}},
    "stem": "分差为{diff}分，折合多少IMP？",
    "call": "bridge.imp",
    "answer": "{imp} IMP",
    "why": "分差{diff}。",
    "cites": ["bridge-1999:78B"],
}


def faults(tmp_path: Path, *exercises: dict[str, object]) -> str:
    folder = tmp_path / "bridge"
    folder.mkdir()
    (folder / "study.yaml").write_text(yaml.safe_dump(list(exercises), allow_unicode=True), encoding="utf-8")
    return "\n".join(map(str, check_exercises(FILES, HANDBOOK, tmp_path)))


@pytest.mark.parametrize("game", games())
def test_the_exercises_of_a_game_are_sound(game: str) -> None:
    assert [str(problem) for problem in check_exercises(load_game(game), HANDBOOK)] == []


def test_what_is_written_well_is_accepted(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"topic": "nowhere"}, "没有“nowhere”这个阶段"),
        ({"cites": ["bridge-1999:999"]}, "没有条款“bridge-1999:999”"),
        ({"cites": []}, "没有写条款"),
        ({"call": "bridge.no_such"}, "没有规则函数"),
        ({"stem": "分差为{diff}分。"}, "不是一个问句"),
        ({"stem": "分差为{points}分，折合多少IMP？"}, "“points”不是一个输入"),
        ({"answer": None}, "要写一种"),
        ({"answers": {"yes": {"text": "是"}}}, "要写一种"),
        ({"inputs": {"diff": {"of": [20], "between": [1, 2]}}}, "一种取值的办法"),
        ({"settles": {"bridge-1999/D-18": "perhaps"}}, "没有“perhaps”这个答案"),
        ({"settles": {"bridge-1999/D-999": "inclusive"}}, "没有未定问题"),
        ({"topc": "event"}, "topc"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, changed: dict[str, object], said: str) -> None:
    assert said in faults(tmp_path, {**GOOD, **changed})


def test_two_of_one_name_are_named(tmp_path: Path) -> None:
    assert "写了两次" in faults(tmp_path, GOOD, GOOD)


def test_the_guide_shows_an_exercise_that_can_be_read(tmp_path: Path) -> None:
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(# lines of study\.yaml\n.*?)```", text, re.S)
    folder = tmp_path / "bridge"
    folder.mkdir()
    (folder / "study.yaml").write_text(block, encoding="utf-8")
    loaded = load_exercises("bridge", tmp_path)
    assert loaded is not None
    assert [each.id for each in loaded[0]] == ["imp"]


def test_nothing_is_dealt_by_an_unknown_name() -> None:
    with pytest.raises(RuleInputError, match="没有发牌的函数"):
        dealt("bridge.no_such", Random(1))


def test_two_packs_have_no_third_card_of_a_kind() -> None:
    """第五条：两副牌，同样的牌至多两张；级牌红心（参谋）不在发的牌里。"""
    rng = Random(8)
    for _ in range(200):
        found = dealt("guandan.replies", rng)
        for play in found["plays"]:
            assert max(Counter([*found["previous"], *play]).values()) <= 2
            assert f"H{found['level']}" not in play


def test_an_auction_ends_with_three_passes_after_a_bid() -> None:
    """第22条：实质叫牌以后接连三家不叫。"""
    rng = Random(9)
    for _ in range(100):
        calls = dealt("bridge.auction", rng)["calls"]
        assert calls[-3:] == ["P", "P", "P"]
        assert calls[-4] != "P"
