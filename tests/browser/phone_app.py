"""The Android app stood for by Chromium: a server that answers as its interceptor, and a bridge that notes what it is asked.

It proves what the page does, not what a WebView does. The site is what goes into the package; the table is the package's own
(``app/publishing/android/shell/shell.json``), the bridge ``phone_bridge.js``.
"""

from __future__ import annotations

import base64
import json
import re
import ssl
import tempfile
import threading
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import unquote, urlsplit

from app.base.own_files import ROOT
from app.publishing.android.content import site_files
from app.publishing.serving import Host
from tests.browser.reader import Published

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, Page

TABLE = json.loads((ROOT / "app/publishing/android/shell/shell.json").read_text(encoding="utf-8"))
ORIGIN: str = TABLE["origin"]
BRIDGE = Path(__file__).with_name("phone_bridge.js")
AGENT = (
    "Mozilla/5.0 (Linux; Android 14; Pixel 6 Build/UQ1A.240105.004; wv) AppleWebKit/537.36 (KHTML, like Gecko) "
    "Version/4.0 Chrome/{webview}.0.0.0 Mobile Safari/537.36"
)
ABOUT = {
    "sdk": 34,
    "webview": "156.0.0.0",
    "app": "1",
    "dark": False,
    "scale": 1,
    "insets": [0, 0, 0, 0],
    "device": "one",
    "shake": True,
}
_RANGE = re.compile(r"bytes=(\d*)-(\d*)")


class Interceptor(BaseHTTPRequestHandler):
    """Answers as ``Site.java`` does."""

    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        """Answer with a file, or a part of it."""
        if self.headers["Host"] != ORIGIN.removeprefix("https://"):
            return self.nothing(TABLE["foreign"])
        name = unquote(urlsplit(self.path).path).lstrip("/")
        if {".", ".."} & set(name.split("/")):
            return self.nothing(TABLE["missing"])
        if "." not in name.rsplit("/", 1)[-1]:
            name = TABLE["index"]
        assert isinstance(self.server, Server)
        content = self.server.files.get(name)
        if content is None:
            return self.nothing(TABLE["missing"])
        status, headers = 200, {"Content-Type": self.kind(name)}
        if (asked := _RANGE.fullmatch(self.headers.get("Range", ""))) and any(asked.groups()):
            size = len(content)
            start = int(asked[1]) if asked[1] else max(size - int(asked[2]), 0)
            end = min(int(asked[2]), size - 1) if asked[1] and asked[2] else size - 1
            if start >= size:
                return self.answer(416, {"Content-Range": f"bytes */{size}"}, b"")
            status, content = 206, content[start : end + 1]
            headers["Content-Range"] = f"bytes {start}-{end}/{size}"
        return self.answer(status, headers, content)

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Refuse: what is asked is read, nothing else."""
        self.nothing(405)

    do_PUT = do_DELETE = do_POST

    def kind(self, name: str) -> str:
        """Return what a file is."""
        ending = re.search(r"\.\w+$", name)
        found: str = TABLE["types"].get(ending[0] if ending else "", TABLE["types"][""])
        return found

    def nothing(self, status: int) -> None:
        """Answer with nothing but a status."""
        self.answer(status, {"Content-Type": "text/plain"}, b"")

    def answer(self, status: int, headers: dict[str, str], content: bytes) -> None:
        """Answer, with the headers of every answer."""
        self.send_response(status)
        for name, value in {**TABLE["headers"], **headers, "Content-Length": str(len(content))}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(content)

    def log_message(self, *args: object) -> None:
        """Say nothing."""


class Server(Host):
    """Has the files of one package at a time."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Interceptor)
        self.files: dict[str, bytes] = {}
        self.socket = _certified().wrap_socket(self.socket, server_side=True, do_handshake_on_connect=False)
        threading.Thread(target=self.serve_forever, daemon=True).start()


@cache
def server() -> Server:
    """Return the only server: all packages have one origin."""
    return Server()


def flags() -> list[str]:
    """Return how Chromium is told where the origin lies, which has no address, and that no other has."""
    rules = (
        f"MAP {ORIGIN.removeprefix('https://')}:443 127.0.0.1:{server().server_port},MAP * ~NOTFOUND,EXCLUDE 127.0.0.1"
    )
    return [f"--host-resolver-rules={rules}", "--ignore-certificate-errors"]


