"""The site inside the Android app: what its WebView lacks the page asks of the shell, here stood for by a bridge that notes it.

The rest of the browser tests run on it with ``pytest tests/browser --site shell``.
"""

from __future__ import annotations

import base64
import hashlib
import io
import json
import re
import shutil
import ssl
from collections.abc import Iterator
from http.client import HTTPSConnection
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from pypdf import PdfReader

from app.base.own_files import ASSETS, ROOT
from app.browser.storage import KEY
from app.journal.journal import Journal
from app.journal.log_store import LogStore
from app.journal.records import NO_EVENT
from app.window.published import IN_APP
from tests.app.journal.attacks import ruling
from tests.browser.phone_app import ORIGIN, TABLE, InApp, Shell, flags, give_bridge, options, server
from tests.browser.reader import ASKED, FLAGS, PHONE, Reader, chromium, exported
from tests.browser.test_journal import SLOW, choose_pair, save, too_slow
from tests.browser.test_ruling import INSUFFICIENT, press, to_the_choice
from tests.browser.test_senses import FIRST, SECOND
from tests.script.messages import message_fault

if TYPE_CHECKING:
    from playwright.sync_api import Browser, BrowserContext

EXTRACTION = ROOT / "assets/android/res/xml/extraction.xml"

NAMED = "某省“甲&乙”裁判手册"  # what an association calls its app, with what a page must write otherwise
SEED = re.compile(rb'"seed":"([^"]+)"')  # what a key signs with

# What Flet gives to be saved, as it gives it.
MADE = """
globalThis.made = [];
{
  const name = URL.createObjectURL.bind(URL);
  URL.createObjectURL = (what) => { if (what.type !== 'text/javascript') made.push(what); return name(what); };
}
"""
BEGUN_ANEW = "performance.getEntriesByType('navigation')[0].type === 'reload'"
LAST_MADE = "async () => (await made.at(-1).bytes()).toBase64()"


@pytest.fixture(scope="module")
def app(published: Path) -> InApp:
    made = InApp(published)
    made.start()
    return made


@pytest.fixture
def phone(browser: Browser, app: InApp, tmp_path: Path) -> Iterator[BrowserContext]:
    """A phone of somebody's own."""
    context = start(browser, tmp_path)
    yield context
    context.close()


def start(browser: Browser, folder: Path, **about: Any) -> BrowserContext:
    """Start the app on the phone whose storage lies in a folder."""
    context = browser.browser_type.launch_persistent_context(
        str(folder / "profile"),
        executable_path=chromium(),
        args=[*FLAGS, *flags()],
        viewport={"width": PHONE[0], "height": PHONE[1]},
        locale="zh-CN",
        accept_downloads=True,
        **options(),
    )
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    context.add_init_script(MADE)
    context.add_init_script(ASKED)
    give_bridge(context, **about)
    return context


def sit_down(context: BrowserContext) -> tuple[Reader, Shell]:
    reader = Reader.sit_down(context, ORIGIN)
    reader.page.on("download", lambda download: reader.foreign.append(f"download: {download.url}"))
    shell = Shell(reader.page)
    reader.page.set_default_timeout(15_000)
    return reader, shell


def choose(reader: Reader, words: str) -> None:
    """Tap one of the ways the page itself offers."""
    reader.page.click(f".phone-sheet button:has-text('{words}')")


def well_said(shell: Shell) -> None:
    """Everything that was asked is as it is named, with data that was put by."""
    assert [fault for call in shell.calls() if (fault := message_fault(call, "AskedOfAndroid"))] == []


def test_the_page_and_the_package_agree() -> None:
    page = (ASSETS / "index.html").read_text(encoding="utf-8")
    assert TABLE["origin"] == IN_APP
    assert [f"https://{host}" for host in re.findall(r'location\.host === "([^"]+)"', page)] == [IN_APP]
    (wanted,) = re.findall(r"Number\(engine\[1\]\) >= (\d+)", page)
    assert int(wanted) == TABLE["storage_webview"] >= TABLE["oldest_webview"]
    assert f"要 {wanted} 版或更新的" in (ASSETS / "old_webview.html").read_text(encoding="utf-8")


