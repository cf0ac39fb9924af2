"""``zhicai journal``: a copy of the journal in one file, and whether anything in it was changed."""

from __future__ import annotations

import csv
import io
import json
import sqlite3
import stat
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import yaml
from openpyxl import load_workbook
from pypdf import PdfReader
from typer.testing import CliRunner

from app.base.opened import handbook
from app.cli.main import cli
from app.journal.journal import Journal
from app.journal.records import NO_EVENT, Place
from app.journal.sqlite_store import open_store
from app.papers.report import ruling_report
from app.papers.ruling_form import ruling_form
from app.ruling.after_ladder import after_ladder
from app.ruling.built_on import table_part
from app.ruling.deal_sheet import known_in, lying, remember
from app.ruling.saving import save
from app.ruling.scene import Scene
from app.ruling.standing import Context
from app.ruling.to_look_at import reasons
from app.ruling.walk import start
from decision_trees.engine import Ruled
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


def _ruled(path: Path) -> None:
    from app.ruling.after_ladder import Final
    from app.ruling.saving import save
    from app.ruling.standing import Context
    from app.ruling.walk import start
    from decision_trees.engine import Ruled

    facts = {"special": "none", "winner": "offender", "side_tricks_after": 1, "offender": "E", "declarer": "S"}
    walk = start("bridge.established_revoke", facts, Context())
    step = walk.standing.step
    assert isinstance(step, Ruled)
    path.parent.mkdir(parents=True, exist_ok=True)
    store = open_store(path)
    save(Journal(store, "李裁判"), walk, Final(step, step), player="", remark="", former=None)
    store.close()


def test_a_casebook_is_written_once_and_never_over_a_file(path: Path, tmp_path: Path) -> None:
    _ruled(path)
    to = tmp_path / "案例"
    done = runner.invoke(cli, ["journal", "casebook", str(to), "--named", "hall2026"])
    assert done.exit_code == 0 and "hall2026-bridge.yaml：1 个案例" in done.output
    (case,) = yaml.safe_load((to / "hall2026-bridge.yaml").read_text(encoding="utf-8"))
    assert case["id"] == "bridge.established_revoke.hall2026_1" and case["facts"]["side_tricks_after"] == 1
    again = runner.invoke(cli, ["journal", "casebook", str(to), "--named", "hall2026"])
    assert again.exit_code == 2 and "没有覆盖" in again.output
    odd = runner.invoke(cli, ["journal", "casebook", str(to), "--named", "../x"])
    assert odd.exit_code == 2 and "--named" in odd.output
    nobody = runner.invoke(cli, ["journal", "casebook", str(to), "--event", "没有的赛事"])
    assert nobody.exit_code == 2 and "没有叫“没有的赛事”的赛事" in nobody.output


def test_a_casebook_says_what_is_no_case(path: Path, tmp_path: Path) -> None:
    write_journal(path, 3)
    done = runner.invoke(cli, ["journal", "casebook", str(tmp_path / "案例")])
    assert done.exit_code == 1 and "没有写：" in done.output and "没有一条裁决能写成案例" in done.output


WRONG_TRIBUTE = {"regime": "supplement", "wrong_tribute": True, "found": "before", "offender": "S"}  # one level, 4.6.1
TIME_UP = {"regime": "supplement", "final_ns": "8", "final_ew": "5", "mode": "计时制", "state": "limit"}


@pytest.fixture
def marked(path: Path) -> list[str]:
    """North-South were deducted a level at 71 and the time is up there at 8 to 5: 15 to 10; then the first was taken back."""
    path.parent.mkdir(parents=True, exist_ok=True)
    store = open_store(path)
    book = Journal(store, "李裁判")
    place = Place("71", 2)
    kept: dict[str, Any] = {}
    scene = Scene(NO_EVENT, "guandan", place, ("71桌南北方",))
    scene = replace(scene, sheet=lying(kept, scene))
    ids = []
    for tree, facts in (("guandan.wrong_tribute", WRONG_TRIBUTE), ("guandan.game_result", TIME_UP)):
        known, begun = known_in(kept, scene)
        walk = start(tree, facts, Context(known, {}, begun))
        walk.scene = scene
        part = table_part(kept, walk)
        remember(kept, walk, "2026-11-29T12:00:00+08:00")
        step = walk.standing.step
        assert isinstance(step, Ruled)
        save(book, walk, after_ladder(walk, step), player="", remark="", former=None, table=part)
        ids.append(walk.record or "")
    book.withdraw(ids[0], "看错了人")
    store.close()
    return ids


