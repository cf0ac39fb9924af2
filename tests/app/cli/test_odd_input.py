"""What people and programs hand to the command line, odd as it may be: read, or refused in one Chinese sentence."""

from __future__ import annotations

import codecs
import json
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from typer.testing import CliRunner, Result

from app.cli.main import cli

FACTS = {"auction": "北 1S P 1H P", "corrected_early": False}
ENCODINGS = {
    "utf-8": lambda text: text.encode(),
    "utf-8 with its mark": lambda text: codecs.BOM_UTF8 + text.encode(),
    "gb18030": lambda text: text.encode("gb18030"),
    "utf-16 of Notepad": lambda text: codecs.BOM_UTF16_LE + text.encode("utf-16-le"),
    "utf-16 big-endian": lambda text: codecs.BOM_UTF16_BE + text.encode("utf-16-be"),
}
SAVED = pytest.mark.parametrize("saved", ENCODINGS.values(), ids=ENCODINGS)
HUGE = {
    "no number": "NaN",
    "an infinite number": '{"diff": -Infinity}',
    "too large a fraction": '{"diff": 1e999}',
    "5,000 digits": '{"diff": ' + "9" * 5_000 + "}",
    "100,000 brackets": "[" * 100_000,
    "100,000 brackets closed": '{"diff": ' + "[" * 100_000 + "]" * 100_000 + "}",
    "100,000 braces": '{"a":' * 100_000,
    "half a character": '{"\\ud800": 1}',
    "nothing": " ",
}


def zhicai(*words: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(words), input=given, prog_name="zhicai")


def refused(result: Result, *said: str, status: int = 2) -> None:
    assert result.exit_code == status, result.output
    assert result.exception is None or isinstance(result.exception, SystemExit)
    assert len(result.output.strip().splitlines()) == 1 and len(result.output) < 700
    assert all(word in result.output for word in said), result.output
    assert re.search("[\u4e00-\u9fff]", result.output) and "Traceback" not in result.output


# -- encodings ------------------------------------------------------------------------------------------------------------


@SAVED
def test_facts_are_read_from_a_file_and_from_stdin(saved: Any, tmp_path: Path) -> None:
    data = saved(json.dumps(FACTS, ensure_ascii=False))
    (tmp_path / "facts.json").write_bytes(data)
    by_file = zhicai("rule", "bridge.insufficient_bid", "--facts", str(tmp_path / "facts.json"), "--json")
    by_stdin = zhicai("rule", "bridge.insufficient_bid", "--facts", "-", "--json", given=data)
    assert by_file.exit_code == by_stdin.exit_code == 0, by_file.output
    assert json.loads(by_file.stdout) == json.loads(by_stdin.stdout)
    assert json.loads(by_file.stdout)["outcome"] == "condoned"


@SAVED
def test_a_receipt_is_replayed(saved: Any, tmp_path: Path) -> None:
    receipt = tmp_path / "receipt.json"
    assert zhicai("rule", "bridge.insufficient_bid", "--facts", "-", "--receipt", str(receipt), given=json.dumps(FACTS))
    receipt.write_bytes(saved(receipt.read_text(encoding="utf-8")))
    result = zhicai("replay", str(receipt))
    assert result.exit_code == 0, result.output


@SAVED
def test_calls_and_searches_are_read_line_by_line(saved: Any) -> None:
    calls = (
        '{"call": "guandan.withdrawal.before_start", "in": {"format": "循环赛", "remaining": 8}}\r\n\n'
        '{"call": "bridge.imp", "in": {"diff": 500}}'
    )
    result = zhicai("call", "--stdin", given=saved(calls))
    assert result.exit_code == 0, result.output
    assert [json.loads(line) for line in result.stdout.splitlines()][1] == {"out": {"imp": 11}}
    result = zhicai("search", "--stdin", "--limit", "3", given=saved("桥牌\t藏牌\n掼蛋\t进贡\n"))
    assert result.exit_code == 0, result.output
    bridge, guandan = [json.loads(line) for line in result.stdout.splitlines()]
    assert bridge[0]["book"].startswith("bridge") and guandan[0]["book"].startswith("guandan")


