"""A referee enters what lies on the table by touch: auctions, cards, seats, numbers and times."""

from __future__ import annotations

from collections.abc import Callable

from tests.browser.reader import ON_PHONE, PHONE, Reader
from tests.browser.test_ruling import button, press

INSUFFICIENT = "/rule/bridge/insufficient_bid"
FIELDS = "[...document.querySelectorAll('input, textarea')].map((e) => e.value)"


def tap_all(reader: Reader, *keys: str) -> None:
    """Tap one key after the other, each when what the one before changed is on the screen."""
    for each in keys:
        before = [node.flat for node in reader.nodes()]
        press(reader, each)
        reader.wait(lambda before=before: [node.flat for node in reader.nodes()] != before, f"something after {each!r}")


def begin_auction(reader: Reader, dealer: str, *calls: str) -> None:
    reader.open(INSUFFICIENT)
    press(reader, "先录入竞叫过程")
    reader.see("谁发牌")
    press(reader, dealer)
    reader.see("轮到")
    tap_all(reader, *calls)


@ON_PHONE
def test_an_insufficient_bid_in_turn(reader: Reader) -> None:
    begin_auction(reader, "北", "1黑桃", "不叫")
    reader.wait(lambda: button(reader, "南家，轮到"), "南家，轮到")
    press(reader, "1红心")
    reader.see("南家 1红心，不足")
    press(reader, "录入并继续")
    reader.see("第 1 问")  # what was entered is no question that was answered
    reader.see("推出的 轮到他叫牌：是", "button")


@ON_PHONE
def test_a_bid_out_of_turn_by_another_seat(reader: Reader) -> None:
    begin_auction(reader, "北", "1黑桃", "不叫")
    press(reader, "东家")
    reader.see("记东家越序的叫牌")
    press(reader, "1红心")
    reader.see("东家 1红心，不足、越序")
    press(reader, "录入并继续")
    reader.see("按第31条越序实质叫牌处理")


@ON_PHONE
def test_an_auction_is_judged_when_it_is_said_to_be_done(reader: Reader) -> None:
    begin_auction(reader, "北", "1黑桃", "不叫")
    reader.page.wait_for_timeout(800)
    reader.miss("没有不足叫牌")
    press(reader, "录入并继续")
    reader.see("输入的竞叫过程里没有不足叫牌，最后是东家的不叫；")
    tap_all(reader, "1红心")
    reader.miss("没有不足叫牌")
    reader.see("南家 1红心，不足")


