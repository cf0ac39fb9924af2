"""The socket of a window: it registers at once, says nothing too large, and leaves nothing behind; the end is quick and quiet."""

from __future__ import annotations

import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgpack
import psutil
import pytest
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from app.serving import sockets
from tests.browser.reader import Server, free_port
from tests.open_window import EVENT, INVOKE, PROPERTIES, REGISTER, Window


def message(kind: int, body: Any) -> bytes:
    packed: bytes = b"\0" + msgpack.packb([kind, body])
    return packed


def of_size(kind: int, size: int) -> bytes:
    """A message of an exact number of bytes."""
    empty = len(message(kind, {"result": b"x" * 70_000})) - 70_000
    made = message(kind, {"result": b"x" * (size - empty)})
    assert len(made) == size
    return made


@pytest.mark.parametrize("kind", [REGISTER, EVENT, PROPERTIES])
def test_only_a_file_may_be_large(kind: int) -> None:
    assert sockets.allowed(of_size(kind, sockets.UP_TO))
    assert not sockets.allowed(of_size(kind, sockets.UP_TO + 1))


def test_a_file_of_the_reader_may_be_large_up_to_a_bound() -> None:
    assert sockets.allowed(of_size(INVOKE, sockets.FILE_UP_TO))
    assert not sockets.allowed(of_size(INVOKE, sockets.FILE_UP_TO + 1))


@pytest.mark.parametrize("said", [b"", b"\0", b"\1\0\0\0\0x", b"\0\x93\5\0\0", b"\0\xdd\0\0\0\2\5"], ids=repr)
def test_what_is_not_of_the_protocol_is_small(said: bytes) -> None:
    assert not sockets.allowed(said + bytes(sockets.UP_TO + 1))


@pytest.mark.parametrize(
    "said",
    [
        b"",
        b"\0",
        message(EVENT, {"target": 1, "name": "x", "data": None}),
        message(REGISTER, None),
        message(REGISTER, {"session_id": None}),
        message(REGISTER, {"session_id": None, "page_name": "", "page": 3}),
        message(REGISTER, {"session_id": None, "page_name": "", "page": {"x": "x" * sockets.FIRST_UP_TO}}),
        b"\0\x92\x01" + b"\x91" * 60_000,
        message(REGISTER, {"session_id": None, "page_name": "", "page": {}})[:-1],
    ],
    ids=range(9),
)
def test_what_does_not_register(said: bytes) -> None:
    assert not sockets.registers(said)


def test_what_registers() -> None:
    assert sockets.registers(message(REGISTER, {"session_id": None, "page_name": "", "page": {"route": "/"}}))


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    started = Server(free_port(), tmp_path / "data")
    started.start()
    yield started
    if started.process is not None and started.process.poll() is None:
        started.stop()


def dial(server: Server) -> Any:
    come = server.let_in()
    return connect(server.socket, additional_headers=come, max_size=None, open_timeout=30)


async def closing_code(line: ClientConnection, patience: float) -> int | None:
    """Listen until the other side closes, and return the code it gives."""
    async with asyncio.timeout(patience):
        try:
            while True:
                await line.recv()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd else None


async def home(server: Server) -> Window:
    """Open a window at the home screen."""
    window = Window(await dial(server))
    await window.register("/")
    await window.arrive(("查找",))
    return window


def test_who_says_nothing_is_hung_up_on(server: Server) -> None:
    async def wait() -> int | None:
        async with dial(server) as line:
            return await closing_code(line, sockets.REGISTERS_WITHIN + 3)

    assert asyncio.run(wait()) == sockets.NOT_SO


@pytest.mark.parametrize(
    "said", [b"garbage", "text", message(EVENT, {"target": 1, "name": "x", "data": None})], ids=repr
)
def test_who_does_not_register_is_hung_up_on_at_once(server: Server, said: bytes | str) -> None:
    async def wait() -> int | None:
        async with dial(server) as line:
            await line.send(said)
            return await closing_code(line, 2)

    assert asyncio.run(wait()) == sockets.NOT_SO


@pytest.mark.parametrize("before", [True, False], ids=["first message", "later message"])
def test_too_large_a_message_ends_the_line_and_not_the_server(server: Server, before: bool) -> None:
    async def wait() -> tuple[int | None, bytes]:
        if before:
            line = await dial(server)
            await line.send(of_size(REGISTER, sockets.FIRST_UP_TO + 5000))
        else:
            line = (await home(server)).connection
            await line.send(of_size(EVENT, sockets.UP_TO + 1))
        code = await closing_code(line, 5)
        return code, (await home(server)).received  # others are served as before

    code, received = asyncio.run(wait())
    assert code == sockets.TOO_BIG and "查找".encode() in received


