"""Codes are shown for another phone, and read with the camera: here a film of them that Chromium takes for one."""

from __future__ import annotations

import random
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
import zxingcpp
from PIL import Image

from app.handover.codes import picture
from app.handover.frames import Collected, frames
from app.journal.exchange import merge
from app.journal.journal import Journal
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.records import NO_EVENT, Place, RulingBody
from app.journal.sqlite_store import open_store
from tests.browser.reader import FLAGS, PHONE, ROOT, Published, Reader, Server, chromium, free_port, profile
from tests.browser.test_own_books import pasted
from tests.browser.test_own_game import TEXT as GAME
from tests.browser.test_own_game import choose, write
from tests.browser.test_ruling import press

pytestmark = pytest.mark.skipif(chromium() is None, reason="no Chromium")

# As much of a published site's page as the camera needs: what Python would be told is kept instead.
PAGE = """<!doctype html><meta charset="utf-8"><script>
const told = [];
const python = { postMessage: (what) => told.push(what.device) };
const ask = (device) => dispatchEvent(new CustomEvent("python", { detail: { device } }));
</script><script src="device.js"></script>"""
EDGE = 14  # px around a code that a camera sees too
WORDS = {"title": "对准另一台手机上的码", "stop": "不读了"}
TEXT = "".join(random.Random(4).choices("裁决记录abcdefghij0123456789", k=2000))


class Files(SimpleHTTPRequestHandler):
    def do_GET(self) -> None:
        if self.path != "/":
            super().do_GET()
            return
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(PAGE.encode())

    def log_message(self, *args: object) -> None: ...


@pytest.fixture
def address() -> Iterator[str]:
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Files, directory=str(ROOT / "assets" / "web")))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()


def test_a_ruling_is_handed_over_by_what_the_screen_shows(browser: Any, tmp_path: Path, published: Path) -> None:
    """Another program reads the codes off the screen, in both themes, and another journal takes them in.

    Then a phone with the published site is held before that screen: its camera brings the ruling into its journal, and its own
    screen hands it on.
    """
    store = open_store(tmp_path / "journal.sqlite")
    body = RulingBody("guandan", "guandan.slow_play", "出牌超时", "violation", "记违例一次。", "penalty", Place("5", 2))
    facts = [{"name": f"f{i}", "label": f"第{i}问", "shown": str(i * 7919), "source": "asked"} for i in range(30)]
    receipt = {"receipt": 1, "tree": {"id": "guandan.slow_play", "title": "出牌超时", "hash": "0" * 64}, "facts": facts}
    made = Journal(store, "李裁判").save_ruling(NO_EVENT, body, receipt)
    store.close()
    server = Server(free_port(), tmp_path)  # of its own: other tests count what is in theirs
    server.start()
    try:
        for scheme in ("light", "dark"):
            reader = Reader.sit_down(profile(browser, PHONE, color_scheme=scheme), server.address)
            reader.open(f"/tools/journal/{made.id}")
            reader.tap("传给另一台手机", "button")
            taking = open_log_store(MemoryHandle())
            text, seen = read_off(reader)
            report = merge(taking, text.splitlines())
            assert report.added == 1 and not report.refused
            assert taking.get(made.id) == made
            reader.leave()
    finally:
        server.stop()

    film(tmp_path / "screen.mjpeg", [screen.resize((440, 440)) for screen in seen])
    filming = with_camera(browser, tmp_path / "screen.mjpeg")
    site = Published(published)
    site.start()
    context = profile(filming, PHONE)
    site.introduce(context)
    reader = Reader.sit_down(context, site.address)
    reader.open("/tools/journal")
    reader.tap("读另一台手机的码", "button")
    reader.see("新增 1 条")
    reader.open(f"/tools/journal/{made.id}")
    reader.see("出牌超时")
    reader.see("李裁判")
    reader.tap("传给另一台手机", "button")  # and the site shows codes itself
    taking = open_log_store(MemoryHandle())
    report = merge(taking, read_off(reader)[0].splitlines())
    assert report.added == 1 and taking.get(made.id) == made
    assert not reader.foreign
    filming.close()
    site.stop()


def with_camera(browser: Any, path: Path) -> Any:
    """A browser that takes a film for its camera."""
    camera = [
        "--use-fake-device-for-media-stream",
        "--use-fake-ui-for-media-stream",
        f"--use-file-for-fake-video-capture={path}",
    ]
    return browser.browser_type.launch(executable_path=chromium(), args=[*FLAGS, *camera])