def test_the_bench_answers_by_the_table(app: InApp) -> None:
    def answer(path: str, host: str = "zhicai.invalid", method: str = "GET", **headers: str) -> tuple[int, Any, bytes]:
        asked = HTTPSConnection("127.0.0.1", server().server_port, context=ssl._create_unverified_context())
        asked.request(method, path, headers={"Host": host, **headers})
        got = asked.getresponse()
        content = got.read()
        asked.close()
        return got.status, got.headers, content

    status, headers, page = answer("/")
    assert (status, headers["Content-Type"], len(page)) == (
        200,
        TABLE["types"][".html"],
        int(headers["Content-Length"]),
    )
    assert TABLE["headers"].items() <= dict(headers).items()
    assert not [name for name in headers if name.startswith(("Cross-Origin-Opener", "Cross-Origin-Embedder"))]
    assert answer("/clause/bridge-1999/64A1?q=1")[2] == page
    status, headers, whole = answer("/main.dart.js")
    assert (status, headers["Content-Type"]) == (200, TABLE["types"][".js"])
    status, headers, part = answer("/main.dart.js", Range="bytes=10-19")
    assert (status, part) == (206, whole[10:20]) and headers["Content-Range"] == f"bytes 10-19/{len(whole)}"
    assert answer("/main.dart.js", Range=f"bytes={len(whole)}-")[0] == 416
    assert answer("/main.dart.js", method="HEAD")[2] == b""
    assert answer("/", method="POST")[0] == 405
    for missing in ("/sw.js", "/missing.js", "/main.dart.wasm", "/../shell.json"):
        assert answer(missing)[0] == TABLE["missing"] and answer(missing)[2] == b"", missing
    assert answer("/", host="evil.example")[::2] == (TABLE["foreign"], b"")


def test_what_is_given_out_comes_whole_and_a_restart_loses_nothing(
    browser: Browser, app: InApp, tmp_path: Path
) -> None:
    context = start(browser, tmp_path)
    reader, shell = sit_down(context)
    reader.open(SLOW)
    assert reader.page.evaluate("[crossOriginIsolated, 'speechSynthesis' in window, typeof SharedArrayBuffer]") == [
        False,
        False,
        "undefined",
    ]
    choose_pair(reader, "71")
    too_slow(reader)
    save(reader)
    reader.page.wait_for_timeout(1500)
    assert reader.find("没有答应") is None, "an app's own folder is not a browser's"
    shell.tell("pause")
    shell.tell("resume")
    press(reader, "看记录")
    record = reader.page.url

    press(reader, "裁决单（PDF）")
    choose(reader, "存到手机")
    about, content = shell.given(1)
    assert about["type"] == "application/pdf" and about["for"] == "save" and about["name"].endswith(".pdf")
    assert content == base64.b64decode(reader.page.evaluate(LAST_MADE)) and about["size"] == len(content)
    paper = "".join(page.extract_text() for page in PdfReader(io.BytesIO(content)).pages)
    assert "71桌南北" in paper and "第二十二条一" in paper
    reader.page.wait_for_selector(".phone-said:has-text('已存到手机')")
    press(reader, "裁决单（PDF）")
    choose(reader, "打印")
    assert shell.given(2)[0]["for"] == "print"
    context.close()  # the system ends it, and starts it again at its address

    context = start(browser, tmp_path)
    reader, shell = sit_down(context)
    reader.open(record.removeprefix(ORIGIN))
    reader.see("71桌南北")
    reader.go("/tools/journal")
    reader.see("不备份到云端")
    assert reader.find("主屏幕") is None and reader.find("还没有导出过") is None
    press(reader, "表格（CSV）")
    choose(reader, "发给别人")
    about, content = shell.given(1)
    assert (about["type"], about["for"]) == ("text/csv", "share")
    assert content == base64.b64decode(reader.page.evaluate(LAST_MADE)) and "71桌南北" in content.decode("utf-8-sig")

    reader.see("又记了 1 条") if reader.find("又记了") else None
    press(reader, "导出整本日志")
    choose(reader, "取消")
    press(reader, "导出整本日志")
    shell.refuse("finish", "room")
    choose(reader, "存到手机")
    reader.page.wait_for_selector(".phone-said:has-text('空间不够')")
    assert reader.see("上次导出以后又记了 1 条"), "what was not kept counts as not given out"
    shell.refuse("finish", "")
    press(reader, "导出整本日志")
    choose(reader, "存到手机")
    about, content = shell.given(2)
    assert about["name"].endswith(".jsonl") and about["type"] == "application/jsonl"
    lines = [json.loads(line) for line in content.decode().splitlines()]
    assert len(lines) >= 1 and "slow_play" in content.decode()
    reader.miss("上次导出以后又记了")

    press(reader, "搬到另一台设备")
    choose(reader, "存到手机")
    about, moved = shell.given(3)
    assert about["type"] == "application/zip" and len(moved) == about["size"]
    well_said(shell)
    assert not reader.foreign, f"requests left the package: {reader.foreign}"
    context.close()


