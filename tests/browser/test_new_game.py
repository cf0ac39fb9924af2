"""A game is a folder: with the steps of the README, and no line of program, a fourth game is found, ruled, kept and printed.

The game, its first letter that of another game, and its rules of one page stand in ``tests/new_game``.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from tests.browser.reader import PHONE, ROOT, Reader, Server, free_port, profile
from tests.browser.test_journal import fill_in
from tests.browser.test_ruling import press

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.served_only("a game is added to the program of a server, and asked for by command")

NEW = ROOT / "tests" / "new_game"
ROOMS = ("app", "search", "decision_trees", "rules_data")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which somebody has followed “加一个项目”."""
    folder = tmp_path_factory.mktemp("program")
    for room in (*ROOMS, "assets"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("compiled", "__pycache__"))
    shutil.copytree(NEW / "gongzhu", folder / "decision_trees" / "gongzhu")
    said = zhicai(
        folder,
        "import",
        str(NEW / "rules.txt"),
        "--book",
        "gongzhu-test",
        "--game",
        "拱猪",
        "--into",
        "rules_data/books",
    )
    assert "没有读懂" not in said
    book = folder / "rules_data" / "books" / "gongzhu-test" / "book.yaml"
    book.write_text(book.read_text("utf-8").replace("待填", "拱猪规则"), encoding="utf-8")
    return folder


def zhicai(folder: Path, *words: str) -> str:
    """Run a command of the copy; what it said."""
    done = subprocess.run(
        [sys.executable, "-m", "app.cli", *words],
        cwd=folder,
        env=environment(folder),
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def environment(folder: Path) -> dict[str, str]:
    """Where the copy compiles to and keeps its journal."""
    return {
        **os.environ,
        "ZHICAI_CACHE": str(folder / "cache"),
        "ZHICAI_DATA": str(folder / "data"),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUNBUFFERED": "1",
    }


def test_it_is_checked_and_its_cases_come_out(program: Path) -> None:
    assert "没有发现错误" in zhicai(program, "check")
    assert "缺 0 条" in zhicai(program, "check", "--coverage", "--game", "gongzhu")


def test_it_is_listed_by_its_name(program: Path) -> None:
    assert {
        line.split()[0] for line in zhicai(program, "trees", "--game", "拱猪").splitlines() if "gongzhu." in line
    } == {
        "gongzhu.failure_to_follow",
        "gongzhu.late_show",
    }


def test_a_game_with_the_same_first_letter_is_not_taken_for_it(program: Path) -> None:
    def books(*words: str) -> set[str]:
        return {hit["book"] for hit in json.loads(zhicai(program, "search", "--json", *words))}

    assert books("--game", "gongzhu", "警告") == {"gongzhu-test"}
    assert "gongzhu-test" not in books("--game", "guandan", "警告")
    first = json.loads(zhicai(program, "search", "--json", "拱猪第三条二"))[0]
    assert first["id"] == "gongzhu-test:3.2"


def test_it_is_ruled_by_command(program: Path, tmp_path: Path) -> None:
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"offender": "东", "led": "是"}), encoding="utf-8")
    ruled = json.loads(zhicai(program, "rule", "gongzhu.failure_to_follow", "--facts", str(facts), "--json"))
    assert "东家" in ruled["ruling"] and "罚100分" in ruled["ruling"]
    assert ruled["cites"] == ["gongzhu-test:3.2"]


@pytest.fixture
def reader(program: Path, browser: Browser) -> Iterator[Reader]:
    server = Server(free_port())
    command = [sys.executable, "-m", "app.cli", "--port", str(server.port), "--no-browser"]
    server.run(command, environment(program), program)
    sitting = Reader.sit_down(profile(browser, PHONE), server.address)
    yield sitting
    sitting.leave()
    server.stop()


def test_it_is_found_ruled_kept_and_printed_in_the_app(reader: Reader) -> None:
    reader.open("/rule/gongzhu")
    reader.see("有花色不跟")
    reader.open("/")
    reader.tap("拱猪", "checkbox")
    reader.search("没跟花色")
    reader.see("有花色不跟")
    reader.open("/rights/gongzhu")
    reader.see("必须跟出")
    reader.open("/rule/gongzhu/failure_to_follow")
    reader.tap("东家", "checkbox")
    reader.see("违规者 东家")
    reader.page.wait_for_timeout(300)
    press(reader, "是")
    reader.see("东家（违规者）本副罚100分")
    press(reader, "记录")
    fill_in(reader, "几号桌", "5")
    press(reader, "存入日志")
    reader.see("已记入日志")
    press(reader, "看记录")
    reader.see("5桌")
    reader.see("拱猪")
    with reader.page.expect_download() as form:
        press(reader, "裁决单（PDF）")
    text = "".join(page.extract_text() for page in PdfReader(form.value.path()).pages)
    assert "拱猪" in text and "罚100分" in text and "第三条二" in text
