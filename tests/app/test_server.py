"""The server: its port, what it lays out, and that nothing it serves calls another machine."""

from __future__ import annotations

import asyncio
import json
import re
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from app import desktop, server


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


@pytest.fixture(scope="module")
def laid_out(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("assets")
    server.lay_out_assets(folder)
    return folder


def test_the_client_loads_nothing_from_elsewhere_at_start(laid_out: Path) -> None:
    script = (laid_out / "main.dart.js").read_bytes()
    assert b"@rive-app/flutter-native-wasm@" not in script
    page = (laid_out / "index.html").read_text(encoding="utf-8")
    assert not re.search(r"https?://", page)


def test_fonts_for_mathematics_are_left_out(laid_out: Path) -> None:
    families = [font["family"] for font in json.loads((laid_out / "assets/FontManifest.json").read_text("utf-8"))]
    assert "MaterialIcons" in families
    assert not any("KaTeX" in family for family in families)
    assert (laid_out / "assets" / "fonts" / "roboto.woff2").is_file()


def test_the_patched_copy_keeps_its_date(laid_out: Path) -> None:
    from flet_web import get_package_web_dir

    original = Path(get_package_web_dir()) / "main.dart.js"
    assert (laid_out / "main.dart.js").stat().st_mtime == pytest.approx(original.stat().st_mtime, abs=1)


def test_icons_and_manifest_are_our_own() -> None:
    manifest = json.loads((server.ASSETS / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["name"] == "执裁"
    for icon in manifest["icons"]:
        assert (server.ASSETS / icon["src"]).is_file()


@pytest.mark.parametrize(
    ("path", "reaches"),
    [("/clause/guandan-2017/18.2.1", "/"), ("/book/bridge-1999", "/"), ("/main.dart.js", "/main.dart.js"), ("/", "/")],
)
def test_typed_addresses_of_clauses_reach_the_app(path: str, reaches: str) -> None:
    async def app(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["path"])
        await send({"type": "http.response.start", "status": 200, "headers": []})

    async def send(message: Any) -> None:
        sent.append(message)

    seen: list[str] = []
    sent: list[Any] = []
    scope = {"type": "http", "path": path, "raw_path": path.encode()}
    with ThreadPoolExecutor(1) as elsewhere:  # a browser test may have an event loop running here
        elsewhere.submit(asyncio.run, server.Doorman(app)(scope, None, send)).result()  # type: ignore[arg-type]
    assert seen == [reaches]
    assert (b"cache-control", b"no-cache") in sent[0]["headers"]


def test_no_terminal_browser(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    assert not server.has_browser()


def test_desktop_without_its_client_points_to_the_browser(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "flet_desktop", None)
    assert desktop.run() == 1
    said = capsys.readouterr().err
    assert said.count("\n") == 1 and "zhicai" in said and "浏览器" in said
