"""The app as a static site on a phone: opened once, then without a network; a newer version comes beside it and waits."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from app.browser.storage import GRACE
from app.frame import client_files
from app.publishing import compiler, serving
from app.publishing.pack import unpacked
from app.publishing.site import mark_version
from tests.browser.reader import FLAGS, PHONE, SMALL, Published, Reader, chromium
from tests.browser.test_journal import SLOW, choose_pair, save, too_slow
from tests.browser.test_ruling import INSUFFICIENT, press

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

pytestmark = pytest.mark.not_in_app("the app lies in its package: there is nothing to install, to keep or to get anew")
KEPT = (
    "async () => Boolean((await navigator.serviceWorker.ready).active) && Boolean(navigator.serviceWorker.controller)"
)
NOWHERE = "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1"


class Sent:
    """What a host was asked for and sent, as (method, file), and what it is too busy to send."""

    def __init__(self) -> None:
        self.files: list[tuple[str, str]] = []
        self.busy = ""

    def since(self, start: int) -> list[str]:
        """The files of which more than their head was sent since then."""
        return [file for method, file in self.files[start:] if method == "GET" and file != "sw.js"]


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> Sent:
    told, send = Sent(), serving.Handler.send_head

    def send_head(self: serving.Handler) -> Any:
        name = self.path.partition("?")[0].rpartition("/")[2]
        if told.busy and name.startswith(told.busy):
            return self.send_error(503)
        found = send(self)
        if found is not None:  # neither unchanged nor missing
            told.files.append((self.command, name))
        return found

    monkeypatch.setattr(serving.Handler, "send_head", send_head)
    return told


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


@pytest.mark.short
@pytest.mark.parametrize("phone", [SMALL], ids=["small"], indirect=True)
def test_opened_once_it_needs_no_network(phone: BrowserContext, published: Path, tmp_path: Path, sent: Sent) -> None:
    folder = shutil.copytree(published, tmp_path / "site")
    (folder / "index.html").write_text(client_files.index("/referee/", published=True), encoding="utf-8")
    mark_version(folder)
    site = Published(folder, base="/referee/")
    site.start()
    reader = Reader.sit_down(phone, site.address)
    sent.busy = "papers-"
    reader.open("/")
    assert reader.find("断网也能用") is None
    reader.see("还没有存全")
    reader.see("不要带进没有网络的赛场")
    assert reader.find("断网也能用") is None
    sent.busy, start = "", len(sent.files)
    reader.tap("再存一次", "button")
    reader.see("已存进本机，断网也能用")
    again = sent.since(start)
    assert any(file.startswith("papers-") for file in again)
    assert not {"handbook.pack", "main.dart.wasm", "pyodide.asm.wasm"} & set(again), "what was kept did not come again"
    reader.tap("不止一种", "button")
    reader.see("规则书")
    reader.see("装到主屏幕", "button")
    reader.tap("知道了", "button")
    reader.miss("断网也能用")
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
    assert "71桌南北" in paper and "第二十二条一" in paper and "日志头" in paper

    reader = another_window(reader, "/clause/guandan-2017/18_2_1")
    reader.see("第十八条二(1)", "h1")
    reader.page.reload(wait_until="commit")
    reader.listen()
    reader.see("第十八条二(1)", "h1")
    assert not reader.foreign, f"requests left this machine: {reader.foreign}"


def versions(reader: Reader) -> list[str]:
    """Return which versions the browser keeps."""
    kept: list[str] = reader.page.evaluate(
        "caches.keys().then((all) => all.filter((each) => each.startsWith('zhicai-')))"
    )
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


def test_a_newer_version_waits_until_it_is_taken(
    phone: BrowserContext, published: Path, tmp_path: Path, sent: Sent
) -> None:
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
    start = len(sent.files)
    assert look_for_a_newer_version(reader) == "redundant"
    assert sent.since(start) == [], "what is broken does not come again before it has changed"
    page_is = "document.documentElement.dataset.version || '1'"
    reader = another_window(reader)
    reader.see("规则书")
    assert reader.page.evaluate(page_is) == "1"
    assert reader.find("执裁有新版本") is None

    (folder / "shell.js").write_bytes(whole)
    start = len(sent.files)
    reader.page.goto(at_work, wait_until="commit")
    reader.listen()
    assert look_for_a_newer_version(reader) == "installed"
    assert sent.since(start) == ["shell.js"], "the rest was kept already, or has not changed"
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
    first.page.reload(wait_until="commit")  # it goes on writing, whoever waits for it
    first.listen()
    first.see("存在这个浏览器里")
    first.page.wait_for_timeout(int(GRACE * 1000) + 500)
    assert first.find("另一个标签页") is None and second.find("另一个标签页") is not None
    # Chromium puts no page by that holds a lock; other browsers do.
    first.page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
    second.see("这里现在可以记了")
    first.page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    first.listen()
    first.see("另一个标签页")  # loaded anew, it waits its turn
    site.stop()


def test_what_there_is_no_room_for_is_not_called_kept_and_is_kept_once_there_is(
    phone: BrowserContext, published: Path
) -> None:
    """A bookmark, a setting and a ruling that is half done, with the storage full; and what the browser did not promise."""
    site = Published(published)
    site.start()
    reader = Reader.sit_down(phone, site.address)
    reader.open("/clause/bridge-1999/64A1")
    reader.see("加入书签", "button")
    reader.page.wait_for_function(KEPT)
    room = phone.new_cdp_session(reader.page)
    used = reader.page.evaluate("navigator.storage.estimate().then((found) => found.usage)")
    room.send("Storage.overrideQuotaForOrigin", {"origin": site.address.rstrip("/"), "quotaSize": used // 2})
    reader.open("/tools/settings")  # loaded again: the browser gives an open file some room in advance
    reader.tap("深色", "checkbox")
    reader.see("设置、书签和没判完的裁决只在这一页里")
    reader.wait(lambda: reader.picture()["light"] < 80, "dark ground")
    reader.go("/clause/bridge-1999/64A1")
    reader.tap("加入书签", "button")
    reader.see("没有存下：浏览器的存储空间已满")
    assert reader.find("已加入书签") is None
    reader.go(INSUFFICIENT)
    reader.see("第 1 问")
    press(reader, "是")
    reader.see("第 2 问")
    reader.see("设置、书签和没判完的裁决只在这一页里")
    assert '"dark"' not in "".join(reader.kept().values())
    room.send("Storage.overrideQuotaForOrigin", {"origin": site.address.rstrip("/")})
    reader.tap("再存一次", "button")
    reader.see("都存下了")
    reader.miss("只在这一页里")
    assert '"dark"' in "".join(reader.kept().values())

    reader = another_window(reader)
    reader.see("第64条A款1")  # the bookmark
    reader = another_window(reader, "/rule")
    reader.see("裁到一半")

    reader = another_window(reader, SLOW)
    choose_pair(reader, "71")
    too_slow(reader)
    save(reader)
    reader.see("这个浏览器没有答应保留；如果是无痕窗口，关掉就没有了")
    reader = another_window(reader, SLOW)
    choose_pair(reader, "72")
    too_slow(reader)
    save(reader)
    reader.page.wait_for_timeout(1500)
    assert reader.find("没有答应保留；") is None, "it is said once"
    site.stop()


@pytest.mark.short
def test_the_site_as_a_package_for_android_is_small_enough_to_send(published: Path) -> None:
    """At most 24 MB, with the licences and all that the app fetches."""
    from app.publishing.android import apk, content, package

    shell = apk.read_shell()
    files = content.site_files(published)
    parts = {**shell.files, "AndroidManifest.xml": shell.manifest, content.LICENCES: content.licences()}
    whole = package.packed(parts | {apk.SITE + name: data for name, data in files.items()}).whole()
    assert len(whole) + 8_000 < 24_000_000, "with both signatures"
    assert {"assets/NOTICES", "main.dart.js", "canvaskit/chromium/canvaskit.wasm", "python/program.pack"} <= set(files)
    assert not [name for name in files if "skwasm" in name or name.startswith(("main.dart.wasm", "sw.js", "404"))]


OPENED = """
import builtins, dataclasses, pathlib, sys, types
sys.path.insert(0, "/site")
for name in ("flet_js", "zhicai_site", "pyodide_js", "js"): sys.modules.setdefault(name, types.ModuleType(name))
from app.browser import dataclass_code
assert dataclass_code.use(pathlib.Path("/site") / dataclass_code.FILE)
known, found = dataclasses.exec, [0, 0]
def counting(source, *names):
    execute = builtins.exec
    def noting(what, *more):
        found[isinstance(what, str)] += 1
        return execute(what, *more)
    builtins.exec = noting
    try: known(source, *names)
    finally: builtins.exec = execute