def test_another_phone_goes_on_with_a_key_of_its_own(browser: Browser, app: InApp, tmp_path: Path) -> None:
    def record(reader: Reader, table: str) -> None:
        reader.open(SLOW)
        choose_pair(reader, table)
        too_slow(reader)
        save(reader)

    def chains(reader: Reader) -> dict[str, list[int]]:
        with app.kept_journal(reader) as store:
            assert isinstance(store, LogStore) and store.verify().sound
            found: dict[str, list[int]] = {}
            for device, number in store.chained():
                found.setdefault(device, []).append(number)
            return {device: sorted(numbers) for device, numbers in found.items()}

    context = start(browser, tmp_path / "one")
    reader, _ = sit_down(context)
    record(reader, "71")
    before, key = chains(reader), reader.file(KEY)
    assert len(before) == 1
    context.close()

    # The system moves what the extraction rules name, which are the files of a page and nothing else of it.
    (moved,) = re.findall(r'path="app_webview/([^"]+)"', EXTRACTION.read_text(encoding="utf-8"))
    folders = [tmp_path / phone / "profile" / moved for phone in ("one", "two")]
    shutil.copytree(*folders)
    context = start(browser, tmp_path / "two", device="two")
    reader, _ = sit_down(context)
    reader.page.goto(f"{ORIGIN}/tools/journal", wait_until="commit")
    reader.page.wait_for_function(BEGUN_ANEW, timeout=60_000)  # without the key
    reader.listen()
    reader.see("71桌 第1轮")
    record(reader, "72")
    after, other = chains(reader), reader.file(KEY)
    (seed,), seeds = SEED.findall(key), SEED.findall(other)
    assert len(seeds) == 1 and seed != seeds[0] and seed not in other, "the key did not come along"
    assert {device: after[device] for device in before} == before and len(after) == 2, "the chain before ends there"
    assert [numbers[0] for device, numbers in after.items() if device not in before] == [1]
    context.close()

    context = start(browser, tmp_path / "two", device="two")  # later, the same phone
    reader, _ = sit_down(context)
    reader.open("/tools/journal")
    reader.see("72桌 第1轮")
    reader.page.wait_for_timeout(1000)
    assert chains(reader) == after and reader.file(KEY) == other
    assert not reader.foreign
    context.close()


