"""The files of Flet's client, with our own laid over them and five changed, all without a folder of their own.

Flet's client asks a content network for an animation runtime (Rive) at every start although nothing here uses it, and
loads twenty fonts for mathematics and one of icons nobody draws. All that is left out of what is served here, so that no
request leaves the machine. There are two clients: Chromium runs the one in WebAssembly, which is there sooner; other
browsers run the one in JavaScript. The page fetches only the one it needs (assets/web/index.html).

Where a page is isolated from others, as ours is, the one in WebAssembly draws on a second thread that shares its memory, but has
no locks: now and then the two destroy each other's fonts, and the page turns for ever (flutter/flutter#190039, corrected in
versions of Flutter later than Flet's). It is told to draw on its only thread.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.datastructures import Headers
from starlette.responses import Response
from starlette.staticfiles import NotModifiedResponse, StaticFiles

from app.base.own_files import ASSETS, PAGES
from app.frame import first_paint
from decision_trees.games import names

if TYPE_CHECKING:
    import os

    from starlette.types import Scope

INDEX, FONTS, SCRIPT, WASM = "index.html", "assets/FontManifest.json", "main.dart.js", "main.dart.wasm"
BOOTSTRAP = "flutter_bootstrap.js"
LIGHT = "light.json"  # what assets/web/shell.js searches

_RIVE = re.compile(rb"https://[a-z.]+/npm/@rive-app/flutter-native-wasm@[0-9.]+/")
_CONFIGURED = "var flutterConfig = {"
_UNUSED_FONTS = ("KaTeX", "CupertinoIcons")
PUBLISHED = "<!-- published -->\n"  # where a page says that it runs Python itself
FILES = "{files}"  # in the page: the folder of what it loads, if that is not where the page lies
_PYTHON = "".join(f'  <script src="{name}.js"></script>\n' for name in ("python", "keeping", "device")).lstrip()


@cache
def client_folder() -> Path:
    """Return where Flet keeps its client."""
    from flet_web import get_package_web_dir

    return Path(get_package_web_dir())


@cache
def index(base: str = "/", *, published: bool = False, folder: str = "") -> str:
    """Return the page the app opens with, told by Flet how to open: beside a server, or published, with Python in the browser.

    ``folder`` is where it asks the server for everything (see :mod:`app.serving.access`); addresses of the app stay below ``base``.
    """
    import flet as ft
    from flet_web import patch_index_html

    with tempfile.TemporaryDirectory(prefix="zhicai-") as beside:  # Flet changes a file in place
        file = Path(beside) / INDEX
        file.write_text((ASSETS / INDEX).read_text(encoding="utf-8"), encoding="utf-8")
        patch_index_html(
            str(file),
            folder or base,
            websocket_endpoint_path=None if published else f"{folder or '/'}ws",
            pyodide=published,
            pyodide_script_path="in_browser.py",  # what is run is python.js
            app_name="执裁",
            app_description=f"{names()}竞赛规则手册",
            web_renderer=ft.WebRenderer.AUTO,
            no_cdn=True,
        )
        page = file.read_text(encoding="utf-8")
    if folder:
        page = page.replace(f'<base href="{folder}">', f'<base href="{base}">', 1)
    return page.replace(FILES, folder).replace(PUBLISHED, _PYTHON if published else "")


@cache
def font_manifest() -> str:
    """Return which fonts the client loads: its icons and ours, which stands where it looks for Roboto."""
    fonts = json.loads((client_folder() / FONTS).read_text(encoding="utf-8"))
    kept = [font for font in fonts if not any(unused in font["family"] for unused in _UNUSED_FONTS)]
    return json.dumps([*kept, {"family": "Roboto", "fonts": [{"asset": "fonts/roboto.woff2"}]}])


@cache
def bootstrap() -> str:
    """Return what begins the client, with one thread for all it does."""
    text = (client_folder() / BOOTSTRAP).read_text(encoding="utf-8")
    assert text.count(_CONFIGURED) == 1, f"{BOOTSTRAP} has changed"
    return text.replace(_CONFIGURED, f"{_CONFIGURED}\n    forceSingleThreadedSkwasm: true,")


@cache
def light() -> str:
    """Return the handbook as the page itself searches it, until the app is there."""
    from search.compiled_index import compiled_index
    from search.light import LIGHT_FILE

    return (compiled_index() / LIGHT_FILE).read_text(encoding="utf-8")


def without_rive(wasm: bytes, folder: str = "") -> bytes:
    """Return the client in WebAssembly, which calls no other machine: texts in it keep their length."""
    return _RIVE.sub(lambda found: _nearer(len(found.group()), folder.encode()), wasm)


def _nearer(length: int, folder: bytes) -> bytes:
    """Return the folder of what stands in for Rive (assets/web/rive), in the folder of the page, written in so many bytes."""
    inside = folder + (b"rive/" if (length - len(folder)) % 2 else b"x/../rive/")
    return inside + b"./" * ((length - len(inside)) // 2)


def script(folder: str = "") -> bytes:
    """Return the client itself, which calls no other machine. Ten megabytes, so it is not kept in memory."""
    return _RIVE.sub(f"{folder}rive/".encode(), (client_folder() / SCRIPT).read_bytes())


class ClientFiles(StaticFiles):
    """Serve the client: what no file is, is a page of the app."""

    def __init__(self, folder: str = "") -> None:
        """Serve pages that ask for everything in a folder (see :func:`index`)."""
        super().__init__(directory=ASSETS)
        self.folder = folder
        self.all_directories = [ASSETS, client_folder()]

    async def get_response(self, path: str, scope: Scope) -> Response:
        """Return the answer to one request."""
        path = path.replace("\\", "/")
        if path == ".":
            path = INDEX
        first, last = path.split("/")[0], path.rsplit("/", 1)[-1]
        if first in PAGES or "." not in last or last.endswith(".html"):
            return _made(first_paint.on_page(index(folder=self.folder), path), "text/html", scope)
        if path == LIGHT:
            return _made(light(), "application/json", scope)
        if path == FONTS:
            return _made(font_manifest(), "application/json", scope)
        if path == BOOTSTRAP:
            return _made(bootstrap(), "text/javascript", scope)
        return await super().get_response(path, scope)

    def file_response(
        self, full_path: os.PathLike[str] | str, stat_result: os.stat_result, scope: Scope, status_code: int = 200
    ) -> Response:
        """Return a file, or the changed copy of it."""
        response = super().file_response(full_path, stat_result, scope, status_code)
        name = Path(full_path).name
        if name in (SCRIPT, WASM) and not isinstance(response, NotModifiedResponse):
            same = {each: response.headers[each] for each in ("etag", "last-modified")}
            if name == SCRIPT:
                return Response(script(self.folder), media_type="text/javascript", headers=same)
            wasm = without_rive(Path(full_path).read_bytes(), self.folder)
            return Response(wasm, media_type="application/wasm", headers=same)
        return response


def _made(text: str, kind: str, scope: Scope) -> Response:
    tag = f'"{hashlib.sha256(text.encode()).hexdigest()[:32]}"'
    if tag in Headers(scope=scope).get("if-none-match", ""):
        return NotModifiedResponse(Headers({"etag": tag}))
    return Response(text, media_type=kind, headers={"etag": tag})
