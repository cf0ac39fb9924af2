"""Tools by touch, as they are used at a table: keys and cards on a phone, no keyboard; clocks in test_senses.py."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.reader import PHONE, WIDE, Reader


def take(reader: Reader, title: str) -> None:
    """Open a tool from the grid, which stands beside it on a wide window, with nothing entered."""
    if reader.find("返回", "button"):
        reader.tap("返回", "button")
    reader.see("找工具")
    reader.tap(title, "button")
    reader.tap("重新录入", "button")


def address_says(reader: Reader, entered: str) -> None:
    reader.wait(lambda: entered in reader.page.url, f"the address to say {entered}")


def six_tools(reader: Reader) -> None:
    """Six tools of three games, from the grid and by the addresses others send."""
    take(reader, "复式记分")
    reader.see("庄家方 +420")
    reader.tap("加倍，加倍")
    reader.see("庄家方 +590")
    reader.see("墩分 60×4＝240，局奖 300，做成加倍定约 50")
    reader.tap("庄家方得墩，9")
    reader.see("庄家方 −100")
    address_says(reader, "tricks=9")

    take(reader, "IMP 换算")
    for digit in "620":
        reader.tap(f"南北得分，{digit}")
    reader.see("我队 +12 IMP")  # 620: 600 to 740

    take(reader, "藏牌转墩")
    reader.tap("藏牌墩谁赢的，违规者的同伴")
    reader.see("还要录入：违规方在藏牌墩以后赢几墩。")
    reader.tap("违规方在藏牌墩以后赢几墩，0")
    reader.see("防守方转给庄家方 1 墩")

    reader.go("/tools/guandan-beats?level=8&previous=S9,C9")
    reader.see("还要录入：后一手")
    reader.tap("黑桃A")
    reader.see("压不住：牌型不同")
    reader.tap("红心8")
    reader.see("压得住")
    reader.see("前一手一对9，后一手一对A")
    address_says(reader, "play=SA,H8")

    reader.go("/tools/guandan-points?ns=9&ew=6")
    reader.see("级分 16：10")

    reader.go("/tools/shengji-order?level=7&trump=S")
    reader.see("打7，黑桃为将")
    reader.tap("将牌花色，♥")
    reader.see("打7，红心为将，将牌 18 张")
    address_says(reader, "trump=H")


def test_calculators_by_touch(sit_down: Callable[..., Reader]) -> None:
    """On a phone, and in the same window made wide; what was entered is there again after the page was loaded anew."""
    reader = sit_down(PHONE)
    reader.open("/tools")
    six_tools(reader)
    reader.page.set_viewport_size({"width": WIDE[0], "height": WIDE[1]})
    reader.go("/tools")
    reader.see("找工具")
    six_tools(reader)

    reader.page.reload(wait_until="commit")  # the address bar says what was entered
    reader.listen()
    reader.see("打7，红心为将")
    reader.go("/tools/bridge-score")
    reader.see("庄家方 −100")
    reader.open("/")
    reader.search("甩牌")
    reader.tap("工具：甩牌")
    reader.see("还要录入：甩出的牌")


def test_what_is_typed_to_find_a_tool_stays_and_is_let_go_by_one_tap(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/tools")
    reader.see("复式记分")
    reader.tap("找工具")
    reader.type("甩牌")
    reader.miss("复式记分")
    reader.see("甩牌成不成立")
    field = "[...document.querySelectorAll('input,textarea')].map(each => each.value).join()"
    reader.wait(lambda: "甩牌" in reader.page.evaluate(field), "the field to keep what was typed")
    reader.tap("清除")
    reader.see("复式记分")
    reader.wait(lambda: "甩牌" not in reader.page.evaluate(field), "the field to be empty")
