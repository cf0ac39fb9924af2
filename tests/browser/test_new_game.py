"""A game is a folder: with the steps of the README, and no line of program, games more are found, ruled, kept and printed.

The games, their first letter that of another game, and their rules of one page stand in ``tests/new_game``: one of four who play
each for himself, and one of six on two sides.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from tests.browser.reader import PHONE, ROOT, WIDE, Reader, Server, free_port, profile
from tests.browser.test_journal import fill_in
from tests.browser.test_ruling import press

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = pytest.mark.served_only("a game is added to the program of a server, and asked for by command")

NEW = ROOT / "tests" / "new_game"
GAMES = {"gongzhu": "拱猪", "gouji": "够级"}
ROOMS = ("app", "search", "decision_trees", "rules_data")


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program in which somebody has followed “加一个项目”."""
    folder = tmp_path_factory.mktemp("program")
    for room in (*ROOMS, "assets"):
        shutil.copytree(ROOT / room, folder / room, ignore=shutil.ignore_patterns("compiled", "__pycache__"))
    for game, name in GAMES.items():
        shutil.copytree(NEW / game, folder / "decision_trees" / game, ignore=shutil.ignore_patterns("__pycache__"))
        text, books = str(NEW / f"{game}.txt"), folder / "rules_data" / "books"
        said = zhicai(folder, "import", text, "--book", f"{game}-test", "--game", name, "--into", str(books))
        assert "没有读懂" not in said
        book = books / f"{game}-test" / "book.yaml"
        book.write_text(book.read_text("utf-8").replace("待填", f"{name}规则"), encoding="utf-8")
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
    for game in GAMES:
        assert "缺 0 条" in zhicai(program, "check", "--coverage", "--game", game)


@pytest.mark.parametrize("game", GAMES)
def test_it_is_listed_by_its_name(program: Path, game: str) -> None:
    listed = {
        line.split()[0] for line in zhicai(program, "trees", "--game", GAMES[game]).splitlines() if f"{game}." in line
    }
    assert listed == {f"{game}.{file.stem}" for file in (NEW / game / "trees").glob("*.yaml")}


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


def test_a_table_of_six_is_ruled_by_command(program: Path, tmp_path: Path) -> None:
    """The opponent of the second sits fifth (1.3): the third may not beat his play, 1 point (3.2)."""
    facts = tmp_path / "facts.json"
    facts.write_text(json.dumps({"player": "二号位", "offender": "c"}), encoding="utf-8")
    ruled = json.loads(zhicai(program, "rule", "gouji.beaten_by_another", "--facts", str(facts), "--json"))
    assert "三号位" in ruled["ruling"] and "扣1分" in ruled["ruling"]
    assert "只有五号位可以压这一手" in json.dumps(ruled["next"], ensure_ascii=False)
    assert ruled["cites"] == ["gouji-test:3.2", "gouji-test:3.1"]


@pytest.fixture(scope="module")
def served(program: Path) -> Iterator[str]:
    server = Server(free_port())
    command = [sys.executable, "-m", "app.cli", "--port", str(server.port), "--no-browser"]
    server.run(command, environment(program), program)
    yield server.address
    server.stop()


@pytest.fixture
def size() -> tuple[int, int]:
    return PHONE


@pytest.fixture
def reader(served: str, browser: Browser, size: tuple[int, int]) -> Iterator[Reader]:
    sitting = Reader.sit_down(profile(browser, size), served)
    yield sitting
    sitting.leave()


def test_it_is_found_ruled_kept_and_printed_in_the_app(reader: Reader) -> None:
    reader.open("/rule/gongzhu")
    reader.see("有花色不跟")
    reader.open("/")
    reader.tap("拱猪", "checkbox")
    reader.search("没跟花色")
    reader.see("有花色不跟")
    reader.open("/rights/gongzhu")
    reader.tap("出牌：选手", "button")
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


AROUND = {"四号位": (1, 0), "五号位": (0, 1), "三号位": (2, 1), "六号位": (0, 2), "二号位": (2, 2), "一号位": (1, 3)}
"""Anticlockwise from the first, who sits below: the second at the right, the third above him, the fourth opposite (1.3)."""


def order(values: Iterable[float]) -> dict[float, int]:
    """Of places, which is the first, the second ... of them; a pixel is none."""
    return {value: at for at, value in enumerate(sorted(set(values)))}


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_six_seats_are_chosen_drawn_and_printed(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/rule/gouji/play_out_of_turn")
    reader.see("是不是已经出牌或过牌")
    reader.tap("牌局", "button")
    reader.see("违规者是哪一家")
    reader.page.wait_for_timeout(500)
    seats = {node.flat: node for node in reader.nodes() if node.role == "button" and node.flat in AROUND}
    across, down = order(node.x for node in seats.values()), order(node.y for node in seats.values())
    assert {name: (across[node.x], down[node.y]) for name, node in seats.items()} == AROUND
    assert all(node.x >= 0 and node.x + node.width <= size[0] for node in seats.values())
    reader.tap("三号位", "button")
    reader.see("违规者 三号位")
    reader.tap("轮到的人：二号位", "checkbox")
    reader.see("轮到的人 二号位")
    reader.tap("填好了", "button")
    reader.page.wait_for_timeout(300)
    press(reader, "否")
    reader.see("三号位（违规者）收回越序打出的牌")
    reader.see("接着：二号位出牌或过牌")
    reader.see("二号位（轮到），三号位（违规者）。座位按逆时针轮转。", "img")
    press(reader, "记录")
    fill_in(reader, "几号桌", "6")
    press(reader, "存入日志")
    reader.see("已记入日志")
    press(reader, "看记录")
    reader.see("6桌")
    with reader.page.expect_download() as form:
        press(reader, "裁决单（PDF）")
    text = "".join(page.extract_text() for page in PdfReader(form.value.path()).pages)
    assert "够级" in text and "逆时针" in text
    assert all(name in text for name in AROUND), "all six are drawn, four of whom are named nowhere else"