@SAVED
def test_a_rule_text_is_imported(saved: Any, tmp_path: Path) -> None:
    (tmp_path / "raw.txt").write_bytes(saved("斗地主规则\n第一条 总则\n三人一副牌。\n第二条 发牌\n每人十七张。\n"))
    result = zhicai("import", str(tmp_path / "raw.txt"), "--book", "doudizhu", "--into", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "三人一副牌。" in (tmp_path / "doudizhu" / "source.txt").read_text(encoding="utf-8")


# -- values that cannot be ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("text", HUGE.values(), ids=HUGE)
def test_odd_json_is_one_sentence_wherever_it_comes_from(text: str, tmp_path: Path) -> None:
    (tmp_path / "odd.json").write_text(text, encoding="utf-8")
    refused(zhicai("rule", "bridge.insufficient_bid", "--facts", str(tmp_path / "odd.json")), "odd.json", "JSON")
    refused(zhicai("rule", "bridge.insufficient_bid", "--facts", "-", given=text), "标准输入", "JSON")
    refused(zhicai("replay", str(tmp_path / "odd.json")), "odd.json", "JSON")
    refused(zhicai("call", "bridge.imp", text), "JSON")


@pytest.mark.parametrize("path", ["", "no/such", "\0", "."])
def test_a_file_that_is_none_is_one_sentence(path: str) -> None:
    refused(zhicai("rule", "bridge.insufficient_bid", "--facts", path))
    refused(zhicai("replay", path))


def test_a_file_of_many_megabytes_is_not_read(tmp_path: Path) -> None:
    with (tmp_path / "large").open("wb") as large:
        large.truncate(50_000_000)
    refused(zhicai("rule", "bridge.insufficient_bid", "--facts", str(tmp_path / "large")), "MB")
    refused(zhicai("import", str(tmp_path / "large"), "--book", "x", "--into", str(tmp_path)), "MB")
    assert not (tmp_path / "x").exists()


def test_a_receipt_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    words = ("rule", "bridge.insufficient_bid", "--facts", "-", "--receipt", str(tmp_path / "no" / "r.json"))
    refused(zhicai(*words, given=json.dumps(FACTS)), "凭据没有写成", status=1)


# -- every line is answered -----------------------------------------------------------------------------------------------

GOOD = b'{"call": "bridge.imp", "in": {"diff": 500}}'
BAD_LINES = [
    b"[" * 100_000,
    b'{"call": "bridge.imp", "in": {"diff": ' + b"9" * 5_000 + b"}}",
    b'{"call": "bridge.imp", "in": {"diff": NaN}}',
    b'{"call": "bridge.imp", "in": {"diff": 1e999}}',
    b'{"call": ["bridge.imp"]}',
    b'{"call": "guandan.schedule.round", "in": {"method": "berger", "pairs": 1000000000, "round": 1}}',
    b'"\\ud800"',
    b'{"call": "\\ud800", "in": {}}',
    b"\xff\xff\xff",
    b"\x00\x01\x02",
    b'"' + b"x" * 2_000_000 + b'"',
    b"null",
    b"3",
    '{"call": "没有"}'.encode("gb18030"),
]


@pytest.mark.parametrize("bad", BAD_LINES, ids=range(len(BAD_LINES)))
def test_call_answers_every_line_whatever_the_line_before_was(bad: bytes) -> None:
    result = zhicai("call", "--stdin", given=b"\n".join([GOOD, bad, GOOD, bad, GOOD]) + b"\n")
    answers = [json.loads(line) for line in result.stdout.splitlines()]
    assert [set(a) for a in answers] == [{"out"}, {"error"}, {"out"}, {"error"}, {"out"}]
    assert "\n" not in answers[1]["error"] and len(answers[1]["error"]) < 500
    assert result.exit_code == 1


def test_the_status_says_whether_all_lines_were_good() -> None:
    assert zhicai("call", "--stdin", given=GOOD + b"\n" + GOOD).exit_code == 0
    assert zhicai("call", "--stdin", given=b"").exit_code == 0
    assert zhicai("search", "--stdin", given="藏牌\n".encode()).exit_code == 0
    result = zhicai("search", "--stdin", given="藏牌\n".encode() + b"\xff\xff\xff\n" + b"x" * 5_000 + "\n藏牌".encode())
    assert result.exit_code == 1
    first, second, third, last = [json.loads(line) for line in result.stdout.splitlines()]
    assert first == last != [] and second == third == []
    assert "第 2 行" in result.stderr and "第 3 行" in result.stderr


# -- open questions, receipts ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("settle", "said"),
    [
        ("bridge-1999/D-999=x", "没有未定问题"),
        ("nonsense=1", "没有未定问题"),
        ("bridge-1999/D-26=nonsense", "可用"),
        ("guandan-2017/D-25=x", "不是这个项目的"),
        ("bridge-1999/D-26", "应写成"),
    ],
)
def test_a_settlement_that_is_none_is_an_error(settle: str, said: str) -> None:
    result = zhicai("rule", "bridge.insufficient_bid", "--facts", "-", "--settle", settle, given=json.dumps(FACTS))
    refused(result, said)


