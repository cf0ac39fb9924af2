"""The server: its port, what it lays out, and that nothing it serves calls another machine."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from starlette.exceptions import HTTPException
from starlette.responses import Response

from app.window import client_files, server


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
    assert not re.search(r"https?://", client_files.index())


def test_fonts_for_mathematics_are_left_out() -> None:
    families = [font["family"] for font in json.loads(client_files.font_manifest())]
    assert "MaterialIcons" in families and "Roboto" in families
    assert not any("KaTeX" in family for family in families)


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


@pytest.mark.parametrize("path", ["/main.dart.js", "/", "/assets/FontManifest.json", "/assets/fonts/roboto.woff2"])
def test_a_browser_that_has_a_file_is_not_sent_it_again(path: str) -> None:
    first = fetch(path)
    assert first.status_code == 200
    assert fetch(path, if_none_match=first.headers["etag"]).status_code == 304


def test_icons_and_manifest_are_our_own() -> None:
    manifest = json.loads((server.ASSETS / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["name"] == "执裁"
    for icon in manifest["icons"]:
        assert (server.ASSETS / icon["src"]).is_file()


@pytest.mark.parametrize(
    "path", ["/clause/guandan-2017/18.2.1", "/book/bridge-1999", "/rule/bridge/insufficient_bid", "/"]
)
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
