"""An examiner composes a paper and takes it: the server is killed in the middle, and no answer is lost. Then an exam room."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.browser.kept_values import KeptValues
from app.exams.paper import Paper, as_json, from_json
from app.exams.room import reopened
from app.exams.room_log import read_log
from app.exams.shelf import PAPERS, SITTINGS, DiskShelf, Shelf, ValueShelf, resumed
from tests.app.exams.samples import paper
from tests.browser.reader import PHONE, ROOT, WIDE, Published, Reader, Server, free_port, profile
from tests.browser.test_journal import fill_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def shelf_of(own: Server | Published, reader: Reader) -> Shelf:
    """Where the app keeps papers: as it lies there now."""
    if isinstance(own, Server):
        assert own.data is not None
        return DiskShelf(own.data / "exams")
    values = KeptValues()
    values.values = reader.kept()
    return ValueShelf(values)


def test_a_paper_is_composed_taken_killed_resumed_and_marked(browser: Browser, own: Server | Published) -> None:
    own.start()
    context = profile(browser, PHONE)
    own.introduce(context)
    try:
        reader = Reader.sit_down(context, own.address)
        reader.open("/learn")
        reader.tap("组卷、打印", "button")
        reader.tap("组一份试卷")
        reader.see("组成试卷")
        reader.tap("组成试卷")
        reader.see("请写上试卷的标题")
        fill_in(reader, "标题", "裁判员考试")
        reader.tap("闭卷")
        reader.see("卷首写“闭卷：不得翻规则书、笔记和别的设备”")
        reader.tap("加入这一行", "button")
        reader.see("组成试卷（5 题，10 分）")
        reader.tap("组成试卷")
        reader.see("在这台设备上答题")

        shelf = shelf_of(own, reader)
        (name,) = shelf.names(PAPERS)
        made = from_json(shelf.text(PAPERS, name) or "")
        assert made.title == "裁判员考试" and len(made.items) == 5 and made.total == 10
        assert made.book == "closed"

        reader.tap("在这台设备上答题")
        reader.see("第 1 题，共 5 题")
        right = [item.question.right for item in made.items]
        reader.page.keyboard.press(str(right[0] + 1))
        reader.see("已选")
        reader.page.keyboard.press("Enter")
        reader.see("第 2 题，共 5 题")
        wrong = (right[1] + 1) % len(made.items[1].question.options)
        reader.page.keyboard.press(str(wrong + 1))
        reader.see("已选")
        own.kill()
        shelf = shelf_of(own, reader)
        (taken,) = shelf.names(SITTINGS)
        left = resumed(shelf, taken)
        assert left is not None and left.one.chosen == {0: right[0], 1: wrong}, (
            "what was shown as chosen is on the disk"
        )

        reader.page.close()
        own.start()
        again = Reader.sit_down(context, own.address)
        again.open("/learn/exams")
        again.tap("正在答")
        again.see("第 1 题，共 5 题")
        again.see("已选")
        again.tap("总览", "button")
        again.see("还有 3 题没答")
        again.tap("交卷")
        again.tap("确定交卷")
        again.see("答对 1 题，共 5 题")
        again.see("2 / 10 分")
        again.miss("确定交卷")
    finally:
        context.close()


class RoomServer(Server):
    """``zhicai exam serve``, in a process of its own."""

    desk = 0

    def open_room(self, made: Paper, folder: Path, *options: str) -> tuple[str, str]:
        """Open a room; its code and the address of the examiner's page."""
        (folder / "paper.json").write_text(as_json(made), encoding="utf-8")
        self.desk = self.desk or free_port()
        command = [sys.executable, "-m", "app.cli", "exam", "serve", str(folder / "paper.json"), "--no-browser"]
        command += ["--port", str(self.port), "--desk", str(self.desk), "--name", "127.0.0.1", *options]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8", "ZHICAI_DATA": str(folder)}
        self.process = subprocess.Popen(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        code = ""
        for line in self.process.stdout:
            code = (re.search(r"考场码：(\w+)", line) or [code, code])[1]
            if "考官网页" in line:
                return code, line[line.index("http") :].strip()
        raise AssertionError("the room did not open")


@pytest.mark.served_only("an exam room is a server: a site has none")
def test_four_candidates_in_an_exam_room(browser: Browser, tmp_path: Path) -> None:
    room = RoomServer(free_port())
    made = paper(4, versions=2)
    code, desk_address = room.open_room(made, tmp_path)
    try:
        desk = profile(browser, WIDE).new_page()
        desk.on("dialog", lambda dialog: dialog.accept())
        desk.goto(desk_address)
        desk.get_by_text(code).wait_for()
        phones = []
        for name in "甲乙丙丁":
            page = profile(browser, PHONE).new_page()
            page.on("dialog", lambda dialog: dialog.accept())
            page.goto(f"{room.address}/#{code}")
            page.get_by_label("姓名").fill(f"考生{name}")
            page.get_by_role("button", name="进入").click()
            page.get_by_text("请等候考官开始").wait_for()
            assert "第1题" not in page.content()
            phones.append(page)
        desk.get_by_text("进入 4 人，在线 4 人").wait_for()
        desk.goto(desk_address.partition("?")[0])  # opened again, without the token
        desk.get_by_text("进入 4 人，在线 4 人").wait_for()
        desk.get_by_role("button", name="开始考试").click()
        for page in phones:
            page.get_by_text("第 1 题 / 共 4 题").wait_for()
            page.get_by_role("radio").nth(1).click()
            page.get_by_text("已保存", exact=True).wait_for()
            seen = page.content() + page.evaluate("JSON.stringify([questions, state, localStorage])")
            assert "密语" not in seen and "第27条" not in seen and '"right"' not in seen

        own = phones[0].evaluate("state.code")
        phones[0].close()  # the phone died
        other = profile(browser, PHONE).new_page()
        other.on("dialog", lambda dialog: dialog.accept())
        other.goto(f"{room.address}/")
        other.get_by_label("续考码").fill(own.lower())
        other.get_by_role("button", name="接着答").click()
        other.get_by_role("radio", checked=True).wait_for()
        other.keyboard.press("ArrowRight")
        other.get_by_text("第 2 题 / 共 4 题").wait_for()
        other.keyboard.press("3")
        other.get_by_text("已保存", exact=True).wait_for()

        assert room.process is not None
        room.process.kill()  # the examiner's computer went off
        room.process.wait(timeout=10)
        other.get_by_text("连接断开").wait_for()
        other.keyboard.press("4")  # answered while nobody listens: sent when somebody does
        assert room.open_room(made, tmp_path)[0] == code, "the same room as before"
        other.get_by_text("已保存", exact=True).wait_for(timeout=15_000)

        other.get_by_role("button", name="总览").click()
        other.get_by_role("button", name="繁體字").click()
        other.get_by_role("button", name="總覽").click()
        other.get_by_role("button", name="交卷").click()
        other.get_by_role("heading", name="已交卷").wait_for()
        assert "选项" not in other.content()
    finally:
        room.stop()
    kept = reopened(made, read_log(tmp_path / "paper-考场"))
    first = kept.candidates[1]
    assert first.submitted and first.chosen == {0: 1, 1: 3}
    assert [len(one.chosen) for one in kept.candidates.values()] == [2, 1, 1, 1]
