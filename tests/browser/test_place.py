"""A ruling belongs to its place: going back, another window, a page loaded again or a link do not move it to another pair."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING

import pytest

from tests.browser.reader import ON_PHONE, PHONE, WIDE, Published, Reader, Server, profile
from tests.browser.test_journal import SLOW, fill_in, save, too_slow
from tests.browser.test_ruling import press

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

    Hall = tuple[Server | Published, Callable[..., Reader]]

ROUND_ONE = "5桌 第1轮"


@pytest.fixture
def hall(browser: Browser, own: Server | Published) -> Iterator[Hall]:
    """An app with a journal of its own, and windows of one browser."""
    own.start()
    made: dict[tuple[int, int], BrowserContext] = {}

    def sit(size: tuple[int, int] = PHONE) -> Reader:
        if size not in made:
            made[size] = profile(browser, size)
            own.introduce(made[size])
        return Reader.sit_down(made[size], own.address)

    yield own, sit
    for context in made.values():
        context.close()


def there(pair: str) -> str:
    """A pair as it is called beside its place: the table is said once."""
    return f"{ROUND_ONE} {pair.removeprefix('5桌')}"


def against(reader: Reader, pair: str) -> None:
    """Say who the offender is by the seat he sits on, and see that his pair is ruled against."""
    reader.tap("南家" if pair.endswith("南北") else "东家", "checkbox")
    reader.see(there(pair).removeprefix("5桌 "))


def set_up_event(reader: Reader, name: str, game: str, pairs: str) -> None:
    reader.open("/tools/events")
    press(reader, "设一项赛事")
    fill_in(reader, "赛事名称", name)
    reader.tap(game, "checkbox")
    fill_in(reader, "把名单贴在这里", " ")  # the cursor is in it
    reader.page.evaluate("(text) => navigator.clipboard.writeText(text)", pairs)
    reader.page.keyboard.press("Control+V")
    reader.page.wait_for_timeout(500)
    press(reader, "存下并用这项赛事")
    reader.see(f"{name}", "button")


def at_table_five(reader: Reader, pair: str) -> None:
    """Say table and round, and then the pair, in the strip above the question."""
    reader.tap("违规方", "button")
    fill_in(reader, "几号桌", "5")
    if not reader.find("第1轮"):
        press(reader, "轮次加一")
    reader.tap(pair, "checkbox")
    press(reader, "就这样")
    reader.see(there(pair))


def recorded_for(reader: Reader, pair: str) -> None:
    """See that the ruling on the screen says it is recorded against this pair, and counts nobody else."""
    reader.see(f"已记入日志 {there(pair)}")
    reader.see("没有累计")


@ON_PHONE
def test_going_back_to_a_recorded_ruling_finds_it_with_its_own_pair(hall: Hall, size: tuple[int, int]) -> None:
    reader = hall[1](size)
    reader.open(SLOW)
    at_table_five(reader, "5桌南北")
    too_slow(reader)
    save(reader)
    recorded_for(reader, "5桌南北")
    # the other pair has a violation of its own, and then another ruling is begun against it
    press(reader, "重新开始")
    reader.miss("已记入日志")
    reader.see("违规方是谁")
    reader.see(ROUND_ONE)
    against(reader, "5桌东西")
    too_slow(reader)
    save(reader)
    recorded_for(reader, "5桌东西")
    reader.tap("回到裁定列表", "button")
    press(reader, "未报牌")
    reader.see("违规方是谁")
    against(reader, "5桌东西")
    reader.see("本轮违例 1 次")
    for _ in range(8):  # the browser's own button, until the first ruling is there again
        before = [node.flat for node in reader.nodes()]
        reader.page.go_back()
        reader.wait(lambda before=before: [node.flat for node in reader.nodes()] != before, "one step back")
        reader.page.wait_for_timeout(600)
        if reader.find(f"已记入日志 {there('5桌南北')}"):
            break
    recorded_for(reader, "5桌南北")
    assert not reader.find("东西"), "nothing of the other pair"
    press(reader, "看记录")
    reader.see("违规方：5桌南北")
    reader.open("/tools/journal")
    reader.see("共 2 条")


@pytest.mark.served_only("two windows write at the same time: of a site, one tab writes and the others read")
def test_two_windows_keep_to_their_own_pairs_and_the_journal_shows_both(
    hall: Hall,
) -> None:
    one = hall[1]()
    one.open(SLOW)
    at_table_five(one, "5桌南北")
    too_slow(one)
    save(one)
    watching, two = hall[1](WIDE), hall[1]()
    watching.open("/tools/journal")
    watching.see("共 1 条")
    two.open("/rule/guandan")
    press(two, "未报牌")
    two.see(ROUND_ONE)  # table and round are taken over, the offender is not
    two.see("违规方是谁")
    against(two, "5桌东西")
    two.see("没有累计")
    two.open(SLOW)
    against(two, "5桌东西")
    too_slow(two)
    save(two)
    recorded_for(two, "5桌东西")
    watching.see("共 2 条")  # without being loaded again
    watching.see("5桌东西")
    one.page.bring_to_front()
    recorded_for(one, "5桌南北")
    one.page.reload()
    one.listen()
    recorded_for(one, "5桌南北")
    press(one, "看记录")
    one.see("违规方：5桌南北")
    press(one, "撤回这条裁决")
    press(one, "撤回这条裁决")
    one.see("已撤回")
    watching.see("其中已撤回 1 条")
    one.tap("返回", "button")
    one.see("记过，已撤回")


def kept(own: Server | Published, reader: Reader) -> dict[str, str]:
    """What lies in this browser: texts by key."""
    if isinstance(own, Published):
        return reader.kept()
    found: dict[str, str] = reader.page.evaluate("({ ...localStorage })")
    return found


def test_a_ruling_half_made_survives_the_end_of_the_program(hall: Hall) -> None:
    server, sit = hall
    reader = sit()
    reader.open(SLOW)
    at_table_five(reader, "5桌南北")
    too_slow(reader)
    reader.wait(lambda: reader.page.url.startswith(server.address + SLOW + "/"), "an address of its own")
    address = reader.page.url
    rulings = lambda: " ".join(value for key, value in kept(server, reader).items() if "ruling." in key)  # noqa: E731
    reader.wait(lambda: "warned" in rulings(), "the last answer to be kept")
    server.stop()
    server.start()
    reader.page.close()
    reader.page = reader.context.new_page()
    reader.page.goto(address, wait_until="commit")
    reader.listen()
    reader.see("警告后10秒内仍不出牌")
    reader.see(there("5桌南北"))
    reader.open("/rule/guandan")
    press(reader, "继续：出牌超时 5桌 第1轮 南北方")
    reader.see("警告后10秒内仍不出牌")
    save(reader)
    reader.wait(lambda: re.search(r"recorded\W+true", rulings()), "it to be kept")
    server.stop()
    server.start()
    reader.page.goto(address, wait_until="commit")
    reader.listen()
    recorded_for(reader, "5桌南北")


def test_a_link_begins_a_ruling_of_its_own(hall: Hall) -> None:
    one = hall[1]()
    one.open(SLOW)
    at_table_five(one, "5桌南北")
    too_slow(one)
    save(one)
    two = hall[1]()
    two.open(SLOW)
    two.see("第 1 问")
    two.see("违规方是谁")
    assert not two.find("已记入日志") and not two.find("南北", "button")
    two.open(SLOW + "/0123456789")  # one that this device does not know: it is begun there
    two.see("第 1 问")
    two.see("违规方是谁")


def test_each_game_has_its_own_event(hall: Hall) -> None:
    reader = hall[1]()
    set_up_event(reader, "秋季掼蛋赛", "掼蛋", "1 红队 张三 李四\n2 蓝队 王五 赵六")
    reader.open("/rule/guandan")
    press(reader, "出牌超时")
    reader.see("秋季掼蛋赛")
    reader.see("1 红队", "checkbox")
    reader.open("/rule/bridge")
    press(reader, "藏牌成立后")
    press(reader, "没有不判罚或特别的情形；藏牌的那一手自己赢了藏牌墩")
    press(reader, "2")
    reader.see("共2墩", "h2")
    press(reader, "记录")
    reader.see("未设赛事")
    assert not reader.find("红队"), "a pair of another game is not offered"
    fill_in(reader, "几号桌", "3")
    reader.tap("3桌南北", "checkbox")
    press(reader, "存入日志")
    reader.see("已记入日志 3桌 南北方")
    press(reader, "看记录")
    reader.see("赛事：未设赛事")
    reader.open("/rule/shengji/slow_play")
    reader.see("违规方是谁")
    assert not reader.find("秋季掼蛋赛")
    reader.open("/tools/events")
    reader.see("掼蛋现在的赛事")
    chosen = [n.flat for n in reader.nodes() if n.role == "button" and n.flat.startswith("现在的赛事")]
    assert [line.split()[1] for line in chosen] == ["秋季掼蛋赛"]
    reader.see("桥牌、升级未设赛事")
    assert not [n.flat for n in reader.nodes() if n.role == "button" and "未设赛事" in n.flat]


def test_every_pair_of_a_large_event_is_within_reach(hall: Hall) -> None:
    reader = hall[1]()
    set_up_event(reader, "百队赛", "掼蛋", "\n".join(f"{n} 第{n}队" for n in range(64, 0, -1)))
    reader.open(SLOW)
    reader.see("违规方是谁")
    numbers = [n.flat for n in reader.nodes() if n.role == "checkbox" and n.flat.isdigit()]
    assert numbers[:5] == ["1", "2", "3", "4", "5"]
    reader.tap("违规方", "button")
    fill_in(reader, "几号桌", "5")
    press(reader, "轮次加一")
    before = [(n.flat, n.x, n.y) for n in reader.nodes() if n.role == "checkbox"]
    reader.tap("17", "checkbox")
    reader.see("违规方：17号 第17队")
    after = [(n.flat, n.x, n.y) for n in reader.nodes() if n.role == "checkbox"]
    assert [each for each in after if each in before] == [each for each in before if each in after]
    assert [n for n, _, _ in after] == [n for n, _, _ in before], "none jumps when one is chosen"
    press(reader, "就这样")
    reader.see("17号 第17队")
    too_slow(reader)
    save(reader)
    press(reader, "重新开始")
    reader.see("违规方是谁")

    def first() -> str | None:
        return next((n.flat for n in reader.nodes() if n.role == "checkbox"), None)

    reader.wait(lambda: first() == "17", "who sits at this table, before all others")


@pytest.mark.served_only("two windows write at the same time: of a site, one tab writes and the others read")
def test_bookmarks_and_settings_of_two_windows_stay(hall: Hall) -> None:
    server, sit = hall
    one = sit()
    one.open("/clause/bridge-1999/64A1")
    two = sit()
    two.open("/clause/bridge-1999/27A")
    one.tap("加入书签", "button")
    one.see("移出书签", "button")
    two.tap("加入书签", "button")
    two.see("移出书签", "button")
    one.open("/tools/settings")
    two.open("/")
    two.see("桥牌 第64条A款1", "button")
    two.see("桥牌 第27条A款", "button")
    light = two.picture()["light"]
    one.tap("深色", "checkbox")
    two.wait(lambda: two.picture()["light"] < light - 80, "the other window to turn dark")
    two.open("/tools/settings")
    two.tap("繁体", "checkbox")
    one.see("設置")
    one.wait(lambda: "hant" in one.page.evaluate("localStorage['flutter.zhicai.settings']"), "it to be kept")
    server.stop()
    server.start()
    one.page.close()
    one.page = one.context.new_page()
    one.open("/")
    one.see("橋牌 第64條A款1", "button")
    one.see("橋牌 第27條A款", "button")
    assert one.picture()["light"] < 80


def test_a_faulty_line_of_a_pasted_list_keeps_the_page(hall: Hall) -> None:
    reader = hall[1]()
    reader.open("/tools/events")
    press(reader, "设一项赛事")
    fill_in(reader, "赛事名称", "春季赛")
    reader.tap("掼蛋", "checkbox")
    fill_in(reader, "把名单贴在这里", "1 红队 张三 李四\n坏行")
    press(reader, "存下并用这项赛事")
    reader.see("还没有存，名单里有问题：第2行“坏行”")
    reader.see("共 1 对/队")
    fill_in(reader, "把名单贴在这里", "2 好行 王五 赵六")
    press(reader, "存下并用这项赛事")
    reader.see("2对/队", "button")