def _receipt() -> dict[str, Any]:
    step = json.loads(
        zhicai("rule", "bridge.insufficient_bid", "--facts", "-", "--json", given=json.dumps(FACTS)).stdout
    )
    receipt: dict[str, Any] = step["receipt"]
    return receipt


RECEIPT = _receipt()


@pytest.mark.parametrize(
    ("part", "put", "said"),
    [
        ("facts", [{"name": "auction", "source": "given"}], "facts 第 1 项少了“value”"),
        ("facts", [*RECEIPT["facts"], "x"], f"facts 第 {len(RECEIPT['facts']) + 1} 项"),
        ("facts", [{"name": ["auction"], "source": "given", "value": 1}], "“name”应是文字"),
        ("facts", [{"name": "auction", "source": "guessed", "value": 1}], "“source”应为"),
        ("facts", {"auction": 1}, "“facts”应是列表"),
        ("tree", "bridge.insufficient_bid", "“tree”"),
        ("tree", {}, "tree少了“id”"),
        ("tree", {"id": "bridge.nothing"}, "没有裁决树"),
        ("cites", [{}], "cites 第 1 项少了“id”"),
        ("cites", [{"id": {}}], "“id”应是文字"),
        ("books", [None], "books 第 1 项"),
        ("open_questions", [{"id": "bridge-1999/D-26", "answer": 3}], "“answer”"),
        ("functions", [{"function": "x"}], "functions 第 1 项少了“in”"),
        ("functions", 5, "“functions”应是列表"),
        ("sheet", [{"name": "x"}], "sheet 第 1 项少了“value”"),
        ("receipt", 99, "更新的版本"),
        ("receipt", True, "“receipt”应是整数"),
        ("outcome", None, "“outcome”"),
    ],
)
def test_replay_says_what_is_wrong_with_a_damaged_receipt(part: str, put: Any, said: str, tmp_path: Path) -> None:
    (tmp_path / "receipt.json").write_text(json.dumps(RECEIPT | {part: put}), encoding="utf-8")
    refused(zhicai("replay", str(tmp_path / "receipt.json")), said)


@pytest.mark.parametrize("part", ["receipt", "tree", "books", "facts", "open_questions", "outcome", "ruling", "cites"])
def test_replay_says_what_a_receipt_has_lost(part: str, tmp_path: Path) -> None:
    (tmp_path / "receipt.json").write_text(
        json.dumps({k: v for k, v in RECEIPT.items() if k != part}), encoding="utf-8"
    )
    refused(zhicai("replay", str(tmp_path / "receipt.json")), f"少了“{part}”")


# -- usage ----------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["nothing"], "没有命令“nothing”"),
        (["serach", "x"], "相近的有 search"),
        (["rule"], "缺少参数 TREE"),
        (["import", "x"], "缺少选项 --book"),
        (["search", "--nothing", "x"], "没有选项“--nothing”"),
        (["search", "--limt", "3"], "相近的有 --limit"),
        (["search", "--limit"], "“--limit”后面没有写值"),
        (["search", "--limit", "many", "x"], "--limit 应是整数"),
        (["search", "--limit", "0", "x"], "--limit 应至少为 1"),
        (["search", "--limit", "9" * 5_000, "x"], "--limit"),
        (["--port", "70000"], "--port 应至多为 65535"),
        (["search", "--json=3", "x"], "“--json”不带值"),
        (["replay", "a", "b"], "多了“b”"),
        (["journal", "nothing"], "没有命令“nothing”"),
    ],
)
def test_usage_errors_are_one_chinese_sentence(words: list[str], said: str) -> None:
    result = zhicai(*words)
    refused(result, said, "--help 查看用法。")
    left = re.sub(r"“[^”]*”|--?[a-z-]+|zhicai( [a-z]+)*|TREE|相近的有 [a-z-]+", "", result.output)
    assert not re.search("[A-Za-z]{3,}", left), result.output