def test_large_files_go_in_pieces_one_after_the_other(phone: BrowserContext) -> None:
    reader, shell = sit_down(phone)
    reader.page.goto(f"{ORIGIN}/", wait_until="commit")
    reader.page.wait_for_function("globalThis.android")
    content = bytes(range(251)) * 4200  # a megabyte, six pieces
    reader.page.evaluate(
        """async (text) => { await android.give(new Blob([Uint8Array.fromBase64(text)]), "大.xlsx", "save"); }""",
        base64.b64encode(content).decode(),
    )
    about, came = shell.given()
    assert hashlib.sha256(came).digest() == hashlib.sha256(content).digest() and about["size"] == len(content)
    assert [call["n"] for call in shell.calls("piece")] == list(range(6))
    reader.page.evaluate("""async () => { await android.give(new Blob([]), "空.csv", "share"); }""")
    assert shell.given(2) == ({"name": "空.csv", "type": "text/csv", "size": 0, "for": "share"}, b"")


def test_it_speaks_shakes_copies_and_goes_back_by_the_shell(phone: BrowserContext) -> None:
    reader, shell = sit_down(phone)
    reader.open("/rule/bridge")
    reader.see("发生了什么", "input")
    reader.go(INSUFFICIENT)
    to_the_choice(reader)
    reader.tap("朗读，对违规者的下家", "button")
    reader.see("停，对违规者的下家", "button")
    said = shell.asked("say")
    assert said["script"] == "hans" and said["lines"][:2] == [FIRST, SECOND]
    assert said["lines"][2] == "第1项，接受（接着叫牌）"
    reader.tap("停，对违规者的下家", "button")
    reader.see("朗读，对违规者的下家", "button")
    shell.asked("hush")
    shell.refuse("say", "missing")
    reader.tap("朗读，对违规者的下家", "button")
    reader.see("这台设备没有读出来")

    reader.wait(lambda: reader.page.url.endswith("?step=4"), "the history to have each answer")
    assert shell.back()
    reader.see("第 4 问")
    for number in (3, 2, 1):
        assert shell.back()
        reader.see(f"第 {number} 问")
    assert shell.back()
    reader.see("发生了什么", "input")
    reader.page.wait_for_timeout(500)
    assert not shell.back(), "the shell leaves"

    reader.go("/tools/clocks")
    reader.tap("掼蛋贡牌，开始计时", "button")
    reader.wait(lambda: {"do": "awake", "on": True} in shell.calls("awake"), "the screen to be kept awake")
    shell.asked("ring")
    reader.go("/clause/bridge-1999/64A1")
    reader.tap("复制", "button")
    assert "第64条" in shell.asked("copy")["text"]
    well_said(shell)
    assert not reader.foreign


