"""What one browser or device keeps, as all its windows in this program see it: changes add up, none takes another away."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import Any
from weakref import WeakValueDictionary

Kept = dict[str, Any]  # JSON
Change = Callable[[Kept], object]


class SharedPreferences:
    """The values a browser keeps by key, each a JSON object.

    A window that wants something else there says what is to change, not what the whole is to be: it is carried out on what
    stands there now, whichever window wrote it. What is changed before the kept values have come is carried out again on them.
    """

    def __init__(self) -> None:
        self.values: dict[str, Kept] = {}
        self.filled = asyncio.Event()
        self.writing = asyncio.Lock()  # one window after the other: the last value written is the last there was
        self.unwritten: dict[str, None] = {}  # keys, in the order in which they were changed
        self._early: list[tuple[str, Change]] = []

    def change(self, key: str, change: Change) -> None:
        """Change the value of a key."""
        if not self.filled.is_set():
            self._early.append((key, change))
        change(self.values.setdefault(key, {}))
        self.unwritten[key] = None

    def remove(self, key: str) -> None:
        """Let a value go."""
        self.values.pop(key, None)
        self.unwritten[key] = None

    def fill(self, kept: Mapping[str, Kept]) -> None:
        """Put in what was kept when the first window opens; of a value that is here already nothing is lost."""
        if self.filled.is_set():
            return
        self.values = {key: dict(value) for key, value in kept.items()}
        for key, change in self._early:
            change(self.values.setdefault(key, {}))
        self._early = []
        self.filled.set()

    def hand_over(self, other: SharedPreferences) -> None:
        """Carry out on another what was changed here before it was known that there is another."""
        for key, change in self._early:
            other.change(key, change)
        self._early = []
        self.unwritten = {}
        self.filled.set()


_OPEN: WeakValueDictionary[str, SharedPreferences] = (
    WeakValueDictionary()
)  # by browser, as long as a window of it is open


def shared_of(browser: str, own: SharedPreferences) -> SharedPreferences:
    """Return the shared the windows of a browser share: that of the first of them."""
    return _OPEN.setdefault(browser, own)
