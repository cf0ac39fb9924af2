"""A referee rules from the tab to the outcome, changes a mind, types nonsense, looks up the clause and comes back."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.reader import ON_PHONE, PHONE, STILL, WIDE, Node, Reader

INSUFFICIENT = "/rule/bridge/insufficient_bid"
NAMED = {"button", "tab", "link", "textbox", "checkbox", "radio", "switch", "slider", "menuitem", "combobox"}


def button(reader: Reader, text: str) -> Node | None:
    """Return the button with a text, or one that begins with it, numbered or not: 否 is an answer, not the end of a fact."""
    buttons = [n for n in reader.nodes() if n.role == "button"]
    begins = re.compile(rf"(\d\. )?{re.escape(text)}")
    return next((n for n in buttons if n.flat == text), next((n for n in buttons if begins.match(n.flat)), None))


def above_the_foot(reader: Reader, node: Node) -> float:
    """Return where the foot of the screen begins, with its buttons and a line over them: what scrolls lies hidden under it."""
    feet = ("button", "tab")
    foot = [each.y for each in reader.nodes() if each.role in feet and reader.height - 80 < each.y != node.y]
    return min(reader.height - 8, *(y - 36 for y in foot)) if foot else reader.height - 8


BELOW_THE_HEAD = 130  # px: what stands higher may lie behind the search box and the games


def press(reader: Reader, text: str) -> None:
    """Tap the button that begins with a text, scrolled into view if it is below.

    A screen that has not come yet is scrolled too: what then stands above its list's edge is scrolled back.
    """
    scrolled = False

    def come_into_view() -> Node | None:
        nonlocal scrolled
        if (found := button(reader, text)) is None and (
            size := reader.page.viewport_size
        ):  # far below it is in no tree
            reader.page.mouse.move(size["width"] - 60, reader.height * 0.75)
            reader.page.mouse.wheel(0, 120)
            scrolled = True
            reader.page.wait_for_timeout(STILL)
        return found

    node: Node = reader.wait(come_into_view, f"the button {text!r}")
    for _ in range(60):
        if node.y + min(node.height, 60) > above_the_foot(reader, node):
            reader.page.mouse.move(node.x + 60, reader.height / 2)
            reader.page.mouse.wheel(0, 300)
        elif scrolled and node.y < BELOW_THE_HEAD:
            reader.page.mouse.move(node.x + 60, reader.height / 2)
            reader.page.mouse.wheel(0, -300)
        reader.page.wait_for_timeout(STILL)
        before, node = node, reader.wait(lambda: button(reader, text), f"the button {text!r}")
        if before == node:
            reader.touch(node)
            return
    raise AssertionError(f"{text!r} never stands still")


def open_tab(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/")
    reader.tap("裁决", "tab" if size == PHONE else "button")
    reader.see("发生了什么？", "input")  # the field of the first screen says the words without the mark


def tell(reader: Reader, text: str) -> None:
    """Say what happened."""
    field = reader.at_rest("发生了什么", "input")
    reader.taps += 1

    def focused() -> (
        bool
    ):  # with the accessibility tree on, the first tap after a change of tabs may only leave the bar
        reader.page.mouse.click(field.x + 40, field.y + field.height / 2)
        reader.page.wait_for_timeout(200)
        return bool(reader.page.evaluate("document.activeElement?.tagName === 'INPUT'"))

    reader.wait(focused, "the keyboard")
    reader.page.wait_for_timeout(100)
    reader.page.keyboard.type(text, delay=15)


def to_the_choice(reader: Reader) -> None:
    """Answer an insufficient bid in turn, not changed, not accepted yet, natural."""
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")
    press(reader, "否")
    reader.see("第 3 问")
    press(reader, "否")
    reader.see("第 4 问")
    press(reader, "两个都无可置疑地不是约定")
    reader.see("1. 接受")


def test_insufficient_bid_from_the_tab_to_the_outcome(reader: Reader, size: tuple[int, int]) -> None:
    open_tab(reader, size)
    press(reader, "竞叫")
    press(reader, "不足叫牌")
    to_the_choice(reader)
    assert reader.taps <= 7, "tab, stage, irregularity, four answers"
    reader.see("有限制或选择")
    reader.see("对违规者的下家")
    press(reader, "不接受，要求改正")
    reader.see("1. 改成")
    press(reader, "改成其他足够叫牌")
    reader.see("永远不叫")
    reader.see("判罚")
    reader.see("改正成立")
    reader.tap("退回一步", "button")
    reader.see("1. 改成")


@pytest.mark.short
@ON_PHONE
def test_insufficient_bid_by_what_people_say(reader: Reader, size: tuple[int, int]) -> None:
    open_tab(reader, size)
    tell(reader, "叫低了")
    press(reader, "不足叫牌")
    to_the_choice(reader)
    assert reader.taps <= 7


@ON_PHONE
def test_established_revoke_by_what_people_say(reader: Reader, size: tuple[int, int]) -> None:
    open_tab(reader, size)
    tell(reader, "打完了才发现藏牌")
    press(reader, "藏牌成立后")
    reader.see("第 1 问")
    press(reader, "都没有")
    reader.see("第 2 问")
    press(reader, "藏牌的那一手自己")
    reader.see("第 3 问")
    press(reader, "2")
    reader.see("宣读")
    reader.see("判罚")
    assert reader.find("墩", "h2"), "the ruling says how many tricks"
    assert reader.taps <= 6
    reader.tap("复制裁定", "button")
    reader.see("已复制裁定和条文")
    copied: str = reader.page.evaluate("navigator.clipboard.readText()")
    assert copied.startswith("【裁定】藏牌成立后")
    assert "《复式桥牌规则》（1999年版）第64条A款1  1.违规者赢得藏牌墩" in copied


@ON_PHONE
def test_a_changed_answer_keeps_those_that_still_apply(reader: Reader) -> None:
    reader.open(INSUFFICIENT)
    to_the_choice(reader)
    press(reader, "下家已接着叫牌：否")
    reader.see("现在是：否")
    press(reader, "是")
    reader.see("视同合法，竞叫继续，不判罚")
    assert reader.find("第 4 问") is None, "nothing is asked again"
    reader.tap("退回一步", "button")
    reader.see("1. 接受")


@ON_PHONE
def test_back_undoes_exactly_one_answer(reader: Reader) -> None:
    reader.open(INSUFFICIENT)
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")
    press(reader, "否")
    reader.see("第 3 问")
    reader.tap("退回一步", "button")
    reader.see("第 2 问")
    reader.tap("退回一步", "button")
    reader.see("第 1 问")
    reader.tap("返回", "button")
    reader.see("不足叫牌 叫低了", "button")


@ON_PHONE
def test_an_impossible_auction_is_explained_and_not_lost(reader: Reader) -> None:
    reader.open(INSUFFICIENT)
    press(reader, "先录入竞叫过程")
    press(reader, "键入")
    reader.see("录入并继续")
    reader.page.wait_for_timeout(300)
    reader.page.keyboard.type("N 1S P 8Z", delay=15)
    reader.see("第3个叫牌")
    reader.see("没有“8Z”这种叫牌")
    press(reader, "录入并继续")
    reader.see("没有“8Z”这种叫牌")
    field = "[...document.querySelectorAll('input, textarea')].map((e) => e.value)"
    assert "N 1S P 8Z" in reader.page.evaluate(field), "what was typed is still there"
    box = reader.page.query_selector("textarea")
    assert box is not None
    box.focus()
    reader.page.keyboard.press("End")
    for _ in range(2):
        reader.page.keyboard.press("Backspace")
    reader.page.keyboard.type("1H", delay=15)
    reader.see("读作 北家发牌，1♠ 不叫 1♥")
    press(reader, "录入并继续")
    reader.see("第 1 问")
    reader.see("推出的 轮到他叫牌：是", "button")


def test_a_clause_and_back_loses_nothing(reader: Reader, size: tuple[int, int]) -> None:
    reader.open(INSUFFICIENT)
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")
    press(reader, "为什么问")
    reader.see("引用的条文")
    press(reader, "前往第9条B款2")
    reader.see("加入书签", "button")
    reader.tap("返回", "button")
    reader.see("第 2 问")
    reader.see("轮到他叫牌：是", "button")
    reader.open("/")
    reader.tap("裁决", "tab" if size == PHONE else "button")
    press(reader, "继续：不足叫牌")
    reader.see("第 2 问")


@ON_PHONE
def test_words_are_shown_large(reader: Reader) -> None:
    reader.open(INSUFFICIENT)
    to_the_choice(reader)
    press(reader, "对违规者的下家")
    reader.see("你可以接受这个叫牌")
    press(reader, "下一位")
    reader.see("先等违规者的下家决定")
    press(reader, "收起")
    reader.see("1. 接受")


@ON_PHONE
def test_a_follow_up_carries_what_is_known(reader: Reader) -> None:
    reader.open(INSUFFICIENT)
    press(reader, "先录入竞叫过程")
    press(reader, "键入")
    reader.see("录入并继续")
    reader.page.wait_for_timeout(300)
    reader.page.keyboard.type("N 1S P E:1H", delay=15)
    reader.see("读作")
    press(reader, "录入并继续")
    reader.see("按第31条越序实质叫牌处理")
    press(reader, "越序实质叫牌 现在")
    reader.see("越序实质叫牌", "h1")
    reader.see("竞叫过程：北家发牌，1♠ 不叫 东家1♥", "button")


@pytest.mark.parametrize("size", [PHONE, WIDE], ids=["phone", "wide"])
def test_a_law_leads_to_its_ruling(sit_down: Callable[..., Reader], size: tuple[int, int]) -> None:
    reader = sit_down(size)
    reader.open("/clause/bridge-1999/64A1")
    reader.see("相关案例") if size == WIDE else None
    press(reader, "按本条裁定")
    reader.wait(lambda: reader.find("第 1 问") or reader.find("藏牌成立后", "button"), "a ruling or a choice of them")
    reader.open("/")
    reader.type("叫低了")
    press(reader, "裁定：不足叫牌")
    reader.see("第 1 问")


@ON_PHONE
def test_all_cases_of_a_law_are_a_tap_away(reader: Reader) -> None:
    """不足叫牌的案例比一页列出的多：点“另有”就都列出来，列在后面的也打得开。"""
    reader.open("/clause/bridge-1999/27")
    press(reader, "另有")
    reader.wait(lambda: button(reader, "另有") is None, "all of them")
    press(reader, "下家接着叫了2♣，轮到谁")
    reader.see("看裁定过程")


@ON_PHONE
def test_what_happened_is_heard_in_a_case_and_at_its_outcome(reader: Reader) -> None:
    """竞叫进行中，西家手里的 ♥5 滑落在桌上: the picture is one thing with a text, in the sheet and below the ruling."""
    reader.open("/clause/bridge-1999/50")
    press(reader, "叫牌时掉了一张5")
    reader.see("西家（违规者）。西家露出：红心5。红心5做防家时是罚张。座位按顺时针轮转。")
    press(reader, "看裁定过程")
    reader.see("是一张小牌，不是过早引牌")
    for _ in range(20):
        if reader.find("西家（违规者）。西家露出：红心5。"):
            break
        reader.page.mouse.move(200, reader.height / 2)
        reader.page.mouse.wheel(0, 300)
        reader.page.wait_for_timeout(100)
    reader.see("西家（违规者）。西家露出：红心5。红心5做防家时是罚张。座位按顺时针轮转。")


def test_everything_has_a_name_and_room(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)

    def check() -> None:
        nameless = [role for role, name in reader.tree() if role in NAMED and not name.strip()]
        assert not nameless
        tight = too_tight()
        if tight:  # what the edge of the list cuts off is scrolled to
            reader.page.mouse.move(200, reader.height / 2)
            reader.page.mouse.wheel(0, 200)
            reader.page.wait_for_timeout(500)
        assert not tight & too_tight()

    def too_tight() -> set[str]:
        """What is tapped and has less than 44 px."""
        tapped = [n for n in reader.nodes() if n.role in ("button", "checkbox")]
        return {n.text for n in tapped if n.height < 44 or n.width < 44}

    reader.open("/rule")
    reader.see("发牌", "button")
    check()
    reader.open(INSUFFICIENT)
    reader.see("第 1 问")
    check()
    to_the_choice(reader)
    check()


def test_nothing_is_cut_off_at_200_percent(reader: Reader) -> None:
    reader.open("/tools/settings")
    reader.tap("200%", "checkbox")
    width = reader.page.viewport_size["width"] if reader.page.viewport_size else 0

    def check(where: str) -> None:
        reader.page.wait_for_timeout(300)
        for node in reader.nodes():
            if node.role in ("group", "tablist") or node.y < 0 or node.y > reader.height:
                continue
            scrolls = node.role == "checkbox" or (node.role == "button" and node.y < 320)  # rows of stages, of facts
            assert scrolls or (node.x >= -1 and node.x + node.width <= width + 1), f"{where}: {node} runs out"

    reader.open("/rule")
    check("entry")
    reader.open(INSUFFICIENT)
    reader.see("第 1 问")
    check("question")
    to_the_choice(reader)
    check("outcome")


def test_a_game_without_rulings_says_so(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/bridge/nothing_of_the_kind")
    reader.see("没有这一项裁定")