def options(webview: int = 156) -> dict[str, Any]:
    """Return what a window of a WebView is made with."""
    return {
        "user_agent": AGENT.format(webview=webview),
        "service_workers": "block",
        "ignore_https_errors": True,
        "has_touch": True,
        "is_mobile": True,
    }


def give_bridge(context: BrowserContext, *, saves: bool = False, **about: Any) -> None:
    """Have the pages of a profile in a shell; ``saves``: somebody there who saves every file, as a download."""
    settings = {"origin": ORIGIN, "about": {**ABOUT, **about}, "saves": saves}
    context.add_init_script(f"globalThis.theSettings = {json.dumps(settings)};")
    context.add_init_script(path=BRIDGE)


class InApp(Published):
    """The site in the package of the app. It is there as long as the phone is."""

    def __init__(self, folder: Path, name: str = "") -> None:
        super().__init__(folder)
        self.address, self.name = ORIGIN, name

    def start(self) -> None:
        """Put the package on the phone."""
        server().files = site_files(self.folder, self.name)

    def stop(self) -> int:
        """Nothing: a package does not go away."""
        return 0


@dataclass
class Shell:
    """What the shell of one page was asked, and what it says."""

    page: Page

    def calls(self, what: str = "") -> list[dict[str, Any]]:
        """Return what was asked, all of it or one kind."""
        assert self.page.evaluate("theShell.faults") == []
        found: list[dict[str, Any]] = self.page.evaluate("theShell.calls")
        return [each for each in found if what in ("", each["do"])]

    def asked(self, what: str) -> dict[str, Any]:
        """Wait until something is asked, and return how it was asked last."""
        self.page.wait_for_function("(what) => theShell.calls.some((each) => each.do === what)", arg=what)
        return self.calls(what)[-1]

    def given(self, number: int = 1) -> tuple[dict[str, Any], bytes]:
        """Wait until so many files were given out whole, and return the last one and its content."""
        self.page.wait_for_function(
            "(number) => theShell.files.filter((each) => each.state === 'done').length >= number", arg=number
        )
        assert self.page.evaluate("theShell.faults") == []
        about = self.page.evaluate(
            "(({ name, type, size, for: why }) => ({ name, type, size, for: why }))(theShell.files.at(-1))"
        )
        text = self.page.evaluate("async () => (await new Blob(theShell.files.at(-1).pieces).bytes()).toBase64()")
        return about, base64.b64decode(text)

    def tell(self, what: str, **more: Any) -> None:
        """Say something to the page."""
        self.page.evaluate("(said) => tellPage(said)", {"do": what, **more})

    def back(self) -> bool:
        """Press Back; return whether the page had something to go back to."""
        before = self.page.evaluate("theShell.backed.length")
        self.tell("back")
        self.page.wait_for_function("(before) => theShell.backed.length > before", arg=before)
        return bool(self.page.evaluate("theShell.backed.at(-1)"))

    def open(self, name: str, content: bytes) -> None:
        """Open a file with the app."""
        number = self.page.evaluate("(text) => openFile(text)", base64.b64encode(content).decode())
        self.tell("opened", files=[{"file": number, "name": name, "size": len(content), "type": ""}])

    def refuse(self, what: str, why: str) -> None:
        """Refuse something from now on."""
        self.page.evaluate("([what, why]) => { theShell.refuse[what] = why; }", [what, why])


def _certified() -> ssl.SSLContext:
    """Return how to speak for the origin, with a certificate that nobody signed."""
    from cryptography import x509
    from cryptography.hazmat.primitives import hashes, serialization
    from cryptography.hazmat.primitives.asymmetric import ec

    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, ORIGIN.removeprefix("https://"))])
    now = datetime.now(UTC)
    certificate = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=30))
        .sign(key, hashes.SHA256())
    )
    with tempfile.TemporaryDirectory(prefix="zhicai-") as folder:
        file = Path(folder) / "both.pem"
        plain = (serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption())
        file.write_bytes(key.private_bytes(*plain) + certificate.public_bytes(serialization.Encoding.PEM))
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(file)
        return context
