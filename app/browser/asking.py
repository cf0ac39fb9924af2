"""What Python asks of the page it is shown on, and what the page says of that (assets/web/senses.js).

It is the same beside a server and on a published site: something is asked by opening an address of our own scheme, which Flet
hands to ``window.open``, where the page takes it and opens nothing. What the page says comes to the server as a request for
``/heard/`` and the name of the window, which nobody else knows; from a published site as a message to the worker.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from secrets import token_urlsafe
from typing import Any
from urllib.parse import quote
from weakref import WeakValueDictionary

SCHEME = "zhicai:"
HEARD = "/heard/"  # and the name of a window
SAID = "page"  # under which the page's end of a published site passes on what it says: see app/browser/device.py


def address(**asked: Any) -> str:
    """Return the address by which something is asked, as JSON: ``say``, ``hush``, ``ring``, … and how."""
    return SCHEME + quote(json.dumps(asked, ensure_ascii=False, separators=(",", ":")), safe="")


class Listener:
    """Hears what the page of one window says, as long as the window holds it."""

    def __init__(self, heard: Callable[[Mapping[str, Any]], object]) -> None:
        """Call ``heard`` with what the page says."""
        self.name = token_urlsafe(16)
        self.heard = heard
        _LISTENERS[self.name] = self


_LISTENERS: WeakValueDictionary[str, Listener] = WeakValueDictionary()


def hear(name: str, said: str) -> bool:
    """Pass on what a page said to its window; whether there is such a window, and it could be understood."""
    listener = _LISTENERS.get(name)
    try:
        understood = json.loads(said)
    except (ValueError, RecursionError):
        return False
    if listener is None or not isinstance(understood, dict):
        return False
    listener.heard(understood)
    return True
