"""How much memory one more open window takes on the server.

    python -m tests.benchmarks.sessions [count]

The real server; the windows are connections that speak as Flet's client does. Aim: under 400 KB each at the home screen.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from pathlib import Path

import psutil
from websockets.asyncio.client import connect

from tests.browser.reader import Server, free_port
from tests.open_window import PATIENCE, Window

WARM = 5  # windows opened first: what is loaded once for all of them does not count
SCREENS = {  # what stands on them
    "/": ("查找",),
    "/rule/bridge/insufficient_bid": ("第 1 问", "先录入竞叫过程（可跳过）"),
}


async def open_windows(server: Server, route: str, count: int) -> list[Window]:
    """Open windows one after the other, each showing its screen."""
    windows = []
    address, headers = server.socket, server.let_in()
    for _ in range(count):
        window = Window(await connect(address, additional_headers=headers, max_size=None, open_timeout=PATIENCE))
        await window.register(route)
        await window.arrive(SCREENS[route])
        windows.append(window)
    return windows


async def measure(server: Server, route: str, count: int) -> None:
    """Open windows at a screen, keep them open, and print what each of them takes."""
    assert server.process is not None
    process = psutil.Process(server.process.pid)
    windows = await open_windows(server, route, WARM)
    await asyncio.sleep(2)  # the search is warmed up in the background
    before = process.memory_info().rss
    windows += await open_windows(server, route, count)
    each = (process.memory_info().rss - before) / count
    sent = sum(len(window.received) for window in windows) / len(windows)
    aim = " (aim 400 KB)" if route == "/" else ""
    print(
        f"{route}: {each / 1024:.0f} KB per session{aim}, {count} of them on top of {before / 2**20:.0f} MB, "
        f"{sent / 1024:.1f} KB sent to each"
    )
    for window in windows:
        await window.leave()


def main(count: int = 40) -> None:
    """Measure and print; a server of its own for each screen."""
    for route in SCREENS:
        with tempfile.TemporaryDirectory(prefix="zhicai-sessions-") as folder:
            server = Server(free_port(), Path(folder))
            server.start()
            try:
                asyncio.run(measure(server, route, count))
            finally:
                server.stop()


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 40)
