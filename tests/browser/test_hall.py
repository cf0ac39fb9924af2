"""Two referees' windows and a hall: what one records appears at the other, a table calls, the network goes and comes back."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest

from app.hall.hall_file import HallFile
from app.hall.opening import hall_file
from app.journal.competition import PlanBody, written
from app.journal.journal import Journal
from app.journal.records import Entrant, EventBody
from app.journal.sqlite_store import open_store
from tests.browser.reader import ON_PHONE, PHONE, Reader, Server, free_port, profile
from tests.browser.test_journal import SLOW, fill_in, save, too_slow
from tests.browser.test_ruling import press

if TYPE_CHECKING:
    from playwright.sync_api import Browser

NOT_SERVED = pytest.mark.served_only("every referee here has a server of his own; a site comes from the hall itself")
EVENT = "会场赛"


class OpenHall:
    """A hall in a process of its own, which can be ended and begun again at the same address."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.port = folder, free_port()
        self.address = f"http://127.0.0.1:{self.port}"
        folder.mkdir()
        store = open_store(folder / "journal.sqlite")
        book = Journal(store, "裁判长")
        pairs = tuple(Entrant(str(number), f"{name}队") for number, name in enumerate("甲乙丙丁", 1))
        self.event = book.save_event(EventBody(EVENT, "guandan", entrants=pairs, tables=("1", "2")))
        order = tuple(each.number for each in pairs)  # in the first round 1 and 4 meet at table 1, 2 and 3 at table 2
        book.save_competition(self.event, [written(PlanBody("round_robin", order, scoring="winner"))])
        store.close()
        self.process: subprocess.Popen[str] | None = None

    def invite(self, role: str, name: str) -> str:
        file = HallFile(hall_file(self.folder, self.event))
        code = file.invite(role, name, 0.0)[1]  # type: ignore[arg-type]
        file.close()
        return code

    def begin(self, site: Path | None = None) -> None:
        command = [sys.executable, "-m", "app.cli", "hall", "serve", EVENT, "--port", str(self.port)]
        command += ["--site", str(site)] if site is not None else []
        self.process = subprocess.Popen(
            [*command, "--name", "127.0.0.1"],
            env={**os.environ, "ZHICAI_DATA": str(self.folder), "PYTHONUNBUFFERED": "1", "PYTHONUTF8": "1"},
            stdout=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        assert self.process.stdout is not None
        assert "会场已开" in self.process.stdout.readline()

    def end(self) -> None:
        if self.process is not None:
            self.process.terminate()
            assert self.process.wait(15) == 0
            self.process = None


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[OpenHall]:
    made = OpenHall(tmp_path / "chief")
    made.begin()
    yield made
    made.end()


@pytest.fixture
def referee(browser: Browser, tmp_path: Path) -> Iterator[Callable[[str], Reader]]:
    """Somebody with an app and data of his own."""
    servers: list[Server] = []
    readers: list[Reader] = []

    def come(name: str) -> Reader:
        server = Server(free_port(), tmp_path / name)
        server.start()
        servers.append(server)
        readers.append(Reader.sit_down(profile(browser, PHONE), server.address))
        return readers[-1]

    yield come
    for each in readers:
        each.leave()
    for server in servers:
        server.stop()


def join(reader: Reader, hall: OpenHall, name: str) -> None:
    """Join by the link the chief gives."""
    reader.open("/tools/hall")
    fill_in(reader, "裁判长给的链接", f"{hall.address}/tools/hall/{hall.invite('referee', name)}")
    press(reader, "看看是哪一个会场")
    reader.see(f"身份：裁判 {name}")
    reader.see("练习、书签、笔记、别的赛事：从不送")
    press(reader, "加入")
    reader.see("刚刚")


@NOT_SERVED
@ON_PHONE
def test_what_one_referee_records_appears_at_the_other(
    hall: OpenHall, referee: Callable[[str], Reader], size: tuple[int, int]
) -> None:
    one, other = referee("甲"), referee("乙")
    join(one, hall, "甲")
    join(other, hall, "乙")
    other.open("/")
    other.see("本机记下 0 条")  # in sight on every screen
    # a table calls: it rings at both, one goes, and the ruling stands at that table with its round and pairs
    way = f"{hall.address}/t/{hall.invite('table', '2')}"
    with urlopen(way, urlencode({"about": "贡牌"}).encode(), timeout=10) as answer:
        assert "已叫裁判（贡牌）" in answer.read().decode()
    other.see("2桌叫裁判（贡牌）")
    one.see("2桌叫裁判（贡牌）")
    one.open("/tools/hall")
    press(one, "我去2桌")
    other.open("/tools/hall")
    other.see("甲去了")
    one.open(SLOW)
    one.see("2桌 第1轮")
    one.tap("2号 乙队", "checkbox")
    one.see("没有累计")
    too_slow(one)
    save(one)
    one.see("本机记下 1 条，已同步 1 条")
    other.open("/tools/journal")
    other.see("2桌 第1轮 2号 乙队")
    # without the hall nothing is lost: 已记入 is on the device first
    hall.end()
    press(one, "重新开始")
    one.miss("已记入日志")
    one.tap("3号 丙队", "checkbox")
    too_slow(one)
    save(one)
    one.see("本机记下 2 条，已同步 1 条")
    one.open("/tools/hall")
    one.see("还没有送的 1 条")
    one.see("连不上会场")
    hall.begin()
    one.see("本机记下 2 条，已同步 2 条")
    other.see("2桌 第1轮 3号 丙队")
    # it is one count, whoever rules
    other.open(SLOW)
    fill_place(other)
    other.tap("2号 乙队", "checkbox")
    other.see("本轮违例 1 次")
    # leaving: nothing goes any more, nothing is lost
    one.open("/tools/hall")
    press(one, "退出会场")
    one.see("加入会场")
    one.open("/tools/journal")
    one.see("2桌 第1轮 2号 乙队")
    assert not one.find("本机记下")


def fill_place(reader: Reader) -> None:
    """Say that it is at table 2 in the first round, where that is not known from the last ruling."""
    if reader.find("2桌 第1轮"):
        return
    reader.tap("违规方", "button")
    fill_in(reader, "几号桌", "2")
    if not reader.find("第1轮"):
        press(reader, "轮次加一")
    press(reader, "就这样")


@ON_PHONE
@pytest.mark.not_in_app("the app for Android has no network")
def test_a_phone_opens_the_site_at_the_hall_and_joins_by_what_it_scanned(
    browser: Browser, tmp_path: Path, size: tuple[int, int], request: pytest.FixtureRequest
) -> None:
    if request.config.getoption("--site") == "served":
        pytest.skip("a published site takes minutes to make: run with --site published")
    site = request.getfixturevalue("published")
    hall = OpenHall(tmp_path / "chief")
    hall.begin(site)
    contexts = [profile(browser, size) for _ in range(2)]
    try:
        readers = []
        for context, name in zip(contexts, ("甲", "乙"), strict=True):
            reader = Reader.sit_down(context, hall.address)
            reader.open(f"/tools/hall/{hall.invite('referee', name)}")  # what the code says
            reader.see(f"身份：裁判 {name}")
            press(reader, "加入")
            reader.see("刚刚")
            readers.append(reader)
        one, other = readers
        one.open(SLOW)
        fill_place(one)
        one.tap("2号 乙队", "checkbox")
        too_slow(one)
        save(one)
        one.see("本机记下 1 条，已同步 1 条")
        other.open("/tools/journal")
        other.see("2桌 第1轮 2号 乙队")
        # what was recorded without a way to the hall is kept by the browser, and goes when there is one
        hall.end()
        press(one, "重新开始")
        one.miss("已记入日志")
        one.tap("3号 丙队", "checkbox")
        too_slow(one)
        save(one)
        one.see("本机记下 2 条，已同步 1 条")
        hall.begin(site)
        one.see("本机记下 2 条，已同步 2 条")
        other.see("2桌 第1轮 3号 丙队")
        # a hall at another address cannot be joined from here, and that is said
        other.open("/tools/hall")
        press(other, "退出会场")
        fill_in(other, "裁判长给的码", f"http://192.0.2.7:8610/tools/hall/{'0' * 20}")
        press(other, "看看是哪一个会场")
        other.see("网页只能和它来的地方说话")
    finally:
        for context in contexts:
            context.close()
        hall.end()
