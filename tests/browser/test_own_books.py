"""A regulation is brought the evening before, by touch: pasted, mended, kept, found with the law, confirmed, cited in a ruling."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.app.brought.test_pdf_file import paper, without_map
from tests.browser.reader import FLAGS, PHONE, Published, Reader, Server, chromium, profile
from tests.browser.test_published import KEPT, another_window
from tests.browser.test_ruling import press
from tests.rules_data.brought.making import BRIDGE, GUANDAN, SHENGJI, brought, text_of
from tests.rules_data.brought.test_word_file import NUMBERING, cell, p, word

if TYPE_CHECKING:
    from playwright.sync_api import Browser

ID = brought(GUANDAN).book.id
PICTURES = os.environ.get("ZHICAI_PICTURES", "")
DARK = {"color_scheme": "dark"} if os.environ.get("ZHICAI_DARK") else {}  # for looking at the pictures


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
        press(reader, "名称、施行日期、用在哪里")
        reader.see("还没有这个项目的赛事")
        picture(reader, f"about-{kind}")
        press(reader, "不改")
        reader.see("用于所有赛事")

        reader.open("/own")
        pasted(reader, text_of(GUANDAN))
        press(reader, "读一读")
        reader.see("2026年江城杯掼蛋公开赛竞赛规程")
        press(reader, "添加到手册")
        press(reader, "看来改动了规则 4 处，4 处没有确认")
        reader.see("还没有确认，没有生效")
        picture(reader, f"changes-{kind}")
        reader.tap("确认", "checkbox")
        press_chip(reader, "改一改：第二十二条")  # recognised as a replacement: it is only added to
        reader.see("照这样确认")
        picture(reader, f"mending-{kind}")
        press_chip(reader, "补充")
        press(reader, "照这样确认")
        reader.see("照你说的改了")
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


def test_what_they_settle_is_confirmed_ruled_by_and_handed_over(
    own: Server | Published, browser: object, size: tuple[int, int], tmp_path: Path
) -> None:
    """The three regulations: one settles how a ruling goes, one the clock of a round, one changes the law; one goes to another."""
    own.start()
    context = profile(browser, size, **DARK)  # type: ignore[arg-type]
    own.introduce(context)
    kind = ("phone" if size[0] < 900 else "wide") + ("-dark" if DARK else "")
    try:
        reader = Reader.sit_down(context, own.address)
        reader.open("/")
        for name, title in (
            (BRIDGE, "江城市桥牌俱乐部队式赛补充规定"),
            (SHENGJI, "东风俱乐部周三升级活动约定"),
            (GUANDAN, "2026年江城杯掼蛋公开赛竞赛规程"),
        ):
            reader.go("/own")
            reader.see("加一本规则书")
            pasted(reader, text_of(name))
            press(reader, "读一读")
            reader.see(title)
            press(reader, "添加到手册")
            reader.see("用于所有赛事")
        reader.go("/rule/guandan/equal_levels")
        press(reader, "一局定胜负的淘汰赛")
        reader.see("文本没有定论，由主办机构决定")  # the law leaves it open, and nobody has confirmed anything
        reader.go(f"/book/{brought(GUANDAN).book.id}")
        picture(reader, f"own-book-{kind}")
        press(reader, "看来定了规则没有写死的")
        reader.see("还没有确认，没有生效")
        picture(reader, f"settings-{kind}")
        press(reader, "加打一副")
        reader.go("/rule/guandan/equal_levels")
        reader.see("照本赛事的规定")  # the ruling that waited for the decision goes on with it
        reader.see("照《江城杯掼蛋公开赛竞赛规程》第五条四：“淘汰赛打成平级的，加打一副")
        picture(reader, f"ruled-by-{kind}")
        reader.go(f"/book/{brought(GUANDAN).book.id}")
        press(reader, "传给另一台手机")
        reader.see("张码，轮一遍约")
        picture(reader, f"handing-{kind}")
        press(reader, "显示码")
        reader.see("第 1 张，共")
        reader.go(f"/book/{brought(GUANDAN).book.id}")
        reader.tap("《掼蛋规则》的另一版", "checkbox")
        press(reader, "和《掼蛋规则》逐条对照")
        reader.see("对错了的，点它改")
        picture(reader, f"edition-{kind}")
        reader.leave()
    finally:
        context.close()


def test_a_clause_is_ruled_by_itself_and_goes_over_with_its_book_and_texts_stand_beside_each_other(
    own: Server | Published, browser: object, size: tuple[int, int], tmp_path: Path
) -> None:
    """No tree knows article 11 of the regulation: ruled on its page, in the journal with its words, handed over with the book."""
    own.start()
    context = profile(browser, size, **DARK)  # type: ignore[arg-type]
    own.introduce(context)
    kind = ("phone" if size[0] < 900 else "wide") + ("-dark" if DARK else "")
    try:
        reader = Reader.sit_down(context, own.address)
        reader.open("/own")
        pasted(reader, text_of(GUANDAN))
        press(reader, "读一读")
        press(reader, "添加到手册")
        reader.see("用于所有赛事")
        press(reader, "看来改动了规则")
        reader.see("还没有确认，没有生效")
        reader.tap("确认", "checkbox")
        reader.go("/own/guandan-2017/current")
        reader.see("江城杯掼蛋公开赛竞赛规程")
        picture(reader, f"current-{kind}")
        reader.go(f"/clause/{ID}/11")
        press(reader, "照本条记一次裁决")
        reader.see("第一次给予警告，第二次记违例一次")
        picture(reader, f"by-clause-{kind}")
        press(reader, "存入日志")
        reader.see("请写怎么判")  # nothing is lost by it
        press_chip(reader, "南北方")
        reader.tap("轮次加一", "button")
        press_chip(reader, "记警告（本条写到）")
        press_chip(reader, "照条文写：给予警告。")
        reader.see("这是这一方全赛第 1 次照这一条记：给予警告。")
        picture(reader, f"by-clause-counted-{kind}")
        press(reader, "存入日志")
        reader.see("照本条记1次、警告1次")
        reader.see("《江城杯掼蛋公开赛竞赛规程》第十一条")
        picture(reader, f"by-clause-kept-{kind}")
        reader.go("/tools/handover")
        reader.see("连规程一起（1 本）")
        reader.see("张码，轮一遍约")
        picture(reader, f"along-{kind}")
        reader.go("/own/guandan-2017/edition")
        reader.see("不采用和采用")
        picture(reader, f"with-supplement-{kind}")
        reader.go("/own/bridge-1999-hant/edition")
        reader.see("繁简之分不算不同")
        picture(reader, f"witness-{kind}")
        reader.leave()
    finally:
        context.close()


def opened(reader: Reader, name: str, data: bytes) -> None:
    """Choose a file by the system's own picker."""
    with reader.page.expect_file_chooser() as chooser:
        press(reader, "打开文件")
    chooser.value.set_files({"name": name, "mimeType": "application/octet-stream", "buffer": data})


