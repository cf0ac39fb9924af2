"""A page of another port of this machine, in the browser that uses the app; the token; what a policy or a fault shows."""

from __future__ import annotations

import http.server
import os
import sys
import threading
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgpack
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from app.window.error_boundary import UNDRAWN, UNFINISHED
from tests.browser.reader import ON_PHONE, OPENED, PHONE, Reader, Server, free_port, profile
from tests.open_window import EVENT, REGISTER

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

pytestmark = pytest.mark.served_only("a door: a site has none, everybody may open it and it keeps nothing of anybody")

# Registers as the client does, then taps; tells what it could read.
BREAK_IN = """
async ([address, messages]) => {
  const got = {};
  const text = async (name, options) => {
    try { got[name] = await (await fetch(address + options.path, options)).text(); } catch (e) { got[name] = null; }
  };
  await text('page', {path: '/', credentials: 'include'});
  await text('client', {path: '/main.dart.js', credentials: 'include'});
  await text('own page', {path: '/', credentials: 'include', mode: 'no-cors'});
  got.script = await new Promise((done) => {
    const tag = document.createElement('script');
    tag.src = address + '/flutter_bootstrap.js'; tag.onload = () => done('ran'); tag.onerror = () => done(null);
    document.head.append(tag);
  });
  got.frame = await new Promise((done) => {
    const frame = document.createElement('iframe');
    frame.src = address + '/';
    frame.onload = () => { try { done(frame.contentDocument?.body?.innerText ?? null); } catch { done(null); } };
    document.body.append(frame); setTimeout(() => done(null), 4000);
  });
  got.socket = await new Promise((done) => {
    const socket = new WebSocket(address.replace('http', 'ws') + '/ws'), heard = [];
    socket.binaryType = 'arraybuffer';
    socket.onopen = () => { for (const each of messages) socket.send(new Uint8Array(each)); };
    socket.onmessage = (event) => { heard.push(event.data.byteLength); if (heard.length === 2) done(heard); };
    socket.onclose = () => done(heard.length ? heard : null);
    setTimeout(() => done(heard.length ? heard : null), 8000);
  });
  return got;
}
"""


def messages(route: str) -> list[list[int]]:
    """What a program must say to be shown a screen and to tap on it."""
    page = {"route": route, "web": True, "platform": "linux", "width": 412, "height": 915, "media": {}}
    said = [
        [REGISTER, {"session_id": None, "page_name": "", "page": page}],
        [EVENT, {"target": 1, "name": "route_change", "data": {"route": "/tools/journal"}}],
    ]
    return [[0, *msgpack.packb(each)] for each in said]