def test_the_list_marks_what_is_to_be_looked_at_again_and_says_why(marked: list[str]) -> None:
    done = runner.invoke(cli, ["journal", "list"])
    assert done.exit_code == 0, done.output
    first, second = (done.output[done.output.index(each) :].splitlines() for each in marked)
    assert "71桌 第2轮 南北方" in first[0].replace("71桌南北方", "南北方") and "〔已撤回〕" in first[0]
    assert "〔要重看〕" in second[0] and "〔要重看〕" not in first[0]
    (why,) = [line for line in second if line.startswith("    要重看：")]
    assert "它所依据的“贡错牌”已撤回" in why and "南北方16、东西方10" in why
    assert done.output.rstrip().endswith("共 2 条，其中要重看 1 条")
    again = runner.invoke(cli, ["journal", "list", "--again", "--json"])
    (only,) = json.loads(again.stdout)
    assert only["id"] == marked[1] and only["place"]["table"] == "71" and "已撤回" in only["look_again"][0]


def test_the_exported_table_has_the_marks(marked: list[str], tmp_path: Path) -> None:
    for name, more in (("表.csv", []), ("表.xlsx", []), ("表.json", []), ("表", ["--json"])):
        done = runner.invoke(cli, ["journal", "export", str(tmp_path / name), *more])
        assert done.exit_code == 0 and "已写 2 条裁决" in done.output and "要重看 1 条" in done.output
    found = list(csv.DictReader((tmp_path / "表.csv").read_text(encoding="utf-8-sig").splitlines()))
    assert [bool(each["要重看"]) for each in found] == [False, True] and found[1]["编号"] == marked[1]
    assert (tmp_path / "表.json").read_bytes() == (tmp_path / "表").read_bytes()
    assert [bool(each["look_again"]) for each in json.loads((tmp_path / "表.json").read_bytes())] == [False, True]
    titles, *rows = load_workbook(tmp_path / "表.xlsx").active.iter_rows(values_only=True)
    assert "它所依据的“贡错牌”已撤回" in rows[1][titles.index("要重看")]
    there = runner.invoke(cli, ["journal", "export", str(tmp_path / "表.csv")])
    assert there.exit_code == 2 and "没有覆盖" in there.output
    other = runner.invoke(cli, ["journal", "export", str(tmp_path / "表.doc")])
    assert other.exit_code == 2 and "不知道要写成什么" in other.output


def test_the_paper_of_all_rulings_has_the_marks(marked: list[str], path: Path) -> None:
    store = open_store(path)
    book = Journal(store)
    entries = book.entries()
    doubts = reasons(book, entries)
    paper = ruling_report(
        entries, book.event(NO_EVENT), handbook(), printed_at="2026-11-29T20:00:00+08:00", doubts=doubts
    )
    form = ruling_form(book.entry(marked[1]), book.event(NO_EVENT), handbook(), doubts=doubts[marked[1]])
    store.close()
    told = "".join(page.extract_text() for page in PdfReader(io.BytesIO(form)).pages).replace("\n", "")
    assert "本裁决要重看：它所依据的“贡错牌”已撤回" in told
    said = "".join(page.extract_text() for page in PdfReader(io.BytesIO(paper)).pages).replace("\n", "")
    assert said.count("要重看") == 2 and "它所依据的“贡错牌”已撤回" in said, "beside its state and with its reason"
    assert set(doubts) == {marked[1]}