def read_off(reader: Reader) -> tuple[str, list[Image.Image]]:
    """What the codes on the screen say together, and the part of the screen on which each was shown."""
    reader.see("停在这张")
    collected = Collected()
    screens: dict[str, Image.Image] = {}
    for _ in range(80):
        seen = Image.open(BytesIO(reader.page.screenshot())).convert("L")
        for found in zxingcpp.read_barcodes(seen):
            assert collected.take(found.text)
            at, to = found.position.top_left, found.position.bottom_right
            screens.setdefault(found.text, seen.crop((at.x - EDGE, at.y - EDGE, to.x + EDGE, to.y + EDGE)))
        if collected.complete:
            break
        reader.page.wait_for_timeout(150)
    return collected.text(), list(screens.values())


def film(path: Path, row: list[Image.Image]) -> None:
    """Each picture for half a second in the middle of a grey one, a little turned, as a hand holds it."""
    with path.open("wb") as file:
        for turned, each in enumerate(row):
            shown = each.convert("RGB").rotate(3 * (turned % 3) - 3, expand=True, fillcolor=(90, 90, 90))
            width, height = max(640, shown.width), max(480, shown.height)
            seen = Image.new("RGB", (width + width % 2, height + height % 2), (90, 90, 90))
            seen.paste(shown, ((width - shown.width) // 2, (height - shown.height) // 2))
            jpeg = BytesIO()
            seen.save(jpeg, "jpeg", quality=85)
            file.write(jpeg.getvalue() * 15)


def heard(page: Any) -> list[dict[str, str]]:
    found: list[dict[str, str]] = page.evaluate("told.map((each) => each.scan)")
    return found


def test_codes_are_read_from_the_camera_in_whatever_order(browser: Any, tmp_path: Path, address: str) -> None:
    row = frames(TEXT)
    assert len(row) >= 3
    film(tmp_path / "codes.mjpeg", [Image.open(BytesIO(picture(each))).resize((420, 420)) for each in row[::-1]])
    filming = with_camera(browser, tmp_path / "codes.mjpeg")
    page = filming.new_page(viewport={"width": PHONE[0], "height": PHONE[1]})
    page.goto(address)
    page.evaluate("(words) => ask({ scan: words })", WORDS)
    page.get_by_role("dialog", name=WORDS["title"]).wait_for()
    collected = Collected()
    for _ in range(200):
        for said in heard(page):
            collected.take(said.get("code", ""))
        if collected.complete:
            break
        page.wait_for_timeout(100)
    assert collected.text() == TEXT
    page.evaluate("ask({ scanned: { done: false, said: '已读 2 张' } })")
    assert page.get_by_role("status").inner_text() == "已读 2 张"
    page.evaluate("ask({ scanned: { done: true } })")
    page.get_by_role("dialog").wait_for(state="detached")
    assert heard(page)[-1] == {"ended": "done"}

    page.evaluate("(words) => ask({ scan: words })", WORDS)
    page.get_by_role("button", name=WORDS["stop"]).click()
    assert page.get_by_role("dialog").count() == 0 and heard(page)[-1] == {"ended": "stopped"}
    filming.close()

    page = browser.new_page()  # without a camera
    page.goto(address)
    page.evaluate("(words) => ask({ scan: words })", WORDS)
    page.get_by_role("dialog").wait_for(state="detached")
    assert heard(page)[-1]["ended"] in ("refused", "none")
    page.close()


def test_the_rules_of_a_game_go_to_a_second_phone_by_its_camera(browser: Any, tmp_path: Path, published: Path) -> None:
    """A game the program does not know, with a right that was marked: off one screen, before the camera of another phone."""
    server = Server(free_port(), tmp_path)
    server.start()
    try:
        reader = Reader.sit_down(profile(browser, PHONE), server.address)
        reader.open("/own")
        pasted(reader, GAME)
        reader.tap("别的项目", "checkbox")
        write(reader, "项目的名称", "斗地主")
        press(reader, "读一读")
        press(reader, "添加到手册")
        reader.see("项目：斗地主")
        book = reader.page.url.rpartition("/book/")[2].partition("?")[0]
        reader.go(f"/own/{book}/rights")
        choose(reader, "可以：选手可以在自己的牌")
        reader.see("是谁的")
        reader.go(f"/book/{book}")
        press(reader, "传给另一台手机")
        press(reader, "显示码")
        text, seen = read_off(reader)
        assert len(seen) > 1 and book in text
        reader.leave()
    finally:
        server.stop()

    film(tmp_path / "books.mjpeg", [screen.resize((440, 440)) for screen in seen])
    filming = with_camera(browser, tmp_path / "books.mjpeg")
    site = Published(published)
    site.start()
    context = profile(filming, PHONE)
    site.introduce(context)
    try:
        reader = Reader.sit_down(context, site.address)
        reader.open("/tools/journal")
        reader.tap("读另一台手机的码", "button")
        reader.see("第 2 版收下了，可以查到了")
        reader.go("/rights/斗地主")
        reader.tap("选手", "button")
        reader.see("选手可以在自己的牌不满十七张时要求重发")
        assert not reader.foreign
    finally:
        filming.close()
        site.stop()
