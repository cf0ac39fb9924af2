"""The server: its port, what it lays out, and that nothing it serves calls another machine."""

from __future__ import annotations

import asyncio
import html
import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from urllib.parse import urljoin

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.frame import client_files, server
from rules_data.handbook import BOOKS


def test_a_free_port_is_taken_where_none_was_asked() -> None:
    with closing(server.listen(None)) as first, closing(server.listen(None)) as second:
        ports = {listener.getsockname()[1] for listener in (first, second)}
        assert len(ports) == 2
        assert {listener.getsockname()[0] for listener in (first, second)} == {"127.0.0.1"}


def test_a_port_asked_for_and_taken_is_an_error_that_says_what_to_do() -> None:
    with closing(socket.socket()) as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        with pytest.raises(server.PortTakenError, match=f"{port}.*--port"):
            server.listen(port)


def test_the_client_loads_nothing_from_elsewhere_at_start() -> None:
    assert b"@rive-app/flutter-native-wasm@" not in client_files.script()
    client = (client_files.client_folder() / "main.dart.wasm").read_bytes()
    silent = client_files.without_rive(client)
    assert b"@rive-app/flutter-native-wasm@" in client and b"@rive-app/flutter-native-wasm@" not in silent
    assert len(silent) == len(client)
    stands_in = "rive/wasm/rive_native.js"
    assert (client_files.ASSETS / stands_in).is_file() and f'"{stands_in[:5]}"'.encode() in client_files.script()
    for version in (b"9.0", b"10.0"):
        folder = client_files.without_rive(b"https://cdn.some.net/npm/@rive-app/flutter-native-wasm@%s.0/" % version)
        asked = urljoin("https://referee.example/sub/", folder.decode() + "wasm/rive_native.js")
        assert asked == f"https://referee.example/sub/{stands_in}"
    assert not re.search(r"https?://", client_files.index())


def test_fonts_nobody_uses_are_left_out() -> None:
    families = [font["family"] for font in json.loads(client_files.font_manifest())]
    assert families == ["MaterialIcons", "Roboto"]


def fetch(path: str, **headers: str) -> Response:
    async def ask() -> Response:
        scope = {
            "type": "http",
            "method": "GET",
            "path": path,
            "root_path": "",
            "headers": [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()],
        }
        files = client_files.ClientFiles()
        return await files.get_response(files.get_path(scope), scope)

    with ThreadPoolExecutor(1) as elsewhere:  # a browser test may have an event loop running here
        return elsewhere.submit(asyncio.run, ask()).result()


@pytest.mark.parametrize(
    "path",
    [
        "/main.dart.js",
        "/main.dart.wasm",
        "/",
        "/clause/bridge-1999/1",
        "/assets/FontManifest.json",
        "/assets/fonts/roboto.woff2",
    ],
)
def test_a_browser_that_has_a_file_is_not_sent_it_again(path: str) -> None:
    first = fetch(path)
    assert first.status_code == 200
    assert fetch(path, if_none_match=first.headers["etag"]).status_code == 304


def test_icons_and_manifest_are_our_own() -> None:
    manifest = json.loads((server.ASSETS / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["name"] == "执裁"
    for icon in manifest["icons"]:
        assert (server.ASSETS / icon["src"]).is_file()


def test_what_the_page_fetches_early_is_what_the_server_has() -> None:
    page = client_files.index()
    engines = re.findall(r'"(canvaskit/[\w/]*\w)"', page)
    assert len(engines) == 3
    files = re.findall(r'"((?:assets/|main\.dart\.)[\w./-]*\w)"', page)
    assert {"main.dart.wasm", client_files.FONTS} <= set(files)
    for file in [*files, *(f"{engine}.{kind}" for engine in engines for kind in ("js", "wasm"))]:
        assert fetch(f"/{file}").status_code == 200, file


@pytest.mark.parametrize(
    ("address", "printed"),
    [
        ("/clause/bridge-1999/64A1", "藏牌成立后的处理"),
        ("/clause/guandan-2017/18_2_1", "越序出牌"),
    ],
)
def test_a_law_can_be_read_before_the_app_is_there(address: str, printed: str) -> None:
    said = fetch(address).body.decode()
    assert said.count('<div id="law"') == 1 and said.count('class="wanted"') == 1
    shown = html.unescape(
        re.sub(r"<[^>]+>", "\n", said[said.index('<div id="law"') : said.index('<div id="opening-state"')])
    )
    source = re.sub(r"\s", "", (BOOKS / address.split("/")[2] / "source.txt").read_text(encoding="utf-8"))
    lines = [re.sub(r"\s", "", line) for line in shown.splitlines()[2:] if line.strip()]
    assert len(lines) > 3 and printed in "".join(lines)
    assert all(line in source for line in lines[1:]), "word for word as printed"


@pytest.mark.parametrize("address", ["/", "/clause/bridge-1999/9999", "/clause/nothing/1", "/rule/bridge"])
def test_where_no_law_is_named_none_is_shown(address: str) -> None:
    assert '<div id="law"' not in fetch(address).body.decode()


@pytest.mark.parametrize("path", ["/book/bridge-1999", "/rule/bridge/insufficient_bid", "/"])
def test_typed_addresses_reach_the_app(path: str) -> None:
    assert fetch(path).body.decode() == client_files.index()


@pytest.mark.parametrize("path", ["/nothing.js", "/assets/nothing.png", "/docs.json"])
def test_a_file_that_is_not_there_is_not_the_app(path: str) -> None:
    with pytest.raises(HTTPException) as refused:
        fetch(path)
    assert refused.value.status_code == 404


def test_no_terminal_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not server.has_browser()