def test_a_thousand_idle_sockets_leave_nothing(server: Server) -> None:
    assert server.process is not None
    process = psutil.Process(server.process.pid)

    async def idle(count: int) -> None:
        come = server.let_in()
        address = server.socket
        for _ in range(count // 100):
            opened = [await connect(address, additional_headers=come, ping_interval=None) for _ in range(100)]
            for line in opened:
                line.transport.abort()  # gone without a word

    async def settled() -> tuple[int, float]:
        await home(server)
        await asyncio.sleep(1)
        return process.num_fds(), process.memory_info().rss / 2**20

    asyncio.run(idle(200))  # what is loaded once does not count
    descriptors, memory = asyncio.run(settled())
    asyncio.run(idle(1000))
    after, grown = asyncio.run(settled())
    assert after - descriptors <= 4, f"{after - descriptors} descriptors are still open"
    assert grown - memory < 6, f"{grown - memory:.1f} MB are still held"  # today 13 KB each and more


def test_nothing_is_kept_in_the_server_for_those_who_never_registered() -> None:
    """Tasks and windows counted inside: a line that ends before registering ends its task, and Flet never hears of it."""

    async def count() -> tuple[int, int]:
        called: list[Any] = []
        limited = sockets.Lines(called.append)
        sent: list[Any] = []

        async def send(what: Any) -> None:
            sent.append(what)

        for _ in range(100):
            said = iter([{"type": "websocket.connect"}, {"type": "websocket.disconnect", "code": 1006}])

            async def receive(said: Iterator[Any] = said) -> Any:
                return next(said)

            scope = {"type": "websocket", "path": "/ws", "headers": [], "query_string": b""}
            await asyncio.wait_for(limited(scope, receive, send), 2)
        return len(asyncio.all_tasks()), len(called)

    assert asyncio.run(count()) == (1, 0)


BUSY = """
import asyncio, sys, threading, time
import flet as ft
import app.frame.main
from app.cli.main import main

async def busy(page):
    page.add(ft.Text("查找"))
    async def never(): await asyncio.sleep(3600)
    page.run_task(never)
    page.run_thread(time.sleep, 20)
    if sys.argv[-1] == "block":
        page.on_resize = lambda _: time.sleep(20)
    elif sys.argv[-1] == "ask":
        page.run_task(ft.Clipboard().get)

app.frame.main.main = busy
del sys.argv[-1]
main()
"""


@pytest.mark.skipif(os.name == "nt", reason="signals are of POSIX")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP", "SIGINT"])
@pytest.mark.parametrize("work", ["idle", "wait", "ask", "block"])
def test_it_ends_within_two_seconds_quietly_and_leaves_no_folder(tmp_path: Path, name: str, work: str) -> None:
    scratch = tmp_path / "scratch"
    scratch.mkdir()
    server = Server(free_port(), tmp_path / "data")
    environment = {
        **os.environ,
        "TMPDIR": str(scratch),
        "ZHICAI_DATA": str(server.data),
        "PYTHONIOENCODING": "utf-8",
        "PYTHONUNBUFFERED": "1",
        "ZHICAI_CACHE": os.environ.get("ZHICAI_CACHE", tempfile.gettempdir()),
    }
    options = ["--port", str(server.port), "--no-browser"]
    program = ["-m", "app.cli", *options] if work == "idle" else ["-c", BUSY, *options, work]
    server.run([sys.executable, *program], environment)
    assert server.process is not None

    async def end() -> tuple[float, int]:
        assert server.process is not None
        silent = [await dial(server) for _ in range(3)]
        windows = [await home(server) for _ in range(3)]
        if work == "block":
            await windows[0].say(EVENT, {"target": 1, "name": "resize", "data": {"width": 400.0, "height": 800.0}})
        await asyncio.sleep(0.3)
        began = time.monotonic()
        server.process.send_signal(getattr(signal, name))
        status = await asyncio.to_thread(server.process.wait, 10)
        took = time.monotonic() - began
        for each in [*silent, *(window.connection for window in windows)]:
            each.transport.abort()
        return took, status

    took, status = asyncio.run(end())
    assert server.process.stdout is not None
    said = server.process.stdout.read()
    assert took < 2, f"it took {took:.1f} s"
    assert status == 0
    assert said.splitlines()[-1] == "执裁已结束。"
    assert "Traceback" not in said and "Error" not in said and "Cancel" not in said, said
    assert list(scratch.iterdir()) == []
