"""A game comes with its text alone, by touch: named, found, its rights marked, counted, recorded, ruled by a tree."""

from __future__ import annotations

from typing import TYPE_CHECKING

from tests.browser.reader import Reader, profile
from tests.browser.test_journal import fill_in
from tests.browser.test_own_books import DARK, pasted, picture
from tests.browser.test_ruling import press
from tests.rules_data.brought.making import text_of

if TYPE_CHECKING:
    from tests.browser.reader import Node, Published, Server

NAME = "斗地主"
TEXT = text_of("doudizhu.txt")


def narrow(reader: Reader) -> bool:
    """Whether the window is that of a telephone."""
    size = reader.page.viewport_size
    return size is not None and size["width"] < 900


def foot(reader: Reader) -> int:
    """How high is what covers the foot of a form: its button, and on a telephone the bar below it."""
    return 170 if narrow(reader) else 90


def choose(reader: Reader, text: str) -> None:
    """Tap the chip with these words, scrolled into view if it is below."""

    def there() -> Node | None:
        found = next((n for n in reader.nodes() if n.role == "checkbox" and text in n.flat), None)
        size = reader.page.viewport_size
        assert size is not None
        if found is None or found.y + found.height > reader.height - foot(reader):
            reader.page.mouse.move(size["width"] - (12 if narrow(reader) else 60), reader.height * 0.4)
            reader.page.mouse.wheel(0, 150)
            reader.page.wait_for_timeout(150)
            return None
        return found

    reader.wait(there, f"the chip {text!r}")
    reader.touch(reader.at_rest(text, "checkbox"))


def write(reader: Reader, label: str, text: str) -> None:
    """Type into a field, scrolled above the foot of the form before."""

    def there() -> bool:
        found = next((n for n in reader.nodes() if n.role in ("input", "textarea") and label in n.flat), None)
        if found is not None and 60 < found.y < reader.height - foot(reader) - 90:
            return True
        size = reader.page.viewport_size
        assert size is not None
        reader.page.mouse.move(size["width"] - (12 if narrow(reader) else 60), reader.height * 0.4)
        reader.page.mouse.wheel(0, -120 if found is not None and found.y <= 60 else 120)
        reader.page.wait_for_timeout(200)
        return False

    reader.wait(there, f"the field {label!r}")
    fill_in(reader, label, text)


def recorded(reader: Reader, book: str, name: str) -> None:
    """Record by 第八条 that the first at table 3 was told what somebody holds; it is a warning, and what that comes to."""
    reader.go(f"/clause/{book}/8")
    press(reader, "照本条记一次裁决")
    reader.see("依据哪一条")
    write(reader, "几号桌", "3")
    if not reader.find("第1轮"):  # it is taken over from the last ruling
        press(reader, "轮次加一")
    choose(reader, "3桌一号位")
    choose(reader, "记警告")
    picture(reader, f"own-by-hand-{name}")
    choose(reader, "照阶梯写")
    press(reader, "存入日志")


def test_a_game_by_its_text_alone(own: Server | Published, browser: object, size: tuple[int, int]) -> None:
    own.start()
    context = profile(browser, size, **DARK)  # type: ignore[arg-type]
    own.introduce(context)
    kind = ("phone" if size[0] < 900 else "wide") + ("-dark" if DARK else "")
    try:
        reader = Reader.sit_down(context, own.address)
        reader.open("/own")
        pasted(reader, TEXT)
        choose(reader, "别的项目")
        write(reader, "项目的名称", NAME)
        picture(reader, f"own-named-{kind}")
        press(reader, "读一读")
        reader.see("都读懂了")
        press(reader, "添加到手册")
        reader.see(f"项目：{NAME}")
        picture(reader, f"own-game-{kind}")
        book = reader.page.url.rpartition("/book/")[2].partition("?")[0]

        reader.go("/")  # a game as the others: chosen, and searched alone
        reader.tap(NAME, "checkbox")
        assert "第七条" in reader.search("收回所出的牌")[0].text
        picture(reader, f"own-found-{kind}")

        reader.go(f"/own/{book}/rights")
        reader.see("还没有确认")
        choose(reader, "可以：选手可以在自己的牌")
        reader.see("是谁的")
        picture(reader, f"own-marks-{kind}")
        reader.go(f"/rights/{NAME}")
        reader.tap("选手", "button")
        reader.see("选手可以在自己的牌不满十七张时要求重发")
        picture(reader, f"own-rights-{kind}")

        reader.go(f"/own/{book}/ladder")
        press(reader, "看来是这样，填进去")
        picture(reader, f"own-ladder-{kind}")
        press(reader, "就照这样数")
        reader.see("共 3 级")
        recorded(reader, book, f"first-{kind}")
        reader.see("这是这一方全赛第 1 次警告")
        recorded(reader, book, f"second-{kind}")
        reader.see("这是这一方全赛第 2 次警告：再警告，并扣2分。")
        picture(reader, f"own-record-{kind}")

        reader.go(f"/own/{book}/trees")
        press(reader, "第七条 抢先出牌的")
        write(reader, "这是什么事", "抢先出牌")
        write(reader, "牌桌上怎么说", "抢牌")
        write(reader, "问题 1：问什么", "下一家已经跟着出了牌吗？")
        choose(reader, "问题 1答“是”到新的结论")
        choose(reader, "问题 1答“否”到新的结论")
        picture(reader, f"own-tree-{kind}")
        write(reader, "结论 1：怎么判", "抢出的牌不再收回。")
        write(reader, "结论 1：对牌手说的话", "接着打。")
        write(reader, "结论 2：怎么判", "违规者收回抢出的牌，记警告一次。")
        picture(reader, f"own-tree-half-{kind}")
        reader.go("/")
        reader.go(f"/own/{book}/trees")
        press(reader, "抢先出牌")  # half done, and there
        write(reader, "结论 2：对牌手说的话", "请收回，警告一次。")
        choose(reader, "结论 2：记警告")
        press(reader, "存下，试一试")
        reader.see("下一家已经跟着出了牌吗？")
        picture(reader, f"own-asked-{kind}")
        press(reader, "否")
        reader.see("收回抢出的牌，记警告一次。")
        picture(reader, f"own-ruled-{kind}")
        reader.leave()
    finally:
        context.close()
