"""A reader of the app: drives a Chromium page through the accessibility tree, as a screen reader would."""

from __future__ import annotations

import base64
import json
import os
import re
import shutil
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from app.browser.kept_values import KeptValues
from app.browser.storage import FILES, JOURNAL, VALUES
from app.journal import exchange
from app.journal.log_file import MemoryHandle
from app.journal.log_store import open_log_store
from app.journal.sqlite_store import open_store
from app.publishing.serving import build_server

if TYPE_CHECKING:
    from http.server import ThreadingHTTPServer

    from playwright.sync_api import Browser, BrowserContext, Page

    from app.journal.store import JournalStore

ROOT = Path(__file__).resolve().parents[2]
PHONE, WIDE = (412, 915), (1280, 800)
SMALL = (360, 640)  # an older phone
ON_PHONE = pytest.mark.parametrize("size", [PHONE], ids=["phone"])  # where the width of the window changes nothing
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
PATIENCE = 45.0 if os.environ.get("CI") else 15.0
STILL = 150 if os.environ.get("CI") else 60  # ms without a change, before something is tapped
SETTLED, SETTLED_ON_A_SITE = 250, 800  # ms without other results: Python in a browser answers each key later
RETURNED = 300  # ms: whoever types an address takes longer than a step back of the history, which may be on its way
TWO_LINES = 44  # px, lower than two lines of law text
BAR = 80  # the bar at the bottom covers this much

# Text of a node of the accessibility tree: a label in an attribute, or the text in it.
_NODES = """
() => [...document.querySelectorAll('flt-semantics-host *:not(span)')].map((e) => {
  const r = e.getBoundingClientRect();
  const own = [...e.childNodes].filter((c) => c.nodeType === 3 || c.tagName === 'SPAN').map((c) => c.textContent).join('');
  const text = (e.tagName === 'INPUT' && e.value) || e.getAttribute('aria-label') || own;
  const role = e.getAttribute('role') || e.tagName.toLowerCase();
  return {role, text, x: r.x, y: r.y, width: r.width, height: r.height,
          selected: e.getAttribute('aria-selected') === 'true' || e.getAttribute('aria-checked') === 'true'};
}).filter((n) => n.text)
"""

# Flutter takes a tap for that of a screen reader on a phone only where it is in the middle of what it taps.
_LISTEN = """
() => {
  const asks = document.querySelector('flt-semantics-placeholder'), place = asks?.getBoundingClientRect();
  asks?.dispatchEvent(new MouseEvent('click', {
    bubbles: true, clientX: (place.left + place.right) / 2, clientY: (place.top + place.bottom) / 2,
  }));
}
"""

_PICTURE = """
async (data) => {
  const image = new Image();
  image.src = 'data:image/png;base64,' + data;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height), pen = canvas.getContext('2d');
  pen.drawImage(image, 0, 0);
  const d = pen.getImageData(0, 0, image.width, image.height).data, seen = new Map();
  let light = 0;
  for (let i = 0; i < d.length; i += 4) {
    light += 0.299 * d[i] + 0.587 * d[i + 1] + 0.114 * d[i + 2];
    const colour = (d[i] >> 3 << 10) | (d[i + 1] >> 3 << 5) | d[i + 2] >> 3;
    seen.set(colour, (seen.get(colour) || 0) + 1);
  }
  const pixels = d.length / 4;
  return {light: light / pixels, drawn: 1 - Math.max(...seen.values()) / pixels};
}
"""

# Other content for files of the page's private file system, once nobody has them open any more.
_REPLACE = """
async (files) => {
  const folder = await navigator.storage.getDirectory();
  for (const [name, content] of Object.entries(files)) {
    const file = await folder.getFileHandle(name, { create: true });
    for (let left = 100; ; left--) {
      try {
        const writing = await file.createWritable();
        await writing.write(Uint8Array.fromBase64(content));
        await writing.close();
        break;
      } catch (fault) {
        if (!left) throw fault;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }
}
"""
# A file of the page's private file system, whoever has it open.
_FILE = """
async (name) => {
  const folder = await navigator.storage.getDirectory();
  return (await (await (await folder.getFileHandle(name)).getFile()).bytes()).toBase64();
}
"""


