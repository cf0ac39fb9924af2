"""Pages that answer nothing any more: now and then one of Chromium's turns for ever, and whoever asks it waits for ever."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

STUCK = 120.0  # seconds: no test lasts half as long


def end_pages() -> None:
    """End every page of the Chromium this process started: what waits for one of them is told so."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):  # it has ended by itself
            if "--type=renderer" in process.cmdline():
                process.kill()


@contextmanager
def pages_end_after(seconds: float = STUCK) -> Iterator[None]:
    """End the pages if what is done meanwhile lasts longer: it fails, and can be tried again with new ones."""
    watch = threading.Timer(seconds, end_pages)
    watch.daemon = True
    watch.start()
    try:
        yield
    finally:
        watch.cancel()
