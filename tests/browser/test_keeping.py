"""What is kept: bookmarks, what was read, settings; across windows and restarts of the server."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest

from tests.browser.reader import ON_PHONE, PHONE, Published, Reader, Server, profile
from tests.browser.test_journal import fill_in

if TYPE_CHECKING:
    from playwright.sync_api import Browser


def test_bookmark_and_settings_survive_a_restart(browser: Browser, own: Server | Published) -> None:
    own.start()
    context = profile(browser, PHONE)
    own.introduce(context)
    reader = Reader.sit_down(context, own.address)
    try:
        reader.open("/clause/bridge-1999/64A1")
        reader.tap("加入书签", "button")
        reader.see("移出书签", "button")
        reader.open("/tools/settings")
        reader.tap("深色", "checkbox")
        reader.wait(lambda: reader.picture()["light"] < 80, "dark ground")
        reader.page.wait_for_timeout(300)
        reader.page.close()
        own.stop()

        own.start()
        reader.page = reader.context.new_page()
        reader.open("/")
        reader.see("书签")
        assert reader.picture()["light"] < 80, "still dark"
        reader.tap("桥牌 第64条A款1", "button")
        reader.see("移出书签", "button")
        assert not reader.foreign
    finally:
        reader.context.close()
        status = own.stop()
    assert status == 0, "the server ends when asked to, and tidies up"


@ON_PHONE
def test_recent_clauses_and_searches(reader: Reader) -> None:
    reader.open("/")
    reader.open_first("cangpai")
    reader.see("加入书签", "button")
    reader.open("/")
    if reader.find("清除", "button"):
        reader.tap("清除", "button")
    reader.see("最近")
    reader.tap("cangpai", "button")
    reader.wait(reader.hits, "the hits of the search tapped")


@pytest.mark.not_in_app("the shell says whether the phone is dark: test_shell.py")
@ON_PHONE
def test_dark_mode_follows_the_system(sit_down: Callable[..., Reader], size: tuple[int, int]) -> None:
    light = sit_down(size, color_scheme="light")
    light.open("/clause/bridge-1999/64")
    assert light.picture()["light"] > 190
    dark = sit_down(size, color_scheme="dark")
    dark.open("/clause/bridge-1999/64")
    assert dark.picture()["light"] < 70


@ON_PHONE
def test_traditional_everywhere(reader: Reader) -> None:
    reader.open("/tools/settings")
    reader.tap("繁体", "checkbox")
    reader.see("設置")
    reader.open("/clause/bridge-1999/64A1")
    reader.see("複式橋牌規則")
    reader.see("藏牌成立後的處理程序")
    assert reader.find("违规") is None
    reader.open("/")
    reader.see("規則書")
    assert reader.find("规则") is None
    assert all("罚" not in hit.flat for hit in reader.search("罚则"))


@ON_PHONE
def test_copy_share_and_select(reader: Reader) -> None:
    """What is copied says where it stands and what is misprinted; what is shared leads nobody to this machine."""
    reader.open("/clause/bridge-1999/64A1")

    def copied() -> str:
        return str(reader.page.evaluate("navigator.clipboard.readText()"))

    reader.tap("复制条文和出处", "button")
    reader.see("已复制第64条A款1")
    source = "《复式桥牌规则》（1999年版，1999年12月起施行）第64条A款1\n1.违规者赢得藏牌墩\n违规者赢得藏牌墩时"
    assert copied().startswith(source)
    assert "【勘误】" in copied()
    whole = copied()
    reader.page.evaluate("navigator.clipboard.writeText('')")
    reader.tap("更多", "button")
    reader.tap("分享", "button")
    reader.wait(lambda: copied().startswith(source), "the clause in the clipboard")
    assert "127.0.0.1" not in copied() and "http" not in copied()
    words = reader.see("将藏牌墩以及")
    reader.page.wait_for_timeout(2500)  # the message at the bottom goes
    y = words.y + words.height - 14
    reader.page.mouse.move(words.x + 2, y)
    reader.page.mouse.down()
    reader.page.mouse.move(words.x + 120, y, steps=6)
    reader.page.mouse.up()
    reader.tap("连出处复制", "button")
    reader.wait(lambda: "——《复式桥牌规则》" in copied(), "the selected words with their source")
    words_copied = "".join(copied().removeprefix("“").split("”——")[0].split())
    assert len(words_copied) > 3 and words_copied in "".join(whole.split()), "nothing but printed words"


@ON_PHONE
def test_words_are_found_in_the_open_law(reader: Reader) -> None:
    reader.open("/clause/bridge-1999/64A1")
    reader.tap("在本条中找", "button")
    reader.wait(lambda: reader.page.query_selector("input"), "the field")
    reader.page.wait_for_timeout(1200)  # it takes the keyboard by itself
    reader.page.keyboard.type("非违规方", delay=30)
    first = reader.wait(lambda: next((n.flat for n in reader.nodes() if n.flat.startswith("第1处，共")), None), "hits")
    count = int(first.removeprefix("第1处，共").removesuffix("处"))
    assert count > 3
    reader.tap("下一处", "button")
    reader.see(f"第2处，共{count}处")
    reader.tap("上一处", "button")
    reader.tap("上一处", "button")
    reader.see(f"第{count}处，共{count}处")
    reader.tap("不找了", "button")
    reader.tap("后一条 第65条", "button")
    reader.see("第65条", "h1")


@ON_PHONE
def test_notes_and_folders_outlive_the_page(reader: Reader) -> None:
    reader.open("/clause/guandan-2017/12")
    reader.tap("更多", "button")
    reader.tap("写笔记", "button")
    reader.wait(lambda: reader.page.query_selector("textarea"), "the field")
    reader.page.wait_for_timeout(500)
    reader.page.keyboard.type("先问打以前几张", delay=20)
    reader.tap("关闭", "button")
    reader.see("我的笔记：先问打以前几张")
    reader.tap("更多", "button")
    reader.tap("放进书签夹", "button")
    fill_in(reader, "新书签夹的名字", "报牌")
    reader.tap("放进新书签夹", "button")
    reader.see("书签夹：报牌")
    reader.page.wait_for_timeout(500)
    reader.open("/clause/guandan-2017/12")
    reader.see("书签夹：报牌")
    reader.see("我的笔记：先问打以前几张")