dataclasses.exec = counting
import app.frame.main, app.window.keeping
print("FOUND", *found)
"""


@pytest.mark.skipif(compiler.node() is None, reason="Node.js runs the Python of the site")
@pytest.mark.short
def test_what_the_first_screen_imports_has_no_dataclass_compiled(published: Path, tmp_path: Path) -> None:
    """It was, when the site was made: half of what imports take."""
    for name in ("program.pack", "handbook.pack"):
        for file, content in unpacked((published / "python" / name).read_bytes()).items():
            (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / file).write_bytes(content)
    script = tmp_path / "open.mjs"
    script.write_text(
        f"""
        import {{ loadPyodide }} from "{(client_files.client_folder() / "pyodide" / "pyodide.mjs").as_uri()}";
        const python = await loadPyodide();
        python.FS.mkdirTree("/site");
        python.FS.mount(python.FS.filesystems.NODEFS, {{ root: {json.dumps(str(tmp_path))} }}, "/site");
        python.runPython({json.dumps(OPENED)});
        """,
        encoding="utf-8",
    )
    done = subprocess.run([str(compiler.node()), str(script)], capture_output=True, text=True, timeout=120)
    (told,) = [line.split() for line in done.stdout.splitlines() if line.startswith("FOUND")] or [done.stderr[-600:]]
    ready, compiled = map(int, told[1:])
    assert ready > 300 and compiled <= 3, "those of Python's own library may be compiled"
