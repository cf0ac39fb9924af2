"""The commands that rule, as a referee at a terminal or a script uses them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner, Result

from app.cli.main import cli


def zhicai(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(words), input=given)


def rule(tree: str, **facts: Any) -> dict[str, Any]:
    result = zhicai("rule", tree, "--facts", "-", "--json", given=json.dumps(facts))
    assert result.exit_code == 0, result.output
    step: dict[str, Any] = json.loads(result.stdout)
    return step


def test_trees_are_listed_with_what_people_say() -> None:
    listed = {t["id"]: t for t in json.loads(zhicai("trees", "--game", "桥牌", "--json").stdout)}
    assert listed["bridge.insufficient_bid"]["title"] == "不足叫牌"
    assert "bridge-1999:27" in listed["bridge.insufficient_bid"]["cites"]
    assert len(listed) >= 50


def test_with_facts_it_answers_the_next_question_or_the_outcome() -> None:
    first = rule("bridge.insufficient_bid")
    assert first["step"] == "question"
    assert first["options"] and first["cites"]
    # 1S - 1H, called in turn, and the player on the left has called over it: law 27A
    condoned = rule("bridge.insufficient_bid", auction="N 1S P 1H P", corrected_early=False)
    assert condoned["step"] == "outcome"
    assert "bridge-1999:27A" in condoned["cites"]
    assert condoned["level"] == "none"
    assert condoned["tell"]


def test_a_receipt_is_written_and_replays(tmp_path: Path) -> None:
    facts, receipt = tmp_path / "facts.json", tmp_path / "receipt.json"
    facts.write_text(json.dumps({"in_turn": True, "lho_called": True, "corrected_early": False}), encoding="utf-8")
    done = zhicai("rule", "bridge.insufficient_bid", "--facts", str(facts), "--receipt", str(receipt))
    assert done.exit_code == 0, done.output
    written = json.loads(receipt.read_text(encoding="utf-8"))
    assert written["tree"]["id"] == "bridge.insufficient_bid"
    assert {b["id"] for b in written["books"]} == {"bridge-1999"}
    assert all(c["hash"] for c in written["cites"])
    assert zhicai("replay", str(receipt)).exit_code == 0
    written["cites"][0]["hash"] = "changed"
    receipt.write_text(json.dumps(written), encoding="utf-8")
    again = zhicai("replay", str(receipt))
    assert again.exit_code == 1
    assert written["cites"][0]["label"] in again.output


def test_call_answers_in_json() -> None:
    # law 78B: a difference of 500 to 590 is 11 IMPs
    assert json.loads(zhicai("call", "bridge.imp", '{"diff": 500}').stdout) == {"imp": 11}


def test_call_answers_line_by_line_whatever_the_line() -> None:
    lines = [
        '{"call": "bridge.imp", "in": {"diff": 4000}}',
        "not json",
        '{"call": "bridge.nothing", "in": {}}',
        '{"in": {}}',
        '{"call": "bridge.imp", "in": {"diff": "many"}}',
        "",
        '{"call": "bridge.board", "in": {"number": 16}}',
    ]
    answers = [
        json.loads(line) for line in zhicai("call", "--stdin", given="\n".join(lines) + "\n").stdout.splitlines()
    ]
    assert answers[0] == {"out": {"imp": 24}}
    assert all(set(a) == {"error"} for a in answers[1:5])
    assert answers[5] == {"out": {"dealer": "W", "vulnerable": "EW"}}


def test_functions_name_their_clauses() -> None:
    listed = {f["name"]: f for f in json.loads(zhicai("functions", "--game", "bridge", "--json").stdout)}
    assert "bridge-1999:78B" in listed["bridge.imp"]["laws"]
    assert listed["bridge.imp"]["parameters"] == ["diff"]


@pytest.mark.parametrize(
    ("words", "given", "said"),
    [
        (("rule", "bridge.nothing", "--facts", "-"), "{}", "没有裁决树"),
        (("rule", "bridge.insufficient_bid", "--facts", "-"), "{", "JSON"),
        (("rule", "bridge.insufficient_bid", "--facts", "-"), "[]", "一组"),
        (("rule", "bridge.insufficient_bid", "--facts", "-"), '{"colour": 1}', "colour"),
        (("rule", "bridge.insufficient_bid", "--facts", "-"), '{"auction": "N 1S P 9Z"}', "9Z"),
        (("rule", "bridge.insufficient_bid", "--facts", "none.json"), None, "none.json"),
        (("rule", "bridge.insufficient_bid", "--settle", "D-26", "--facts", "-"), "{}", "--settle"),
        (("call", "bridge.imp", "{"), None, "JSON"),
        (("call", "bridge.imp", '{"diff": -10}'), None, ""),
        (("call", "bridge.imp", "{}"), None, "diff"),
        (("call", "bridge.legal_plays", '{"hand": ["SA", "SA"]}'), None, ""),
        (("call",), None, "函数名"),
        (("trees", "--game", "麻将"), None, "麻将"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(words: tuple[str, ...], given: str | None, said: str) -> None:
    result = zhicai(*words, given=given)
    assert result.exit_code == 2, result.output
    assert said in result.output
    assert len(result.output.strip().splitlines()) == 1
    assert "Traceback" not in result.output


def test_the_deal_sheet_of_a_game_is_listed() -> None:
    done = zhicai("facts", "bridge", "--json")
    listed = {each["name"]: each for each in json.loads(done.stdout)}
    assert listed["offender"]["kind"] == "seat"
    assert listed["offender"]["example"] in ("N", "E", "S", "W")
    assert "违规者" in zhicai("facts", "bridge").stdout


def test_the_sheet_is_taken_beside_the_facts_of_the_tree_and_the_outcome_names_seats(tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text('{"in_turn": false, "offender": "南"}', encoding="utf-8")
    record = json.loads(zhicai("rule", "bridge.insufficient_bid", "--facts", str(facts), "--json").stdout)
    assert record["roles"]["offender"] == "S"
    assert all(follow["facts"]["offender"] == "S" for follow in record["follow_ups"])
    assert record["figures"] == {} or all("text" in figure for figure in record["figures"].values())


def test_options_are_said_with_their_help_and_the_name_they_are_written_by() -> None:
    asked = zhicai("rule", "bridge.bid_out_of_rotation", "--facts", "-", given='{"offender": "W"}').stdout
    assert "〔turn〕" in asked
    assert "[lho] 北家：违规者左手的一家" in asked
    left = zhicai("rule", "bridge.bid_out_of_rotation", "--facts", "-", given='{"auction": "N 1S W:2D"}').stdout
    assert "选择  北家  〔accepts〕" in left  # what is chosen is written as a fact, too
    assert "[accept] 接受（接着叫牌）：它成立，不判罚" in left
