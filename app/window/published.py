"""What a published site gives the app, by the worker it runs in (assets/web/python-worker.js); elsewhere nothing of it is needed.

Such a site sends for some parts of the program only when they are needed, and gets newer versions of itself. Inside the Android app
all of it lies in the package, under an origin that is nowhere else (assets/web/android.js).
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import parse_qs

import flet as ft

from app.base.words import APP

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PAPERS = "papers"  # what prints PDF, and reads and writes XLSX
IS_SITE = sys.platform == "emscripten"
IN_APP = (
    "https://zhicai.invalid"  # the origin of the site inside the Android app: app/publishing/android/shell/shell.json
)

_fetched: set[str] = set()


class PartMissingError(OSError):
    """A part could not be fetched; the message is for the reader."""


@cache
def in_app() -> bool:
    """Whether this is the site inside the Android app."""
    if not IS_SITE:
        return False
    from js import location  # type: ignore[import-not-found]

    return bool(location.origin == IN_APP)


@cache
def edition() -> str:
    """Return the name an association gave its Android app (``zhicai publish --name``); nothing where it gave none."""
    if not IS_SITE:
        return ""
    from js import location

    return parse_qs(str(location.search).removeprefix("?")).get("edition", [""])[0]


def called() -> str:
    """Return how the app is called where people read it; records, receipts and files name the program."""
    return edition() or APP


def place() -> str:
    """Return where what is saved here lies, in a sentence."""
    return "这个应用" if in_app() else "这个浏览器"


@ft.observable
@dataclass
class Newer:
    """Whether a newer version of the app is kept beside this one and waits to be taken."""

    waits: bool = False


@ft.observable
@dataclass
class Readiness:
    """How far this browser has kept the app, and whether it opens without a network (assets/web/keeping.js)."""

    share: float = 0.0  # of what is kept, by bytes
    ready: bool = False
    failed: Literal["", "network", "broken", "room", "never"] = ""
    install: Literal["", "prompt", "share", "menu", "done"] = ""  # how it comes to the home screen here

    def take(self, said: Mapping[str, Any]) -> None:
        """Take over what the page says."""
        for name in ("share", "ready", "failed", "install"):
            if name in said and getattr(self, name) != said[name]:
                setattr(self, name, said[name])


def follow_readiness(heard: Callable[[Mapping[str, Any]], object]) -> None:
    """Have ``heard`` told how far the app is kept, as often as the page says it."""
    if IS_SITE:
        from app.browser import device

        device.hear("keeping", heard)


def follow_opened(heard: Callable[[Mapping[str, Any]], object]) -> None:
    """Have ``heard`` told of each file that the Android app was opened with."""
    if IS_SITE:
        from app.browser import device

        device.hear("opened", heard)


def tell_dark(dark: bool) -> None:
    """Have the Android app put dark bars round a dark page, and light ones round a light page."""
    if in_app():
        from app.browser import device

        device.ask("dark", dark)


def check_phone() -> None:
    """Have the page try all that the Android app does for it, and show what came of it (assets/web/android_check.js)."""
    from app.browser import device

    device.ask("checked", True)


def install() -> None:
    """Have the browser offer to put the app on the home screen, where it can."""
    from app.browser import device

    device.ask("install", True)


def keep_again() -> None:
    """Try once more to keep the app in this browser."""
    from app.browser import device

    device.ask("keep", True)


def _site() -> Any:
    import zhicai_site  # type: ignore[import-not-found]

    return zhicai_site


async def need(part: str) -> None:
    """Have a part of the program ready. Raises :class:`PartMissingError` where it cannot be fetched."""
    if not IS_SITE or part in _fetched:
        return
    try:
        await _site().fetchPart(part)
    except Exception as e:  # whatever JavaScript throws
        raise PartMissingError("打印和表格的部分还没有下载到本机，现在也取不到。请连上网络后再试一次。") from e
    importlib.invalidate_caches()
    _fetched.add(part)


def hear_of_newer(heard: Callable[[], object]) -> None:
    """Have ``heard`` called when a newer version waits, at once where one does already."""
    if not IS_SITE:
        return
    from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

    _site().hearOfNewer(create_proxy(heard))


def take_newer() -> None:
    """Begin again with the newer version. What was entered is kept as when a page is loaded again."""
    if IS_SITE:
        _site().takeNewer()
