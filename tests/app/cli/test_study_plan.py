"""``zhicai study plan`` and ``mark``: a plan to a date, an estimate from enough answers, a sentence where it is not possible."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli.main import cli
from app.study.answers import imported
from app.study.mark_estimate import LEAST
from tests.app.study.practised import practised

Typed = Callable[..., Result]


@pytest.fixture
def typed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Typed:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    return lambda *words: CliRunner().invoke(cli, ["study", *words])


def ahead(days: int) -> str:
    return (datetime.now(UTC).astimezone() + timedelta(days=days)).date().isoformat()


def test_a_plan_in_words_and_as_a_paper_that_is_not_overwritten(typed: Typed) -> None:
    said = typed("plan", ahead(12), "--game", "升级").output.splitlines()
    assert len(said) == 13 and "新题" in said[0] and "新题" not in said[11]
    assert typed("plan", ahead(12), "--game", "shengji", "--pdf", "计划.pdf").exit_code == 0
    assert Path("计划.pdf").read_bytes().startswith(b"%PDF")
    again = typed("plan", ahead(12), "--game", "shengji", "--pdf", "计划.pdf")
    assert again.exit_code and "没有覆盖" in again.output


@pytest.mark.parametrize(
    ("words", "wrong"),
    [
        (("明天", "--game", "升级"), "像 2026"),
        ((ahead(0), "--game", "升级"), "明天以后"),
        ((ahead(9), "--game", "麻将"), "麻将"),
    ],
)
def test_what_cannot_be_planned_is_refused_in_a_sentence(typed: Typed, words: tuple[str, ...], wrong: str) -> None:
    said = typed("plan", *words)
    assert said.exit_code and wrong in said.output and "Traceback" not in said.output


def test_the_mark_needs_enough_answers(typed: Typed) -> None:
    assert f"答满 {LEAST} 题" in typed("mark", "--game", "升级").output
    Path("答题.jsonl").write_text(practised(LEAST + 10, 20), encoding="utf-8")
    assert len(imported(Path("答题.jsonl").read_text(encoding="utf-8")).answers) >= LEAST, "there are as many questions"
    assert typed("import", "答题.jsonl").exit_code == 0
    said = typed("mark", "--game", "升级").output
    mark = int(said.partition("约 ")[2].partition(" 分")[0])
    low, _, high = said.partition("九份在 ")[2].partition("。")[0].partition("—")
    assert int(low) <= mark <= int(high)
