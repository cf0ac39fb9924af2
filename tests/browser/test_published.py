"""The app as a static site on a phone: opened once, then without a network; a newer version comes beside it and waits."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from pypdf import PdfReader

from app.publishing.site import mark_version
from app.window import client_files
from tests.browser.reader import FLAGS, PHONE, SMALL, Published, Reader, chromium
from tests.browser.test_journal import SLOW, choose_pair, save, too_slow
from tests.browser.test_ruling import INSUFFICIENT, press

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

KEPT = (
    "async () => Boolean((await navigator.serviceWorker.ready).active) && Boolean(navigator.serviceWorker.controller)"
)
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"


@pytest.fixture
def phone(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[BrowserContext]:
    """A browser of somebody's own, that keeps what sites give it to keep, and knows no other machine."""
    width, height = getattr(request, "param", PHONE)
    context = browser.browser_type.launch_persistent_context(
        str(tmp_path / "profile"),
        executable_path=chromium(),
        args=[*FLAGS, NOWHERE],
        viewport={"width": width, "height": height},
        has_touch=True,
        locale="zh-CN",
        accept_downloads=True,
    )
    yield context
    context.close()


def another_window(reader: Reader, path: str = "/") -> Reader:
    """Close the window, and open the app anew."""
    opened = Reader.sit_down(reader.context, reader.address)
    opened.foreign = reader.foreign
    reader.page.close()
    opened.open(path)
    return opened


def asked_before_the_app_is_there(reader: Reader) -> Reader:
    """Open the app anew, and find, open and follow a reference in the page while Python starts; the app takes it up."""
    page = reader.context.new_page()
    reader.page.close()
    opened = Reader(reader.context, page, reader.address, reader.foreign)
    page.goto(reader.address + "/", wait_until="commit")
    page.wait_for_selector("#opening[data-ready]", state="attached", timeout=5000)
    page.dispatch_event("#opening-query", "compositionstart")  # nobody is disturbed who is entering characters
    page.fill("#opening-query", "藏牌")
    page.dispatch_event("#opening-query", "compositionend")
    page.dispatch_event("#opening-query", "compositionstart")
    page.click("#opening-list > button:has-text('第61条A款')")
    page.click("#opening-text article a:has-text('第59条')")
    assert "第59条" in page.inner_text("#opening-text h1") and "裁决正在准备" in page.inner_text("#opening-state")
    page.dispatch_event("#opening-query", "compositionend")
    opened.listen()
    return opened


@pytest.mark.parametrize("phone", [SMALL], ids=["small"], indirect=True)
def test_opened_once_it_needs_no_network(phone: BrowserContext, published: Path, tmp_path: Path) -> None:
    folder = shutil.copytree(published, tmp_path / "site")
    (folder / "index.html").write_text(client_files.index("/referee/", published=True), encoding="utf-8")
    mark_version(folder)
    site = Published(folder, base="/referee/")
    site.start()
    reader = Reader.sit_down(phone, site.address)
    reader.open("/")
    reader.tap("不止一种", "button")
    reader.see("规则书")
    developer = phone.new_cdp_session(reader.page)
    assert developer.send("Page.getAppManifest")["errors"] == []
    reader.page.wait_for_function(KEPT)
    assert developer.send("Page.getInstallabilityErrors")["installabilityErrors"] == []
    site.stop()

    reader = asked_before_the_app_is_there(reader)
    reader.see("第59条", "h1")
    reader.tap("返回", "button")
    reader.wait(lambda: any("第61条" in hit.flat for hit in reader.hits()[:3]), "the definition among the first")

    reader = another_window(reader, SLOW)
    choose_pair(reader, "71")
    too_slow(reader)
    save(reader)
    press(reader, "看记录")
    with reader.page.expect_download(timeout=120_000) as download:  # the part that prints is unpacked first
        press(reader, "裁决单（PDF）")
    paper = "".join(page.extract_text() for page in PdfReader(download.value.path()).pages)
    assert "71桌南北" in paper and "第二十二条一" in paper

    reader = another_window(reader, "/clause/guandan-2017/18_2_1")
    reader.see("第十八条二(1)", "h1")
    reader.page.reload(wait_until="commit")
    reader.listen()
    reader.see("第十八条二(1)", "h1")
    assert not reader.foreign, f"requests left this machine: {reader.foreign}"


