"""A player looks up what he may do, reads the clause, and sees what a ruling demands of him."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from tests.browser.reader import ON_PHONE, PHONE, Node, Reader
from tests.browser.test_ruling import press, to_the_choice

DUMMY = "/rights/bridge/play/dummy"


def chosen(reader: Reader) -> list[str]:
    """Return what a screen reader is told is chosen."""
    marked = "[aria-current='true'], [aria-selected='true'], [aria-checked='true']"
    return [element.inner_text() for element in reader.page.query_selector_all(marked)]


def choose(reader: Reader, text: str) -> None:
    """Tap a role, a stage or a game."""
    node: Node = reader.wait(lambda: next((n for n in reader.nodes() if n.flat == text), None), f"{text!r}")
    reader.touch(node)


def kind(reader: Reader, what: str) -> Node | None:
    """What one may, must or must not do, as it is chosen: with how many rows there are, which grow with the data."""
    return next((n for n in reader.nodes() if n.role == "checkbox" and re.fullmatch(rf"{what} \d+", n.flat)), None)


def test_from_the_tab_to_a_clause_in_four_taps(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/")
    reader.tap("权利", "tab" if size == PHONE else "button")
    reader.see("现在是什么时候，你是谁？")
    reader.see("首引翻明以后")
    assert kind(reader, "不得") is None, "nobody said that it is the play, or who he is"
    press(reader, "打牌：明手")
    reader.see("可以试图防止庄家违规")
    reader.touch(reader.wait(lambda: kind(reader, "不得"), "what he must not do"))
    reader.miss("可以试图防止庄家违规")
    for _ in range(20):  # only what is near the window is built
        if reader.find("第43条A款2(a)"):
            break
        reader.page.mouse.move(size[0] - 40, size[1] / 2)
        reader.page.mouse.wheel(0, 300)
        reader.page.wait_for_timeout(200)
    reader.see("不得与庄家交换看牌")
    reader.tap("第43条A款2(a)", "button")
    reader.see("引用的条文")
    reader.see("明手不得与庄家交换看牌")
    assert reader.page.url.partition("?")[0].endswith(DUMMY)


@ON_PHONE
def test_what_is_written_for_the_time_itself_comes_first(reader: Reader) -> None:
    """44D and 44C are of every trick; 16B2, 13 and 16A1 of what hardly ever happens, at any time."""
    reader.open("/rights/bridge/play/declarer")
    everyday = reader.see("不能跟牌时可以打任何牌")
    rare = reader.find("裁判要指定别人暂代得到非法消息的牌手")
    assert rare is None or everyday.y < rare.y


@ON_PHONE
def test_an_address_opens_on_somebody_and_is_remembered(reader: Reader) -> None:
    reader.open("/rights/guandan/wrong/lower")
    reader.wait(lambda: kind(reader, "可以"), "what he may do")
    reader.see("采用补充规定的比赛")
    assert any("违规者的下家" in text for text in chosen(reader))
    choose(reader, "贡还")
    reader.see("抓完牌以后")
    choose(reader, "下游")
    reader.see("红心参谋除外")
    reader.open("/rights")
    reader.see("红心参谋除外")
    choose(reader, "升级")
    reader.see("庄家的同伴")
    choose(reader, "掼蛋")
    reader.see("红心参谋除外")


@ON_PHONE
def test_who_i_am_stays_when_i_ask_about_another_time(reader: Reader) -> None:
    reader.open(DUMMY)
    choose(reader, "打完")
    reader.see("可以指出这副牌曾发生的任何违规")
    choose(reader, "竞叫")
    reader.see("可以参阅对方的约定卡")
    choose(reader, "打完")
    reader.see("可以指出这副牌曾发生的任何违规")


@ON_PHONE
def test_what_they_can_make_me_do(reader: Reader) -> None:
    reader.open("/rights/bridge/after")
    reader.see("他们能要求我做什么")
    press(reader, "竞叫")
    press(reader, "不足叫牌")
    to_the_choice(reader)
    reader.see("各家要做什么")
    chip = reader.at_rest("违规者的下家", "checkbox") if reader.find("违规者的下家", "checkbox") else None
    reader.touch(chip or next(n for n in reader.nodes() if n.flat == "违规者的下家"))
    reader.see("可以选")
    reader.see("会听到的")


@pytest.mark.not_in_app("the shell says whether the phone is dark: test_shell.py")
@ON_PHONE
def test_traditional_dark_and_large(sit_down: Callable[..., Reader], size: tuple[int, int]) -> None:
    reader = sit_down(size, color_scheme="dark")
    reader.open("/tools/settings")
    reader.tap("繁体", "checkbox")
    reader.wait(lambda: reader.find("設定") or reader.find("設置") or reader.find("繁體"), "traditional script")
    reader.go(DUMMY)
    reader.see("必須")
    assert reader.picture()["light"] < 90