def chromium() -> str | None:
    """Return Debian's or the system's Chromium, if there is one."""
    names = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
    return next((path for name in names if (path := shutil.which(name))), None)


def free_port() -> int:
    """Return a port nobody listens on."""
    with closing(socket.socket()) as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


# What a device keeps that was asked which game is played, and told it: all of them.
ASKED = """
try {
  const key = 'flutter.zhicai.settings';
  if (!localStorage.getItem(key)) localStorage.setItem(key, JSON.stringify(JSON.stringify({asked: true})));
} catch { /* an empty page */ }
"""


DRESS: list[tuple[dict[str, Any], Callable[[BrowserContext], object]]] = []
"""What profiles are made with, and what is done with them, where the tests drive the Android app: see phone_app.py."""


def profile(browser: Browser, size: tuple[int, int], newcomer: bool = False, **options: Any) -> BrowserContext:
    """Return a browser profile of its own, with a window of a size; a newcomer's has not been asked for the game."""
    for more, _ in DRESS:
        options = {**more, **options}
    context = browser.new_context(viewport={"width": size[0], "height": size[1]}, locale="zh-CN", **options)
    for _, dress in DRESS:
        dress(context)
    if not newcomer:
        context.add_init_script(ASKED)
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    return context


def exported(store: JournalStore) -> str:
    """Return a journal as the text that is given to others."""
    text = StringIO()
    exchange.export(store, text)
    return text.getvalue()


# What a page keeps that was opened with the token: see app/serving/access.py.
KEEP_FOLDER = "if (location.origin === {address}) localStorage.setItem('zhicai.door', {folder});"
OPENED: dict[str, str] = {}  # by the address of a server: the one with the token, as it printed it


def opened(address: str) -> tuple[str, str]:
    """Open a server's address as it printed it: the cookie it gives, and the folder that its page names."""
    with urllib.request.urlopen(OPENED[address], timeout=PATIENCE) as answer:
        cookie: str = answer.headers["Set-Cookie"].split(";")[0]
        found = re.search(r'flet\.assetBase="([^"]*)"', answer.read().decode())
    assert found is not None
    return cookie, found.group(1)


def let_in(context: BrowserContext, address: str) -> None:
    """Have a browser profile keep what it gets where a server's address is opened as it printed it."""
    cookie, folder = opened(address)
    name, _, value = cookie.partition("=")
    context.add_cookies([{"name": name, "value": value, "url": address, "httpOnly": True, "sameSite": "Strict"}])
    context.add_init_script(KEEP_FOLDER.format(address=json.dumps(address), folder=json.dumps(folder)))


