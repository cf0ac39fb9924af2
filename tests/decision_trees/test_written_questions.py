"""Questions set by hand: what is written is checked, and every fault is named with its file and line."""

from __future__ import annotations

import copy
from pathlib import Path
from typing import Any

import pytest
import yaml

from decision_trees.functions import RuleInputError
from decision_trees.games import games
from decision_trees.library import open_library
from decision_trees.loader import load_game
from decision_trees.written_questions import FILE, check_written, hand_codes, load_written
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()
FILES = load_game("bridge")
POINT = {"says": "先作一个裁决使比赛继续", "by": "bridge-1999:85B"}
GOOD: dict[str, Any] = {
    "id": "disputed",
    "kind": "procedure",
    "title": "事实有争议",
    "topic": "event",
    "situation": "双方说的不一样。",
    "parts": [
        {"ask": "依据哪一条？", "weight": 1, "clauses": ["bridge-1999:85B"]},
        {"ask": "怎样做？", "weight": 2, "model": "先作一个裁决，使比赛继续。", "points": [POINT]},
    ],
    "why": "第85条B款。",
}
SHOWN = {"hands": {"N": "♠AK", "E": "♠QJ", "S": "♠109", "W": "♥A ♣2"}}


def faults(tmp_path: Path, *questions: dict[str, Any]) -> str:
    folder = tmp_path / "bridge"
    folder.mkdir()
    (folder / FILE).write_text(yaml.safe_dump(list(questions), allow_unicode=True), encoding="utf-8")
    return "\n".join(map(str, check_written(FILES, HANDBOOK, tmp_path)))


def changed(path: tuple[str | int, ...], value: Any) -> dict[str, Any]:
    out = copy.deepcopy(GOOD)
    at: Any = out
    for each in path[:-1]:
        at = at[each]
    at[path[-1]] = value
    return out


@pytest.mark.parametrize("game", games())
def test_the_questions_of_a_game_are_sound_and_compiled(game: str) -> None:
    assert [str(problem) for problem in check_written(load_game(game), HANDBOOK)] == []
    loaded = load_written(game)
    assert loaded is not None
    compiled = {name: each for name, each in open_library().written.items() if name.startswith(f"{game}.")}
    assert [*compiled.values()] == list(loaded[0])


def test_what_is_written_well_is_accepted(tmp_path: Path) -> None:
    assert faults(tmp_path, GOOD) == ""


@pytest.mark.parametrize(
    ("path", "value", "said"),
    [
        (("topic",), "nowhere", "没有“nowhere”这个阶段"),
        (("parts", 0, "clauses"), ["bridge-1999:999"], "没有条款“bridge-1999:999”"),
        (("parts", 0, "clauses"), ["guandan-2017:18.1"], "是别的项目的"),
        (("parts", 1, "points", 0, "by"), "bridge-1999:85Z", "没有条款“bridge-1999:85Z”"),
        (("parts", 0, "weight"), 0, "分量应大于 0"),
        (("parts", 1, "points", 0, "weight"), -1, "分量应大于 0"),
        (("parts", 1, "model"), None, "points 和 model 要一起写"),
        (("parts", 1, "order"), ["甲", "乙"], "之一"),
        (("parts", 0), {"ask": "排列。", "weight": 1, "order": ["甲", "甲"]}, "有两项相同"),
        (("parts", 0), {"ask": "排列。", "weight": 1, "order": ["甲"]}, "只有一步"),
        (("parts", 0), {"ask": "选。", "weight": 1, "right": ["甲"]}, "right 和 wrong 要一起写"),
        (("parts", 1, "also"), ["bridge-1999:85"], "also 只随 clauses 写"),
        (("parts",), [], "没有写问什么"),
        (("difficulty",), 3, "请写 0 至 1"),
        (("settles",), {"bridge-1999/D-18": "perhaps"}, "没有“perhaps”这个答案"),
        (("shown",), SHOWN, "判断和残局要画出牌"),
        (("kind",), "claim", "判断和残局要画出牌"),
        (("kind",), "riddle", "kind"),
        (("titel",), "错", "titel"),
    ],
)
def test_a_fault_is_named(tmp_path: Path, path: tuple[str | int, ...], value: Any, said: str) -> None:
    assert said in faults(tmp_path, changed(path, value))


@pytest.mark.parametrize(
    ("shown", "said"),
    [
        (SHOWN, ""),
        ({"hands": {**SHOWN["hands"], "W": "♠A ♣2"}}, "SA 写了 2 次"),
        ({"hands": {**SHOWN["hands"], "W": "♥A"}}, "张数不等"),
        ({"hands": {"N": "♠A"}}, "没有写全各家的牌"),
        ({"hands": {**SHOWN["hands"], "Q": "♦A2"}}, "没有“Q”这一家"),
        ({"hands": {**SHOWN["hands"], "W": "A2"}}, "不是一门花色的牌"),
        ({**SHOWN, "auction": ["1S", "P"]}, "auction 和 dealer 要一起写"),
    ],
)
def test_hands_that_cannot_be_are_named(tmp_path: Path, shown: dict[str, Any], said: str) -> None:
    found = faults(tmp_path, {**GOOD, "kind": "claim", "shown": shown})
    assert said in found if said else found == ""


def test_two_of_one_name_are_named(tmp_path: Path) -> None:
    assert "写了两次" in faults(tmp_path, GOOD, GOOD)


def test_a_hand_is_read_suit_by_suit() -> None:
    assert hand_codes("♠A10 ♦- ♣2") == ("SA", "S10", "C2")
    with pytest.raises(RuleInputError, match="不是一门花色"):
        hand_codes("♠AX")