@pytest.mark.parametrize(
    "words", [[], ["search"], ["check"], ["import"], ["call"], ["journal"], ["journal", "backup"]], ids=" ".join
)
def test_the_help_is_in_chinese(words: list[str]) -> None:
    result = zhicai(*words, "--help")
    assert result.exit_code == 0
    assert "用法：" in result.output and "选项：" in result.output and "显示这些说明。" in result.output
    for english in (
        "Usage",
        "Options",
        "Arguments",
        "Commands",
        "OPTIONS",
        "ARGS",
        "Show this",
        "default",
        "required",
        "x<=",
    ):
        assert english not in result.output


# -- anything at all ------------------------------------------------------------------------------------------------------

COMMANDS = ("search", "law", "trees", "rule", "facts", "call", "functions", "replay", "check", "import", "nothing")
WORDS = st.sampled_from(
    [
        *("--json", "--stdin", "--game", "--facts", "--settle", "--limit", "--kind", "--coverage", "--book", "--into"),
        *("bridge", "掼蛋", "-", "bridge-1999/D-26=x", "5", "term", "/nowhere/at/all", "第64条A款1", "藏牌"),
        *("bridge.imp", "bridge.insufficient_bid", "{}", '{"diff": 5}', "NaN"),
        *("", "--", "-x", "=", "\ud800", "９９", "\u202e", "é"),
    ]
) | st.text(max_size=12)


def _sound(result: Result) -> None:
    assert result.exit_code in (0, 1, 2), result.output
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exception
    assert "Traceback" not in result.output


@settings(max_examples=80, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(COMMANDS), st.lists(WORDS, max_size=4), st.binary(max_size=60))
@example("call", ["--stdin"], b'{"call": "\\ud800", "in": {}}')
@example("call", ["bridge.imp", "[" * 3_000], b"")
@example("rule", ["bridge.insufficient_bid", "--facts", "\0"], b"")
@example("rule", ["bridge.insufficient_bid", "--facts", "-"], b"\xff\xfe[")
@example("law", ["\ud800"], b"")
@example("search", ["\0"], b"")
@example("import", ["/nowhere/at/all", "--book", "x"], b"")
def test_whatever_is_typed_it_is_answered(command: str, words: list[str], stdin: bytes) -> None:
    if command == "import" and "--into" not in words:
        words = [*words, "--into", "/nowhere/at/all"]
    if command == "check":  # without a folder it is all of our own data, a minute each time: test_main.py
        words = ["/nowhere/at/all", *words]
    _sound(zhicai(command, *words, given=stdin))


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=6), inner, max_size=3),
    max_leaves=6,
)


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.sampled_from(sorted(RECEIPT)), _JSON)
def test_a_receipt_with_anything_in_a_part_is_replayed_or_refused(part: str, put: Any) -> None:
    _sound(zhicai("call", "--stdin", given=json.dumps({"call": part, "in": put})))
    from app.base.opened import handbook, trees
    from decision_trees.functions import RuleInputError
    from decision_trees.receipt import replay

    try:
        replay(RECEIPT | {part: put}, handbook(), trees())
    except RuleInputError as said:
        assert "\n" not in str(said)


def _function_names() -> list[str]:
    from decision_trees.functions import functions

    return sorted(functions())


@settings(max_examples=150, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_a_function_given_anything_answers_or_says_one_sentence(data: st.DataObject) -> None:
    from decision_trees.functions import RuleInputError, call, function

    name = data.draw(st.sampled_from(_function_names()))
    entered = {parameter: data.draw(_JSON) for parameter in function(name).parameters}
    try:
        call(name, entered)
    except RuleInputError as said:
        assert str(said) and len(str(said)) < 500
