"""Rulings at one table, from the command line: each knows what those before it left; one taken back takes that with it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.cli.main import cli

SPREAD = {
    "board": 4, "auction": "W P P P 1S P 3S P 4S P P P", "offender": "E", "led_card": "DQ", "faced": True,
    "misinformed": False, "declarer_did": "spreading",
}  # fmt: skip
REVOKE = {"special": "none", "winner": "offender", "side_tricks_after": 0, "offender": "N", "declarer_tricks": 10}


def run(*words: str, facts: dict[str, Any] | None = None) -> tuple[int, str]:
    done = CliRunner().invoke(cli, words, input=json.dumps(facts) if facts is not None else None)
    return done.exit_code, done.output + (done.stderr if done.stderr_bytes else "")


def ruled(table: Path, tree: str, facts: dict[str, Any], *words: str) -> dict[str, Any]:
    code, said = run("rule", tree, "--facts", "-", "--table", str(table), "--json", *words, facts=facts)
    assert code == 0, said
    return dict(json.loads(said))


def test_a_hand_spread_makes_dummy_declarer_for_the_rulings_after_it(tmp_path: Path) -> None:
    """Law 54A, then 64A1: North is declarer, no longer dummy, so his revoke costs a trick; 9 tricks in 4S vulnerable is -100."""
    table = tmp_path / "5.json"
    first = ruled(table, "bridge.opening_lead_face_up", SPREAD)
    assert (first["table"]["before"], first["table"]["after"]["declarer"]) == ({}, "N")
    second = ruled(table, "bridge.established_revoke", REVOKE)
    assert second["outcome"] == "own_trick"
    assert "-100" in second["figures"]["result"]["text"]
    code, said = run("table", str(table), "--json", "--without", "1")
    left = json.loads(said)
    assert code == 0 and [each["number"] for each in left["differ"]] == [2]
    assert [(each["number"], each["withdrawn"]) for each in left["rulings"]] == [(1, True), (2, False)]
    assert left["table"]["auction"] and left["table"]["declarer"] == "S", "what was said of the table stays"


def test_what_play_may_have_ended_is_asked_and_said_conditionally(tmp_path: Path) -> None:
    """Supplement 4.3.2: the partner may not lead the pattern while it is still so; the stop may have been used up."""
    table = tmp_path / "7.json"
    facts = {
        "regime": "supplement",
        "kind": "upper_skipped",
        "next_acted": False,
        "offender": "E",
        "due": "S",
        "play": "SK",
        "level": "2",
    }
    ruled(table, "guandan.play_out_of_turn", facts)
    asked = {"source": "out_of_turn", "lead": "next_round", "earlier_offender": "E", "led_play": ["CQ"]}
    step = ruled(table, "guandan.barred_pattern_led", asked)
    assert step["step"] == "question" and set(step["table"]["remembered"]) == {"barred_west", "stopped_east"}
    assert step["table"]["if_still"]["outcome"] == "retracted_supplement"
    code, said = run("rule", "guandan.barred_pattern_led", "--facts", "-", "--table", str(table), facts=asked)
    assert (
        code == 0
        and "上次判后  西家领出时不得出的牌型" in said
        and "--still barred_west" in said
        and "若都还在  西家" in said
    )
    done = ruled(table, "guandan.barred_pattern_led", asked, "--still", "barred_west", "--over", "stopped_east")
    assert done["outcome"] == "retracted_supplement" and "stopped_east" not in done["table"]["after"]


def test_a_follow_up_is_told_what_the_first_hands_on_and_charges_nothing_twice(tmp_path: Path) -> None:
    """25p2, 28b.4.2: a heavy card played wrongly costs 20, also when its weight is found out afterwards."""
    table = tmp_path / "8.json"
    facts = {
        "banker": "N", "level_ns": "9", "level_ew": "6", "trump": "C", "offender": "E", "leader": "N", "led": "SA SK SQ",
        "hand": "S8 S4 S3 H10 D5", "play": "S8 S4 H10", "pointed_out": "normal", "mistake": "real", "played_after": "nobody",
    }  # fmt: skip
    assert ruled(table, "shengji.wrong_follow", facts)["table"]["after"]["defender_penalty"] == 20
    after = ruled(table, "shengji.exposed_card", {}, "--follows", "1")["table"]["after"]
    assert after["defender_penalty"] == 20
    assert after["heavy_east"] == ["H10"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rule", "bridge.revoke", "--still", "auction"), "请同时写 --table"),
        (("rule", "bridge.revoke", "--facts", "-", "--table", "{}", "--still", "nothing"), "没有“nothing”这一项"),
        (("rule", "bridge.revoke", "--facts", "-", "--table", "{}", "--follows", "9"), "没有第9个裁决"),
        (("table", "{}"), "还没有裁决"),
        (("table", "{}", "--without", "3"), "还没有裁决"),
    ],
)
def test_what_cannot_be_is_said_in_one_sentence(tmp_path: Path, words: tuple[str, ...], said: str) -> None:
    code, told = run(*(word.format(tmp_path / "none.json") for word in words), facts={})
    assert code == 2 and said in told and "Traceback" not in told


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        '{"table": 2}',
        '{"table": 1, "rulings": [5]}',
        "[" * 5000,
        '{"table": 1, "rulings": [{"tree": "x.y", "facts": {}}]}',
    ],
)
def test_what_is_no_table_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    file = tmp_path / "odd.json"
    file.write_text(text, encoding="utf-8")
    code, told = run("rule", "bridge.revoke", "--facts", "-", "--table", str(file), facts={})
    assert code == 2 and "Traceback" not in told and told.strip()
    assert file.read_text(encoding="utf-8") == text


def test_a_table_of_another_game_is_refused(tmp_path: Path) -> None:
    table = tmp_path / "5.json"
    ruled(table, "bridge.opening_lead_face_up", SPREAD)
    code, told = run("rule", "guandan.slow_play", "--facts", "-", "--table", str(table), facts={})
    assert code == 2 and "另一个项目" in told


ODD: tuple[Any, ...] = (None, 3, -5, True, 1.5, "x", "9" * 5_000, "²", [], [3], [["x"]], {}, {"a": 1}, {"a": {}})


def test_a_table_with_anything_in_a_part_is_read_or_refused_in_one_sentence(tmp_path: Path) -> None:
    """Whatever somebody wrote into it by hand: nothing of it ends in a traceback, and the file stays as it is."""
    table, read, refused = tmp_path / "5.json", 0, 0
    ruled(table, "bridge.opening_lead_face_up", SPREAD)
    whole = json.loads(table.read_bytes())
    for part in whole["rulings"][0]:
        for value in ODD:
            made = json.dumps({**whole, "rulings": [{**whole["rulings"][0], part: value}]})
            table.write_text(made, encoding="utf-8")
            code, said = run("table", str(table), "--json")
            read, refused = read + (code == 0), refused + (code != 0)
            if code:
                (sentence,) = set(said.strip().splitlines())  # what is said on standard error is in both
                assert code in (1, 2) and sentence.endswith("。"), (part, value)
            assert table.read_text(encoding="utf-8") == made
    assert read > 10 and refused > 60
