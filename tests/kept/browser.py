"""A real Chromium that saves, and can be killed: with a page of its own that has the journal and nothing else, or the whole app."""

from __future__ import annotations

import io
import json
import os
import queue
import signal
import subprocess
import threading
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.server import ServerConnection, serve

from tests.browser.reader import FLAGS, ROOT, chromium

SAVER = Path(__file__).with_name("saver.py")
PATIENCE = 45.0  # seconds for a browser to come up on a loaded machine
HEADLESS = ["--headless=new", "--disable-extensions", "--no-default-browser-check", "--disable-sync", *FLAGS]

_PAGE = b"""<!doctype html><title>kept</title>
<script>new Worker("worker.mjs" + location.search, { type: "module" });</script>"""
_WORKER = """
if (self.location.search.includes("private")) delete StorageManager.prototype.getDirectory;  // as in some browsers' private windows
import { loadPyodide } from "./pyodide/pyodide.mjs";
const python = await loadPyodide({ indexURL: new URL("pyodide/", self.location.href).href });
python.unpackArchive(await (await fetch("app.zip")).arrayBuffer(), "zip", { extractDir: "/app" });
const saver = await (await fetch("saver.py")).text();
await python.runPythonAsync(`import sys; sys.path.insert(0, "/app"); SOCKET = %d; PUBLISHED = False\n` + saver);
"""


def _sources() -> bytes:
    """What of the program the journal needs, and ULIDs."""
    import ulid

    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for folder in ("app/journal", "app/browser", "app/brought", "app/base", "rules_data", "rules_data/brought"):
            for file in sorted((ROOT / folder).glob("*.py")):
                archive.write(file, str(file.relative_to(ROOT)))
        for file in ("app/__init__.py", "app/study/__init__.py", "app/study/answers.py"):
            archive.write(ROOT / file, file)
        library = Path(ulid.__file__).parent
        for file in (*library.glob("*.py"), *library.parent.glob("python_ulid-*.dist-info/METADATA")):
            archive.write(file, str(file.relative_to(library.parent)))
    return packed.getvalue()


class _Files(SimpleHTTPRequestHandler):
    """The page of its own."""

    made: dict[str, tuple[str, bytes]]

    def do_GET(self) -> None:
        name = self.path.partition("?")[0]
        if name not in self.made:
            super().do_GET()
            return
        kind, content = self.made[name]
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *_: object) -> None:
        pass


class Talk:
    """What a page says, and what it is told."""

    def __init__(self, connection: ServerConnection) -> None:
        self.connection = connection
        self.said: queue.Queue[dict[str, Any]] = queue.Queue()

    def ask(self, do: str, **more: Any) -> None:
        self.connection.send(json.dumps({"do": do, **more}))

    def hear(self, *names: str, within: float = PATIENCE) -> dict[str, Any]:
        """The next that is said under one of these names; anything else before it is passed over."""
        until = time.monotonic() + within
        while True:
            said = self.said.get(timeout=max(0.01, until - time.monotonic()))
            assert "fault" not in said, said["fault"]
            if not names or said.keys() & set(names):
                return said


class Site:
    """Serves the page, and hears what the pages say."""

    def __init__(self, folder: Path | None = None, python: Path | None = None) -> None:
        from flet_web import get_package_web_dir

        self.talks: queue.Queue[Talk] = queue.Queue()
        self.sockets = serve(self._talk, "127.0.0.1", 0)
        socket = self.sockets.socket.getsockname()[1]
        if folder is None:
            made = {
                "/": ("text/html", _PAGE),
                "/worker.mjs": ("text/javascript", (_WORKER % socket).encode()),
                "/saver.py": ("text/x-python", SAVER.read_bytes()),
                "/app.zip": ("application/zip", _sources()),
            }
        else:
            made = published(folder, socket)
        files = type(
            "Files",
            (_Files,),
            {
                "made": made,
                "extensions_map": {**_Files.extensions_map, ".mjs": "text/javascript", ".wasm": "application/wasm"},
            },
        )
        self.web = ThreadingHTTPServer(
            ("127.0.0.1", 0), partial(files, directory=str(folder or python or get_package_web_dir()))
        )
        self.address = f"http://127.0.0.1:{self.web.server_port}/"
        for server in (self.web, self.sockets):
            threading.Thread(target=server.serve_forever, daemon=True).start()

    def _talk(self, connection: ServerConnection) -> None:
        talk = Talk(connection)
        self.talks.put(talk)
        try:
            for message in connection:
                talk.said.put(json.loads(message))
        except ConnectionClosed:
            pass

    def talk(self) -> Talk:
        """The next page that opens."""
        return self.talks.get(timeout=PATIENCE)

    def close(self) -> None:
        self.sockets.shutdown()
        self.web.shutdown()
        self.web.server_close()


