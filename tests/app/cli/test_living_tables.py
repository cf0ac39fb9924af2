"""``zhicai study table``: a table from the deal to its score, with the ruling where it is given."""

from __future__ import annotations

from typer.testing import CliRunner

from app.cli.main import cli
from tests.app.study.table.refereed import opened_at, refereed


def said(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(cli, ["study", "table", *words])
    return done.exit_code, done.output


def test_a_table_is_played_to_its_score_and_the_same_number_is_the_same_table() -> None:
    seen = refereed(opened_at("shengji", 8))
    status, text = said("--game", "升级", "--seed", "8")
    assert status == 0
    assert text.splitlines()[-1] == seen.table.score().text
    for final, _, _ in seen.ruled:
        assert f"  裁决　{final.outcome.ruling}" in text
    assert said("--game", "shengji", "--seed", "8")[1] == text


def test_what_there_is_not_is_said_in_a_sentence() -> None:
    assert said("--game", "象棋")[0] == 2
    status, text = said("--game", "掼蛋", "--kinds", "guandan.flying")
    assert (status, "违规种类" in text) == (2, True)
