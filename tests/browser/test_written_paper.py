"""A written paper in Chromium, from composing to marks: written on a phone that loses its line, marked by two, decided, counted."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.base.opened import trees
from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.marking import marked
from app.exams.paper import LETTERS, Item, Paper, checked
from app.exams.proposing import proposed
from app.exams.room import reopened
from app.exams.room_log import read_log
from app.exams.set_by_hand import question
from tests.browser.odd_room import odd_room, soon
from tests.browser.reader import PHONE, WIDE, profile
from tests.browser.test_exam_room import entered, header

if TYPE_CHECKING:
    from collections.abc import Sequence

    from playwright.sync_api import Browser, Locator, Page

    from app.study.parts import Part

pytestmark = pytest.mark.served_only("an exam room is a server: a site has none")


def field(page: Page, part: int) -> Locator:
    return page.locator(f"textarea[data-part='{part}']")


def looked_at(page: Page, name: str) -> None:
    """Keep a picture of the page where a folder is named for it."""
    if folder := os.environ.get("ZHICAI_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def marking(browser: Browser, address: str, by: str) -> Page:
    page = profile(browser, WIDE).new_page()
    page.goto(address)
    page.locator("#count").wait_for()
    page.goto(page.url.partition("?")[0] + "marking")
    page.get_by_label("评分人").fill(by)
    page.get_by_role("button", name="开始评分").click()
    page.get_by_role("button", name="答卷 1").click()
    page.locator(".answer").first.wait_for()
    return page


def test_a_paper_is_composed_written_marked_by_two_decided_and_counted(browser: Browser, tmp_path: Path) -> None:
    lines = [Wanted("bridge", "", "连环裁决", number=1, marks=12.0)]
    made = composed("国家级裁判员裁决题", 60, lines, from_bank, seed=11)
    asked = made.items[0].question
    with odd_room(made, tmp_path) as room:
        page = entered(browser, room, "甲")
        page.get_by_text("离开这一页").wait_for()
        room.start()
        one = room.place.hall.room.candidates[1]
        assert asked.parts[1].points[0].text not in page.content() and "against" not in page.content()

        # what is written is saved within seconds, also with the cursor still in it
        field(page, 0).fill(asked.parts[0].model)
        assert soon(lambda: one.written.get(0, {}).get(0) == asked.parts[0].model)
        header(page, "已保存$")
        looked_at(page, "candidate")

        # ten thousand characters, and one more
        page.clock.install()
        field(page, 1).fill("裁" * 10_000)
        field(page, 1).blur()
        assert soon(lambda: len(one.written[0].get(1, "")) == 10_000)
        field(page, 1).fill("裁" * 10_001)
        field(page, 1).blur()
        page.get_by_text("超过 10000 字，没有保存").wait_for()
        assert len(one.written[0][1]) == 10_000

        # the line breaks while he writes: not called saved, kept through a reload, saved when it is back
        field(page, 1).fill(asked.parts[1].model)
        field(page, 1).blur()
        assert soon(lambda: one.written[0][1] == asked.parts[1].model)
        room.line.broken = True
        room.line.cut()
        header(page, "连接断开")
        field(page, 2).fill("断线时写的")
        field(page, 2).blur()
        header(page, "连接断开，正在重连……1 题没有保存")
        assert 2 not in one.written[0]
        room.line.broken = False
        page.clock.fast_forward(6000)
        header(page, "已保存$")
        assert soon(lambda: one.written[0].get(2) == "断线时写的") and field(page, 2).input_value() == "断线时写的"

        # he leaves the page and comes back: reported, with the seconds
        other = page.context.new_page()
        page.evaluate(
            "Object.defineProperty(document, 'visibilityState', {value: 'hidden', configurable: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
        page.clock.fast_forward(7000)
        page.evaluate(
            "Object.defineProperty(document, 'visibilityState', {value: 'visible', configurable: true});"
            "document.dispatchEvent(new Event('visibilitychange'))"
        )
        assert soon(lambda: len(one.away) == 1) and 6 <= one.away[0] <= 12
        other.close()

        # another device goes on from what is saved; the old one does not write over it
        new = profile(browser, PHONE).new_page()
        new.on("dialog", lambda dialog: dialog.accept())
        new.goto(room.address)
        new.get_by_label("续考码").fill(one.code)
        new.get_by_role("button", name="接着答").click()
        field(new, 2).wait_for()
        assert field(new, 2).input_value() == "断线时写的"
        page.get_by_text("已在另一台设备上继续").wait_for()
        field(new, 3).fill(asked.parts[3].model)
        new.get_by_role("button", name="总览").click()
        assert soon(lambda: one.written[0].get(3) == asked.parts[3].model)
        new.get_by_role("button", name="交卷").click()
        new.get_by_role("heading", name="已交卷").wait_for()

        # the examiner ends it; two mark it, neither sees the other's marks before his own
        desk = profile(browser, WIDE).new_page()
        desk.on("dialog", lambda dialog: dialog.accept())
        desk.goto(room.desk)
        desk.get_by_text("1 次").wait_for()
        desk.get_by_role("button", name="结束考试").click()
        desk.get_by_role("button", name="评书写的题").wait_for()
        looked_at(desk, "desk")
        first = marking(browser, room.desk, "考官甲")
        assert "甲生" not in first.content()
        looked_at(first, "marking")
        count = sum(bool(one.written[0].get(at, "").strip()) for at in range(len(asked.parts)))
        for _ in range(count):
            first.get_by_role("button", name="存这一问", exact=True).first.click()
            first.wait_for_timeout(300)
        assert soon(lambda: len(room.place.hall.room.grades) == count)
        second = marking(browser, room.desk, "考官乙")
        assert "考官甲" not in second.content()
        section = second.locator("main > .point").first
        section.get_by_role("button", name="无", exact=False).first.click()
        second.get_by_role("button", name="存这一问", exact=True).first.click()
        second.get_by_text("两人相差").wait_for()
        second.get_by_text("不同在").wait_for()
        looked_at(second, "differ")
        assert room.place.hall.room.grades_of(one, 0)[0].share is None
        second.get_by_role("button", name="照上面点的定分").click()
        assert soon(lambda: room.place.hall.room.grades_of(one, 0)[0].state == "decided")

        # it counts, and the file says the same
        answers = room.place.hall.room.everybody()[0]
        assert marked(made, answers).unmarked == () and 0 < marked(made, answers).total < made.total
        total = marked(made, answers).total
        for each in (page, new, desk, first, second):
            each.context.close()
    again = reopened(made, read_log(tmp_path))
    assert marked(made, again.everybody()[0]).total == total


def test_what_remains_is_drawn_and_a_claim_is_ordered_filled_in_and_marked_by_itself(
    browser: Browser, tmp_path: Path
) -> None:
    """Law 70C: the trump was forgotten and a normal line loses a trick to it: three of the four that remain, 4♠ made, 420."""
    name = "bridge.claim_missing_trump"
    made = checked(Paper("残局", 30, (Item(question(name, trees().written[name]), 10.0),)))
    parts = made.items[0].question.parts
    with odd_room(made, tmp_path) as room:
        page = entered(browser, room, "甲")
        page.get_by_text("离开这一页").wait_for()
        room.start()
        page.locator("input[data-part='3']").wait_for()
        content = page.locator("main").inner_text()
        assert all(seat in content for seat in ("北家", "东家", "南家", "西家")) and "420" not in content
        looked_at(page, "claim")
        for at in parts[0].right:
            page.locator(f"[data-part-option='0/{LETTERS[at]}']").click()
        page.locator("input[data-part='3']").fill("3墩")
        page.locator("input[data-part='4']").fill("420分")
        page.locator("input[data-part='4']").blur()
        one = room.place.hall.room.candidates[1]
        assert soon(lambda: one.written.get(0, {}).get(4) == "420分")
        shares = [
            each.share for each in proposed(made.items[0].question, written_by(one.written[0], parts), lambda _: ())
        ]
        assert [shares[0], shares[3], shares[4]] == [1, 1, 1] and shares[1:3] == [0, 0]
        page.context.close()


def written_by(written: dict[int, str], parts: Sequence[Part]) -> list[str]:
    return [written.get(at, "") for at in range(len(parts))]
