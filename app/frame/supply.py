"""The app on a port of this machine for as long as a window of this process is open."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from app.frame.server import PORT, PortTakenError, Serving, listen, runs_here

if TYPE_CHECKING:
    from app.serving.access_key import Key

LOOK_AGAIN = 2.0  # seconds between two looks whether the app is still served


class Supply:
    """Sees to it that the app is served on a port: by this process, or by another one of the same user.

    Two windows may be open at once. When the one whose process serves is closed, the other process takes its place, and its
    page finds the app again at the same address.
    """

    def __init__(self, key: Key, wanted: int | None) -> None:
        """Serve on a port, or find this user's server there; where another program has it, on the usual or any free one."""
        self.key = key
        self._serving: Serving | None = None
        self._closing = threading.Event()
        port = wanted or PORT
        try:
            self._serving = Serving(listen(port), key)
        except PortTakenError:
            if not runs_here(port, key):
                listener = listen(None)
                port = listener.getsockname()[1]
                self._serving = Serving(listener, key)
        self.port = port
        self._watch = threading.Thread(target=self._look, daemon=True)
        self._watch.start()

    def _look(self) -> None:
        while not self._closing.wait(LOOK_AGAIN):
            if self._serving is None and not runs_here(self.port, self.key):
                try:
                    self._serving = Serving(listen(self.port), self.key)
                except PortTakenError:
                    continue

    def end(self) -> None:
        """Serve no longer."""
        self._closing.set()
        self._watch.join()
        if self._serving is not None:
            self._serving.end()
