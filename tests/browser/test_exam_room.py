"""A candidate's page in Chromium when things go wrong: what is not on the examiner's disk is never called saved."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.app.exams.samples import paper
from tests.browser.odd_room import OddRoom, odd_room, soon
from tests.browser.reader import PHONE, WIDE, profile

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

pytestmark = pytest.mark.served_only("an exam room is a server: a site has none")


def entered(browser: Browser, room: OddRoom, name: str) -> Page:
    page = profile(browser, PHONE).new_page()
    page.on("dialog", lambda dialog: dialog.accept())
    page.goto(room.address)
    page.get_by_label("姓名").fill(name)
    page.get_by_role("button", name="进入").click()
    return page


def header(page: Page, words: str) -> None:
    page.locator("#kept", has_text=re.compile(f"^{words}")).wait_for(timeout=10_000)


def option(page: Page, letter: str) -> Locator:
    return page.locator(f".option[data-letter={letter}]")


def to(page: Page, number: int) -> None:
    overview(page)
    page.get_by_role("button", name=f"第 {number} 题，").click()
    page.get_by_text(f"第 {number} 题 / 共 6 题").wait_for()


def overview(page: Page) -> str:
    if not page.get_by_role("heading", name="总览").count():
        page.get_by_role("button", name="总览").click()
    return page.locator("main").inner_text()


def test_what_the_disk_refuses_or_the_line_loses_is_not_called_saved_until_it_is(
    browser: Browser, tmp_path: Path
) -> None:
    with odd_room(paper(6), tmp_path) as room:
        page = entered(browser, room, "甲")
        page.get_by_text("请等候考官开始").wait_for()
        room.start()
        one = room.place.hall.room.candidates[1]
        page.clock.install()
        option(page, "A").click()
        header(page, "已保存$")
        assert one.chosen == {0: 0} and option(page, "A").get_attribute("aria-checked") == "true"

        # the disk is full
        room.disk.full = True
        option(page, "B").click()
        header(page, "1 题没有保存")
        page.get_by_text("考官电脑没能存下这一步").wait_for()
        page.get_by_text("这一题的选择还没有保存").wait_for()
        assert "refused" in str(option(page, "B").get_attribute("class")) and one.chosen == {0: 0}
        option(page, "B").click()  # once more, and there still is no room
        header(page, "1 题没有保存")
        to(page, 2)
        option(page, "C").click()
        header(page, "2 题没有保存")
        said = overview(page)
        assert (
            "还有 5 题没答" in said and "有 2 题选了还没有保存" in said and "第 1 题 B" in said and "第 2 题 C" in said
        )
        assert room.place.hall.overview()["rows"][0]["answered"] == 1
        page.get_by_role("button", name="交卷").click()
        page.get_by_text("还有 2 题没有保存，存好以后再交卷").wait_for()
        assert one.submitted is None
        page.reload()  # a page that is opened again still knows
        header(page, "2 题没有保存")

        # there is room again: a tap sends it at once, the other follows by itself
        room.disk.full = False
        to(page, 1)
        option(page, "B").click()
        assert soon(lambda: one.chosen.get(0) == 1)
        page.clock.fast_forward(6000)
        header(page, "已保存$")
        assert one.chosen == {0: 1, 1: 2}
        assert "还有 4 题没答" in overview(page) and page.get_by_text("还没有保存").count() == 0

        # the disk is slow
        room.disk.slow = 2.0
        to(page, 3)
        option(page, "A").click()
        header(page, "正在保存……$")
        assert "还有 4 题没答" in overview(page) and 2 not in one.chosen
        page.get_by_text("还有 3 题没答").wait_for(timeout=10_000)
        header(page, "已保存$")
        assert one.chosen[2] == 0
        room.disk.slow = 0.0

        # the line breaks
        room.line.broken = True
        room.line.cut()
        header(page, "连接断开")
        to(page, 4)
        option(page, "D").click()
        header(page, "连接断开，正在重连……1 题没有保存")
        assert "还有 3 题没答" in overview(page)
        room.line.broken = False
        page.clock.fast_forward(6000)
        header(page, "已保存$")
        assert soon(lambda: one.chosen.get(3) == 3)

        # the line swallows everything, and nobody hears of it
        room.line.swallow()
        to(page, 5)
        option(page, "B").click()
        header(page, "正在保存……$")
        page.clock.fast_forward(17_000)
        header(page, "已保存$")
        assert one.chosen == {0: 1, 1: 2, 2: 0, 3: 3, 4: 1}
        overview(page)
        page.get_by_role("button", name="交卷").click()
        page.get_by_role("heading", name="已交卷").wait_for()
        page.context.close()


def test_a_phone_out_of_reach_does_not_come_back_over_the_one_that_took_its_place(
    browser: Browser, tmp_path: Path
) -> None:
    with odd_room(paper(6), tmp_path) as room:
        old = entered(browser, room, "甲")
        old.get_by_text("请等候考官开始").wait_for()
        room.start()
        one = room.place.hall.room.candidates[1]
        option(old, "A").click()
        header(old, "已保存$")
        old.clock.install()
        old.context.set_offline(True)
        room.line.cut()
        header(old, "连接断开")
        option(old, "C").click()  # chosen where nobody hears it
        new = profile(browser, PHONE).new_page()
        new.goto(room.address)
        new.get_by_label("续考码").fill(one.code)
        new.get_by_role("button", name="接着答").click()
        option(new, "B").click()
        header(new, "已保存$")
        old.context.set_offline(False)
        old.clock.fast_forward(6000)
        old.get_by_role("heading", name="已在另一台设备上继续").wait_for()
        assert "第 1 题 C" in old.locator("#dropped").inner_text(), "what was not saved is named"
        old.reload()
        old.get_by_role("heading", name="进入考场").wait_for()
        to(new, 2)
        option(new, "D").click()
        header(new, "已保存$")
        assert one.chosen == {0: 1, 1: 3}
        for page in (old, new):
            page.context.close()


def test_the_examiner_lets_in_puts_out_and_shows_no_token(browser: Browser, tmp_path: Path) -> None:
    with odd_room(paper(6), tmp_path, per_address=2) as room:
        desk = profile(browser, WIDE).new_page()
        desk.on("dialog", lambda dialog: dialog.accept())
        desk.goto(room.desk)
        desk.get_by_text("进入 0 人").wait_for()
        assert "token" not in desk.url and desk.evaluate("location.search") == ""
        desk.reload()
        desk.get_by_text("进入 0 人").wait_for()
        pages = [entered(browser, room, name) for name in ("甲", "假", "丙")]
        pages[2].get_by_role("heading", name="请等候放行").wait_for()
        pages[2].get_by_text("同一网络地址已进来 2 人").wait_for()
        desk.get_by_text("门外有 1 人等候放行").wait_for()
        desk.get_by_role("button", name="放行", exact=True).click()
        pages[2].get_by_text("请等候考官开始").wait_for()
        row = desk.get_by_role("row", name="假")
        row.locator("td").get_by_role("button", name="移出").click()  # within the table
        desk.get_by_text("移出的 1 人").wait_for()
        pages[1].get_by_text("考官已把你移出考场").wait_for()
        desk.get_by_text("进入 2 人").wait_for()
        assert [one.name for one in room.place.hall.room.everybody()] == ["甲", "丙"]
        desk.get_by_role("button", name="恢复").click()
        desk.get_by_text("进入 3 人").wait_for()
        assert len(room.place.hall.room.everybody()) == 3
        for page in (desk, *pages):
            page.context.close()
