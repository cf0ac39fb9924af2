"""The web server behind ``zhicai``: the app on this machine's own address, and nothing from anywhere else."""

from __future__ import annotations

import gc
import http.client
import os
import secrets
import signal
import socket
import threading
import webbrowser
from contextlib import asynccontextmanager, closing, suppress
from typing import TYPE_CHECKING, Any

from app.base.own_files import ASSETS
from app.serving.access import OPENING_LASTS, PROOF, TOKEN_LASTS, Door
from app.serving.access_key import Key, own_key
from app.serving.machine import bound, has_browser

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Callable

    import uvicorn
    from starlette.applications import Starlette
    from starlette.requests import Request
    from starlette.types import ASGIApp

__all__ = [
    "ASSETS",
    "HOST",
    "PORT",
    "PortTakenError",
    "Serving",
    "build_app",
    "listen",
    "runs_here",
    "serve",
]

HOST = "127.0.0.1"
PORT = 8550
ENDS_WITHIN = 1  # seconds, whatever a window is doing; what was saved is on disk


class PortTakenError(Exception):
    """Another program listens on the port that was asked for."""


def listen(port: int | None) -> socket.socket:
    """Return a listening socket on the asked port; on the usual or any free one where none was asked."""
    for candidate in (port,) if port is not None else (PORT, 0):
        if (listener := bound(HOST, candidate, 128)) is not None:
            return listener
    raise PortTakenError(f"{port} 端口已被别的程序占用，请用 --port 换一个，或不写 --port 由执裁自己选。")


def runs_here(port: int, key: Key) -> bool:
    """Tell whether a server of the same user, which holds the same key, listens on a port."""
    question = secrets.token_hex(16)
    with closing(http.client.HTTPConnection(HOST, port, timeout=2)) as connection:
        try:
            connection.request("GET", PROOF + question)
            said = connection.getresponse().read(200)
        except (OSError, http.client.HTTPException):
            return False
    return secrets.compare_digest(said, key.proof("server", port, question).encode())


def build_app(key: Key, port: int, on_ready: Callable[[], Any] | None = None) -> ASGIApp:
    """Return the ASGI application."""
    from starlette.applications import Starlette
    from starlette.responses import Response
    from starlette.routing import Mount, Route, WebSocketRoute

    from app.browser import asking
    from app.frame.client_files import ClientFiles, index
    from app.frame.main import main, prepare
    from app.serving.flet_windows import app_manager
    from app.serving.sockets import Lines

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        await app_manager.start()
        prepare()
        if on_ready is not None:
            on_ready()
        yield
        await app_manager.shutdown()

    async def hear(request: Request) -> Response:
        """Take what the page of a window says of what its device can do and does."""
        known = asking.hear(request.path_params["name"], request.query_params.get("said", ""))
        return Response(status_code=204 if known else 404)

    heard = Route(asking.HEARD + "{name}", hear)
    folder = key.folder(port)
    routes = [WebSocketRoute("/ws", Lines(main)), heard, Mount("/", ClientFiles(folder))]
    return Door(Starlette(routes=routes, lifespan=lifespan), key, port, index(folder=folder))


def invite(port: int, key: Key, said: str, open_browser: bool) -> None:
    """Print the address with the token, and open it in the browser if there is one."""
    address = f"http://{HOST}:{port}/?token="
    print(said.format(address=address + key.mark("token", port, TOKEN_LASTS)), flush=True)
    if open_browser and has_browser():
        webbrowser.open(address + key.mark("token", port, OPENING_LASTS))


READY = "执裁已就绪：{address}\n在浏览器中打开上面的地址；按 Ctrl+C 结束。"
RUNNING = (
    "执裁已经在运行：{address}\n"
    "在浏览器中打开上面的地址即可；要结束它，请到启动它的窗口按 Ctrl+C；要另开一份，请用 --port 换一个端口。"
)


def serve(port: int | None = None, open_browser: bool = True) -> None:
    """Serve the app until Ctrl+C; print its address, and open it in the browser if there is one.

    Where this user's server runs already on the port, its address is printed and opened instead.

    Raises:
        PortTakenError: the port was asked for and another program has it.
    """
    key = own_key()
    usual = PORT if port is None else port
    try:
        listener = listen(usual)
    except PortTakenError:
        if runs_here(usual, key):
            invite(usual, key, RUNNING, open_browser)
            return
        listener = listen(port)
    _run(listener, key, open_browser)


def _configured(listener: socket.socket, key: Key, on_ready: Callable[[], Any]) -> uvicorn.Config:
    import uvicorn

    from app.serving.sockets import FILE_UP_TO

    return uvicorn.Config(
        build_app(key, listener.getsockname()[1], on_ready),
        log_level="warning",
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=FILE_UP_TO,
        ws_per_message_deflate=False,  # nothing leaves the machine
        proxy_headers=False,
        server_header=False,
        timeout_graceful_shutdown=ENDS_WITHIN,
    )


class Serving:
    """The server in a thread of this process, for a window of the same process."""

    def __init__(self, listener: socket.socket, key: Key) -> None:
        """Serve on a listening socket; return when the app answers."""
        import uvicorn

        ready = threading.Event()
        self._listener = listener
        self._server = uvicorn.Server(_configured(listener, key, ready.set))
        self._thread = threading.Thread(target=self._server.run, kwargs={"sockets": [listener]}, daemon=True)
        self._thread.start()
        while not ready.wait(0.1) and self._thread.is_alive():
            pass

    def end(self) -> None:
        """End within seconds, whatever a window is doing; what was saved is on disk."""
        self._server.should_exit = True
        self._thread.join(2 * ENDS_WITHIN)
        self._listener.close()


def _run(listener: socket.socket, key: Key, open_browser: bool) -> None:
    import uvicorn

    class Server(uvicorn.Server):
        """Ends within seconds when asked to, and without being ended a second time."""

        def handle_exit(self, sig: int, frame: Any) -> None:
            if not self.should_exit:
                last = threading.Timer(ENDS_WITHIN, _leave)
                last.daemon = True
                last.start()
            self.force_exit = self.should_exit
            self.should_exit = True

    port = listener.getsockname()[1]
    server = Server(_configured(listener, key, lambda: invite(port, key, READY, open_browser)))
    for name in ("SIGTERM", "SIGHUP"):  # uvicorn knows the first, once it runs, and not the second
        if hasattr(signal, name):
            signal.signal(getattr(signal, name), server.handle_exit)
    with closing(listener), suppress(KeyboardInterrupt, SystemExit):
        server.run(sockets=[listener])
    _say_goodbye()


def _say_goodbye() -> None:
    gc.freeze()  # Python would look through everything that was read before it ends: a second, and for nothing
    with suppress(OSError, ValueError):  # the terminal may be gone
        print("执裁已结束。", flush=True)


def _leave() -> None:
    """End while something still runs: a long piece of work, or a thread."""
    _say_goodbye()
    os._exit(0)
