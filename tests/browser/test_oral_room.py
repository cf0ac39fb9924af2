"""An oral examination in two browsers: the examiner plays the table and marks, the candidate's phone shows what he was told."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from app.exams.blueprint import Wanted, composed, from_bank
from app.exams.marking import marked
from app.exams.room import reopened
from app.exams.room_log import read_log
from tests.browser.odd_room import odd_room, soon
from tests.browser.reader import WIDE, profile
from tests.browser.test_exam_room import entered

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.served_only("an exam room is a server: a site has none")


def looked_at(page: Page, name: str) -> None:
    """Keep a picture of the page where a folder is named for it."""
    if folder := os.environ.get("ZHICAI_PICTURES"):
        page.screenshot(path=str(Path(folder) / f"{name}.png"), full_page=True)


def test_a_table_is_played_a_ruling_heard_and_marked(browser: Browser, tmp_path: Path) -> None:
    made = composed("临场口试", 60, [Wanted("bridge", "", "口试", number=1, marks=10.0)], from_bank, seed=5)
    question = made.items[0].question
    script = question.oral
    assert script is not None
    with odd_room(made, tmp_path) as room:
        phone = entered(browser, room, "甲")
        phone.get_by_text("离开这一页").wait_for()
        room.start()
        phone.get_by_text("等考官叫你").wait_for()
        assert script.tells[0] not in phone.content() and script.situation not in phone.content()

        desk = profile(browser, WIDE).new_page()
        desk.on("dialog", lambda dialog: dialog.accept())
        desk.goto(room.desk)
        with desk.expect_popup() as opened:
            desk.get_by_role("button", name="口试").click()
        table = opened.value
        table.on("dialog", lambda dialog: dialog.accept())
        table.get_by_label("考官").fill("考官一")
        table.get_by_role("button", name="开始").click()
        table.get_by_role("button", name="甲").click()
        table.get_by_text(script.situation.splitlines()[0]).first.wait_for()
        first = table.get_by_role("button", name=f"告诉考生：{script.tells[0]}", exact=True)
        assert first.is_disabled()  # nothing is told before the clock runs
        table.get_by_role("button", name="叫 甲，开始计时（3:00）").click()
        table.locator("#clock", has_text="2:5").wait_for()
        first.click()
        phone.get_by_text(script.tells[0]).wait_for()
        assert script.tells[1] not in phone.locator("main").inner_text()
        looked_at(table, "oral-desk")
        looked_at(phone, "oral-phone")

        # marked while it is heard: the first part whole, of the others nothing
        for point in question.parts[0].points:
            table.get_by_role("button", name=f"{point.text}：有", exact=True).click()
        table.get_by_label("第 1 问他怎样说的").fill("先说了条款")
        for _ in question.parts:
            table.get_by_role("button", name="存这一问", exact=True).first.click()
            table.wait_for_timeout(300)
        one = room.place.hall.room.candidates[1]
        assert soon(lambda: len(room.place.hall.room.grades) == len(question.parts))
        table.get_by_role("button", name="结束这一题").click()
        phone.get_by_text("这一题已经结束").wait_for()
        table.get_by_role("button", name="返回").click()
        table.get_by_text("已评").wait_for()
        assert one.oral[0].ended is not None

        kept = reopened(made, read_log(tmp_path))
        answers = kept.answers_of(kept.candidates[1])
        assert script.tells[0] in answers.written[0][0]
        share = question.parts[0].weight / sum(part.weight for part in question.parts)
        assert marked(made, answers).total == pytest.approx(10.0 * share, abs=0.01)
