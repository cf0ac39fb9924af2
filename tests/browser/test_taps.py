"""How many taps it takes from the tab to the ruling, on a device that has ruled nothing yet: six or fewer."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.reader import ON_PHONE, PHONE, Reader
from tests.browser.test_ruling import open_tab, press

MOST = 6


@ON_PHONE
def test_revoke_established(reader: Reader, size: tuple[int, int]) -> None:
    open_tab(reader, size)
    press(reader, "藏牌成立后")
    reader.see("第 1 问")
    press(reader, "没有不判罚或特别的情形；藏牌的那一手自己赢了藏牌墩")
    reader.see("第 2 问")  # one sentence was tapped
    press(reader, "2")
    reader.see("共2墩", "h2")
    assert reader.taps == 4


@ON_PHONE
def test_insufficient_bid_corrected(reader: Reader, size: tuple[int, int]) -> None:
    open_tab(reader, size)
    press(reader, "不足叫牌")
    press(reader, "轮到他叫；裁判说明以前没有改过口；下家还没有接着叫")
    press(reader, "两个都无可置疑地不是约定")
    press(reader, "不接受，要求改正")
    press(reader, "改成同名目最低的足够叫牌")
    reader.see("不判罚")
    assert reader.taps <= MOST


@pytest.mark.parametrize("rules", ["只用2017版规则", "另采用附件"])
@ON_PHONE
def test_guandan_announcement_missed(reader: Reader, size: tuple[int, int], rules: str) -> None:
    open_tab(reader, size)
    reader.tap("掼蛋", "checkbox")
    press(reader, "未报牌")
    press(reader, "打完剩1到10张")
    press(reader, rules)
    press(reader, "0")
    reader.see("判罚")
    assert reader.find("警告", "h2")
    assert reader.taps <= MOST


@ON_PHONE
def test_shengji_failed_throw(reader: Reader, size: tuple[int, int]) -> None:
    open_tab(reader, size)
    reader.tap("升级", "checkbox")
    press(reader, "甩错牌")
    press(reader, "同桌运动员及时指出；核对后有人有大于所甩的牌")
    press(reader, "4")
    press(reader, "重罚张")
    reader.see("判罚")
    assert reader.taps <= MOST


def test_one_step_back_takes_the_whole_sentence_back(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/bridge/insufficient_bid")
    press(reader, "轮到他叫；裁判说明以前没有改过口；下家还没有接着叫")
    reader.see("下家已接着叫牌：否", "button")
    reader.tap("退回一步", "button")
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")


def test_what_is_ruled_here_comes_first(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    open_tab(reader, PHONE)
    press(reader, "竞叫")
    press(reader, "更改叫牌")
    title = reader.wait(lambda: next((n.flat for n in reader.nodes() if n.role == "h1"), None), "the title")
    for _ in range(12):
        reader.page.wait_for_timeout(250)
        if reader.find("依据", "h2"):
            break
        nodes = [n for n in reader.nodes() if n.role == "button"]
        first = next((n for n in nodes if n.flat in ("是", "否")), None)
        question = next((n for n in reader.nodes() if n.role == "h2"), None)
        below = [n for n in nodes if question and n.y > question.y]
        reader.touch(first or below[0])
    reader.see("依据", "h2")
    reader.tap("回到裁定列表", "button")
    reader.see("竞叫", "button")
    reader.page.mouse.move(PHONE[0] / 2, reader.height * 0.6)
    reader.page.mouse.wheel(0, -2000)  # the list stands where it was left
    heading = reader.see("常用", "h2")
    first = [n for n in reader.nodes() if n.role == "button" and heading.y < n.y < heading.y + 60]
    assert title in first[0].flat
    reader.open("/")
    reader.see("常用裁定")
    reader.see(title, "button")


def test_a_time_limit_runs_on_while_something_else_is_read(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/guandan/appeal")
    press(reader, "第一次提出")
    press(reader, "是")
    reader.see("本轮比赛结束了多少分钟")
    press(reader, "继续")
    reader.see("第 4 问")
    press(reader, "否")
    reader.see("本轮比赛结束后30分钟内")
    press(reader, "开始计时")
    reader.see("还剩")
    reader.tap("回到裁定列表", "button")
    press(reader, "继续：")
    reader.see("还剩")