def published(folder: Path, socket: int) -> dict[str, tuple[str, bytes]]:
    """The worker of a published site, which also does what it is told once the app is open."""
    worker = (folder / "python-worker.js").read_text(encoding="utf-8")
    at = "say({ ready: true });"
    assert worker.count(at) == 1
    saver = f"SOCKET = {socket}; PUBLISHED = True\n{SAVER.read_text(encoding='utf-8')}"
    made = worker.replace(at, f"{at} await python.runPythonAsync({json.dumps(saver)});")
    return {
        "/": ("text/html", (folder / "index.html").read_bytes()),
        "/python-worker.js": ("text/javascript", made.encode()),
    }


class Chromium:
    """A browser in a group of processes of its own, with a profile that stays."""

    def __init__(self, profile: Path, address: str, *flags: str) -> None:
        executable = chromium()
        assert executable is not None
        command = [executable, *HEADLESS, *flags, f"--user-data-dir={profile}", address]
        self.process = subprocess.Popen(
            command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
        )

    def kill(self) -> None:
        """End all its processes at once, without a word."""
        os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


@contextmanager
def site(folder: Path | None = None, python: Path | None = None) -> Iterator[Site]:
    """The page, as long as it is needed; with the Python of a published site, which starts sooner, or Flet's."""
    opened = Site(folder, python)
    try:
        yield opened
    finally:
        opened.close()


class Killer:
    """Lets a browser save and kills it, again and again; counts what was acknowledged and what is lost."""

    def __init__(self, opened: Site, profile: Path, *flags: str) -> None:
        self.site, self.profile, self.flags = opened, profile, flags
        self.acknowledged: set[str] = set()
        self.value = 0
        self.kills = 0
        self.found: dict[str, Any] = {"ids": [], "rulings": 0, "receipts": 0, "faults": [], "notice": ""}
        self.torn = 0  # saves that were neither wholly there nor wholly not
        self.lost: set[str] = set()
        self.faults: list[str] = []

    def look(self, said: dict[str, Any]) -> None:
        """Compare what is there with what was acknowledged."""
        self.found = said
        self.lost |= self.acknowledged - set(said["ids"])
        self.torn += said["rulings"] != said["receipts"]
        self.faults += [*said["faults"], *([said["notice"]] if said["notice"] else [])]
        if int(said["values"].get("saved", "0")) < self.value:
            self.faults.append(f"setting {said['values']} after {self.value} was acknowledged")

    def kill(self, saves: int, seconds: float, first: Callable[[], object] = lambda: None) -> None:
        """Start, look, save until so many were acknowledged, wait a moment, do something first, kill."""
        browser = Chromium(self.profile, self.site.address, *self.flags)
        try:
            talk = self.site.talk()
            self.look(talk.hear("open")["open"])
            talk.ask("run")
            for _ in range(saves):
                self._note(talk.hear("ack"))
            time.sleep(seconds)
            first()
        finally:
            browser.kill()
        while not talk.said.empty():  # said before the kill and not heard yet
            said = talk.said.get()
            if "ack" in said:
                self._note(said)
        self.kills += 1

    def _note(self, said: dict[str, Any]) -> None:
        self.acknowledged.add(said["ack"])
        self.value = max(self.value, said["number"])

    def close(self) -> None:
        """Look once more."""
        browser = Chromium(self.profile, self.site.address, *self.flags)
        try:
            self.look(self.site.talk().hear("open")["open"])
        finally:
            browser.kill()

    @property
    def sentence(self) -> str:
        return (
            f"kills {self.kills}, acknowledged {len(self.acknowledged)}, there {len(self.found['ids'])}, "
            f"lost {len(self.lost)}, torn {self.torn}, faults {len(self.faults)}"
        )
