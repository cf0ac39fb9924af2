"""Back undoes the topmost thing only, by whatever one goes back: the arrow, the browser or its gesture, the Escape key."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.reader import PHONE, WIDE, Reader
from tests.browser.test_ruling import INSUFFICIENT, press, to_the_choice

SHEET, WORDS = "引用的条文", "先等违规者的下家决定"


def settled(reader: Reader, step: int) -> None:
    """Wait until the history has an entry for each thing on the screen: it is told after the screen is drawn."""
    reader.wait(lambda: reader.page.url.endswith(f"?step={step}"), f"step {step} in {reader.page.url}")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_the_browsers_back_undoes_one_thing_after_the_other(
    sit_down: Callable[..., Reader], size: tuple[int, int]
) -> None:
    reader = sit_down(size)
    reader.open("/rule/bridge")
    reader.see("发生了什么", "input")
    reader.go(INSUFFICIENT)
    to_the_choice(reader)
    press(reader, "对违规者的下家")
    reader.see("你可以接受这个叫牌")
    press(reader, "下一位")
    reader.see(WORDS)
    settled(reader, 5)
    reader.page.go_back()
    reader.see("1. 接受")  # the outcome, the words are gone
    settled(reader, 4)
    reader.page.go_back()
    reader.see("第 4 问")
    press(reader, "为什么问")
    reader.see(SHEET)
    settled(reader, 4)
    reader.page.go_back()
    reader.miss(SHEET)
    reader.see("第 4 问")
    reader.page.go_back()
    reader.see("第 3 问")
    reader.tap("退回一步", "button")
    reader.see("第 2 问")
    settled(reader, 1)
    press(reader, "否")
    reader.see("第 3 问")
    press(reader, "为什么问")
    settled(reader, 3)
    press(reader, "前往第")
    reader.see("加入书签", "button")
    reader.page.go_back()
    reader.see("第 3 问")
    settled(reader, 2)
    assert not reader.find(SHEET)
    for number in (2, 1):
        reader.page.go_back()
        reader.see(f"第 {number} 问")
    reader.page.go_back()
    reader.see("发生了什么", "input")
    assert reader.page.url.endswith("/rule/bridge")


def test_arrow_and_escape_leave_the_browser_where_they_lead(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/bridge")
    reader.see("发生了什么", "input")
    reader.go(INSUFFICIENT)
    press(reader, "是")
    reader.see("第 2 问")
    press(reader, "为什么问")
    reader.see(SHEET)
    reader.page.keyboard.press("Escape")
    reader.miss(SHEET)
    reader.page.wait_for_timeout(300)
    reader.see("第 2 问")
    reader.page.keyboard.press("Escape")
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")
    reader.tap("退回一步", "button")
    reader.see("第 1 问")
    reader.page.wait_for_timeout(300)
    reader.page.go_back()  # neither the sheet nor the answers that were taken back are met again
    reader.see("发生了什么", "input")


def test_a_ruling_opened_half_made_goes_back_by_one_answer_too(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open(INSUFFICIENT)
    press(reader, "是")
    reader.see("第 2 问")
    press(reader, "否")
    reader.see("第 3 问")
    reader.open("/rule/bridge")
    press(reader, "继续：不足叫牌")
    reader.see("第 3 问")
    reader.page.wait_for_timeout(300)
    reader.page.go_back()
    reader.see("第 2 问")
    reader.page.reload()
    reader.listen()
    reader.see("第 2 问")
    reader.page.go_back()
    reader.see("第 1 问")
    reader.page.go_back()
    reader.see("常用")
    reader.miss("继续：不足叫牌")  # all that was answered was taken back: nothing is left to go on with
