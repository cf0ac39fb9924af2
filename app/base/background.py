"""How work that would hold up a window is run: beside it where there are threads, at once where there are none.

Python in a browser has no threads. There the picture goes on by itself, in a part of the browser of its own; what stands still
meanwhile is only what the window would answer.
"""

from __future__ import annotations

import asyncio
import sys
import time
from contextlib import suppress
from threading import Thread
from typing import TYPE_CHECKING, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    from collections.abc import Callable

P = ParamSpec("P")
T = TypeVar("T")

THREADS = sys.platform != "emscripten"
FIRST_SCREEN = 2.0  # seconds that are left to the first screen where there is but one thread
STILL = 0.6  # seconds since the last touch or key after which nobody is taken to wait for an answer


async def aside(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a piece of work returns, without holding up other windows where that can be."""
    if THREADS:
        return await asyncio.to_thread(work, *args, **kwargs)
    await asyncio.sleep(0)  # what was said before is sent first
    return work(*args, **kwargs)


async def detached(work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Return what a piece of work returns that may wait long for others, and that nobody waits for at the end of the program."""
    loop, found = asyncio.get_running_loop(), asyncio.get_running_loop().create_future()

    def put(result: T | None, fault: BaseException | None) -> None:
        if found.done():
            return
        if fault is not None:
            found.set_exception(fault)
        else:
            found.set_result(result)

    def run() -> None:
        result, fault = None, None
        try:
            result = work(*args, **kwargs)
        except BaseException as e:
            fault = e
        with suppress(RuntimeError):  # the loop has ended meanwhile
            loop.call_soon_threadsafe(put, result, fault)

    Thread(target=run, name="detached", daemon=True).start()
    return cast(T, await found)


def touched() -> None:
    """Note that somebody touched a window, or typed: without threads, what nobody waits for leaves him the turn."""
    global _last_touch
    _last_touch = time.monotonic()


_last_touch = 0.0


def later(work: Callable[[], object], *more: Callable[[], object]) -> None:
    """Do something nobody waits for, piece by piece. Without threads this needs a running event loop.

    There each piece waits until the windows have been left alone for a moment: what is touched meanwhile is answered as if
    nothing were to be done, and at most one piece is in its way.
    """
    pieces = (work, *more)
    if THREADS:
        Thread(target=lambda: [piece() for piece in pieces], name="later", daemon=True).start()
        return

    async def one_by_one() -> None:
        await asyncio.sleep(FIRST_SCREEN)
        for piece in pieces:
            while (left := _last_touch + STILL - time.monotonic()) > 0:
                await asyncio.sleep(left)
            piece()
            await asyncio.sleep(0.1)

    _waiting.add(task := asyncio.ensure_future(one_by_one()))
    task.add_done_callback(_waiting.discard)


_waiting: set[asyncio.Future[None]] = set()  # the loop keeps no hold of its tasks