@pytest.mark.not_in_app("the app's files come through the shell, which test_shell tries")
def test_files_are_opened_by_the_picker(own: Server | Published, browser: object, size: tuple[int, int]) -> None:
    """A .docx with a numbered list and a table is read; a .pdf where there is what reads it; what is neither is one sentence."""
    own.start()
    context = profile(browser, size, **DARK)  # type: ignore[arg-type]
    own.introduce(context)
    kind = "phone" if size[0] < 900 else "wide"
    table = f"<w:tbl><w:tr>{cell('轮次')}{cell('时间')}</w:tr><w:tr>{cell('1')}{cell('上午')}</w:tr></w:tbl>"
    body = (
        p("东风掼蛋赛规程") + p("宗旨", ("1", 0)) + p("为了比赛。") + p("赛程", ("1", 0)) + table + p("茶歇", ("1", 0))
    )
    try:
        reader = Reader.sit_down(context, own.address)
        reader.open("/own")
        reader.see("加一本规则书")
        opened(reader, "旧的.doc", b"\xd0\xcf\x11\xe0" + bytes(600))
        reader.see("是旧的 Word 格式，这里读不了")
        opened(reader, "规程.pdf", without_map(paper([text_of(GUANDAN).replace("\t", " ").split("\n")[:30]])))
        reader.see("PDF，网页里不读" if isinstance(own, Published) else "里的文字没有字符对照")
        picture(reader, f"refused-{kind}")
        opened(reader, "东风.docx", word(body + p("每两轮之间茶歇。"), numbering=NUMBERING))
        press(reader, "读一读")
        reader.see("都读懂了")
        reader.see("第三条 茶歇")
        picture(reader, f"docx-{kind}")
        press(reader, "添加到手册")
        reader.see("用于所有赛事")
        reader.go("/")
        assert "第三条" in reader.search("茶歇")[0].text
        reader.leave()
    finally:
        context.close()


