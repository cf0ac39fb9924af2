"""The socket a window speaks over: it registers at once, says nothing too large, and leaves nothing behind.

Flet reads whatever comes, and keeps a task for ever for a socket that never registered. Here a socket is shown to Flet
only when its first message is a registration, and each message is measured before it is decoded.
"""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import msgpack
from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

if TYPE_CHECKING:
    from collections.abc import Callable

    from starlette.types import Message, Receive, Scope, Send

REGISTERS_WITHIN = 5.0  # seconds
KEPT_FOR = 600  # seconds a window that lost its connection may come back
UP_TO = 1 << 20  # bytes of a message: a pasted list of entrants has some ten thousand
FILE_UP_TO = 64 << 20  # a file the reader chose comes as the answer to the question for it
FIRST_UP_TO = 1 << 16  # the registration tells the size of the window and the address

REGISTER, ANSWER = 1, 5  # kinds of message in Flet's protocol
TOO_BIG, NOT_SO = 1009, 1008  # reasons for closing


def kind(message: bytes) -> int | None:
    """Tell what a message is by its first three bytes: Flet's mark, a list of two, and a small number."""
    return message[2] if message[:2] == b"\x00\x92" and len(message) > 3 else None


def allowed(message: bytes) -> bool:
    """Tell whether a message is no larger than its kind needs."""
    return len(message) <= (FILE_UP_TO if kind(message) == ANSWER else UP_TO)


def registers(message: bytes) -> bool:
    """Tell whether a message is a registration that Flet will understand."""
    if kind(message) != REGISTER or len(message) > FIRST_UP_TO:
        return False
    try:
        body = msgpack.unpackb(message[1:])[1]
        return set(body) == {"session_id", "page_name", "page"} and isinstance(body["page"], dict)
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException):
        return False


class Line(WebSocket):
    """One window's socket, as Flet sees it: accepted, and with the registration as its first message."""

    first: bytes | None = None

    async def register(self) -> bool:
        """Accept, and wait for the registration; whether it came. If not, the socket is closed."""
        await super().accept()
        try:
            async with asyncio.timeout(REGISTERS_WITHIN):
                self.first = await super().receive_bytes()
        except (TimeoutError, KeyError):  # silence, or text
            await self.hang_up(NOT_SO)
        except WebSocketDisconnect:
            pass
        else:
            if registers(self.first):
                return True
            await self.hang_up(TOO_BIG if len(self.first) > FIRST_UP_TO else NOT_SO)
        return False

    async def accept(self, *_: Any, **__: Any) -> None:
        """Do nothing: it was accepted before Flet saw it."""

    async def receive_bytes(self) -> bytes:
        """Return the next message that is not too large; a larger one ends the line."""
        if self.first is not None:
            first, self.first = self.first, None
            return first
        try:
            message = await super().receive_bytes()
        except KeyError:
            await self.hang_up(NOT_SO)
            raise WebSocketDisconnect(NOT_SO) from None
        if not allowed(message):
            await self.hang_up(TOO_BIG)
            raise WebSocketDisconnect(TOO_BIG)
        return message

    async def send(self, message: Message) -> None:
        """Send, unless nobody is there any more: Flet would never let the window's session go."""
        try:
            await super().send(message)
        except (WebSocketDisconnect, RuntimeError, OSError):
            self.application_state = WebSocketState.DISCONNECTED

    async def hang_up(self, code: int) -> None:
        """Close the socket with a reason."""
        if self.application_state is WebSocketState.CONNECTED:
            await self.close(code)


class Lines:
    """The ASGI application behind the socket's address: each socket that registers gets a window of the app."""

    def __init__(self, main: Callable[..., Any]) -> None:
        self.main = main  # opens a window

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Speak with one window until it goes."""
        from app.serving.flet_windows import FletApp, app_manager

        line = Line(scope, receive, send)
        if await line.register():
            await FletApp(
                loop=asyncio.get_running_loop(),
                executor=app_manager.executor,
                main=self.main,
                before_main=None,
                session_timeout_seconds=KEPT_FOR,
            ).handle(line)
