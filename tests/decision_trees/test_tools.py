"""The files of tools are sound, and what is wrong with one is said."""

from __future__ import annotations

from pathlib import Path

import pytest

from decision_trees.clocks import check_clocks
from decision_trees.functions import function
from decision_trees.games import games
from decision_trees.tools import check_tools, load_tools
from rules_data.handbook import open_handbook

HANDBOOK = open_handbook()


@pytest.mark.parametrize("game", games())
def test_sound(game: str) -> None:
    assert check_tools(game, HANDBOOK) == []


@pytest.mark.parametrize("game", games())
def test_what_is_known_of_the_deal_is_a_fact_of_its_sheet(game: str) -> None:
    from decision_trees.loader import load_game

    deal = load_game(game).deal
    known = {
        entry.known.partition(".")[0]
        for tool in load_tools(game)
        for entry in tool.entries.values()
        if entry.known and "/" not in entry.known  # else an open question: check_tools
    }
    assert deal is not None and known <= set(deal.facts)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("- {id: bridge.Wrong, title: 甲, about: 乙, called: [丙], cites: [bridge-1999:77]}", "小写字母"),
        ("- {id: bridge.a, title: 甲, about: 乙, called: [], cites: [bridge-1999:77]}", "没有依据"),
        ("- {id: bridge.a, title: 甲, about: 乙, called: [丙], cites: [bridge-1999:999]}", "bridge-1999:999 不存在"),
        ("- {id: bridge.a, title: 甲, about: 乙, called: [丙], cites: [guandan-2017:8]}", "别的项目"),
        (
            "- {id: bridge.a, title: 甲, about: 乙, called: [丙], cites: [bridge-1999:77],\n"
            "   entries: {n: {label: 数, pad: number}}}",
            "没有写范围",
        ),
        (
            "- {id: bridge.a, title: 甲, about: 乙, called: [丙], cites: [bridge-1999:77],\n"
            "   says: {b: {call: bridge.board, given: {number: $board}, say: 丁}}}",
            "“board”没有录入",
        ),
        (
            "- {id: bridge.a, title: 甲, about: 乙, called: [丙], cites: [bridge-1999:77],\n"
            "   says: {b: {call: bridge.board, say: 丁}}}",
            "缺少 bridge.board 的参数“number”",
        ),
    ],
)
def test_what_is_wrong_is_said(tmp_path: Path, text: str, said: str) -> None:
    (tmp_path / "bridge").mkdir()
    (tmp_path / "bridge" / "tools.yaml").write_text(text + "\n", encoding="utf-8")
    assert said in "\n".join(map(str, check_tools("bridge", HANDBOOK, tmp_path)))


def test_every_tool_cites_what_its_functions_apply() -> None:
    """A sentence rests on the clause of the function that worked it out, or on one of the tool's own."""
    for game in games():
        for tool in load_tools(game):
            for figure in tool.says.values():
                assert figure.cites or set(tool.cites) & set(function(figure.call).laws), (tool.id, figure.call)


@pytest.mark.parametrize("game", games())
def test_clocks_are_sound(game: str) -> None:
    assert check_clocks(game, HANDBOOK) == []


def test_a_limit_that_no_table_has_is_said(tmp_path: Path) -> None:
    (tmp_path / "bridge").mkdir()
    (tmp_path / "bridge" / "clocks.yaml").write_text(
        "- {id: bridge.a, title: 甲, about: 乙, cites: [bridge-1999:92B],\n"
        "   steps: [{say: 到, after: [bridge-1999/limits/nothing]}]}\n",
        encoding="utf-8",
    )
    assert "没有“bridge-1999/limits/nothing”" in "\n".join(map(str, check_clocks("bridge", HANDBOOK, tmp_path)))
