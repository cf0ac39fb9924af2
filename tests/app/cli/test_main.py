"""The zhicai command as a person or a script uses it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from app.cli.main import cli
from rules_data.loader import BOOKS

ROOT = Path(__file__).resolve().parents[3]


def zhicai(*words: str, given: str | None = None) -> Result:
    return CliRunner().invoke(cli, list(words), input=given)


# -- law ------------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("spoken", "id_"),
    [
        ("64A1", "bridge-1999:64A1"),
        ("第64条A款1", "bridge-1999:64A1"),
        ("第六十四条A款1", "bridge-1999:64A1"),
        ("law 27", "bridge-1999:27"),
        ("25B2(b)(1)", "bridge-1999:25B2b1"),
        ("第七十五条注释", "bridge-1999:75n"),
        ("附件四8(3)", "guandan-supplement:4.8.3"),
        ("附录四", "guandan-2017:A4"),
        ("bridge-1999:def/藏牌", "bridge-1999:def/藏牌"),
        ("shengji-40:28b.2.1", "shengji-40:28b.2.1"),
    ],
)
def test_law_takes_an_id_or_any_spoken_form(spoken: str, id_: str) -> None:
    result = zhicai("law", spoken, "--json")
    assert result.exit_code == 0, result.output
    assert json.loads(result.stdout)["id"] == id_


def test_law_prints_the_text_as_printed_with_its_errata() -> None:
    result = zhicai("law", "64A2")
    assert "羸得藏牌墩或任何藏牌以后的牌墩" in result.stdout  # the misprint 羸 stays as printed
    assert "〔勘误〕" in result.stdout and "E-004" not in result.stdout


def test_law_asks_the_game_where_a_number_is_in_several() -> None:
    record = json.loads(zhicai("law", "第二十八条四(二)", "--game", "升级", "--json").stdout)
    assert record["id"] == "shengji-40:28.4.2"
    record = json.loads(zhicai("law", "第十八条二(1)", "--game", "guandan", "--json").stdout)
    assert record["id"] == "guandan-2017:18.2.1"


def test_law_of_a_paragraph() -> None:
    record = json.loads(zhicai("law", "第二十五条第3段", "--game", "shengji", "--json").stdout)
    assert record["id"] == "shengji-40:25p3"
    assert record["label"] == "第二十五条第3段"
    assert "藏张成立" in record["text"]


def test_law_that_does_not_exist() -> None:
    result = zhicai("law", "没有这一条")
    assert result.exit_code == 2
    assert "没有找到" in result.output
    assert "Traceback" not in result.output


def test_law_knows_what_cites_it() -> None:
    record = json.loads(zhicai("law", "第59条", "--game", "bridge", "--json").stdout)
    # printed in 50D2(a), 57B and 61A
    assert {c["at"] for c in record["cited_by"]} == {"bridge-1999:50D2a", "bridge-1999:57B", "bridge-1999:61A"}


# -- search ---------------------------------------------------------------------------------------------------------------


def test_search_gives_the_fields_promised() -> None:
    result = zhicai("search", "藏牌", "--game", "bridge", "--limit", "5", "--json")
    hits = json.loads(result.stdout)
    assert 0 < len(hits) <= 5
    for hit in hits:
        assert {"id", "book", "label", "title", "snippet", "score", "kind"} <= set(hit)
        assert hit["id"].startswith("bridge")


def test_search_reads_queries_line_by_line() -> None:
    result = zhicai("search", "--stdin", given="bridge\t藏牌\n逢人配\n\nguandan\t64A1xyz\n")
    lines = result.stdout.splitlines()
    assert len(lines) == 4
    answers = [json.loads(line) for line in lines]
    assert any(h["id"].startswith("bridge-1999:6") for h in answers[0])
    assert any(h["book"] == "guandan-2017" for h in answers[1])
    assert answers[2] == []


def test_search_kind_filter() -> None:
    hits = json.loads(zhicai("search", "藏牌", "--kind", "term", "--json").stdout)
    assert hits and {h["kind"] for h in hits} == {"term"}


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("search", "藏牌", "--game", "围棋"), "围棋"),
        (("search", "藏牌", "--kind", "song"), "song"),
        (("search",), "请写出要找的内容"),
        (("law", "64A1", "--game", "chess"), "chess"),
    ],
)
def test_bad_input_is_one_sentence_and_status_2(words: tuple[str, ...], said: str) -> None:
    result = zhicai(*words)
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output


def test_nothing_found_says_so() -> None:
    result = zhicai("search", "qqzzxxyy")
    assert result.exit_code == 0
    assert "没有找到" in result.stdout


# -- check and build ------------------------------------------------------------------------------------------------------


def test_check_of_our_own_data() -> None:
    result = zhicai("check")
    assert result.exit_code == 0, result.output


def test_check_of_damaged_data_names_file_and_line(tmp_path: Path) -> None:
    for folder in BOOKS.glob("*/book.yaml"):
        shutil.copytree(folder.parent, tmp_path / folder.parent.name)
    file = tmp_path / "shengji-40" / "tables.yaml"
    lines = file.read_text(encoding="utf-8").splitlines()
    at = next(i for i, line in enumerate(lines) if line.startswith("- id:"))
    lines[at] = lines[at].replace("id:", "idd:")
    file.write_text("\n".join(lines), encoding="utf-8")
    result = zhicai("check", str(tmp_path))
    assert result.exit_code == 1
    assert f"{file}:{at + 1}:" in result.output
    assert "idd" in result.output
    assert "Traceback" not in result.output


def test_check_of_a_folder_that_is_not_there(tmp_path: Path) -> None:
    result = zhicai("check", str(tmp_path / "none"))
    assert result.exit_code == 2
    assert "没有文件夹" in result.output


def test_build_says_where(tmp_path: Path) -> None:
    result = zhicai("build")
    assert result.exit_code == 0, result.output
    assert result.stdout.count("已就绪") == 3


def test_the_command_starts_in_a_process_of_its_own() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", "law", "64条", "--json"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        encoding="utf-8",
    )
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["id"] == "bridge-1999:64"


# -- import ---------------------------------------------------------------------------------------------------------------

RULES = """斗地主竞赛规则
第一章 总则
第一条 宗旨
为推广斗地主,制定本规则。
第二条 用牌
一、使用一副牌,共54张。
二、牌的大小如下:
1、大王最大;
2、小王次之。
(1)级牌不设。
第三条 违规
五、跳号的一款。
"""


def test_import_makes_a_book_that_checks(tmp_path: Path) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_text(RULES, encoding="utf-8")
    result = zhicai("import", str(raw), "--book", "doudizhu-2020", "--into", str(tmp_path / "books"))
    assert result.exit_code == 0, result.output
    assert f"{raw}:12:" in result.output  # the line it did not understand
    assert zhicai("check", str(tmp_path / "books")).exit_code == 0
    again = zhicai("import", str(raw), "--book", "doudizhu-2020", "--into", str(tmp_path / "books"))
    assert again.exit_code == 2
    assert "--force" in again.output


def test_import_reads_gb18030_and_windows_lines(tmp_path: Path) -> None:
    raw = tmp_path / "raw.txt"
    raw.write_bytes(RULES.replace("\n", "\r\n").encode("gb18030"))
    result = zhicai("import", str(raw), "--book", "doudizhu", "--into", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "斗地主" in (tmp_path / "doudizhu" / "source.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("name", "content", "book", "said"),
    [
        ("missing.txt", None, "x-1", "没有文件"),
        ("empty.txt", b"  \n", "x-1", "是空的"),
        ("picture.txt", b"\x89PNG\x00\xff\xfe\xfd", "x-1", "文本"),
        ("rules.txt", "第一条 甲".encode(), "Bad Name", "代号"),
    ],
)
def test_import_faults(tmp_path: Path, name: str, content: bytes | None, book: str, said: str) -> None:
    raw = tmp_path / name
    if content is not None:
        raw.write_bytes(content)
    result = zhicai("import", str(raw), "--book", book, "--into", str(tmp_path / "books"))
    assert result.exit_code == 2
    assert said in result.output
    assert "Traceback" not in result.output