class Server:
    """The real server, in a process of its own."""

    def __init__(self, port: int, data: Path | None = None) -> None:
        self.port = port
        self.data = data  # where it keeps the journal
        self.address = f"http://127.0.0.1:{port}"
        self.process: subprocess.Popen[str] | None = None
        self.last: list[str] = []  # what it said after its address, until it ended

    def start(self) -> None:
        """Start, and wait until the address is announced."""
        command = [sys.executable, "-m", "app.cli", "--port", str(self.port), "--no-browser"]
        environment = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
        if self.data is not None:
            environment["ZHICAI_DATA"] = str(self.data)
        self.run(command, environment)

    def run(self, command: list[str], environment: dict[str, str], folder: Path = ROOT) -> None:
        """Run a command that serves, and wait until the address is announced."""
        self.process = subprocess.Popen(
            command, cwd=folder, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        assert self.process.stdout is not None
        said = []
        for line in self.process.stdout:
            said.append(line)
            if self.address in line:
                OPENED[self.address] = re.search(r"http\S+", line).group()  # type: ignore[union-attr]
                return
        raise AssertionError(f"the server did not start:\n{''.join(said)}")

    def let_in(self) -> dict[str, str]:
        """Return the headers with which a page of this server opens a socket."""
        return {"Cookie": opened(self.address)[0], "Origin": self.address}

    @property
    def inside(self) -> str:
        """The address under which a page of this server asks for everything, without a stroke at its end."""
        return f"{self.address}{opened(self.address)[1].rstrip('/')}"

    @property
    def socket(self) -> str:
        """The address of the socket."""
        return f"{self.inside.replace('http', 'ws', 1)}/ws"

    def introduce(self, context: BrowserContext) -> None:
        """Nothing: :data:`ASKED` tells it which game is played."""

    @contextmanager
    def journal(self, folder: Path) -> Iterator[JournalStore]:
        """The journal it will find when it starts."""
        assert self.data is not None
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        with closing(open_store(self.data / "journal.sqlite")) as store:
            yield store

    def bring(self, reader: Reader, text: str) -> None:
        """Nothing: it found that journal."""

    @contextmanager
    def kept_journal(self, reader: Reader) -> Iterator[JournalStore]:
        """The journal as it lies there once the window is left and it has ended."""
        reader.leave()
        self.stop()
        with self.journal(Path()) as store:
            yield store

    def kill(self) -> None:
        """End it at once, without a word."""
        assert self.process is not None
        self.process.kill()
        self.process.wait(timeout=10)

    def stop(self) -> int:
        """Ask it to end; return its exit status."""
        if self.process is None:
            return 0
        self.process.terminate()
        status = self.process.wait(timeout=10)
        if self.process.stdout is not None and not self.process.stdout.closed:
            self.last = self.process.stdout.read().splitlines()
            self.process.stdout.close()
        return status


class Published:
    """The app published as a static site, on a host of its own."""

    def __init__(self, folder: Path, port: int = 0, base: str = "/") -> None:
        self.folder, self.base = folder, base
        self.port = port or free_port()
        self.address = f"http://127.0.0.1:{self.port}{base.rstrip('/')}"
        self.host: ThreadingHTTPServer | None = None

    def start(self) -> None:
        """Begin to serve; what the folder holds at the time of a request is what is sent."""
        self.host = build_server(self.folder, self.base, self.port)
        threading.Thread(target=self.host.serve_forever, daemon=True).start()

    def introduce(self, context: BrowserContext) -> None:
        """Have a profile keep nothing but that it was asked which game is played, all of them, and told how to install."""
        page = context.new_page()
        page.goto(self.address + "/manifest.json")
        self.forget(page)
        page.close()

    @contextmanager
    def journal(self, folder: Path) -> Iterator[JournalStore]:
        """A journal, out of which a window is given what it shall hold: see :meth:`bring`."""
        with closing(open_store(folder / "journal.sqlite")) as store:
            yield store

    def bring(self, reader: Reader, text: str) -> None:
        """Take an exported journal into that of a window, as a referee does."""
        reader.open("/tools/journal")
        with reader.page.expect_file_chooser() as chooser:
            reader.tap("并入别的裁判的日志", "button")
        chooser.value.set_files({"name": "given.jsonl", "mimeType": "text/plain", "buffer": text.encode()})
        reader.see("新增")

    @contextmanager
    def kept_journal(self, reader: Reader) -> Iterator[JournalStore]:
        """The journal that a window has."""
        with closing(open_log_store(MemoryHandle(reader.file(JOURNAL)))) as store:
            yield store

    @staticmethod
    def forget(page: Page) -> None:
        """Have the profile of a page, on which the app does not run, keep nothing but that it was asked."""
        values, handles = KeptValues(), [MemoryHandle() for _ in VALUES]
        values.write_to(*handles)  # it chooses which of the files it writes into
        values.put("zhicai.settings", json.dumps({"asked": True}))
        values.put("zhicai.hinted", json.dumps({"seen": True}))
        kept = {name: base64.b64encode(handle.data).decode() for name, handle in zip(VALUES, handles, strict=True)}
        files = dict.fromkeys(FILES, "") | kept
        page.evaluate(_REPLACE, files)

    def kill(self) -> None:
        """Serve no more: what is open goes on by itself."""
        self.stop()

    def stop(self) -> int:
        """Serve no more."""
        if self.host is not None:
            self.host.shutdown()
            self.host.server_close()
            self.host = None
        return 0


@dataclass
class Node:
    """One node of the accessibility tree."""

    role: str
    text: str
    x: float
    y: float
    width: float
    height: float
    selected: bool

    @property
    def flat(self) -> str:
        """The text in one line."""
        return re.sub(r"\s+", " ", self.text).strip()


@dataclass
class Reader:
    """Somebody with a phone or a laptop in front of them."""

    context: BrowserContext
    page: Page
    address: str
    foreign: list[str] = field(default_factory=list)  # requests that left this machine
    taps: int = 0

    @classmethod
    def sit_down(cls, context: BrowserContext, address: str) -> Reader:
        """Open a window of a browser that the server let in."""
        if address in OPENED:  # a published site has no door
            let_in(context, address)
        reader = cls(context, context.new_page(), address)
        context.on("request", reader.note)
        reader.page.on("websocket", reader.note)
        return reader

    def note(self, request: Any) -> None:
        """Note a request that is not to this machine, or for a font beside ours: a character of the text was not in it."""
        ours = r"(https?|wss?)://127\.0\.0\.1[:/]|data:|blob:|about:|" + re.escape(self.address) + "/"
        if "/notosans" in request.url or not re.match(ours, request.url):
            self.foreign.append(request.url)

    def open(self, path: str = "/") -> None:
        """Go to an address and wait for the first screen."""
        if self.page.url.startswith(self.address):
            self.page.wait_for_timeout(RETURNED)
        self.page.goto(self.address + path, wait_until="commit")
        self.listen()

    def go(self, path: str) -> None:
        """Change the address without loading the page again, as following a link does."""
        self.page.wait_for_timeout(RETURNED)
        before = [node.text for node in self.nodes()]
        self.push(path)
        self.wait(lambda: [node.text for node in self.nodes()] != before, path)
        self.page.wait_for_timeout(200)

    def push(self, path: str) -> None:
        """Change the address, and wait for nothing."""
        self.page.evaluate(
            """(path) => {
                history.pushState(history.state, '', path);
                dispatchEvent(new PopStateEvent('popstate', {state: history.state}));
            }""",
            path,
        )

    def listen(self) -> None:
        """Wait for the first screen and switch the accessibility tree on."""
        self.page.wait_for_selector("flt-semantics-placeholder", state="attached", timeout=PATIENCE * 1000)
        self.page.wait_for_selector("#opening", state="detached", timeout=PATIENCE * 1000)
        self.page.evaluate(_LISTEN)
        self.wait(lambda: len(self.nodes()) > 1, "the first screen")

    def nodes(self) -> list[Node]:
        """Return the accessibility tree, flat."""
        return [Node(**node) for node in self.page.evaluate(_NODES)]

    def find(self, text: str, role: str | None = None) -> Node | None:
        """Return the first node whose text contains a text."""
        return next((node for node in self.nodes() if text in node.flat and role in (None, node.role)), None)

    def wait(self, condition: Any, what: str, patience: float = PATIENCE) -> Any:
        """Wait until something is so."""
        end = time.monotonic() + patience
        while time.monotonic() < end:
            if found := condition():
                return found
            self.page.wait_for_timeout(30)
        shown = "\n".join(f"{node.role}: {node.flat[:60]}" for node in self.nodes()[:30])
        raise AssertionError(f"waited in vain for {what}; on the screen:\n{shown}")

    def see(self, text: str, role: str | None = None) -> Node:
        """Wait until a text is on the screen."""
        node: Node = self.wait(lambda: self.find(text, role), repr(text))
        return node

    def miss(self, text: str) -> None:
        """Wait until a text is gone from the screen."""
        self.wait(lambda: self.find(text) is None, f"{text!r} to go")

    def touch(self, node: Node) -> None:
        """Tap near the beginning of a node; a link over two lines begins at the right end of the first."""
        self.taps += 1
        along = node.width - 8 if node.role == "a" and node.height > TWO_LINES else min(12, node.width / 2)
        self.page.mouse.click(node.x + along, node.y + min(node.height / 2, 16))
        self.page.mouse.move(1, 1)  # a finger does not stay

    def tap(self, text: str, role: str | None = None) -> None:
        """Tap what carries a text."""
        self.touch(self.at_rest(text, role))

    def at_rest(self, text: str, role: str | None = None) -> Node:
        """Wait until what carries a text stands still (a sheet slides up), scrolled into view if it is below."""
        node = self.see(text, role)
        for _ in range(60):
            if role not in ("tab", None) and node.y + 16 > self.height - BAR:
                self.page.mouse.move(node.x + 30, self.height / 2)
                self.page.mouse.wheel(0, 300)
            self.page.wait_for_timeout(STILL)
            before, node = node, self.see(text, role)
            if before == node:
                return node
        raise AssertionError(f"{text!r} never stands still")

    @property
    def height(self) -> int:
        """The height of the window."""
        size = self.page.viewport_size
        assert size is not None
        return size["height"]

    def type(self, text: str) -> None:
        """Tap the search box and type."""
        self.tap_the_box()
        self.page.keyboard.type(text, delay=15)

    def tap_the_box(self) -> None:
        """Tap the search box until it has the keyboard."""
        self.taps += 1

        def has_the_keyboard() -> bool:
            """Whether what is typed goes into the box: a screen that has just come does not take the first tap."""
            box = self.wait(lambda: self.page.query_selector("input"), "the search box")
            if bounds := box.bounding_box():
                self.page.mouse.click(bounds["x"] + 40, bounds["y"] + bounds["height"] / 2)
            self.page.wait_for_timeout(100)
            return bool(self.page.evaluate("document.activeElement?.tagName === 'INPUT'"))

        self.wait(has_the_keyboard, "the keyboard to be at the search box")

    def search(self, text: str) -> list[Node]:
        """Enter a query, all of it at once as a Chinese keyboard does; return the results once they no longer change."""
        self.tap_the_box()
        self.page.keyboard.insert_text(text)

        def settled() -> list[Node]:
            before = [hit.text for hit in self.hits()]
            self.page.wait_for_timeout(SETTLED if self.address in OPENED else SETTLED_ON_A_SITE)
            now = self.hits()
            return now if before == [hit.text for hit in now] else []

        found: list[Node] = self.wait(settled, f"results for {text!r}")
        return found

    def open_first(self, text: str) -> None:
        """Search and tap the first result, once it stands still."""
        self.tap(self.search(text)[0].flat, "button")

    def hits(self) -> list[Node]:
        """Return the results on the screen."""
        return [node for node in self.nodes() if node.role == "button" and "›" in node.flat]

    def picture(self) -> dict[str, float]:
        """Return how light the screen is (0 to 255) and how much of it is not ground (0 to 1)."""
        data = base64.b64encode(self.page.screenshot()).decode()
        measured: dict[str, float] = self.page.evaluate(_PICTURE, data)
        return measured

    def tree(self) -> list[tuple[str, str]]:
        """Return role and name of every node Chromium gives to assistive technology."""
        session = self.context.new_cdp_session(self.page)
        found = session.send("Accessibility.getFullAXTree")["nodes"]
        session.detach()
        return [
            (node["role"]["value"], node.get("name", {}).get("value", "")) for node in found if not node.get("ignored")
        ]

    def kept(self) -> dict[str, str]:
        """Return what a published site keeps in this browser beside the journal: texts by key."""
        values = KeptValues()
        values.read_from(*(self.file(name) for name in VALUES))
        return values.values

    def file(self, name: str) -> bytes:
        """Return a file of a published site in this browser."""
        return base64.b64decode(self.page.evaluate(_FILE, name))

    def leave(self) -> None:
        """Forget what was kept, and close the window."""
        from playwright.sync_api import Error

        self.context.remove_listener("request", self.note)
        if self.page.url.startswith(self.address):
            with suppress(Error):  # its server may be gone
                self.page.goto(self.address + "/manifest.json", timeout=5000)  # the app writes nothing any more
                self.page.evaluate("localStorage.clear()")
                if self.address not in OPENED:
                    Published.forget(self.page)
        self.page.close()
