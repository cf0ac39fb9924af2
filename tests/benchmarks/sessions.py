"""How much memory one more open window takes on the server.

    python -m tests.benchmarks.sessions [count]

The real server; the windows are connections that speak as Flet's client does. Aim: under 400 KB each at the home screen.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import msgpack
import psutil
from websockets.asyncio.client import ClientConnection, connect

from tests.browser.reader import PHONE, Server, free_port

WARM = 5  # windows opened first: what is loaded once for all of them does not count
SCREENS = {  # what stands on them
    "/": ("查找",),
    "/rule/bridge/insufficient_bid": ("第 1 问", "先录入竞叫过程（可跳过）"),
}
REGISTER, EVENT, PROPERTIES, INVOKE, CRASHED = 1, 3, 4, 5, 6  # actions of Flet's protocol
NO_EDGE = {"top": 0, "right": 0, "bottom": 0, "left": 0}
MEDIA = {
    "padding": NO_EDGE,
    "view_padding": NO_EDGE,
    "view_insets": NO_EDGE,
    "device_pixel_ratio": 1,
    "orientation": "portrait",
    "always_use_24_hour_format": False,
}
SIZE = {"width": PHONE[0], "height": PHONE[1]}
PATIENCE, QUIET = 60.0, 0.3  # seconds: for the screen, and without a message until nothing more comes


class Window:
    """An open window: a connection, and how much came over it."""

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.received = b""

    async def say(self, action: int, body: dict[str, Any]) -> None:
        """Send a message."""
        await self.connection.send(b"\0" + msgpack.packb([action, body]))

    async def register(self, route: str) -> None:
        """Say what the client says when it is opened."""
        page = {
            "route": route,
            "web": True,
            **dict.fromkeys(("pwa", "debug", "wasm", "test", "multi_view", "pyodide"), False),
            "platform_brightness": "light",
            "platform": "linux",
            **SIZE,
            "window": {},
            "media": MEDIA,
        }
        await self.say(REGISTER, {"session_id": None, "page_name": route.strip("/").rpartition("/")[0], "page": page})
        await self.say(PROPERTIES, {"id": 1, "props": {"platform_brightness": "light"}})
        await self.say(EVENT, {"target": 1, "name": "platform_brightness_change", "data": "light"})
        await self.say(PROPERTIES, {"id": 1, "props": {"media": MEDIA}})
        await self.say(PROPERTIES, {"id": 1, "props": SIZE})

    async def listen(self, seconds: float) -> bool:
        """Take one message, and answer it where it asks for something; whether one came."""
        try:
            data = await asyncio.wait_for(self.connection.recv(), seconds)
        except TimeoutError:
            return False
        if not isinstance(data, bytes) or data[:1] != b"\0":
            return True
        self.received += data
        action, body = msgpack.unpackb(data[1:], strict_map_key=False)
        if action == CRASHED:
            raise SystemExit(f"the session ended: {body}")
        if action == INVOKE:  # nothing was kept on this device
            await self.say(
                INVOKE, {"control_id": body["control_id"], "call_id": body["call_id"], "result": None, "error": None}
            )
        return True

    async def arrive(self, texts: tuple[str, ...]) -> None:
        """Wait until all the texts came, and then until nothing more comes."""
        end = time.monotonic() + PATIENCE
        while missing := [text for text in texts if text.encode() not in self.received]:
            if time.monotonic() > end:
                raise SystemExit(f"never received: {'、'.join(missing)}")
            await self.listen(1)
        while await self.listen(QUIET):
            pass


async def open_windows(server: Server, route: str, count: int) -> list[Window]:
    """Open windows one after the other, each showing its screen."""
    windows = []
    address, headers = f"{server.address.replace('http', 'ws')}/ws", server.let_in()
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
        await window.connection.close()


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
