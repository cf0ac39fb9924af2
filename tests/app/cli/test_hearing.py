"""``zhicai hear``: a story told at the table, alone or one a line."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner, Result

from app.cli.main import cli

INSUFFICIENT = "西家先开了两黑桃，北家没看清叫了两红心，叫低了，东家不接受"


def zhicai(*words: str, given: str | bytes | None = None) -> Result:
    return CliRunner().invoke(cli, list(words), input=given)


def test_a_story_is_answered_in_words() -> None:
    said = zhicai("hear", INSUFFICIENT)
    assert said.exit_code == 0 and "项目  桥牌" in said.output and "像是  不足叫牌" in said.output


def test_a_story_is_answered_as_data() -> None:
    record = json.loads(zhicai("hear", INSUFFICIENT, "--game", "bridge", "--json").output)
    assert record["trees"][0]["id"] == "bridge.insufficient_bid" and 0 < record["trees"][0]["score"] <= 1
    assert len({each["id"] for each in record["trees"]}) == len(record["trees"]) <= 3
    assert isinstance(record["facts"], dict) and {each["fact"] for each in record["heard"]} == set(record["facts"])
    assert isinstance(record["questions"], int)


def test_lines_are_answered_one_by_one() -> None:
    said = zhicai("hear", "--stdin", given=f"bridge\t{INSUFFICIENT}\n\t{INSUFFICIENT}\n掼蛋\t他还没报牌就出完了\n")
    first, second, third = map(json.loads, said.output.splitlines())
    assert said.exit_code == 0 and first == second
    assert third["game"] == "guandan" and third["trees"][0]["id"].startswith("guandan.")


@pytest.mark.parametrize(
    ("line", "wrong"),
    [
        ("tennis\t发球出界", "没有“tennis”这个项目"),
        ("bridge\t", "没有话。"),
        ("", "没有话。"),
        ("bridge\t" + "长" * 1001, "这句话超过 1000 个字。"),
        (b"\xff\xff\xff", ""),
    ],
)
def test_a_bad_line_is_answered_with_one_sentence(line: str | bytes, wrong: str) -> None:
    given = (line.encode() if isinstance(line, str) else line) + f"\nbridge\t{INSUFFICIENT}\n".encode()
    said = zhicai("hear", "--stdin", given=given)
    bad, good = map(json.loads, said.output.splitlines())
    assert said.exit_code == 1 and set(bad) == {"error"} and bad["error"].startswith(wrong)
    assert good["trees"]


@pytest.mark.parametrize("words", [(), ("",), ("  ",), (INSUFFICIENT, "--game", "tennis")])
def test_what_is_no_story_is_refused(words: tuple[str, ...]) -> None:
    said = zhicai("hear", *words)
    assert said.exit_code == 2 and said.stderr.count("\n") == 1


def test_a_story_that_no_tree_rules_comes_with_provisions() -> None:
    record = json.loads(zhicai("hear", "裁判 水杯打翻了 借块抹布擦桌子", "--game", "shengji", "--json").output)
    assert record["trees"] == [] and record["facts"] == {} and record["questions"] == 0
    assert all(each.startswith("shengji") for each in record["nearest"])


def test_check_says_when_the_weights_are_of_older_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.cli.books import remarks
    from search.hearing import training

    assert remarks() == []
    monkeypatch.setattr(training, "all_sources", lambda: {"bridge": []})
    (said,) = remarks()
    assert "bridge" in said and "zhicai hear-train" in said


def test_a_fact_that_was_heard_is_named_as_the_tree_names_it() -> None:
    said = zhicai("hear", "--game", "升级", "西家甩黑桃A和K东家有更大的黑桃甩错牌了").output
    assert "听到  违规者：" in said and "offender" not in said


def test_values_are_shown_as_the_referee_writes_them() -> None:
    said = zhicai("hear", "--game", "bridge", "北家开一黑桃，东家没听清叫了一红心，南家不接受").output
    assert "听到  违规者：东" in said and "1♥" in said and "北家发牌" in said and '"' not in said


def test_check_says_which_trees_have_too_few_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    from app.cli.books import remarks
    from decision_trees import said

    every = said.sentences
    monkeypatch.setattr(said, "sentences", lambda game: [each for each in every(game) if each.tree != "bridge.revoke"])
    assert any("bridge.revoke" in line and "60" in line for line in remarks())
