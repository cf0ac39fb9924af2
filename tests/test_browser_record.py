"""All browser tests were run with the program that is here, and a run that fails does not say otherwise."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from tests.browser import record
from tests.browser.record import Line, Record

OLDEST = 14  # days a file may have gone without a run while others were run
IN_THE_APP = 60  # tests; may only rise
AGAIN = "python -m tests.browser"


def test_they_were_run_with_the_program_that_is_here() -> None:
    assert record.read().program == record.digest(), (
        f"the program changed since: {AGAIN} [FILES], commit passed.txt with it"
    )


def test_each_file_passed_and_not_long_before_the_others() -> None:
    lines = record.read().lines
    assert sorted(lines) == record.files(), AGAIN
    newest = max(date.fromisoformat(line.day) for line in lines.values())
    old = [line.name for line in lines.values() if (newest - date.fromisoformat(line.day)).days > OLDEST]
    assert not old, f"{AGAIN} {' '.join(old)}"


def test_no_file_passes_without_a_test() -> None:
    assert [line.name for line in record.read().lines.values() if line.about.startswith("0 passed")] == []


def test_what_was_run_in_the_app_is_on_record() -> None:
    """Not with each change: it takes an hour. A file whose tests all say why they cannot run there has none that passed."""
    lines = record.read(record.IN_THE_APP).lines
    assert set(lines) <= set(record.files()), f"{AGAIN} --site shell"
    assert sum(int(line.about.split()[0]) for line in lines.values()) >= IN_THE_APP


def test_a_changed_program_has_another_digest(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "app" / "screens").mkdir(parents=True)
    (tmp_path / "app" / "screens" / "home.py").write_text("A = 1\n")
    monkeypatch.setattr(record, "ROOT", tmp_path)
    before = record.digest()
    (tmp_path / "decision_trees").mkdir()
    (tmp_path / "decision_trees" / "model.py").write_text("")
    assert record.digest() == before
    (tmp_path / "app" / "screens" / "home.py").write_text("A = 2\n")
    assert record.digest() != before


def test_what_is_written_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(record, "RECORD", tmp_path / "passed.txt")
    assert record.read() == Record("", {})
    line = Line("test_back.py", "4 passed, 0 skipped, 47 s", "2026-11-28", "1cd99845")
    record.write(Record("abc", {line.name: line, "test_gone.py": line}))
    assert record.read() == Record("abc", {line.name: line})
    record.write(Record("def", {}), tmp_path / "other.txt")
    assert (record.read(tmp_path / "other.txt").program, record.read().program) == ("def", "abc")
    record.RECORD.write_text("program abc\nnonsense\n", encoding="utf-8")
    with pytest.raises(ValueError, match="nonsense"):
        record.read()
