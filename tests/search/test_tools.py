"""Tools found through the one search, beside what it finds and without changing it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from decision_trees.games import games
from decision_trees.library import Library, open_library
from search.engine import Engine, open_engine
from search.tools import Tools


@pytest.fixture(scope="module")
def engine() -> Engine:
    return open_engine()


@pytest.fixture(scope="module")
def library() -> Library:
    return open_library()


@pytest.mark.parametrize(
    ("query", "tool"),
    [
        ("算分", "bridge.score"),
        ("桥牌算分", "bridge.score"),
        ("IMP", "bridge.imp"),
        ("复式记分", "bridge.score"),
        ("谁首引", "bridge.auction"),
        ("转几墩", "bridge.revoke"),
        ("炸弹大小", "guandan.beats"),
        ("贡牌", "guandan.tribute"),
        ("级分怎么算", "guandan.points"),
        ("甩牌", "shengji.throw"),
        ("标准分", "shengji.standard"),
        ("20秒", "clocks/guandan.play"),
    ],
)
def test_a_tool_is_found_by_what_people_call_it(engine: Engine, query: str, tool: str) -> None:
    (best, *_) = engine.search(query).tools
    assert (best.id, best.kind, best.label) == (tool, "tool", "工具")


def test_every_tool_is_found_by_its_title_and_by_each_of_its_names(engine: Engine, library: Library) -> None:
    for tool in library.tools.values():
        if tool.needs is None:
            for name in (tool.title, *tool.called):
                found = engine.search(name, game=tool.game, kind="tool").hits  # type: ignore[arg-type]
                assert tool.id in [hit.id for hit in found], (tool.id, name)


@pytest.mark.parametrize("query", ["叫低了", "我方有8个红心怎么办", "第64条", "64A1", "qqqqzzzz", "", "裁判长"])
def test_no_tool_where_none_is_asked_for(engine: Engine, query: str) -> None:
    assert engine.search(query).tools == ()


def test_a_tool_that_needs_a_library_is_not_promised(engine: Engine) -> None:
    assert "bridge.double_dummy" not in [hit.id for hit in engine.search("双明手").tools]


def test_the_game_filter_holds_for_tools_too(engine: Engine) -> None:
    assert {hit.id for hit in engine.search("迟到", game="shengji").tools} <= {"shengji.late", "clocks/shengji.late"}
    assert engine.search("甩牌", game="bridge").tools == ()


def test_of_all_clocks_one_is_offered(engine: Engine) -> None:
    (clocks,) = engine.search("计时").tools
    assert clocks.title == "计时" and clocks.id.startswith("clocks/")


@pytest.mark.parametrize(
    "query",
    [
        "赛程",
        "排赛程",
        "循环赛",
        "瑞士制",
        "积分表",
        "轮次",
        "名次",
        "怎么排名次",
        "淘汰赛",
        "轮空",
        "掼蛋赛程",
        "录成绩",
    ],
)
def test_the_schedule_of_an_event_is_found_as_one(engine: Engine, query: str) -> None:
    (found,) = [hit for hit in engine.search(query).tools if hit.id.startswith("competition/")]
    assert (found.kind, found.title) == ("tool", "赛程与成绩")


def test_the_schedule_is_that_of_the_game_that_is_looked_into(engine: Engine) -> None:
    for game in games():
        assert f"competition/{game}" in [hit.id for hit in engine.search("赛程", game=game).tools]  # type: ignore[arg-type]


def test_what_else_is_found_is_the_same_with_tools_and_without(engine: Engine) -> None:
    bare = Engine(engine.index, engine.language, engine.rulings, Tools([]))
    for query in (
        "算分",
        "贡牌",
        "迟到",
        "藏牌",
        "IMP",
        "计时",
        "申诉",
        "罚分",
        "jiafen",
        "谁首引",
        "赛程",
        "循环赛",
        "名次",
    ):
        one, other = engine.search(query), bare.search(query)
        assert (one.hits, one.ruling, one.suggestions) == (other.hits, other.ruling, other.suggestions)


def test_the_table_is_small(tmp_path: Path, library: Library) -> None:
    from search.compiled_index import compiled_index

    table = json.loads((compiled_index() / "tools.json").read_text(encoding="utf-8"))
    assert {each["id"] for each in table if "/" not in each["id"]} == {
        tool.id for tool in library.tools.values() if tool.needs is None
    }
    assert (compiled_index() / "tools.json").stat().st_size < 40_000
