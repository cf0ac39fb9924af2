"""What the linter sees of a worked case without knowing the law."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from decision_trees.case_checks import faults_of, seats_unsaid
from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.lint import lint_game
from decision_trees.loader import ROOT
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()
LIBRARY = open_library()
CASE = next(case for case in LIBRARY.cases.values() if case.tree == "guandan.slow_play" and case.teach == "scenario")
TREE = LIBRARY.trees[CASE.tree]


def fields(**other: Any) -> list[str]:
    plain = {
        "situation": "采用附件。南家想了很久。",
        "facts": {"regime": "supplement", "offender": "S"},
        "why": "超过时限。",
    }
    return [at for at, _, _ in faults_of(replace(CASE, **{**plain, **other}), TREE, games()["guandan"])]


def test_a_sound_case_has_no_fault() -> None:
    assert fields() == []


@pytest.mark.parametrize(
    ("at", "other"),
    [
        ("id", {"id": "guandan.blind.slow"}),
        ("teach", {"teach": "no"}),
        ("teach", {"not_taught": "只是测试"}),
        ("situation", {"situation": "采用附件。同上，南家又想了很久。"}),
        ("situation", {"situation": "采用附件。南家违反第二十二条一。"}),
        ("situation", {"situation": "采用附件。按附件四3处理，南家停一圈。"}),
        ("situation", {"situation": "没有附件。南家想了很久。"}),  # the facts say there is one
        ("situation", {"situation": "南家想了很久。"}),
        ("situation", {"situation": "采用附件。南家的下家西家先出了。"}),  # anticlockwise: his next is east
        ("situation", {"situation": "采用附件。南家的对家西家先出了。"}),
        ("why", {"why": "按D-03的默认。"}),
        ("why", {"why": "结论是 stopped_once。"}),
        ("why", {"why": "南家出 ♠3 以前。"}),
        ("situation", {"situation": "采用附件。南家想了 40秒。"}),
        ("title", {"title": "南家 想了很久"}),
    ],
)
def test_each_fault_is_found(at: str, other: dict[str, Any]) -> None:
    assert fields(**other) == [at]


def test_seats_are_counted_the_way_the_game_goes_round() -> None:
    assert fields(situation="采用附件。南家的下家东家、南家的上家西家都等着，南家的搭档北家也是。") == []
    bridge = next(c for c in LIBRARY.cases.values() if c.tree == "bridge.revoke" and c.teach == "scenario")
    clockwise = replace(bridge, situation="南家的下家西家没有跟。", why="有就要跟。")
    assert list(faults_of(clockwise, LIBRARY.trees["bridge.revoke"], games()["bridge"])) == []


def test_a_seat_that_the_situation_never_names() -> None:
    silent = replace(CASE, situation="采用附件。有人想了很久。", facts={"regime": "supplement", "offender": "S"})
    assert seats_unsaid(silent, TREE, games()["guandan"]) == ["offender"]
    assert seats_unsaid(replace(silent, situation="采用附件。南家想了很久。"), TREE, games()["guandan"]) == []


def linted(tmp_path: Path, change: Callable[[str], str]) -> list[str]:
    """What the linter says of shengji when something of its cases of who wins a trick is written otherwise."""
    shutil.copytree(ROOT / "shengji", tmp_path / "shengji")
    file = tmp_path / "shengji" / "cases" / "trick_winner.yaml"
    for other in [*file.parent.glob("*.yaml"), *(tmp_path / "shengji" / "chains").glob("*.yaml")]:
        if other != file:  # what is said of them is not looked at
            other.unlink()
    before = file.read_text(encoding="utf-8")
    after = change(before)
    assert after != before
    file.write_text(after, encoding="utf-8")
    found = [str(problem) for problem in lint_game("shengji", HANDBOOK, tmp_path)]
    return [each for each in found if file.name in each]


@pytest.mark.parametrize(
    ("was", "now", "said"),
    [
        ("outcome: won", "outcome: not_legal", "结论是“won”"),
        ("ruling: [赢这一圈,", "ruling: [输这一圈,", "裁决没有说“输这一圈”"),
        ("facts: {legal: yes, leader", "facts: {legall: yes, leader", "没有“legall”这一项事实"),
        ("leader: W, led: [D9]", "leader: Z, led: [D9]", "Z"),
        ('level: "5", trump: S', 'level: "17", trump: S', "17"),
    ],
)
def test_a_case_that_comes_out_otherwise_or_cannot_be_read_is_named(
    tmp_path: Path, was: str, now: str, said: str
) -> None:
    """Each passed before cases were run: a wrong ruling, words nobody says, a misspelt fact, no seat, no level."""
    problems = linted(tmp_path, lambda text: text.replace(was, now, 1))
    assert problems and all("trick_winner.yaml:" in each for each in problems), problems
    assert any(said in each for each in problems), problems


def test_a_misspelt_fact_is_told_the_nearest_name(tmp_path: Path) -> None:
    problems = linted(tmp_path, lambda text: text.replace("legal: yes", "legall: yes", 1))
    assert any("是不是 legal？" in each for each in problems), problems
