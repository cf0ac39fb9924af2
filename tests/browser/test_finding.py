"""A referee finds a clause, follows its references, and comes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.reader import ON_PHONE, PHONE, WIDE, Reader

LAW_64A1 = "将藏牌墩以及违规方在藏牌以后的任一赢墩一并转给非违规方"


def reads(reader: Reader, text: str) -> bool:
    """Tell whether a stretch of law text stands on the screen, whatever spans it is cut into."""
    shown = "".join(node.flat for node in reader.nodes() if 0 <= node.y < reader.height and node.role != "button")
    return text in shown.replace("〔勘〕", "").replace("勘误", "").replace(" ", "")


@pytest.mark.parametrize(
    ("size", "query"), [(WIDE, "藏牌"), *((PHONE, query) for query in ("藏牌", "cangpai", "有花色不跟", "64条"))]
)
def test_law_64A1_is_read_two_taps_later(reader: Reader, query: str) -> None:
    reader.open("/")
    hits = [hit for hit in reader.search(query) if hit.flat.startswith("第64条")]
    best = next((hit for hit in hits if hit.flat.startswith("第64条A款1")), hits[0])
    reader.tap(best.flat, "button")
    reader.see("复式桥牌规则 · 1999年版 · 1999年12月起施行")
    reader.see("第64条")
    reader.wait(lambda: reads(reader, LAW_64A1), "law 64A1")
    assert reader.taps <= 2


@ON_PHONE
def test_spoken_number_goes_straight_to_the_top(reader: Reader) -> None:
    reader.open("/")
    first = reader.search("64A1")[0]
    assert first.flat.startswith("第64条A款1")


@pytest.mark.short
def test_enter_opens_the_first_hit(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/")
    reader.search("64A1")
    reader.page.keyboard.press("Enter")
    reader.see("加入书签", "button")
    assert reader.page.url.endswith("/clause/bridge-1999/64A1")


@ON_PHONE
def test_filter_by_game(reader: Reader) -> None:
    reader.open("/")
    reader.tap("掼蛋", "checkbox")
    hits = reader.search("迟到")
    assert all("掼蛋 ›" in hit.flat for hit in hits)


@ON_PHONE
def test_nothing_found_says_so_and_offers_terms(reader: Reader) -> None:
    reader.open("/")
    reader.type("zzqqxx")
    reader.see("没有找到“zzqqxx”")
    assert not reader.hits()


def test_reference_opens_in_a_sheet_then_goes_there_and_back(reader: Reader) -> None:
    reader.open("/clause/bridge-1999/63B")
    reader.tap("第64条", "a")
    reader.see("引用的条文")
    reader.see("藏牌成立后的处理程序")
    reader.tap("前往第64条", "button")
    reader.see("第64条:藏牌成立后的处理程序")
    assert reader.page.url.endswith("/clause/bridge-1999/64")
    reader.tap("返回", "button")
    reader.see("第63条:藏牌的成立")
    reader.wait(lambda: reader.page.url.endswith("/clause/bridge-1999/63B"), "the address of the clause before")


def test_browser_back_comes_back_too(reader: Reader) -> None:
    reader.open("/")
    reader.open_first("64A1")
    reader.see("第64条:藏牌成立后的处理程序")
    reader.page.go_back()
    reader.miss("第64条:藏牌成立后的处理程序")
    reader.wait(reader.hits, "the results, which are still there")


@ON_PHONE
def test_term_and_erratum_open_in_sheets(reader: Reader) -> None:
    reader.open("/clause/bridge-1999/64A1")
    reader.tap("勘误", "a")
    reader.see("原文印作")
    reader.see("依据")
    assert reader.at_rest("关闭", "button").y > reader.height * 0.35, "a sheet is as high as what it holds"
    reader.tap("关闭", "button")
    reader.miss("原文印作")
    reader.tap("藏牌墩", "a")
    reader.see("术语")


@ON_PHONE
def test_neighbouring_laws(reader: Reader) -> None:
    reader.open("/clause/bridge-1999/67")
    reader.tap("下一条 第68条", "button")
    reader.see("第68条", "h1")


def test_browse_by_book_chapter_and_law(reader: Reader) -> None:
    reader.open("/")
    reader.tap("复式桥牌规则", "button")
    reader.tap("第六章 打牌", "button")
    reader.tap("第三部分", "button")
    reader.tap("第三节 藏牌", "button")
    reader.tap("第64条 藏牌成立后的处理程序", "button")
    reader.see("第64条:藏牌成立后的处理程序")


@pytest.mark.parametrize(
    ("address", "label", "text"),
    [
        ("/clause/guandan-2017/18_2_1", "第十八条二(1)", "第十八条"),
        ("/clause/bridge-1999/def/藏牌", "定义·藏牌", "即为藏牌"),
        ("/clause/shengji-40/28b_2_1", "第二十八条(具体罚分规则)二(1)", "罚分"),
    ],
)
def test_deep_link(sit_down: Callable[..., Reader], address: str, label: str, text: str) -> None:
    reader = sit_down(PHONE)
    reader.open(address)
    reader.see(text)
    heading = reader.wait(lambda: next((n for n in reader.nodes() if n.role == "h1"), None), "the label")
    number = address.rpartition("/")[2].replace("_", ".")
    assert heading.flat[:2] == label[:2], (heading.flat, number)
    assert reader.page.title().endswith("· 执裁")


def test_addresses_that_name_nothing(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/clause/bridge-1999/999")
    reader.see("没有这一条")
    reader.open("/nowhere")
    reader.tap("回到查找", "button")
    reader.see("规则书")


def test_a_hasty_reader_is_not_cut_off(sit_down: Callable[..., Reader]) -> None:
    """Leaving a clause before the page has scrolled to it must not cost the connection."""
    reader = sit_down(PHONE)
    connections: list[str] = []
    reader.page.on("websocket", lambda socket: connections.append(socket.url))
    reader.open("/")
    opened = len(connections)  # a published site has none
    for number in ("64A1", "25B2b", "64B3", "12C1", "67B1b", "43B2b", "9A2b", "61C"):
        for address in (f"/clause/bridge-1999/{number}", "/learn"):
            reader.page.evaluate(
                "(p) => { history.pushState(history.state, '', p); dispatchEvent(new PopStateEvent('popstate', {})); }",
                address,
            )
            reader.page.wait_for_timeout(90)
    reader.see("今天要答的题")
    reader.go("/clause/bridge-1999/64A1")
    reader.see("第64条A款1", "h1")
    assert len(connections) == opened, "the connection was never lost"