@contextmanager
def another_port() -> Iterator[tuple[str, set[str]]]:
    """A page of somebody else's, served on this machine; and the cookies that it was sent."""
    sent: set[str] = set()

    class Page(http.server.BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            sent.update(self.headers.get_all("Cookie", []))
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(b"<!DOCTYPE html><title>elsewhere</title><body>")

        def log_message(self, *_: Any) -> None:
            pass

    with http.server.ThreadingHTTPServer(("127.0.0.1", 0), Page) as served:
        threading.Thread(target=served.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{served.server_address[1]}", sent
        served.shutdown()


def replay(address: str, cookie: str, said: list[list[int]], let_in: bool) -> None:
    """Bring a cookie as a program does that was sent it: every header a page of ours would send, but not from a browser."""
    host = address.removeprefix("http://").partition("/")[0]
    for path in ("/", "/clause/bridge-1999/64A1", "/tools/journal", "/main.dart.js", "/light.json", "/heard/x?said={}"):
        asked = urllib.request.Request(address + path, headers={"Cookie": cookie})
        try:
            with urllib.request.urlopen(asked, timeout=10) as answer:
                assert let_in and answer.status == 200, path
        except urllib.error.HTTPError as refused:
            assert refused.code == (404 if let_in else 403), path
    headers = {"Cookie": cookie, "Origin": f"http://{host}"}
    try:
        with connect(address.replace("http", "ws", 1) + "/ws", additional_headers=headers, max_size=None) as line:
            assert let_in
            for each in said:
                line.send(bytes(each))
            line.recv(timeout=10)
    except InvalidStatus as refused:
        assert not let_in and refused.response.status_code == 403


@ON_PHONE
def test_a_page_of_another_port_reads_nothing_and_opens_no_socket(reader: Reader) -> None:
    reader.open("/tools/journal")
    reader.see("日志")
    said = messages("/tools/journal")
    inside = reader.address + reader.page.evaluate("localStorage.getItem('zhicai.door')").rstrip("/")
    own = reader.page.evaluate(BREAK_IN, [inside, said])
    assert own["socket"] and "flutter_bootstrap" in own["page"], "our own page can: what is tried below does work"
    nothing = {"page": None, "client": None, "own page": None, "script": None, "frame": None, "socket": None}
    with another_port() as (elsewhere, cookies):
        page = reader.context.new_page()
        page.goto(elsewhere)
        assert page.evaluate("localStorage.getItem('zhicai.door')") is None
        for address in (reader.address, inside):  # even one who knew it
            assert page.evaluate(BREAK_IN, [address, said]) == nothing
        assert any("zhicai-" in each for each in cookies), "whoever listens on another port is sent the cookie"
        for cookie in cookies:
            replay(reader.address, cookie, said, let_in=False)
            replay(inside, cookie, said, let_in=True)  # so it is the folder that is wanting
        with page.expect_popup() as opened:
            page.evaluate("(address) => { window.caught = window.open(address + '/tools/journal'); }", reader.address)
        opened.value.wait_for_load_state()
        assert (
            page.evaluate("() => { try { return caught.document?.body.innerText ?? null } catch { return null } }")
            is None
        )
        page.close()


def watch(page: Page) -> list[str]:
    """Note what the console says of the policy."""
    said: list[str] = []

    def note(message: Any) -> None:
        if "Content Security Policy" in message.text or "violates" in message.text:
            said.append(message.text)

    page.on("console", note)
    page.on("pageerror", lambda error: said.append(str(error)))
    return said


SCREENS = [
    "/",
    "/clause/guandan-2017/18.2.1",
    "/book/bridge-1999",
    "/rule",
    "/rule/bridge/insufficient_bid",
    "/rights",
    "/study",
    "/tools",
    "/tools/journal",
    "/tools/events",
    "/tools/settings",
    "/tools/about",
    "/tools/licences",
]


@ON_PHONE
def test_the_policy_is_kept_on_every_screen(
    sit_down: Callable[..., Reader], size: tuple[int, int], tmp_path: Path
) -> None:
    reader = sit_down(size)
    said = watch(reader.page)
    reader.open("/")
    for path in SCREENS[1:]:
        reader.go(path)
    reader.go("/tools/journal")
    with reader.page.expect_download():
        reader.tap("导出整本日志", "button")
    (tmp_path / "other.jsonl").write_bytes(b"\xff\xff\xff")
    with reader.page.expect_file_chooser() as chooser:
        reader.tap("并入别的裁判的日志", "button")
    chooser.value.set_files(str(tmp_path / "other.jsonl"))
    reader.see("“other.jsonl”不是执裁的日志文件")  # it was read
    assert said == []
    reader.page.evaluate(
        "const tag = document.createElement('script'); tag.textContent = '1'; document.head.append(tag)"
    )
    reader.wait(lambda: said, "the policy to speak of a script that is not ours")


def test_the_opened_address_lets_in_and_forgets_its_token(browser: Browser, server: Server) -> None:
    context = profile(browser, PHONE)
    try:
        reader = Reader(context, context.new_page(), server.address)
        answer = reader.page.goto(server.address + "/clause/bridge-1999/64A1")
        assert answer is not None and answer.status == 403
        reader.page.wait_for_selector("main:has-text('完整地址')")
        assert (
            reader.page.evaluate("document.fonts.load('18px zhicai', '执').then((found) => found[0].status)")
            == "loaded"
        )
        reader.page.goto(OPENED[server.address].replace("/?", "/clause/bridge-1999/64A1?"))
        reader.listen()
        reader.see("藏牌")
        assert reader.page.url == server.address + "/clause/bridge-1999/64A1"
        assert reader.page.evaluate("document.cookie") == ""
        reader.go("/clause/bridge-1999/27")
        reader.see("第27条")
        entries = reader.page.evaluate("[history.length, history.state.before]")
        reader.page.reload()
        reader.listen()
        reader.see("第27条")
        assert reader.page.evaluate("[history.length, history.state.before]") == entries and entries[1]
        second = Reader(context, context.new_page(), server.address)  # beside the first, by a deep address
        second.open("/clause/guandan-2017/18.2.1")
        second.see("十八条二")
        with another_port() as (elsewhere, _):  # a link from somebody else's page is followed without asking again
            second.page.goto(elsewhere)
            second.page.evaluate("(to) => { location.href = to }", server.address + "/clause/bridge-1999/64A1")
            second.page.wait_for_url(server.address + "/**")
            second.listen()
            second.see("藏牌")
        context.clear_cookies()
        second.page.goto(server.address + "/")
        second.page.wait_for_selector("main:has-text('完整地址')")  # the folder alone is not enough
    finally:
        context.close()


FAULTY = """
import app.screens.tools, app.window.session
from app.cli.main import main

def broken(*_):
    raise FileNotFoundError(2, "No such file", "/secret/folder/journal.sqlite")

app.screens.tools._licence = broken
app.window.session.Session.put_query = broken
main()
"""


def test_a_fault_shows_neither_traceback_nor_path(browser: Browser, tmp_path: Path) -> None:
    server = Server(free_port(), tmp_path / "data")
    environment = {**os.environ, "ZHICAI_DATA": str(server.data), "PYTHONIOENCODING": "utf-8", "PYTHONUNBUFFERED": "1"}
    server.run([sys.executable, "-c", FAULTY, "--port", str(server.port), "--no-browser"], environment)
    context = profile(browser, PHONE)
    frames: list[bytes] = []
    try:
        reader = Reader.sit_down(context, server.address)
        reader.page.on("websocket", lambda socket: socket.on("framereceived", lambda data: frames.append(bytes(data))))
        reader.open("/tools/licences")
        reader.see(UNDRAWN)  # a component
        reader.go("/")
        reader.type("藏")
        reader.tap("清除", "button")
        reader.see(UNFINISHED[:12])  # what follows a tap or a key
        reader.see("裁定：藏牌成立后")  # and the window goes on
        reader.go("/tools/about")
        reader.see("收录的规则书")
        shown = "".join(node.text for node in reader.nodes())
    finally:
        context.close()
        server.stop()
    sent = b"".join(frames)
    assert len(sent) > 10_000
    for told in (b"Traceback", b"secret", b".py", b"No such file"):
        assert told not in sent, f"{told!r} was sent to the window"
    assert "Traceback" not in shown