def press_chip(reader: Reader, text: str) -> None:
    """Tap a chip, scrolled into view above what is pinned at the foot."""
    for _ in range(20):
        node = reader.find(text, "checkbox")
        if node is not None and node.y + 60 < reader.height - 180:
            break
        reader.page.mouse.move(reader.page.viewport_size["width"] - 40, reader.height / 2)  # type: ignore[index]
        reader.page.mouse.wheel(0, 150)
        reader.page.wait_for_timeout(200)
    reader.tap(text, "checkbox")


KEPT_BY = (
    # the regulation, what is confirmed, and how a ruling goes by it: where, what is tapped, what it says
    (
        GUANDAN, "加打一副", "/rule/guandan/equal_levels", ("一局定胜负的淘汰赛",),
        "照《江城杯掼蛋公开赛竞赛规程》第五条四：“淘汰赛打成平级的，加打一副", ("茶歇", "每两轮之间茶歇十五分钟"),
    ),
    (
        BRIDGE, "20分钟", "/rule/bridge/trick_or_score_error", ("墩数没有争议", "是"),
        "4.1：“第79条C款所说的时限，改为该节结束后20分钟。", ("反常约定", "禁止使用高度反常的约定"),
    ),
    (
        SHENGJI, "打完并计入", "/rule/shengji/time_up", ("是",),
        "照《东风俱乐部周三升级活动约定》二：“每桌最多打两个小时", ("茶水费", "茶水费每人每次十元"),
    ),
)  # fmt: skip


def rules_by_it(reader: Reader, address: str, taps: tuple[str, ...], said: str) -> None:
    """Rule where a regulation settles how: the ruling says by which words of which regulation."""
    reader.go(address)
    for each in taps:
        press(reader, each)
    reader.see(said)


@pytest.mark.not_in_app("the app lies in its package: nothing is kept of a site, and no file is downloaded")
def test_the_three_go_to_a_second_phone_and_are_read_and_ruled_by_there_without_a_network(
    browser: Browser, published: Path, tmp_path: Path
) -> None:
    """The chief's phone brings them and gives files; the other takes them in, the site goes away: found, read, ruled by."""
    site = Published(published)
    site.start()
    context = profile(browser, PHONE)
    site.introduce(context)
    given: list[bytes] = []
    try:
        reader = Reader.sit_down(context, site.address)
        reader.open("/")
        for name, setting, address, taps, said, (word, words) in KEPT_BY:
            reader.go("/own")
            pasted(reader, text_of(name))
            press(reader, "读一读")
            press(reader, "添加到手册")
            press(reader, "看来定了规则没有写死的")
            press(reader, setting)
            rules_by_it(reader, address, taps, said)  # cited in a ruling, here first
            reader.go("/")
            reader.search(word)
            reader.see(words)
            reader.go(f"/book/{brought(name).book.id}")
            reader.see("第 2 版")
            press(reader, "传给另一台手机")
            reader.see("张码，轮一遍约")
            with reader.page.expect_download() as file:
                press(reader, "传文件")
            given.append(Path(file.value.path()).read_bytes())
        reader.leave()
    finally:
        context.close()
    width, height = PHONE
    other = browser.browser_type.launch_persistent_context(
        str(tmp_path / "second"), executable_path=chromium(), args=[*FLAGS], locale="zh-CN", has_touch=True,
        viewport={"width": width, "height": height},
    )  # fmt: skip
    try:
        reader = Reader.sit_down(other, site.address)
        for each in given:
            reader.open("/tools/journal")
            with reader.page.expect_file_chooser() as chooser:
                reader.tap("并入别的裁判的日志", "button")
            chooser.value.set_files({"name": "规程.txt", "mimeType": "text/plain", "buffer": each})
            reader.see("第 2 版收下了，可以查到了")
        reader.go("/")
        reader.see("已存进本机，断网也能用")
        reader.page.wait_for_function(KEPT)
        site.stop()
        reader = another_window(reader, f"/book/{ID}")
        reader.see("2026年江城杯掼蛋公开赛竞赛规程")
        for name, _, address, taps, said, (word, words) in KEPT_BY:
            reader.go("/")
            reader.search(word)
            reader.see(words)
            reader.go(f"/book/{brought(name).book.id}")
            reader.see("第 2 版")
            rules_by_it(reader, address, taps, said)
            picture(reader, f"second-phone-{name.partition('.')[0]}")
        reader.leave()
    finally:
        other.close()
