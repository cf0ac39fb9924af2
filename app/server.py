"""The web server behind ``zhicai``: the app on this machine's own address, and nothing from anywhere else.

Flet's client asks a content network for an animation runtime (Rive) at every start although nothing here uses it, and
loads twenty fonts for mathematics. Both are left out of the copy served here, so that no request leaves the machine.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sys
import tempfile
import webbrowser
from contextlib import asynccontextmanager, closing, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import AsyncIterator

    from starlette.types import ASGIApp, Message, Receive, Scope, Send

HOST = "127.0.0.1"
PORT = 8550
ASSETS = Path(__file__).resolve().parent.parent / "assets" / "web"
PAGES = ("clause", "book")  # addresses whose last part may look like a file name (18.2.1)

_RIVE = re.compile(rb"https://[a-z.]+/npm/@rive-app/flutter-native-wasm@[0-9.]+/")
_UNUSED_FONTS = "KaTeX"


class PortTakenError(Exception):
    """Another program listens on the port that was asked for."""


def listen(port: int | None) -> socket.socket:
    """Return a listening socket on the asked port; on the usual or any free one where none was asked."""
    for candidate in (port,) if port is not None else (PORT, 0):
        listener = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
        if os.name != "nt":
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, candidate))
        except OSError:
            listener.close()
            continue
        listener.listen(128)
        return listener
    raise PortTakenError(f"{port} 端口已被别的程序占用，请用 --port 换一个，或不写 --port 由执裁自己选。")


def lay_out_assets(folder: Path) -> None:
    """Fill a folder with our own assets and the patched copies of two files of Flet's client."""
    from flet_web import get_package_web_dir

    shutil.copytree(ASSETS, folder, dirs_exist_ok=True, copy_function=shutil.copy2)
    client = Path(get_package_web_dir())

    script = client / "main.dart.js"
    patched = folder / "main.dart.js"
    patched.write_bytes(_RIVE.sub(b"rive/", script.read_bytes()))
    os.utime(patched, (script.stat().st_atime, script.stat().st_mtime))  # same ETag at the next start: cached

    fonts = json.loads((client / "assets" / "FontManifest.json").read_text(encoding="utf-8"))
    kept = [font for font in fonts if _UNUSED_FONTS not in font["family"]]
    (folder / "assets" / "FontManifest.json").write_text(json.dumps(kept), encoding="utf-8")


class Doorman:
    """Let a typed address of a clause reach the app, and make browsers ask whether their copy is still good."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Handle one request."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        if scope["path"].split("/")[1] in PAGES:
            scope = {**scope, "path": "/", "raw_path": b"/"}

        async def send_revalidated(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), (b"cache-control", b"no-cache")]
            await send(message)

        await self.app(scope, receive, send_revalidated)


def build_app(assets: Path, on_ready: Any = None) -> ASGIApp:
    """Return the ASGI application."""
    import flet as ft
    import flet.fastapi as flet_fastapi
    from fastapi import FastAPI

    from app.main import main, prepare

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        await flet_fastapi.app_manager.start()
        prepare()
        if on_ready is not None:
            on_ready()
        yield
        await flet_fastapi.app_manager.shutdown()

    app = FastAPI(lifespan=lifespan, openapi_url=None)
    app.mount(
        "/",
        flet_fastapi.app(
            main,
            assets_dir=str(assets),
            app_name="执裁",
            app_short_name="执裁",
            app_description="桥牌、掼蛋、升级竞赛规则手册",
            no_cdn=True,
            web_renderer=ft.WebRenderer.CANVAS_KIT,
            session_timeout_seconds=600,
        ),
    )
    return Doorman(app)


def has_browser() -> bool:
    """Tell whether a window can be opened here (never a browser in the terminal)."""
    if sys.platform.startswith("linux") and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
        return False
    try:
        webbrowser.get()
    except webbrowser.Error:
        return False
    return True


def serve(port: int | None = None, open_browser: bool = True) -> None:
    """Serve the app until Ctrl+C; print its address, and open it in the browser if there is one.

    Raises:
        PortTakenError: the port was asked for and another program has it.
    """
    import uvicorn

    with closing(listen(port)) as listener, tempfile.TemporaryDirectory(prefix="zhicai-") as folder:
        address = f"http://{HOST}:{listener.getsockname()[1]}"
        lay_out_assets(Path(folder))

        def announce() -> None:
            print(f"执裁已就绪：{address}\n在浏览器中打开上面的地址；按 Ctrl+C 结束。", flush=True)
            if open_browser and has_browser():
                webbrowser.open(address)

        config = uvicorn.Config(
            build_app(Path(folder), announce),
            log_level="warning",
            ws="websockets-sansio",
            timeout_graceful_shutdown=1,
        )
        # Without this a request to end would end the process before the folder is removed.
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
        with suppress(KeyboardInterrupt, SystemExit):
            uvicorn.Server(config).run(sockets=[listener])
        print("执裁已结束。", flush=True)