def test_links_files_and_looks_come_from_the_shell(browser: Browser, app: InApp, tmp_path: Path) -> None:
    phone = start(browser, tmp_path, link="zhicai://clause/bridge-1999/64A1")
    reader, shell = sit_down(phone)
    reader.open("/")
    reader.see("第64条A款1", "h1")
    for foreign in ("zhicai:/\\evil.example/x", "https://evil.example/", "javascript:alert(1)"):
        shell.tell("link", address=foreign)
    shell.tell("link", address="cn.example.ref-1://clause/guandan-2017/18_2_1?step=3&go=back")
    reader.see("第十八条二(1)", "h1")
    assert shell.back()
    reader.see("第64条A款1", "h1")

    height = reader.see("第64条A款1", "h1").height
    light = reader.picture()["light"]
    assert light > 160
    shell.tell("look", dark=True, scale=1.5, insets=[0, 40, 0, 30])
    reader.wait(lambda: reader.picture()["light"] < 80, "dark ground")
    assert shell.asked("look")["dark"] is True
    reader.wait(lambda: reader.see("第64条A款1", "h1").height > 1.3 * height, "larger letters")
    reader.wait(lambda: reader.see("返回", "button").y >= 40, "the notch to be clear")
    view = reader.page.evaluate("document.querySelector('flutter-view').getBoundingClientRect().toJSON()")
    assert (view["top"], view["bottom"]) == (40, reader.height - 30)
    shell.tell("look", dark=False, scale=1, insets=[0, 0, 0, 0])
    reader.wait(lambda: reader.picture()["light"] > 160, "light ground")

    with app.journal(tmp_path) as store:
        Journal(store, "李裁判").save_ruling(NO_EVENT, ruling(1))
        given = exported(store).encode()
    shell.open("别人的日志.jsonl", given)
    choose(reader, "取消")
    shell.asked("close")
    assert shell.calls("read") == []
    shell.open("别人的日志.jsonl", given)
    choose(reader, "并入")
    reader.see("“别人的日志.jsonl”：新增 1 条")
    assert len(shell.calls("read")) == -(-len(given) // 1000) > 1, "piece by piece"
    shell.open("照片.jpg", b"\xff\xd8" * 10)
    choose(reader, "并入")
    reader.see("“照片.jpg”不是执裁的日志文件")
    well_said(shell)

    reader.go("/tools/settings")
    reader.see("手机自检", "button")
    assert reader.find("断网也能用") is None
    reader.tap("手机自检", "button")
    answers = iter(("有", "有", "去选", None, "存成文件"))
    for answer in answers:
        if answer is None:
            reader.page.wait_for_selector(".phone-sheet:has-text('返回键')")
            assert shell.back()
        else:
            choose(reader, answer)
    reader.page.wait_for_selector(".phone-check", state="detached")
    results = {each["what"]: each for each in json.loads(shell.given(4)[1])["results"]}
    assert [what for what, each in results.items() if not each["good"]] == ["相机"], "the bench has none"
    assert results["存储"]["came"].startswith("OPFS ") and "whole" in results["打开用时"]["came"]
    assert {call["do"] for call in shell.calls()} >= {
        "hello",
        "begin",
        "piece",
        "finish",
        "open",
        "read",
        "close",
        "say",
        "hush",
    }
    assert not reader.foreign
    phone.close()


def test_only_the_shell_gives_the_port(phone: BrowserContext) -> None:
    page = phone.new_page()
    page.add_init_script(
        "addEventListener('load', (event) => event.stopImmediatePropagation(), true)"
    )  # the shell is late
    page.goto(f"{ORIGIN}/", wait_until="commit")
    page.wait_for_function("globalThis.android")
    page.evaluate(
        """() => {
            globalThis.stolen = [];
            const frame = document.createElement("iframe");
            frame.srcdoc = `<script>
                const channel = new MessageChannel();
                channel.port1.onmessage = () => parent.postMessage("stolen", "*");
                parent.postMessage("zhicai", "*", [channel.port2]);
            </script>`;
            frame.sandbox = "allow-scripts";
            addEventListener("message", ({ data }) => { if (data === "stolen") stolen.push(data); });
            document.body.append(frame);
        }"""
    )
    page.wait_for_timeout(1500)
    assert page.evaluate("stolen") == []


@pytest.mark.parametrize("webview", [97, 108])
def test_a_webview_that_keeps_nothing_says_what_to_update(
    browser: Browser, app: InApp, webview: int, tmp_path: Path
) -> None:
    launched = browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS, *flags()])
    page = launched.new_context(**options(webview)).new_page()
    page.goto(f"{ORIGIN}/clause/bridge-1999/64A1")
    page.wait_for_selector("h1:has-text('请更新 WebView')")
    assert f"是 {webview} 版" in page.inner_text("body")
    launched.close()


def test_the_app_of_an_association_says_its_name(browser: Browser, app: InApp, tmp_path: Path) -> None:
    """In the title and where it tells of itself; not in what is kept, which is of the program."""
    InApp(app.folder, NAMED).start()
    try:
        context = start(browser, tmp_path)
        reader, _ = sit_down(context)
        reader.open("/tools/about")
        reader.see(f"关于{NAMED}")
        reader.see(f"这个应用是“{NAMED}”，程序是执裁。")
        assert reader.page.title() == f"关于 · {NAMED}"
        assert reader.foreign == []
        context.close()
    finally:
        app.start()
