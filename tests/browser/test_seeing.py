"""What meets the eye, and the ear: no blank frame, no empty box, no nameless control, nothing cut off at 200 %."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.browser.phone_app import ORIGIN
from tests.browser.reader import ON_PHONE, PHONE, TWO_LINES, Reader

PAGES = [
    "/clause/bridge-1999/64A1",
    "/clause/bridge-1999/77",
    "/clause/guandan-2017/18",
    "/book/guandan-2017",
    "/rule",
    "/tools",
    "/tools/settings",
    "/tools/about",
    "/tools/licences",
]
NAMED = {"button", "tab", "link", "textbox", "checkbox", "radio", "switch", "slider", "menuitem", "combobox"}


@pytest.mark.parametrize("path", ["/", "/clause/bridge-1999/64A1"])
def test_never_blank_from_the_first_paint_on(reader: Reader, path: str) -> None:
    reader.page.goto(reader.address + path, wait_until="domcontentloaded")
    drawn = "document.readyState !== 'loading' || !document.getElementById('opening')"
    reader.wait(lambda: reader.page.evaluate(drawn), "the first paint")  # the policy lets nothing evaluate later
    seen = []
    while reader.page.query_selector("#opening"):
        seen.append(reader.picture()["drawn"])
    seen.append(reader.picture()["drawn"])
    assert all(share > 0.004 for share in seen), f"a blank frame: {seen}"
    assert seen[-1] > 0.02, "the first screen has text on it"


@ON_PHONE
def test_an_address_of_a_law_shows_its_text_before_the_app_is_there(reader: Reader) -> None:
    reader.page.goto(f"{reader.address}/clause/bridge-1999/64A1", wait_until="domcontentloaded")
    law = reader.page.inner_text("#opening")
    assert "第64条:藏牌成立后的处理程序" in law and "C.裁判长负责公平处理" in law
    fetched = reader.page.evaluate("performance.getEntriesByType('resource').map((each) => each.name)")
    reader.listen()
    reader.see("加入书签", "button")
    threads = [worker.url for worker in reader.page.workers]
    assert not any(url.startswith("blob:") for url in threads), (
        "two threads draw, and freeze now and then: client_files.py"
    )
    other = "main.dart.wasm" if reader.address == ORIGIN else "main.dart.js"
    assert not any(other in name for name in fetched), "only the client that is run is fetched"


def test_no_font_is_missing(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    missing: list[str] = []
    reader.page.on("response", lambda r: missing.append(r.url) if r.status == 404 and "/fonts/" in r.url else None)
    reader.open("/")
    for path in ("/clause/bridge-1999/77", "/clause/guandan-2017/A7", "/clause/guandan-2017/33", "/tools/about"):
        reader.go(path)
    assert not missing, "Flutter looked for a font because a character is not in ours"


def nameless(reader: Reader) -> list[str]:
    """Return the roles of the controls without a name."""
    tree = reader.tree()
    assert any(role in NAMED for role, _ in tree)
    return [role for role, name in tree if role in NAMED and not name.strip()]


def test_every_control_has_a_name(reader: Reader) -> None:
    reader.open("/")
    assert not nameless(reader)
    for path in PAGES:
        reader.go(path)
        assert not nameless(reader), path


@ON_PHONE
def test_results_and_sheets_have_names_too(reader: Reader) -> None:
    reader.open("/")
    hits = reader.search("藏牌")
    assert not nameless(reader)
    reader.touch(hits[0])
    reader.see("加入书签", "button")
    reader.open("/clause/bridge-1999/63B")
    reader.tap("第64条", "a")
    reader.see("引用的条文")
    assert not nameless(reader)


def test_nothing_is_cut_off_at_200_percent(reader: Reader) -> None:
    reader.open("/tools/settings")
    reader.tap("200%", "checkbox")
    width = reader.page.viewport_size["width"] if reader.page.viewport_size else 0
    for path in (
        "/",
        "/clause/bridge-1999/64A1",
        "/clause/guandan-2017/18",
        "/book/bridge-1999",
        "/learn",
        "/tools/about",
    ):
        reader.go(path)
        for node in reader.nodes():
            if node.role in ("group", "tablist"):
                continue
            assert node.x >= -1 and node.x + node.width <= width + 1, f"{path}: {node} runs out of the window"
            whole = node.y > 0 and node.y + node.height < reader.height - 180  # not half under a bar
            if whole and node.role in ("button", "tab", "checkbox", "h1", "h2"):
                assert node.height >= 28, f"{path}: {node} is lower than its letters"


@ON_PHONE
def test_a_link_over_two_lines_takes_only_what_is_tapped_on_its_words(reader: Reader) -> None:
    found = None
    for path in (
        "/clause/bridge-1999/16",
        "/clause/bridge-1999/12",
        "/clause/bridge-1999/27",
        "/clause/bridge-1999/62",
    ):
        reader.open(path)
        reader.see("加入书签", "button")
        shown = [node for node in reader.nodes() if node.y + node.height < reader.height - 120]
        links = [node for node in shown if node.role == "a" and "条" in node.flat]  # to a clause
        found = next((node for node in links if TWO_LINES < node.height < 2 * TWO_LINES), None)
        if found:
            break
    assert found, "a link over two lines"
    reader.page.mouse.click(found.x + found.width - 8, found.y + found.height - 12)  # right of where it ends
    reader.page.wait_for_timeout(600)
    assert not reader.find("引用的条文"), "at most the term that stands there is explained"
    reader.page.reload()
    reader.listen()
    reader.see("加入书签", "button")
    reader.touch(next(node for node in reader.nodes() if (node.text, node.y) == (found.text, found.y)))
    reader.see("引用的条文")


def test_targets_are_large_enough_for_a_thumb(sit_down: Callable[..., Reader]) -> None:
    reader = sit_down(PHONE)
    reader.open("/learn")
    for path in ("/", "/clause/bridge-1999/64A1", "/tools", "/tools/settings", "/book/bridge-1999"):
        reader.go(path)
        small = [
            node
            for node in reader.nodes()
            if node.role in ("button", "tab", "checkbox")
            and node.y + node.height < reader.height - 100  # not half under the bar
            and not node.flat.startswith("定位到")  # labels in the margin
            and (node.height < 44 or node.width < 44)
        ]
        assert not small, path


@ON_PHONE
def test_a_newcomer_is_told_what_this_is_and_asked_for_the_game_once(
    sit_down: Callable[..., Reader], size: tuple[int, int]
) -> None:
    reader = sit_down(size, newcomer=True)
    reader.open("/")
    reader.see("你打什么、裁什么？")
    reader.tap("掼蛋", "button")
    reader.see("规则书")
    role = "tab" if size == PHONE else "button"
    reader.tap("裁决", role)
    reader.see("贡还")
    reader.tap("权利", role)
    reader.see("从领出第一手到一副牌结束")
    reader.open("/")
    reader.see("掼蛋竞赛规则")
    assert not reader.find("你打什么") and not reader.find("复式桥牌规则"), "only the books of the game"


def test_every_destination_of_the_bar_opens(reader: Reader, size: tuple[int, int]) -> None:
    reader.open("/")
    role = "tab" if size == PHONE else "button"
    reader.tap("学习", role)
    reader.see("今天要答的题")
    reader.tap("工具", role)
    reader.see("设置", "button")
    reader.tap("查找", role)
    reader.see("规则书")
