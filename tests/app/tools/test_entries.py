"""What is entered into tools: read from an address and written into one, on ten keys, and said in words."""

from __future__ import annotations

import pytest

from app.base.opened import handbook, trees
from app.tools import entries
from app.tools.digits import in_column, press
from app.tools.finding import matching
from app.tools.model import Unfit, models_of
from app.tools.text import shared
from app.tools.working import work
from app.window.routes import parse, tool_address
from decision_trees.functions import functions
from decision_trees.games import games

TOOLS = trees().tools


@pytest.mark.parametrize(
    ("tool", "name", "text", "value"),
    [
        ("bridge.score", "level", "4", 4),
        ("bridge.imp", "home", "−50", -50),
        ("bridge.match", "home", "420,-50 600、0", [420, -50, 600, 0]),
        ("bridge.adjusted", "ns_pct", "54.17", 54.17),
        ("guandan.beats", "play", "H8,ca", ["H8", "CA"]),
        ("guandan.points", "ns", "a+", "A+"),
        ("bridge.auction", "auction", "N,1S,P,4S", {"dealer": "N", "calls": ["1S", "P", "4S"]}),
    ],
)
def test_read(tool: str, name: str, text: str, value: object) -> None:
    assert entries.read(TOOLS[tool], name, text) == value


@pytest.mark.parametrize("tool", TOOLS)
def test_what_stands_in_a_tool_goes_into_an_address_and_comes_back(tool: str) -> None:
    begun = entries.starting(TOOLS[tool])
    address = tool_address(TOOLS[tool].name, entries.plain(TOOLS[tool], begun))
    destination = parse(address)
    values, faults = entries.kept(TOOLS[tool], dict(destination.given))
    assert (destination.kind, destination.tool, faults) == ("tool", TOOLS[tool].name, {})
    assert values == {name: value for name, value in begun.items() if value not in (None, [])}


@pytest.mark.parametrize(
    ("tool", "name", "text", "said"),
    [
        ("bridge.score", "level", "8", "“线位”应为 1 至 7，现在是 8。"),
        ("bridge.score", "level", "four", "“线位”应是整数，现在是“four”。"),
        ("bridge.score", "strain", "N", "“名目”没有“N”"),
        ("bridge.match", "home", "420 x", "“我队坐南北那桌，各副南北得分”的第2个“x”不是整数。"),
        ("bridge.adjusted", "ns_pct", "54.171", "小数至多2位"),
        ("guandan.beats", "play", "Z9", "后一手"),
        ("guandan.play", "level", "1", "“打几”应是 2 到 A 的一级"),
    ],
)
def test_what_cannot_be_is_said_with_the_entry_and_why(tool: str, name: str, text: str, said: str) -> None:
    with pytest.raises(Unfit) as refused:
        entries.read(TOOLS[tool], name, text)
    assert said in str(refused.value) and refused.value.name == name


def pressed(keys: str, number: int | None = None, state: str = "", most: int = 99_999) -> int | None:
    for key in keys:
        number, state = press(number, state, key, most)
    return number


def test_numbers_on_ten_keys() -> None:
    assert pressed("420") == 420
    assert pressed("±50") == -50
    assert pressed("50±") == -50
    assert pressed("50±±") == 50
    assert pressed("425删0") == 420
    assert pressed("7删") is None
    assert pressed("3", 17, "fresh") == 3  # what stood there before is written over
    assert pressed("130", most=26) == 0  # 13, then 130 would be too large: it begins anew


def test_a_column_of_numbers_takes_one_after_the_other() -> None:
    numbers: list[int] = []
    state = ""
    for key in ("4", "2", "0", "下一个", "±", "5", "0", "下一个", "7"):
        numbers, state = in_column(numbers, state, key, 99_999)
    assert numbers == [420, -50, 7]
    for key in ("删", "删"):  # the seven goes, and what follows would begin another
        numbers, state = in_column(numbers, state, key, 99_999)
    assert numbers == [420, -50]


def test_every_model_is_there_and_every_tool_has_a_way_to_its_answer() -> None:
    models = {name for game in games() for name in models_of(game)}
    assert {name for name, tool in TOOLS.items() if name not in models and not tool.says} == set()
    assert models <= set(TOOLS)


@pytest.mark.parametrize("tool", TOOLS)
def test_a_tool_as_it_begins_answers_or_says_what_is_wanting(tool: str) -> None:
    outcome = work(TOOLS[tool], entries.starting(TOOLS[tool]), trees().deals[TOOLS[tool].game])
    assert shared(TOOLS[tool], entries.starting(TOOLS[tool]), outcome, handbook()).startswith(
        {"bridge": "桥牌", "guandan": "掼蛋", "shengji": "升级"}[TOOLS[tool].game]
    )


def test_a_text_to_be_sent_has_entries_answer_working_clause_and_link() -> None:
    tool = TOOLS["bridge.score"]
    values = entries.starting(tool) | {"doubled": "X"}
    text = shared(tool, values, work(tool, values), handbook(), "https://example.org/tools/bridge-score?level=4")
    assert text.splitlines()[0] == "桥牌 · 复式记分"
    assert "加倍：加倍" in text and "庄家方 +590" in text
    assert "墩分 60×4＝240，局奖 300，做成加倍定约 50" in text
    assert "第77条" in text and text.endswith("?level=4")


@pytest.mark.parametrize(
    ("query", "tool"),
    [("算分", "bridge.score"), ("imp", "bridge.imp"), ("甩牌", "shengji.throw"), ("还牌", "guandan.return_card")],
)
def test_tools_are_found_by_what_people_call_them(query: str, tool: str) -> None:
    assert tool in [each.id for each in matching(TOOLS.values(), query)]
    assert len(matching(TOOLS.values(), query)) < 6


def test_functions_that_tools_name_are_there() -> None:
    assert all(figure.call in functions() for tool in TOOLS.values() for figure in tool.says.values())


@pytest.mark.parametrize("tool_id", TOOLS)
def test_what_an_entry_cannot_be_is_said_in_a_sentence_that_names_it(tool_id: str) -> None:
    tool = TOOLS[tool_id]
    for name, entry in tool.entries.items():
        wrong = {
            "number": str((entry.maximum or 0) + 1),
            "numbers": "1 x",
            "cards": "ZZ",
            "auction": "N,9Q",
            "text": "x" * 100_000,
        }.get(entry.pad, "?")
        with pytest.raises(Unfit) as refused:
            entries.read(tool, name, wrong)
        said = str(refused.value)
        assert refused.value.name == name
        assert f"“{entry.label}”" in said and said.endswith("。") and f"({name})" not in said, said


def test_an_entry_that_was_emptied_is_empty_for_whoever_follows_the_address() -> None:
    tool = TOOLS["bridge.score"]
    begun = entries.starting(tool) | {"tricks": None}
    given = dict(parse(tool_address(tool.name, entries.plain(tool, begun))).given)
    values, faults = entries.kept(tool, given)
    assert values["tricks"] is None and values["level"] == 4 and not faults
