"""A regulation is brought the evening before, by touch: pasted, mended, kept, found with the law, confirmed, cited in a ruling."""

from __future__ import annotations

import os
from pathlib import Path

from tests.browser.reader import Published, Reader, Server, profile
from tests.browser.test_ruling import press
from tests.rules_data.brought.making import GUANDAN, SHENGJI, text_of

PICTURES = os.environ.get("ZHICAI_PICTURES", "")


def picture(reader: Reader, name: str) -> None:
    """Keep a picture of the screen, where somebody wants to look at it."""
    if PICTURES:
        reader.page.wait_for_timeout(600)
        reader.page.screenshot(path=str(Path(PICTURES) / f"{name}.png"))


def pasted(reader: Reader, text: str) -> None:
    """Put a text into the field as the system's own paste does."""
    reader.tap("规程的全文，每条另起一行")
    reader.page.keyboard.insert_text(text)


def test_a_regulation_is_brought_and_used(
    own: Server | Published, browser: object, size: tuple[int, int], tmp_path: Path
) -> None:
    own.start()
    context = profile(browser, size)  # type: ignore[arg-type]
    own.introduce(context)
    kind = "phone" if size[0] < 900 else "wide"
    try:
        reader = Reader.sit_down(context, own.address)
        reader.open("/")
        press(reader, "加一本")
        reader.see("加一本规则书")
        press(reader, "读一读")
        reader.see("还没有文字")  # what is wrong is said, and nothing is lost
        pasted(reader, text_of(SHENGJI))
        picture(reader, f"bring-{kind}")
        press(reader, "读一读")
        reader.see("没有读懂的 1")
        reader.see("上一行没有说完")
        picture(reader, f"lines-{kind}")
        press(reader, "8 四 庄家自己也不得再看")
        reader.tap("接上一行", "checkbox")
        reader.see("都读懂了")
        press(reader, "添加到手册")
        reader.see("东风俱乐部周三升级活动约定")
        reader.see("用于所有赛事")
        picture(reader, f"book-{kind}")

        reader.open("/own")
        pasted(reader, text_of(GUANDAN))
        press(reader, "读一读")
        reader.see("2026年江城杯掼蛋公开赛竞赛规程")
        press(reader, "添加到手册")
        press(reader, "看来改动了规则 4 处，4 处没有确认")
        reader.see("还没有确认，没有生效")
        picture(reader, f"changes-{kind}")
        reader.tap("确认", "checkbox")
        reader.open("/")
        hits = reader.search("茶歇")
        assert "第十二条" in hits[0].text, hits
        picture(reader, f"found-{kind}")
        reader.open("/clause/guandan-2017/12_2")
        reader.see("江城杯掼蛋公开赛竞赛规程")
        picture(reader, f"clause-{kind}")
        reader.open("/clause/guandan-2017/17")
        reader.leave()
    finally:
        context.close()
