"""What only a page can do for the Python in its worker (assets/web/device.js): ask for storage, read codes with the camera."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

_waiting: dict[str, Callable[[Any], object]] = {}
_listens: list[Any] = []


def ask(what: str, how: Any, heard: Callable[[Any], object] | None = None) -> None:
    """Ask the page for something; ``heard`` is told what it says of that, as often as it does.

    Where there is no page of ours (a test's own), nothing is ever heard.
    """
    try:
        import zhicai_site  # type: ignore[import-not-found]  # given by the worker: assets/web/python-worker.js
    except ImportError:
        return
    if heard is not None:
        hear(what, heard)
    zhicai_site.ask(json.dumps({what: how}))


def hear(what: str, heard: Callable[[Any], object]) -> None:
    """Have ``heard`` told what the page says of something, as often as it does."""
    try:
        import zhicai_site
    except ImportError:
        return
    _waiting[what] = heard
    if not _listens:
        from pyodide.ffi import create_proxy  # type: ignore[import-not-found]

        _listens.append(create_proxy(_hear))
        zhicai_site.listen(_listens[0])


def hold(on: bool) -> None:
    """Keep back everything that is drawn from now on, or let it go: what is not certain yet is not shown."""
    try:
        import zhicai_site
    except ImportError:
        return
    zhicai_site.hold(on)


def remember_pen(writes: bool) -> None:
    """Have the page remember whether it writes, for when it is loaded again: see :mod:`app.browser.storage`."""
    try:
        import zhicai_site
    except ImportError:
        return
    zhicai_site.pen(writes)


def _hear(text: str) -> None:
    for what, said in json.loads(text).items():
        if what in _waiting:
            _waiting[what](said)