def versions(reader: Reader) -> list[str]:
    """Return which versions the browser keeps."""
    kept: list[str] = reader.page.evaluate("caches.keys()")
    return kept


def look_for_a_newer_version(reader: Reader) -> str:
    """Have the browser look, and return what became of what it found."""
    found: str = reader.page.evaluate(
        """async () => {
            const kept = await navigator.serviceWorker.ready;
            await kept.update();
            const worker = kept.installing || kept.waiting;
            while (worker && worker.state === "installing") await new Promise((resolve) => setTimeout(resolve, 50));
            return worker ? worker.state : "nothing new";
        }"""
    )
    return found


def test_a_newer_version_waits_until_it_is_taken(phone: BrowserContext, published: Path, tmp_path: Path) -> None:
    folder = tmp_path / "site"
    shutil.copytree(published, folder)
    site = Published(folder)
    site.start()
    reader = Reader.sit_down(phone, site.address)
    reader.open("/clause/bridge-1999/64A1")
    reader.page.wait_for_function(KEPT)
    reader.tap("加入书签", "button")
    reader.see("移出书签", "button")
    reader.page.wait_for_timeout(500)
    reader.open(INSUFFICIENT)
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")
    reader.wait(lambda: f"{INSUFFICIENT}/" in reader.page.url, "the address of this ruling")
    reader.page.wait_for_timeout(1000)  # it is kept
    at_work, first = reader.page.url, versions(reader)
    assert look_for_a_newer_version(reader) == "nothing new"

    page = folder / "index.html"
    page.write_text(page.read_text(encoding="utf-8").replace("<html ", '<html data-version="2" '), encoding="utf-8")
    whole = (folder / "shell.js").read_bytes() + b"// 2\n"
    (folder / "shell.js").write_bytes(whole)
    version = mark_version(folder)
    (folder / "shell.js").write_bytes(whole[: len(whole) // 2])  # it comes only half
    assert look_for_a_newer_version(reader) == "redundant"
    page_is = "document.documentElement.dataset.version || '1'"
    reader = another_window(reader)
    reader.see("规则书")
    assert reader.page.evaluate(page_is) == "1"
    assert reader.find("执裁有新版本") is None

    (folder / "shell.js").write_bytes(whole)
    reader.page.goto(at_work, wait_until="commit")
    reader.listen()
    assert look_for_a_newer_version(reader) == "installed"
    reader.see("第 2 问")
    assert reader.find("新版本") is None, "a ruling is not interrupted"
    assert reader.page.evaluate(page_is) == "1"
    press(reader, "回到裁定列表")
    reader.tap("查找", "tab")
    reader.see("执裁有新版本")
    reader.tap("现在换用", "button")
    reader.page.wait_for_function(f"({page_is}) === '2'")
    reader.listen()
    reader.see("第64条A款1")  # the bookmark
    reader.page.goto(at_work, wait_until="commit")
    reader.listen()
    reader.see("第 2 问")
    reader.wait(lambda: versions(reader) == [f"zhicai-{version}"] != first, "the older version to go")
    site.stop()


def test_a_page_put_by_for_a_step_back_lets_the_next_one_write(phone: BrowserContext, published: Path) -> None:
    site = Published(published)
    site.start()
    first = Reader.sit_down(phone, site.address)
    first.open("/tools/journal")
    first.see("存在这个浏览器里")
    second = Reader.sit_down(phone, site.address)
    second.open("/tools/journal")
    second.see("另一个标签页")
    # Chromium puts no page by that holds a lock; other browsers do.
    first.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    second.see("这里现在可以记了")
    first.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    first.listen()
    first.see("另一个标签页")  # loaded anew, it waits its turn
    site.stop()