def test_the_last_call_is_undone_and_typing_takes_over(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    begin_auction(reader, "东", "1无将", "加倍")
    reader.see("南家 加倍")
    press(reader, "撤销")
    reader.miss("南家 加倍")
    reader.wait(lambda: button(reader, "南家，轮到"), "南家，轮到")
    reader.page.mouse.move(reader.page.viewport_size["width"] / 2, reader.height / 2)  # type: ignore[index]
    reader.page.mouse.wheel(0, -900)  # it stands beside the question
    press(reader, "键入")
    reader.wait(lambda: "E: 1NT" in reader.page.evaluate(FIELDS), "what was tapped, in words")
    reader.page.wait_for_timeout(300)
    reader.page.keyboard.press("End")
    reader.page.keyboard.type(" P 1H", delay=15)
    reader.see("读作")
    press(reader, "改用点选")
    reader.see("西家 1红心，不足")
    press(reader, "录入并继续")
    reader.see("推出的 轮到他叫牌：是", "button")


def test_what_was_tapped_is_still_there_after_going_away(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    begin_auction(reader, "北", "1黑桃")
    press(reader, "跳过")
    reader.see("第 1 问")
    press(reader, "先录入竞叫过程")
    reader.see("北家 1黑桃")
    reader.tap("退回一步", "button")  # the last thing entered, not the pad
    reader.miss("北家 1黑桃")
    reader.see("轮到北家")


def test_a_bid_of_more_than_seven(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/bridge/bid_of_more_than_seven")
    press(reader, "先录入竞叫过程")
    tap_all(reader, "北", "7无将", "超过7线", "8梅花")
    reader.see("东家 8梅花，超过7线")


def test_a_hand_of_bridge(reader: Reader) -> None:
    reader.open("/rule/bridge/revoke")
    press(reader, "先录入")
    tap_all(reader, "红心7", "红心2", "黑桃A", "梅花3")
    reader.see("已选 4 张：♥7 ♥2 ♠A ♣3")
    reader.wait(lambda: button(reader, "红心7，已选"), "红心7，已选")
    press(reader, "红心2，已选")
    reader.see("已选 3 张：♥7 ♠A ♣3")
    tap_all(reader, *(f"方块{rank}" for rank in ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4")))
    reader.see("一手牌最多13张，先点掉一张再选")
    press(reader, "撤销")
    press(reader, "录入并继续")
    reader.see("他打出的那张牌")
    reader.wait(lambda: button(reader, "梅花3，已写在他出这张牌时的一手牌里"), "梅花3，已写在他出这张牌时的一手牌里")
    press(reader, "梅花3")
    reader.see("这一墩引的花色")


@ON_PHONE
def test_two_decks_with_level_and_wild_cards(reader: Reader) -> None:
    reader.open("/rule/guandan/wrong_tribute")
    press(reader, "先录入本副打几")
    press(reader, "10")
    press(reader, "跳过")  # who lost the deal before by a double down
    reader.see("贡牌者贡牌前的手牌")
    tap_all(reader, "红心10，红心参谋", "黑桃10，级牌", "大王", "大王")  # the jokers lie below all others
    reader.see("已选 4 张：♥10 ♠10 大王 大王")
    reader.wait(lambda: button(reader, "大王，已选2张"), "大王，已选2张")
    press(reader, "大王")
    reader.see("已选 2 张：♥10 ♠10")


def test_a_seat_with_the_dealer_and_the_direction(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/bridge/opening_lead_face_up")
    press(reader, "先录入")
    tap_all(reader, "北", "1无将", "不叫", "3无将", "不叫", "不叫", "不叫")
    press(reader, "录入并继续")
    press(reader, "牌局")
    reader.see("违规者是哪一家")
    reader.see("顺时针")
    press(reader, "北 发牌")
    reader.wait(lambda: button(reader, "牌局") and "违规者 北家" in button(reader, "牌局").flat, "the offender")


def test_a_time(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/bridge/appeal")
    press(reader, "先录入")
    press(reader, "跳过")  # what the organiser may have set
    reader.see("正式分数公布的时刻")

    def shown() -> int:
        found = [n.flat for n in reader.nodes() if len(n.flat) == 5 and n.flat[2] == ":"]
        return int(found[0][:2]) * 60 + int(found[0][3:])

    press(reader, "现在")
    reader.page.wait_for_timeout(300)
    before = shown()
    press(reader, "减1小时")
    press(reader, "加10分钟")
    reader.wait(lambda: shown() == (before - 50) % (24 * 60), "fifty minutes earlier")
    press(reader, "录入并继续")
    reader.see("提出申诉的时刻")


def test_a_number_without_a_bound_has_keys_and_steps(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/rule/guandan/lateness")
    press(reader, "另采用附件")
    press(reader, "否")
    press(reader, "加10")
    press(reader, "加1")
    press(reader, "继续")
    reader.see("迟到：11", "button")


def test_every_key_has_a_name_and_room(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)

    def check() -> None:
        keys = [n for n in reader.nodes() if n.role == "button" and n.y < reader.height - 160]  # below, the bar covers
        small = [n for n in keys if n.height < 44 or n.width < 44]
        assert not small
        nameless = [role for role, name in reader.tree() if role == "button" and not name.strip()]
        assert not nameless

    begin_auction(reader, "北", "1黑桃")
    check()
    reader.open("/rule/guandan/wrong_tribute")
    press(reader, "先录入本副打几")
    check()
    press(reader, "2")
    reader.see("上一副判双下的违规者", "h2")
    check()
    press(reader, "跳过“上一副判双下的违规者”")
    reader.see("贡牌者贡牌前的手牌")
    check()
