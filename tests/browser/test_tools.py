"""Tools by touch, as they are used at a table: keys and cards on a phone, no keyboard; clocks in test_senses.py."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.reader import PHONE, Reader


def back_to_tools(reader: Reader) -> None:
    reader.tap("返回", "button")
    reader.see("找工具")


def test_calculators_by_touch(sit_down: Callable[..., Reader]) -> None:
    """Six tools of three games; what was entered is there again after the page was loaded anew."""
    reader = sit_down(PHONE)
    reader.open("/tools")

    reader.tap("复式记分", "button")
    reader.see("庄家方 +420")
    reader.tap("加倍，加倍")
    reader.see("庄家方 +590")
    reader.see("墩分 60×4＝240，局奖 300，做成加倍定约 50")
    reader.tap("庄家方得墩，9")
    reader.see("庄家方 −100")
    back_to_tools(reader)

    reader.tap("IMP 换算", "button")
    for digit in "620":
        reader.tap(f"南北得分，{digit}")
    reader.see("我队 +12 IMP")  # 620: 600 to 740
    back_to_tools(reader)

    reader.tap("藏牌转墩", "button")
    reader.tap("藏牌墩谁赢的，违规者的同伴")
    reader.see("防守方转给庄家方 1 墩")

    reader.open("/tools/guandan-beats?level=8&previous=S9,C9")
    reader.see("还要录入：后一手")
    reader.tap("黑桃A")
    reader.see("压不住：牌型不同")
    reader.tap("红心8")
    reader.see("压得住")
    reader.see("前一手一对9，后一手一对A")

    reader.open("/tools/guandan-points?ns=9&ew=6")
    reader.see("级分 16：10")

    reader.open("/tools/shengji-order?level=7&trump=S")
    reader.see("打7，黑桃为将")
    reader.tap("将牌花色，♥")
    reader.see("打7，红心为将，将牌 18 张")

    reader.open("/tools/bridge-score")
    reader.see("庄家方 −100")
    reader.open("/")
    reader.search("甩牌")
    reader.tap("工具：甩牌")
    reader.see("还要录入：甩出的牌")
