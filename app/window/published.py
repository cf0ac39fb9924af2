"""What a published site gives the app, by the worker it runs in (assets/web/python-worker.js); elsewhere nothing of it is needed.

Such a site sends for some parts of the program only when they are needed, and gets newer versions of itself.
"""

from __future__ import annotations

import importlib
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import flet as ft

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

PAPERS = "papers"  # what prints PDF, and reads and writes XLSX
IS_SITE = sys.platform == "emscripten"

_fetched: set[str] = set()


class PartMissingError(OSError):
    """A part could not be fetched; the message is for the reader."""


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
