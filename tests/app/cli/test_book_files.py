"""``zhicai book`` between devices: given as a file, listed, held against what is here, taken in; two books beside each other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from app.brought.kept import BookLog
from app.brought.opened import Opened
from app.brought.sharing import MARK, parted
from app.cli.main import cli
from app.journal.side_log import in_memory
from tests.rules_data.brought.making import GUANDAN, TEXTS, text_of


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("ZHICAI_DATA", str(tmp_path / "甲"))
    yield tmp_path
    Opened(in_memory(BookLog())).books()


def run(*words: str) -> str:
    done = CliRunner().invoke(cli, list(words))
    assert done.exit_code == 0, done.output
    return done.output


def refused(*words: str) -> str:
    done: Any = CliRunner().invoke(cli, list(words))
    assert done.exit_code != 0
    return str(done.output)


def device(name: str, monkeypatch: pytest.MonkeyPatch, folder: Path) -> None:
    monkeypatch.setenv("ZHICAI_DATA", str(folder / name))


def test_a_book_goes_as_a_file_with_its_versions_and_who_has_the_older_is_said(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run("book", "add", str(TEXTS / GUANDAN), "--by", "裁判长")
    assert "共 1 版" in run("book", "export", "江城杯", "--file", "一.txt")
    later = data / "新.txt"
    later.write_text(text_of(GUANDAN).replace("每局50分钟", "每局45分钟"), encoding="utf-8")
    run("book", "add", str(later), "--instead", "江城杯", "--by", "裁判长")
    run("book", "export", "江城杯", "--file", "二.txt")
    assert "已经有了，没有覆盖" in refused("book", "export", "江城杯", "--file", "二.txt")

    device("乙", monkeypatch, data)
    assert run("book", "list", "一.txt").rstrip().endswith("第1版  这里没有")
    assert "第 1 版收下了" in run("book", "add", "一.txt")
    assert "这里是同一版" in run("book", "list", "一.txt")
    assert "这里的第 1 版旧" in run("book", "list", "二.txt")
    said = run("book", "diff", "江城杯", "--with", "二.txt")
    assert "这里的第 1 版与文件里的第 2 版（这里的旧）：1 处不同。" in said and "〔-50-〕〔+45+〕" in said
    assert "由第 1 版换成第 2 版；原来的留着" in run("book", "add", "二.txt")
    assert "这里的第 2 版新" in run("book", "list", "一.txt")
    shown = run("book", "show", "江城杯")
    assert "第 1 版" in shown and "裁判长  换成新的文本" in shown  # who changed what when
    assert "每局50分钟" in run("book", "show", "江城杯", "--version", "1", "--source")


def test_a_book_of_an_event_takes_the_event_along(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    entrants = data / "名单.csv"
    entrants.write_text("编号,队名\n1,甲\n2,乙\n", encoding="utf-8")
    run("event", "new", "江城杯赛", "掼蛋", str(entrants))
    run("book", "add", str(TEXTS / GUANDAN), "--event", "江城杯赛")
    run("book", "export", "江城杯掼蛋公开赛竞赛规程", "--file", "给乙.txt")
    records, books = parted((data / "给乙.txt").read_text(encoding="utf-8"))
    assert "江城杯赛" in records and books.startswith(MARK)
    device("乙", monkeypatch, data)
    assert "第 1 版收下了" in run("book", "add", "给乙.txt")


def test_what_is_no_file_of_books_is_said(data: Path) -> None:
    (data / "日志.jsonl").write_text('{"file": "zhicai-journal", "format": 1}\n', encoding="utf-8")
    assert "里只有日志，没有规程" in refused("book", "add", "日志.jsonl")
    (data / "新版.txt").write_text(f'{MARK},"format":99}}\n', encoding="utf-8")
    assert "更新版本的执裁写的" in refused("book", "add", "新版.txt")
    run("book", "add", str(TEXTS / GUANDAN))
    assert "没有规则书“没有的书”" in refused("book", "diff", "江城杯", "--with", "没有的书")


def test_two_books_of_one_s_own_and_the_law_with_its_supplement_stand_beside_each_other(data: Path) -> None:
    last = data / "去年.txt"
    last.write_text(
        text_of(GUANDAN)
        .replace("2026年江城杯掼蛋公开赛", "2025年江城杯掼蛋锦标赛")
        .replace("每局50分钟", "每局40分钟"),
        encoding="utf-8",
    )
    run("book", "add", str(TEXTS / GUANDAN))
    run("book", "add", str(last))
    said = run("book", "diff", "公开赛", "--with", "锦标赛")
    assert "〔-40-〕〔+50+〕" in said and "改 第五条一" in said
    said = run("book", "diff", "公开赛", "--with", "锦标赛", "--align", "12=13", "--by", "裁判长")
    assert "改 第十二条→第十三条" in said
    assert "对上：12 → 13" in run("book", "show", "公开赛") and "裁判长" in run("book", "show", "公开赛")
    assert "对不上" in refused("book", "diff", "公开赛", "--with", "锦标赛", "--align", "99=13")
    assert "不能改" in refused("book", "diff", "掼蛋规则", "--with", "公开赛", "--align", "12=12")
    said = run("book", "diff", "guandan-2017", "--with", "guandan-supplement")
    assert said.startswith("《淮安掼蛋竞赛规则》不采用与采用《关于比赛有关规则的重点提醒与补充规定》：")
    (line,) = [each for each in said.splitlines() if each.startswith("改 第十九条4：")]
    assert "手中的牌全部作废" in line.replace("〕〔", "") or "作废" in line
    said = run("book", "diff", "bridge-1999-hant", "--with", "bridge-1999")
    assert "改 第12条A款1" in said and "第64条" not in said
    assert "不是同一个项目的" in refused("book", "diff", "公开赛", "--with", "bridge-1999")
