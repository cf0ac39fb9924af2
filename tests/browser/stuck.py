"""Pages that answer nothing any more: now and then one of Chromium's turns for ever, and whoever asks it waits for ever."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import psutil

STUCK = 120.0  # seconds: no test lasts half as long


WATCHED = 0.5  # seconds
IDLE = 0.05  # seconds of computing in those: less is a page that waits


def end_pages() -> None:
    """End the page of the Chromium this process started that turns, all of them if none does: what waits for it is told so.

    Those that do not turn are spared where one does: the process that Chromium keeps for its next page is among them, and a page
    opened in it at the moment of its end is waited for without end.
    """
    before = {process: used for process in renderers() if (used := computed(process)) is not None}
    time.sleep(WATCHED)
    turned = {process: used - before[process] for process in before if (used := computed(process)) is not None}
    busiest = max(turned, key=turned.__getitem__, default=None)
    for process in [busiest] if busiest and turned[busiest] > IDLE else list(turned):
        with suppress(psutil.Error):  # it has ended by itself
            process.kill()


def renderers() -> Iterator[psutil.Process]:
    """Yield the processes that draw the pages of the Chromium this process started."""
    for process in psutil.Process().children(recursive=True):
        with suppress(psutil.Error):
            if "--type=renderer" in process.cmdline():
                yield process


def computed(process: psutil.Process) -> float | None:
    """Return the seconds it has computed so far; None if it has ended."""
    try:
        times = process.cpu_times()
    except psutil.Error:
        return None
    return float(times.user + times.system)


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
        watch.join()  # nothing is ended after this
