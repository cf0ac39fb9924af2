"""``zhicai journal``: a copy of the journal in one file, and whether anything in it was changed."""

from __future__ import annotations

import sqlite3
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner

from app.cli.main import cli
from app.journal.sqlite_store import open_store
from tests.app.journal.files import write_journal

runner = CliRunner()


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "data"))
    return tmp_path / "data" / "journal.sqlite"


def test_without_a_journal_that_is_said_and_none_is_made(path: Path) -> None:
    for command in (["backup", "x"], ["verify"]):
        done = runner.invoke(cli, ["journal", *command])
        assert done.exit_code == 2
        assert "还没有日志" in done.output
    assert not path.exists()


def test_a_backup_is_made_beside_an_open_program_and_goes_in_the_place_of_the_journal(
    path: Path, tmp_path: Path
) -> None:
    ids = write_journal(path, 9)
    held = open_store(path)
    to = tmp_path / "备份.sqlite"
    done = runner.invoke(cli, ["journal", "backup", str(to)])
    assert done.exit_code == 0
    assert f"已备份 {len(ids)} 条记录" in done.output and str(path) in done.output
    assert stat.S_IMODE(to.stat().st_mode) == 0o600
    held.close()
    path.unlink()
    to.rename(path)
    store = open_store(path)
    assert [record.id for record in store.records()] == ids
    assert store.verify().sound


def test_a_backup_never_takes_the_place_of_something(path: Path, tmp_path: Path) -> None:
    write_journal(path, 2)
    there = tmp_path / "there"
    there.write_text("kept")
    for to in (there, tmp_path, path):
        done = runner.invoke(cli, ["journal", "backup", str(to)])
        assert done.exit_code == 2
        assert "没有覆盖" in done.output
    assert there.read_text() == "kept"
    done = runner.invoke(cli, ["journal", "backup", str(tmp_path / "no" / "folder")])
    assert done.exit_code == 2 and "备份没有写成" in done.output


def test_verify_says_what_it_found_and_its_status_says_whether_all_was_well(path: Path, tmp_path: Path) -> None:
    write_journal(path, 9)
    done = runner.invoke(cli, ["journal", "verify"])
    assert done.exit_code == 0
    assert done.output.startswith("日志共 12 条，没有发现改动、缺失或损坏。\n")
    assert "起有签名，对过 12 条" in done.output
    assert "没有外部凭据，不能排除整本重写" in done.output, "nothing was printed, shared or merged"
    copy = tmp_path / "copy.sqlite"
    runner.invoke(cli, ["journal", "backup", str(copy)])
    connection = sqlite3.connect(copy)
    connection.execute("DELETE FROM records WHERE seq = 5")
    connection.commit()
    connection.close()
    before = copy.read_bytes()
    done = runner.invoke(cli, ["journal", "verify", str(copy)])
    assert done.exit_code == 1
    assert "本机记的第 5 条不在了" in done.output
    assert copy.read_bytes() == before


@pytest.mark.parametrize("content", [b"", b"x", b"\0" * 9000, b"SQLite format 3\0"])
def test_what_is_no_journal_is_one_sentence(path: Path, tmp_path: Path, content: bytes) -> None:
    other = tmp_path / "other"
    other.write_bytes(content)
    done = runner.invoke(cli, ["journal", "verify", str(other)])
    assert done.exit_code == 1
    assert "Traceback" not in done.output
    assert "日志" in done.output
