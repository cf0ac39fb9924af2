"""学习: a scenario to the end, and ten questions with the server killed in between."""

from __future__ import annotations

from typing import TYPE_CHECKING

from app.study.guided import guided
from app.study.scenarios import scenario
from tests.browser.reader import PHONE, Published, Reader, Server, profile

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Browser

CASE = "bridge.insufficient_bid.higher"
ADDRESS = "/learn/scenarios/bridge/insufficient_bid/higher"
HIGH = 56  # px of an answer at least


def walk(reader: Reader, seed: int, wrong: int | None = None) -> None:
    """Answer every step by the keyboard, one of them wrong."""
    case = scenario(CASE)
    assert case is not None
    made = guided(case, seed)
    assert made is not None
    for number, step in enumerate(made.steps):
        reader.see(step.prompt)
        reader.wait(
            lambda step=step: len([n for n in reader.nodes() if n.role == "button"]) > len(step.options), "the answers"
        )
        pick = (step.right + 1) % len(step.options) if number == wrong else step.right
        reader.page.keyboard.press(str(pick + 1))
        reader.see("答错了" if number == wrong else "答对了")
        reader.page.keyboard.press("Enter")
        reader.miss("答错了" if number == wrong else "答对了")


def test_a_scenario_to_the_end(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/learn")
    reader.tap("情景", "button")
    reader.tap("竞叫", "button")
    reader.see("来一轮")
    reader.open(ADDRESS)
    reader.see("看牌桌") if reader.find("看牌桌") else reader.see("发牌")
    answers = reader.wait(
        lambda: [n for n in reader.nodes() if n.role == "button" and "改过口" in n.flat], "the answers"
    )
    assert answers[0].height >= HIGH, "an answer is as high as a finger needs"
    assert reader.see("不用再问").y < reader.height, "the whole question is on one screen"
    walk(reader, 0, wrong=0)
    reader.see("漏了什么")
    reader.see("好裁判会这样说")
    reader.tap("在裁决里判一遍", "button")
    reader.see("依据")
    reader.see("永远不叫")
    reader.page.go_back()
    reader.see("漏了什么")
    reader.open("/learn/scenarios")
    reader.tap("做错过的")
    reader.see("1 个情景")
    reader.tap("改高了一级", "button")
    reader.wait(lambda: reader.find("再来一遍", "button") or reader.find("现在该问什么"), "the scenario")
    if reader.find("再来一遍", "button"):  # a server still has the window in which it was gone through
        reader.tap("再来一遍", "button")
    walk(reader, 1)
    reader.see("全对")
    reader.open("/learn/scenarios")
    reader.tap("做错过的")
    reader.see("没有做错过")
    assert not reader.foreign


def test_ten_questions_with_the_server_killed_in_between(browser: Browser, own: Server | Published) -> None:
    own.start()
    context = profile(browser, PHONE)
    own.introduce(context)
    reader = Reader.sit_down(context, own.address)

    def answer(first: int, last: int) -> None:
        for number in range(first, last + 1):
            reader.see(f"第 {number} 题")
            reader.page.keyboard.press("2")
            reader.see("下一题", "button")
            assert reader.find("答对了") or reader.find("答错了")
            if number < last:
                reader.page.keyboard.press("Enter")

    try:
        reader.open("/learn")
        reader.see("新题 10")
        reader.tap("开始练习", "button")
        answer(1, 5)
        own.kill()
        reader.page.close()
        own.start()
        reader.page = reader.context.new_page()
        reader.open("/learn")
        reader.see("新题 5")
        reader.tap("开始练习", "button")
        answer(1, 5)
        reader.open("/learn")
        reader.see("新题 0")
        reader.tap("统计", "button")
        found = reader.see("答题次数")
        assert found.flat.startswith("10"), found.flat
        reader.page.go_back()
        reader.see("新题 0")
        reader.open("/learn/practice/guandan/play")
        answer(1, 2)  # another sitting in the same window
        assert not reader.foreign
    finally:
        reader.context.close()
